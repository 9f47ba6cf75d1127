import TestSupport
import Testing

@testable import PlayerKit

@Suite("The path of a feed")
struct FeedPathTests {
  @Test("Without wrapping around a page's number is its index, and the ends are the ends")
  func straight() {
    var path = FeedPath(count: 3, wraps: false)
    for (step, index, moves) in [
      (-1, 0, false), (1, 1, true), (5, 2, true), (1, 2, false), (-9, 0, true), (0, 0, false),
    ] {
      let hasMoved = path.go(by: step)
      #expect(hasMoved == moves)
      #expect(path.index == index)
      #expect((0..<3).map { path.number(of: $0) } == [0, 1, 2])
    }
    #expect(path.page(at: -1) == nil)
    #expect(path.page(at: 2) == 2)
    #expect(path.page(at: 3) == nil)
  }

  @Test("An empty path leads nowhere", arguments: [true, false])
  func empty(wraps: Bool) {
    var path = FeedPath(count: 0, wraps: wraps)
    let moves = path.go(by: 1)
    #expect(!moves)
    path.go(to: 0)
    #expect(path.page(at: 0) == nil)
    #expect(path.neighbours(ahead: 3, behind: 3) == [])
    path.append(2)
    #expect(path.index == 0)
    #expect(path.page(at: 1) == 1)
  }

  @Test("Wrapping around it goes to a page the nearer way, and on past the ends")
  func around() {
    var path = FeedPath(count: 10, wraps: true)
    path.go(to: 8)
    #expect(path.direction == -1)
    #expect(path.number(of: 8) == -2)
    #expect(path.number(of: 0) == 0)
    #expect(path.number(of: 5) == -5)
    path.go(to: 1)
    #expect(path.direction == 1)
    #expect(path.number(of: 1) == 1)
    #expect(path.neighbours(ahead: 2, behind: 2) == [2, 3, 0, 9])
  }

  @Test("Of two rounds in which a page is as near it keeps the one that it has")
  func tie() {
    var path = FeedPath(count: 2, wraps: true)
    #expect(path.number(of: 1) == 1)
    _ = path.go(by: 1)
    #expect(path.number(of: 0, now: 0) == 0)
    #expect(path.number(of: 0, now: 2) == 2)
    #expect(path.number(of: 0) == 2)
    #expect(path.neighbours(ahead: 2, behind: 2) == [0])
  }

  @Test(
    "Whatever happens, the index is as a plain count has it and numbers are near, distinct and in a window's range",
    arguments: [UInt64(1), 2, 3, 4, 5], [true, false])
  func random(seed: UInt64, wraps: Bool) {
    var generator = SplitMix64(state: seed)
    var (count, index) = (generator.next(below: 6), 0)
    var path = FeedPath(count: count, wraps: wraps)
    for _ in 0..<2000 {
      switch generator.next(below: 8) {
      case 0 where count < 40:
        let added = generator.next(below: 4)
        path.append(added)
        count += added
      case 1 where count > 0:
        index = generator.next(below: count)
        path.go(to: index)
      default:
        let step = [1, -1, 2, -2, FeedPath.farthest, -FeedPath.farthest, 7][generator.next(below: 7)]
        let moves = path.go(by: step)
        guard count > 0 else { break }
        let before = index
        index = wraps ? ((index + step) % count + count) % count : min(max(index + step, 0), count - 1)
        #expect(moves == (index != before))
      }
      #expect(path.index == index)
      let numbers = (0..<count).map { path.number(of: $0) }
      #expect(Set(numbers).count == count)
      #expect(numbers.allSatisfy { PlayerPresentation.pages.contains($0) })
      guard count > 0 else { continue }
      let here = numbers[index]
      #expect(numbers.allSatisfy { wraps ? abs($0 - here) * 2 <= count : abs($0 - here) < count })
      for (page, number) in numbers.enumerated() {
        #expect(path.page(at: number - here) == page)
      }
    }
  }
}
