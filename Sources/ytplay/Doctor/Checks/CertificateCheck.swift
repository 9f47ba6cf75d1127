import Glibc

/// The certificates by which encrypted connections know whom they lead to.
enum CertificateCheck {
  /// Where systems keep them for all programs, in one file.
  private static let places = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
  ]

  static func check(_ machine: Machine) -> MachineCheck {
    .blocking("certificates", "certificates") { finding(places, isDesktop: machine.isDesktop) }
  }

  /// - Parameter places: one of these is enough.
  static func finding(_ places: [String], isDesktop: Bool) -> Finding {
    for place in places {
      var status = stat()
      if stat(place, &status) == 0, status.st_size > 0, access(place, R_OK) == 0 { return .ok(place) }
    }
    // mpv does not ask for them by itself; WebKit and yt-dlp do.
    return Finding(
      isDesktop ? .problem : .warning, "There are none, so that YouTube is not trusted and not spoken to.",
      .install("ca-certificates"))
  }
}
