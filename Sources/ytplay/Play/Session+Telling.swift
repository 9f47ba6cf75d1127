import PlayerKit

/// What is told on standard output, and what is asked for on standard input.
extension Session {
  /// Whether each change is told in a line of its own: nothing shows it otherwise.
  var tellsLines: Bool { !options.json && !options.isQuiet && terminal?.redraws != true }

  /// Waits until all that has happened so far has been told, where each event is.
  func catchUpTelling() async {
    guard options.json || tellsLines else { return }
    await withCheckedContinuation { release(behind.add(.waiter($0), after: tellable)) }
  }

  func release(_ items: [Behind]) {
    for item in items {
      switch item {
      case .reply(let line): write(line)
      case .waiter(let continuation): continuation.resume()
      }
    }
  }

  func write(_ line: [UInt8]) {
    console.output.write(line + [UInt8(ascii: "\n")])
  }

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
    let (id, failure) = if let own = obeyOwn(bytes) { own } else { await obeyAction(bytes) }
    guard let id else { return }
    let reply = JSONLine.encode(replyTo: id, error: failure)
    release(behind.add(.reply(reply), after: tellable))
  }

  private func obeyAction(_ line: [UInt8]) async -> (id: JSONValue?, failure: PlayerError?) {
    let received = JSONLine.decodeAction(line)
    switch received.result {
    case .failure(let rejection):
      publish(rejection.event)
      return (received.id, rejection.error)
    case .success(let action):
      do throws(PlayerError) {
        try await perform(action)
        return (received.id, nil)
      } catch {
        // It has been told among the events.
        return (received.id, error)
      }
    }
  }
}
