extension OptionSpec {
  /// Sets what the option says.
  ///
  /// - Parameters:
  ///   - value: what was given for it; nil where it stands alone.
  ///   - written: the option as the person wrote it.
  ///   - isOpposite: whether it was its ``opposite`` that was written.
  /// - Returns: the value that stands for the option by its own name.
  @discardableResult
  func apply(
    _ value: [UInt8]?, to settings: inout Settings, written: String, isOpposite: Bool = false
  ) throws(UsageError) -> [UInt8] {
    switch effect {
    case .flag(let set):
      if value != nil { throw UsageError("The option \(written) takes no value.") }
      set(&settings)
      return Array("yes".utf8)
    case .toggle(let set):
      let isOn = try value.map { (value) throws(UsageError) in try isYes(value, written) } ?? true
      set(&settings, isOn != isOpposite)
      return Array((isOn != isOpposite ? "yes" : "no").utf8)
    case .file(let set):
      let name = value ?? []
      if name.isEmpty { throw UsageError("The option \(written) needs the name of a file.") }
      set(&settings, name)
    case .folder(let set):
      let name = try text(value, written)
      if name.isEmpty { throw UsageError("The option \(written) needs the name of a folder.") }
      set(&settings, name)
    case .value(_, let set): try set(&settings, text(value, written))
    }
    return value ?? []
  }

  private func isYes(_ value: [UInt8], _ written: String) throws(UsageError) -> Bool {
    switch value {
    case Array("yes".utf8): return true
    case Array("no".utf8): return false
    default: throw UsageError("The value “\(Text.shown(value))” of \(written) is not yes or no.")
    }
  }

  private func text(_ value: [UInt8]?, _ written: String) throws(UsageError) -> String {
    if let text = String(validating: value ?? [], as: UTF8.self) { return text }
    throw UsageError("The value of \(written) is not UTF-8 text.")
  }
}
