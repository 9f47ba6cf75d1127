import MockBackend
import PlayerConformance
import PlayerKit

/// The mock and sources for it with which every situation can be brought about.
enum MockSetUp {
  static let provider = MockBackend.provider

  static let unavailable = MockBackend.provider(availability: .unavailable(reason: "there is no engine"))

  static let options: ConformanceOptions = {
    var options = ConformanceOptions()
    options.cycles = 20
    options.unseekableSource = PlayerSource(.stream("mock://pipe?seekable=no&latency=1"))
    options.slowSource = PlayerSource(.stream("mock://slow?latency=60"))
    options.shortSource = PlayerSource(.stream("mock://short?duration=10&breaksOff=0.5"))
    options.itemsSource = PlayerSource(.stream("mock://list?items=5"))
    options.videoSource = PlayerSource(.stream("mock://film?duration=10"))
    var blocked = MockScript()
    blocked.autoplayBlocked = true
    options.blockedAutoplay = .init(
      source: PlayerSource(.stream("mock://blocked")), provider: MockBackend.provider(script: blocked))
    return options
  }()
}
