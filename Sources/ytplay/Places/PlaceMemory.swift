import PlayerKit

/// The places that there were when the program began, and what they mean for its sources.
struct PlaceMemory: Sendable {
  /// Nil where the person has no folder for it.
  let store: PlaceStore?
  /// Where sources go on; empty where they do not.
  private(set) var book = PlaceBook()
  /// Which of the sources that could be read comes first; nil is the first of them.
  private(set) var firstIndex: Int?
  /// What went wrong, in sentences.
  private(set) var warnings: [String] = []
  /// What named the sources, where they are several.
  private let inputs: [[UInt8]]
  private let isQueue: Bool

  /// The key of the queue, where sources go on; nil for a single source.
  private(set) var queue: String?

  /// Finds the key of the queue; nil for a single source. Files are asked for on the disk.
  func findQueue() -> String? { isQueue ? PlaceKey.ofQueue(inputs) : nil }

  private init(_ invocation: Invocation, _ sources: [PlayerSource]) {
    store = PersonalFolders.state.map(PlaceStore.init(folder:))
    inputs = invocation.operands.map(\.bytes) + invocation.options.lists
    // A list on standard input is another one each time.
    isQueue = sources.count > 1 && !inputs.contains(Array("-".utf8))
  }

  /// Reads what there is, where sources are to go on.
  ///
  /// The disk is waited for on a thread of its own.
  static func load(_ invocation: Invocation, _ sources: [PlayerSource]) async -> PlaceMemory {
    let memory = PlaceMemory(invocation, sources)
    guard invocation.options.resumes else { return memory }
    return await PlainThread.result { memory.reading(sources) }
  }

  private func reading(_ sources: [PlayerSource]) -> PlaceMemory {
    var memory = self
    guard let store else {
      memory.warnings = ["There is no folder to keep places in; set HOME or XDG_STATE_HOME."]
      return memory
    }
    do throws(StateFile.Failure) {
      memory.book = try store.read { memory.warnings.append($0) }
    } catch {
      memory.warnings.append(error.message)
    }
    memory.queue = findQueue()
    if let key = memory.queue, let front = memory.book[key]?.source {
      memory.firstIndex = sources.firstIndex { PlaceKey.of($0) == front }
    }
    return memory
  }
}
