import IFramePage
import PlayerKit
import WebView

/// YouTube's IFrame Player API in a real web view.
public enum IFrameBackend {
  /// What the backend says of itself; the manifest says the same.
  public static let descriptor = BackendDescriptor(
    id: "iframe", name: "YouTube IFrame Player", version: "0.1.0",
    kinds: Dictionary(
      uniqueKeysWithValues: [PlayerSource.Kind.video, .videos, .playlist, .channel].map {
        ($0, .init(priority: 100, needs: ["display"]))
      }),
    capabilities: [
      .setRate, .setTrack, .setLoop, .setShuffle, .setFullscreen, .items, .video, .presentation,
    ])
}
