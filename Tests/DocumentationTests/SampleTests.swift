import Foundation
import PlayerKit
import PlayerPlugins
import TestSupport
import Testing
import TimerBackend

@Suite("The documentation's samples")
struct SampleTests {
  @Test("Every Swift sample stands, word for word, in a file that is built", arguments: Document.pages)
  func swift(page: Document) throws {
    for fence in try page.fences() where fence.language == "swift" {
      let file = try #require(fence.file, "\(page.path): a sample names no file:\n\(fence.text)")
      let code = try Document(path: file).text()
      #expect(
        Self.code(in: code).contains(Self.code(in: fence.text)),
        "\(page.path): the sample is not in \(file):\n\(fence.text)")
    }
  }

  @Test(
    "Every change that a page shows can be made: what it is made to stands in its file",
    arguments: Document.pages)
  func changes(page: Document) throws {
    for fence in try page.fences() where fence.language == "diff" {
      let before = fence.text.split(separator: "\n").filter { !$0.hasPrefix("+") }.map { $0.dropFirst() }
      let code = try Document(path: #require(fence.file)).text()
      #expect(code.contains(before.joined(separator: "\n")), "\(page.path): \(fence.text)")
    }
  }

  /// The lines as they are wherever they stand: without imports and without what they are indented by.
  static func code(in text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
      .joined(separator: "\n")
  }

  @Test("The README's library sample runs, and prints what the README says")
  func readme() async throws {
    let fences = try Document(path: "README.md").fences()
    let sample = try #require(fences.first { $0.language == "swift" })
    #expect(try sample.text + "\n" == Document(path: "Examples/HelloPlayer/main.swift").text())
    let output = try #require(fences.first { $0.language == "text" })
    let result = try await Subprocess.run(builtProgram("HelloPlayer"))
    #expect(result.isSuccess, "\(result)")
    #expect(result.lines.joined(separator: "\n") == output.text)
  }

  @Test("The program of getting started runs, and the products that its package asks for are there")
  func ownPackage() async throws {
    let result = try await Subprocess.run(builtProgram("OwnPackage"))
    #expect(result.isSuccess && result.lines.first?.hasPrefix("playing ") == true, "\(result)")
    #expect(result.lines.contains("ended 2 of 2 s"), "\(result)")
    let package = try Document(path: "Package.swift").text()
    let products = try Document(path: "Examples/OwnPackage/Package.swift").text()
      .matches(of: /\.product\(name: "(\w+)", package: "ytplay"\)/)
    #expect(products.count == 2)
    for product in products {
      #expect(package.contains(".target(name: \"\(product.1)\""), "\(product.1)")
    }
  }

  @Test("Every line of JSON is read by the library", arguments: Document.pages)
  func json(page: Document) throws {
    for fence in try page.fences() where fence.language == "json" && fence.file == nil {
      for line in fence.text.split(separator: "\n") {
        let bytes = Array(line.utf8)
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        guard case .object(let keys) = value else {
          Issue.record("\(page.path): no object: \(line)")
          continue
        }
        if keys["event"] != nil {
          let event = try JSONDecoder().decode(PlayerEvent.self, from: Data(bytes))
          let written = try JSONDecoder().decode(JSONValue.self, from: Data(JSONLine.encode(event)))
          #expect(written == value, "\(page.path): it is written otherwise: \(written)")
        } else if keys["action"] != nil {
          guard case .success = JSONLine.decodeAction(bytes).result else {
            Issue.record("\(page.path): no action: \(line)")
            continue
          }
        } else {
          let source = try JSONDecoder().decode(PlayerSource.self, from: Data(bytes))
          let written = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(source))
          #expect(written == value, "\(page.path): it is written otherwise: \(written)")
        }
      }
    }
  }

  @Test(
    "Every manifest is one, and says of a backend of the package what that says of itself",
    arguments: Document.pages)
  func manifests(page: Document) throws {
    for fence in try page.fences() where fence.language == "json" && fence.file == "manifest" {
      let manifest = try JSONDecoder().decode(PluginManifest.self, from: Data(fence.text.utf8))
      if manifest.descriptor.id == TimerBackend.descriptor.id {
        #expect(manifest.descriptor == TimerBackend.descriptor)
      }
    }
  }

  @Test("Every link within the project leads somewhere", arguments: Document.pages)
  func links(page: Document) throws {
    for match in try page.text().matches(of: /\]\(([^)]+)\)/) {
      let link = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      guard !link[0].contains("://") else { continue }
      let path = link[0].isEmpty ? page.path : page.path(of: link[0])
      let target = Document.root.appendingPathComponent(path)
      #expect(FileManager.default.fileExists(atPath: target.path), "\(page.path): \(match.1)")
      if link.count == 2, path.hasSuffix(".md") {
        let anchors = try Document(path: path).anchors()
        #expect(anchors.contains(String(link[1])), "\(page.path): \(match.1)")
      }
    }
  }
}

/// The path of a program of this package, built beside the tests.
func builtProgram(_ name: String) throws -> String {
  let beside = Bundle.main.bundleURL.appendingPathComponent(name).path
  try #require(FileManager.default.isExecutableFile(atPath: beside), "\(beside) is not there")
  return beside
}
