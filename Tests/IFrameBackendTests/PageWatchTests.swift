import Testing

@testable import IFrameBackend

@Suite("Whether a page hangs") struct PageWatchTests {
  /// Looks at a page so often, with the same call unanswered; returns whether it hung at each.
  private func look(_ watch: inout PageWatch, _ count: Int, at call: Int?) -> [Bool] {
    var answers: [Bool] = []
    for _ in 0..<count { answers.append(watch.look(call)) }
    return answers
  }

  @Test("A page that owes the same answer for as long as it may hangs; once it is told, counting begins anew")
  func hanging() {
    var watch = PageWatch(patience: 10)
    #expect(watch.step == 1)
    #expect(look(&watch, 12, at: 7) == Array(repeating: false, count: 10) + [true, false])
  }

  @Test("A page that answers, however slowly, does not hang, nor one that is asked nothing")
  func slow() {
    var watch = PageWatch(patience: 10)
    for call in 0..<20 { #expect(!look(&watch, 10, at: call).contains(true)) }
    #expect(!look(&watch, 100, at: nil).contains(true))
    #expect(!look(&watch, 10, at: 20).contains(true))
  }

  @Test("A short patience is kept in short steps")
  func short() {
    var watch = PageWatch(patience: 2)
    #expect(watch.step == 0.5)
    #expect(look(&watch, 5, at: 1) == [false, false, false, false, true])
  }

  @Test("A page is silent when nothing was heard over two steps")
  func silence() {
    var watch = PageWatch(patience: 10)
    var silences: [Bool] = []
    for isHeard in [true, true, false, false, false, true, false] {
      if isHeard { watch.hear() }
      _ = watch.look(nil)
      silences.append(watch.isSilent)
    }
    #expect(silences == [false, false, false, true, true, false, false])
  }
}
