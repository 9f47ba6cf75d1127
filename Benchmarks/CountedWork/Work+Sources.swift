import MockBackend
import PlayerKit

/// What a person types or pastes, read as a source.
extension Work {
  /// Of each form one or two, as they are come across.
  private static let texts = [
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "https://youtu.be/dQw4w9WgXcQ?si=AbCdEfGhIjKlMnOp",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLbpi6ZahtOH6Blw3RGYpWkSByi_T7Rygb&index=3&t=1m30s",
    "https://www.youtube.com/embed/dQw4w9WgXcQ?start=90&end=120",
    "https://www.youtube.com/shorts/dQw4w9WgXcQ",
    "https://m.youtube.com/#/watch?v=dQw4w9WgXcQ", "youtu.be/dQw4w9WgXcQ", "dQw4w9WgXcQ",
    "https://www.youtube.com/playlist?list=PLbpi6ZahtOH6Blw3RGYpWkSByi_T7Rygb",
    "https://www.youtube.com/@YouTube", "https://example.org/films/clip.mp4?quality=high",
    "file:///home/somebody/A%20film.mkv", "/home/somebody/Music/01 - A song.flac", "clip.mp4",
  ]

  static let parsing = Work(name: "parse a URL or path", count: texts.count) {
    texts.allSatisfy { (try? PlayerSource(parsing: $0)) != nil }
  }

  static func resolving(_ count: Int) -> Work {
    let texts = (0..<count).map { "/music/\($0).flac" }
    let registry = BackendRegistry([MockBackend.provider])
    return Work(name: "resolve one of \(count) paths", count: count) {
      texts.allSatisfy { text in
        (try? PlayerSource(parsing: text)).map { registry.candidates(for: $0).count } == 1
      }
    }
  }
}
