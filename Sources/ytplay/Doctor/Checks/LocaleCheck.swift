import Glibc

/// Whether the terminal can be written to in all letters.
enum LocaleCheck {
  static func check(_ machine: Machine) -> MachineCheck {
    .blocking("locale", "locale", whenSilent: .warning) {
      let wanted = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { machine.variables[$0] }.first
      return finding(wanted: wanted, set: charset, machine)
    }
  }

  /// The character set of the environment's locale; nil where there is no such locale.
  static var charset: String? {
    // Of the character set alone, and for nobody else in the process.
    guard let locale = newlocale(1 << LC_CTYPE, "", nil) else { return nil }
    defer { freelocale(locale) }
    return nl_langinfo_l(Int32(CODESET), locale).map { String(cString: $0) }
  }

  /// - Parameters:
  ///   - wanted: what the environment says.
  ///   - set: the character set; nil where there is no such locale.
  static func finding(wanted: String?, set: String?, _ machine: Machine) -> Finding {
    let name = Text.safe(wanted ?? "C, since LANG is not set")
    switch set {
    case "UTF-8"?: return .ok(name)
    case let set?:
      return Finding(
        .warning, "\(name): \(set), so that titles lose their letters, and the status line is plain.",
        .advice("export LANG=C.UTF-8, or choose another one: \(machine.asRoot("dpkg-reconfigure locales"))."))
    case nil:
      return Finding(
        .warning, "There is no locale \(name), so that titles lose their letters.",
        .install(
          "locales", advice: "Then \(machine.asRoot("dpkg-reconfigure locales")); or export LANG=C.UTF-8."))
    }
  }
}
