/// URI references against a base (RFC 3986, section 5.2), as bytes.
enum ReferenceBase {
  /// The reference as it stands where `base` is the base: absolute if either is, else relative to where the base is.
  static func resolve(_ reference: [UInt8], against base: [UInt8]?) -> [UInt8] {
    guard let base, !base.isEmpty, schemeLength(reference) == nil else { return reference }
    let slash = UInt8(ascii: "/")
    let scheme = schemeLength(base).map { base[..<($0 + 1)] } ?? []
    if reference.starts(with: "//".utf8) { return scheme + reference }
    var rest = base[scheme.count...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    var authority: ArraySlice<UInt8> = []
    if rest.starts(with: "//".utf8) {
      let length = rest.dropFirst(2).prefix { $0 != slash }.count + 2
      authority = rest.prefix(length)
      rest = rest.dropFirst(length)
    }
    let front = Array(scheme) + authority
    switch reference.first {
    case nil, UInt8(ascii: "?"), UInt8(ascii: "#"): return front + rest + reference
    case slash: return front + (front.isEmpty ? reference : withoutDots(reference))
    default: break
    }
    let folder = rest.lastIndex(of: slash).map { Array(rest[...$0]) } ?? (authority.isEmpty ? [] : [slash])
    // Relative to a folder nothing can be taken back: `..` may lead through a symbolic link.
    return front + (front.isEmpty ? folder + reference : withoutDots(folder + reference))
  }

  /// The length of the scheme that the text begins with; nil where it begins with none. A single letter is a drive of
  /// Windows's.
  static func schemeLength(_ text: some RandomAccessCollection<UInt8>) -> Int? {
    guard let first = text.first, isLetter(first) else { return nil }
    let length = text.prefix { byte in
      isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "+-.".utf8.contains(byte)
    }.count
    guard length > 1, text.dropFirst(length).first == UInt8(ascii: ":") else { return nil }
    return length
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte.asciiLowercased
  }

  /// A path, perhaps with a query behind it, without `.` and `..`.
  private static func withoutDots(_ reference: [UInt8]) -> [UInt8] {
    let path = reference.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    var segments: [ArraySlice<UInt8>] = []
    let all = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, segment) in all.enumerated() {
      let isLast = index == all.count - 1
      if segment.elementsEqual(".".utf8) {
        if isLast { segments.append([]) }
      } else if segment.elementsEqual("..".utf8) {
        // The first is the nothing in front of the first slash.
        if segments.count > 1 { segments.removeLast() }
        if isLast { segments.append([]) }
      } else {
        segments.append(segment)
      }
    }
    return Array(segments.joined(separator: [UInt8(ascii: "/")])) + reference[path.endIndex...]
  }
}
