/// Which addresses a page's frames may show, and which may be handed to the person's browser.
struct WebLinks {
  /// Hosts, each with its subdomains, some with a port.
  var allowedHosts: [String] = []

  /// Whether a frame may show this.
  func allowsFrame(_ address: String) -> Bool {
    // It has its parent's origin and rights, no more. An empty frame is empty before it asks.
    if address == "about:srcdoc" { return true }
    guard let authority = Self.authority(address, schemes: ["https"]) else { return false }
    return allowedHosts.contains { allowed in
      let allowed = allowed.lowercased()
      let host =
        allowed.contains(":") || !authority.hasSuffix(":443") ? authority : String(authority.dropLast(4))
      return host == allowed || host.hasSuffix("." + allowed)
    }
  }

  /// Whether this may be opened by the person's browser.
  static func isWebAddress(_ address: String) -> Bool {
    authority(address, schemes: ["http", "https"]) != nil
  }

  /// Host and port of an address as WebKit writes it; nil with another scheme.
  private static func authority(_ address: String, schemes: [String]) -> String? {
    guard let colon = address.firstIndex(of: ":"),
      schemes.contains(address[..<colon].lowercased()),
      address[colon...].hasPrefix("://")
    else { return nil }
    let authority = address[colon...].dropFirst(3).prefix { !"/?#\\".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return host.isEmpty ? nil : host.lowercased()
  }
}
