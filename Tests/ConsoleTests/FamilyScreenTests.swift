import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// What a family's screens show, and to whom.
@Suite struct FamilyScreenTests {
  private let riya = MemberID(high: 0x7000, low: 0x8000_0000_0000_000D)
  private let savings = AccountID(high: 0x7000, low: 0x8000_0000_0000_0A01)
  private let purse = AccountID(high: 0x7000, low: 0x8000_0000_0000_0A02)

  /// The household with a child; Asha shares her savings with Ravi, and has the child read her purse.
  private func household() -> (home: Household, view: GroupView) {
    var home = Household()
    home.append(.memberJoined(.with { ($0.memberID, $0.displayName, $0.role) = (riya.description, "Riya", .minor) }))
    home.setBudget("Fun", 200_00, "dining")
    home.add("Tea", 50_00, "dining", paid: [(home.asha, 50_00)], owed: [(home.asha, 50_00)])
    var view = home.view
    func tell(_ lane: Lane, _ position: UInt64, _ body: Event.OneOf_Body) {
      let event = Event.with { ($0.memberID, $0.body) = (home.asha.description, body) }
      #expect(throws: Never.self) { try view.state.apply(event, lane: lane, position: LanePosition(position)) }
    }
    for (id, name, member, permission) in [
      (savings, "Savings", home.ravi, GrantPermission.write), (purse, "Purse", riya, .read),
    ] {
      let content = AccountContent.with {
        ($0.name, $0.type) = (name, .savings)
        ($0.opening.minor, $0.opening.currency) = (300_00, "INR")
      }
      tell(.account(id), 1, .accountSet(.with { ($0.accountID, $0.content) = (id.description, content) }))
      tell(
        .account(id), 2,
        .accountGranted(.with { ($0.accountID, $0.memberID, $0.permission) = (id.description, member.description, permission) }))
    }
    return (home, view)
  }

  /// The dashboard as `hearth dash` shows it to a member.
  private func dashboard(_ view: GroupView, to member: MemberID, _ theme: Theme) throws -> [String] {
    var view = view
    view.member = member
    let today = try #require(CivilDate(iso8601: "2026-11-22"))
    let dashboard = try view.state.dashboard(ReadDashboard.with { $0.period = .month }, today: today) {
      Present.day($0, view.state.shared)
    }
    return DashboardCommands.lines(dashboard, view, theme)
  }

  @Test(
    "product 184: joint accounts and children are on the dashboard of who may see them, and budgets, expenses and settings on everybody's")
  func sections() throws {
    let (home, view) = household()
    let plain = Theme(isColored: false, width: 80)
    for (member, joint, children) in [
      (home.asha, true, true), (home.ravi, true, false), (home.meera, false, false), (riya, false, false),
    ] {
      let lines = try dashboard(view, to: member, plain)
      #expect(lines.contains("Joint accounts") == joint && lines.contains { $0.contains("Savings") } == joint, "\(lines)")
      #expect(lines.contains("Children") == children && lines.contains { $0.contains("Riya spent ₹0.00 this month") } == children)
      // What only a child reads is no joint account, not to the child either.
      #expect(!lines.contains { $0.contains("Purse") }, "\(lines)")
      for part in ["₹50.00 spent", "Fun", "Tea"] { #expect(lines.contains { $0.contains(part) }, "\(part): \(lines)") }
      let settings = try #require(lines.lastIndex(of: "Settings"))
      #expect(
        lines[(settings + 1)...].joined(separator: " ")
          == "  Currency: INR · Debts: simplified · Weeks begin on: Monday · Members: 4 of 10")
    }
  }

  @Test("product 184: the dashboard's sections fit narrow terminals, in both languages", arguments: [40, 80], [Language.english, .hindi])
  func widths(width: Int, language: Language) throws {
    let (home, view) = household()
    let theme = Theme(isColored: false, width: width, language: language)
    for member in [home.asha, home.meera, riya] {
      for line in try dashboard(view, to: member, theme) { #expect(line.displayWidth <= width, "\(line)") }
    }
  }

  @Test("product 146: what is asked before an account becomes a joint one says what both may, and how it ends")
  func confirmation() {
    let english = Language.english.phrases
    #expect(
      english.askJoint("Savings", "Ravi", needsConsent: true)
        == "Ravi will see the balance and all entries of Savings, and both of you can add, change and void entries. "
        + "Ending it later needs the consent of both of you. Share it? yes or no: ")
    #expect(english.askJoint("Savings", "Ravi", needsConsent: false).contains("Either of you can end it later."))
    let hindi = Language.hindi.phrases.askJoint("Savings", "Ravi", needsConsent: true)
    #expect(hindi.contains("दोनों प्रविष्टियाँ जोड़, बदल और हटा सकेंगे") && hindi.contains("दोनों की सहमति चाहिए"))
  }
}
