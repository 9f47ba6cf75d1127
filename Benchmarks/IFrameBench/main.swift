import CWebKit
import Foundation
import IFramePage
import PlayerKit
import WebView

// IFrameBench: opens a video in the iframe backend's page, in this process, and says "ready". For each number read from
// standard input calls a function of the player's as many times, one after another, each time waiting for its answer,
// and prints the median in microseconds. Where YouTube's parts come from is said by the environment, as for
// `ytplay-iframe`.

/// The page, its window, and what is measured with them.
@MainActor final class Bench {
  private let endpoints = YouTubeEndpoints.fromEnvironment()
  private let page: WebPage
  private let window: WebWindow
  private var times: [Duration] = []

  init() throws(WebViewError) {
    var options = WebViewOptions()
    if let host = endpoints.host?.dropFirst("https://".count) {
      options.allowedHosts = [String(host)]
      if let certificate = endpoints.trustedCertificate {
        options.trustedCertificates = [.init(host: String(host.prefix { $0 != ":" }), path: certificate)]
      }
    }
    page = try WebPage(options)
    window = try WebWindow(title: "IFrameBench")
  }

  /// Opens the video.
  func open() throws(PlayerError) {
    let origin = "https://io.github.ytplay"
    var configuration = IFramePage.Configuration()
    configuration.endpoints = endpoints
    guard let video = YouTubeVideoID("dQw4w9WgXcQ") else { return }
    configuration.commands = [
      .open(
        try PageOpening(
          player: 1, source: PlayerSource(.video(video)), parameters: YouTubeParameters(),
          autoPlay: false, origin: origin, endpoints: endpoints))
    ]
    page.onMessage = { [weak self] text in
      guard let report = PageReport(text), report.kind == .ready else { return }
      self?.answerInput()
    }
    window.add(page, at: 0, axis: .vertical)
    window.isVisible = true
    page.load(html: IFramePage.html(configuration), baseURL: origin + "/")
  }

  private func answerInput() {
    Self.say("ready")
    let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
    // A plain thread: the main one belongs to GTK.
    Thread.detachNewThread {
      while let line = readLine(), let count = Int(line), count > 0 { continuation.yield(count) }
      continuation.finish()
    }
    Task {
      for await count in counts {
        Self.say("\(await measure(count))")
      }
      _exit(0)
    }
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  /// Makes the trips that are wanted, each after the answer to the one before it.
  private func measure(_ count: Int) async -> Double {
    times.removeAll(keepingCapacity: true)
    await withCheckedContinuation { trip(count, $0) }
    return times.sorted()[count / 2] / .microseconds(1)
  }

  private func trip(_ count: Int, _ end: CheckedContinuation<Void, Never>) {
    let begin = ContinuousClock.now
    page.call(IFramePage.perform, PageCommand.text([.call(.getVolume)])) { [self] answer in
      guard case .success(#"[{"value":100}]"#) = answer else {
        FileHandle.standardError.write(Data("The page did not answer: \(answer)\n".utf8))
        _exit(1)
      }
      times.append(begin.duration(to: .now))
      times.count < count ? trip(count, end) : end.resume()
    }
  }
}

do {
  // Held by the main loop's callbacks from here on, which never ends.
  let bench = try Bench()
  try bench.open()
  withExtendedLifetime(bench) { WebToolkit.run() }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
