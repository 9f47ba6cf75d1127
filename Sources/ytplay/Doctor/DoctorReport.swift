/// The checks as they are written: JSON for programs, and text for people.
struct DoctorReport {
  let machine: Machine
  let json: Bool
  /// Whether whoever reads the text can be shown ASCII alone.
  var isASCII = false

  /// What stands before the checks.
  var head: [UInt8] {
    if json {
      return JSONText.line(
        Head(ytplay: Program.version, system: machine.system, use: machine.use))
    }
    return Array(
      """
      ytplay \(Program.version) on \(machine.system)
      Used as a \(machine.isDesktop ? "desktop, with windows" : "headless machine: no display, so sound alone").


      """.utf8)
  }

  /// A check.
  func line(_ check: MachineCheck, _ finding: Finding) -> [UInt8] {
    let remedies = finding.remedy?.lines(on: machine) ?? []
    if json {
      return JSONText.line(
        Line(
          check: check.id, name: check.name, result: finding.outcome, detail: finding.detail,
          remedy: remedies.isEmpty ? nil : remedies.joined(separator: "; "),
          packages: finding.remedy?.packages ?? []))
    }
    let title = shown(Self.word(finding.outcome)).padded(to: 9) + check.name
    func column(_ text: String) -> [String] {
      HelpLayout.wrapped(
        shown(Text.safe(text)).split(separator: " ").map(String.init), indent: Self.indent)
    }
    var lines = column(finding.detail)
    // A plugin's name may be longer than its column, and its reason empty.
    if let first = lines.first, title.count < Self.indent {
      lines[0] = title + first.dropFirst(title.count)
    } else {
      lines.insert(title, at: 0)
    }
    lines += remedies.flatMap { column("→ \($0)") }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// What it comes to; nothing in JSON, where the exit status says it.
  func foot(_ outcomes: [Finding.Outcome]) -> [UInt8] {
    if json { return [] }
    func count(_ outcome: Finding.Outcome, _ word: String) -> String {
      let number = outcomes.count { $0 == outcome }
      return "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    let problems = outcomes.contains(.problem)
    let summary =
      problems
      ? "\(count(.problem, "problem")) and \(count(.warning, "warning"))."
      : outcomes.contains(.warning)
        ? "What is needed is there; \(count(.warning, "warning"))." : "All is well."
    return Array("\n\(summary)\n".utf8)
  }

  /// The text with the signs that ASCII lacks written otherwise; a name of the person's own stays as it is.
  private func shown(_ text: String) -> String {
    guard isASCII else { return text }
    let signs: [Character: String] = ["→": "->", "–": "-", "…": "...", "“": "\"", "”": "\""]
    return text.map { signs[$0] ?? String($0) }.joined()
  }

  /// Where the column of what was found begins.
  private static let indent = 28

  private static func word(_ outcome: Finding.Outcome) -> String {
    switch outcome {
    case .ok: "ok"
    case .warning: "warning"
    case .problem: "PROBLEM"
    case .notNeeded: "–"
    }
  }

  private struct Head: Encodable {
    let ytplay: String
    let system: String
    let use: String
  }

  private struct Line: Encodable {
    let check: String
    let name: String
    let result: Finding.Outcome
    let detail: String
    let remedy: String?
    let packages: [String]
  }
}
