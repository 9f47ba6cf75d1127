/// What a YouTube link's query and fragment say, as written. Of a repeated key the first counts.
struct LinkParameters {
  var video: ByteRun?
  var list: ByteRun?
  var listType: ByteRun?
  var index: ByteRun?
  var videoIDs: ByteRun?
  var playlist: ByteRun?
  var channel: ByteRun?
  /// The link inside a link: `u` of an attribution.
  var inner: ByteRun?
  /// The link inside a link: `continue` of a consent page.
  var continuation: ByteRun?
  private var queryTimes = Times()
  private var fragmentTimes = Times()

  /// The keys that say when to begin and to end.
  private struct Times {
    var start: ByteRun?
    var t: ByteRun?
    var timeContinue: ByteRun?
    var end: ByteRun?

    mutating func take(_ key: ByteRun, _ value: ByteRun) {
      switch key.count {
      case 1 where key.equals("t"): t = t ?? value
      case 3 where key.equals("end"): end = end ?? value
      case 5 where key.equals("start"): start = start ?? value
      case 13 where key.equals("time_continue"): timeContinue = timeContinue ?? value
      default: break
      }
    }
  }

  /// What stands behind the `#`, where there is one.
  private(set) var fragment: ByteRun?

  /// Reads what stands behind a link's path, with its own first letter.
  mutating func read(_ text: ByteRun) {
    var reader = LinkPairReader(text)
    while let pair = reader.next() {
      if reader.isInFragment { fragmentTimes.take(pair.key, pair.value) } else { take(pair.key, pair.value) }
    }
    fragment = reader.fragmentStart.map(text.from)
  }

  /// Where to begin, in seconds: `start` beats `t` beats `time_continue`; what is no time is ignored.
  var start: Double? {
    Self.time(queryTimes.start, fragmentTimes.start) ?? Self.time(queryTimes.t, fragmentTimes.t)
      ?? Self.time(queryTimes.timeContinue, fragmentTimes.timeContinue)
  }

  /// Where to end, in seconds; what is no time is ignored.
  var end: Double? {
    Self.time(queryTimes.end, fragmentTimes.end)
  }

  /// The index, counted from 0; a link counts from 1. What is no index is ignored.
  var itemIndex: Int? {
    guard let index, index.count > 0 else { return nil }
    var number = 0
    for position in 0..<index.count {
      guard let digit = index[position].decimalValue else { return nil }
      let (product, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = product.addingReportingOverflow(Int(digit))
      guard !overflows, !overflowsToo else { return nil }
      number = sum
    }
    return number > 0 ? number - 1 : nil
  }

  @inline(__always)
  private static func time(_ query: ByteRun?, _ fragment: ByteRun?) -> Double? {
    query.flatMap(time) ?? fragment.flatMap(time)
  }

  private static func time(_ value: ByteRun) -> Double? {
    value.decodedValue { MediaTime.seconds(parsing: $0, allowsFraction: false) }
  }

  private mutating func take(_ key: ByteRun, _ value: ByteRun) {
    switch key.count {
    case 1 where key.equals("v"): video = video ?? value
    case 1 where key.equals("u"): inner = inner ?? value
    case 4 where key.equals("list"): list = list ?? value
    case 5 where key.equals("index"): index = index ?? value
    case 7 where key.equals("channel"): channel = channel ?? value
    case 8 where key.equals("listType"): listType = listType ?? value
    case 8 where key.equals("playlist"): playlist = playlist ?? value
    case 8 where key.equals("continue"): continuation = continuation ?? value
    case 9 where key.equals("video_ids"): videoIDs = videoIDs ?? value
    default: queryTimes.take(key, value)
    }
  }
}

/// The keys and values of a query and of a fragment, in turn.
///
/// They stand between `&` or `&amp;`; a key without `=` has an empty value.
private struct LinkPairReader {
  private let text: ByteRun
  private var position = 0
  /// Where the fragment begins, behind its `#`, once that has been reached.
  private(set) var fragmentStart: Int?
  /// Whether the last pair stands in the fragment.
  private(set) var isInFragment = false

  /// Reads from a `?`, `&` or `#` on.
  init(_ text: ByteRun) {
    self.text = text
  }

  mutating func next() -> (key: ByteRun, value: ByteRun)? {
    guard position < text.count else { return nil }
    // The byte at the position is the one that ends the pair before.
    if text[position] == UInt8(ascii: "#"), fragmentStart == nil {
      isInFragment = true
      fragmentStart = position + 1
    } else if text[position] == UInt8(ascii: "&"), text.starts(with: "amp;", at: position + 1) {
      position += 4
    }
    let pair = text.from(position + 1)
    // Only the first `#` ends something; in a fragment `&` is compared twice instead.
    let stop = isInFragment ? UInt8(ascii: "&") : UInt8(ascii: "#")
    let keyEnd = pair.end { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "&") || $0 == stop }
    let end = pair.end(from: keyEnd) { $0 == UInt8(ascii: "&") || $0 == stop }
    position += 1 + end
    return (pair.upTo(keyEnd), pair.upTo(end).from(min(keyEnd + 1, end)))
  }
}
