import PlayerKit

/// What is told on standard output, and what is asked for on standard input.
extension FeedSession {
  /// Tells which page is in front and what it says: as JSON, in the status line of a terminal, or one line a change.
  func tell(_ events: PlayerFeed.Events) async {
    for await event in events {
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
      draw()
      let count = if case .dropped(let count) = event { count } else { 1 }
      release(behind.tell(count: count))
    }
    release(behind.takeAll())
  }

  private func showPage() {
    guard !options.json, status == nil, !options.isQuiet else { return }
    let place = FeedEventText.place(told.page, of: feed.state.count)
    let name = title.map(Text.safe) ?? feed.source(at: told.page).map(SourceName.short) ?? ""
    console.output.write("page \(place) \(name)\n")
  }

  /// What a list calls the page in front.
  private var title: String? { titles.indices.contains(told.page) ? titles[told.page] : nil }

  /// Draws the status line, where there is one.
  func draw(isForced: Bool = false) {
    status?.draw(
      told.state, titled: title, page: FeedEventText.place(told.page, of: feed.state.count),
      isForced: isForced)
  }

  /// Tells of an event of the page in front.
  func publish(_ event: PlayerEvent) {
    let before = told.state
    told.state.apply(event)
    if options.json {
      write(JSONLine.encode(event))
      if options.states, told.state != before { write(JSONLine.encode(told.state)) }
    } else if status == nil, !options.isQuiet, let line = EventText.line(for: event, before, titled: title) {
      console.output.write(line + "\n")
    }
  }

  /// Waits until all that the feed has said so far has been told.
  func catchUpTelling() async {
    await withCheckedContinuation { release(behind.add(.waiter($0), after: telling.count)) }
  }

  private func release(_ items: [Behind]) {
    for item in items {
      switch item {
      case .reply(let line): write(line)
      case .waiter(let continuation): continuation.resume()
      }
    }
  }

  private func write(_ line: [UInt8]) {
    console.output.write(line + [UInt8(ascii: "\n")])
  }

  // MARK: Actions

  /// Obeys the actions of standard input in their order. Its end ends nothing.
  func obey(_ reader: LineReader) async {
    for await piece in reader.pieces {
      for line in piece where !ending.hasCome {
        await obey(line)
        await console.output.room()
      }
      reader.readOn()
    }
  }

  private func obey(_ line: JSONLineReader.Line) async {
    guard case .line(let bytes) = line else {
      return publish(
        .rejected(
          nil,
          PlayerError(
            .invalidArgument, "The line is longer than \(JSONLine.maximumLength) bytes.",
            remedy: "Send less at once.")))
    }
    var failure: PlayerError?
    let id: JSONValue?
    if let received = FeedAction.read(bytes) {
      id = received.id
      do throws(PlayerError) {
        try feed.perform(received.result.get())
      } catch {
        publish(.rejected(.unreadable(received.value), error))
        failure = error
      }
    } else {
      let received = JSONLine.decodeAction(bytes)
      id = received.id
      switch received.result {
      case .failure(let rejection):
        publish(rejection.event)
        failure = rejection.error
      case .success(let action):
        do throws(PlayerError) {
          try await feed.send(action)
        } catch {
          // It has been told among the events.
          failure = error
        }
      }
    }
    guard let id else { return }
    release(behind.add(.reply(JSONLine.encode(replyTo: id, error: failure)), after: telling.count))
  }
}
