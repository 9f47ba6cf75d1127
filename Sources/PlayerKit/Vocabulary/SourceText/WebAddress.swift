/// What stands behind `//` in a URL: the authority, and the rest with its own first letter.
struct WebAddress {
  /// User, host and port, as written.
  let authority: ByteRun
  /// Path, query and fragment, as written.
  let rest: ByteRun

  /// Takes apart what stands behind `//`.
  init(_ text: ByteRun) {
    let end = text.end { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    authority = text.upTo(end)
    rest = text.from(end)
  }

  /// Whether neither a host nor anything that could be one is named.
  var lacksHost: Bool {
    authority.isEmpty || authority[0] == UInt8(ascii: ":")
  }

  /// The host where it is YouTube's and nothing but the port that is the scheme's own stands beside it.
  func youTubeHost(ownPort: Int?) -> YouTubeHost? {
    guard let colon = authority.index(of: UInt8(ascii: ":")) else { return YouTubeHost(authority) }
    guard isOwn(port: authority.from(colon + 1), ownPort) else { return nil }
    return YouTubeHost(authority.upTo(colon))
  }

  /// Whether a port, as written, is none or the scheme's own.
  private func isOwn(port: ByteRun, _ ownPort: Int?) -> Bool {
    var number = 0
    for index in 0..<port.count {
      guard let digit = port[index].decimalValue, number < 65536 else { return false }
      number = number * 10 + Int(digit)
    }
    return port.isEmpty || number == ownPort
  }
}
