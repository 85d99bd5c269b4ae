import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

@Suite struct FeedTests {
  private let plain = Theme(isColored: false, width: 80)

  /// What the feed says of the household's events after the start.
  private func told(_ change: (inout Household) -> Void, theme: Theme? = nil) -> String {
    var household = Household()
    var model = FeedModel()
    _ = model.update(.began(household.view))
    let known = household.events.count
    change(&household)
    let update = GroupUpdate(group: household.group, kind: .live, events: Array(household.events[known...]))
    return screen(model.update(.changed(update, household.view)).flatMap { $0.lines(theme ?? plain) })
  }

  @Test func entriesOfAllKinds() {
    let text = told { home in
      home.setBudget("Groceries", 12_00_000, "groceries")
      home.add("Vegetables", 9_840_50, "groceries", paid: [(home.asha, 9_840_50)], owed: [(home.asha, 4_920_25), (home.ravi, 4_920_25)])
      home.add(
        "Electricity", 1_200_00, paid: [(home.ravi, 1_200_00)], owed: [(home.asha, 720_00), (home.ravi, 480_00)],
        percentages: [6_000, 4_000], by: home.ravi)
      home.add(
        "Dinner", 999_00, "dining", paid: [(home.asha, 500_00), (home.ravi, 499_00)], owed: [(home.asha, 333_00), (home.ravi, 666_00)],
        isEqual: false
      ) { $0.merchant = "Udupi" }
      home.add("Payment", 500_00, kind: .transfer, paid: [(home.ravi, 500_00)], owed: [(home.asha, 500_00)], isEqual: false, by: home.ravi)
      home.add(
        "November", 50_000_00, "salary", kind: .income, paid: [(home.ravi, 50_000_00)], owed: [(home.ravi, 50_000_00)], by: home.ravi)
      home.add("Crore", 12_34_567_89, paid: [(home.meera, 12_34_567_89)], owed: [(home.asha, 12_34_567_89)], by: home.meera)
    }
    #expect(
      text == """
        🎯 Asha set the budget Groceries: ₹12,000.00 monthly for Groceries from
           2026-11-01
        🛒 Vegetables  ₹9,840.50
           Asha added · Groceries · 2026-11-20 · split equally: Asha and Ravi
           you get back ₹4,920.25
           Groceries ▓▓▓▓░ 82 %  ₹9,840.50 of ₹12,000.00
        🧾 Electricity  ₹1,200.00
           Ravi added · 2026-11-20 · Asha 60 %, Ravi 40 %  you owe ₹720.00
        🍛 Dinner  ₹999.00
           Asha added · Dining Out · 2026-11-20 · at Udupi
           paid by Asha ₹500.00, Ravi ₹499.00 · Asha ₹333.00, Ravi ₹666.00
           you get back ₹167.00
        💸 Ravi paid Asha  ₹500.00
           Ravi added · 2026-11-20 · Payment  you received ₹500.00
        💼 November  ₹50,000.00
           Ravi added · Salary · 2026-11-20 · for Ravi  not yours
        🧾 Crore  ₹12,34,567.89
           मीरा added · 2026-11-20 · for Asha  you owe ₹12,34,567.89
        """)
  }

  @Test func aBudgetIsToldAsItWasAfterEachEntryAndTurnsRedWhenOver() {
    let text = told(
      { home in
        home.setBudget("Food", 100_00, "groceries")
        for _ in 0..<2 { home.add("Rice", 60_00, "groceries", paid: [(home.ravi, 60_00)], owed: [(home.ravi, 60_00)], by: home.ravi) }
      }, theme: Theme(isColored: true, width: 80))
    #expect(text.contains("Food \u{1B}[32m▓▓▓░░ 60 %\u{1B}[0m"))
    #expect(text.contains("Food \u{1B}[31m▓▓▓▓▓ 120 %\u{1B}[0m"))
  }

  @Test("what not everybody sees has a mark, which fits into every width")
  func narrowLanes() {
    var household = Household()
    var model = FeedModel()
    _ = model.update(.began(household.view))
    let shared = household.append(.memberIncomeSet(MemberIncomeSet()))
    let narrow = ReplicaEvent(lane: .income, position: LanePosition(1), event: shared.event, hash: nil)
    for width in [40, 80] {
      var model = model
      let update = GroupUpdate(group: household.group, kind: .live, events: [shared, narrow])
      let lines = model.update(.changed(update, household.view)).flatMap { $0.lines(Theme(isColored: false, width: width)) }
      let marked = lines.filter { $0.hasSuffix(" 🔒") }
      #expect(marked.count == 1 && lines.first == marked.first.map { String($0.dropLast(2)) }, "\(lines)")
      #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(lines)")
    }
  }

  @Test("product 122, 123: alerts have a line of their own, and only they ring")
  func alerts() {
    let told = told { home in
      home.setBudget("Groceries", 12_00_000, "groceries")
      home.fire(basisPoints: 8_000, spent: 9_840_50, of: 12_000_00)
      home.fire(spent: 12_480_00, of: 12_000_00)
      home.removeBudget()
      home.reactivateBudget()
    }
    #expect(
      told == """
        🎯 Asha set the budget Groceries: ₹12,000.00 monthly for Groceries from
           2026-11-01
        🔔 Sharma Family at 80% of Groceries  ₹9,840.50 of ₹12,000.00 spent
        🔔 Sharma Family at 104% of Groceries  ₹12,480.00 of ₹12,000.00 spent
        🎯 Asha removed the budget Groceries
        🎯 Asha brought the budget Groceries back
        """)
    var home = Household()
    home.setBudget("Groceries", 12_00_000, "groceries")
    guard let budget = home.view.state.shared.budgets.first else { return }
    for (points, spent) in [(8_000, 9_840_50), (8_250, 1), (0, 12_000_01), (0, 12_060_00), (0, 12_480_00), (0, .max)] as [(UInt32, Int64)] {
      guard case .alertFired(let fired) = home.fire(basisPoints: points, spent: spent, of: 12_000_00).event.body else { return }
      let news = AlertNews(fired, of: budget, in: home.view.state.shared)
      // As the server's own words have it.
      let text = AlertText(
        points == 0 ? .over : .share(basisPoints: Int32(points)), of: budget.name, subject: .group("Sharma Family"), spentMinor: spent,
        limitMinor: 12_000_00, currency: budget.currency)
      #expect(news.title(Language.english.phrases) == text.title && screen(news.lines(plain)).contains(text.body))
      #expect(points != 0 || !news.title(Language.english.phrases).contains("at 100%"), "the threshold of 100 % says that")
      #expect(FeedModel().rings([.reconnected, .alert(news)]) && !FeedModel().rings([.reconnected]))
    }
  }

  @Test func joiningAndInvites() {
    let text = told { home in
      var joined = MemberJoined()
      joined.memberID = MemberID(high: 0x7000, low: 0x8000_0000_0000_000D).description
      joined.displayName = "Dev"
      joined.role = .minor
      joined.holder = .init(repeating: 13, count: 16)
      home.append(.memberJoined(joined))
    }
    #expect(text == "👋 Dev joined as minor")
  }

  @Test("product 71: what happens to members is told") func membersComeAndGo() {
    let text = told { home in
      var placeholder = MemberJoined()
      placeholder.memberID = MemberID(high: 0x7000, low: 0x8000_0000_0000_000D).description
      placeholder.displayName = "Dev"
      placeholder.role = .adult
      home.append(.memberJoined(placeholder))
      var changed = RoleChanged()
      (changed.memberID, changed.role) = (home.ravi.description, .viewer)
      home.append(.roleChanged(changed))
      var removed = MemberRemoved()
      removed.memberID = placeholder.memberID
      home.append(.memberRemoved(removed))
      var left = MemberLeft()
      left.memberID = home.ravi.description
      home.append(.memberLeft(left), by: home.ravi)
    }
    #expect(
      text == """
        👤 Asha added Dev, who has no account yet, as adult
        🎭 Ravi is viewer now
        🚪 Asha removed Dev
        🚪 Ravi left the group
        """)
  }

  @Test func startShowsWhoIsHereAndTheLatestEntries() {
    var household = Household()
    for number in 1...12 {
      household.add("Entry \(number)", 100, paid: [(household.asha, 100)], owed: [(household.asha, 100)])
    }
    var view = household.view
    view.online = [household.asha, household.ravi, household.meera]
    var model = FeedModel()
    let lines = model.update(.began(view)).flatMap { $0.lines(plain) }
    #expect(
      lines.prefix(3) == ["Sharma Family  3 members, Ravi and मीरा are here", "… 2 entries before: hearth entries", "🧾 Entry 3  ₹1.00"])
    #expect(lines.count == 22)
  }

  @Test("On a narrow terminal the feed's first lines say whole who is here", arguments: Language.allCases)
  func narrowHeader(language: Language) {
    for online in [[], ["Ravi", "मीरा", "Dadi Sharma"]] {
      let header = FeedItem.header(name: "Sharma Family", members: 5, othersOnline: online)
      let (wide, narrow) = (Theme(isColored: false, width: 120, language: language), Theme(isColored: false, width: 40, language: language))
      let lines = header.lines(narrow)
      #expect(lines[0] == "Sharma Family" || lines.count == 1)
      #expect(lines.allSatisfy { $0.displayWidth <= 40 }, "\(lines)")
      func words(_ lines: [String]) -> [Substring] { lines.flatMap { $0.split(separator: " ") } }
      #expect(words(lines) == words(header.lines(wide)), "\(lines)")
    }
  }

  @Test func presenceIsToldWhenItLasts() {
    let household = Household()
    var model = FeedModel()
    _ = model.update(.began(household.view))
    func lines(_ message: FeedModel.Message) -> [String] { model.update(message).flatMap { $0.lines(plain) } }
    #expect(lines(.presence(household.ravi, isOnline: true, now: 1_000)).isEmpty)
    #expect(model.deadline == 2_500)
    #expect(lines(.tick(now: 2_499)).isEmpty)
    #expect(lines(.presence(household.ravi, isOnline: false, now: 2_499)).isEmpty)
    #expect(lines(.tick(now: 9_000)).isEmpty, "he was here for a moment only")
    #expect(lines(.presence(household.ravi, isOnline: true, now: 10_000)).isEmpty)
    #expect(lines(.tick(now: 11_500)) == ["●  Ravi is here"])
    #expect(lines(.presence(household.ravi, isOnline: false, now: 12_000)).isEmpty)
    #expect(lines(.tick(now: 13_500)) == ["○  Ravi left"])
    #expect(model.deadline == nil)
  }

  @Test("product N1, PR-03: another history is told with the member, the lane, the event and both hashes, whole")
  func anotherHistory() {
    let household = Household()
    var model = FeedModel()
    _ = model.update(.began(household.view))
    let own = LaneHash.genesis(group: household.group, lane: .shared)
    let told = ToldHead(member: household.ravi, lane: .shared, position: LanePosition(57), hash: own.next(stored: [1]))
    func text(_ hash: LaneHash) -> String { HeadText(SeenHead(lane: .shared, position: LanePosition(57), hash: hash, seenAt: nil)).text }
    #expect(
      model.update(.otherHistory(told, own: own)).flatMap { $0.lines(plain) } == [
        "⚠  Ravi says that they have another history of lane shared at event 57.", "   you  \(text(own))", "   Ravi  \(text(told.hash))",
        "   The server shows you two different ones, or Ravi is mistaken: hearth verify.",
      ])
  }

  @Test func aBrokenConnectionIsToldOnceAndItsReturnToo() {
    var household = Household()
    var model = FeedModel()
    _ = model.update(.began(household.view))
    func lines(_ message: FeedModel.Message) -> [String] { model.update(message).flatMap { $0.lines(plain) } }
    #expect(lines(.disconnected(retryMilliseconds: 4_200)) == ["⚠  The connection broke. Trying again in 4 s."])
    #expect(lines(.disconnected(retryMilliseconds: 8_000)).isEmpty)
    let missed = household.add("Milk", 100, paid: [(household.ravi, 100)], owed: [(household.ravi, 100)], by: household.ravi)
    let update = GroupUpdate(group: household.group, kind: .caughtUp, events: [missed])
    #expect(
      lines(.changed(update, household.view)) == [
        "✓  Connected again. Nothing was missed.", "🧾 Milk  ₹1.00", "   Ravi added · 2026-11-20 · for Ravi  not yours",
      ])
  }

  @Test func aSnapshotInPlaceOfEventsTellsWhatIsNew() {
    var household = Household()
    var model = FeedModel()
    _ = model.update(.began(household.view))
    household.add("Milk", 100, paid: [(household.asha, 100)], owed: [(household.asha, 100)])
    let update = GroupUpdate(group: household.group, kind: .restarted, events: [])
    let lines = model.update(.changed(update, household.view)).flatMap { $0.lines(plain) }
    #expect(lines.first == "🧾 Milk  ₹1.00")
  }

  @Test("A history that was restored is said to be, and what is new in it is told though it has no more entries than before")
  func restored() {
    var before = Household()
    before.add("Milk", 100, paid: [(before.asha, 100)], owed: [(before.asha, 100)])
    var model = FeedModel()
    _ = model.update(.began(before.view))
    // As many entries, one of which is another.
    var household = Household()
    household.lastEntry = 7
    household.add("Bread", 200, paid: [(household.asha, 200)], owed: [(household.asha, 200)])
    var view = household.view
    view.epoch = before.view.epoch + 1
    let update = GroupUpdate(group: household.group, kind: .restarted, events: [])
    let lines = model.update(.changed(update, view)).flatMap { $0.lines(plain) }
    #expect(lines.first?.contains("restored from a backup") == true && lines.contains("🧾 Bread  ₹2.00"), "\(lines)")
    #expect(model.update(.changed(update, view)).isEmpty)
  }

  @Test func noLineIsWiderThanTheTerminal() {
    var household = Household(name: String(repeating: "परिवार ", count: 12), meera: String(repeating: "मी", count: 25))
    household.setBudget(String(repeating: "食", count: 50), 1, "groceries")
    let all = [(household.asha, Int64(33)), (household.ravi, 33), (household.meera, 34)]
    household.add(String(repeating: "🛒", count: 100), 100, "groceries", paid: all, owed: all, isEqual: false, by: household.meera) {
      $0.note = String(repeating: "wide ", count: 100)
    }
    for width in [40, 60, 80, 120] {
      let theme = Theme(isColored: false, width: width)
      let lines = undated(household.events, household.view, theme)
      for line in lines { #expect(line.displayWidth <= width, "\(width): \(line)") }
    }
  }
}
