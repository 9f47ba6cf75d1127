import Foundation
import PlayerKit

/// The program `WebViewUnderTest`, which does with a real web view what a test says.
public final class DrivenWebView: Sendable {
  /// Why a command failed.
  public struct Failure: Error, CustomStringConvertible {
    /// What the program said.
    public let description: String
  }

  private let program: Subprocess
  private let lastCommand = Lock(0)

  /// Starts the program on a display, calls `body`, and ends the program.
  public static func run(
    on display: VirtualDisplay, environment: [String: String?] = [:],
    _ body: (DrivenWebView) async throws -> Void
  ) async throws {
    let view = try DrivenWebView(on: display, environment: environment)
    do {
      try await body(view)
    } catch {
      await view.stop()
      throw error
    }
    await view.stop()
  }

  /// Starts the program on a display.
  public init(on display: VirtualDisplay, environment: [String: String?] = [:]) throws {
    program = try Subprocess(
      BuiltProgram.path("WebViewUnderTest"),
      environment: environment.merging(["DISPLAY": display.name]) { mine, _ in mine },
      keepsInputOpen: true, timeLimit: .seconds(600))
  }

  /// Ends the program, which ends with its input.
  public func stop() async {
    program.closeInput()
    _ = await program.result()
  }

  /// Has a command done, and returns its answer.
  @discardableResult
  public func perform(_ name: String, _ fields: [String: any Sendable] = [:]) async throws -> String {
    let id = lastCommand.withLock { last in
      last += 1
      return last
    }
    let command = fields.merging(["do": name, "id": id]) { $1 }
    program.write(Array(try JSONSerialization.data(withJSONObject: command)) + [10])
    // Keys are sorted: an answer's number stands last.
    let isThere = await program.waitForOutput { $0.contains(#""id":\#(id)}"#) }
    let answer = isThere ? lines.first { $0["id"] as? Int == id } : nil
    guard let answer else {
      throw Failure(description: "\(name): the program ended, \(await program.result())")
    }
    guard let done = answer["done"] as? String else {
      throw Failure(description: "\(name): \(answer["error"] as? String ?? "\(answer)")")
    }
    return done
  }

  /// The texts of a page's messages so far.
  public func messages(of page: Int) -> [String] {
    lines.filter { $0["event"] as? String == "message" && $0["page"] as? Int == page }
      .compactMap { $0["text"] as? String }
  }

  /// Waits until a page has sent such a message.
  public func waitForMessage(of page: Int, where isMet: @escaping @Sendable (String) -> Bool) async throws {
    let isThere = await program.waitForOutput { output in
      Self.lines(output).contains {
        $0["event"] as? String == "message" && $0["page"] as? Int == page
          && isMet($0["text"] as? String ?? "")
      }
    }
    guard isThere else { throw Failure(description: "The program ended, \(await program.result())") }
  }

  private var lines: [[String: Any]] { Self.lines(program.outputSoFar) }

  private static func lines(_ output: String) -> [[String: Any]] {
    output.split(separator: "\n").compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }
}
