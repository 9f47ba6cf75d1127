import CGIO
import PlayerKit

extension PlayerSource {
  /// What to call it where nothing says so.
  var displayName: String {
    switch content {
    case .file(let path): path.name
    case .stream("-"): ""
    default: text
    }
  }

  /// Its URL; nil where it has none, as standard input.
  ///
  /// - Parameter video: the id of YouTube's video that is playing of it.
  func url(ofVideo video: String?) -> String? {
    switch content {
    case .file(let path): path.url
    case .stream(let url): url == "-" ? nil : url
    case .video, .videos, .playlist, .channel:
      video.flatMap(YouTubeVideoID.init).map { PlayerSource(.video($0)).text } ?? text
    }
  }
}

extension MediaPath {
  /// The `file:` URL of the path from the working folder; nil where it can't be one.
  fileprivate var url: String? {
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    var bytes = bytes
    if bytes.starts(with: "~/".utf8), let home = g_get_home_dir() {
      bytes = Array(String(cString: home).utf8) + bytes.dropFirst()
    }
    return (bytes.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { path in
      guard let absolute = g_canonicalize_filename(path.baseAddress, nil) else { return nil }
      defer { g_free(absolute) }
      guard let url = g_filename_to_uri(absolute, nil, nil) else { return nil }
      defer { g_free(url) }
      return String(cString: url)
    }
  }
}
