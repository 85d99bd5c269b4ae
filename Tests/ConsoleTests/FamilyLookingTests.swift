import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// A child's month by category, a look back at it, and who sees which account.
@Suite struct FamilyLookingTests {
  private let riya = MemberID(high: 0x7000, low: 0x8000_0000_0000_000D)
  private let savings = AccountID(high: 0x7000, low: 0x8000_0000_0000_0B01)
  private let plain = Theme(isColored: false, width: 80)

  private func rupees(_ minor: Int64) -> Money { .with { ($0.minor, $0.currency) = (minor, "INR") } }

  private func entry(_ number: UInt64) -> EntryID { EntryID(high: 0x7000, low: 0x8000_0000_0000_0B10 + number) }

  /// Asha with a child, and with an account that Ravi writes to and the child reads.
  private func household() -> Household {
    var home = Household()
    let holder = HolderID(high: 0x8000, low: riya.low)
    home.append(
      .memberJoined(
        .with { ($0.memberID, $0.displayName, $0.role, $0.holder) = (riya.description, "Riya", .minor, .init(holder.bytes)) }))
    home.appendAccount(
      .accountSet(
        .with {
          ($0.accountID, $0.content.name, $0.content.type) = (savings.description, "=Savings", .savings)
          $0.content.opening = rupees(-20_00)
        }), savings)
    for (member, permission, needsConsent) in [(home.ravi, GrantPermission.write, true), (riya, .read, false)] {
      home.appendAccount(
        .accountGranted(
          .with {
            ($0.accountID, $0.memberID) = (savings.description, member.description)
            ($0.permission, $0.needsConsent) = (permission, needsConsent)
          }), savings)
    }
    return home
  }

  /// What Asha looks at when the child has noted so much in each category.
  private func looked(at home: Household, _ spent: [(String, Int64)], isPast: Bool = false) throws -> HistoryReading.Look {
    var view = home.view
    for (place, (category, minor)) in spent.enumerated() {
      let event = Event.with {
        $0.memberID = home.asha.description
        $0.spendingSet = .with {
          ($0.minorID, $0.spendingID) = (riya.description, entry(UInt64(place)).description)
          ($0.content.amount, $0.content.description_p, $0.content.category) = (rupees(minor), "Samosa", category)
          $0.content.date = "2026-11-20"
        }
      }
      try view.state.apply(event, lane: .minor(riya), position: LanePosition(UInt64(place + 1)))
    }
    let day = try #require(CivilDate(iso8601: "2026-11-22"))
    return HistoryReading.Look(
      view: view, day: day, instant: 1_793_016_000_000, lanes: Set(view.state.lanes(readableBy: view.member)), isPast: isPast)
  }

  @Test("product 132: a child's month is parted by category, the most first, and for programs, in both languages")
  func categories() throws {
    let look = try looked(at: household(), [("groceries", 30_00), ("dining", 100_00), ("", 5_00), ("dining", 20_00)])
    let report = try #require(ChildReport(of: riya, look))
    #expect(report.categories.map(\.key) == ["dining", "groceries", ""] && report.categories.map(\.minor) == [120_00, 30_00, 5_00])
    #expect(report.categories.reduce(0) { $0 + $1.minor } == report.spent.total)
    for (language, none) in [(Language.english, "(no category)"), (.hindi, "(बिना श्रेणी)")] {
      for width in [40, 80] {
        let lines = Screens.child(report, Theme(isColored: false, width: width, language: language))
        #expect(lines.contains { $0.contains(none) && $0.contains("₹5.00") }, "\(lines)")
        for line in lines { #expect(line.displayWidth <= width, "\(line)") }
      }
    }
    let json = try #require(Screens.childJSON(report).first)
    #expect(
      json.contains(
        #""categories":[{"category":"dining","minor":"12000"},{"category":"groceries","minor":"3000"},{"category":"","minor":"500"}]"#),
      "\(json)")
  }

  @Test("product 163: hidden, the order of a child's categories tells nothing of their sums")
  func hiddenOrder() throws {
    let home = household()
    let (one, other) = (
      try #require(ChildReport(of: riya, looked(at: home, [("groceries", 30_00), ("dining", 100_00)]))),
      try #require(ChildReport(of: riya, looked(at: home, [("groceries", 100_00), ("dining", 30_00)])))
    )
    #expect(one.categories.map(\.key) != other.categories.map(\.key), "the control")
    Amounts.hiding(true) { #expect(one.categories.map(\.key) == other.categories.map(\.key)) }
  }

  @Test("Of a child as it was nothing is offered, and nothing is told of a lane that the viewer does not receive now")
  func lookingBack() throws {
    let home = household()
    func lines(isPast: Bool) throws -> [String] {
      Screens.child(try #require(ChildReport(of: riya, looked(at: home, [("dining", 1_00)], isPast: isPast))), plain)
    }
    let offered = plain.phrases.youMay()
    #expect(try lines(isPast: false).contains(offered), "the control")
    #expect(try !lines(isPast: true).contains(offered))
    var look = try looked(at: home, [("dining", 1_00)], isPast: true)
    look.lanes.remove(.minor(riya))
    #expect(ChildReport(of: riya, look) == nil)
  }

  @Test("An account as it was shows a wish to end a grant that had not lapsed then")
  func revocationThen() throws {
    var home = household()
    let asked: Int64 = 1_700_000_000_000
    home.appendAccount(
      .accountRevocationAsked(
        .with { ($0.accountID, $0.memberID, $0.askedAtMs) = (savings.description, home.ravi.description, asked) }), savings)
    let account = try #require(AccountNames(home.view.state, of: home.asha).accounts.first)
    func waits(at instant: Int64) -> Bool {
      Screens.account(account, home.view, at: instant, plain).contains { $0.contains("asked to end it") }
    }
    #expect(waits(at: asked + 1_000) && !waits(at: asked + 15 * 86_400_000))
  }

  @Test(
    "product 149: the two of a grant read how to answer a wish to end it or take it back, others and a look back do not",
    arguments: Language.allCases)
  func answers(language: Language) throws {
    var home = household()
    let asked: Int64 = 1_700_000_000_000
    home.appendAccount(
      .accountRevocationAsked(
        .with { ($0.accountID, $0.memberID, $0.askedAtMs) = (savings.description, home.ravi.description, asked) }), savings,
      by: home.ravi)
    func offered(to member: MemberID, isPast: Bool = false) throws -> [String] {
      var view = home.view
      view.member = member
      let account = try #require(AccountNames(view.state, of: member).accounts.first)
      let lines = Screens.account(account, view, at: asked + 1_000, isPast: isPast, Theme(isColored: false, width: 120, language: language))
      return lines.flatMap { $0.matches(of: /hearth account [a-z]+ =Savings .*$/).map { String($0.output) } }
    }
    #expect(try offered(to: home.asha) == ["confirm", "decline"].map { "hearth account \($0) =Savings Ravi" })
    #expect(try offered(to: home.ravi) == ["hearth account decline =Savings Ravi"])
    #expect(try offered(to: riya).isEmpty && offered(to: home.asha, isPast: true).isEmpty)
  }

  @Test("product N12, 147: hearth can tells of an account by name who reads, writes, shares and ends it, and with whom it may be shared")
  func canOfAccounts() throws {
    let view = household().view
    func may(_ name: String, _ action: String, _ object: String) throws -> Bool {
      try PermissionQuestion(name, "accounts." + action, object, in: view).json(view).hasPrefix(#"{"allowed":true"#)
    }
    for (name, allowed) in [
      ("asha", ["read", "write", "set", "grant", "revoke"]), ("ravi", ["read", "write", "revoke"]), ("riya", ["read", "revoke"]),
      ("मीरा", []),
    ] {
      for action in ["read", "write", "set", "grant", "revoke"] {
        #expect(try may(name, action, "=Savings") == allowed.contains(action), "\(name), \(action)")
      }
    }
    // With whom: a partner, and a child by who looks after them; nobody sees another's accounts by asking for their
    // name.
    #expect(try may("asha", "grant", "ravi") && may("asha", "grant", "riya") && !may("asha", "grant", "मीरा"))
    #expect(try may("ravi", "grant", "asha") && !may("ravi", "grant", "riya") && !may("asha", "read", "ravi"))
    #expect(throws: ArgumentFlaw.self) { try may("asha", "write", "Nothing") }
  }

  @Test("CV-11: an account is written with its opening balance first, without what was taken out, and no cell is a formula")
  func accountFile() throws {
    var home = household()
    for number in 1...2 as ClosedRange<UInt64> {
      home.appendAccount(
        .accountEntrySet(
          .with {
            ($0.accountID, $0.entryID) = (savings.description, entry(number).description)
            ($0.content.kind, $0.content.amount, $0.content.date) = (.withdrawal, rupees(30_50), "2026-11-20")
            ($0.content.description_p, $0.content.category, $0.content.note) = ("+Lunch, \"large\"", "dining", "\(number)")
          }), savings)
    }
    home.appendAccount(.accountEntryVoided(.with { ($0.accountID, $0.entryID) = (savings.description, entry(2).description) }), savings)
    let account = try #require(home.view.state.account(savings))
    let text = AccountCSV.text(account, home.view.state.shared)
    #expect(
      text == #"""
        account,type,date,kind,description,category,amount,currency,note,transfer,compared,added_by,entry\#r
        '=Savings,savings,,opening,,,'-20.00,INR,,,,Asha,\#r
        '=Savings,savings,2026-11-20,withdrawal,"'+Lunch, ""large""",dining,30.50,INR,1,,,Asha,\#(entry(1))\#r

        """#)
    #expect(try CSV.records(Array(text.utf8)).allSatisfy { $0.fields.count == AccountCSV.columns.count })
    #expect(AccountCSV.fileName(of: savings) == "account-\(savings).csv")
  }

  @Test("product 148, 164: privacy names each grant of an account: name, type, with whom, permission, since when; for who sees it alone")
  func grants() throws {
    let home = household()
    func report(_ member: MemberID) -> PrivacyReport {
      let grants = PrivacyReport.grants(of: home.view.state, for: member)
      let group = PrivacyReport.Group(id: home.group, name: "Sharma Family", lanes: [], grants: grants)
      return PrivacyReport(
        Profile(server: "wss://hearth.example", identity: "id", token: "t", displayName: "Asha"), isLocked: false, folder: "/h",
        aliases: 0, waiting: 0, groups: [group], devices: nil, resources: [])
    }
    let text = Screens.privacy(report(home.asha), Theme(isColored: false, width: 120)).joined(separator: "\n")
    for part in [
      "Who sees which account in Sharma Family", "=Savings (savings, yours): Ravi reads and writes, since 1970-01-01, ends when both agree",
      "=Savings (savings, yours): Riya reads, since 1970-01-01",
    ] { #expect(text.contains(part), "\(part): \(text)") }
    #expect(Screens.privacy(report(riya), plain).joined(separator: "\n").contains("=Savings (savings, of Asha): Ravi"))
    #expect(!Screens.privacy(report(home.meera), plain).joined().contains("Savings"), "nobody else is told of it")
    for language in Language.allCases {
      for width in [40, 80] {
        let lines = Screens.privacy(report(home.asha), Theme(isColored: false, width: width, language: language))
        for line in lines { #expect(line.displayWidth <= width, "\(line)") }
      }
    }
    let json = Screens.privacyJSON(report(home.asha)).filter { $0.contains(#""shared":"account""#) }
    #expect(json.count == 2 && json.allSatisfy { $0.contains(savings.description) && !$0.contains("opening") }, "\(json)")
    #expect(json.contains { $0.contains(home.ravi.description) } && json.contains { $0.contains(riya.description) })
  }
}
