import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// What a room tells of the line while it is typed, and what it shows of others' (SPEC PR-06 to PR-12; product N6).
@Suite struct RoomDraftTests {
  private static let rupee = Currency(code: "INR")

  private func draft(_ minor: Int64, _ category: String = "groceries", _ text: String = "Groceries") throws -> DraftContent {
    DraftContent(minor: minor, try #require(Self.rupee), category: category, text: text)
  }

  @Test(
    "PR-11: an amount is cut to half of its digits, and two; others read it with its separators, and never all of it",
    arguments: [
      (500, "", 1, "₹…"), (4_500, "4", 2, "₹4…"), (45_050, "4", 3, "₹4…"), (120_000, "12", 4, "₹1,2…"), (1_234_500, "12", 5, "₹12…"),
      (12_345_600, "12", 6, "₹1,2…"), (99, "", 1, "₹…"), (100_000_000_000_000, "10", 13, "₹10…"), (Int64.max, "92", 17, "₹…"),
    ] as [(Int64, String, UInt32, String)])
  func cut(minor: Int64, leading: String, digits: UInt32, shown: String) throws {
    let draft = try draft(minor)
    #expect(draft.leadingDigits == leading && draft.digitCount == digits)
    #expect(draft.amountText == shown)
    #expect(try Amounts.hiding(true) { try self.draft(minor).amountText } == "•••")
  }

  @Test("What a server tells that is no amount is shown as far as it makes sense, and nothing traps")
  func strange() {
    for (leading, digits) in [("99", UInt32.max), ("xx", 4), ("-1", 4), ("123456789012345678901", 4), ("99", 18), ("", 0)] {
      let draft = DraftContent.with { ($0.currency, $0.leadingDigits, $0.digitCount, $0.category) = ("INR", leading, digits, "groceries") }
      #expect((draft.amountText == nil) == (digits == 0))
      #expect(!draft.mayBe(.with { ($0.category, $0.amount.minor, $0.amount.currency) = ("groceries", .max, "INR") }) || leading == "99")
    }
    #expect(DraftContent.with { ($0.currency, $0.digitCount) = ("QQQ", 4) }.amountText == nil)
  }

  @Test("PR-06: what is typed is told from the first amount on, at a pace, and its end at once")
  func told() throws {
    var stay = RoomStay()
    stay.type("groceries ")
    #expect(stay.told == [])
    stay.type("1")
    #expect(stay.told == [try draft(100)])
    stay.type("200 @ravi")
    #expect(stay.told.count == 1 && stay.model.deadline == RoomDrafting.paceMilliseconds)
    stay.pass(to: 399)
    #expect(stay.told.count == 1)
    stay.pass(to: 400)
    #expect(stay.told.last == .some(try draft(120_000)))
    #expect(stay.told.last??.leadingDigits == "12" && stay.told.last??.digitCount == 4)
    stay.press(.escape)
    #expect(stay.told.count == 3 && stay.told.last == .some(nil))
    // Once.
    stay.pass(to: 60_000)
    #expect(stay.told.count == 3)
  }

  @Test("PR-08: with the entry it is over; what stands in the line is said again while somebody types, and no longer")
  func repeated() {
    var stay = RoomStay()
    stay.type("groceries 1200")
    stay.pass(to: 400)
    for second in 1...120 as ClosedRange<Int64> { stay.pass(to: second * 1_000) }
    #expect(stay.told.count == 4, "the first digit, all, and twice again within 30 s of the last key")
    stay.type(" ")
    #expect(stay.told.count == 5)
    stay.press(.enter)
    #expect(stay.sent.count == 1 && stay.told.last == .some(nil))
  }

  @Test("PR-06, PR-07: nothing is told by commands, by who may not add entries, where it is not wanted, and without a connection")
  func silent() {
    for line in ["/edit last 900", "/settle ravi 100", "groceries", "?", "@ravi"] {
      var stay = RoomStay()
      stay.type(line)
      #expect(stay.told == [], "\(line)")
    }
    var choice = DraftChoice()
    choice.sends = false
    var unwilling = RoomStay(drafts: choice)
    unwilling.type("groceries 1200")
    #expect(unwilling.told == [])
    var alone = RoomStay()
    alone.take(.disconnected(retryMilliseconds: 10))
    alone.type("groceries 1200")
    #expect(alone.told == [])
    let view = RoomStay.family.view
    for count in 1...2 {
      alone.take(.connected)
      #expect(alone.told.count == count - 1, "nobody would take it before the group is followed")
      alone.take(.changed(GroupUpdate(group: view.state.group, kind: .caughtUp, events: []), view))
      #expect(alone.told.count == count, "what stands there is told")
      alone.take(.changed(GroupUpdate(group: view.state.group, kind: .restarted, events: []), view))
      #expect(alone.told.count == count, "LN-09: and not again where the server begins anew by itself")
      alone.take(.disconnected(retryMilliseconds: 10))
    }
  }

  @Test(
    "Others' are shown with the name, at the side or above, and go when they end, leave, or say nothing for 35 s", arguments: [60, 80, 120])
  func shown(columns: Int) throws {
    var stay = RoomStay(columns: columns)
    let ravi = try #require(stay.member("Ravi"))
    func sees() -> Bool { stay.screen.contains("✎ Ravi") && stay.screen.contains("₹1,2…") }
    stay.take(.draft(ravi, try draft(120_000)))
    #expect(sees() && !stay.screen.contains("1,200"), "\(stay.screen)")
    stay.take(.draft(ravi, nil))
    #expect(!sees())
    stay.take(.draft(ravi, try draft(120_000)))
    stay.take(.presence(ravi, isOnline: false, nil))
    #expect(!sees())
    stay.take(.draft(ravi, try draft(120_000)))
    stay.pass(to: 34_999)
    #expect(sees())
    stay.pass(to: 35_000)
    #expect(!sees())
    stay.take(.draft(ravi, try draft(120_000)))
    stay.take(.disconnected(retryMilliseconds: 10))
    #expect(!sees())
    stay.take(.draft(MemberID(high: 1, low: 1), try draft(120_000)))
    #expect(!stay.screen.contains("✎"), "nobody who is no member")
  }

  @Test("Who does not want to see others' sees none")
  func unseen() throws {
    var choice = DraftChoice()
    choice.shows = false
    var stay = RoomStay(drafts: choice)
    stay.take(.draft(try #require(stay.member("Ravi")), try draft(120_000)))
    #expect(!stay.screen.contains("✎"))
    stay.type("groceries 1200")
    stay.press(.enter)
    #expect(stay.sent.count == 1 && stay.told.count == 2)
  }

  @Test("product N6, PR-12: what another seems to be entering is asked about once before it is sent")
  func twin() throws {
    var stay = RoomStay()
    let ravi = try #require(stay.member("Ravi"))
    stay.take(.draft(ravi, try draft(120_000)))
    stay.type("groceries 1205")
    stay.press(.enter)
    #expect(stay.sent == [] && stay.screen.contains("Ravi is entering just this"), "\(stay.screen)")
    stay.press(.enter)
    #expect(stay.sent.count == 1)
    // Another amount, another category, and with ! it is sent at once.
    for line in ["groceries 1400", "dinner 1205", "groceries 1205 !"] {
      stay.type(line)
      stay.press(.enter)
    }
    #expect(stay.sent.count == 4, "\(stay.screen)")
  }

  @Test(
    "PR-12: amounts within 1 % of what may begin so are alike, and no others",
    arguments: [
      (120_000, 130_000, true), (120_000, 129_999, true), (120_000, 131_200, true), (120_000, 131_400, false), (120_000, 118_900, true),
      (120_000, 118_700, false), (120_000, 12_000, false), (4_500, 4_000, true), (4_500, 5_200, false), (500, 500, false),
    ] as [(Int64, Int64, Bool)])
  func alike(entering: Int64, sending: Int64, isAlike: Bool) throws {
    func content(_ currency: String, _ category: String) -> EntryContent {
      .with { ($0.kind, $0.amount.minor, $0.amount.currency, $0.category) = (.expense, sending, currency, category) }
    }
    let draft = try draft(entering)
    #expect(draft.mayBe(content("INR", "groceries")) == isAlike)
    #expect(!draft.mayBe(content("USD", "groceries")) && !draft.mayBe(content("INR", "dining")))
    #expect(try !self.draft(entering, "").mayBe(content("INR", "")))
  }

  @Test("Long words are cut to 200 bytes at a character")
  func words() throws {
    let draft = try draft(100, "", String(repeating: "ん", count: 80))
    #expect(draft.text.utf8.count == 198 && draft.text.allSatisfy { $0 == "ん" })
  }
}
