import Testing

@testable import Room

/// Random lives of rooms, the same in every run.
struct RandomRoomTests {
  @Test("Whatever happens, the promises hold: seeds 0 to 199", arguments: 0..<8 as Range<UInt64>)
  func promises(eighth: UInt64) {
    for seed in eighth * 25..<(eighth + 1) * 25 {
      do {
        var run = RandomRun(seed: seed)
        try run.run(steps: 150)
        try run.finish()
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  @Test(
    "They hold while the store is away now and then and rooms are read from memory, too: seeds 2,000 to 2,099",
    arguments: 0..<4 as Range<UInt64>)
  func promisesWhileAway(quarter: UInt64) {
    for seed in 2_000 + quarter * 25..<2_000 + (quarter + 1) * 25 {
      do {
        var run = RandomRun(seed: seed, mayBeAway: true)
        try run.run(steps: 150)
        try run.finish()
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  @Test("The lives are not idle: commands are accepted and refused, people join, appends fail")
  func livesAreBusy() throws {
    var events = 0
    var answered = 0
    var members = 0
    for seed in 1_000..<1_010 as Range<UInt64> {
      var run = RandomRun(seed: seed)
      try run.run(steps: 150)
      try run.finish()
      events += Int(run.shell.history.sequence.rawValue)
      answered += run.accepted.count
      members += run.shell.history.state.shared.members.count
    }
    #expect(events > 300)
    #expect(answered > 100)
    #expect(members > 50)
  }
}
