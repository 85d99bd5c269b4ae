import HearthProtocol
import SwiftProtobuf
import Testing

@testable import Ledger

/// What is stored of a state is the state: for every history, however it goes on.
struct SnapshotPropertyTests {
  private static let lanes =
    [Lane.shared, .admin, .income] + (Array(1...9) + Array(30...39)).map(Household.member).flatMap { [.inbox($0), .minor($0)] }
    + (1...4).map(AccountTests.lane)

  /// A state as a server stores it: the lanes without entries, and the entries as columns.
  private struct Stored: Equatable {
    var lanes: [[UInt8]]
    var entries: [UInt8]

    init(_ state: GroupState) throws {
      lanes = try SnapshotPropertyTests.lanes.map { try state.snapshotWithoutEntries(of: $0).serializedBytes() }
      entries = try state.entryTable.serializedBytes()
    }

    func opened() throws -> GroupState {
      var state = GroupState(group: Household.group)
      for (lane, bytes) in zip(SnapshotPropertyTests.lanes, lanes) {
        try state.restore(LaneSnapshot(serializedBytes: bytes), entries: lane == .shared ? EntryTable(serializedBytes: entries) : nil)
      }
      return state
    }
  }

  @Test(
    "D7: replay equals snapshot plus tail byte for byte, and whatever is asked next is answered the same",
    arguments: Property.seeds(21, 22, 23, 24))
  func snapshotsEqualReplay(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    var happened: [String: Int] = [:]
    var refusals = 0
    for number in 0..<Property.cases(of: 4) {
      let what: Comment = "seed \(seed), case \(number)"
      var household = wishes.pick([Household.family, PrecedenceTests.staged])
      let steps = Int.random(in: 1...8, using: &wishes.random)
      // The snapshot is taken somewhere on the way; what follows it is the tail.
      let pause = Int.random(in: 0...steps, using: &wishes.random)
      for _ in 0..<pause { try Self.live(&household, &wishes) }
      let stored = try Stored(household.state)
      let tail = household.log.count
      try Self.expectSameSums(stored.opened(), household.state, what)
      for _ in pause..<steps { try Self.live(&household, &wishes) }
      var restored = household
      restored.state = try stored.opened()
      for event in household.log[tail...] { try restored.state.apply(event.event, lane: event.lane, position: event.position) }
      for _ in 0..<2 {
        let (body, by) = wishes.anything(in: household)
        let answer = try household.answer(body, by: by)
        if case .refused = answer { refusals += 1 }
        #expect(try restored.answer(body, by: by) == answer, what)
      }
      let later = household.today.adding(days: 40)
      let due = decideDue(in: household.state, now: household.now, today: later)
      #expect(decideDue(in: restored.state, now: household.now, today: later) == due, what)
      let bytes = try Stored(household.state)
      #expect(try Stored(restored.state) == bytes, what)
      #expect(try Stored(household.replayed()) == bytes, what)
      if number.isMultiple(of: 4) { try Self.expectClientsSame(household, what) }
      for event in household.log[tail...] { Self.count(event.event, in: &happened) }
    }
    // What is not met with is not shown.
    #expect(happened.count == 13 || Property.cases < 10_000, "seed \(seed): \(happened)")
    #expect(refusals >= Property.enough(100), "seed \(seed)")
  }

  /// Somebody does something, or days go by.
  private static func live(_ household: inout Household, _ wishes: inout RandomWishes) throws {
    guard Int.random(in: 0..<12, using: &wishes.random) > 0 else {
      return try household.pass(days: Int.random(in: 0...40, using: &wishes.random))
    }
    try household.perform(anythingFrom: &wishes)
  }

  /// What is kept up with every entry and stands in no snapshot.
  private static func expectSameSums(_ opened: GroupState, _ live: GroupState, _ what: Comment) {
    let (opened, live) = (opened.shared, live.shared)
    let dates = live.entries.map(\.date)
    guard let first = dates.min(), let last = dates.max() else { return }
    for currency in live.balances.currencies {
      #expect(opened.directDebts(in: currency) == live.directDebts(in: currency), what)
      #expect(opened.balances.turnover(currency) == live.balances.turnover(currency), what)
      #expect(opened.balances.absorbed(in: currency) == live.balances.absorbed(in: currency), what)
      for date in Set(dates) {
        let (day, expected) = (opened.days.sums(of: date...date, in: currency), live.days.sums(of: date...date, in: currency))
        #expect((day.spentMinor, day.incomeMinor, day.entries) == (expected.spentMinor, expected.incomeMinor, expected.entries), what)
        func parts(_ sums: DayBook.Sums) -> [Int: [Int64]] {
          sums.parts.mapValues { [$0.paidMinor, $0.owedMinor, $0.incomeMinor] }.filter { $0.value != [0, 0, 0] }
        }
        #expect(parts(day) == parts(expected), what)
      }
      for category in live.categories.map(\.key) {
        #expect(spent(opened.spending, category, currency) == spent(live.spending, category, currency), what)
        for other in live.balances.currencies {
          let unrated = opened.spending.unrated(of: category, other, in: currency, first...last)
          #expect(unrated == live.spending.unrated(of: category, other, in: currency, first...last), what)
        }
        for (minor, spending) in live.minorSpending {
          let kept = opened.minorSpending[minor] ?? Spending()
          #expect(spent(kept, category, currency) == spent(spending, category, currency), what)
        }
      }
    }
  }

  private static func spent(_ spending: Spending, _ category: String, _ currency: Currency) -> [CivilDate: Int128] {
    var spent: [CivilDate: Int128] = [:]
    spending.forEach(of: category, in: currency) { spent[$0, default: 0] += $1 }
    return spent.filter { $0.value != 0 }
  }

  /// The same from the form that clients are sent.
  private static func expectClientsSame(_ household: Household, _ what: Comment) throws {
    var restored = GroupState(group: Household.group)
    for lane in lanes {
      let bytes: [UInt8] = try household.state.snapshot(of: lane).serializedBytes()
      try restored.restore(LaneSnapshot(serializedBytes: bytes))
      #expect(try restored.snapshot(of: lane).serializedBytes() == bytes, what)
    }
  }

  /// Counts what seldom happens.
  private static func count(_ event: Event, in happened: inout [String: Int]) {
    let name =
      switch event.body {
      case .memberClaimed: "claimed"
      case .roleChanged: "role"
      case .memberLeft: "left"
      case .memberRemoved: "removed"
      case .memberRestored: "restored"
      case .ownershipTransferred: "owner"
      case .memberIncomeSet: "income"
      case .entryEdited: "edited"
      case .entryVoided: "voided"
      case .recurringSet: "rule"
      case .budgetSet: "budget"
      case .alertFired: "alert"
      case .debtorReminded: "reminder"
      default: ""
      }
    if !name.isEmpty { happened[name, default: 0] += 1 }
  }
}
