import HearthClient
import HearthProtocol
import Ledger
import Support
import Testing

@testable import Console

@Suite struct RoomTests {
  private func added(_ effect: RoomStep?) -> AddEntry? {
    guard case .send(.addEntry(let add), _)? = effect else { return nil }
    return add
  }

  @Test("What is typed is shown with what it would do, and Enter sends that")
  func entry() throws {
    var stay = RoomStay()
    stay.type("groceries 1200 @asha @ravi")
    let screen = stay.screen
    #expect(screen.contains("This would be sent") && screen.contains("🛒 Groceries  ₹1,200.00"), "\(screen)")
    #expect(screen.contains("Asha ₹600.00 · Ravi ₹600.00") && screen.contains("you get back ₹600.00"), "\(screen)")
    #expect(screen.contains("Groceries 3 % → 13 %") && screen.contains("Enter sends it"), "\(screen)")
    #expect(stay.sent == [])
    stay.press(.enter)
    #expect(stay.sent.count == 1)
    let add = try #require(added(stay.sent.first))
    #expect(add.content.amount.minor == 120_000 && add.content.category == "groceries" && add.guardDuplicates && add.entryID.isEmpty)
    #expect(stay.model.input.isEmpty)
    // Once.
    stay.press(.enter)
    #expect(stay.sent.count == 1)
  }

  @Test("Who may not add entries is shown commands that they may give, in an empty room too", arguments: [Language.english, .hindi])
  func readers(language: Language) {
    for home in [RoomStay.family, Household(meera: "Meera")] {
      for (member, mayAdd) in [(home.asha, true), (home.meera, false)] {
        var stay = RoomStay(home, language)
        var view = home.view
        view.member = member
        stay.take(.began(view))
        let screen = stay.screen
        #expect(screen.contains(language.phrases.roomExample()) == mayAdd, "\(screen)")
        #expect(screen.contains("/balances  /budgets  /help") == !mayAdd, "\(screen)")
        #expect(screen.contains("450+320") == (mayAdd && home.view.state.shared.entries.isEmpty), "\(screen)")
      }
    }
  }

  @Test("What came in one rush with its Enter was not seen, so it is shown first")
  func rush() {
    var stay = RoomStay()
    stay.rush("groceries 1200\r")
    #expect(stay.sent == [])
    #expect(stay.screen.contains("Look at it, then press Enter again.") && stay.screen.contains("₹1,200.00"))
    stay.paint()
    stay.press(.enter)
    #expect(stay.sent.count == 1)
  }

  @Test("A paste sends nothing, whatever lines it holds")
  func paste() {
    var stay = RoomStay()
    stay.press(.paste("groceries\n1200\n"))
    #expect(stay.sent == [] && stay.model.input.text == "groceries 1200")
  }

  @Test("When somebody else changes what it would bring about, Enter asks again first")
  func shifts() {
    var home = RoomStay.family
    var stay = RoomStay(home)
    stay.type("groceries 1200")
    home.add("Rice", 90_000, "groceries", paid: [(home.ravi, 90_000)], owed: [(home.asha, 45_000), (home.ravi, 45_000)], by: home.ravi)
    let event = home.events.last
    stay.take(.changed(GroupUpdate(group: home.group, kind: .live, events: event.map { [$0] } ?? []), home.view))
    stay.paint()
    stay.press(.enter)
    #expect(stay.sent == [] && stay.screen.contains("this comes out differently now"), "\(stay.screen)")
    stay.press(.enter)
    #expect(stay.sent.count == 1)
  }

  @Test("What is not understood, not whole, or would be refused is not sent")
  func notSent() {
    for line in [
      "groceries", "groceries 12 13", "/nothing", "/void", "/void nothing", "/dispute last", "/comment last", "/settle meera", "milk 0",
    ] {
      var stay = RoomStay()
      stay.type(line)
      stay.press(.enter, .enter)
      #expect(stay.sent == [], "\(line): \(stay.sent)")
    }
  }

  @Test("A command without its slash is named with it, and /account where there is none says so")
  func meantVerb() {
    for (line, said) in [("settle ravi", "/settle"), ("Balances", "/balances"), ("settles", nil), ("groceries", nil)] {
      var stay = RoomStay()
      stay.type(line)
      #expect(stay.screen.contains("How much?"), "\(stay.screen)")
      #expect(stay.screen.contains("A command begins with a slash: \(said ?? "/")") == (said != nil), "\(line): \(stay.screen)")
    }
    var stay = RoomStay()
    stay.type("/account")
    #expect(stay.screen.contains("No accounts yet") && !stay.screen.contains("\"\""), "\(stay.screen)")
  }

  @Test("An entry is opened, and e, v and d begin what can be done about it")
  func detail() throws {
    var stay = RoomStay()
    stay.press(.up)
    #expect(stay.screen.contains("▸") && stay.model.panel == .entries(chosen: 0))
    stay.press(.down, .enter)
    #expect(stay.screen.contains("Vegetables") && stay.screen.contains("e edit · v void · d dispute · c comment"), "\(stay.screen)")
    stay.press(.text("v"))
    #expect(stay.model.input.text.hasPrefix("/void ") && stay.sent == [])
    stay.press(.enter)
    guard case .send(.voidEntry(let wish), _)? = stay.sent.first else {
      Issue.record("\(stay.sent)")
      return
    }
    #expect(wish.entryID.hasSuffix("01"))
    stay.press(.text("e"))
    stay.press(.control("w"))
    stay.type("Veg ")
    stay.press(.control("a"))
    #expect(stay.model.input.text.contains("450.50"))
    #expect(stay.screen.contains("Enter sends it"), "\(stay.screen)")
    stay.press(.enter)
    guard case .send(.editEntry(let edit), _)? = stay.sent.last else {
      Issue.record("\(stay.sent)")
      return
    }
    #expect(edit.changes.description_p == "Veg" && !edit.changes.hasMoney)
  }

  @Test("SPEC EN-13: c begins a comment on the entry that is looked at, and its words are shown before they are sent")
  func commentFromTheDetail() {
    var stay = RoomStay()
    stay.press(.up)
    stay.press(.down, .enter)
    stay.press(.text("c"))
    #expect(stay.model.input.text.hasPrefix("/comment ") && stay.sent == [])
    stay.type("kept the bill")
    #expect(stay.screen.contains("Vegetables: kept the bill"), "\(stay.screen)")
    stay.press(.enter)
    guard case .send(.commentEntry(let wish), _)? = stay.sent.first else {
      Issue.record("\(stay.sent)")
      return
    }
    #expect(wish.entryID.hasSuffix("01") && wish.text == "kept the bill")
    // The line takes fewer letters than a comment may have.
    stay.type("/comment last " + String(repeating: "a", count: 501))
    stay.press(.enter)
    guard case .send(.commentEntry(let long), _)? = stay.sent.last else {
      Issue.record("\(stay.sent)")
      return
    }
    #expect(stay.sent.count == 2 && long.text.count == LineEditor.charactersMax - "/comment last ".count)
  }

  @Test("Every verb does what it says")
  func verbs() {
    var stay = RoomStay()
    let pages: [(String, RoomPanel, String)] = [
      ("/balances", .balances, "Settle with /settle MEMBER"), ("/bud", .budgets, "[monthly]"), ("/members", .members, "Meera"),
      ("/entries", .entries(chosen: 0), "Dosa Plaza"), ("/help", .help, "dinner 450+320"), ("/feed", .feed, "Vegetables"),
    ]
    for (line, panel, words) in pages {
      stay.type(line)
      stay.press(.enter)
      #expect(stay.model.panel == panel && stay.screen.contains(words), "\(line): \(stay.screen)")
    }
    stay.type("/settle")
    #expect(stay.screen.contains("₹159.75"), "\(stay.screen)")
    stay.press(.enter)
    guard case .send(.settleUp(let settle), _)? = stay.sent.last else {
      Issue.record("\(stay.sent)")
      return
    }
    #expect(settle.minor == 15_975)
    stay.type("/dispute last I was not there")
    stay.press(.enter)
    guard case .send(.disputeEntry(let dispute), _)? = stay.sent.last else {
      Issue.record("\(stay.sent)")
      return
    }
    #expect(dispute.reason == "I was not there")
    stay.type("/comment last")
    #expect(stay.screen.contains("What is there to say?"), "\(stay.screen)")
    stay.type(" it was \u{1F60B}")
    #expect(stay.screen.contains("it was \u{1F60B}") && stay.screen.contains("Enter sends it"), "\(stay.screen)")
    stay.press(.enter)
    guard case .send(.commentEntry(let comment), _)? = stay.sent.last else {
      Issue.record("\(stay.sent)")
      return
    }
    // Its id is made when it is sent.
    #expect(comment.text == "it was \u{1F60B}" && comment.entryID == dispute.entryID && comment.commentID.isEmpty)
    let id = EntryID(high: 0x7000, low: 0x8000_0000_0000_0001)
    guard case .commentEntry(let named) = Command.OneOf_Body.commentEntry(comment).named(id) else {
      Issue.record("a comment stays one")
      return
    }
    #expect(named.commentID == id.description && CommentID(named.commentID) != nil)
    stay.type("/quit")
    stay.press(.enter)
    #expect(stay.sent.last == .quit)
  }

  @Test(
    "Help names in the room's language what stands behind a command, an entry as an entry and a member as a member",
    arguments: [
      (Language.english, ["/edit ENTRY 450 @asha", "/void ENTRY", "/dispute ENTRY WHY", "/settle [MEMBER [AMOUNT]]", "/history [DAY]"]),
      (.hindi, ["/edit प्रविष्टि 450 @आशा", "/void प्रविष्टि", "/dispute प्रविष्टि कारण", "/settle [सदस्य [राशि]]", "/history [दिन]"]),
    ])
  func arguments(_ language: Language, _ expected: [String]) {
    var stay = RoomStay(columns: 120, rows: 60, language)
    stay.press(.function(1))
    for words in expected { #expect(stay.screen.contains(words), "\(words): \(stay.screen)") }
    stay.press(.escape)
    stay.type("/void ")
    #expect(stay.screen.contains(expected[1]), "\(stay.screen)")
  }

  @Test("A verb that there is not gets a suggestion")
  func suggestion() {
    var stay = RoomStay()
    stay.type("/viod last")
    #expect(stay.screen.contains("There is no /viod. Did you mean /void?"), "\(stay.screen)")
    #expect(NearestWord.of("grups", among: ["group", "groups", "feed"]) == "groups")
    #expect(NearestWord.of("xyzzy", among: ["group", "feed"]) == nil)
    #expect(NearestWord.of("bud", among: ["balances", "budget"]) == "budget")
  }

  @Test("What was refused is said, and stands in the line again")
  func refused() {
    var stay = RoomStay()
    stay.type("groceries 1200")
    stay.press(.enter)
    stay.take(.refused(["storage_full: There is no space."], line: "groceries 1200"))
    stay.paint()
    #expect(stay.model.input.text == "groceries 1200" && stay.screen.contains("There is no space."))
    stay.take(.waiting(["Groceries ₹1,200.00"]))
    stay.take(.disconnected(retryMilliseconds: 1_000))
    #expect(
      stay.screen.contains("1 waits") && stay.screen.contains("connecting again") && stay.screen.contains("waits to be sent"),
      "\(stay.screen)")
  }

  @Test(
    "product N6: what may have been added already is refused with the line that adds it all the same",
    arguments: [Language.english, .hindi])
  func duplicate(_ language: Language) throws {
    var home = RoomStay.family
    let rice = home.add(
      "Rice", 90_000, "groceries", paid: [(home.ravi, 90_000)], owed: [(home.asha, 45_000), (home.ravi, 45_000)], by: home.ravi)
    var stay = RoomStay(home, language)
    let added = rice.event.atMs + 60_000
    stay.take(.time(now: added, today: RoomStay.today, steady: 1))
    stay.type("rice 900 #groceries @asha @ravi paid:ravi")
    guard case .wrong(let lines) = stay.model.draft else {
      Issue.record("\(stay.model.draft)")
      return
    }
    let text = lines.joined(separator: " ")
    #expect(text.contains("possible_duplicate") && text.contains(language == .english ? "put ! behind it" : "अंत में ! लिखें"), "\(lines)")
    #expect(!text.contains("--again"), "\(lines)")
    stay.type(" !")
    stay.press(.enter)
    guard case .send(.addEntry(let add), _)? = stay.sent.first else {
      Issue.record("\(stay.sent) \(stay.screen)")
      return
    }
    #expect(!add.guardDuplicates && add.content.amount.minor == 90_000)
  }

  @Test("Tab completes members, categories, verbs and names of entries, and goes through them")
  func completion() {
    func completed(_ line: String, _ times: Int = 1) -> String {
      var stay = RoomStay()
      stay.type(line)
      for _ in 0..<times { stay.press(.tab) }
      return stay.model.input.text
    }
    #expect(completed("groceries 10 @r") == "groceries 10 @Ravi ")
    #expect(completed("groc") == "groceries ")
    #expect(completed("veg") == "Vegetables ")
    #expect(completed("milk 10 #d") == "milk 10 #dining ")
    #expect(completed("milk 10 paid:m") == "milk 10 paid:Meera ")
    #expect(completed("/bu") == "/budgets ")
    #expect(completed("/void ") == "/void last ")
    #expect(completed("/void ", 2) == "/void \"Dinner at Dosa Plaza\" ")
    #expect(completed("/settle ra") == "/settle Ravi ")
    #expect(completed("/e", 2) == "/entry ")
    #expect(completed("milk 10 @", 4) == "milk 10 @Asha ")
  }

  @Test("The history is gone through event by event, with the balances of then")
  func history() {
    let home = RoomStay.family
    var stay = RoomStay(home)
    stay.type("/history")
    stay.press(.enter)
    #expect(stay.sent == [.readHistory] && stay.screen.contains("Reading the history"))
    stay.take(.history(home.events, isWhole: false))
    stay.take(.history([], isWhole: true))
    let last = stay.screen
    #expect(last.contains("event \(home.events.count) of \(home.events.count)") && last.contains("₹159.75"), "\(last)")
    stay.press(.left)
    #expect(stay.screen.contains("₹225.25"), "\(stay.screen)")
    stay.press(.home)
    #expect(stay.screen.contains("event 1 of"), "\(stay.screen)")
    stay.press(.left, .end, .right)
    #expect(stay.screen == last)
    stay.press(.escape)
    #expect(stay.model.panel == .feed)
  }

  @Test("A card that does not fit is sent only after its end was shown")
  func longCard() {
    var stay = RoomStay(columns: 40, rows: 10)
    stay.type("groceries 1200 @asha @ravi")
    #expect(RoomView.cardIsCut(stay.model))
    stay.press(.enter)
    #expect(stay.sent == [])
    for _ in 0..<5 { stay.press(.pageDown) }
    stay.press(.enter)
    #expect(stay.sent.count == 1, "\(stay.screen)")
  }

  @Test("Hidden amounts stay hidden in every view of the room")
  func hidden() {
    Amounts.hiding(true) {
      var stay = RoomStay()
      for key in [RoomKey.escape, .up, .enter, .function(3), .function(4), .function(5)] {
        stay.press(key)
        #expect(!stay.screen.contains("₹"), "\(stay.screen)")
      }
      stay.press(.escape)
      stay.type("tea 10")
      #expect(!stay.screen.contains("₹") && stay.screen.contains("•••"), "\(stay.screen)")
    }
  }
}
