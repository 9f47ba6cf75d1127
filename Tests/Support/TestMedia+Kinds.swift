/// Media of the kinds that people have, each as short and as small as its purpose allows.
extension TestMedia {
  /// VP9 and Opus in a WebM.
  public static func vp9(seconds: Double = 6) async throws -> String {
    try await make(
      "vp9-\(seconds).webm",
      picture(seconds) + tone(seconds) + [
        "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "25", "-c:a", "libopus",
      ])
  }

  /// AV1 and Opus in Matroska.
  public static func av1(seconds: Double = 6) async throws -> String {
    try await make(
      "av1-\(seconds).mkv",
      picture(seconds) + tone(seconds) + [
        "-c:v", "libsvtav1", "-preset", "12", "-g", "25", "-c:a", "libopus",
      ])
  }

  /// An MP3 with tags, and with the cover of an album.
  public static func song(seconds: Double = 6) async throws -> String {
    try await make(
      "song-\(seconds).mp3",
      tone(seconds) + ["-f", "lavfi", "-i", "testsrc2=size=64x64:rate=1:duration=1"] + [
        "-map", "0", "-map", "1", "-frames:v", "1", "-c:v", "png", "-disposition:v", "attached_pic",
        "-metadata", "title=A song", "-metadata", "artist=A band", "-metadata", "album=An album",
      ])
  }

  /// Opus in an Ogg file.
  public static func opus(seconds: Double = 6) async throws -> String {
    try await make("tone-\(seconds).opus", tone(seconds) + ["-c:a", "libopus"])
  }

  /// A GIF that moves, without sound.
  public static func gif(seconds: Double = 6) async throws -> String {
    try await make(
      "moving-\(seconds).gif", ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=10:duration=\(seconds)"])
  }

  /// H.264 and AAC as they are broadcast: an MPEG transport stream, which can be entered anywhere.
  public static func transportStream(seconds: Double) async throws -> String {
    try await make(
      "broadcast-\(seconds).ts", picture(seconds) + tone(seconds) + h264 + ["-g", "25", "-c:a", "aac"])
  }

  /// Two hours of H.264 at a frame a second, without sound.
  public static func longVideo() async throws -> String {
    try await make(
      "two-hours.mp4",
      ["-f", "lavfi", "-i", "color=size=64x36:rate=1:duration=7200"] + h264 + ["-g", "60"])
  }

  /// H.264 and AAC whose frames last from 40 to 280 ms.
  public static func variableRateVideo(seconds: Double = 6) async throws -> String {
    try await make(
      "variable-rate-\(seconds).mp4",
      picture(seconds) + tone(seconds) + [
        "-vf", "select='lt(mod(n,10),3)+eq(mod(n,7),0)'", "-fps_mode", "vfr",
      ] + h264 + ["-c:a", "aac"])
  }

  /// Matroska with two sounds, two subtitles, and chapters.
  public static func bilingualFilm(seconds: Double = 6) async throws -> String {
    let subtitles = try write("film.srt", Array("1\n00:00:01,000 --> 00:00:05,000\nHello.\n".utf8))
    let data = try write(
      "bilingual.txt",
      Array(
        """
        ;FFMETADATA1
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=3000
        title=One
        [CHAPTER]
        TIMEBASE=1/1000
        START=3000
        END=6000
        title=Two

        """.utf8))
    return try await make(
      "bilingual-\(seconds).mkv",
      picture(seconds) + tone(seconds) + ["-i", subtitles, "-i", data] + h264 + [
        "-map", "0:v", "-map", "1:a", "-map", "1:a", "-map", "2:s", "-map", "2:s", "-map_metadata", "3",
        "-map_chapters", "3", "-g", "25", "-c:a", "libvorbis", "-c:s", "srt",
        "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger",
        "-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "language=ger",
        "-disposition:s:0", "0", "-disposition:s:1", "0",
      ])
  }
}
