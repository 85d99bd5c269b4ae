import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// What is shown of an account that a child reads, to who looks after the child and does not receive the account (SPEC
/// AC-11).
@Suite struct ChildAccessScreenTests {
  private let riya = MemberID(high: 0x7000, low: 0x8000_0000_0000_000D)
  private let fund = AccountID(high: 0x7000, low: 0x8000_0000_0000_0C01)

  /// Asha's view: Ravi has an account that Riya reads.
  private func household() throws -> (view: GroupView, granted: ReplicaEvent, ended: ReplicaEvent) {
    var home = Household()
    let holder = HolderID(high: 0x8000, low: riya.low)
    home.append(
      .memberJoined(
        .with { ($0.memberID, $0.displayName, $0.role, $0.holder) = (riya.description, "Riya", .minor, .init(holder.bytes)) }))
    var view = home.view
    let (minor, account, owner) = (riya.description, fund.description, home.ravi.description)
    func event(_ position: UInt64, _ body: Event.OneOf_Body) -> ReplicaEvent {
      ReplicaEvent(
        lane: .minor(riya), position: LanePosition(position),
        event: Event.with { ($0.memberID, $0.atMs, $0.body) = (owner, 1_793_016_000_000, body) }, hash: nil)
    }
    let granted = event(
      1,
      .childAccessGranted(
        .with { ($0.minorID, $0.accountID, $0.name, $0.type, $0.ownerID) = (minor, account, "Fund", .savings, owner) }))
    let ended = event(
      2, .childAccessEnded(.with { ($0.minorID, $0.accountID, $0.name, $0.ownerID) = (minor, account, "Fund", owner) }))
    try view.state.apply(granted.event, lane: granted.lane, position: granted.position)
    return (view, granted, ended)
  }

  private func report(_ view: GroupView, to viewer: MemberID? = nil) throws -> ChildReport {
    let today = try #require(CivilDate(iso8601: "2026-11-22"))
    let member = try #require(view.state.shared.member(riya))
    return ChildReport(state: view.state, member: member, viewer: viewer ?? view.member, today: today)
  }

  @Test("product 151: a guardian's overview names the account, whose it is and since when, no amounts, in both languages and for programs")
  func overview() throws {
    var (view, _, ended) = try household()
    for (language, line) in [
      (Language.english, "Fund (savings) of Ravi, read since 2026-10-26"), (.hindi, "Fund (बचत), Ravi का, 2026-10-26 से पढ़ते हैं"),
    ] {
      for width in [40, 80] {
        let lines = Screens.child(try report(view), Theme(isColored: false, width: width, language: language))
        #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(lines)")
        let text = lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
        #expect(text.contains(line), "\(lines)")
      }
    }
    let json = Screens.childJSON(try report(view))
    #expect(json.contains { $0.hasPrefix("{\"access\":{\"accountId\":\"\(fund)\",\"name\":\"Fund\"") }, "\(json)")
    try view.state.apply(ended.event, lane: ended.lane, position: ended.position)
    #expect(try !Screens.childJSON(report(view)).contains { $0.contains("access") })
    #expect(!Screens.child(try report(view), Theme(isColored: false, width: 80)).contains { $0.contains("Fund") })
  }

  @Test("product 151: a reader of the account sees it once, with what is in it")
  func once() throws {
    var (view, _, _) = try household()
    let owner = view.state.minor(riya).accesses.first?.owner.description ?? ""
    let bodies: [Event.OneOf_Body] = [
      .accountSet(
        .with {
          ($0.accountID, $0.content.name, $0.content.type) = (fund.description, "Fund", .savings)
          $0.content.opening = .with { ($0.minor, $0.currency) = (300_00, "INR") }
        }),
      .accountGranted(.with { ($0.accountID, $0.memberID, $0.permission) = (fund.description, riya.description, .read) }),
    ]
    for (place, body) in bodies.enumerated() {
      let event = Event.with { ($0.memberID, $0.body) = (owner, body) }
      try view.state.apply(event, lane: .account(fund), position: LanePosition(UInt64(place + 1)))
    }
    let lines = Screens.child(try report(view, to: riya), Theme(isColored: false, width: 80)).filter { $0.contains("Fund") }
    #expect(lines == ["   Fund: ₹300.00"])
  }

  @Test("The feed tells who looks after the child and no other that the child reads an account; its readers are told in its lane")
  func feed() throws {
    var (view, granted, ended) = try household()
    let plain = Theme(isColored: false, width: 120)
    func told(_ event: ReplicaEvent, to member: MemberID) -> [String] {
      EventTeller(event, in: view.state, me: member, .live(withBudgets: false)).item?.lines(plain) ?? []
    }
    #expect(told(granted, to: view.member) == ["🏦 Riya reads the account Fund (savings) of Ravi"])
    #expect(told(ended, to: view.member) == ["🏦 Riya does not read the account Fund of Ravi any more"])
    #expect(told(granted, to: riya).isEmpty && told(ended, to: riya).isEmpty)
    let made = Event.with {
      $0.memberID = view.member.description
      ($0.accountSet.accountID, $0.accountSet.content.name, $0.accountSet.content.type) = (fund.description, "Fund", .savings)
      $0.accountSet.content.opening.currency = "INR"
    }
    try view.state.apply(made, lane: .account(fund), position: LanePosition(1))
    #expect(told(granted, to: view.member).isEmpty && told(ended, to: view.member).isEmpty)
  }

  @Test("product 138: a child is offered no account that children do not read, and the refusal says which they do, in both languages")
  func offers() throws {
    var (view, _, _) = try household()
    let purse = AccountID(high: 0x7000, low: 0x8000_0000_0000_0C02)
    func offered(_ type: AccountType, _ position: UInt64) throws -> [Bool] {
      let set = Event.with {
        $0.memberID = view.member.description
        ($0.accountSet.accountID, $0.accountSet.content.name, $0.accountSet.content.type) = (purse.description, "Purse", type)
        $0.accountSet.content.opening.currency = "INR"
      }
      try view.state.apply(set, lane: .account(purse), position: LanePosition(position))
      let lines = Screens.child(try report(view), Theme(isColored: false, width: 120))
      return [
        lines.contains { $0.contains("hearth account share Purse Riya") },
        lines.contains { $0.contains("hearth account add \"For Riya\" --type savings") },
        AccountCommands.shareable(view).contains { $0.members.contains { $0.id == riya } },
      ]
    }
    #expect(try offered(.cash, 1) == [false, true, false])
    #expect(try offered(.checking, 2) == [true, false, true], "the control")
    let refusal = ConsoleFailure(Rejection.choiceNotAllowed(field: "grant_account.account_id"))
    #expect(refusal.lines(in: .english)[0] == "bad_request: A child reads checking and savings accounts only.")
    #expect(refusal.lines(in: .english).last == "Share a checking or savings account with a child.")
    #expect(refusal.lines(in: .hindi)[0].hasSuffix("बच्चे केवल चालू और बचत खाते पढ़ते हैं।"))
  }
}
