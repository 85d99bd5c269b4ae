import HearthProtocol
import Testing

@testable import Ledger

/// Envelopes that save ahead for festivals (product 192).
struct FestivalTests {
  private static func day(_ text: String) throws -> CivilDate { try #require(CivilDate(iso8601: text)) }

  @Test("product 192: every festival of every year is known, in order")
  func table() throws {
    for festival in Festival.known {
      let days = FestivalCalendar.days(of: festival)
      let years = days.map(\.components.year)
      #expect(Set(years) == Set(FestivalCalendar.years), "\(festival.text)")
      #expect(days.count == (festival == .eidAlFitr ? 13 : 12), "\(festival.text)")
      #expect(zip(days, days.dropFirst()).allSatisfy { (340...400).contains($1.daysSince1970 - $0.daysSince1970) }, "\(festival.text)")
    }
    #expect(try FestivalCalendar.day(of: .diwali, from: Self.day("2026-11-08"))?.description == "2026-11-08")
    #expect(try FestivalCalendar.day(of: .diwali, from: Self.day("2026-11-09"))?.description == "2027-10-29")
    #expect(try FestivalCalendar.day(of: .christmas, from: Self.day("2035-12-26")) == nil)
    // Exchanges were closed on that day, a Thursday.
    #expect(try FestivalCalendar.day(of: .eidAlAdha, from: Self.day("2026-05-01"))?.description == "2026-05-28")
    #expect(FestivalCalendar.days(of: .unspecified).isEmpty)
  }

  @Test("product 192: the months before a festival put aside what it may cost, to the paisa")
  func plan() throws {
    var household = Household.family
    var wish = Household.festival(1, minor: 100_000)
    wish.content.startDate = "2026-11-10"
    try household.perform(.setFestival(wish))
    let envelope = try #require(household.state.shared.festivals.last)
    #expect(envelope.name == "Diwali" && envelope.content.categories == ["festivals"] && envelope.content.monthsAhead == 6)
    let plan = try #require(household.state.shared.plan(of: envelope, on: household.today))
    #expect(plan.day.description == "2027-10-29" && plan.carriedMinor == 0)
    #expect(
      plan.parts.map(\.day.description) == ["2027-04-01", "2027-05-01", "2027-06-01", "2027-07-01", "2027-08-01", "2027-09-01"])
    #expect(plan.parts.map(\.minor) == [16_666, 16_667, 16_667, 16_666, 16_667, 16_667])
    #expect(plan.availableMinor == 100_000)
    #expect(try plan.savedMinor(on: Self.day("2027-03-31")) == 0)
    #expect(try plan.savedMinor(on: Self.day("2027-05-01")) == 33_333)
    #expect(plan.savedMinor(on: plan.day) == 100_000)
  }

  @Test("whoever begins late puts the whole aside in the months that are left")
  func late() throws {
    var household = Household.family
    var wish = Household.festival(1, .christmas, minor: 90_000)
    for (start, days) in [
      ("2026-09-15", ["2026-09-15", "2026-10-01", "2026-11-01"]), ("2026-12-03", ["2026-12-03"]), ("2026-12-25", ["2026-12-25"]),
      ("2026-11-30", ["2026-11-30"]),
    ] {
      wish.content.startDate = start
      try household.perform(.setFestival(wish))
      let envelope = try #require(household.state.shared.festivals.last)
      let plan = try #require(household.state.shared.plan(of: envelope, on: try Self.day(start)))
      #expect(plan.parts.map(\.day.description) == days)
      #expect(plan.availableMinor == 90_000)
    }
  }

  @Test("what was not spent is carried into the next year's saving; what was spent too much is not")
  func carries() throws {
    var household = Household.family
    var wish = Household.festival(1, minor: 100_000)
    wish.content.startDate = "2026-06-01"
    try household.perform(.setFestival(wish))
    func spend(_ number: UInt64, _ minor: Int64, on date: String) throws {
      var entry = Household.entry(number, minor: minor)
      (entry.content.category, entry.content.date) = ("festivals", date)
      try household.perform(.addEntry(entry))
    }
    func plan(on date: String) throws -> FestivalPlan {
      let envelope = try #require(household.state.shared.festivals.last)
      return try #require(household.state.shared.plan(of: envelope, on: try Self.day(date)))
    }
    try spend(1, 70_000, on: "2026-11-08")
    #expect(try plan(on: "2026-11-08").leftMinor == 30_000)
    let next = try plan(on: "2026-11-09")
    #expect(next.carriedMinor == 30_000 && next.parts.reduce(0) { $0 + $1.minor } == 70_000 && next.availableMinor == 100_000)
    // Before the start, in another category, after the festival: none of this year's.
    try spend(2, 1_000, on: "2026-05-31")
    try spend(3, 130_000, on: "2027-10-01")
    #expect(try plan(on: "2026-11-08").spentMinor == 70_000)
    #expect(try plan(on: "2027-10-29").leftMinor == -30_000)
    #expect(try plan(on: "2027-10-30").carriedMinor == 0)
  }

  @Test("of several envelopes with a category, spending is of the one whose festival comes next, and is counted once")
  func nextFestival() throws {
    var household = Household.family
    for (number, festival) in [(1, Festival.diwali), (2, .holi), (3, .holi)] as [(UInt64, Festival)] {
      var wish = Household.festival(number, festival, minor: 100_000)
      wish.content.startDate = "2026-11-10"
      try household.perform(.setFestival(wish))
    }
    // Holi is on 22 March, Diwali on 29 October.
    for (number, minor, date) in [(1, 1_000, "2027-03-01"), (2, 20_000, "2027-03-22"), (3, 300_000, "2027-03-23")]
      as [(UInt64, Int64, String)]
    {
      var entry = Household.entry(number, minor: minor)
      (entry.content.category, entry.content.date) = ("festivals", date)
      try household.perform(.addEntry(entry))
    }
    func spent(on date: String) throws -> [Int64?] {
      let shared = household.state.shared
      return try shared.festivals.map { try shared.plan(of: $0, on: Self.day(date))?.spentMinor }
    }
    #expect(try spent(on: "2027-03-22") == [300_000, 21_000, 0])
    var removal = RemoveFestival()
    removal.festivalID = Household.festivalID(2).description
    try household.perform(.removeFestival(removal))
    #expect(try spent(on: "2027-03-22").last == 21_000, "the second of a day takes the place of one that was removed")
  }

  @Test("more was carried than the festival may cost: nothing is put aside")
  func plenty() throws {
    var household = Household.family
    var wish = Household.festival(1, minor: 100_000)
    wish.content.startDate = "2026-06-01"
    try household.perform(.setFestival(wish))
    wish.content.target.minor = 100_000
    let envelope = try #require(household.state.shared.festivals.last)
    let plan = try #require(household.state.shared.plan(of: envelope, on: try Self.day("2030-01-01")))
    #expect(plan.carriedMinor == 100_000 && plan.parts.allSatisfy { $0.minor == 0 } && plan.availableMinor == 100_000)
    #expect(try household.state.shared.plan(of: envelope, on: Self.day("2036-01-01")) == nil)
  }

  @Test("RC-12: a new target holds from the running season on, and seasons that are over keep what they were saved for")
  func closedSeasons() throws {
    var household = Household.family
    var wish = Household.festival(1, minor: 100_000)
    wish.content.startDate = "2024-06-01"
    try household.perform(.setFestival(wish))
    for (number, category, date) in [(1, "festivals", "2024-10-01"), (2, "gifts", "2024-10-02"), (3, "gifts", "2026-10-02")]
      as [(UInt64, String, String)]
    {
      var entry = Household.entry(number, minor: 60_000)
      (entry.content.category, entry.content.date) = (category, date)
      try household.perform(.addEntry(entry))
    }
    func plan(_ date: String) throws -> [Int64] {
      let envelope = try #require(household.state.shared.festivals.last)
      let plan = try #require(household.state.shared.plan(of: envelope, on: try Self.day(date)))
      return [plan.carriedMinor, plan.availableMinor, plan.spentMinor, Int64(plan.parts.count)]
    }
    let closed = try ["2024-10-31", "2025-10-20"].map(plan)
    #expect(closed == [[0, 100_000, 60_000, 4], [40_000, 100_000, 0, 6]])
    let season = try #require(FestivalCalendar.day(of: .diwali, from: Self.day("2025-01-01"))).adding(days: 1).description
    (wish.content.target.minor, wish.content.monthsAhead, wish.content.categories) = (300_000, 3, ["gifts"])
    wish.content.startDate = ""
    let set = try household.perform(.setFestival(wish)).events[0].body
    guard case .festivalSet(let event) = set else { return #expect(Bool(false)) }
    #expect(event.effectiveFrom == season && event.content.startDate == "2024-06-01")
    #expect(try ["2024-10-31", "2025-10-20"].map(plan) == closed)
    #expect(try plan("2026-11-01") == [100_000, 300_000, 60_000, 3])

    let snapshot = household.state.snapshot(of: .shared)
    #expect(snapshot.shared.festivals[0].earlier.map(\.effectiveFrom) == ["2024-06-01"])
    var restored = GroupState(group: Household.group)
    try restored.restore(snapshot)
    #expect(restored.snapshot(of: .shared) == snapshot && restored.shared.festivals[0] == household.state.shared.festivals[0])
    #expect(try household.replayed().snapshot(of: .shared) == snapshot)
    for flaw in [
      { $0.effectiveFrom = "" }, { $0.effectiveFrom = "2026-01-01" }, { $0.earlier[0].effectiveFrom = season },
      { $0.earlier.append($0.earlier[0]) }, { $0.earlier = [] },
    ] as [(inout FestivalEnvelope) -> Void] {
      var broken = snapshot
      flaw(&broken.shared.festivals[0])
      #expect(throws: HistoryFlaw.malformed("effective_from")) { try restored.restore(broken) }
    }

    // Another currency begins with nothing; taken back within the season, it is as if nothing had been.
    let before = household.state.shared.festivals[0]
    wish.content.target = Money(minor: 5_000, currency: "USD")
    try household.perform(.setFestival(wish))
    #expect(try plan("2026-11-01") == [0, 5_000, 0, 3] && ["2024-10-31", "2025-10-20"].map(plan) == closed)
    wish.content.target = Money(minor: 300_000, currency: "INR")
    try household.perform(.setFestival(wish))
    #expect(household.state.shared.festivals[0] == before)
    (wish.content.target.minor, wish.content.monthsAhead, wish.content.categories) = (100_000, 6, ["festivals"])
    try household.perform(.setFestival(wish))
    #expect(household.state.shared.festivals[0].versions.count == 1)
    // A start, or an event of an earlier version, begins anew.
    wish.content.startDate = "2024-06-02"
    wish.content.target.minor = 700_000
    try household.perform(.setFestival(wish))
    #expect(try plan("2024-10-31")[1] == 700_000)
  }

  @Test("RC-12: an envelope that was stored without a day holds for all seasons, and a day that no season begins on is no history")
  func storedBefore() throws {
    var household = Household.family
    var wish = Household.festival(1, minor: 100_000)
    wish.content.startDate = "2024-06-01"
    try household.perform(.setFestival(wish))
    var old = FestivalSet()
    (old.festivalID, old.content) = (wish.festivalID, household.state.shared.festivals[0].content)
    old.content.target.minor = 300_000
    var other = household
    try other.store(DecidedEvent(.festivalSet(old)), by: Household.member(1))
    #expect(other.state.shared.festivals[0].versions.count == 1 && other.state.shared.festivals[0].targetMinor == 300_000)
    for day in ["2026-01-01", "never"] {
      old.effectiveFrom = day
      #expect(throws: HistoryFlaw.malformed("effective_from")) {
        try household.store(DecidedEvent(.festivalSet(old)), by: Household.member(1))
      }
    }
  }

  @Test("an envelope is changed, removed and brought back by owner and admins")
  func removing() throws {
    var household = Household.family
    try household.perform(.setFestival(Household.festival(1)))
    var removal = RemoveFestival()
    removal.festivalID = Household.festivalID(1).description
    try household.perform(.removeFestival(removal), by: 2)
    #expect(household.state.shared.festivals.last?.isRemoved == true)
    try household.perform(.setFestival(Household.festival(1)), by: 2)
    let envelope = try #require(household.state.shared.festivals.last)
    #expect(!envelope.isRemoved && envelope.createdBy == Household.member(1) && household.state.shared.festivals.count == 1)
  }

  /// A family with an envelope of 120,000 for Diwali (8 November 2026) since January 2026: 20,000 a month from May on.
  private static func saving() throws -> Household {
    var household = Household.family
    household.today = try day("2026-01-01")
    var wish = Household.festival(1, minor: 120_000)
    wish.content.startDate = "2026-01-01"
    try household.perform(.setFestival(wish))
    return household
  }

  private static func remove(_ household: inout Household, on date: String) throws {
    household.today = try day(date)
    var removal = RemoveFestival()
    removal.festivalID = Household.festivalID(1).description
    try household.perform(.removeFestival(removal))
  }

  private static func bringBack(_ household: inout Household, on date: String) throws {
    household.today = try day(date)
    try household.perform(.setFestival(Household.festival(1, minor: 120_000)))
  }

  private static func spend(_ household: inout Household, _ minor: Int64, on date: String, entry: UInt64 = 70) throws {
    var wish = Household.entry(entry, minor: minor)
    (wish.content.category, wish.content.date) = ("festivals", date)
    try household.perform(.addEntry(wish))
  }

  private static func plan(_ household: Household, _ date: String, of place: Int = 0) throws -> FestivalPlan {
    try #require(household.state.shared.plan(of: household.state.shared.festivals[place], on: day(date)))
  }

  @Test(
    "RC-16: days on which there was no envelope put nothing aside, and what is missing is divided over those behind them",
    arguments: [
      ("2026-10-31", "2026-11-01", ["2026-05-01", "2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01", "2026-10-01"], 20_000),
      ("2026-06-15", "2026-08-20", ["2026-05-01", "2026-06-01", "2026-09-01", "2026-10-01"], 40_000),
      ("2026-08-15", "2026-11-03", ["2026-05-01", "2026-06-01", "2026-07-01", "2026-08-01", "2026-11-03"], 40_000),
      ("2026-02-10", "2026-04-20", ["2026-05-01", "2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01", "2026-10-01"], 20_000),
    ])
  func broughtBack(removed: String, back: String, days: [String], last: Int64) throws {
    var household = try Self.saving()
    try Self.spend(&household, 1_000, on: "2026-01-20", entry: 70)
    try Self.remove(&household, on: removed)
    // Not its own: it is not there.
    try Self.spend(&household, 500, on: try Self.day(removed).adding(days: 1).description, entry: 71)
    try Self.bringBack(&household, on: back)
    let plan = try Self.plan(household, back)
    #expect(plan.parts.map(\.day.description) == days && plan.parts.last?.minor == last)
    #expect(plan.parts.reduce(0) { $0 + $1.minor } == 120_000 && plan.carriedMinor == 0)
    // On the day behind its removal it is there again where it comes back at once.
    #expect(plan.spentMinor == (back == "2026-11-01" ? 1_500 : 1_000))
    let snapshot = household.state.snapshot(of: .shared)
    var restored = GroupState(group: Household.group)
    try restored.restore(snapshot)
    #expect(restored.snapshot(of: .shared) == snapshot && restored.shared.festivals[0] == household.state.shared.festivals[0])
    #expect(try household.replayed().snapshot(of: .shared) == snapshot)
  }

  @Test("RC-16: nothing is carried out of a season that ended without the envelope, and all of one that it was back for")
  func carriedOut() throws {
    var away = try Self.saving()
    try Self.remove(&away, on: "2026-10-15")
    try Self.bringBack(&away, on: "2027-03-10")
    #expect(try Self.plan(away, "2027-03-10").carriedMinor == 0)
    var back = try Self.saving()
    try Self.spend(&back, 100_000, on: "2026-10-20")
    try Self.remove(&back, on: "2026-10-31")
    try Self.bringBack(&back, on: "2026-11-01")
    #expect(try Self.plan(back, "2026-11-20").carriedMinor == 20_000)
  }

  @Test("RC-16: what an envelope was told before its removal is nobody else's afterwards")
  func others() throws {
    var household = try Self.saving()
    var christmas = Household.festival(2, .christmas, minor: 50_000)
    christmas.content.startDate = "2026-01-01"
    try household.perform(.setFestival(christmas))
    try Self.spend(&household, 7_000, on: "2026-02-15")
    let before = try Self.plan(household, "2026-12-20", of: 1)
    #expect(before.spentMinor == 0)
    try Self.remove(&household, on: "2026-03-10")
    #expect(try Self.plan(household, "2026-12-20", of: 1) == before)
    // While it is away, spending is the other's, and stays so.
    try Self.spend(&household, 300, on: "2026-03-20", entry: 71)
    #expect(try Self.plan(household, "2026-12-20", of: 1).spentMinor == 300)
    try Self.bringBack(&household, on: "2026-04-10")
    #expect(try Self.plan(household, "2026-12-20", of: 1).spentMinor == 300 && Self.plan(household, "2026-10-20").spentMinor == 7_000)
  }

  @Test("RC-15: another festival begins on the day of the change, unless a start is named")
  func otherFestival() throws {
    var household = try Self.saving()
    household.today = try Self.day("2026-11-20")
    try household.perform(.setFestival(Household.festival(1, .holi, minor: 120_000)))
    #expect(household.state.shared.festivals[0].start.description == "2026-11-20")
    let plan = try Self.plan(household, "2026-11-20")
    #expect(plan.carriedMinor == 0 && plan.parts.allSatisfy { $0.day >= household.today })
    var named = Household.festival(1, .diwali, minor: 120_000)
    named.content.startDate = "2026-02-01"
    try household.perform(.setFestival(named))
    #expect(household.state.shared.festivals[0].start.description == "2026-02-01")
  }

  @Test("RC-16: an envelope comes back after a gap 100 times, and another start begins without any")
  func gapsMax() throws {
    var household = try Self.saving()
    for number in 0..<101 {
      let day = try Self.day("2026-01-10").adding(days: 3 * number)
      try Self.remove(&household, on: day.description)
      guard number < 100 else { break }
      try Self.bringBack(&household, on: day.adding(days: 2).description)
    }
    #expect(household.state.shared.festivals[0].gaps.count == 100)
    let removedOn = household.today
    #expect(throws: Rejection.tooManyGaps(field: "set_festival.festival_id")) {
      try Self.bringBack(&household, on: removedOn.adding(days: 2).description)
    }
    var again = household
    try Self.bringBack(&again, on: removedOn.adding(days: 1).description)
    #expect(again.state.shared.festivals[0].gaps.count == 100)
    var wish = Household.festival(1, minor: 120_000)
    wish.content.startDate = "2026-02-01"
    try household.perform(.setFestival(wish))
    #expect(household.state.shared.festivals[0].gaps.isEmpty)
  }

  @Test("RC-16: days and gaps that are none are no history, and what was stored without days means what it meant")
  func malformed() throws {
    var household = try Self.saving()
    var removed = FestivalRemoved()
    (removed.festivalID, removed.date) = (Household.festivalID(1).description, "never")
    #expect(throws: HistoryFlaw.malformed("date")) {
      try household.store(DecidedEvent(.festivalRemoved(removed)), by: Household.member(1))
    }
    var set = FestivalSet()
    (set.festivalID, set.content, set.backOn) = (removed.festivalID, household.state.shared.festivals[0].content, "2026-05-01")
    #expect(throws: HistoryFlaw.malformed("back_on")) {
      try household.store(DecidedEvent(.festivalSet(set)), by: Household.member(1))
    }
    removed.date = ""
    try household.store(DecidedEvent(.festivalRemoved(removed)), by: Household.member(1))
    set.backOn = ""
    try household.store(DecidedEvent(.festivalSet(set)), by: Household.member(1))
    #expect(household.state.shared.festivals[0].gaps.isEmpty)
    #expect(try Self.plan(household, "2026-10-20") == Self.plan(Self.saving(), "2026-10-20"))

    try Self.remove(&household, on: "2026-03-01")
    try Self.bringBack(&household, on: "2026-03-10")
    let snapshot = household.state.snapshot(of: .shared)
    for flaw in [
      { $0.gaps[0].lastDay = "2026-03-01" }, { $0.gaps[0].firstDay = "" }, { $0.gaps.append($0.gaps[0]) },
    ] as [(inout FestivalEnvelope) -> Void] {
      var broken = snapshot
      flaw(&broken.shared.festivals[0])
      var state = GroupState(group: Household.group)
      #expect(throws: HistoryFlaw.malformed("gaps")) { try state.restore(broken) }
    }
    var broken = snapshot
    broken.shared.festivals[0].removedOn = "2026-03-01"
    var state = GroupState(group: Household.group)
    #expect(throws: HistoryFlaw.malformed("removed_on")) { try state.restore(broken) }
  }
}
