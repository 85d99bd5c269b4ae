import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

@Suite struct LookingTests {
  private let plain = Theme(isColored: false, width: 80)

  // MARK: Moments

  @Test("TT-02: a day counts to its end, in the group's time zone")
  func days() throws {
    var home = Household()
    func last(_ text: String) throws -> Int64 { Present.last(try MomentText(text), home.view.state.shared) }
    // 2026-10-24T00:00Z is 1,792,800,000 seconds after 1970.
    #expect(try last("2026-10-24") == 1_792_886_400_000 - 1)
    #expect(try last("2026-10-24T18:30:15Z") == 1_792_800_000_000 + (18 * 3_600 + 30 * 60 + 15) * 1_000 + 999)
    #expect(try last("2026-10-24T18:30:15.250Z") == 1_792_800_000_000 + (18 * 3_600 + 30 * 60 + 15) * 1_000 + 250)
    #expect(try last("2026-10-24T18:30") == 1_792_800_000_000 + (18 * 3_600 + 30 * 60) * 1_000 + 999)
    #expect(try last("2026-10-24T18:30+05:30") == 1_792_800_000_000 + 13 * 3_600_000 + 999)
    #expect(try last("2026-10-24T18:30-05:30") == 1_792_800_000_000 + 24 * 3_600_000 + 999)
    home.moveTo("Asia/Kolkata")
    #expect(try last("2026-10-24") == 1_792_886_400_000 - 19_800_000 - 1)
    #expect(try last("2026-10-24T18:30") == 1_792_800_000_000 + 13 * 3_600_000 + 999)
    // The day that has 25 hours, and the one that has 23.
    home.moveTo("Europe/Berlin")
    #expect(try last("2026-10-25") - last("2026-10-24") == 25 * 3_600_000)
    #expect(try last("2026-03-29") - last("2026-03-28") == 23 * 3_600_000)
    #expect(try last("2026-10-26T12:00") == last("2026-10-26T11:00Z"))
    for text in ["0001-01-01", "9999-12-31"] { #expect(throws: Never.self) { try last(text) } }
  }

  @Test(arguments: [
    "", "now", "2026-10-32", "2026-10-24T", "2026-10-24T1:30", "2026-10-24T24:00", "2026-10-24T18:60", "2026-10-24T18:30:60",
    "2026-10-24T18:30:15.5Z", "2026-10-24T18:30.500Z",
    "2026-10-24T18:30:15.+12", "2026-10-24T18:30+5", "2026-10-24T18:30+05:30:00", "2026-10-24 18:30", "2026-10-24T٣٣:30",
  ])
  func whatIsNoMoment(_ text: String) {
    #expect(throws: ArgumentFlaw.self) { try MomentText(text) }
  }

  @Test("A date is far ahead past 90 days, so that a mistyped year is told of, and the telling names no act that could be another one's")
  func farAhead() throws {
    let today = try #require(CivilDate(iso8601: "2026-11-20"))
    #expect(!today.adding(days: 90).isFarAhead(of: today) && today.adding(days: 91).isFarAhead(of: today))
    #expect(today.adding(days: 365).isFarAhead(of: today))
    for language in Language.allCases { #expect(!language.phrases.isFarAhead("2027-11-20", of: .entry).contains("undo")) }
    #expect(!today.adding(days: -5_000).isFarAhead(of: today))
  }

  @Test func spans() throws {
    let span = try MomentSpan("2026-10-24..2026-11-20T08:00Z")
    #expect(span.from.day.description == "2026-10-24" && span.from.last == nil && span.to?.last == 28_800_999)
    #expect(try MomentSpan("2026-10-24..").to == nil)
    for text in ["2026-10-24", "..2026-10-24", "2026-10-24..x", ".."] { #expect(throws: ArgumentFlaw.self) { try MomentSpan(text) } }
  }

  // MARK: Screens

  @Test("product N2: what changed between two moments")
  func difference() throws {
    var home = Household()
    home.setBudget("Groceries", 12_000_00, "groceries")
    home.add("Vegetables", 600_00, "groceries", paid: [(home.asha, 600_00)], owed: [(home.asha, 300_00), (home.ravi, 300_00)])
    home.add("Taxi", 80_00, paid: [(home.ravi, 80_00)], owed: [(home.asha, 80_00)], by: home.ravi)
    let before = home.view.state.shared
    home.add("Dinner", 900_00, "groceries", paid: [(home.ravi, 900_00)], owed: [(home.asha, 450_00), (home.ravi, 450_00)], by: home.ravi)
    home.void(2)
    home.append(.memberLeft(MemberLeft.with { $0.memberID = home.meera.description }), by: home.meera)
    let day = try #require(CivilDate(iso8601: "2026-11-20"))
    let difference = GroupDifference(from: before, on: day, to: home.view.state.shared, on: day)
    #expect(
      screen(Screens.difference(difference, home.view, plain)) == """
        Entries
          voided  2026-11-20  Taxi    Ravi   ₹80.00
          added   2026-11-20  Dinner  Ravi  ₹900.00
        Balances
          Asha (you)   ₹220.00  →  -₹150.00
          Ravi        -₹220.00  →   ₹150.00
        Members
          मीरा  left
        Budgets
          Groceries    5 % of ₹12,000.00  →  12 % of ₹12,000.00
        """)
    let same = GroupDifference(from: before, on: day, to: before, on: day)
    #expect(Screens.difference(same, home.view, plain) == ["Nothing changed between the two."])
  }

  @Test("product N13: the preview says how far the budget goes over and what will be owed")
  func impact() {
    let home = Household()
    let impact = Impact.with {
      $0.budgets = [
        .with {
          $0.name = "Groceries"
          $0.currency = "INR"
          $0.before.basisPoints = 8_200
          $0.before.limitMinor = 12_000_00
          $0.after.spentMinor = 12_480_00
          $0.after.limitMinor = 12_000_00
          $0.after.basisPoints = 10_400
        },
        .with {
          $0.name = "Fun"
          $0.currency = "INR"
          $0.after.limitMinor = 500_00
        },
        .with {
          $0.name = "Old"
          $0.currency = "INR"
          $0.before.basisPoints = 100
        },
      ]
      $0.debts = [
        debt(home.ravi, 640_00, 1_040_00), debt(home.ravi, -100, -200), debt(home.ravi, 640_00, 0), debt(home.ravi, 100, -50),
        debt(home.ravi, -100, 50),
      ]
    }
    #expect(
      screen(Screens.impact(impact, home.view, plain)) == """
        Groceries 82 % → 104 % (over by ₹480.00)
        Fun → 0 % (₹500.00 left)
        Old 1 % → no longer counted
        what you owe Ravi: ₹640.00 → ₹1,040.00
        what Ravi owes you: ₹1.00 → ₹2.00
        what you owe Ravi: ₹640.00 → nothing
        you owe Ravi ₹1.00; Ravi will owe you ₹0.50
        Ravi owes you ₹1.00; you will owe Ravi ₹0.50
        This is a preview: nothing was sent.
        """)
    #expect(
      Screens.impact(Impact(), home.view, plain).first == "It changes no figure of a budget, and nothing of what you owe or are owed.")
    #expect(Screens.impact(.with { $0.dueDates = 1 }, home.view, plain).first == "1 date of a recurring rule would be booked at once.")
    #expect(Screens.impact(.with { $0.dueDates = 12 }, home.view, plain).first == "12 dates of recurring rules would be booked at once.")
  }

  private func debt(_ member: MemberID, _ before: Int64, _ after: Int64) -> DebtImpact {
    .with {
      $0.memberID = member.description
      $0.currency = "INR"
      $0.beforeMinor = before
      $0.afterMinor = after
    }
  }

  private func dashboard(_ home: Household, _ period: DashboardPeriod = .month) throws -> Dashboard {
    let today = try #require(CivilDate(iso8601: "2026-11-22"))
    let request = ReadDashboard.with { $0.period = period }
    return try home.view.state.dashboard(request, today: today) { Present.day($0, home.view.state.shared) }
  }

  private func spent() -> Household {
    var home = Household()
    home.setBudget("Groceries", 12_000_00, "groceries")
    home.add("Vegetables", 600_00, "groceries", paid: [(home.asha, 600_00)], owed: [(home.asha, 300_00), (home.ravi, 300_00)])
    home.add("Taxi", 200_00, paid: [(home.ravi, 200_00)], owed: [(home.asha, 100_00), (home.ravi, 100_00)], by: home.ravi)
    home.add("October", 1_000_00, "dining", paid: [(home.asha, 1_000_00)], owed: [(home.asha, 1_000_00)]) { $0.date = "2026-10-31" }
    home.fire(basisPoints: 8_000, spent: 9_840_50, of: 12_000_00)
    return home
  }

  @Test("product 185, 186: a month at a glance")
  func dash() throws {
    let home = spent()
    #expect(
      screen(Screens.dashboard(try dashboard(home), home.view, plain)) == """
        2026-11  ₹800.00 spent, 20 % less than the month before, ₹0.00 came in
        By member
          Asha (you)  paid ₹600.00  their share ₹400.00
          Ravi        paid ₹200.00  their share ₹400.00
        By category
          Groceries      ₹600.00  75 %      before: ₹0.00
          (no category)  ₹200.00  25 %      before: ₹0.00
          Dining Out       ₹0.00   0 %  before: ₹1,000.00
        Month over month
          2026-06      ₹0.00
          2026-07      ₹0.00
          2026-08      ₹0.00
          2026-09      ₹0.00
          2026-10  ₹1,000.00  ▓▓▓▓▓▓▓▓▓▓
          2026-11    ₹800.00  ▓▓▓▓▓▓▓▓
        Budgets
          Groceries ░░░░░ 5 %  ₹600.00 of ₹12,000.00
        Latest
          2026-10-31  October     Asha  ₹1,000.00
          2026-11-20  Taxi        Ravi    ₹200.00
          2026-11-20  Vegetables  Asha    ₹600.00
        Next to pay: Ravi, who owes ₹200.00.
        """)
  }

  @Test("product 187, 188: a digest tells what its reader wants to be told of")
  func digest() throws {
    var home = spent()
    let whole = screen(Screens.digest(try dashboard(home, .week), home.view, plain))
    #expect(whole.hasPrefix("Sharma Family, 2026-11-16 to 2026-11-22\n₹800.00 spent in 2 entries.\n"))
    // The week's budgets are months: which, is said, since the entries of other weeks are in them.
    #expect(whole.contains("🔔 Groceries (2026-11-01 to 2026-11-30) reached 80 %."))
    #expect(screen(Screens.digest(try dashboard(home), home.view, plain)).contains("🔔 Groceries reached 80 %."))
    #expect(!whole.contains("Not counted"))
    home.add("Tolls", 10_00, paid: [(home.asha, 10_00)], owed: [(home.asha, 10_00)]) { $0.amount.currency = "USD" }
    let foreign = "Not counted here: entries in USD. See hearth dash --currency USD."
    for text in [Screens.digest(try dashboard(home, .week), home.view, plain), Screens.dashboard(try dashboard(home), home.view, plain)] {
      #expect(text.contains(foreign))
    }
    #expect(whole.contains("Next to pay: Ravi"))
    for (kind, gone) in [(NoticeKind.entries, "spent in"), (.alerts, "🔔"), (.reminders, "Next to pay"), (.budgets, "Budgets")] {
      home.prefer(kind, .digest, false)
      #expect(!screen(Screens.digest(try dashboard(home, .week), home.view, plain)).contains(gone), "\(kind.key)")
    }
    #expect(Screens.digest(try dashboard(home, .week), home.view, plain) == ["Sharma Family, 2026-11-16 to 2026-11-22"])
  }

  @Test("product 188: the feed and its bell honour what the member prefers; whoever acts is told all the same")
  func feed() {
    func told(tellsAll: Bool = false, _ prefer: (inout Household) -> Void) -> (text: String, rings: Bool) {
      var home = Household()
      home.setBudget("Groceries", 12_000_00, "groceries")
      prefer(&home)
      var model = FeedModel(tellsAll: tellsAll)
      _ = model.update(.began(home.view))
      let known = home.events.count
      home.add("Rice", 60_00, paid: [(home.ravi, 60_00)], owed: [(home.ravi, 60_00)], by: home.ravi)
      home.fire(spent: 12_480_00, of: 12_000_00)
      let items = model.update(.changed(GroupUpdate(group: home.group, kind: .live, events: Array(home.events[known...])), home.view))
      return (screen(items.flatMap { $0.lines(plain) }), model.rings(items))
    }
    let usual = told { _ in }
    #expect(usual.text.contains("Rice") && usual.text.contains("🔔") && usual.rings)
    let quiet = told { $0.prefer(.entries, .feed, false) }
    #expect(!quiet.text.contains("Rice") && quiet.text.contains("🔔"))
    #expect(told(tellsAll: true) { $0.prefer(.entries, .feed, false) }.text.contains("Rice"))
    #expect(!told { $0.prefer(.alerts, .bell, false) }.rings)
    #expect(
      told { home in
        home.prefer(.alerts, .bell, false)
        home.prefer(.entries, .bell, true)
      }.rings)
  }

  @Test func onlyWhoeverPrefersIsToldOfIt() {
    var home = Household()
    let known = home.events.count
    home.prefer(.entries, .feed, false)
    home.prefer(.entries, .feed, false, by: home.ravi)
    #expect(
      screen(undated(Array(home.events[known...]), home.view, plain)) == "🔕 You changed which notices you want: hearth notify list")
  }

  @Test func notices() {
    #expect(
      screen(Screens.notices(NoticeWishes(), plain)) == """
                   feed  bell  digest  push  mail
        entries    yes   no    yes     no    no
        budgets    yes   no    yes     no    no
        alerts     yes   yes   yes     no    no
        members    yes   no    yes     no    no
        reminders  yes   yes   yes     no    no
        digest     no
        """)
  }

  @Test func choices() throws {
    #expect(try Choices.month("2026-11").description == "2026-11-01")
    #expect(try Choices.digest("Weekly") == .week && Choices.digest("monthly") == .month)
    #expect(try Choices.noticeKinds("alerts") == [.alerts] && Choices.noticeKinds("all") == NoticeKind.all)
    #expect(try Choices.noticeChannels("bell") == [.bell] && Choices.noticeChannels("ALL").count == 5)
    for text in ["2026-13", "2026-1", "2026-11-01", ""] { #expect(throws: ArgumentFlaw.self) { try Choices.month(text) } }
    #expect(throws: ArgumentFlaw.self) { try Choices.digest("daily") }
    #expect(throws: ArgumentFlaw.self) { try Choices.noticeKinds("mail") }
    #expect(throws: ArgumentFlaw.self) { try Choices.noticeChannels("pigeon") }
  }

  @Test("product 79, 24: the history says of each event what it said then, whatever came later: amounts, names, limits, rates")
  func historyAsSaid() throws {
    var home = Household()
    let known = home.events.count
    let added = home.add("Orig", 77_00, paid: [(home.asha, 77_00)], owed: [(home.ravi, 77_00)])
    guard case .entryAdded(let entry)? = added.event.body else { throw ArgumentFlaw("no entry") }
    func edit(_ minor: Int64, _ description: String?) {
      var edited = EntryEdited()
      edited.entryID = entry.entryID
      edited.changes.money.kind = .expense
      edited.changes.money.amount = entry.content.amount
      edited.changes.money.amount.minor = minor
      edited.changes.money.paid = entry.content.paid
      edited.changes.money.paid[0].minor = minor
      edited.changes.money.split = entry.content.split
      edited.owed = entry.owed
      edited.owed[0].minor = minor
      if let description { edited.changes.description_p = description }
      home.append(.entryEdited(edited), by: home.ravi)
    }
    edit(99_00, nil)
    edit(55_00, "Renamed")
    for limit in [1_000_00, 5_000_00] as [Int64] { home.setBudget("Food", limit, "groceries") }
    for rate in ["0.9", "0.8"] { home.rate("USD", rate, on: "2026-11-01") }
    let now = try #require(EntryID(entry.entryID).flatMap { home.view.state.shared.entries[$0] })
    #expect(now.minor == 55_00 && now.description == "Renamed", "the events were folded in")
    #expect(
      screen(undated(Array(home.events[known...]), home.view, plain)) == """
        🧾 Orig  ₹77.00
           Asha added · 2026-11-20 · for Ravi  you get back ₹77.00
        ✎  Ravi changed Orig: money, now ₹99.00
        ✎  Ravi changed Renamed: money, description, now ₹55.00
        🎯 Asha set the budget Food: ₹1,000.00 monthly for Groceries from 2026-11-01
        🎯 Asha set the budget Food: ₹5,000.00 monthly for Groceries from 2026-11-01
        💱 Asha noted the rate 1 USD = 0.9 INR from 2026-11-01
        💱 Asha noted the rate 1 USD = 0.8 INR from 2026-11-01
        """)
  }

  @Test("product 185: the parts of what was spent come to 100 %, and no figure is cut off on a narrow terminal")
  func parts() throws {
    var home = Household()
    for category in ["groceries", "dining", ""] {
      home.add("Part", 3_333, category, paid: [(home.asha, 3_333)], owed: [(home.asha, 1_667), (home.ravi, 1_666)])
    }
    home.add("Yen", 500, paid: [(home.asha, 500)], owed: [(home.ravi, 500)]) { $0.amount.currency = "JPY" }
    let figures = try dashboard(home)
    let wide = screen(Screens.dashboard(figures, home.view, plain))
    #expect(wide.matches(of: /(\d+) %/).compactMap { Int($0.1) }.reduce(0, +) == 100 && wide.contains("34 %"), "\(wide)")
    for language in Language.allCases {
      let theme = Theme(isColored: false, width: 40, language: language)
      let rupee = try Choices.currency("INR")
      let narrow = Screens.dashboard(figures, home.view, theme)
      #expect(narrow.allSatisfy { $0.displayWidth <= 40 && !$0.contains("…") }, "\(screen(narrow))")
      let shares = [50_01, 49_98].map { theme.phrases.ofTheirs(theme.figure($0, rupee)) }
      for share in shares { #expect(narrow.contains { $0.contains(share) }, "\(share) in \(screen(narrow))") }
    }
  }
}

extension Household {
  mutating func moveTo(_ zone: String) { append(.groupUpdated(.with { $0.timeZone = zone })) }

  mutating func prefer(_ kind: NoticeKind, _ channel: NoticeChannel, _ isWanted: Bool, by member: MemberID? = nil) {
    append(.preferencesSet(.with { $0.preferences = [NoticePreference(kind, channel, isWanted: isWanted)] }), by: member)
  }

  /// Voids the entry that was added so many-th.
  mutating func void(_ number: UInt64) {
    append(.entryVoided(.with { $0.entryID = EntryID(high: 0x7000, low: 0x9000_0000_0000_0000 | number).description }))
  }
}
