/// Libraries that were looked for.
enum Library {
  /// The package of a library, by its file's name, on Debian 12 and 13.
  private static let packages = [
    "libmpv.so.2": "libmpv2",
    "libwebkitgtk-6.0.so.4": "libwebkitgtk-6.0-4",
    "libjavascriptcoregtk-6.0.so.1": "libjavascriptcoregtk-6.0-1",
    "libgtk-4.so.1": "libgtk-4-1",
    "libgstreamer-1.0.so.0": "libgstreamer1.0-0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgio-2.0.so.0": "libglib2.0-0",
    "libgobject-2.0.so.0": "libglib2.0-0",
    "libexpat.so.1": "libexpat1",
    "libstdc++.so.6": "libstdc++6",
    "libxcb.so.1": "libxcb1",
    "libwayland-client.so.0": "libwayland-client0",
  ]

  /// A library that can't be used, with the loader's or the probe's own words.
  static func finding(_ file: String, _ reason: String, _ errors: String = "") -> Finding {
    if let missing = missing(in: reason) {
      let detail = missing == file ? "\(file) is not there." : "\(file) needs \(missing), which is not there."
      return Finding(.problem, detail, remedy(missing))
    }
    let said = errors.isEmpty ? "" : " (\(errors))"
    let package = packages[file].map { Remedy(packages: [$0], advice: "If it is there, install it again.") }
    return Finding(.problem, "\(file) can't be used: \(reason)\(said).", package)
  }

  /// The library that is not there, by the loader's own words or those of the plugins' host; nil where they say
  /// something else.
  static func missing(in text: String) -> String? {
    let words = text.split { " :,\n".contains($0) }
    guard text.contains("cannot open shared object file") || text.contains("needs the library") else {
      return nil
    }
    return words.first { $0.hasPrefix("lib") && $0.contains(".so") }.map(String.init)
  }

  /// How to get a library.
  static func remedy(_ file: String) -> Remedy {
    if let package = packages[file] { return .install(package) }
    return .advice("Install the library \(file).")
  }
}
