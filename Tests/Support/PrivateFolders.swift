import Foundation

/// Folders of this run of the tests in place of the person's own, so that no configuration of theirs changes what
/// a program under test does, and nothing is kept among their files.
public enum PrivateFolders {
  /// The variables that lead there. The folders are made by whoever needs them, and are gone with the tests.
  public static let environment: [String: String] = {
    atexit { try? FileManager.default.removeItem(atPath: PrivateFolders.root) }
    return ["XDG_CONFIG_HOME": "\(root)/config", "XDG_STATE_HOME": "\(root)/state"]
  }()

  private static let root = "\(NSTemporaryDirectory())ytplay-test-\(getpid())-home"
}
