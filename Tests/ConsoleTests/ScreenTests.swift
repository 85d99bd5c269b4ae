import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

@Suite struct ScreenTests {
  private let plain = Theme(isColored: false, width: 80)
  private let colored = Theme(isColored: true, width: 80)

  private func household() -> Household {
    var home = Household()
    home.setBudget("Food & more", 500_00, "groceries")
    home.add("Rice", 600_00, "groceries", paid: [(home.ravi, 600_00)], owed: [(home.asha, 300_00), (home.ravi, 300_00)], by: home.ravi)
    return home
  }

  @Test func balances() {
    let home = household()
    #expect(
      screen(Screens.balances(home.view, plain)) == """
        Ravi        is owed  ₹300.00
        मीरा        settled
        Asha (you)  owes     ₹300.00
        """)
    let lines = Screens.balances(home.view, colored)
    #expect(lines[0] == "Ravi        \u{1B}[32mis owed\u{1B}[0m  \u{1B}[32m₹300.00\u{1B}[0m")
    #expect(lines[2].contains("\u{1B}[38;5;208mowes   \u{1B}[0m"))
    #expect(Screens.balances(Household().view, plain) == ["Nothing was entered yet, so nobody owes anything."])
  }

  @Test("product 59: the owner has a crown, and no standing but being here") func members() {
    var view = household().view
    view.online.insert(view.state.shared.members[1].id)
    #expect(
      screen(Screens.members(view, plain)) == """
        Asha (you)  👑 owner  shares           ● here
        Ravi        adult     shares           ● here
        मीरा        viewer    shares if named
        """)
  }

  @Test("product 40, IN-10: owner and admins see who is pending, accepted and removed; nobody else sees more than before") func badges()
    throws
  {
    var home = Household(meera: "Meera")
    home.append(.memberRemoved(.with { $0.memberID = home.meera.description }))
    var view = home.view
    let before = Screens.members(view, all: true, colored)
    view.marks[.admin] = LaneMark(position: .start, hash: .genesis(group: view.state.group, lane: .admin))
    var event = Event()
    event.joinRequested = .with {
      ($0.memberID, $0.displayName, $0.role) = (MemberID(high: 7, low: 7).description, "Eve", .viewer)
      ($0.holder, $0.inviteID) = (.init(HolderID(high: 8, low: 8).bytes), InviteID(high: 9, low: 9).description)
    }
    try view.state.apply(event, lane: .admin, position: LanePosition(1))
    #expect(
      screen(Screens.members(view, all: true, plain)) == """
        Asha (you)  👑 owner  shares  ● here
        Ravi        adult     shares  accepted
        Meera       viewer            removed
        Eve         viewer            pending, asks to join
        """)
    let lines = Screens.members(view, all: true, colored)
    #expect(
      lines[1].contains("\u{1B}[32maccepted") && lines[2].contains("\u{1B}[31mremoved") && lines[3].contains("\u{1B}[38;5;208mpending"))
    // Others have no lane admin.
    #expect(before.count == 3 && !before.joined().contains("accepted"))
  }

  @Test("GR-03, C1: an Indian family's roles have its own labels, and are typed as everywhere") func labels() throws {
    let view = Household(template: .indianFamily).view
    #expect(
      screen(Screens.members(view, plain)) == """
        Asha (you)  👑 Admin (owner)  shares           ● here
        Ravi        Member (adult)    shares
        मीरा        Viewer            shares if named
        """)
    let hindi = Theme(isColored: false, width: 80, language: .hindi)
    #expect(Screens.members(view, hindi).count == 3 && Screens.members(view, hindi)[1].contains("सदस्य (वयस्क)"))
    #expect(try Choices.role("Member") == .adult && Choices.role("adult") == .adult)
    // Nobody else has labels, and minors have none.
    #expect(Screens.members(Household(template: .splitGroup).view, plain) == Screens.members(Household().view, plain))
    #expect(GroupTemplate.indianFamily.label(of: .admin) == .admin && GroupTemplate.indianFamily.label(of: .minor) == nil)
  }

  @Test func budgets() throws {
    let today = try #require(CivilDate(iso8601: "2026-11-30"))
    #expect(
      screen(Screens.budgets(household().view, today: today, plain)) == """
        Food & more ▓▓▓▓▓ 120 % [monthly]
           ₹600.00 of ₹500.00, ₹100.00 over
           2026-11-01 to 2026-11-30 · Groceries
        """)
    let next = try #require(CivilDate(iso8601: "2026-12-01"))
    #expect(Screens.budgets(household().view, today: next, plain)[0] == "Food & more ░░░░░ 0 % [monthly]")
  }

  @Test("product 114: gauge, period, spent of limit, red when over, and what was carried")
  func budgetsThatCarry() throws {
    var home = household()
    home.setBudget("Food & more", 500_00, "groceries") {
      $0.startDate = "2026-10-01"
      $0.rollover = .surplus
      $0.rolloverCapMinor = 200_00
    }
    let today = try #require(CivilDate(iso8601: "2026-11-30"))
    #expect(
      screen(Screens.budgets(home.view, today: today, plain)) == """
        Food & more ▓▓▓▓░ 85 % [monthly]
           ₹600.00 of ₹700.00, ₹100.00 left
           ₹500.00 and ₹200.00 left from before
           2026-11-01 to 2026-11-30 · Groceries
        """)
    home.removeBudget()
    #expect(Screens.budgets(home.view, today: today, plain) == ["removed: Food & more"])
    let budget = try #require(home.view.state.shared.budgets.first)
    #expect(Screens.budget(budget, on: today, home.view, plain).count == 1)
  }

  @Test("product 84: from a budget to the expenses that feed it")
  func budgetDownToItsEntries() throws {
    var home = household()
    home.fire(basisPoints: 8_000, spent: 600_00, of: 500_00)
    home.fire(spent: 600_00, of: 500_00)
    home.add("Oil", 20_00, "groceries", paid: [(home.asha, 20_00)], owed: [(home.asha, 20_00)]) { $0.date = "2026-11-02" }
    home.add("Old rice", 1_00, "groceries", paid: [(home.asha, 1_00)], owed: [(home.asha, 1_00)]) { $0.date = "2026-10-31" }
    home.add("Dosa", 1_00, "dining", paid: [(home.asha, 1_00)], owed: [(home.asha, 1_00)])
    let today = try #require(CivilDate(iso8601: "2026-11-30"))
    let budget = try #require(home.view.state.shared.budgets.first)
    #expect(
      screen(Screens.budget(budget, on: today, home.view, plain)) == """
        Food & more ▓▓▓▓▓ 124 % [monthly]
           ₹620.00 of ₹500.00, ₹120.00 over
           2026-11-01 to 2026-11-30 · Groceries
           alerts at 80 %, 100 %, over
           alerts so far: 80 %, over
        2026-11-02  Oil   Groceries  Asha   ₹20.00
        2026-11-20  Rice  Groceries  Ravi  ₹600.00
        """)
    let later = try #require(CivilDate(iso8601: "2026-12-30"))
    #expect(Screens.budget(budget, on: later, home.view, plain).last == "Nothing was spent in this period.")
  }

  @Test func hints() throws {
    let rupee = try #require(Currency(code: "INR"))
    let lines = Screens.hints(income: 1_00_000_00, rupee, plain)
    #expect(lines[0] == "Housing         25 to 40 %  ₹25,000.00 to ₹40,000.00")
    #expect(lines.last == "An emergency fund covers 3 to 6 months of expenses.")
    #expect(Screens.hints(income: nil, rupee, plain)[1] == "Food            15 to 20 %")
    let fitting = Screens.hints(SpendingHint.fitting(into: 5_000), income: 1_00_000_00, rupee, plain)
    #expect(fitting[0] == "Housing         13 to 21 %  ₹13,360.00 to ₹21,390.00")
  }

  @Test func groupsAndPreview() {
    var group = GroupSummary()
    group.groupID = "01890a5d-ac96-774b-bcce-b302099a8057"
    group.name = "Flat 12"
    group.currency = "EUR"
    group.role = .adult
    group.memberCount = 1
    #expect(
      Screens.groups([group], current: group.groupID, plain) == [
        "▸  Flat 12  EUR  1 member  adult  01890a5d-ac96-774b-bcce-b302099a8057"
      ])
    #expect(Screens.groups([], current: nil, plain)[0].hasPrefix("You are in no group yet."))
    #expect(
      Screens.groups([], hidden: 1, current: nil, plain) == ["1 group of yours is archived, no other is there: hearth groups --all"])
    #expect(Screens.groups([], hidden: 2, current: nil, plain)[0].hasPrefix("2 groups of yours are archived, "))
    var preview = InvitePreview()
    preview.groupName = "Flat 12"
    preview.ownerName = "Lena"
    preview.memberCount = 3
    preview.role = .viewer
    #expect(
      Screens.preview(preview, plain) == [
        "Flat 12", "of Lena, 3 members", "You would join as viewer.", "You would share only entries that name you.",
      ])
  }

  @Test func inviteHasCodeLinkPictureAndWarning() {
    let lines = Screens.invite(
      code: "K7QM-3FXP-9RTW-2HVC", link: InviteCodeText.link(code: "K7QM-3FXP-9RTW-2HVC", page: "https://hearth.example"),
      id: "0198c2f4", role: .adult, uses: 1, seconds: 604_800, plain)
    #expect(lines.prefix(2) == ["K7QM-3FXP-9RTW-2HVC", "https://hearth.example/join#K7QM-3FXP-9RTW-2HVC"])
    #expect(
      lines.suffix(2) == [
        "The first who has this code can join as adult within 7 days: send it only to the person you invite.",
        "A code for one person alone: hearth invite --for ID, with the ID that hearth whoami shows them.",
      ])
    #expect(
      lines.dropLast(2).suffix(2) == [
        "To take it back: hearth invite revoke 0198c2f4", "People who join by it share every entry that does not say who shares it.",
      ])
    let picture = lines.dropFirst(3).dropLast(5)
    #expect(picture.allSatisfy { $0.allSatisfy { "█▀▄ ".contains($0) } && $0.count == picture.first?.count })
    // The finder pattern of ISO/IEC 18004 §6.3.3 within its light margin.
    #expect(picture.dropFirst().first?.hasPrefix("██ ▄▄▄▄▄ █") == true)
  }

  @Test("PG-02: where there is no page an invite has neither link nor picture")
  func inviteWithoutPage() {
    let lines = Screens.invite(code: "K7QM-3FXP-9RTW-2HVC", link: nil, id: "0198c2f4", role: .adult, uses: 1, seconds: 604_800, plain)
    #expect(lines.count == 5 && lines.prefix(2) == ["K7QM-3FXP-9RTW-2HVC", "To take it back: hearth invite revoke 0198c2f4"])
  }

  @Test("product 28: an invite for one identity says what its code is worth to others")
  func inviteForOneIdentity() {
    let lines = Screens.invite(code: "K7QM", link: "x", id: "y", role: .viewer, uses: 1, seconds: 604_800, isBound: true, plain)
    #expect(lines.contains("People who join by it share only entries that name them."))
    #expect(
      lines.last == "Only the identity that you named can join by it, as viewer within 7 days: to anybody else this code is worthless.")
  }

  @Test func aPictureTooWideIsLeftOut() {
    #expect(QRCode.lines(String(repeating: "x", count: 300), Theme(isColored: false, width: 40)) == nil)
    #expect(QRCode.lines(String(repeating: "x", count: 5_000), Theme(isColored: false, width: 200)) == nil)
  }

  @Test("On a narrow terminal no category of a budget, no figure of an alert and no command is cut")
  func narrow() throws {
    let narrow = Theme(isColored: false, width: 40)
    var home = Household()
    home.setBudget("Groceries and eating out together", 500_00, "groceries") { $0.categories = ["groceries", "dining"] }
    let today = try #require(CivilDate(iso8601: "2026-11-22"))
    let lines = Screens.budgets(home.view, today: today, narrow)
    #expect(lines.suffix(2) == ["   2026-11-01 to 2026-11-30", "   Groceries, Dining Out"], "\(lines)")
    let budget = try #require(home.view.state.shared.budgets.first)
    guard case .alertFired(let fired) = home.fire(spent: 1_23_45_678_90, of: 1_23_45_678_00).event.body else { return }
    let alert = AlertNews(fired, of: budget, in: home.view.state.shared).lines(narrow)
    #expect(alert.dropFirst() == ["   and eating out together", "   ₹1,23,45,678.90 of ₹1,23,45,678.00", "   spent"], "\(alert)")
    home.removeBudget()
    let removed = try #require(home.view.state.shared.budgets.first)
    let told = Screens.budget(removed, on: today, home.view, narrow).joined(separator: " ")
    #expect(told.hasSuffix("Bring it back: hearth budget reactivate \"Groceries and eating out together\""))
  }

  @Test func namesCannotSteerTheTerminal() {
    let home = Household(name: "A\u{1B}[2J", meera: "M\u{7}\u{202E}\r\nx\u{9B}31m")
    let lines = Screens.balances(home.view, plain) + Screens.members(home.view, plain) + undated(home.events, home.view, plain)
    let forbidden = lines.joined().unicodeScalars.filter { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E }
    #expect(forbidden.isEmpty)
    #expect(lines.contains { $0.contains("A�[2J") })
  }

  @Test func rejectionsSayCodeCauseAndRemedy() {
    var rejected = Rejected()
    rejected.code = "forbidden"
    rejected.cause = "A viewer may not add entries."
    rejected.remedy = "Ask a member whose role may do it."
    rejected.retryAfterMs = 1_500
    let failure = ConsoleFailure(rejected)
    #expect(
      failure.lines == ["forbidden: A viewer may not add entries.", "Ask a member whose role may do it.", "Try again in 2 seconds."])
    #expect(failure.status == 1)
  }
}
