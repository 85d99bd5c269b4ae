import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// Rows of the product that are the client's, one test each where no other suite has it.
@Suite struct ProductRowTests {
  private let plain = Theme(isColored: false, width: 80)
  private let colored = Theme(isColored: true, width: 80)

  private func rupee() throws -> Currency { try #require(Currency(code: "INR")) }

  @Test("product 18: the first screen has the three choices, and what comes before them for whoever is not registered")
  func firstScreen() {
    #expect(
      screen(Screens.welcome(isRegistered: true, plain)) == """
        Family Finance
        Manage finances together

        Create Family            hearth create NAME --template indian-family --wizard
        Have an invite?          hearth join CODE
        Create Your First Group  hearth create NAME --currency INR --template split-group

        Everything else: hearth --help
        """)
    let newcomers = Screens.welcome(isRegistered: false, plain)
    #expect(newcomers[3].hasPrefix("First of all             hearth register"))
    #expect(newcomers[5] == "Have an invite?          hearth join LINK --name NAME", "a link registers where it leads")
    let hindi = Screens.welcome(isRegistered: false, Theme(isColored: false, width: 80, language: .hindi)).joined(separator: "\n")
    #expect(hindi.contains("hearth join कड़ी --name नाम") && !hindi.contains("NAME"), "\(hindi)")
  }

  @Test("product 74, 83: an entry is pre-filled from one that is there, of this group or of another")
  func prefilled() throws {
    var home = Household()
    home.add("Books", 80_00, "dining", paid: [(home.asha, 80_00)], owed: [(home.asha, 80_00)]) {
      ($0.merchant, $0.note) = ("Oxford", "for school")
      $0.place.city = "Pune"
    }
    let entry = try #require(home.view.state.shared.entries.last)
    let content = SplitCommands.content(from: entry, in: home.view)
    #expect(content.amount == Money(minor: 80_00, currency: try rupee()) && content.description_p == "Books" && content.kind == .expense)
    #expect(content.category == "dining" && content.merchant == "Oxford" && content.note == "for school" && content.place.city == "Pune")
    #expect(content.date == "2026-11-20" && content.paid.isEmpty && content.split.method == nil, "whoever splits it paid it")
  }

  @Test("product 81: initials in the member's own colour of 24 bits, where there are colours")
  func avatars() throws {
    var home = Household()
    home.append(.memberColorSet(.with { ($0.memberID, $0.color) = (home.asha.description, "#4F8A10") }))
    let milk = home.add("Milk", 80_00, paid: [(home.asha, 80_00)], owed: [(home.asha, 80_00)])
    let lines = undated([milk], home.view, colored)
    #expect(lines[1].hasPrefix("   \u{1B}[38;2;79;138;16mA\u{1B}[0m \u{1B}[2mAsha added"))
    #expect(undated([milk], home.view, plain)[1].hasPrefix("   Asha added"))
    #expect(Screens.members(home.view, colored)[0].contains("\u{1B}[38;2;79;138;16mA"))
    #expect(Avatar("Asha Devi Sharma", color: "").initials == "AD" && Avatar("मीरा शर्मा", color: "x").initials == "मीश")
    #expect(Avatar("", color: "#GGGGGG") == Avatar(" ", color: "") && Avatar("a", color: "#000000").color == 0)
    // No line gets wider for it.
    let long = home.add(
      String(repeating: "Milk ", count: 10), 80_00, paid: [(home.ravi, 80_00)], owed: [(home.asha, 40_00), (home.ravi, 40_00)],
      by: home.asha
    ) { $0.note = String(repeating: "wide ", count: 40) }
    for width in [40, 50, 60, 80] {
      for line in undated([long], home.view, Theme(isColored: true, width: width)) {
        let bare = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(bare.displayWidth <= width, "\(bare)")
      }
    }
  }

  @Test("product 82: which group something is added to is said in every language")
  func addingTo() {
    #expect(Language.english.phrases.addingTo("Sharma Family") == "Adding to: Sharma Family")
    #expect(Language.hindi.phrases.addingTo("Sharma Family").contains("Sharma Family"))
  }

  @Test("product 98: what is left to assign is shown live, and the last member is filled in")
  func leftToAssign() throws {
    let home = Household()
    var form = SplitForm("Dinner", 100_00, try rupee(), in: home.view, Language.english.phrases)
    #expect(
      form.question(plain) == [
        "Dinner  ₹100.00",
        "₹100.00 left to assign. What does Asha (you) owe? An amount, Enter for nothing, = for equal parts from here on: ",
      ])
    try form.take("60")
    #expect(form.question(plain).first?.hasPrefix("₹40.00 left to assign. What does Ravi owe?") == true)
    #expect(throws: ArgumentFlaw("₹40.01 is ₹0.01 more than the ₹40.00 that are left to assign.")) { try form.take("40.01") }
    #expect(throws: ArgumentFlaw.self) { try form.take("some") }
    try form.take("")
    #expect(form.question(plain) == ["₹40.00 left to assign. मीरा owes the rest: Enter: "])
    #expect(throws: ArgumentFlaw("₹10.00 would be left to assign. Press Enter to give मीरा the ₹40.00.")) { try form.take("30") }
    try form.take("")
    #expect(form.isComplete && form.rest == 0 && form.shares == [60_00, 0, 40_00])
    #expect(form.split.exact.shares.map(\.memberID) == [home.asha.description, home.meera.description])

    var equal = SplitForm("Tea", 100, try rupee(), in: home.view, Language.english.phrases)
    try equal.take("=")
    // A viewer shares only by name.
    #expect(equal.shares == [50, 50, 0])
    var rest = SplitForm("Tea", 100, try rupee(), in: home.view, Language.english.phrases)
    try rest.take("0.01")
    try rest.take("=")
    #expect(rest.shares == [1, 99, 0])
    var viewer = SplitForm("Tea", 100, try rupee(), in: home.view, Language.english.phrases)
    try viewer.take("0.40")
    try viewer.take("")
    try viewer.take("=")
    #expect(viewer.shares == [40, 0, 60])
  }

  @Test(
    "product 98: what does not add up is said with the difference before anything is sent",
    arguments: [
      ("exact:Asha=60", "", "₹40.00 left to assign: ₹60.00 of ₹100.00 so far."),
      ("exact:Asha=60,Ravi=50", "", "The shares come to ₹110.00, which is ₹10.00 more than ₹100.00."),
      ("", "Asha=60,Ravi=39.99", "₹0.01 is not paid: ₹99.99 of ₹100.00 so far."),
      ("", "Asha=60,Ravi=41", "What was paid comes to ₹101.00, which is ₹1.00 more than ₹100.00."),
      (
        "exact:Asha=10000000000000,Ravi=10000000000000", "",
        "The shares come to ₹2,00,00,00,00,00,000.00, which is ₹1,99,99,99,99,99,900.00 more than ₹100.00."
      ),
    ])
  func sums(split: String, paidBy: String, words: String) {
    var wish = EntryWish(amount: "100", description: "Dinner")
    (wish.split, wish.paidBy) = (split, paidBy)
    #expect(throws: ArgumentFlaw("\(words)")) { try wish.content(in: Household().view) }
  }

  @Test("product 98: whoever adds is the payer unless they say otherwise")
  func payer() throws {
    var wish = EntryWish(amount: "100", description: "Dinner")
    #expect(try wish.content(in: Household().view).paid.isEmpty)
    wish.paidBy = "Ravi"
    #expect(try wish.content(in: Household().view).paid.map(\.minor) == [100_00])
  }

  @Test("product 99: a transfer has exactly two, and a name may have an @ before it")
  func transfers() throws {
    let home = Household()
    let content = try PayWish(name: "@ravi", amount: "500").content(in: home.view)
    #expect(content.kind == .transfer && content.paid.map(\.memberID) == [home.asha.description])
    #expect(content.split.exact.shares.map(\.memberID) == [home.ravi.description] && content.split.exact.shares.map(\.minor) == [500_00])
    #expect(throws: ArgumentFlaw("You cannot pay yourself.")) { try PayWish(name: "@asha", amount: "5").content(in: home.view) }
    #expect(throws: ArgumentFlaw("Nobody here is called \"dev\". The members are: Asha, Ravi, मीरा.")) {
      try PayWish(name: "@dev", amount: "5").content(in: home.view)
    }
  }

  /// Ravi paid 600 for himself and Asha, Meera paid 90 for Ravi.
  private func indebted() -> Household {
    var home = Household()
    home.add("Rice", 600_00, paid: [(home.ravi, 600_00)], owed: [(home.asha, 300_00), (home.ravi, 300_00)], by: home.ravi)
    home.add("Bus", 90_00, paid: [(home.meera, 90_00)], owed: [(home.ravi, 90_00)], by: home.meera)
    return home
  }

  @Test("product 101: green for who is owed, orange for who owes, and a word for who is settled")
  func netBalances() {
    var home = indebted()
    #expect(
      screen(Screens.balances(home.view, plain)) == """
        Ravi        is owed  ₹210.00
        मीरा        is owed   ₹90.00
        Asha (you)  owes     ₹300.00
        """)
    let lines = Screens.balances(home.view, colored)
    #expect(lines[0].contains("\u{1B}[32mis owed") && lines[2].contains("\u{1B}[38;5;208mowes"))
    home.add("Back", 90_00, kind: .transfer, paid: [(home.ravi, 90_00)], owed: [(home.meera, 90_00)])
    #expect(Screens.balances(home.view, plain)[1] == "मीरा        settled")
  }

  @Test("product 102: settling up without more words is the transfer that the plan asks of the viewer")
  func settling() throws {
    let home = indebted()
    var wish = SettleWish()
    #expect(throws: ArgumentFlaw("Say whom you paid: hearth settle NAME. You owe Ravi ₹210.00, मीरा ₹90.00.")) {
      try wish.command(in: home.view)
    }
    wish.name = "@ravi"
    let command = try wish.command(in: home.view)
    #expect(command.fromMemberID == home.asha.description && command.toMemberID == home.ravi.description && command.minor == 210_00)
  }

  @Test("product 103: a reminder is in the feed only, speaks to the debtor and rings for nobody else")
  func reminders() {
    var home = indebted()
    var reminded = DebtorReminded()
    (reminded.debtorID, reminded.creditorID) = (home.asha.description, home.ravi.description)
    (reminded.owed.minor, reminded.owed.currency) = (210_00, "INR")
    let event = home.append(.debtorReminded(reminded), by: home.ravi)
    #expect(undated([event], home.view, plain) == ["🔔 Ravi reminds you: you owe Ravi ₹210.00"])
    reminded.mode = .direct
    let named = home.append(.debtorReminded(reminded), by: home.ravi)
    #expect(undated([named], home.view, plain) == ["🔔 Ravi reminds you: you owe Ravi ₹210.00 by the entries alone"])
    for (viewer, rings) in [(home.asha, true), (home.ravi, false), (home.meera, false)] {
      let item = FeedItem(reminded, by: home.ravi.description, home.view.state.shared, me: viewer)
      #expect(item?.mayRing == rings)
    }
  }

  @Test("ST-09: history tells what one was told alone among the other events, by its time")
  func ownEventsAmongOthers() {
    func event(_ lane: Lane, _ position: UInt64, at instant: Int64) -> ReplicaEvent {
      ReplicaEvent(lane: lane, position: LanePosition(position), event: .with { $0.atMs = instant }, hash: nil)
    }
    let lane = Lane.inbox(indebted().asha)
    let own = [event(lane, 1, at: 5), event(lane, 2, at: 20), event(lane, 3, at: 21), event(lane, 4, at: 40)]
    var rest = own[...]
    let first = HistoryCommands.merge([event(.shared, 1, at: 10), event(.shared, 2, at: 20)], &rest)
    #expect(first.map(\.event.atMs) == [5, 10, 20] && first.map(\.lane) == [lane, .shared, .shared])
    let second = HistoryCommands.merge([event(.shared, 3, at: 30)], &rest)
    #expect(second.map(\.event.atMs) == [20, 21, 30] && rest.map(\.event.atMs) == [40])
  }

  @Test("product 104: whoever looks at debts reads that Hearth records payments and does not make them")
  func accountingOnly() {
    for theme in [Theme(isColored: false, width: 100), Theme(isColored: false, width: 100, language: .hindi)] {
      #expect(Screens.debts(indebted().view, Screens.DebtsWish(), theme).last == theme.phrases.settleHint(maySettle: true))
    }
    #expect(Language.english.phrases.settleHint(maySettle: true).hasPrefix("Hearth records payments, it does not make them."))
  }

  @Test("product 105: adults split, everybody looks at settlements")
  func whoSplits() throws {
    let home = indebted()
    for (name, may) in [("Asha", true), ("Ravi", true), ("मीरा", false)] {
      let answer = try PermissionQuestion(name, "add", nil, in: home.view).lines(home.view, plain)
      #expect(answer[0].hasPrefix(may ? "Yes" : "No"), "\(answer)")
    }
    var view = home.view
    view.member = home.meera
    #expect(Screens.debts(view, Screens.DebtsWish(), plain).contains { $0.contains("मीरा (you)") })
  }

  @Test("product 106: debts as they arose, simplified, and explained")
  func presentations() {
    let home = indebted()
    var wish = Screens.DebtsWish()
    let simplified = Screens.debts(home.view, wish, plain)
    #expect(simplified[0] == "2 payments settle everything in INR: no plan has fewer")
    wish.isDirect = true
    let direct = Screens.debts(home.view, wish, plain)
    #expect(direct[0] == "Who owes whom by the entries, in INR" && direct.contains("Ravi        →  मीरा   ₹90.00"), "\(direct)")
    (wish.isDirect, wish.explains) = (false, true)
    let explained = screen(Screens.debts(home.view, wish, plain))
    #expect(explained.contains("by way of Ravi") && explained.contains("Rice") && explained.contains("Bus"), "\(explained)")
  }

  @Test("product 107: debts are a list of arrows, what is the viewer's in colour")
  func arrows() {
    let lines = Screens.debts(indebted().view, Screens.DebtsWish(), colored)
    #expect(lines.filter { $0.contains("→") }.count == 2)
    #expect(lines.contains { $0.contains("\u{1B}[38;5;208m→\u{1B}[0m") })
  }

  @Test("product 190: figures to be taken in at a glance are short where the terminal is narrow, what is owed never is")
  func compact() throws {
    var home = Household()
    home.add("House", 1_23_45_678_90, "dining", paid: [(home.asha, 1_23_45_678_90)], owed: [(home.ravi, 1_23_45_678_90)])
    home.setBudget("Fun", 2_00_00_000_00, "dining")
    let today = try #require(CivilDate(iso8601: "2026-11-22"))
    let dashboard = try home.view.state.dashboard(ReadDashboard.with { $0.period = .month }, today: today) {
      Present.day($0, home.view.state.shared)
    }
    let narrow = Theme(isColored: false, width: 60)
    let text = screen(Screens.dashboard(dashboard, home.view, narrow))
    #expect(text.hasPrefix("2026-11  ₹1.2 Cr spent, ₹0.00 came in"))
    #expect(text.contains("₹1.2 Cr of ₹2 Cr") && text.contains("paid ₹1.2 Cr"))
    #expect(text.contains("Next to pay: Ravi, who owes ₹1,23,45,678.90."), "\(text)")
    #expect(screen(Screens.digest(dashboard, home.view, narrow)).contains("₹1.2 Cr spent in 1 entry."))
    #expect(screen(Screens.dashboard(dashboard, home.view, plain)).hasPrefix("2026-11  ₹1,23,45,678.90 spent"))
    #expect(screen(Screens.balances(home.view, narrow)).contains("₹1,23,45,678.90"))
    // At 71 columns it is narrow, at 72 no longer.
    let rupee = try rupee()
    #expect(Theme(isColored: false, width: 71).figure(1_500_00, rupee) == "₹1.5 K")
    #expect(Theme(isColored: false, width: 72).figure(1_500_00, rupee) == "₹1,500.00")
    let dollar = try #require(Currency(code: "USD"))
    #expect(Theme(isColored: false, width: 40).figure(1_200_00, dollar) == "$1.2 K")
    for width in [40, 50, 60, 71] {
      let theme = Theme(isColored: false, width: width)
      for line in Screens.dashboard(dashboard, home.view, theme) { #expect(line.displayWidth <= width, "\(width): \(line)") }
    }
  }
}
