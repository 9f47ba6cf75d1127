import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import ytplay

@Suite("A configuration")
struct ConfigurationTests {
  private static let path: MediaPath = "/home/me/.config/ytplay/ytplay.conf"

  private static func read(_ text: String) -> Configuration { Configuration(Array(text.utf8), path: path) }

  private static func options(_ text: String, _ arguments: String...) throws -> Options {
    try Invocation.parse(arguments.map { Array($0.utf8) }, over: read(text)).options
  }

  /// The problems without the file in front.
  private static func problems(_ text: String) -> [String] {
    read(text).problems.map { String($0.dropFirst(path.description.count)) }
  }

  // MARK: What it says

  @Test("Every option can be set by its own name, and its meaning is that of the command line")
  func names() throws {
    let text = """
      # What I like.
      backend = mpv
      volume=35.5
        rate   =  1.5
      loop = all
      mute = yes
      autoplay = no
      no-video = yes
      audio-lang = de,en
      sub-file = /a.srt
      sub-file = /b = c.srt
      plugin-path = /p
      audio-device = "alsa/ #1"
      mpv = hwdec=no
      youtube = hl=de
      resume = yes
      mpris = no
      terminal = no
      json = yes
      states = yes
      quiet = yes

      [mpv]
      vf = a=b
      sub-color = "#ff0000"
      script-opts-append = x=1
      script-opts-append = y=2
      [iframe]
      rel = 0
      """
    let options = try Self.options(text, "x")
    #expect(options.backend == "mpv" && options.volume == 35.5 && options.rate == 1.5 && options.loop == .all)
    #expect(options.isMuted && !options.autoPlay && !options.showsVideo)
    #expect(options.audioLanguages == ["de", "en"] && options.subtitleFiles == ["/a.srt", "/b = c.srt"])
    #expect(options.pluginFolders == ["/p"] && options.audioDevice == "alsa/ #1")
    #expect(options.resumes && !options.usesMPRIS && !options.usesTerminal)
    #expect(options.json && options.states && options.isQuiet)
    #expect(
      options.mpv.map { "\($0.name) \($0.value)" } == [
        "hwdec no", "vf a=b", "sub-color #ff0000", "script-opts-append x=1", "script-opts-append y=2",
      ])
    #expect(options.youTube.interfaceLanguage == "de" && options.youTube.related == false)
  }

  @Test("No option is left out but those that say what to do at once")
  func all() {
    for option in OptionTable.all {
      let problems = option.names.flatMap { Self.problems("\($0) = \0") + Self.problems("\($0) = \u{7F}") }
      #expect(problems.allSatisfy { $0.hasPrefix(":1: The line holds a") })
      let isKnown = !Self.problems("\(option.name) = ").contains {
        $0.contains("is for the command line alone")
      }
      #expect(isKnown == !["help", "version", "config", "check"].contains(option.name), "\(option.name)")
    }
  }

  @Test(
    "A byte order mark, line ends of Windows and of old Macs, and a last line without an end are read like any others"
  )
  func lineEnds() throws {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("volume = 20\r\n\r\n# x\r\n[mpv]\r\nhwdec = no".utf8)
    let configuration = Configuration(bytes, path: Self.path)
    #expect(configuration.problems.isEmpty)
    #expect(
      configuration.settings.map(\.origin) == [.file(Self.path, line: 1), .file(Self.path, line: 5)])
    let old = Configuration(Array("volume = 20\r# x\r[mpv]\rhwdec = no\r".utf8), path: Self.path)
    #expect(old.problems.isEmpty)
    #expect(old.settings.map(\.origin) == [.file(Self.path, line: 1), .file(Self.path, line: 4)])
    #expect(try Self.options("", "x").volume == nil)
  }

  @Test("A path is taken from the configuration's own folder, and ~ is the home; its bytes need not be text")
  func paths() throws {
    let odd = Array("sub-file = odd".utf8) + [0xFF] + Array(".srt\nsub-file = ~/a.srt".utf8)
    let configuration = Configuration(odd, path: "/etc/y/z.conf")
    #expect(configuration.problems.isEmpty)
    let home = try #require(PersonalFolders.home)
    #expect(
      configuration.settings.map(\.value) == [
        Array("/etc/y/odd".utf8) + [0xFF] + Array(".srt".utf8), home.appending("a.srt").bytes,
      ])
    #expect(Configuration(Array("plugin-path = p".utf8), path: "z.conf").settings.map(\.value) == [[0x70]])
  }

  // MARK: The command line over it

  @Test("The command line wins, and can undo each switch")
  func commandLine() throws {
    let text = "volume = 20\nmute = yes\nno-video = yes\nresume = yes\nloop = one"
    let options = try Self.options(
      text, "--volume", "50", "--no-mute", "--video", "--no-resume", "--loop=off", "x")
    #expect(options.volume == 50 && !options.isMuted && options.showsVideo && !options.resumes)
    #expect(options.loop == .off)
  }

  @Test("A switch of the command line turns off the one in the configuration that it rules out")
  func exclusive() throws {
    #expect(try !Self.options("quiet = yes", "-v", "x").isQuiet)
    #expect(try Self.options("quiet = yes", "-v", "x").isVerbose)
    #expect(try Self.options("no-video = yes", "-f", "x").showsVideo)
    #expect(try Self.options("quiet = yes", "--no-verbose", "x").isQuiet)
    #expect(try !Self.options("horizontal = yes", "feed", "--vertical", "x").isHorizontal)
  }

  @Test("Repeatable options add up: mpv's in order, the folders of plugins with the command line's in front")
  func repeated() throws {
    let options = try Self.options(
      "plugin-path = /conf\n[mpv]\nhwdec = no", "--plugin-path", "/line", "--mpv", "hwdec=yes", "x")
    #expect(options.pluginFolders == ["/line", "/conf"])
    #expect(options.mpv.map(\.value) == ["no", "yes"])
  }

  @Test("An option that a command does not take means nothing to it, and states wait for --json")
  func commands() throws {
    #expect(try Self.options("volume = 20", "resolve", "x").volume == nil)
    #expect(try Self.options("volume = 20", "x").volume == 20)
    #expect(try Self.options("volume = 20", "config").volume == 20)
    #expect(try !Self.options("states = yes", "x").states)
    #expect(try Self.options("states = yes", "--json", "x").states)
  }

  // MARK: What is wrong with it

  @Test(
    "Each mistake gets the line and a sentence with the nearest right word",
    arguments: [
      ("volum = 3", ":1: There is no option called volum; did you mean volume?"),
      ("\n\nvolume = 101", ":3: The value “101” of --volume is not a number from 0 to 100."),
      ("mute = maybe", ":1: The value “maybe” of --mute is not yes or no."),
      ("mute", ":1: The line is not NAME = VALUE."),
      ("= 3", ":1: The line is not NAME = VALUE."),
      ("; note", ":1: The line is not NAME = VALUE; a comment begins with #."),
      (
        "volume = 3 # loud",
        ":1: A comment is a line of its own; where # belongs to the value, put the value in quotes."
      ),
      ("audio-device = \"a", ":1: The value begins with a quote that does not end it."),
      ("--volume = 3", ":1: The name has no dashes in front; did you mean volume?"),
      ("help = yes", ":1: The option help is for the command line alone."),
      ("volume = 3\nvolume = 4", ":2: The option volume stands in line 1 already."),
      ("mute = yes\nno-mute = no", ":2: The option mute stands in line 1 already."),
      ("quiet = yes\nverbose = yes", ":2: Only one of verbose and quiet, in line 1, can be."),
      ("end = 5\nstart = 7", ":2: The end, 00:05, is not after the start, 00:07."),
      ("[mvp]\nx = y", ":1: There is no section called mvp; did you mean [mpv]?"),
      ("[mpv\nx = y", ":1: A section is a line of its own: [mpv]."),
      ("[ ]\nx = y", ":1: A section is a line of its own: [mpv]."),
      ("[iframe]\nh1 = de", ":2: YouTube's player has no parameter called h1; did you mean hl?"),
      ("[iframe]\nhl = de\nhl = en", ":3: The parameter hl stands in line 2 already."),
      (
        "hl = de",
        ":1: There is no option called hl; as a parameter of YouTube's player it stands below [iframe]."
      ),
      ("volume = \0", ":1: The line holds a NUL, so this is no text file."),
      ("volume = 3\u{1B}[2J", ":1: The line holds a control character."),
    ])
  func mistakes(_ text: String, _ problem: String) {
    #expect(Self.problems(text) == [problem])
  }

  @Test("All mistakes are said at once, in the order of their lines, and none twice")
  func allMistakes() {
    let text = "volum = 1\nmute = yes\n[no]\nx = y\nz\n[mpv]\n-a = b"
    #expect(
      Self.problems(text).map { $0.prefix(3) } == [":1:", ":3:", ":5:", ":7:"], "\(Self.problems(text))")
    #expect(throws: UsageError(Self.read(text).problems)) { try Self.options(text, "x") }
    for (count, last) in [(21, "is 1"), (30, "are 10"), (20_000, "are many")] {
      for line in ["x\n", "x = 1\n"] {
        let many = Self.problems(String(repeating: line, count: count))
        #expect(many.count == 21 && many.last == ": There \(last) more like these.")
      }
    }
  }

  @Test("Text that is not UTF-8 is refused where text is needed, and UTF-16 as a whole")
  func encodings() {
    let latin = Configuration(Array("audio-device = caf".utf8) + [0xE9], path: "c")
    #expect(latin.problems == ["c:1: The value of --audio-device is not UTF-8 text."])
    let wide = Configuration([0xFF, 0xFE, 0x76, 0x00, 0x6F, 0x00], path: "c")
    #expect(wide.problems == ["c: The file is UTF-16; save it as UTF-8."])
    #expect(Configuration([0xE9, 0x3D, 0x31], path: "c").problems == ["c:1: The line is not NAME = VALUE."])
  }

  @Test("Whatever the bytes are, reading them ends, and nothing wrong becomes a setting")
  func anyBytes() {
    var random = SplitMix64(state: 7)
    let pieces = [
      "volume", "=", " ", "[", "]", "mpv", "\n", "#", "\"", "\r", "\0", "a", "\u{FF}", "rate", "1",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      let configuration = Self.read(text.joined())
      let lines = text.joined().utf8.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
      #expect(configuration.settings.count + configuration.problems.count <= lines.count + 1)
      let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Configuration(bytes, path: Self.path).settings.isEmpty)
    }
  }
}
