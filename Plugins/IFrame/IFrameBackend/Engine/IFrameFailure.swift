import PlayerKit

/// What YouTube's error codes mean (IFrame Player API reference, «onError»; 105 and 152 are seen and not
/// documented).
enum IFrameFailure {
  /// The error that a code of `onError` stands for.
  static func error(_ code: Int) -> PlayerError {
    switch code {
    case 2:
      make(
        .playbackFailed, code, "YouTube's player was given something that it can't read",
        "Check the video's or the list's id.")
    case 5:
      make(
        .playbackFailed, code, "YouTube's player can't play this video here",
        "The web view may lack codecs: install gstreamer1.0-libav and gstreamer1.0-plugins-bad. "
          + "`--backend mpv` may play it too, with yt-dlp.")
    case 100, 105:
      make(
        .notFound, code, "YouTube has no such video, or it is private",
        "Check the id, or look on youtube.com whether the video is still there.")
    case 101, 150:
      make(
        .embeddingNotAllowed, code, "YouTube refused to embed this video",
        "Its owner allows it on youtube.com only; try `--backend mpv`, which needs yt-dlp.")
    case 152, 153:
      make(
        .missingIdentity, code,
        "YouTube refused the page that embeds its player, because it does not say who it is",
        "Let the application id be one that is yours, and nothing take the Referer away; or try "
          + "`--backend mpv`, which needs yt-dlp.")
    default:
      make(
        .unknown, code, "YouTube's player failed in a way that is not documented",
        "Try again later, or try `--backend mpv`, which needs yt-dlp.")
    }
  }

  static let blocked = PlayerError(
    .autoplayBlocked, "The web view does not let YouTube's player start by itself.",
    remedy: "Let it start without sound: `--youtube mutedAutoplayRetry=1`.")

  static func script(_ reason: String) -> PlayerError {
    PlayerError(
      .network, "YouTube's player could not be fetched: \(reason)",
      remedy: "Check the connection to www.youtube.com, and play again.")
  }

  private static func make(
    _ code: PlayerError.Code, _ number: Int, _ what: String, _ remedy: String
  ) -> PlayerError {
    PlayerError(code, "\(what) (code \(number)).", remedy: remedy, backendCode: "\(number)")
  }
}
