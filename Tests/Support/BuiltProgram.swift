import Foundation

/// The programs that were built together with the tests.
public enum BuiltProgram {
  /// The path of a product, which the package manager puts beside the program that runs the tests.
  public static func path(_ name: String) -> String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent(name).path
  }
}
