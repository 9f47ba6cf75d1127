import PlayerKit

extension BusFault {
  /// What a player's refusal is on the bus.
  init(_ error: PlayerError) {
    let name: Name =
      switch error.code {
      case .invalidArgument, .invalidSource: .invalidArguments
      case .unsupported: .notSupported
      case .notPermitted: .accessDenied
      case .notFound: .fileNotFound
      case .timedOut: .timedOut
      default: .failed
      }
    self.init(name, error.description)
  }
}
