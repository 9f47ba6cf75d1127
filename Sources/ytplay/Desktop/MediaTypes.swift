/// The MIME types of what is played, as the desktop is told them.
enum MediaTypes {
  /// Those of the freedesktop.org shared MIME-info database.
  static let all = audio + video + lists

  private static let audio = [
    "audio/aac", "audio/ac3", "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/opus",
    "audio/vnd.wave", "audio/webm", "audio/x-aiff", "audio/x-ape", "audio/x-matroska", "audio/x-ms-wma",
    "audio/x-musepack", "audio/x-opus+ogg", "audio/x-speex", "audio/x-tta", "audio/x-vorbis+ogg",
    "audio/x-wav", "audio/x-wavpack",
  ]

  private static let video = [
    "video/3gpp", "video/dv", "video/mp2t", "video/mp4", "video/mpeg", "video/ogg", "video/quicktime",
    "video/webm", "video/x-flv", "video/x-matroska", "video/x-ms-asf", "video/x-ms-wmv", "video/x-msvideo",
    "video/x-ogm+ogg", "video/x-theora+ogg",
  ]

  private static let lists = [
    "application/vnd.apple.mpegurl", "application/x-mpegurl", "application/xspf+xml", "audio/x-mpegurl",
    "audio/x-scpls",
  ]
}
