import PlayerKit

/// `ytplay resolve SOURCE...`: what each source is, and which backend would play it. Nothing is started.
enum ResolveCommand {
  static func run(
    _ invocation: Invocation, _ backends: InstalledBackends, _ console: Console
  ) async throws(UsageError) -> ExitStatus {
    let options = invocation.options
    if invocation.operands.isEmpty, options.lists.isEmpty {
      throw UsageError("No source was given; `ytplay resolve SOURCE...` needs one.")
    }
    if let backend = options.backend {
      do throws(UsageError) { _ = try backends.named(backend) } catch {
        throw invocation.located(error, by: "backend")
      }
    }
    var isComplete = true
    for argument in await SourceArgument.read(invocation) {
      let resolution = Resolution(argument, backends.registry, preferring: options.backend)
      isComplete = isComplete && resolution.backend != nil
      console.output.write(options.json ? JSONText.line(resolution) : Array(resolution.text.utf8))
      await console.output.room()
    }
    return await console.finish(isComplete ? .success : .nothingPlayed)
  }
}

/// What a source is and which backend would play it.
struct Resolution {
  let argument: SourceArgument
  let candidates: [BackendCandidate]

  init(_ argument: SourceArgument, _ registry: BackendRegistry, preferring backend: String?) {
    self.argument = argument
    switch argument.reading {
    case .success(let source): candidates = registry.candidates(for: source, preferring: backend)
    case .failure: candidates = []
    }
  }

  /// The backend that would play it.
  var backend: String? { candidates.first(where: \.isChosen)?.id }

  /// The resolution for people.
  var text: String {
    let input = Text.shown(argument.input) + (argument.title.map { "  \(Text.safe($0))" } ?? "")
    switch argument.reading {
    case .failure(let error): return "\(input)\n  error: \(Text.safe(error.description))\n"
    case .success(let source):
      let width = (candidates.map(\.id.count).max() ?? 0) + 2
      let lines = candidates.map { candidate in
        let name = candidate.id.padded(to: width)
        return "  \(name)\(candidate.isChosen ? "plays it" : "does not"): \(Text.safe(candidate.reason))\n"
      }
      return "\(input)\n  \(SourceName.long(source))\n"
        + (lines.isEmpty ? "  no backend is there\n" : lines.joined())
    }
  }
}

extension Resolution: Encodable {
  private enum CodingKeys: String, CodingKey {
    case input, inputBase64, title, source, backend, candidates, error
  }

  private struct Candidate: Encodable {
    let id: String
    let chosen: Bool
    let reason: String
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let text = String(validating: argument.input, as: UTF8.self) {
      try container.encode(text, forKey: .input)
    } else {
      try container.encode(JSONText.base64(argument.input), forKey: .inputBase64)
    }
    try container.encodeIfPresent(argument.title, forKey: .title)
    switch argument.reading {
    case .failure(let error): try container.encode(error, forKey: .error)
    case .success(let source):
      try container.encode(source, forKey: .source)
      try container.encode(backend, forKey: .backend)
      let candidates = candidates.map { Candidate(id: $0.id, chosen: $0.isChosen, reason: $0.reason) }
      try container.encode(candidates, forKey: .candidates)
    }
  }
}

extension String {
  /// The text followed by as many spaces as it needs to be this long.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
