import PlayerKit

/// What is told on standard output.
extension PlaySession {
  /// Tells what the player says: as JSON, in the status line of a terminal, or one line a change.
  func tell(_ events: PlayerEvents) async {
    if options.json {
      for await event in events {
        if case .dropped = event { told = player.state }
        await console.output.room()
        if !isRepeated(event) { publish(event) }
        release(behind.tell(event))
      }
    } else if status != nil {
      for await state in player.states { draw(state) }
    } else if !options.isQuiet {
      for await event in events {
        await console.output.room()
        if let line = EventText.line(for: event, told, titled: told.source.flatMap { titles[$0] }) {
          console.output.write(line + "\n")
        }
        told.apply(event)
        release(behind.tell(event))
      }
    }
    release(behind.takeAll())
  }

  /// Draws the status line, with what a list calls the source where the source itself says nothing.
  func draw(_ state: PlayerState, isForced: Bool = false) {
    status?.draw(state, titled: state.source.flatMap { titles[$0] }, isForced: isForced)
  }

  /// Waits until all that the player has said so far has been told, where each event is.
  func catchUpTelling() async {
    guard options.json || status == nil && !options.isQuiet else { return }
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

  /// Whether an event says what has been told: that this is the end.
  private func isRepeated(_ event: PlayerEvent) -> Bool {
    guard case .closed = event else { return false }
    // A backend whose window was closed has told it before the player does.
    defer { hasToldEnd = true }
    return hasToldEnd
  }

  /// Tells of an event that does not come from the player, or has just come from it.
  func publish(_ event: PlayerEvent) {
    guard options.json else { return }
    let before = told
    told.apply(event)
    write(JSONLine.encode(event))
    if options.states, told != before { write(JSONLine.encode(told)) }
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
    let received = JSONLine.decodeAction(bytes)
    var failure: PlayerError?
    switch received.result {
    case .failure(let rejection):
      publish(rejection.event)
      failure = rejection.error
    case .success(let action):
      do throws(PlayerError) {
        try await perform(action)
      } catch {
        failure = error
      }
    }
    guard let id = received.id else { return }
    let reply = JSONLine.encode(replyTo: id, error: failure)
    release(behind.add(.reply(reply), after: telling.count))
  }

  private func perform(_ action: PlayerAction) async throws(PlayerError) {
    switch action {
    case .load(let source), .cue(let source):
      if source.content == PlayerSource.standardInput.content {
        let error = PlayerError(
          .invalidSource, "Standard input can't be played while actions are read from it.",
          remedy: "Name a file or a URL.")
        publish(.rejected(.action(action), error))
        throw error
      }
      try await sendOpening(source, action)
    default:
      try await player.send(action)
    }
  }
}
