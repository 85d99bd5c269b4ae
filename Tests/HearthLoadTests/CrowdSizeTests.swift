import Testing

@testable import HearthLoadKit

/// A crowd that is smaller than what is promised has to be found, at each limit and one past it.
@Suite struct CrowdSizeTests {
  /// Just what is promised, changed by the body.
  private func size(_ change: (inout CrowdSize) -> Void = { _ in }) -> CrowdSize {
    var size = CrowdSize(
      members: 8_790, stalled: 100, feeding: 10, halfOpen: 1_000, pinging: 100, flooding: 1, loops: 2, measuredSeconds: 80)
    change(&size)
    return size
  }

  @Test func whatIsPromisedPasses() {
    #expect(size().connections == 10_000)
    #expect(size().shortfalls == [])
    #expect(size().shortForm == [])
  }

  @Test func oneConnectionFewerIsFound() {
    #expect(size { $0.members -= 1 }.shortfalls == ["9999 connections where 10000 are promised"])
    // Those that flood come and go, and make up for nobody.
    #expect(size { ($0.members, $0.flooding) = ($0.members - 1, 20) }.shortfalls == ["9999 connections where 10000 are promised"])
  }

  @Test func oneTroubleMakerFewerIsFound() {
    #expect(size { ($0.members, $0.stalled) = (9_000, 99) }.shortfalls == ["99 stalled readers where 100 are promised"])
    #expect(size { ($0.members, $0.halfOpen) = (9_000, 999) }.shortfalls == ["999 half-open handshakes where 1000 are promised"])
    #expect(size { $0.flooding = 0 }.shortfalls == ["0 flooding connections where 1 are promised"])
  }

  @Test func oneLoopMoreIsFound() {
    #expect(size { $0.loops = 1 }.shortfalls == [])
    #expect(size { $0.loops = 3 }.shortfalls == ["3 loops where 2 are promised"])
  }

  @Test func lessTimeIsAShortForm() {
    let short = size { $0.measuredSeconds = 79 }
    #expect(short.shortfalls == [])
    #expect(short.shortForm == ["79 s measured where 80 are needed"])
    #expect(size { ($0.members, $0.measuredSeconds) = (8_789, 79) }.shortForm.count == 2)
  }
}
