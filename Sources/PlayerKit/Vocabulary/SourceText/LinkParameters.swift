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
  }

  /// Reads a query and a fragment, each without its first letter.
  init(query: ByteRun, fragment: ByteRun) {
    Self.forEachPair(in: query) { key, value in take(key, value) }
    Self.forEachPair(in: fragment) { key, value in Self.take(key, value, &fragmentTimes) }
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

  private static func time(_ query: ByteRun?, _ fragment: ByteRun?) -> Double? {
    query.flatMap(time) ?? fragment.flatMap(time)
  }

  private static func time(_ value: ByteRun) -> Double? {
    value.decoded(.query) { MediaTime.seconds(parsing: $0, allowsFraction: false) }
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
    default: Self.take(key, value, &queryTimes)
    }
  }

  private static func take(_ key: ByteRun, _ value: ByteRun, _ times: inout Times) {
    switch key.count {
    case 1 where key.equals("t"): times.t = times.t ?? value
    case 3 where key.equals("end"): times.end = times.end ?? value
    case 5 where key.equals("start"): times.start = times.start ?? value
    case 13 where key.equals("time_continue"): times.timeContinue = times.timeContinue ?? value
    default: break
    }
  }

  /// Calls `body` with each key and value between `&` or `&amp;`; a key without `=` has an empty value.
  private static func forEachPair(in text: ByteRun, _ body: (ByteRun, ByteRun) -> Void) {
    var start = 0
    while start < text.count {
      var equals: Int?
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "&") {
        if equals == nil, text[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      body(text.upTo(equals ?? end).from(start), text.upTo(end).from(min((equals ?? end) + 1, end)))
      start = end + (text.starts(with: "&amp;", at: end) ? 5 : 1)
    }
  }
}
