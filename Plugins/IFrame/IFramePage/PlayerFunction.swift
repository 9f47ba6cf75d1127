/// The functions of `YT.Player` that may be called, by YouTube's own names.
///
/// Those of the IFrame API reference, and three that every player of YouTube's has beside them: the options of
/// its modules (captions), and the statistics for nerds.
public enum PlayerFunction: String, Sendable, Hashable, CaseIterable {
  // Playing.
  case playVideo, pauseVideo, stopVideo, seekTo
  // Loading.
  case loadVideoById, cueVideoById, loadPlaylist, cuePlaylist
  // Within a list.
  case nextVideo, previousVideo, playVideoAt, setLoop, setShuffle
  // Sound, speed, size.
  case mute, unMute, isMuted, setVolume, getVolume
  case setPlaybackRate, getPlaybackRate, getAvailablePlaybackRates
  case setSize
  // What it says of itself.
  case getCurrentTime, getDuration, getVideoLoadedFraction, getPlayerState
  case getPlaybackQuality, setPlaybackQuality, getAvailableQualityLevels
  case getPlaylist, getPlaylistIndex, getPlaylistId
  case getVideoData, getVideoUrl, getVideoEmbedCode
  // Its modules.
  case loadModule, unloadModule, getOptions, getOption, setOption
  // Statistics for nerds.
  case showVideoInfo, hideVideoInfo, isVideoInfoVisible
}
