import Dispatch
import Glibc
import PlayerPlugins

@main
enum YTPlay {
  static func main() {
    // Before anything else: an asynchronous `main` opens descriptors before its first line.
    Console.guardStandardStreams()
    Signals.survivePipes()
    // Also for the plugins that forget it.
    ProcessHardening.forbidCoreDumps()
    // Where whoever started this ignored it, nobody would be told how a backend's process ended.
    signal(SIGCHLD, SIG_DFL)
    // As bytes: a file name need not be text, and `CommandLine.arguments` repairs what is not.
    let arguments = (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
      CommandLine.unsafeArgv[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
    // Before any thread: it is a process for one library.
    if arguments.first == Array("doctor".utf8) { Probe.requested?.run() }
    Task.detached { exit(await Program.run(arguments).rawValue) }
    dispatchMain()
  }
}
