import HearthProtocol
import Support
import Testing

@testable import Ledger

/// Who bears the odd minor units (product 86, N20), and that undoing is exact.
struct FairnessTests {
  @Test(
    "product 86, N20: over any run of equal splits among the same people nobody is ahead by more than one minor unit",
    arguments: Property.seeds(31, 32)
  )
  func nobodyIsAhead(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for turn in 0..<(Property.cases(of: 2) + 49) / 50 {
      var household = Household.family
      let members = Array((1...5 as ClosedRange<UInt64>).shuffled(using: &random).prefix(Int.random(in: 2...5, using: &random)))
      var owed = [Int64](repeating: 0, count: 6)
      for number in 1...50 as ClosedRange<UInt64> {
        var wish = Household.entry(number, minor: Int64.random(in: 1...1_000, using: &random))
        wish.content.split.equal.memberIds = members.shuffled(using: &random).map(Household.text)
        try household.perform(.addEntry(wish))
        let entry = try #require(household.state.shared.entries.last)
        for portion in entry.owed { owed[Int(portion.member.low)] += portion.minor }
        let shares = members.map { owed[Int($0)] }
        let spread = (shares.max() ?? 0) - (shares.min() ?? 0)
        #expect(spread <= 1, "seed \(seed), case \(turn), entry \(number)")
      }
    }
  }

  @Test("product 86, N20: what splits with others have left between two is made up first, and then they take turns")
  func madeUpFirst() throws {
    var household = Household.family
    var entries: UInt64 = 0
    func odd(_ people: [UInt64]) throws -> UInt64? {
      entries += 1
      var wish = Household.entry(entries, minor: 101)
      wish.content.split.equal.memberIds = people.map(Household.text)
      try household.perform(.addEntry(wish))
      return household.state.shared.entries.last?.owed.first { $0.minor == 51 }?.member.low
    }
    #expect(try [[1, 2], [3, 4], [1, 3], [2, 4]].map(odd) == [1, 3, 1, 2])
    // Member 1 has absorbed a unit more than member 4 by now, who has absorbed a unit less.
    #expect(try (0..<6).map { _ in try odd([1, 4]) } == [4, 4, 1, 4, 1, 4])
  }

  @Test("undo after do is the identity on balances", arguments: Property.seeds(41, 42))
  func undoIsIdentity(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    // A household's acts: what is replayed at the end grows with them.
    let cases = Property.cases(of: 2)
    for first in stride(from: 0, to: cases, by: 500) { try undone(&wishes, cases: first..<min(first + 500, cases), seed) }
  }

  private func undone(_ wishes: inout RandomWishes, cases: Range<Int>, _ seed: UInt64) throws {
    var household = Household.family
    var number = cases.lowerBound
    // Each undoing is a case; about half of the acts stay, so that what is undone stands among others.
    while number < cases.upperBound {
      let before = household.state.shared
      let by = UInt64(number % 3) + 1
      let acted = try wishes.change(of: &household, by: by)
      guard acted else { continue }
      if wishes.pick([true, false]) {
        try household.perform(.undoLast(UndoLast()), by: by)
        number += 1
        let after = household.state.shared
        for member in before.members {
          for currency in Currency.all where before.balances.turnover(currency) != after.balances.turnover(currency) {
            Issue.record("seed \(seed), case \(number): \(currency)")
          }
          for currency in before.balances.currencies {
            #expect(before.balances[member.id, currency] == after.balances[member.id, currency], "seed \(seed), case \(number)")
          }
        }
      }
    }
    #expect(try household.replayed().snapshot(of: .shared) == household.state.snapshot(of: .shared))
    var opened = GroupState(group: Household.group)
    try opened.restore(household.state.snapshot(of: .shared))
    #expect(opened.snapshot(of: .shared) == household.state.snapshot(of: .shared))
  }
}
