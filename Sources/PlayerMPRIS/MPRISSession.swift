import CGIO
import PlayerKit

/// One connection of a service, from its beginning to its end.
///
/// Used on the thread of its loop alone, but for ``announce()``.
final class MPRISSession: BusConnection.Handler, @unchecked Sendable {
  // Of what changes, nothing is touched by another thread than the loop's.
  private let core: MPRISCore
  private let loop: BusLoop
  private let report: @Sendable (MPRISService.Report) -> Void
  private var connection: BusConnection?
  private var screenSaver: ScreenSaver?
  private var isEnding = false
  private var isLost = false
  /// The properties as the clients know them, by their interfaces.
  private var announced: [String: [String: BusValue]] = [:]

  /// So long the end of a connection may take.
  private static let farewell = Duration.milliseconds(500)

  init(
    _ core: MPRISCore, _ loop: BusLoop, _ report: @escaping @Sendable (MPRISService.Report) -> Void
  ) {
    self.core = core
    self.loop = loop
    self.report = report
  }

  /// Connects, and serves until the loop is told to end.
  func run() {
    guard let address = core.options.address ?? BusAddress.session else {
      return report(.unavailable("There is no session bus."))
    }
    do throws(BusFault) {
      let connection = try BusConnection(to: address, on: loop, handler: self)
      self.connection = connection
      if core.options.holdsScreenSaverOff {
        screenSaver = ScreenSaver(on: connection, for: core.options.identity)
      }
      let (properties, _) = core.takeNews()
      announced = [
        MPRISProperties.rootInterface: properties.root, MPRISProperties.playerInterface: properties.player,
      ]
      // Clients call as soon as there is a name.
      try connection.register(MPRISProperties.path, describedBy: Introspection.xml)
      report(.named(try ownName(on: connection)))
      // What changed before there were clients is known to all of them, but for what changed meanwhile.
      announceNow()
      loop.run()
      isEnding = true
      screenSaver?.holdOff(false)
      if !isLost, connection.flush() {
        // GLib still has something to do on this thread then, and lets go of all of it afterwards.
        connection.close()
        loop.run(within: Self.farewell) { isLost }
      }
    } catch {
      report(.unavailable(error.message))
    }
    screenSaver = nil
    connection = nil
  }

  /// Takes the program's name, or where another one has it a name of this process.
  private func ownName(on connection: BusConnection) throws(BusFault) -> String {
    let instance = "instance\(getpid())"
    for name in [nil, instance] + (2...9).map({ "\(instance)_\($0)" }) {
      let name = core.options.busName(name)
      if try connection.own(name) { return name }
    }
    throw BusFault(.failed, "All its names are taken.")
  }

  /// Tells the clients what has changed, soon. From any thread.
  func announce() {
    loop.perform { [weak self] in self?.announceNow() }
  }

  /// Where the bus takes its time meanwhile more changes, and is told as one.
  private func announceNow() {
    guard let connection else { return }
    let (properties, jump) = core.takeNews()
    // From one track to the next nothing stops: panels and headsets would flicker. Whether one comes next is of no help:
    // a queue may have moved on to its last before the end of the one before is taken here.
    if jump == nil, properties.follower.isInterlude(at: .now) {
      _ = Deadlines.shared.after(PlaybackFollower.interlude) { [weak self] in self?.announce() }
      return
    }
    var hasSpoken = false
    for (interface, values) in [
      (MPRISProperties.rootInterface, properties.root), (MPRISProperties.playerInterface, properties.player),
    ] {
      let changes = values.filter { announced[interface]?[$0.key] != $0.value }
      if changes.isEmpty { continue }
      announced[interface] = values
      connection.emitChanges(changes, of: interface, at: MPRISProperties.path)
      hasSpoken = true
    }
    if let jump {
      connection.emit(
        MPRISProperties.playerInterface, "Seeked", [.time(jump)], at: MPRISProperties.path)
      hasSpoken = true
    }
    screenSaver?.holdOff(properties.showsPicture)
    if hasSpoken { connection.flush() }
  }

  // MARK: Calls

  func take(_ call: BusCall, interface: String, method: String, arguments: [BusValue]) {
    do throws(BusFault) {
      switch (interface, method, arguments.first, arguments.dropFirst().first) {
      case ("org.freedesktop.DBus.Properties", "Get", .string(let interface)?, .string(let name)?):
        let value = core.properties.all(of: interface, at: .now)[name]
        guard let value else { throw BusFault(.invalidArguments, "There is no property \(name).") }
        call.reply(value, boxed: true)
      case ("org.freedesktop.DBus.Properties", "GetAll", .string(let interface)?, nil):
        call.reply(.members(core.properties.all(of: interface, at: .now)))
      case ("org.freedesktop.DBus.Properties", "Set", _, .string(let name)?):
        guard arguments.count == 3 else { throw BusFault(.invalidArguments, "\(name) can't be set to this.") }
        try take(MPRISCommand(setting: name, to: arguments[2]), of: call)
      default: try take(MPRISCommand(method: method, arguments: arguments), of: call)
      }
    } catch {
      call.fail(error)
    }
  }

  private func take(_ command: MPRISCommand, of call: BusCall) throws(BusFault) {
    switch command {
    case .quit where core.options.quit != nil:
      // The answer is on its way before anything ends; and it does not wait for what hangs.
      call.reply()
      connection?.flush()
      core.options.quit?()
    default:
      guard core.take(MPRISCore.Wish(command: command, call: call)) else {
        throw BusFault(.limitsExceeded, "Too much has been asked for before it could be done.")
      }
    }
  }

  func lost() {
    isLost = true
    if !isEnding { report(.lost) }
    loop.quit()
  }
}
