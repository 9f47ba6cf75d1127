/// What a ``FaultServer`` answers to a request: a file, delivered whole or with a fault.
public struct FaultAnswer: Sendable {
  /// How the receiver can tell where the body ends.
  public enum Framing: Sendable {
    /// By its true length.
    case length
    /// By a length that is not its own.
    case falseLength(Int)
    /// In chunks.
    case chunks
    /// By the connection's end alone.
    case untilClosed
  }

  /// What happens to a connection midway.
  public enum Break: Sendable {
    /// Nothing more comes, and the connection stays open.
    case stall
    /// The connection is closed, as if all had been sent.
    case close
    /// The connection is reset, so that the receiver gets an error.
    case reset
  }

  struct Interruption: Sendable {
    /// The byte of the file before which it happens; negative is before the answer's head.
    let offset: Int
    let kind: Break
    /// How many of the path's requests it happens to.
    let times: Int
  }

  var status = 200
  var headers: [String] = []
  var body: [UInt8]
  var framing = Framing.length
  var takesRanges = true
  /// Of the body; nil is as fast as it goes.
  var bytesPerSecond: Int?
  var interruption: Interruption?
  /// What is sent instead of an answer in HTTP.
  var raw: [UInt8]?

  private init(_ body: [UInt8] = []) {
    self.body = body
  }

  /// The file, without a fault.
  public static func file(
    _ bytes: [UInt8], ranges: Bool = true, framing: Framing = .length, bytesPerSecond: Int? = nil
  ) -> FaultAnswer {
    var answer = FaultAnswer(bytes)
    answer.takesRanges = ranges
    answer.framing = framing
    answer.bytesPerSecond = bytesPerSecond
    return answer
  }

  /// The file up to a byte, and then what `kind` says, for so many requests; for later ones the whole file.
  public static func broken(
    _ bytes: [UInt8], after offset: Int, _ kind: Break, times: Int = .max, ranges: Bool = true
  ) -> FaultAnswer {
    var answer = file(bytes, ranges: ranges)
    answer.interruption = Interruption(offset: offset, kind: kind, times: times)
    return answer
  }

  /// This status, and a page of HTML.
  public static func status(_ status: Int) -> FaultAnswer {
    var answer = FaultAnswer(Array("<html><body>This is a page.</body></html>".utf8))
    answer.status = status
    answer.headers = ["Content-Type: text/html"]
    answer.takesRanges = false
    if status == 401 { answer.headers.append("WWW-Authenticate: Basic realm=\"a\"") }
    return answer
  }

  /// A page of HTML where media was expected.
  public static var page: FaultAnswer { status(200) }

  /// A redirection to a path or a URL.
  public static func redirect(to target: String) -> FaultAnswer {
    var answer = status(302)
    answer.headers.append("Location: \(target)")
    return answer
  }

  /// Nothing at all; the connection stays open.
  public static var silence: FaultAnswer { broken([], after: -1, .stall) }

  /// No answer: the connection is closed, or reset, as soon as the request has come.
  public static func hangUp(_ kind: Break = .close) -> FaultAnswer { broken([], after: -1, kind) }

  /// Bytes that are no answer in HTTP.
  public static func noise(_ bytes: [UInt8]) -> FaultAnswer {
    var answer = FaultAnswer()
    answer.raw = bytes
    return answer
  }
}

extension FaultAnswer {
  /// The head of the answer, and from where to where the body is sent.
  func head(rangeFrom start: Int?) -> (head: [UInt8], from: Int) {
    let from = takesRanges && status == 200 ? start.map { min($0, body.count) } : nil
    var lines = ["HTTP/1.1 \(from == nil ? status : 206) -", "Connection: close"] + headers
    if takesRanges { lines.append("Accept-Ranges: bytes") }
    if let from { lines.append("Content-Range: bytes \(from)-\(max(body.count - 1, from))/\(body.count)") }
    switch framing {
    case .length: lines.append("Content-Length: \(body.count - (from ?? 0))")
    case .falseLength(let length): lines.append("Content-Length: \(length - (from ?? 0))")
    case .chunks: lines.append("Transfer-Encoding: chunked")
    case .untilClosed: break
    }
    return (Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8), from ?? 0)
  }
}
