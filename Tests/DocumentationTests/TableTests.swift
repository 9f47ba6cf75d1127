import Foundation
import IFrameBackend
import MPVBackend
import MockBackend
import PlayerKit
import Testing

@Suite("The documentation's tables")
struct TableTests {
  @Test("Tables made from the backends' descriptions are up to date", arguments: Document.pages)
  func upToDate(page: Document) throws {
    let old = try page.text()
    let new = try BackendTables.all.inserted(into: old)
    if ProcessInfo.processInfo.environment["YTPLAY_WRITE_TABLES"] == "1" {
      if new != old { try new.write(to: page.url, atomically: true, encoding: .utf8) }
    } else {
      #expect(new == old, "\(page.path) is stale: run `make tables`")
    }
  }

  @Test("A stale table, and a table of an unknown name, are noticed")
  func stale() throws {
    let tables = BackendTables(descriptors: [MockBackend.provider.descriptor])
    let page = "before\n<!-- table: kinds -->\n| old |\n<!-- end -->\nafter\n"
    let updated = try tables.inserted(into: page)
    #expect(updated != page)
    #expect(updated.hasPrefix("before\n<!-- table: kinds -->\n| source | mock |\n"))
    #expect(updated.hasSuffix("<!-- end -->\nafter\n"))
    #expect(try tables.inserted(into: updated) == updated)
    #expect(throws: BackendTables.Unknown.self) {
      try tables.inserted(into: "<!-- table: flights -->\n<!-- end -->\n")
    }
  }
}

/// The tables of what each backend can do, made from their descriptions.
struct BackendTables {
  /// A table is asked for that there is not, or its end is not marked.
  struct Unknown: Error, CustomStringConvertible {
    let description: String
  }

  /// Those of the project's own backends.
  static let all = BackendTables(descriptors: [
    MockBackend.provider.descriptor, MPVBackend.descriptor, IFrameBackend.descriptor,
  ])

  let descriptors: [BackendDescriptor]

  /// The text with each table between its markers made anew.
  func inserted(into text: String) throws -> String {
    var lines: [Substring] = []
    var table: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("<!-- table: ") {
        let name = line.dropFirst("<!-- table: ".count).prefix { $0.isLetter }
        lines.append(line)
        lines += try rows(of: String(name)).map { "| \($0.joined(separator: " | ")) |" }
        table = String(name)
      } else if line == "<!-- end -->", table != nil {
        lines.append(line)
        table = nil
      } else if table == nil {
        lines.append(line)
      }
    }
    if let table { throw Unknown(description: "the table \(table) has no end") }
    return lines.joined(separator: "\n")
  }

  private func rows(of table: String) throws -> [[String]] {
    switch table {
    case "actions": try head("action") + PlayerAction.names.map { try cells($0, actionCell) }
    case "capabilities": head("capability") + Capability.allCases.map { cells($0.rawValue, capabilityCell) }
    case "kinds": head("source") + PlayerSource.Kind.allCases.map { cells($0.rawValue, kindCell) }
    default: throw Unknown(description: "there is no table \(table)")
    }
  }

  private func head(_ first: String) -> [[String]] {
    [[first] + descriptors.map(\.id), Array(repeating: "---", count: descriptors.count + 1)]
  }

  private func cells(
    _ name: String, _ cell: (String, BackendDescriptor) throws -> String
  ) rethrows -> [String] {
    try ["`\(name)`"] + descriptors.map { try cell(name, $0) }
  }

  private func actionCell(_ name: String, _ descriptor: BackendDescriptor) throws -> String {
    // Every payload there is: whatever the action, it can be read.
    let text = """
      {"action":"\(name)","source":"clip.mp4","by":1,"volume":1,"rate":1,"quality":"large","index":0,\
      "loop":"off","shuffled":true,"kind":"audio","id":"1","fullscreen":true,"path":"shot.png"}
      """
    let action = try JSONDecoder().decode(PlayerAction.self, from: Data(text.utf8))
    guard let capability = action.requiredCapability else { return "yes" }
    return descriptor.capabilities.contains(capability) ? "yes" : "–"
  }

  private func capabilityCell(_ name: String, _ descriptor: BackendDescriptor) -> String {
    descriptor.capabilities.contains { $0.rawValue == name } ? "yes" : "–"
  }

  private func kindCell(_ name: String, _ descriptor: BackendDescriptor) -> String {
    guard let support = descriptor.kinds.first(where: { $0.key.rawValue == name })?.value else { return "–" }
    return ([String(support.priority)] + support.needs.map { "needs `\($0)`" }).joined(separator: ", ")
  }
}
