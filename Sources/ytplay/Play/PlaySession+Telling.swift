import PlayerKit

/// What is told on standard output.
extension PlaySession {
  /// Tells what the player says: as JSON, in the status line of a terminal, or one line a change.
  func tell() async {
    if options.json {
      for await event in telling {
        if case .dropped = event { told = player.state }
        await console.output.room()
        if !isRepeated(event) { publish(event) }
        release(behind.tell(event))
      }
    } else if let terminal, terminal.redraws {
      for await _ in player.states { terminal.draw(stage) }
    } else if tellsLines {
      for await event in telling {
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
}
