/// The codes of errors on the wire: those of JSON-RPC 2.0, section 5.1, and the one that this protocol adds.
enum WireCode: Int, Sendable {
  case notJSON = -32700
  case invalidRequest = -32600
  case unknownMethod = -32601
  case invalidParameters = -32602
  /// The player's own error, which is in `data`.
  case playerError = -32000
}
