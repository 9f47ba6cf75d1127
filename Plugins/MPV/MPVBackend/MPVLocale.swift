import Glibc
import PlayerKit

/// The process's decimal point.
///
/// libmpv reads and writes numbers by the process's `LC_NUMERIC` and makes no handle where that is not `C`
/// (`client.h`, "Basic environment requirements"). Its threads follow the process's setting, so a setting of
/// one thread (`uselocale`) would not do.
enum MPVLocale {
  private static let lock = Lock(())

  /// Sets the process's `LC_NUMERIC` to `C` where it is anything else, for good; says whether it was.
  ///
  /// Called before a handle is made and before each load, as a toolkit may have changed it in between. All
  /// other categories stay as they are.
  @discardableResult
  static func pin() -> Bool {
    lock.withLock { _ in
      guard let current = setlocale(LC_NUMERIC, nil), strcmp(current, "C") != 0 else { return false }
      setlocale(LC_NUMERIC, "C")
      return true
    }
  }
}
