import Glibc
import PlayerKit
import PlayerLists

/// Sources that stand in list files.
extension SourceArgument {
  /// The sources of a command line: those that were named, and behind them those of `--list`.
  ///
  /// The disk is waited for on a thread of its own.
  static func read(_ invocation: Invocation) async -> [SourceArgument] {
    let (operands, options) = (invocation.operands, invocation.options)
    return await withCheckedContinuation { continuation in
      let isRunning = PlainThread.start {
        let named = operands.flatMap { read($0.bytes, start: options.start, end: options.end) }
        let listed = options.lists.flatMap { read(list: $0, start: options.start, end: options.end) }
        continuation.resume(returning: named + listed)
      }
      // A process without room for a thread can't play either.
      if !isRunning { abort() }
    }
  }

  /// The sources of a list file, whatever its name is; `-` is standard input.
  static func read(list input: [UInt8], start: Double? = nil, end: Double? = nil) -> [SourceArgument] {
    let path = input == Array("-".utf8) ? MediaPath("/dev/stdin") : MediaPath(bytes: input)
    return entries(of: path).map { SourceArgument(input: input, $0, start: start, end: end) }
  }

  /// What a list file holds, in its order: what can be played, and why the rest can't.
  static func entries(of path: MediaPath) -> [Entry] {
    let list: PlayerList
    do throws(PlayerError) {
      list = try PlayerList(contentsOf: path)
    } catch {
      return [Entry(.failure(error))]
    }
    var entries: [Entry] = []
    var rejections = list.rejections[...]
    for (position, entry) in list.entries.enumerated() {
      while let rejection = rejections.first, rejection.position <= position {
        entries.append(Entry(.failure(rejection.error)))
        rejections.removeFirst()
      }
      entries.append(Entry(.success(entry.source), title: entry.title))
    }
    entries += rejections.map { Entry(.failure($0.error)) }
    if entries.isEmpty {
      let error = PlayerError(
        .notFound, "The list \(path) is empty.", remedy: "Name another list, or a file.")
      entries = [Entry(.failure(error))]
    }
    return entries
  }
}
