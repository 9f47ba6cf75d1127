import PlayerKit

/// What became of a command.
public enum PageResult: Sendable, Hashable {
  /// It was done, and there is nothing to tell.
  case done
  /// It was done, and this is the answer.
  case value(JSONValue)
  /// The player has no such function, or there is no player, or the command is not one.
  case missing
  /// The player's function threw this.
  case thrown(String)

  /// What the player said of itself, where it was asked by ``PageCommand/read``.
  public var info: PlayerInfo? {
    guard case .value(let value) = self else { return nil }
    return PlayerInfo(value)
  }

  /// Reads the answer to a text of commands: one result for each, in their order; nil where it is none.
  public static func read(_ text: String) -> [PageResult]? {
    let value = try? JSONLine.decode(
      JSONValue.self, from: Array(text.utf8), maximumLength: PageReport.maximumLength)
    guard case .array(let values) = value else { return nil }
    return values.map { value in
      guard let fields = LooseFields(value) else { return .done }
      if let value = fields["value"] { return .value(value) }
      if let message = fields.text("thrown") { return .thrown(message) }
      return fields.bool("missing") == true ? .missing : .done
    }
  }
}
