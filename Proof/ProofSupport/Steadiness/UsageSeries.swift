/// What processes took of the machine, time and again.
public struct UsageSeries: Sendable {
  /// One look at them.
  public struct Sample: Sendable {
    /// When: how many cycles, or seconds, had gone by.
    public let position: Double
    /// What they took.
    public let usage: ProcessUsage
  }

  /// A quantity of the usage.
  public enum Quantity: CaseIterable, Sendable {
    /// The memory that is resident, in megabytes. It is this one that is judged: what other processes of the machine
    /// do does not change it.
    case memory
    /// How many threads there are.
    case threads
    /// How many files, sockets and so on are open.
    case descriptors

    /// Its name for people.
    public var name: String {
      switch self {
      case .memory: "memory"
      case .threads: "threads"
      case .descriptors: "open descriptors"
      }
    }

    func value(_ usage: ProcessUsage) -> Double {
      switch self {
      case .memory: usage.residentMemory
      case .threads: Double(usage.threads)
      case .descriptors: Double(usage.descriptors)
      }
    }
  }

  /// What was done meanwhile, as a title.
  public let title: String
  /// What positions count: `cycles`, `seconds`.
  public let unit: String
  /// The samples, in order.
  public private(set) var samples: [Sample] = []

  /// A series without samples.
  public init(_ title: String, unit: String) {
    self.title = title
    self.unit = unit
  }

  /// Adds a sample; positions must rise.
  public mutating func add(_ usage: ProcessUsage, at position: Double) {
    samples.append(Sample(position: position, usage: usage))
  }

  /// How a quantity went.
  public func trend(of quantity: Quantity) -> Trend {
    let limit: Trend.Limit =
      switch quantity {
      case .memory: .share(0.02, atLeast: 1)
      case .threads, .descriptors: .amount(1)
      }
    return Trend(samples.map { ($0.position, quantity.value($0.usage)) }, limit: limit)
  }

  /// All samples, as comma-separated values.
  public var table: String {
    let lines = samples.map { sample in
      let usage = sample.usage
      return [
        sample.position, usage.residentMemory, usage.proportionalMemory, Double(usage.threads),
        Double(usage.descriptors), Double(usage.processes),
      ].map { decimal($0, 3) }.joined(separator: ",")
    }
    return ([unit + ",resident,proportional,threads,descriptors,processes"] + lines).joined(separator: "\n")
      + "\n"
  }
}
