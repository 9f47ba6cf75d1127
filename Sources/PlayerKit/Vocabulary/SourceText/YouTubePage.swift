/// What the first piece of a path on YouTube's site leads to.
enum YouTubePage {
  /// `/watch`.
  case watch
  /// `/watch_popup`.
  case watchPopup
  /// `/shorts/ID`, `/live/ID`, `/w/ID`.
  case video
  /// `/embed`, `/v`, `/e`.
  case embed
  /// `/playlist`.
  case playlist
  /// `/watch_videos`.
  case watchVideos
  /// `/attribution_link`.
  case attribution
  /// `/channel/UC…`.
  case channel
  /// `/user/NAME`.
  case user
  /// `/c/NAME`.
  case customName
  /// `/browse/…`.
  case browse
  /// A word that YouTube uses itself, for a page without media.
  case withoutMedia

  /// The page of this name, or nil where YouTube doesn't use the word itself.
  init?(_ name: ByteRun) {
    switch name.count {
    case 1 where name.equalsFolded("v"), 1 where name.equalsFolded("e"): self = .embed
    case 1 where name.equalsFolded("w"): self = .video
    case 1 where name.equalsFolded("c"): self = .customName
    case 4 where name.equalsFolded("live"): self = .video
    case 4 where name.equalsFolded("user"): self = .user
    case 5 where name.equalsFolded("watch"): self = .watch
    case 5 where name.equalsFolded("embed"): self = .embed
    case 6 where name.equalsFolded("shorts"): self = .video
    case 6 where name.equalsFolded("browse"): self = .browse
    case 7 where name.equalsFolded("channel"): self = .channel
    case 8 where name.equalsFolded("playlist"): self = .playlist
    case 11 where name.equalsFolded("watch_popup"): self = .watchPopup
    case 12 where name.equalsFolded("watch_videos"): self = .watchVideos
    case 16 where name.equalsFolded("attribution_link"): self = .attribution
    default:
      guard Self.isReserved(name) else { return nil }
      self = .withoutMedia
    }
  }

  /// Whether YouTube uses the word for something of its own, so that it is nobody's custom name.
  private static func isReserved(_ name: ByteRun) -> Bool {
    guard let words = reservedWords(ofLength: name.count) else { return false }
    var start = 0
    while start < words.utf8CodeUnitCount {
      if name.matchesFolded(words, from: start) { return true }
      start += name.count + 1
    }
    return false
  }

  /// The reserved words of one length, with one space between any two.
  private static func reservedWords(ofLength length: Int) -> StaticString? {
    switch length {
    case 1: "a d g i p s t"
    case 2: "sb sw tv vi yt"
    case 3: "ads afl api app img new red rss you yts"
    case 4: "apps cast clip feed help jobs kids news oops pair post shop show"
    case 5: "about brand error feeds legal login music press shows terms topic video"
    case 6:
      """
      artist charts device gaming google logout movies oembed player search signin signup source \
      sports static studio upload verify videos
      """
    case 7:
      """
      account comment csi_204 devices explore hashtag premium privacy profile results stories vi_webp
      """
    case 8:
      """
      channels comments creators learning manifest messages partners podcasts redirect settings \
      shopping sitemaps testtube trending youtubei
      """
    case 9:
      """
      community dashboard error_204 get_video live_chat my_videos myaccount originals playables \
      playlists ptracking purchases timedtext
      """
    case 10: "iframe_api my_account player_204 player_api storefront verify_age watch_ajax"
    case 11: "attribution live_events memberships select_site watch_later"
    case 12: "audiolibrary generate_204 my_favorites my_playlists parent_tools service_ajax"
    case 13: "notifications reporthistory subscriptions video_manager"
    case 14: "get_video_info live_dashboard my_live_events signin_passive view_play_list"
    case 15: "account_privacy account_sharing howyoutubeworks"
    case 16:
      """
      account_advanced account_playback channel_switcher live_chat_replay my_subscriptions \
      paid_memberships
      """
    case 18: "supported_browsers view_all_playlists"
    case 19: "annotations_invideo subscription_center"
    case 20: "subscription_manager"
    case 21: "account_notifications"
    default: nil
    }
  }
}
