import PlayerKit
import Testing

@Suite struct NearestNameTests {
  @Test(
    "The nearest right word is found, and none where nothing is near",
    arguments: [
      ("mvp", "mpv"), ("mp", "mpv"), ("volum", "volume"), ("vo", "volume"), ("resolv", "resolve"),
      ("reslove", "resolve"), ("VOLUME", "volume"), ("setloop", "setLoop"), ("seekTo", "seek"),
      ("xyzzy", nil), ("fly", nil), ("", nil), ("v", nil), ("völüme", nil),
      (String(repeating: "volume", count: 11), nil),
    ] as [(String, String?)])
  func nearest(_ typed: String, _ nearest: String?) {
    #expect(
      NearestName.find(typed, in: ["volume", "resolve", "mpv", "backends", "setLoop", "seek", "play"])
        == nearest)
  }

  @Test("Where several begin with what was typed the shortest is meant")
  func shortest() {
    #expect(NearestName.find("set", in: ["setVolume", "setLoop", "setRate"]) == "setLoop")
  }
}
