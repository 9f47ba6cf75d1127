import Foundation
import PlayerKit
import Testing

extension Flaw {
  /// Flaws of shutting down that show in events and errors: rule 16.
  static let ending: [Flaw] = [
    Flaw(16, "shutDown never returns", seen: "shutDown took more than 5 s") {
      $0.onShutDown = { wires in
        await wires.close()
        await hang()
      }
    },
    Flaw(16, "shutDown waits for a load to open", seen: "amid a load ends within 5 s, and nothing arrives") {
      $0.onShutDown = { wires in
        if wires.state.source != nil, !wires.isOpen { await hang() }
        await wires.close()
      }
    },
    Flaw(16, "a second shutDown never returns", seen: "shutDown took more than 5 s") {
      $0.onShutDown = { wires in
        if wires.count("shutDown") > 1 { await hang() }
        await wires.close()
      }
    },
    Flaw(16, "an event arrives after shutDown", seen: "after shutDown came timeChanged") {
      $0.onShutDown = { wires in
        await wires.close()
        Task {
          try await Task.sleep(for: .milliseconds(100))
          wires.send(.timeChanged(1))
        }
      }
    },
    Flaw(16, "an event arrives after closed", seen: "after closed came unstarted") {
      $0.onShutDown = { wires in
        await wires.close()
        wires.send(.closed)
        wires.send(.statusChanged(.unstarted))
      }
    },
    Flaw(16, "after shutDown an action is taken", seen: "pause was taken and should have thrown closed") {
      $0.onAction = { action, wires throws(PlayerError) in
        if action == .pause, wires.isClosed { return }
        try await wires.forward(action)
      }
    },
    Flaw(16, "after shutDown an action throws another error", seen: "threw nothingLoaded") {
      $0.onAction = { action, wires throws(PlayerError) in
        if wires.isClosed { throw broken(.nothingLoaded) }
        try await wires.forward(action)
      }
    },
    Flaw(16, "an action amid shutDown never returns", seen: "did not return within") {
      $0.options.configuration.timeouts.perform = 2
      $0.onShutDown = { wires in
        await wires.close()
        // Time for the actions that were sent beside it to come.
        try? await Task.sleep(for: .milliseconds(50))  // Nobody cancels it.
      }
      $0.onAction = { action, wires throws(PlayerError) in
        if wires.isClosed { await hang() }
        try await wires.forward(action)
      }
    },
  ]

  /// Flaws that show in what the process has: rules 16 and 17. Each needs a process of its own.
  static let resources: [Flaw] = [
    Flaw(16, "a thread stays", seen: "there was left 1 thread") {
      $0.onShutDown = { wires in
        await wires.close()
        if wires.count("shutDown") > 1 { return }
        Thread.detachNewThread { Thread.sleep(forTimeInterval: 60) }
      }
    },
    Flaw(16, "a thread stays for a while", seen: "there was left 1 thread") {
      $0.onShutDown = { wires in
        await wires.close()
        if wires.count("shutDown") > 1 { return }
        Thread.detachNewThread { Thread.sleep(forTimeInterval: 1) }
      }
    },
    Flaw(16, "a descriptor stays open", seen: "there was left 1 descriptor (/dev/null)") {
      $0.onShutDown = { wires in
        await wires.close()
        if wires.count("shutDown") > 1 { return }
        _ = open("/dev/null", O_RDONLY)
      }
    },
    Flaw(16, "a process stays", seen: "there was left 1 process (sleep)") {
      $0.onShutDown = { wires in
        await wires.close()
        if wires.count("shutDown") == 1 { spawnSleep() }
      }
    },
    Flaw(17, "a descriptor stays open now and then", seen: "there was left") {
      $0.onShutDown = { wires in
        await wires.close()
        if Int.random(in: 0..<4) == 0 { _ = open("/dev/null", O_RDONLY) }
      }
    },
    Flaw(17, "a thread stays now and then", seen: "there was left") {
      $0.onShutDown = { wires in
        await wires.close()
        if Int.random(in: 0..<2) == 0 { Thread.detachNewThread { Thread.sleep(forTimeInterval: 120) } }
      }
    },
    Flaw(17, "a process stays", seen: "there was left 20 processes (sleep") {
      $0.onShutDown = { wires in
        await wires.close()
        if wires.count("shutDown") == 1 { spawnSleep() }
      }
    },
    Flaw(17, "memory stays", seen: "and it still grew") {
      $0.onShutDown = { wires in
        await wires.close()
        // Written to, so that it takes memory.
        kept.withLock { $0.append([UInt8](repeating: 1, count: 1 << 20)) }
      }
    },
  ]

  /// What the backend whose memory stays never lets go of.
  private static let kept = Lock<[[UInt8]]>([])

  private static func spawnSleep() {
    var process: pid_t = 0
    var arguments = [strdup("sleep"), strdup("20"), nil]
    if posix_spawn(&process, "/bin/sleep", nil, nil, &arguments, nil) != 0 {
      Issue.record("sleep could not be started")
    }
    for argument in arguments { free(argument) }
  }
}

/// Waits until the task is cancelled: for ever, as far as a backend is concerned.
func hang() async {
  // What ends it is the cancellation itself.
  try? await Task.sleep(for: .seconds(3600))
}
