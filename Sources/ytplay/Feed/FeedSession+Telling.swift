import PlayerKit

/// What is told on standard output.
extension FeedSession {
  /// Tells which page is in front and what it says: as JSON, in the status line of a terminal, or one line a change.
  func tell() async {
    for await event in telling {
      await console.output.room()
      switch event {
      case .pageChanged(let page, let state):
        told = (page, state)
        showPage()
      case .player(.closed, _):
        // A backend whose window was closed; the feed's own end is told once, when it has ended.
        break
      case .player(let event, _): publish(event)
      case .dropped: told.state = feed.player(at: told.page)?.state ?? told.state
      default: break
      }
      if options.json, let line = FeedEventText.json(event, count: feed.state.count) { write(line) }
      if options.json, case .pageChanged = event { write(JSONLine.encode(told.state)) }
      terminal?.draw(stage)
      let count = if case .dropped(let count) = event { count } else { 1 }
      release(behind.tell(count: count))
    }
    release(behind.takeAll())
  }

  private func showPage() {
    guard tellsLines else { return }
    let place = FeedEventText.place(told.page, of: feed.state.count)
    let name = title.map(Text.safe) ?? feed.source(at: told.page).map(SourceName.short) ?? ""
    console.output.write("page \(place) \(name)\n")
  }

  /// What a list calls the page in front.
  private var title: String? { titles.indices.contains(told.page) ? titles[told.page] : nil }

  /// Tells of an event of the page in front.
  func publish(_ event: PlayerEvent) {
    let before = told.state
    told.state.apply(event)
    if options.json {
      write(JSONLine.encode(event))
      if options.states, told.state != before { write(JSONLine.encode(told.state)) }
    } else if tellsLines, let line = EventText.line(for: event, before, titled: title) {
      console.output.write(line + "\n")
    }
  }
}
