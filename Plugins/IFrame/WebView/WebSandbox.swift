import CWebKit

/// Whether WebKit can lock its processes up, as it does with Bubblewrap.
enum WebSandbox {
  /// The program that WebKit runs for it, by a path that is compiled into WebKit.
  static let program = "/usr/bin/bwrap"

  /// Why there is no sandbox, with the remedy; nil where there is one.
  ///
  /// Where namespaces are forbidden, WebKit would abort this process, or in some containers go on without a
  /// sandbox and say nothing. So this tries what WebKit will do. Blocks for some milliseconds.
  static func problem(_ program: String = WebSandbox.program) -> String? {
    if getenv("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS").map({ String(cString: $0) }) == "1" {
      // The person's own wish, which WebKit follows; but not a silent one.
      let warning = "WebKit's sandbox is off, by WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS.\n"
      _ = write(2, warning, warning.utf8.count)
      return nil
    }
    let arguments = [program, "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc", "/bin/true"]
    var argv = arguments.map { strdup($0) } + [nil]
    defer { for text in argv { free(text) } }
    var errors: UnsafeMutablePointer<CChar>?
    var status: Int32 = 0
    var failure: UnsafeMutablePointer<GError>?
    guard
      g_spawn_sync(
        nil, &argv, nil, G_SPAWN_STDOUT_TO_DEV_NULL, nil, nil, nil, &errors, &status, &failure) != 0
    else {
      return """
        WebKit's sandbox needs Bubblewrap, which could not be started (\(takeMessage(failure))). Install the \
        package bubblewrap.
        """
    }
    let said = takeText(errors).split(separator: "\n").last.map(String.init)
    guard status != 0 else { return nil }
    return """
      WebKit's sandbox can't be made on this machine: \(said ?? "bwrap ended with status \(status)"). Allow user \
      namespaces (sysctl kernel.unprivileged_userns_clone=1, or kernel.apparmor_restrict_unprivileged_userns=0; in \
      a container, start it with the right to make namespaces).
      """
  }
}
