import Glibc
import PlayerKit

/// A backend that behaves, well or badly, as an action tells it to.
///
/// | action | what it does |
/// | --- | --- |
/// | `setVolume` | says the volume |
/// | `play` | is never taken |
/// | `pause` | says in the log that it hangs, and blocks the thread that it is called on, for good |
/// | `stop` | prints to standard output in three ways |
/// | `clear` | reads standard input to its end, and says in the log what was in it |
/// | `seek` to N | says N times what the time is, and then that it has landed |
/// | `duration` | says the time all the time, from a thread of its own, also when it has been shut down |
/// | `mute` | says a list that is too long for a line |
/// | `screenshot` | says in the log which descriptors its children would inherit |
/// | `next` | is refused |
///
/// Its place among the pages of a window it says in the log.
final class TestBackend: PresentingBackend {
  static let descriptor = BackendDescriptor(
    id: "test", name: "Test", version: "1", kinds: [.stream: .init(priority: 1)], capabilities: [.items])

  private let emit: BackendProvider.Emit
  private let hangsAtShutDown: Bool

  private init(_ emit: @escaping BackendProvider.Emit, hangsAtShutDown: Bool) {
    self.emit = emit
    self.hangsAtShutDown = hangsAtShutDown
  }

  static func provider(hangsAtShutDown: Bool) -> BackendProvider {
    BackendProvider(descriptor: descriptor) {
      // Slowly, so that what is sent behind the question waits for the answer.
      try? await Task.sleep(for: .milliseconds(100))
      return .unavailable(reason: "it is a test", remedy: "Go on.")
    } make: { (configuration, emit) async throws(PlayerError) in
      emit(.ready)
      emit(.volumeChanged(50))
      if configuration.audioDevice == "broken" {
        throw PlayerError(.backendUnavailable, "There is no such device.", backend: "test")
      }
      return TestBackend(emit, hangsAtShutDown: hangsAtShutDown)
    }
  }

  /// One whose backend is no ``PresentingBackend``.
  static let pageless = BackendProvider(descriptor: descriptor) {
    .available
  } make: { (_, emit) async throws(PlayerError) in
    emit(.ready)
    return Pageless()
  }

  private struct Pageless: PlayerBackend {
    func perform(_ action: PlayerAction) async throws(PlayerError) {}
    func shutDown() async {}
  }

  func perform(_ action: PlayerAction) async throws(PlayerError) {
    switch action {
    case .setVolume(let volume): emit(.volumeChanged(volume))
    case .play: await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    case .pause:
      emit(.log(.info, "hangs"))
      Self.block()
    case .stop: Self.printAll()
    case .clear: emit(.log(.info, "read \(Self.readInput())"))
    case .seek(.to(let count), precise: _):
      for time in 1...Int(count) { emit(.timeChanged(Double(time))) }
      emit(.seeked(at: count))
    case .duration: keepTelling()
    case .mute:
      let title = String(repeating: "x", count: 1000)
      emit(.itemsChanged((0..<4500).map { PlayerItem(id: "\($0)", title: title) }, index: 3))
    case .screenshot:
      let descriptors = Self.inheritedDescriptors().filter { !Self.inheritedAtStart.contains($0) }
      emit(.log(.info, "passes on \(descriptors)"))
    case .next: throw PlayerError(.nothingLoaded, "There is nothing.", remedy: "Load.", backend: "test")
    default: throw PlayerError(.unsupported, "The test backend does not \(action.name).", backend: "test")
    }
  }

  func present(_ presentation: PlayerPresentation) async throws(PlayerError) {
    emit(.log(.info, "page \(presentation.page), in front \(presentation.isFront), \(presentation.axis)"))
  }

  func shutDown() async {
    if hangsAtShutDown { Self.block() }
  }

  private static func block() -> Never {
    while true { sleep(1000) }
  }

  private static func printAll() {
    print("printed by Swift")
    puts("printed by C")
    let text = "written to the descriptor\n"
    _ = write(1, text, text.utf8.count)
  }

  private static func readInput() -> String {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(0, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    return String(decoding: text, as: UTF8.self)
  }

  private func keepTelling() {
    let emit = emit
    _ = PlainThread.start {
      var time = 0.0
      while true {
        time += 1
        emit(.timeChanged(time))
        usleep(1000)
      }
    }
  }

  /// The descriptors beside the standard ones that a child of this process gets.
  private static func inheritedDescriptors() -> [Int32] {
    (3..<1024).filter { descriptor in
      let flags = fcntl(descriptor, F_GETFD)
      return flags >= 0 && flags & FD_CLOEXEC == 0
    }
  }

  /// Those of them that whoever started this program has left to it, but for the one that a host hands over.
  private static let inheritedAtStart = inheritedDescriptors().filter { $0 != 3 }

  /// Notes what the program starts with.
  static func noteStart() {
    _ = inheritedAtStart
  }
}
