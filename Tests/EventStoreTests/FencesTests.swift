import HearthProtocol
import Testing

@testable import PostgresStore

@Suite("The fences that a node knows")
struct FencesTests {
  private func group(_ number: UInt64) -> GroupID { Samples.group(number) }

  @Test("are so many; with one more all are forgotten, and the groups are claimed again; a group that is known changes nothing")
  func limit() {
    #expect(Fences.groupsMax == 200_000)
    var fences = Fences(most: 3)
    for number in 1...3 as ClosedRange<UInt64> { fences.keep(Int64(number), of: group(number)) }
    // At the limit a group gets another fence.
    fences.keep(7, of: group(2))
    #expect([1, 2, 3].map { fences[group($0)] } == [1, 7, 3] && fences.held.count == 3)
    fences.keep(4, of: group(4))
    #expect((1...4).map { fences[group($0)] } == [nil, nil, nil, 4] && fences.held == [group(4)])
    #expect(!fences.isOvertaken(group(1)))
    fences.keep(2, of: group(1))
    #expect(fences[group(1)] == 2 && fences[group(4)] == 4)
  }

  @Test("are forgotten at the limit, and of the groups those that are open stay held: that another takes one is still noticed")
  func openStay() {
    let open = OpenGroups()
    var fences = Fences(most: 3, open: open)
    for number in 1...3 as ClosedRange<UInt64> {
      open.note(group(number), isOpen: number != 2)
      fences.keep(Int64(number), of: group(number))
    }
    fences.keep(4, of: group(4))
    #expect((1...4).map { fences[group($0)] } == [nil, nil, nil, 4])
    #expect(fences.held == [group(1), group(3), group(4)])
    // One that has left memory is forgotten the next time; one that nobody claimed is not held for being open.
    open.note(group(1), isOpen: false)
    open.note(group(9), isOpen: true)
    fences.keep(5, of: group(5))
    #expect(fences.held == [group(3), group(4), group(5)] && fences[group(4)] == 4)
    let released = (0..<2).map { _ in fences.release(group(3)) }
    #expect(released == [true, false])
  }

  @Test("of other nodes' groups are so many; with one more all are forgotten, and the database says whose they are")
  func overtakenLimit() {
    var fences = Fences(most: 3)
    for number in 1...3 as ClosedRange<UInt64> { fences.lose(group(number)) }
    // At the limit one is another's still.
    fences.lose(group(2))
    #expect([1, 2, 3].map { fences.isOvertaken(group($0)) } == [true, true, true])
    fences.lose(group(4))
    #expect([1, 2, 3, 4].map { fences.isOvertaken(group($0)) } == [false, false, false, true])
    // Nothing is stored without a fence all the same.
    #expect((1...4).allSatisfy { fences[group($0)] == nil })
  }

  @Test("are forgotten in doubt, of groups that are still held; a group that was given away is another's until it is claimed")
  func handedOver() {
    var fences = Fences()
    for number in 1...2 as ClosedRange<UInt64> { fences.keep(1, of: group(number)) }
    fences.doubt()
    #expect(fences[group(1)] == nil && fences.held == [group(1), group(2)] && !fences.isOvertaken(group(1)))
    let released = (0..<2).map { _ in fences.release(group(1)) }
    #expect(released == [true, false] && fences.isOvertaken(group(1)) && fences.held == [group(2)])
    fences.keep(3, of: group(1))
    #expect(fences[group(1)] == 3 && !fences.isOvertaken(group(1)) && fences.held.count == 2)
  }
}
