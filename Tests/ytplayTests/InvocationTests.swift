import PlayerKit
import Testing

@testable import ytplay

@Suite("The command line")
struct InvocationTests {
  private static func parse(_ arguments: [String]) throws -> Invocation {
    try Invocation.parse(arguments.map { Array($0.utf8) })
  }

  @Test("Every option reaches its setting")
  func settings() throws {
    let line = """
      --backend mpv --start 1:30 --end=1h2m3s --no-autoplay --volume 35.5 --mute --rate 1.5 --loop all \
      --no-video --audio-lang de,en --sub-lang=pt-BR --sub-file a.srt --sub-file=b.srt \
      --audio-device alsa/default --plugin-path /p --plugin-path=q --mpv hwdec=no --mpv vf=a=b \
      --youtube hl=de --youtube cc_load_policy=1 --youtube=rel=0 --json --states --quiet x
      """
    let options = try Self.parse(line.split(separator: " ").map(String.init)).options
    #expect(options.backend == "mpv")
    #expect(options.start == 90)
    #expect(options.end == 3723)
    #expect(options.volume == 35.5)
    #expect(options.isMuted)
    #expect(options.rate == 1.5)
    #expect(options.loop == .all)
    #expect(options.json && options.states && options.isQuiet)
    let configuration = options.configuration
    #expect(!configuration.autoPlay)
    #expect(!configuration.showsVideo)
    #expect(configuration.audioLanguages == ["de", "en"] && configuration.subtitleLanguages == ["pt-BR"])
    #expect(configuration.subtitleFiles == [MediaPath("a.srt"), MediaPath("b.srt")])
    #expect(configuration.audioDevice == "alsa/default" && !configuration.isFullscreen)
    #expect(try Self.parse(["-f", "x"]).options.configuration.isFullscreen)
    #expect(configuration.mpvOptions.map { [$0.name, $0.value] } == [["hwdec", "no"], ["vf", "a=b"]])
    #expect(configuration.youTube.interfaceLanguage == "de" && configuration.youTube.captionsOn == true)
    #expect(configuration.youTube.related == false && configuration.youTube.controls == nil)
    #expect(options.pluginFolders == ["/p", "q"])
    #expect(try Self.parse(["-v", "x"]).options.isVerbose)
    #expect(!options.resumes && options.usesMPRIS && options.usesTerminal && options.configFile == nil)
    let more = try Self.parse(["--resume", "--no-mpris", "--no-terminal", "--config", "c", "x"]).options
    #expect(more.resumes && !more.usesMPRIS && !more.usesTerminal && more.configFile == "c")
    let undone = try Self.parse(["--mute", "--no-mute", "--no-video", "--video", "--shuffle=no", "x"]).options
    #expect(!undone.isMuted && undone.showsVideo && !undone.isShuffled)
  }

  @Test("The first operand may be a command, unless it stands behind -- or has ./ in front")
  func commands() throws {
    #expect(try Self.parse(["--json", "resolve", "x"]).command == .resolve)
    #expect(try Self.parse(["backends"]).command == .backends)
    #expect(try Self.parse(["--", "resolve"]).command == .play)
    #expect(try Self.parse(["./resolve"]).command == .play)
    #expect(try Self.parse(["x", "resolve"]).command == .play)
    #expect(try Self.parse(["play"]).operands.count == 1)
  }

  @Test(
    "Values are checked before anything starts",
    arguments: [
      ["--volume", "101", "x"], ["--volume", "-1", "x"], ["--volume", "nan", "x"], ["--volume", "1e1", "x"],
      ["--volume", "5,5", "x"], ["--volume", "", "x"], ["--rate", "0.2", "x"], ["--rate", "4.1", "x"],
      ["--rate", "inf", "x"], ["--start", "-5", "x"], ["--start", "1:60", "x"], ["--end", "soon", "x"],
      ["--start", "5", "--end", "5", "x"], ["--loop", "twice", "x"], ["--mpv", "hwdec", "x"],
      ["--mpv", "=no", "x"], ["--mpv", "--hwdec=no", "x"], ["--states", "x"], ["-qv", "x"],
      ["--fullscreen", "--no-video", "x"], ["--audio-lang", "", "x"], ["--sub-lang", "de,,en", "x"],
      ["--sub-lang", "d e", "x"], ["--sub-file", "", "x"], ["--audio-device=", "x"], ["--plugin-path=", "x"],
      ["x", "--sub-file"], ["--youtube", "hl", "x"], ["--youtube", "nonsense=1", "x"],
      ["--youtube", "start=soon", "x"], ["--youtube", "rel=2", "x"], ["--youtube", "hl=a b", "x"],
      ["--youtube", "list=\"});alert(1)//", "x"],
    ])
  func badValues(_ arguments: [String]) {
    #expect(throws: UsageError.self) { try Self.parse(arguments) }
  }

  @Test("An option of another command is refused by name")
  func foreignOptions() {
    #expect(
      throws: UsageError(
        "The option --volume is not for `ytplay resolve`, but for `ytplay feed`, `ytplay html` and playing.")
    ) {
      try Self.parse(["resolve", "--volume", "5", "x"])
    }
  }

  @Test("Help and version win over what else is wrong with the options")
  func requests() throws {
    #expect(try Self.parse(["resolve", "--volume", "5", "--help"]).options.request == .help)
    #expect(try Self.parse(["--version", "--nonsense"]).options.request == .version)
  }

  @Test("No two options share a name or a letter, and each is for a command")
  func table() {
    let names = OptionTable.all.flatMap(\.names)
    #expect(Set(names).count == names.count)
    let letters = OptionTable.all.compactMap(\.short)
    #expect(Set(letters).count == letters.count)
    #expect(OptionTable.all.allSatisfy { !$0.commands.isEmpty && !$0.help.isEmpty })
  }

  @Test(
    "A parameter of YouTube's player that can't be gets one sentence with the nearest right word",
    arguments: [
      ("h1=de", "YouTube's player has no parameter called “h1”; did you mean --youtube hl?"),
      ("zzzzzzz=1", "YouTube's player has no parameter called “zzzzzzz”."),
      ("start=soon", "YouTube's player needs start, whole seconds, and was given “soon”."),
      (
        "hl=d e",
        "The player parameter hl can't be “d e”. Give a language's code, such as en or pt-BR."
      ),
    ])
  func youTube(_ pair: String, _ message: String) {
    #expect(throws: UsageError(message)) { try Self.parse(["--youtube", pair, "x"]) }
  }
}
