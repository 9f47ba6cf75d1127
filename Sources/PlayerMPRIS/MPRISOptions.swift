/// Who a program is on the session bus, and what else it lets the desktop do.
public struct MPRISOptions: Sendable {
  /// The last part of the bus name, `org.mpris.MediaPlayer2.NAME`: letters, digits, `-` and `_`, no digit first. Whatever
  /// else is in it becomes `_`.
  public var name: String
  /// What people read.
  public var identity: String
  /// The base name of the program's `.desktop` file, without `.desktop`; nil where it has none.
  public var desktopEntry: String?
  /// The URL schemes that ``MPRISPlayer/send(_:)`` takes in a `load`, in lower case. A client's URL of another one is
  /// refused.
  public var schemes: [String]
  /// The MIME types of what it plays.
  public var mimeTypes: [String]
  /// Ends the program; nil where the desktop can't. Called on a thread of the service's own once the caller has been
  /// answered: return at once.
  public var quit: (@Sendable () -> Void)?
  /// Brings the program's window before the person; nil where it has none. Called on any thread: return at once.
  public var raise: (@Sendable () -> Void)?
  /// Whether the desktop's screen saver is held off while a picture plays, by `org.freedesktop.ScreenSaver`.
  public var holdsScreenSaverOff = true
  /// The address of the bus; nil is the session's own.
  public var address: String?

  /// Options for a program of this name.
  public init(name: String, identity: String, desktopEntry: String? = nil) {
    self.name = name
    self.identity = identity
    self.desktopEntry = desktopEntry
    schemes = Self.commonSchemes
    mimeTypes = []
  }

  /// The schemes that files, streams and YouTube's videos come with.
  public static let commonSchemes = ["file", "http", "https", "rtmp", "rtmps", "rtsp", "mms"]
}

extension MPRISOptions {
  /// The bus name, for the first of all that ask for it and for one of several.
  func busName(_ instance: String? = nil) -> String {
    "org.mpris.MediaPlayer2.\(elementName)" + (instance.map { ".\($0)" } ?? "")
  }

  /// A track's id; no path of a track may begin with `/org/mpris` (MPRIS, "mpris:trackid").
  func trackPath(_ number: UInt64) -> String {
    "/\(elementName.map { $0 == "-" ? "_" : String($0) }.joined())/track/\(number)"
  }

  /// The name, as the D-Bus specification wants it ("Message Protocol Names").
  private var elementName: String {
    let letters = name.prefix(100).map { letter in
      letter.isASCII && (letter.isLetter || letter.isNumber) || letter == "-" || letter == "_" ? letter : "_"
    }
    let isDigitFirst = letters.first?.isNumber ?? true
    return (isDigitFirst ? "_" : "") + String(letters)
  }
}
