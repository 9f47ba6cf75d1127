import IFramePage
import PlayerKit

/// The sample of `docs/iframe.md`.
enum HostingSample {
  static func page(for text: String) throws -> String {
    var configuration = IFramePage.Configuration()
    configuration.commands = [
      .open(
        try PageOpening(
          player: 1, source: PlayerSource(parsing: text), parameters: YouTubeParameters(), autoPlay: true))
    ]
    return IFramePage.html(configuration)
  }
}
