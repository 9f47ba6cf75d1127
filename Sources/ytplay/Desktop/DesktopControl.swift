import PlayerKit
import PlayerMPRIS

/// The desktop's media keys, panels and headsets, which control what is in front: MPRIS on the session bus.
final class DesktopControl: Companion {
  private let messages: Messages
  private let holdsScreenSaverOff: Bool
  private let service = Lock<MPRISService?>(nil)

  init(_ options: Options, _ messages: Messages) {
    self.messages = messages
    // Whoever tells mpv to leave it alone means all of it.
    holdsScreenSaverOff = options.mpv.last { $0.name == "stop-screensaver" }?.value != "no"
  }

  func start(on stage: any Stage) {
    var options = MPRISOptions(name: "ytplay", identity: "ytplay", desktopEntry: "ytplay")
    options.mimeTypes = MediaTypes.all
    options.holdsScreenSaverOff = holdsScreenSaverOff
    options.quit = { stage.quit(keepingPlace: false) }
    let service = MPRISService(StageOnDesktop(stage: stage), options) { [messages] report in
      messages.detail(report.description)
    }
    self.service.withLock { $0 = service }
    service.start()
  }

  func stop(keepingPlace: Bool) async {
    let service = service.withLock { service in
      defer { service = nil }
      return service
    }
    await service?.stop()
  }
}

/// What is in front of the person, as the desktop sees it.
private struct StageOnDesktop: MPRISPlayer {
  let stage: any Stage

  var mprisOutlook: MPRISOutlook {
    MPRISOutlook(
      state: stage.state, capabilities: stage.capabilities, title: stage.title, canGoNext: stage.canGoNext,
      canGoPrevious: stage.canGoPrevious)
  }

  func mprisEvents() -> AsyncMapSequence<StageEvents, MPRISEvent> {
    stage.events().map { event in
      switch event {
      case .event(let event, _): .event(event)
      case .stageChanged(let state): .moved(to: state)
      }
    }
  }

  func send(_ action: PlayerAction) async throws(PlayerError) { try await stage.send(action) }

  func next() async throws(PlayerError) { try await stage.next() }

  func previous() async throws(PlayerError) { try await stage.previous() }
}
