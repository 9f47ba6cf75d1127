import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where YouTube's API and its player come from.
///
/// YouTube's own unless a test says otherwise: its stand-in answers for all of YouTube's hosts then.
public struct YouTubeEndpoints: Sendable, Hashable {
  /// The URL of the API's script.
  public var script: String
  /// The origin that takes the place of YouTube's hosts; nil: YouTube's own.
  public var host: String?
  /// A file of PEM: the certificate that is trusted for ``host``; nil: the system's.
  public var trustedCertificate: String?

  /// These endpoints; YouTube's own where nothing is given.
  public init(
    script: String = "https://www.youtube.com/iframe_api", host: String? = nil,
    trustedCertificate: String? = nil
  ) {
    self.script = script
    self.host = host
    self.trustedCertificate = trustedCertificate
  }

  /// YouTube's own.
  public static let youTube = YouTubeEndpoints()

  /// What the environment says, for tests: `YTPLAY_IFRAME_SCRIPT`, `YTPLAY_IFRAME_HOST` and
  /// `YTPLAY_IFRAME_CERTIFICATE`; YouTube's own where it says nothing, or gives a script or a host that is no
  /// https URL.
  public static func fromEnvironment(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> YouTubeEndpoints {
    var endpoints = youTube
    if let script = environment["YTPLAY_IFRAME_SCRIPT"], origin(of: script) != nil {
      endpoints.script = script
    }
    endpoints.host = environment["YTPLAY_IFRAME_HOST"].flatMap(origin)
    endpoints.trustedCertificate = environment["YTPLAY_IFRAME_CERTIFICATE"].flatMap { $0.isEmpty ? nil : $0 }
    return endpoints
  }

  /// The origin of the player on one of YouTube's hosts.
  public func origin(of host: YouTubeParameters.Host) -> String {
    self.host ?? "https://\(host.rawValue)"
  }

  /// The origins that the page takes scripts from, as far as they are origins: those of the API's script, and of the one that it loads.
  var scriptOrigins: [String] {
    if let host { return [host].compactMap(Self.origin) }
    return [script, "https://www.youtube.com", "https://s.ytimg.com"].compactMap(Self.origin)
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The origins that the page shows in a frame.
  var frameOrigins: [String] {
    if let host { return [host].compactMap(Self.origin) }
    return YouTubeParameters.Host.allCases.map { "https://\($0.rawValue)" }
  }

  /// The origin of an https URL; nil where it is none. Its characters are such as a policy can hold.
  static func origin(of url: String) -> String? {
    guard url.hasPrefix("https://") else { return nil }
    let host = url.dropFirst(8).prefix { !"/?#".contains($0) }
    let isPlain = host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"),
        UInt8(ascii: "["), UInt8(ascii: "]"):
        true
      default: false
      }
    }
    return host.isEmpty || !isPlain ? nil : "https://\(host)"
  }
}
