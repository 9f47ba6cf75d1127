import IFramePage
import PlayerKit

/// `ytplay html SOURCE`: the page that the iframe backend shows, for anyone's own web view. Nothing is started.
enum HTMLCommand {
  static func run(_ invocation: Invocation, _ console: Console) async throws(UsageError) -> ExitStatus {
    let options = invocation.options
    guard let operand = invocation.operands.first else {
      throw UsageError("No source was given; `ytplay html SOURCE` needs one.")
    }
    if invocation.operands.count > 1 { throw UsageError("A page has one source, and several were given.") }
    do throws(PlayerError) {
      try options.youTube.check()
    } catch {
      throw UsageError(error.description)
    }
    do throws(PlayerError) {
      // A folder may hold any number of sources, and none that the page could play.
      let arguments = SourceArgument.read(operand.bytes, start: options.start, end: options.end)
      let sources = try arguments.map { (argument) throws(PlayerError) in try argument.reading.get() }
      guard let source = sources.first else {
        throw PlayerError(.unsupported, "The page plays YouTube's sources alone, and this is a folder.")
      }
      console.output.write(try page(source, options))
      return await console.finish(.success)
    } catch {
      console.say(error.message)
      return await console.finish(.nothingPlayed)
    }
  }

  /// The page that plays the source by itself.
  static func page(_ source: PlayerSource, _ options: Options) throws(PlayerError) -> String {
    var parameters = options.youTube
    if options.isMuted { parameters.mute = true }
    // A page has one source: it is «all» too.
    if options.loop != .off { parameters.loop = true }
    let opening = try PageOpening(
      player: 1, source: source, parameters: parameters, autoPlay: options.autoPlay,
      timeLimit: options.configuration.timeouts.open)
    var configuration = IFramePage.Configuration()
    configuration.commands = [.overlay(PageOverlay(.loading, title: "Loading…")), .open(opening)]
    // YouTube's parameters can't say with which of several videos to begin.
    if case .videos(let ids, let index) = source.content, index > 0 {
      let list = JSONValue.array(ids.map { .string($0.description) })
      configuration.commandsWhenReady.append(
        .call(
          options.autoPlay ? .loadPlaylist : .cuePlaylist,
          [list, .integer(Int128(index)), .number(source.start ?? 0)]))
    }
    if let volume = options.volume {
      configuration.commandsWhenReady.append(.call(.setVolume, [.number(volume)]))
    }
    if let rate = options.rate {
      configuration.commandsWhenReady.append(.call(.setPlaybackRate, [.number(rate)]))
    }
    return IFramePage.html(configuration)
  }
}
