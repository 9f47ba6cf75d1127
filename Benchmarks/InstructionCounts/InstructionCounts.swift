import Foundation
import TestSupport

/// How many instructions pieces of work take, as callgrind counts them: no noise of the machine touches that.
public struct InstructionCounts: Sendable {
  /// One piece of work.
  public struct Count: Sendable {
    /// What was done.
    public let name: String
    /// The instructions that it took each time.
    public let instructions: Double
  }

  /// Why they could not be had.
  public struct Failure: Error, CustomStringConvertible {
    /// In words.
    public let description: String
  }

  /// What the counts depend on.
  public let circumstances: Circumstances
  /// In the order in which they were made.
  public let counts: [Count]

  /// Counts that were made elsewhere.
  public init(_ circumstances: Circumstances, _ counts: [(name: String, instructions: Double)]) {
    self.circumstances = circumstances
    self.counts = counts.map { Count(name: $0.name, instructions: $0.instructions) }
  }

  /// Counts.
  ///
  /// - Parameters:
  ///   - program: `CountedWork`, built for release.
  ///   - swift: the compiler that it was built by.
  public init(of program: String, swift: String = "swift") async throws {
    circumstances = try await Circumstances(swift: swift)
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let result = try await Subprocess.run(
      "valgrind",
      [
        "--quiet", "--tool=callgrind", "--dump-before=getppid", "--callgrind-out-file=\(folder)/counts",
        program,
      ], environment: ["SWIFT_DETERMINISTIC_HASHING": "1"], timeLimit: .seconds(120))
    guard result.isSuccess else { throw Failure(description: "CountedWork under valgrind: \(result)") }
    counts = try result.lines.enumerated().map { index, line in
      let fields = line.split(separator: "\t")
      guard fields.count == 2, let times = Double(fields[1]) else {
        throw Failure(description: "CountedWork said «\(line)»")
      }
      // The first part of each two is what was done before, and warming up.
      let total = try Self.total("\(folder)/counts.\(2 * index + 2)")
      return Count(name: String(fields[0]), instructions: total / times)
    }
  }

  private static func total(_ path: String) throws -> Double {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("totals: ") }),
      let total = Double(line.dropFirst("totals: ".count))
    else { throw Failure(description: "There is no total in what callgrind wrote.") }
    return total
  }

  /// The versions that say with which other counts some may be compared.
  public struct Circumstances: Sendable, Hashable, CustomStringConvertible {
    /// As `6.3.1`.
    public let swift: String
    /// As `x86_64`.
    public let architecture: String
    /// The version of the C library, as `2.36`.
    public let glibc: String

    /// In a line.
    public var description: String { "Swift \(swift), \(architecture), glibc \(glibc)" }

    /// These versions.
    public init(swift: String, architecture: String, glibc: String) {
      (self.swift, self.architecture, self.glibc) = (swift, architecture, glibc)
    }

    fileprivate init(swift: String) async throws {
      let said = try await Subprocess.run(swift, ["--version"]).output
      guard let version = said.firstMatch(of: /Swift version (\S+)/)?.1 else {
        throw Failure(description: "\(swift) does not tell its version: \(said)")
      }
      var names = utsname()
      uname(&names)
      let architecture = withUnsafeBytes(of: names.machine) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      var library = [UInt8](repeating: 0, count: 64)
      let length = library.withUnsafeMutableBytes {
        confstr(Int32(_CS_GNU_LIBC_VERSION), $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count)
      }
      let glibc = String(decoding: library.prefix(length).prefix { $0 != 0 }, as: UTF8.self)
      self.init(
        swift: String(version), architecture: architecture, glibc: glibc.replacing("glibc ", with: ""))
    }
  }
}
