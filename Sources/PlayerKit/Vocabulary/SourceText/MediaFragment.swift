/// The part of a medium that a URL's fragment names, as in `#t=10,20`: the W3C's «Media Fragments URI 1.0»,
/// section 4.2.1, with the times that ``MediaTime`` reads.
struct MediaFragment {
  /// Where the `#` stands.
  let position: Int
  let start: Double?
  let end: Double?

  /// The fragment at the end of a URL, or nil where there is none of this form and the `#` is part of a name.
  init?(endOf url: ByteRun) {
    var hash = url.count - 1
    while hash >= 0, url[hash] != UInt8(ascii: "#") { hash -= 1 }
    guard hash >= 0, url.starts(with: "#t=", at: hash) else { return nil }
    let times = url.from(hash + 3)
    let comma = times.index(of: UInt8(ascii: ","))
    position = hash
    let first = times.upTo(comma ?? times.count)
    start = first.isEmpty ? nil : MediaTime.seconds(parsing: first, allowsFraction: true)
    end = comma.flatMap { MediaTime.seconds(parsing: times.from($0 + 1), allowsFraction: true) }
    let isRead = (first.isEmpty || start != nil) && (comma == nil || end != nil)
    guard isRead, start != nil || end != nil, (end ?? .infinity) > (start ?? 0) else { return nil }
  }
}
