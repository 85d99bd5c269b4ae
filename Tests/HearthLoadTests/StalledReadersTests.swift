import Testing

@testable import HearthLoadKit

/// The judge of what became of stalled readers, at its limits and one past them.
@Suite struct StalledReadersTests {
  private func complaints(_ change: (inout StalledReaders) -> Void = { _ in }) -> [String] {
    var readers = StalledReaders(told: 20, dropped: 200, spared: 0, toldByServer: 110, givenUpByServer: 190)
    change(&readers)
    return readers.complaints
  }

  @Test func allAtTheLimitsPasses() {
    #expect(complaints() == [])
  }

  @Test func oneHasToFind4008AndNobodyMayBeLetBe() {
    #expect(complaints { ($0.told, $0.dropped) = (1, 200) } == [])
    #expect(complaints { ($0.told, $0.dropped) = (0, 200) } == ["no stalled reader found 4008"])
    #expect(complaints { $0.spared = 1 } == ["1 stalled readers were let be"])
  }

  @Test func whatTheServersCountHasToAgree() {
    #expect(complaints { $0.toldByServer = 109 } == ["the servers told 4008 to 109 stalled readers only, of 220 that ended"])
    #expect(complaints { $0.givenUpByServer = 189 } == ["the servers gave up 189 stalled readers only, of 200 that were cut off"])
  }
}
