import HearthProtocol
import Testing

/// Alerts of a weekly budget where the clock is set forward and back, and where the day goes back with the group's time
/// zone (product N16).
@Suite struct BudgetClockTests {
  private static let minute: Int64 = 60_000

  /// The fired alerts of what a follower is told up to a position: the budget's period, and 1/100 % or 0 for over.
  private func alerts(_ client: WireClient, through last: UInt64) throws -> [String] {
    var (position, alerts): (UInt64, [String]) = (0, [])
    while position < last {
      for event in try client.nextEvents().events {
        position = event.position
        if case .alertFired(let fired) = event.event.body { alerts.append("\(fired.periodStart) \(fired.basisPoints)") }
      }
    }
    return alerts
  }

  /// Sunday's and Monday's first instants in Berlin, in milliseconds since 1970, and the Mondays before and after.
  @Test(
    "product N16: each threshold fires once a week, whatever daylight saving does and wherever the group moves",
    arguments: [
      (1_774_738_800_000, 1_774_821_600_000, "2026-03-23", "2026-03-30"),
      (1_792_879_200_000, 1_792_969_200_000, "2026-10-19", "2026-10-26"),
    ] as [(Int64, Int64, String, String)])
  func once(sunday: Int64, monday: Int64, week: String, next: String) throws {
    #expect(abs(monday - sunday - 1_440 * Self.minute) == 60 * Self.minute, "a day of 23 or of 25 hours")
    let server = try TestServer()
    server.jump(milliseconds: sunday - 30 * Self.minute - server.now)
    let asha = try server.register("Asha", .protobuf)
    let group = try asha.createGroup()
    func move(to zone: String) throws { _ = try asha.accepted(.make(group, .updateGroup(.with { $0.timeZone = zone }))) }
    func spend(_ minor: Int64, at instant: Int64) throws -> UInt64 {
      server.jump(milliseconds: instant - server.now)
      var command = Command.addEntry(group, minor: minor)
      command.addEntry.content.category = "groceries"
      return try asha.accepted(command).position
    }
    try move(to: "Europe/Berlin")
    var budget = SetBudget()
    budget.budgetID = Fresh.id()
    budget.content = .with {
      $0.name = "Food"
      ($0.limit.minor, $0.limit.currency) = (10_000, "INR")
      ($0.period, $0.categories, $0.startDate) = (.weekly, ["groceries"], "2026-01-05")
    }
    _ = try asha.accepted(.make(group, .setBudget(budget)))
    let ravi = try server.register("Ravi", .protobuf)
    _ = try ravi.accepted(.join(try asha.invite(to: group)))
    try ravi.follow(group)

    _ = try spend(9_000, at: sunday - 30 * Self.minute)
    // Before and behind the hour that is left out, or comes twice.
    for hours in [1, 2, 3, 4] as [Int64] { _ = try spend(100, at: sunday + hours * 60 * Self.minute + 30 * Self.minute) }
    _ = try spend(9_000, at: monday + 30 * Self.minute)
    // Where it is Sunday still.
    try move(to: "America/Los_Angeles")
    _ = try spend(500, at: monday + 31 * Self.minute)
    let last = try spend(200, at: monday + 32 * Self.minute)
    #expect(
      try alerts(ravi, through: last) == ["\(week) 8000", "\(next) 8000", "\(week) 10000", "\(week) 0"])
    server.jump(milliseconds: -60 * Self.minute)
    try move(to: "Europe/Berlin")
    let again = try spend(100, at: monday + 33 * Self.minute)
    #expect(try alerts(ravi, through: again) == [])
  }
}
