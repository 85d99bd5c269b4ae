import Foundation
import HearthProtocol
import Importing
import Ledger
import Testing
import Transport

@testable import HearthServer

/// What a file would add, asked over HTTP (SPEC CV-12, CV-13).
@Suite(.onOneAndThreeLoops) struct ImportCallTests {
  fileprivate static let path = "/imports/plan"
  fileprivate static let titles = "date,description,amount\n"

  fileprivate static func plan(
    _ file: String, _ query: String = "", by client: WireClient?, at home: CallServer, _ more: String = ""
  ) throws -> Answer {
    try home.call("POST", path + query, by: client, file, more, type: nil)
  }

  fileprivate static func outcomes(_ answer: Answer) -> [String] {
    answer.list("lines").map { "\($0["number"] ?? 0) \(($0["outcome"] as? String ?? "").replacing("PLANNED_OUTCOME_", with: ""))" }
  }

  fileprivate static func code(_ answer: Answer) -> String { (answer.json["flaw"] as? [String: Any])?["code"] as? String ?? "" }

  /// Sends the commands of a plan as they came.
  private static func commit(_ answer: Answer, by client: WireClient, at home: CallServer) throws -> [Int] {
    try answer.list("lines").compactMap { $0["command"] }.map { command in
      let text = String(decoding: try JSONSerialization.data(withJSONObject: command), as: UTF8.self)
      return try home.call("POST", "/commands", by: client, text).status
    }
  }

  @Test("CV-12: a plan books nothing; its commands, sent twice, add each line once, and the file is then known")
  func twice() throws {
    let home = try CallServer()
    let file = Self.titles + "2026-11-20,Rice,450.50\n2026-11-20,Tea,x\n2026-11-21,Rent,9000\n"
    let first = try Self.plan(file, by: home.ravi, at: home)
    #expect(first.status == 200 && Self.outcomes(first) == ["2 NEW", "3 PROBLEM", "4 NEW"])
    let flaw = try #require(first.list("lines")[1]["flaw"] as? [String: Any])
    #expect(flaw["code"] as? String == "no_amount" && flaw["details"] as? [String] == ["x"])
    #expect(first.list("sums").first?["spentMinor"] as? String == "945050")
    #expect(first.list("balances").count == 2 && first.list("counts").count == 2)
    #expect(try home.call("GET", "/entries", by: home.asha).list("entries").isEmpty)
    #expect(try Self.commit(first, by: home.ravi, at: home) == [200, 200])
    #expect(try Self.commit(first, by: home.ravi, at: home) == [200, 200])
    #expect(try home.call("GET", "/entries", by: home.asha).list("entries").count == 2)
    let again = try Self.plan(file, by: home.ravi, at: home)
    #expect(Self.outcomes(again) == ["2 KNOWN", "3 PROBLEM", "4 KNOWN"] && again.list("sums").isEmpty)
  }

  @Test("CV-12: the options are the query; what is none of the few is said, and what the file lacks is asked for")
  func options() throws {
    let home = try CallServer()
    let bank = "Booked;Text;Value\n03.04.2026;Rice;-450,50\n05.04.2026;Pay;100,00\n"
    let asked = try Self.plan(bank, by: home.asha, at: home)
    #expect(asked.status == 200)
    let columns = "?columns=date%3DBooked%0Adescription%3DText%0Aamount%3D3&signs=minus&dates=dmy&decimals=comma&currency=EUR"
    let read = try Self.plan(bank, columns, by: home.asha, at: home)
    #expect(Self.outcomes(read) == ["2 NEW", "3 NEW"])
    #expect(read.list("sums").first?["spentMinor"] as? String == "45050" && read.list("sums").first?["receivedMinor"] as? String == "10000")
    for (query, code) in [
      ("?signs=up", "choice_unknown"), ("?dates=today", "choice_unknown"),
      ("?decimals=point%20", "choice_unknown"), ("?encoding=morse", "choice_unknown"), ("?profile=nobank", "choice_unknown"),
      ("?currency=XXX", "currency_unknown"), (columns + "&members=Zed", "no_names"), (columns + "&members=A%3DZed", "member_unknown"),
    ] {
      let answer = try Self.plan(bank, query, by: home.asha, at: home)
      #expect(answer.status == 200 && Self.code(answer) == code && answer.list("lines").isEmpty, "\(query): \(answer.json)")
    }
    let unknown = try Self.plan(Self.titles, "?columns=note%3DNowhere", by: home.asha, at: home)
    #expect(Self.code(unknown) == "column_unknown")
    #expect((unknown.json["flaw"] as? [String: Any])?["details"] as? [String] == ["Nowhere", "date", "description", "amount"])
    #expect(try Self.plan(bank, "?file=AAAA", by: home.asha, at: home).problem == "400 bad_request file")
    #expect(try Self.plan(bank, "?addSimilar=perhaps", by: home.asha, at: home).problem == "400 bad_request addSimilar")
    #expect(try Self.plan(bank, "?unheard=of", by: home.asha, at: home).status == 400)
  }

  @Test("CV-14: lines like an entry that somebody typed are added one by one, by their numbers")
  func chosenLines() throws {
    let home = try CallServer()
    let file = Self.titles + "2026-11-20,Shop,5.00\n2026-11-20,Stall,6.00\n"
    for amount in [500, 600] {
      let typed =
        #"{"entryId":"\#(Fresh.id())","content":{"kind":"ENTRY_KIND_EXPENSE","description":"Typed","date":"2026-11-20","#
        + #""amount":{"minor":"\#(amount)","currency":"INR"}}}"#
      #expect(try home.call("POST", "/entries", by: home.asha, typed).status == 201)
    }
    #expect(Self.outcomes(try Self.plan(file, by: home.asha, at: home)) == ["2 SIMILAR", "3 SIMILAR"])
    let chosen = try Self.plan(file, "?addLines=3", by: home.asha, at: home)
    #expect(Self.outcomes(chosen) == ["2 SIMILAR", "3 NEW"] && chosen.list("sums").first?["spentMinor"] as? String == "600")
    #expect(Self.outcomes(try Self.plan(file, "?addLines=3%0A2", by: home.asha, at: home)) == ["2 NEW", "3 NEW"])
    for (numbers, wrong) in [("x", "x"), ("0", "0"), ("3%0A-2", "-2"), ("1", "1"), ("3%0A4", "4")] {
      let answer = try Self.plan(file, "?addLines=\(numbers)", by: home.asha, at: home)
      #expect(Self.code(answer) == "choice_unknown" && answer.list("lines").isEmpty)
      #expect((answer.json["flaw"] as? [String: Any])?["details"] as? [String] == ["addLines", wrong])
    }
  }

  @Test("CV-15: a new line says that nothing tells which way its money went; a balance that differs is no problem")
  func warnings() throws {
    let home = try CallServer()
    func codes(_ file: String, _ query: String = "") throws -> [String] {
      try Self.plan(file, query, by: home.asha, at: home).list("lines").map { line in
        let outcome = (line["outcome"] as? String ?? "").replacing("PLANNED_OUTCOME_", with: "")
        return "\(outcome) \((line["flaw"] as? [String: Any])?["code"] as? String ?? "")"
      }
    }
    let file = Self.titles + "2026-11-20,Rice,5\n"
    #expect(try codes(file) == ["NEW direction_unsaid"] && codes(file, "?signs=plus") == ["NEW "])
    let gap = "Date,Text,Amount,Balance\n2026-11-20,A,-10,90\n2026-11-21,B,-10,80\n2026-11-22,C,-10,60\n"
    #expect(try codes(gap) == ["NEW ", "NEW ", "NEW ", "NOTHING balance_differs"])
    let flaw = try Self.plan(gap, by: home.asha, at: home).list("lines").last?["flaw"] as? [String: Any]
    #expect(flaw?["details"] as? [String] == ["6000", "7000", "INR"])
    let mark = "Date,Text,Debit,Credit\n2026-11-20,Rice,5.00 Cr,\n"
    #expect(try codes(mark) == ["PROBLEM directions_differ"])
  }

  @Test("CV-12: people of an app's file are noted down on request, before its lines")
  func newcomers() throws {
    let home = try CallServer()
    let file = "Date,Description,Category,Cost,Currency,Asha,Zoya\n2026-11-01,Dinner,General,20,INR,10,-10\n"
    #expect(Self.outcomes(try Self.plan(file, by: home.asha, at: home)) == ["2 PROBLEM"])
    let plan = try Self.plan(file, "?addMembers=true", by: home.asha, at: home)
    #expect(Self.outcomes(plan) == ["2 NEW"] && plan.list("members").count == 1)
    for command in plan.list("members") {
      let text = String(decoding: try JSONSerialization.data(withJSONObject: command), as: UTF8.self)
      #expect(try home.call("POST", "/commands", by: home.asha, text).status == 200)
    }
    #expect(try Self.commit(plan, by: home.asha, at: home) == [200])
  }

  @Test("CV-12: only members who may add entries, and into an account only who receives it")
  func rights() throws {
    let home = try CallServer()
    let file = Self.titles + "2026-11-20,Rice,450.50\n"
    #expect(try Self.plan(file, by: nil, at: home).status == 401)
    #expect(try Self.plan(file, by: home.mira, at: home).problem.hasPrefix("404 not_found"))
    #expect(try Self.plan(file, by: home.dadi, at: home).problem.hasPrefix("403 forbidden"))
    let account = Fresh.id()
    let content = #"{"content":{"name":"Savings","type":"ACCOUNT_TYPE_SAVINGS","opening":{"currency":"INR"}}}"#
    #expect(try home.call("PUT", "/accounts/\(account)", by: home.asha, content).status == 200)
    let own = try Self.plan(file, "?accountId=\(account)&signs=plus", by: home.asha, at: home)
    #expect(Self.outcomes(own) == ["2 NEW"] && (own.list("lines")[0]["command"] as? [String: Any])?["setAccountEntry"] != nil)
    let unsaid = try Self.plan(file, "?accountId=\(account)", by: home.asha, at: home)
    #expect((unsaid.list("lines")[0]["flaw"] as? [String: Any])?["code"] as? String == "direction_unsaid")
    let others = try Self.plan(file, "?accountId=\(account)", by: home.ravi, at: home).problem
    #expect(others == "404 not_found accountId")
    // An account that there never was is refused in the same words.
    #expect(try Self.plan(file, "?accountId=\(Fresh.id())", by: home.ravi, at: home).problem == others)
    #expect(try Self.plan(file, "?accountId=x", by: home.ravi, at: home).problem == "400 bad_request accountId")
  }

  @Test("CV-12, CV-13: a hostile file is refused with a code, and the server goes on")
  func hostile() throws {
    let home = try CallServer()
    let deep = String(repeating: "[", count: 100_000)
    let camt = "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\">"
    let entities = "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>\(camt)&b;</Document>"
    let tree = "<?xml version=\"1.0\"?>\(camt)" + String(repeating: "<a>", count: 10_000)
    for (file, codes) in [
      ("", ["file_empty"]), (entities, ["declares_entities"]), (tree, ["nested_too_deep", "malformed", "ends_early"]),
      ("{\"a\":" + deep, ["nested_too_deep", "malformed"]), ("PK\u{3}\u{4}[Content_Types].xml", ["not_a_table"]),
      ("\u{0}\u{1}\u{2}\u{3}", ["not_text", "no_table"]), (String(repeating: "a", count: 70_000) + "\n", ["line_too_long", "no_table"]),
      (String(repeating: ",", count: 5_000) + "\n", ["too_many_fields", "no_table"]),
    ] {
      let answer = try Self.plan(file, by: home.asha, at: home)
      #expect(answer.status == 200 && codes.contains(Self.code(answer)), "\(file.prefix(20)): \(answer.json)")
    }
    // The bytes of an archive are not unpacked, whatever is said of them.
    let packed = try Self.plan(Self.titles, by: home.asha, at: home, "Content-Encoding: gzip\r\n")
    #expect(packed.problem == "415 bad_request Content-Encoding")
    let good = try Self.plan(Self.titles + "2026-11-20,Rice,5\n", by: home.asha, at: home)
    #expect(Self.outcomes(good) == ["2 NEW"])
  }

  @Test("CV-12: the same over the WebSocket, in both formats", arguments: WireFormat.allCases)
  func asked(format: WireFormat) throws {
    let home = try CallServer()
    let ravi = try home.server.logIn(home.ravi.token, format)
    let wish = PlanImport.with { ($0.groupID, $0.file) = (home.group, Data((Self.titles + "2026-11-20,Rice,5\n").utf8)) }
    let plan = try ravi.ask(.planImport(wish)).plannedImport
    #expect(plan.lines.map(\.outcome) == [.new] && plan.counts.map(\.lines) == [1])
    #expect(try ravi.accepted(try #require(plan.lines.first?.command)).lane == "shared")
    let stranger = try home.server.logIn(home.mira.token, format)
    #expect(try stranger.rejected(.planImport(wish)).code == "not_found")
  }
}

/// The limits of what is asked (SPEC CV-12).
struct ImportLimitTests {
  @Test("CV-12: a file of as many bytes as may be is read, one more is not taken")
  func bytes() throws {
    let home = try CallServer()
    let start = ImportCallTests.titles + "2026-11-20,Rice,5\n"
    // Lines that cost little.
    func line(_ bytes: Int) -> String { "2026-11-20," + String(repeating: "a", count: bytes - 14) + ",x\n" }
    func file(_ bytes: Int) -> String {
      let rest = bytes - start.utf8.count
      let count = rest / 4_000 - 1
      return start + String(repeating: line(4_000), count: count) + line(rest - count * 4_000)
    }
    let largest = try ImportCallTests.plan(file(ImportLimits.fileBytesMax), by: home.asha, at: home)
    #expect(largest.status == 200 && ImportCallTests.outcomes(largest).first == "2 NEW", "\(largest.json["flaw"] ?? "")")
    // Refused by its head alone.
    let length = "Content-Length: \(ImportLimits.fileBytesMax + 1)\r\n"
    #expect(try home.send(home.request("POST", ImportCallTests.path, by: home.asha, nil, length)).status == 413)
  }

  @Test("CV-12: as many lines as may be come in pages of what a message has space for; one line more is refused")
  func lines() throws {
    let home = try CallServer()
    func file(_ lines: Int) -> String {
      ImportCallTests.titles + String(repeating: "2026-11-20,a,\(String(repeating: "x", count: 180))\n", count: lines)
    }
    var (after, numbers, pages) = (0, [Int](), 0)
    repeat {
      let page = try ImportCallTests.plan(file(ImportLimits.linesMax), "?after=\(after)", by: home.asha, at: home)
      numbers += page.list("lines").compactMap { $0["number"] as? Int }
      after = page.json["next"] as? Int ?? 0
      pages += 1
    } while after > 0 && pages < 10
    #expect(numbers == Array(2...ImportLimits.linesMax + 1) && pages > 1)
    let more = try ImportCallTests.plan(file(ImportLimits.linesMax + 1), by: home.asha, at: home)
    #expect(ImportCallTests.code(more) == "too_many_lines" && more.list("lines").isEmpty)
  }

  @Test("A file is charged to the memory budget until nobody has it any more")
  func memory() {
    let memory = MemoryBudget(bytesMax: 1_000)
    withExtendedLifetime(HeldBytes(900, in: memory)) { #expect(memory.isTight) }
    #expect(!memory.isTight)
  }

  @Test("CV-12: a plan that takes too long is given up, and nothing of it is told")
  func time() throws {
    let (group, me) = (Fresh.id(), Fresh.id())
    let holder = HolderID(high: 0x8000, low: 1)
    let today = try #require(CivilDate(iso8601: "2026-11-20"))
    let context = DecisionContext(holder: holder, now: 1_795_178_100_000, today: today)
    var state = GroupState(group: try #require(GroupID(group)))
    _ = try state.foresee(.createGroup(group, member: me), context)
    let member = try #require(state.member(holding: holder))
    var wish = PlanImport.with { $0.file = Data((ImportCallTests.titles + "2026-11-20,Rice,5\n2026-11-20,Tea,6\n").utf8) }
    func plan(asks: Int) throws -> PlannedImport {
      var left = asks
      return try state.plan(wish, for: member, now: context.now, today: today) {
        left -= 1
        return left >= 0
      }
    }
    // Each line is asked for when it is read, and again when it is judged.
    #expect(try plan(asks: 4).lines.map(\.outcome) == [.new, .new])
    for asks in 0..<4 {
      let late = try plan(asks: asks)
      #expect(late.flaw.code == "takes_too_long" && late.lines.isEmpty && late.sums.isEmpty, "\(asks)")
    }
    // A name that is said, the two people of an app's file, and its line.
    wish.file = Data("Date,Description,Category,Cost,Currency,Ann,Zoya\n2026-11-01,Dinner,General,20,INR,10,-10\n".utf8)
    (wish.addMembers, wish.members) = (true, "Nobody else=me")
    let shared = try plan(asks: 6)
    #expect(shared.lines.map(\.outcome) == [.new] && shared.members.count == 2)
    for asks in 0..<6 {
      let late = try plan(asks: asks)
      #expect(late.flaw.code == "takes_too_long" && late.lines.isEmpty && late.members.isEmpty, "\(asks)")
    }
  }

  @Test("CV-12: cells of as many names as fit are refused one by one, and a cell of nothing but @ names nobody")
  func cells() throws {
    let home = try CallServer()
    let cell = String(repeating: "me=1;", count: 13_000)
    let line = "2026-11-20,Rice,5,\(cell)\n"
    let file = "date,description,amount,paid\n" + String(repeating: line, count: 15)
    let plan = try ImportCallTests.plan(file, by: home.asha, at: home)
    #expect(ImportCallTests.outcomes(plan) == (2...16).map { "\($0) PROBLEM" })
    for line in plan.list("lines") {
      let flaw = try #require(line["flaw"] as? [String: Any])
      #expect(flaw["refusal"] as? String == "bad_request" && flaw["field"] as? String == "addEntry.content.paid", "\(flaw)")
      #expect(flaw["remedy"] as? String == "Name fewer.")
    }
    let signs = "date,description,amount,paid\n2026-11-20,Rice,5,\(String(repeating: "@", count: 60_000))\n"
    let nobody = try ImportCallTests.plan(signs, by: home.asha, at: home)
    #expect(ImportCallTests.outcomes(nobody) == ["2 PROBLEM"])
    #expect((nobody.list("lines")[0]["flaw"] as? [String: Any])?["code"] as? String == "member_unknown")
  }
}
