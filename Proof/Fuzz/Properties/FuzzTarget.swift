/// What reads bytes that somebody else wrote, and what holds of it whatever they are.
///
/// `make fuzz` looks for bytes of which it does not hold; the tests try the seeds, and all bytes that were found so.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// The source parser.
  case source
  /// The parser of times.
  case time
  /// A line of the JSON form that should be an action.
  case action
  /// A line of the JSON form that should be an event.
  case event
  /// The other values of the JSON form: sources, states, configurations, queues, …
  case json
  /// What a plugin writes, as its host reads it.
  case plugin
  /// What a host writes, as the plugin reads it.
  case host
  /// A stream that is cut into lines.
  case lines
  /// A plugin's manifest.
  case manifest
  /// List files of all formats.
  case list
  /// The configuration file.
  case configuration
  /// The file of the places where sources go on.
  case places
  /// What a terminal sends.
  case keys
  /// The command line.
  case arguments
  /// What the page with YouTube's player reports.
  case page
  /// What yt-dlp tells of an address.
  case ytdlp

  /// Reads the bytes, and throws a ``Violation`` where something does not hold that should.
  func check(_ bytes: [UInt8]) throws {
    switch self {
    case .source: try SourceProperties.checkSource(bytes)
    case .time: try SourceProperties.checkTime(bytes)
    case .action: try JSONProperties.checkAction(bytes)
    case .event: try JSONProperties.checkEvent(bytes)
    case .json: try JSONProperties.checkValues(bytes)
    case .plugin: try ProtocolProperties.checkPluginMessage(bytes)
    case .host: try ProtocolProperties.checkHostMessage(bytes)
    case .lines: try ProtocolProperties.checkLines(bytes)
    case .manifest: try ProtocolProperties.checkManifest(bytes)
    case .list: try ListProperties.check(bytes)
    case .configuration: try CommandProperties.checkConfiguration(bytes)
    case .places: try CommandProperties.checkPlaces(bytes)
    case .keys: try CommandProperties.checkKeys(bytes)
    case .arguments: try CommandProperties.checkArguments(bytes)
    case .page: try BackendProperties.checkPageReport(bytes)
    case .ytdlp: try BackendProperties.checkYtDlpDescription(bytes)
    }
  }

  /// The greatest length of an input, in bytes: more than the reader takes, where it takes no more than so much.
  var greatestLength: Int {
    switch self {
    case .time: 256
    case .keys, .arguments: 4 << 10
    case .source, .configuration, .manifest, .page: 16 << 10
    case .action, .event, .json, .plugin, .host, .lines, .list, .places, .ytdlp: 64 << 10
    }
  }
}

/// Something that does not hold.
struct Violation: Error, CustomStringConvertible {
  let description: String
}

/// Throws a ``Violation`` unless the condition holds.
func hold(_ condition: Bool, _ violation: @autoclosure () -> String) throws {
  if !condition { throw Violation(description: violation()) }
}
