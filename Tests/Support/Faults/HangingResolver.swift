import Foundation
import PlayerKit

/// Makes every look-up of a name below `hangs.invalid` hang, in child processes, as with a name server that is
/// gone: a real `getaddrinfo` that does not return, which nothing can interrupt.
///
/// A library of a few lines of C does it, compiled here and loaded into the children ahead of the C library.
public struct HangingResolver: Sendable {
  /// A stream whose host hangs.
  public static let url = "http://server.hangs.invalid/a"
  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <netdb.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>

    typedef int look_up(const char *, const char *, const struct addrinfo *, struct addrinfo **);

    int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result)
    {
      const char *begun = getenv("HANGING_RESOLVER_BEGUN");
      const char *held = getenv("HANGING_RESOLVER_HELD");
      if (begun && held && node && strstr(node, ".hangs.invalid")) {
        close(open(begun, O_CREAT | O_WRONLY, 0600));
        while (access(held, F_OK) == 0) usleep(10000);
        return EAI_AGAIN;
      }
      look_up *next = (look_up *)dlsym(RTLD_NEXT, "getaddrinfo");
      return next(node, service, hints, result);
    }
    """

  private let folder: String
  private var library: String { "\(folder)/resolver.so" }

  /// Compiles the library in a folder.
  public init(in folder: String) async throws {
    self.folder = folder
    let text = "\(folder)/resolver.c"
    try Self.source.write(toFile: text, atomically: true, encoding: .utf8)
    let arguments = ["-shared", "-fPIC", "-O1", "-o", library, text, "-ldl"]
    var result = try? await Subprocess.run("clang", arguments)
    if result?.isSuccess != true { result = try await Subprocess.run("cc", arguments) }
    guard let result, result.isSuccess else {
      throw MediaFailure(name: library, reason: "there is no compiler: \(result?.description ?? "")")
    }
  }

  /// Calls `body`, whose child processes have the library.
  public func inChildren(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async throws {
    let variables = [
      ("LD_PRELOAD", library), ("HANGING_RESOLVER_BEGUN", Self.begun(folder)),
      ("HANGING_RESOLVER_HELD", Self.held(folder)),
    ]
    for (name, value) in variables { setenv(name, value, 1) }
    defer { for (name, _) in variables { unsetenv(name) } }
    try await body()
  }

  /// In a child: look-ups hang from now on until they are let go.
  public static func hold(_ folder: String) throws {
    try? FileManager.default.removeItem(atPath: begun(folder))
    try Data().write(to: URL(fileURLWithPath: held(folder)))
  }

  /// In a child: whether a look-up hangs.
  public static func hangs(_ folder: String) -> Bool { FileManager.default.fileExists(atPath: begun(folder)) }

  /// In a child: look-ups that hang come back.
  public static func letGo(_ folder: String) {
    try? FileManager.default.removeItem(atPath: held(folder))
  }

  private static func begun(_ folder: String) -> String { "\(folder)/begun" }
  private static func held(_ folder: String) -> String { "\(folder)/held" }
}
