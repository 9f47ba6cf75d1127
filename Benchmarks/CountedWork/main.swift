import Glibc
import PlayerKit

// CountedWork: does each piece of work once to warm it up and once to be counted, between two calls of `getppid`, which
// nothing else here calls: that is where callgrind notes how many instructions have been executed
// (`--dump-before=getppid`). Then prints a line for each, of its name and of how many things it was done to.

/// Something whose instructions are counted.
struct Work: Sendable {
  let name: String
  /// How many things it is done to.
  let count: Int
  /// Does it, and says whether it came out right.
  let run: @Sendable () -> Bool
}

let works =
  [Work.parsing, .writingEvents, .readingEvents, .writingActions, .readingActions, .writingState]
  + [10, 1000].flatMap { [Work.writingQueue($0), .readingQueue($0), .resolving($0)] }

for work in works {
  var isRight = work.run()
  _ = getppid()
  isRight = work.run() && isRight
  _ = getppid()
  guard isRight else {
    print("\(work.name) came out wrong")
    exit(1)
  }
}
for work in works { print("\(work.name)\t\(work.count)") }
