import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// `hearth add --item`, and shares that are no whole numbers.
@Suite struct BillTests {
  private let home = Household()

  private func wish(_ items: [String], _ change: (inout EntryWish) -> Void = { _ in }) -> EntryWish {
    var wish = EntryWish(amount: "", description: "Dinner")
    wish.bill.items = items
    change(&wish)
    return wish
  }

  private func content(_ items: [String], _ change: (inout EntryWish) -> Void = { _ in }) throws -> EntryContent {
    try wish(items, change).content(in: home.view)
  }

  private func flaw(_ items: [String], _ change: (inout EntryWish) -> Void = { _ in }) -> String {
    do {
      _ = try content(items, change)
      return "none"
    } catch { return "\(error)" }
  }

  @Test("Items become amount, exact split and a note that all see")
  func dinner() throws {
    let content = try content(["Paneer 320 @asha @ravi", "Beer 125*2 @ravi"]) {
      ($0.bill.tax, $0.bill.tip, $0.note) = ("10%", "50", "at last")
    }
    #expect(content.amount.minor == 677_00 && content.description_p == "Dinner")
    #expect(content.split.exact.shares.map(\.memberID) == [home.asha.description, home.ravi.description])
    #expect(content.split.exact.shares.map(\.minor) == [190_04, 486_96])
    #expect(content.note == "at last; Paneer 320.00 @Asha @Ravi; Beer 250.00 @Ravi; tax 57.00; tip 50.00")
    let weighted = try self.content(["\"7 up\" 90 @asha*2 @ravi*0.5"]) { ($0.description, $0.bill.discount) = ("", "20") }
    #expect(weighted.description_p == "7 up" && weighted.split.exact.shares.map(\.minor) == [56_00, 14_00])
    #expect(weighted.note == "7 up 90.00 @Asha*4 @Ravi*1; discount -20.00")
    // Nobody named: all who share by default, as everywhere.
    let all = try self.content(["Rice 90 @all"])
    #expect(all.split.exact.shares.map(\.memberID) == home.view.state.shared.members.sharing(at: 0).map(\.id.description))
    #expect(try self.content(["Sushi 900 @asha"]) { $0.currency = "JPY" }.amount.minor == 900)
  }

  @Test("Each one's items are shown, in both languages")
  func shown() throws {
    let rupee = try #require(Currency(code: "INR"))
    let bill = try #require(
      try wish(["Paneer 320 @asha @ravi", "Beer 250 @ravi"]) { ($0.bill.tax, $0.bill.discount) = ("57", "50") }
        .itemized(in: home.view))
    let theme = Theme(isColored: false, width: 100)
    #expect(
      screen(Screens.bill(bill, rupee, home.view, theme)) == """
        Asha ₹161.96: Paneer ₹160.00 · tax ₹16.00 · discount −₹14.04
        Ravi ₹415.04: Paneer ₹160.00 · Beer ₹250.00 · tax ₹41.00 · discount −₹35.96
        """)
    let hindi = screen(Screens.bill(bill, rupee, home.view, Theme(isColored: false, width: 100, language: .hindi)))
    #expect(hindi.contains("कर ₹16.00 · छूट −₹14.04"))
    let hidden = Amounts.hiding(true) { screen(Screens.bill(bill, rupee, home.view, theme)) }
    #expect(!hidden.contains("160") && hidden.contains("•••"))
    let json = Screens.billJSON(bill, rupee)
    #expect(json.count == 2 && json[0].contains(#""parts":[{"item":"Paneer","minor":"16000"},{"extra":"tax","minor":"1600"},"#))
  }

  @Test("What is wrong with a bill is said with its field")
  func flaws() throws {
    #expect(flaw(["Paneer @asha"]).hasPrefix("--item \"Paneer @asha\": An item has a name, an amount"))
    #expect(flaw(["320 @asha"]).contains("An item has a name"))
    #expect(flaw(["Paneer 320 @Nobody"]).contains("--item \"Paneer 320 @Nobody\": Nobody here is called \"Nobody\""))
    #expect(flaw(["Paneer 320 @asha=100 @ravi=220"]).contains("shared equally (@asha @ravi) or by weights"))
    #expect(flaw(["Paneer 320 @asha @asha"]).contains("each once"))
    #expect(flaw(["Paneer 320 #dining @asha"]).contains("An item has a name"))
    #expect(flaw(["Paneer $5 @asha"]).contains("All items are in INR"))
    #expect(flaw(["Paneer 320 @asha"]) { $0.bill.tax = "much" }.hasPrefix("--tax: \"much\" is no amount"))
    #expect(flaw(["Paneer 320 @asha"]) { $0.bill.tip = "200%" }.hasPrefix("--tip: "))
    #expect(flaw(["Paneer 320 @asha"]) { $0.bill.discount = "320" }.contains("--discount leaves nothing"))
    #expect(flaw([]) { $0.bill.tip = "5" }.contains("belong to items"))
    #expect(flaw(["Paneer 320 @asha"]) { $0.split = "equal" }.contains("leave out --split"))
    #expect(flaw(["Paneer 320 @asha"]) { $0.amount = "300" }.contains("The items come to ₹320.00, not to 300."))
    #expect(flaw(["Paneer 320 @asha"]) { $0.amount = "320/-" } == "none")
    let long = (1...60).map { "Something with a long name \($0)th 5 @asha" }
    #expect(flaw(long).contains("characters of the entry's note, which has at most 1000"))
    #expect(flaw(Array(repeating: "x 5 @asha", count: 101)).contains("1 to 100 items"))
  }

  @Test(
    "Shares may be parts of one, and days are shares; digits as one has them",
    arguments: [
      ("shares:Asha=1,Ravi=0.5", [UInt32(2), 1]), ("shares:Asha=4,Ravi=2", [4, 2]), ("shares:Asha=0.25,Ravi=0.125", [2, 1]),
      ("days:Asha=3,Ravi=7", [3, 7]), ("days:Asha=2.5,Ravi=7", [5, 14]), ("shares:Asha=२,Ravi=१.५", [4, 3]),
      ("shares:Asha=10000", [10_000]),
      ("shares:Asha=0.001,Ravi=10", [1, 10_000]),
    ])
  func weights(text: String, expected: [UInt32]) throws {
    guard case .weights(let weights) = try SplitText(text) else {
      Issue.record("\(text) is no split by weights")
      return
    }
    #expect(weights.map(\.weight) == expected)
  }

  @Test(
    "What is no weight is said to be none",
    arguments: [
      "shares:Asha=0", "shares:Asha=-1", "shares:Asha=10001", "shares:Asha=1.2345", "shares:Asha=.5", "shares:Asha=5.", "days:Asha=x",
      "shares:Asha=0.001,Ravi=10.001", "days:", "days:Asha", "shares:Asha=99999.999", "shares:Asha=1.2.3",
    ])
  func noWeights(text: String) {
    #expect(throws: ArgumentFlaw.self) { try SplitText(text) }
  }

  @Test("--days is typed with colons")
  func days() throws {
    #expect(SplitText.days("asha:3,ravi:7") == "days:asha=3,ravi=7")
    #expect(SplitText.days("a:b:3,ravi=7,") == "days:a:b=3,ravi=7,")
    #expect(throws: ArgumentFlaw.self) { try SplitText(SplitText.days("asha")) }
    let content = try EntryWish.typed("1000", "Cottage") { $0.split = SplitText.days("asha:3,ravi:7") }.content(in: home.view)
    #expect(content.split.weights.shares.map(\.weight) == [3, 7])
  }
}

extension EntryWish {
  fileprivate static func typed(_ amount: String, _ description: String, _ change: (inout EntryWish) -> Void) -> EntryWish {
    var wish = EntryWish(amount: amount, description: description)
    change(&wish)
    return wish
  }
}
