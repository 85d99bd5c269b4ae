import HearthProtocol
import Testing

@testable import Ledger

/// Totals of months that members share of their own spending (SPEC section 27).
struct SharedCategoryTests {
  static func share(_ category: String, of member: UInt64? = nil, isShared: Bool = true) -> ShareCategory {
    .with { ($0.memberID, $0.category, $0.shared) = (member.map(Household.text) ?? "", category, isShared) }
  }

  static func total(
    _ category: String = "dining", _ minor: Int64 = 12_000, on day: CivilDate? = nil, of member: UInt64? = nil
  ) -> SetCategoryTotal {
    .with {
      ($0.memberID, $0.category) = (member.map(Household.text) ?? "", category)
      ($0.periodStart, $0.amount) = (day?.description ?? "", Money(minor: minor, currency: "INR"))
    }
  }

  private static func sharing(_ household: Household, of number: UInt64, _ category: String = "dining") -> SharedCategoryState? {
    household.state.shared.member(Household.member(number))?.sharing(of: category)
  }
  private static func rejection(_ household: Household, _ wish: SetCategoryTotal, by number: UInt64 = 1) -> Rejection? {
    Situation(.setCategoryTotal(wish), household: household, by: number).rejection
  }
  private static func totals(_ household: Household, of number: UInt64) -> [String] {
    sharing(household, of: number)?.totals.map { "\($0.month) \($0.minor)" } ?? []
  }

  /// A day of the month so many before that of the tests.
  private static func month(_ ago: Int) -> CivilDate { Household.today.adding(months: -ago) }
  private static func first(_ ago: Int) -> String { month(ago).adding(days: 1 - month(ago).components.day).description }

  @Test("product 159, CS-01, CS-02: nothing is taken before the category is shared, and then a total for each month, never a row")
  func shares() throws {
    var household = Household.family
    #expect(Self.rejection(household, Self.total(), by: 3) == .notShared)
    let shared = try household.perform(.shareCategory(Self.share("dining")), by: 3)
    #expect(shared.events.map(\.lane) == [.shared] && Self.totals(household, of: 3) == [])
    try household.perform(.setCategoryTotal(Self.total()), by: 3)
    // Any day names its month, and the newest total of a month counts.
    try household.perform(.setCategoryTotal(Self.total("dining", 900, on: Self.month(1))), by: 3)
    try household.perform(.setCategoryTotal(Self.total("dining", 13_000, on: Household.today)), by: 3)
    #expect(Self.totals(household, of: 3) == ["\(Self.first(1)) 900", "\(Self.first(0)) 13000"])
    // It moves no debt, and no budget counts it.
    #expect(household.state.shared.entries.isEmpty && Self.sharing(household, of: 1) == nil)
    try household.perform(.setCategoryTotal(Self.total("dining", 0, on: Self.month(1))), by: 3)
    #expect(Self.totals(household, of: 3) == ["\(Self.first(0)) 13000"])
    var restored = GroupState(group: Household.group)
    try restored.restore(household.state.snapshot(of: .shared))
    #expect(restored.shared.member(Household.member(3))?.sharedCategories == [try #require(Self.sharing(household, of: 3))])
  }

  @Test("product 159, CS-03: opting out takes this month's total away; what was seen of earlier months stays")
  func optsOut() throws {
    var household = Household.family
    try household.perform(.shareCategory(Self.share("dining")), by: 3)
    for ago in [0, 1] { try household.perform(.setCategoryTotal(Self.total(on: Self.month(ago))), by: 3) }
    try household.perform(.shareCategory(Self.share("dining", isShared: false)), by: 3)
    #expect(Self.totals(household, of: 3) == ["\(Self.first(1)) 12000"] && Self.sharing(household, of: 3)?.isShared == false)
    #expect(Self.rejection(household, Self.total(), by: 3) == .notShared)
    try household.perform(.shareCategory(Self.share("dining")), by: 3)
    #expect(Self.totals(household, of: 3).count == 1 && Self.rejection(household, Self.total(), by: 3) == nil)
    // Where nothing was told nothing is left.
    try household.perform(.shareCategory(Self.share("groceries")), by: 3)
    try household.perform(.shareCategory(Self.share("groceries", isShared: false)), by: 3)
    #expect(Self.sharing(household, of: 3, "groceries") == nil)
  }

  @Test("CS-02: totals are of the current month and the 11 before it, and no more are kept")
  func months() throws {
    var household = Household.family
    try household.perform(.shareCategory(Self.share("dining")))
    for ago in 0..<12 { try household.perform(.setCategoryTotal(Self.total(on: Self.month(ago)))) }
    let refusal = Rejection.dateOutOfRange(field: "set_category_total.period_start")
    #expect(Self.rejection(household, Self.total(on: Self.month(12))) == refusal && refusal.cause.contains("the 11 before it"))
    #expect(Self.rejection(household, Self.total(on: Self.month(-1))) == refusal)
    household.today = Household.today.adding(months: 1)
    try household.perform(.setCategoryTotal(Self.total("dining", 5)))
    #expect(Self.totals(household, of: 1).count == 12 && Self.totals(household, of: 1).first?.hasPrefix(Self.first(10)) == true)
  }

  @Test("CS-01: each decides for themselves, and for a minor who looks after them")
  func guardians() throws {
    var household = Household.family
    func refusal(_ wish: ShareCategory, by number: UInt64) -> Rejection? {
      Situation(.shareCategory(wish), household: household, by: number).rejection
    }
    #expect(refusal(Self.share("dining", of: 3), by: 1) == .forbidden(right: .categoriesShare, role: .owner))
    #expect(refusal(Self.share("dining"), by: 5) == .forbidden(right: .categoriesShare, role: .minor))
    #expect(refusal(Self.share("dining", of: 5), by: 3) == .forbidden(right: .categoriesShare, role: .adult))
    #expect(refusal(Self.share("dining", of: 5), by: 1) == nil)
    try household.perform(.setGuardian(FamilyTests.guardian(3)))
    try household.perform(.shareCategory(Self.share("dining", of: 5)), by: 3)
    try household.perform(.setCategoryTotal(Self.total(of: 5)), by: 3)
    #expect(Self.totals(household, of: 5) == ["\(Self.first(0)) 12000"])
    // One who became a viewer is named in the lane still, and decides nothing.
    var demoted = household
    try demoted.perform(.changeRole(PrecedenceTests.change(3, to: .viewer)))
    #expect(Self.rejection(demoted, Self.total(of: 5), by: 3)?.code == .forbidden)
    #expect(
      Situation(.shareCategory(Self.share("travel", of: 5)), household: demoted, by: 3).rejection
        == .forbidden(right: .categoriesShare, role: .viewer))
    // A guardian of one's past decides nothing for an adult.
    try household.perform(.changeRole(PrecedenceTests.change(5, to: .adult)))
    #expect(Self.rejection(household, Self.total(of: 5), by: 1)?.code == .forbidden)
    #expect(Self.rejection(household, Self.total("dining", 3), by: 5) == nil)
  }

  @Test("GR-07, GR-11: also in an archive a guardian is taken away, and sharing ends")
  func archived() throws {
    var household = Household.family
    try household.perform(.setGuardian(FamilyTests.guardian(3)))
    try household.perform(.shareCategory(Self.share("dining")), by: 3)
    try household.perform(.archiveGroup(ArchiveGroup()))
    #expect(Situation(.shareCategory(Self.share("travel")), household: household, by: 3).rejection == .groupArchived)
    #expect(Situation(.setGuardian(FamilyTests.guardian(2)), household: household, by: 1).rejection == .groupArchived)
    var end = Self.share("dining")
    end.shared = false
    try household.perform(.shareCategory(end), by: 3)
    try household.perform(.setGuardian(FamilyTests.guardian(3, isRemoved: true)))
    #expect(household.state.guardians(of: FamilyTests.riya) == [Household.member(1)])
  }

  @Test("CS-01: what a member shares goes along when they go on as another")
  func claims() throws {
    var household = Household.family
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(33)))
    try household.perform(.shareCategory(Self.share("dining")), by: 3)
    try household.perform(.setCategoryTotal(Self.total()), by: 3)
    try household.perform(.claimMember(PrecedenceTests.claim(33)), by: 3)
    #expect(Self.totals(household, of: 33) == ["\(Self.first(0)) 12000"])
    try household.perform(.setCategoryTotal(Self.total("dining", 9)), by: 3)
    #expect(Self.totals(household, of: 33) == ["\(Self.first(0)) 9"])
  }

  @Test("CS-02: a history that says what cannot be is refused")
  func damaged() throws {
    var household = Household.family
    try household.perform(.shareCategory(Self.share("dining")))
    func flaw(_ body: Event.OneOf_Body) -> HistoryFlaw? {
      var state = household.state
      let event = Event.with { ($0.memberID, $0.body) = (Household.text(1), body) }
      do {
        try state.apply(event, lane: .shared, position: LanePosition(.max))
        return nil
      } catch {
        return error
      }
    }
    func told(_ spoil: (inout CategoryTotalSet) -> Void) -> HistoryFlaw? {
      var set = CategoryTotalSet.with {
        ($0.memberID, $0.category, $0.periodStart, $0.amount) = (
          Household.text(1), "dining", "2026-10-01", Money(minor: 1, currency: "INR")
        )
      }
      spoil(&set)
      return flaw(.categoryTotalSet(set))
    }
    #expect(told { _ in } == nil)
    #expect(told { $0.periodStart = "2026-10-02" } == .malformed("period_start"))
    #expect(told { $0.amount.minor = -1 } == .contradiction(.amountsInRange))
    #expect(told { $0.category = "groceries" } == .contradiction(.namesKnown))
    #expect(told { $0.memberID = Household.text(99) } == .contradiction(.namesKnown))
    let again = CategoryShared.with { ($0.memberID, $0.category, $0.shared) = (Household.text(1), "dining", true) }
    #expect(flaw(.categoryShared(again)) == .contradiction(.namesKnown))
    var member = try #require(household.state.shared.member(Household.member(1))).message
    member.sharedCategories += member.sharedCategories
    #expect(throws: HistoryFlaw.contradiction(.idsUnique)) { try MemberState(member) }
  }
}
