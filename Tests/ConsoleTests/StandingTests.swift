import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// How far entries are settled, on the screens (product 97, N10).
@Suite struct StandingTests {
  private let plain = Theme(isColored: false, width: 80)

  /// Ravi owes Asha 300.00 for the first entry and 100.00 for the second.
  private func household() -> Household {
    var home = Household(meera: "Meera")
    home.add("Rice", 600_00, "groceries", paid: [(home.asha, 600_00)], owed: [(home.asha, 300_00), (home.ravi, 300_00)])
    home.add("Taxi", 100_00, paid: [(home.asha, 100_00)], owed: [(home.ravi, 100_00)])
    return home
  }

  private func pay(_ minor: Int64, _ home: inout Household) {
    home.add("Payment", minor, kind: .transfer, paid: [(home.ravi, minor)], owed: [(home.asha, minor)], isEqual: false, by: home.ravi)
  }

  private func dispute(_ home: inout Household) throws {
    let id = try #require(home.view.state.shared.entries.first).id
    home.append(
      .entryDisputed(
        .with {
          $0.entryID = id.description
          $0.reason = "it was not for me"
        }), by: home.ravi)
  }

  private func entry(_ home: Household, as member: MemberID? = nil) throws -> [String] {
    var view = home.view
    if let member { view = GroupView(state: view.state, member: member, epoch: 1, marks: view.marks, online: []) }
    return Screens.entry(try #require(view.state.shared.entries.first), view, plain)
  }

  @Test("product 97, N10: hearth entry show tells who owes whom by it, and how far that is settled")
  func oneEntry() throws {
    var home = household()
    let id = try #require(home.view.state.shared.entries.first).id.description
    #expect(
      screen(try entry(home)) == """
        🛒 Rice  ₹600.00
           Asha added · Groceries · 2026-11-20 · split equally: Asha and Ravi
           you get back ₹300.00
           id \(id), version 5
           Ravi  →  Asha  ₹300.00  open
        """)
    pay(120_00, &home)
    #expect(try entry(home).last == "   Ravi  →  Asha  ₹300.00  ₹120.00 of it paid")
    #expect(try entry(home)[2] == "   you get back ₹300.00, ₹120.00 of it paid")
    pay(180_00, &home)
    #expect(try entry(home).last == "   Ravi  →  Asha  ₹300.00  paid")
    #expect(try entry(home, as: home.ravi).contains { $0.hasSuffix("you owe ₹300.00, paid") })
    try dispute(&home)
    #expect(
      try entry(home).suffix(2) == ["   Ravi  →  Asha  ₹300.00  disputed, so not settled", "   disputed by Ravi: it was not for me"])
    #expect(try entry(home, as: home.meera).allSatisfy { !$0.contains("yours,") }, "they have no part in it")
  }

  @Test("ST-05: what was set off against another debt is evened out, and not paid")
  func offset() throws {
    var home = household()
    // Asha comes to owe Ravi 120.00 of what he owes her.
    home.add("Milk", 120_00, paid: [(home.ravi, 120_00)], owed: [(home.asha, 120_00)], by: home.ravi)
    #expect(try entry(home).last == "   Ravi  →  Asha  ₹300.00  ₹120.00 of it evened out by other entries")
    pay(100_00, &home)
    #expect(try entry(home).last == "   Ravi  →  Asha  ₹300.00  ₹100.00 of it paid, ₹120.00 evened out")
    pay(80_00, &home)
    #expect(try entry(home).last == "   Ravi  →  Asha  ₹300.00  ₹180.00 paid, ₹120.00 evened out")
    let milk = try #require(home.view.state.shared.entries.first { $0.description == "Milk" })
    #expect(Screens.entry(milk, home.view, plain).last == "   Asha  →  Ravi  ₹120.00  evened out by other entries")
    let lines = EntriesCSV.text(home.view.state.shared).split(separator: "\r\n")
    #expect(lines.contains { $0.contains(",Rice,") && $0.contains(",paid_and_offset,") })
    #expect(lines.contains { $0.contains(",Milk,") && $0.contains(",offset,") })
    #expect(Screens.json([milk], home.view.state.shared).contains { $0.contains(#""offsetMinor":"12000""#) })
    for language in Language.allCases {
      let phrases = language.phrases
      #expect(
        Set(["1", ""].map { phrases.share(.paid, paid: $0, offset: $0 == "" ? "1" : "") } + [phrases.share(.paid, paid: "1", offset: "2")])
          .count == 3)
    }
  }

  @Test("A voided entry looks it, in the feed and by itself")
  func voided() throws {
    var home = household()
    home.void(1)
    let shown = try entry(home)
    #expect(shown.contains { $0.hasSuffix("voided: it counts for nothing") } && !shown.contains { $0.contains("you get back") })
    var feed = FeedModel()
    let lines = feed.update(.began(home.view)).flatMap { $0.lines(plain) }
    #expect(lines.count { $0.hasSuffix("voided: it counts for nothing") } == 1, "\(screen(lines))")
    #expect(lines.count { $0.contains("you get back") } == 1)
    let colored = Theme(isColored: true, width: 80)
    let entry = try #require(home.view.state.shared.entries.first)
    #expect(Screens.entry(entry, home.view, colored).first?.contains("\u{1B}[1m") == false, "it is not put forward")
  }

  @Test("Where all is voided nobody is told that nothing was entered")
  func allVoided() {
    var home = household()
    #expect(Screens.balances(Household().view, plain) == ["Nothing was entered yet, so nobody owes anything."])
    for number in [1, 2] as [UInt64] { home.void(number) }
    let told = ["All that was entered is voided, so nobody owes anything."]
    #expect(Screens.balances(home.view, plain) == told && Screens.debts(home.view, Screens.DebtsWish(), plain) == told)
  }

  @Test("product 97, N10: the same for a program")
  func oneEntryAsJSON() throws {
    var home = household()
    pay(300_00, &home)
    try dispute(&home)
    let shared = home.view.state.shared
    let lines = Screens.json(Array(shared.entries.prefix(1)), shared)
    let line = try #require(lines.first)
    #expect(lines.count == 1 && line.hasPrefix(#"{"entryId":""#) && line.hasSuffix("}"))
    #expect(
      line.contains(#""version":"5","voided":false,"standing":{"disputes":[{"memberId":"\#(home.ravi)","reason":"it was not for me""#))
    #expect(line.contains(#""minor":"30000","paidMinor":"30000","state":"SHARE_STATE_DISPUTED""#))
  }

  @Test("product 97: the feed's first entries and the history say what is paid")
  func feedAndHistory() throws {
    var home = household()
    pay(320_00, &home)
    var feed = FeedModel()
    let lines = feed.update(.began(home.view)).flatMap { $0.lines(plain) }
    #expect(
      lines.contains { $0.hasSuffix("you get back ₹300.00, paid") }
        && lines.contains { $0.hasSuffix("you get back ₹100.00, ₹20.00 of it paid") })
    #expect(!lines.contains { $0.contains("received ₹320.00,") }, "a transfer pays, and is not paid")
    let history = undated(home.events, home.view, plain)
    #expect(history.contains { $0.hasSuffix("you get back ₹300.00, paid") })
  }
}
