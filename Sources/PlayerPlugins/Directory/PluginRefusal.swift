/// Why a plugin, or a folder of them, is refused.
struct PluginRefusal: Error, Hashable {
  /// A full sentence.
  let reason: String
  let remedy: String
  /// The plugin's id, where it is known by then.
  var id: String?

  init(_ reason: String, remedy: String, id: String? = nil) {
    self.reason = reason
    self.remedy = remedy
    self.id = id
  }
}
