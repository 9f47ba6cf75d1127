import CGIO

/// The desktop's screen saver, which a player holds off while it shows a picture.
///
/// By `org.freedesktop.ScreenSaver`, where a desktop has it: nothing is started for that, and where there is none nothing
/// happens. What is held ends with the connection. Used on the thread of its loop alone.
///
/// <https://specifications.freedesktop.org/idle-inhibit-spec/latest/>
final class ScreenSaver {
  private enum Hold {
    case none
    /// Asked for, and not answered yet.
    case asked
    /// By this cookie.
    case held(UInt32)
  }

  private let connection: BusConnection
  /// What people read: who holds it off.
  private let program: String
  private var hold = Hold.none
  private var isWanted = false

  private static let name = "org.freedesktop.ScreenSaver"
  private static let path = "/org/freedesktop/ScreenSaver"

  init(on connection: BusConnection, for program: String) {
    self.connection = connection
    self.program = program
  }

  /// Holds it off, or lets go of it.
  func holdOff(_ isWanted: Bool) {
    guard isWanted != self.isWanted else { return }
    self.isWanted = isWanted
    settle()
  }

  private func settle() {
    switch hold {
    case .none where isWanted:
      hold = .asked
      connection.call(
        Self.name, Self.path, Self.name, "Inhibit", [.string(program), .string("Playing a video")]
      ) { [weak self] values in
        guard let self else { return }
        // Without an answer there is none: it is asked for again when the next picture plays.
        if case .unsigned(let cookie)? = values?.first { hold = .held(cookie) } else { hold = .none }
        if !isWanted { settle() }
      }
    case .held(let cookie) where !isWanted:
      hold = .none
      connection.call(Self.name, Self.path, Self.name, "UnInhibit", [.unsigned(cookie)])
    case .none, .asked, .held: break
    }
  }
}
