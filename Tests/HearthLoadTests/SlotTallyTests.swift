import Testing

@testable import HearthLoadKit

/// What is left out must not hide what a server does, and what chance does must not be held for it.
@Suite struct SlotTallyTests {
  private func complaints(quiet: Int, disturbed: Int, of all: Int) -> [String] {
    SlotTally.complaints(quiet: SlotTally(all: all, leftOut: quiet), disturbed: SlotTally(all: all, leftOut: disturbed))
  }

  @Test func asMuchOnBothSidesPasses() {
    #expect(complaints(quiet: 0, disturbed: 0, of: 800) == [])
    #expect(complaints(quiet: 80, disturbed: 80, of: 800) == [])
    #expect(complaints(quiet: 80, disturbed: 0, of: 800) == [])
  }

  @Test func twoPointsMorePassAndOneSlotPastThemIsFound() {
    #expect(complaints(quiet: 0, disturbed: 16, of: 800) == [])
    #expect(
      complaints(quiet: 0, disturbed: 17, of: 800) == [
        "2.1 points more was left out with the disturbance than without, at most 2.0 may be: it may be what held the processors"
      ])
  }

  @Test func whereTheHostTakesMuchThreeStandardDeviationsPass() {
    // A tenth of 800 on either side: one deviation of the difference is √(0.1 · 0.9 · 2 / 800), 1.5 points, and three
    // are 36 slots.
    let allowed = SlotTally.excessAllowed(quiet: SlotTally(all: 800, leftOut: 80), disturbed: SlotTally(all: 800))
    #expect(abs(allowed - 0.045) < 1e-9)
    #expect(complaints(quiet: 80, disturbed: 116, of: 800) == [])
    #expect(complaints(quiet: 80, disturbed: 117, of: 800).count == 1)
  }

  @Test func whatTheTroubledServerLostDoesNotWidenTheLimit() {
    let none = SlotTally(all: 800)
    #expect(SlotTally.excessAllowed(quiet: none, disturbed: SlotTally(all: 800, leftOut: 400)) == SlotTally.excessShareMax)
  }

  @Test func halfOfAllPassesAndOneSlotMoreIsFound() {
    #expect(complaints(quiet: 400, disturbed: 400, of: 800) == [])
    let found = complaints(quiet: 400, disturbed: 401, of: 800)
    #expect(found.count == 1 && found[0].hasPrefix("the host took processors away"))
  }

  @Test func nothingMeasuredLeavesNothingOut() {
    #expect(SlotTally().leftOutShare == 0)
    #expect(SlotTally.complaints(quiet: SlotTally(), disturbed: SlotTally()) == [])
  }
}
