import Foundation

/// The programs that were built together with the tests.
public enum BuiltProgram {
  /// The path of a product, which the package manager puts beside the tests.
  public static func path(_ name: String) -> String {
    var information = Dl_info()
    guard dladdr(#dsohandle, &information) != 0, let file = information.dli_fname else {
      fatalError("The tests don't know which file they are in.")
    }
    let tests = URL(fileURLWithPath: String(cString: file))
    return tests.deletingLastPathComponent().appendingPathComponent(name).path
  }
}
