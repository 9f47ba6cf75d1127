/// How a ``WebPage`` is made.
public struct WebViewOptions: Sendable {
  /// A certificate that is trusted for one host besides what the system trusts.
  public struct TrustedCertificate: Hashable, Sendable {
    /// The host's name or address, without a port.
    public var host: String
    /// The path of a PEM file.
    public var path: String

    /// A certificate for a host.
    public init(host: String, path: String) {
      self.host = host
      self.path = path
    }
  }

  /// Where cookies and caches are kept; nil: in memory, until the program's last page is closed.
  public var profileDirectory: String?
  /// What the page's `User-Agent` says besides WebKit's own words; nil: nothing.
  public var applicationName: String?
  /// The hosts that frames of the page may show, over https: `youtube.com` stands for its subdomains too. With a
  /// port, as `127.0.0.1:8443`, for that port alone.
  public var allowedHosts: [String] = []
  /// Certificates that are trusted besides the system's.
  public var trustedCertificates: [TrustedCertificate] = []
  /// Whether the graphics card draws; nil: where there is one.
  public var hardwareAcceleration: Bool?
  /// Whether WebKit's inspector can be opened from the context menu.
  public var developerExtras = false

  /// The usual ones.
  public init() {}
}
