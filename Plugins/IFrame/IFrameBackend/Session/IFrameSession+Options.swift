import IFramePage
import PlayerKit
import WebView

extension IFrameSession {
  /// Whether the text could be a host's name.
  static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 253 && !text.hasPrefix(".") && !text.hasSuffix(".")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// How the page is made: where its frames may come from.
  static func options(
    _ configuration: PlayerConfiguration, _ endpoints: YouTubeEndpoints
  ) -> WebViewOptions {
    var options = WebViewOptions()
    options.profileDirectory = configuration.youTube.profileDirectory
    if let host = endpoints.host?.dropFirst("https://".count) {
      options.allowedHosts = [String(host)]
      if let certificate = endpoints.trustedCertificate {
        let name = host.prefix { $0 != ":" }
        options.trustedCertificates = [.init(host: String(name), path: certificate)]
      }
    } else {
      // YouTube's own frames hold others: advertisements and sign-in.
      options.allowedHosts = [
        "youtube.com", "youtube-nocookie.com", "google.com", "doubleclick.net", "googlesyndication.com",
        "googleadservices.com", "googlevideo.com", "gstatic.com",
      ]
    }
    return options
  }
}
