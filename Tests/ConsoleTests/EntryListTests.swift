import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// `hearth entries`: which entries are meant, and how they are shown.
@Suite struct EntryListTests {
  private let plain = Theme(isColored: false, width: 80)

  private func home() -> Household {
    var home = Household()
    home.add("Vegetables", 450_50, "groceries", paid: [(home.asha, 450_50)], owed: [(home.asha, 225_25), (home.ravi, 225_25)])
    home.add(
      "Dinner at a place with a long name", 900_00, "dining", paid: [(home.ravi, 900_00)], owed: [(home.ravi, 900_00)], by: home.ravi)
    home.add("Taxi", 80_00, paid: [(home.asha, 80_00)], owed: [(home.ravi, 80_00)])
    let ids = home.view.state.shared.entries.map(\.id.description)
    home.append(.entryVoided(.with { $0.entryID = ids[1] }))
    home.append(.entryDisputed(.with { ($0.entryID, $0.reason) = (ids[2], "mine") }), by: home.ravi)
    return home
  }

  @Test("Each entry has a line with what names it, how much, who, what for and what is wrong with it") func lines() {
    let view = home().view
    let entries = Array(view.state.shared.entries.reversed())
    #expect(
      screen(Screens.entries(entries, next: 0, view, plain)) == """
        000003  2026-11-20  Taxi                      ₹80.00  Asha              disputed
        000002  2026-11-20  Dinner at a place with…  ₹900.00  Ravi  Dining Out  voided
        000001  2026-11-20  Vegetables               ₹450.50  Asha  Groceries
        """)
    // Where there is little space, figures come before names.
    let narrow = Screens.entries(entries, next: 7, view, Theme(isColored: false, width: 48))
    #expect(narrow.count == 4 && narrow.prefix(3).allSatisfy { !$0.contains("Ravi") && $0.contains("₹") })
    #expect(narrow.last == "Older ones: the same with --before 7")
    #expect(Screens.entries([], next: 0, view, plain) == ["There are no such entries."])
  }

  @Test("The feed names the command that lists what it does not show") func feedNamesIt() {
    #expect(FeedItem.earlier(entries: 14).lines(plain) == ["… 14 entries before: hearth entries"])
    #expect(FeedItem.earlier(entries: 1).lines(plain) == ["… 1 entry before: hearth entries"])
  }

  @Test("A program reads each entry with its standing, and what the list goes on with") func json() throws {
    let shared = home().view.state.shared
    let lines = Screens.json(Array(shared.entries), next: 42, shared)
    #expect(lines.count == 4 && lines[3] == #"{"next":"42"}"#)
    #expect(lines[1].contains(#""voided":true"#) && lines[2].contains(#""standing":{"disputes":[{"#))
    #expect(Screens.json(Array(shared.entries), shared).count == 3)
  }

  @Test("What is typed becomes the request that the server answers too") func wishes() throws {
    let view = home().view
    var wish = EntriesWish()
    (wish.category, wish.member, wish.from, wish.to) = ("Dining Out", "ravi", "2026-11-01", "2026-11-30")
    (wish.currency, wish.withVoided, wish.before) = ("inr", true, 9)
    let request = try wish.request(in: view)
    #expect(request.category == "dining" && request.memberID == home().ravi.description && request.before == 9)
    #expect(request.from == "2026-11-01" && request.to == "2026-11-30" && request.currency == "INR" && request.withVoided)
    #expect(try view.state.entries(request).entries.map(\.entry.content.description_p) == ["Dinner at a place with a long name"])
    for (word, kind) in [("payment", EntryKind.transfer), ("transfer", .transfer), ("Income", .income)] {
      wish.kind = word
      #expect(try wish.request(in: view).kind == kind, "\(word)")
    }
    (wish.kind, wish.withVoided) = (nil, false)
    #expect(try view.state.entries(wish.request(in: view)).entries.isEmpty)
  }

  @Test("What is no such wish is said to be none") func noWishes() throws {
    let view = home().view
    func fails(_ change: (inout EntriesWish) -> Void) -> Bool {
      var wish = EntriesWish()
      change(&wish)
      return (try? wish.request(in: view)) == nil
    }
    #expect(!fails { _ in } && !fails { $0.limit = 1 } && !fails { $0.limit = 1_000 })
    #expect(fails { $0.limit = 0 } && fails { $0.limit = 1_001 })
    #expect(
      fails { $0.category = "dragons" } && fails { $0.kind = "gift" } && fails { $0.member = "Nobody" } && fails { $0.currency = "rupees" })
    #expect(fails { $0.from = "soon" } && fails { $0.to = "2026-13-01" })
    #expect(!fails { ($0.from, $0.to) = ("2026-11-20", "2026-11-20") } && fails { ($0.from, $0.to) = ("2026-11-21", "2026-11-20") })
  }
}
