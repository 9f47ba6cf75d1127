import PlayerKit

/// Numbers from any thread.
final class Samples: Sendable {
  private let numbers = Lock([Double]())

  func add(_ number: Double) { numbers.withLock { $0.append(number) } }

  var all: [Double] { numbers.withLock { $0 } }
}

struct MPVTestFailure: Error, CustomStringConvertible {
  let description: String
}
