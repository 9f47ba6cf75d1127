/// The MIME types of what is played, as the desktop is told them: those of the desktop's entry.
enum MediaTypes {
  static let all = [
    "application/mxf", "application/ogg", "application/vnd.apple.mpegurl", "application/vnd.ms-asf",
    "application/vnd.rn-realmedia", "application/xspf+xml", "audio/aac", "audio/ac3", "audio/flac",
    "audio/mp2", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/vnd.dts", "audio/vnd.rn-realaudio",
    "audio/webm", "audio/x-aiff", "audio/x-ape", "audio/x-flac+ogg", "audio/x-m4b", "audio/x-matroska",
    "audio/x-mpegurl", "audio/x-ms-wma", "audio/x-musepack", "audio/x-opus+ogg", "audio/x-scpls",
    "audio/x-speex", "audio/x-speex+ogg", "audio/x-tta", "audio/x-vorbis+ogg", "audio/x-wav",
    "audio/x-wavpack", "video/3gpp", "video/3gpp2", "video/dv", "video/mp2t", "video/mp4", "video/mpeg",
    "video/ogg", "video/quicktime", "video/webm", "video/x-flv", "video/x-m4v", "video/x-matroska",
    "video/x-ms-wmv", "video/x-msvideo", "video/x-ogm+ogg", "video/x-theora+ogg",
  ]
}
