import HearthProtocol
import Testing

@testable import Ledger

/// Every debt comes from entries, to the minor unit.
struct ExplanationTests {
  private let rupee = PrecedenceTests.rupee

  private static func owes(_ debtor: UInt64, _ creditor: UInt64, _ minor: Int64, entry: UInt64) -> AddEntry {
    var wish = Household.entry(entry, minor: minor)
    wish.content.paid = [Household.share(creditor, minor)]
    wish.content.split.exact.shares = [Household.share(debtor, minor)]
    return wish
  }

  private static func household(_ debts: [(UInt64, UInt64, Int64)]) throws -> SharedState {
    var household = Household.family
    for (place, debt) in debts.enumerated() {
      try household.perform(.addEntry(owes(debt.0, debt.1, debt.2, entry: UInt64(place) + 1)))
    }
    return household.state.shared
  }

  private func entry(_ number: UInt64) -> EntryID { EntryID(high: 0xB000, low: number) }

  @Test("product N4: what I owe Ravi and Ravi owes Sara becomes what I owe Sara, with the entries behind it")
  func theRouteIsNamed() throws {
    let (me, ravi, sara) = (Household.member(1), Household.member(2), Household.member(3))
    let shared = try Self.household([(1, 2, 40_000), (1, 2, 24_000), (2, 3, 64_000)])
    let plan = shared.settlementPlan(in: rupee)
    #expect(plan.transfers == [Obligation(debtor: me, creditor: sara, minor: 64_000)])
    let routes = Explanation(plan.transfers, in: shared, rupee).routes
    #expect(
      routes == [
        [
          Explanation.Route(
            minor: 64_000,
            hops: [
              .init(
                from: me, to: ravi, isReplaced: false,
                parts: [.init(entry: entry(1), minor: 40_000), .init(entry: entry(2), minor: 24_000)]),
              .init(from: ravi, to: sara, isReplaced: false, parts: [.init(entry: entry(3), minor: 64_000)]),
            ])
        ]
      ])
  }

  @Test("Who pays whom may be exchanged: the other transfer stands in the route")
  func anotherTransferTakesTheHopsPlace() throws {
    let shared = try Self.household([(1, 4, 500), (3, 2, 500)])
    let plan = shared.settlementPlan(in: rupee)
    #expect(plan.transfers.map { [$0.debtor.low, $0.creditor.low] } == [[1, 2], [3, 4]])
    let routes = Explanation(plan.transfers, in: shared, rupee).routes
    #expect(routes.map(\.count) == [1, 1])
    #expect(routes[0][0].hops.map { [$0.from.low, $0.to.low] } == [[1, 4], [4, 3], [3, 2]])
    #expect(routes[0][0].hops.map(\.isReplaced) == [false, true, false])
    #expect(routes[1][0].hops.map { [$0.from.low, $0.to.low] } == [[3, 2], [2, 1], [1, 4]])
  }

  @Test("Explanations add up to the debt they explain", arguments: Property.seeds(601, 602))
  func explanationsAddUp(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    // A case is a debt explained.
    var number = 0
    while number < Property.cases(of: 2) {
      var household = Household.family
      for _ in 0..<Int.random(in: 1...14, using: &wishes.random) { _ = try wishes.act(on: &household) }
      let shared = household.state.shared
      for currency in shared.balances.currencies {
        let comment: Comment = "seed \(seed), case \(number), \(currency)"
        let direct = shared.directDebts(in: currency)
        let plan = shared.settlementPlan(in: currency).transfers
        for member in shared.members {
          let owed = direct.reduce(0) { $0 + ($1.creditor == member.id ? $1.minor : 0) - ($1.debtor == member.id ? $1.minor : 0) }
          #expect(owed == shared.balances[member.id, currency], comment)
        }
        check(direct, Explanation(direct, in: shared, currency).routes, direct: direct, comment)
        check(plan, Explanation(plan, in: shared, currency).routes, direct: direct, comment)
        number += direct.count + plan.count
      }
    }
  }

  private func check(_ debts: [Obligation], _ routes: [[Explanation.Route]], direct: [Obligation], _ comment: Comment) {
    #expect(routes.count == debts.count, comment)
    for (debt, routes) in zip(debts, routes) {
      #expect(routes.reduce(0) { $0 + $1.minor } == debt.minor, comment)
      for route in routes {
        #expect(route.minor > 0 && route.hops.first?.from == debt.debtor && route.hops.last?.to == debt.creditor, comment)
        #expect(zip(route.hops, route.hops.dropFirst()).allSatisfy { $0.to == $1.from }, comment)
        for hop in route.hops {
          if hop.isReplaced {
            #expect(hop.parts.isEmpty && debts.contains { $0.debtor == hop.to && $0.creditor == hop.from && $0 != debt }, comment)
          } else {
            #expect(hop.parts.reduce(0) { $0 + $1.minor } == route.minor && hop.parts.allSatisfy { $0.minor > 0 }, comment)
          }
        }
      }
    }
    // No debt is used twice. A route in which another transfer stands is a route of that one too, and counts once.
    for debt in direct {
      let used = routes.joined().reduce(into: Int64(0)) { used, route in
        let transfers = Int64(1 + route.hops.count { $0.isReplaced })
        for hop in route.hops where !hop.isReplaced && hop.from == debt.debtor && hop.to == debt.creditor {
          // Sums of thirds and the like would not be whole, so each counts in 60ths.
          used += route.minor * 60 / transfers
        }
      }
      #expect(used <= debt.minor * 60, comment)
    }
  }
}
