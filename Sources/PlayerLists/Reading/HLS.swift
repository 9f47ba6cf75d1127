/// Streams whose description looks like a list (RFC 8216).
enum HLS {
  /// Whether these are the bytes of one.
  static func isStream(_ bytes: [UInt8]) -> Bool {
    let text = ListText.withoutUTF16(bytes)
    guard PlayerList.Format(beginning: text.prefix(4096)) == .m3u else { return false }
    return ListLines(text).contains { $0.bytes.starts(with: "#EXT-X-".utf8) }
  }
}
