import Foundation

/// Looks for bytes of which a property does not hold: libFuzzer around the properties that the tests try too.
///
/// - `fuzz targets`: the names of the targets, with the greatest length of an input.
/// - `fuzz seeds TARGET FOLDER`: writes the seeds of a target, a file each.
/// - `fuzz growth TARGET FOLDER...`: measures how the time grows with the length of inputs made of these.
/// - `fuzz run TARGET ...`: libFuzzer, with its own arguments.
@main enum Fuzz {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "targets": for target in FuzzTarget.allCases { print(target, target.greatestLength) }
    case "seeds" where arguments.count == 3: try writeSeeds(try target(arguments[1]), arguments[2])
    case "growth" where arguments.count > 2:
      exit(
        try Growth.measure(try target(arguments[1]), arguments.dropFirst(2).map { URL(filePath: $0) }) ? 0 : 1
      )
    case "run" where arguments.count > 1: exit(run(try target(arguments[1])))
    default:
      throw Violation(
        description: "fuzz targets | seeds TARGET FOLDER | growth TARGET FOLDER... | run TARGET ...")
    }
  }

  private static func target(_ name: String) throws -> FuzzTarget {
    guard let target = FuzzTarget(rawValue: name) else {
      throw Violation(description: "There is no target \(name).")
    }
    return target
  }

  private static func writeSeeds(_ target: FuzzTarget, _ folder: String) throws {
    for (name, bytes) in try FuzzInputs(of: target).named {
      try Data(bytes).write(to: URL(filePath: folder).appending(path: name))
    }
  }

  private static func run(_ target: FuzzTarget) -> Int32 {
    LibFuzzer.target = target
    // Without the words `run TARGET`, which are not libFuzzer's.
    var kept = [CommandLine.unsafeArgv[0]]
    for index in 3..<Int(CommandLine.argc) { kept.append(CommandLine.unsafeArgv[index]) }
    var count = Int32(kept.count)
    kept.append(nil)
    return kept.withUnsafeMutableBufferPointer { buffer in
      guard var words = buffer.baseAddress else { return 1 }
      return LibFuzzer.drive(&count, &words) { LibFuzzer.take($0, $1) }
    }
  }
}
