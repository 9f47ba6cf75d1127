import Testing

@testable import ytplay

@Suite("The order of the sources")
struct SequencerTests {
  @Test("Sources are opened one after another, and the status says how it went")
  func statuses() {
    var all = Sequencer(count: 2)
    #expect(all.ended() == .open(1))
    #expect(all.ended() == .finish)
    #expect(all.status == .success)

    var some = Sequencer(count: 3)
    #expect(some.ended() == .open(1))
    #expect(some.couldNotPlay() == .open(2))
    #expect(some.ended() == .finish)
    #expect(some.status == .partlyPlayed)

    var none = Sequencer(count: 2)
    #expect(none.couldNotPlay() == .open(1))
    #expect(none.couldNotPlay() == .finish)
    #expect(none.status == .nothingPlayed)
  }

  @Test("A loop begins again after the last source, but not where none can be played")
  func loop() {
    var loop = Sequencer(count: 2, loops: true)
    #expect(loop.ended() == .open(1))
    #expect(loop.ended() == .open(0))
    #expect(loop.couldNotPlay() == .open(1))
    #expect(loop.couldNotPlay() == .finish)
    #expect(loop.status == .partlyPlayed)
  }

  @Test("next and previous move among the sources, and what is left half played was playable")
  func moves() {
    var sequencer = Sequencer(count: 3)
    #expect(sequencer.previous(couldPlay: true) == nil)
    #expect(sequencer.next(couldPlay: true) == .open(1))
    #expect(sequencer.next(couldPlay: false) == .open(2))
    #expect(sequencer.previous(couldPlay: true) == .open(1))
    #expect(sequencer.next(couldPlay: true) == .open(2))
    #expect(sequencer.couldNotPlay() == .finish)
    #expect(sequencer.status == .partlyPlayed)
  }

  @Test("With a loop previous goes from the first source to the last")
  func wrapping() {
    var sequencer = Sequencer(count: 3, loops: true)
    #expect(sequencer.previous(couldPlay: true) == .open(2))
    #expect(sequencer.next(couldPlay: true) == .open(0))
  }
}
