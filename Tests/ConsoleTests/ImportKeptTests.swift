import HearthClient
import HearthProtocol
import Importing
import Ledger
import Statements
import Testing

@testable import Console

/// What an import shows of an account, tells programs, and leaves behind when it is taken back.
@Suite struct ImportKeptTests {
  private static let savings = AccountID(high: 0x7000, low: 0x8000_0000_0000_00AA)
  private static let trip =
    "Date,Description,Category,Cost,Currency,Asha,Kai,Lea\n\n2026-11-01,Boat,General,30.00,EUR,20.00,-10.00,-10.00\n"
  private let plain = Theme(isColored: false, width: 80)

  private func importing() -> Importing {
    var importing = Importing()
    let set = AccountSet.with {
      $0.accountID = Self.savings.description
      ($0.content.name, $0.content.type) = ("Savings", .savings)
      ($0.content.opening.currency, $0.content.opening.minor) = ("INR", 1_000_00)
    }
    importing.home.appendAccount(.accountSet(set), Self.savings)
    return importing
  }

  @Test("A preview of an account shows categories, and what the account would have then, also of one line; account show has them, too")
  func accountPreview() throws {
    var importing = importing()
    importing.options.isSigned = true
    importing.options.rules = [ImportRule(words: "upi-vegetable", category: "groceries")]
    let target = ImportPlan.Target.account(Self.savings, try #require(Currency(code: "INR")))
    let file = "date,description,amount\n2026-11-20,UPI-VEGETABLE STALL,-450.50\n"
    let plan = try importing.plan(Array(file.utf8), target)
    #expect(
      Screens.importPlan(plan, importing.home.view, plain) == [
        "line 2  2026-11-20  UPI-VEGETABLE STALL  −₹450.50  new", "   Groceries", "   Savings then: ₹549.50",
        "1 new. Nothing was sent; --commit adds what is new.",
      ])
    let lines = plan.json(importing.home.view)
    #expect(
      lines.last
        == #"{"outcome":"balance","accountId":"\#(Self.savings)","currency":"INR","beforeMinor":100000,"afterMinor":54950}"#, "\(lines)")
    try importing.commit(plan, account: Self.savings)
    let again = try importing.plan(Array(file.utf8), target)
    #expect(!Screens.importPlan(again, importing.home.view, plain).contains { $0.contains("then:") || $0.contains("Groceries") })
    #expect(!again.json(importing.home.view).contains { $0.contains("balance") })
    let account = try #require(AccountNames(importing.home.view.state, of: importing.home.asha).accounts.first)
    #expect(Screens.account(account, importing.home.view, plain).contains { $0.contains("STALL") && $0.contains("Groceries") })
    let narrow = Theme(isColored: false, width: 40)
    #expect(Screens.account(account, importing.home.view, narrow).contains { $0.contains("Groceries, ") && $0.displayWidth <= 40 })
  }

  @Test("An entry of an account is found by a part of what a bank wrote, where one entry alone has it and the part is asked for")
  func foundByPart() throws {
    var importing = importing()
    let target = ImportPlan.Target.account(Self.savings, try #require(Currency(code: "INR")))
    importing.options.isSigned = true
    let file = "date,description,amount\n2026-11-20,UPI-VEGETABLE STALL-1,-45\n2026-11-21,UPI-TEA STALL-2,-5\n2026-11-22,Tea,-6\n"
    try importing.commit(try importing.plan(Array(file.utf8), target), account: Self.savings)
    let account = try #require(importing.home.view.state.account(Self.savings))
    func found(_ text: String) throws -> String { try AccountNames.entry(text, of: account, byPart: true).description }
    #expect(try found("vegetable") == "UPI-VEGETABLE STALL-1" && found("STALL-2") == "UPI-TEA STALL-2")
    // A whole description goes before parts of others.
    #expect(try found("tea") == "Tea")
    for (text, start) in [
      ("STALL", "2 entries have \"STALL\" in their description."), ("CHEESE", "Nothing in the account is called"), ("", "Nothing"),
    ] {
      let flaw = #expect(throws: ArgumentFlaw.self) { try found(text) }
      #expect("\(try #require(flaw))".hasPrefix(start), "\(text)")
    }
    #expect(throws: ArgumentFlaw.self) { try AccountNames.entry("vegetable", of: account) }
  }

  @Test("A program is told each balance that the new lines of a group would change, before and then")
  func balancesForPrograms() throws {
    let importing = importing()
    let plan = try importing.plan("date,description,amount\n2026-11-20,Rice,450\n2026-11-20,Tea,50\n")
    let (asha, ravi) = (importing.home.asha, importing.home.ravi)
    #expect(
      plan.json(importing.home.view).filter { $0.contains("balance") } == [
        #"{"outcome":"balance","memberId":"\#(asha)","currency":"INR","beforeMinor":0,"afterMinor":25000}"#,
        #"{"outcome":"balance","memberId":"\#(ravi)","currency":"INR","beforeMinor":0,"afterMinor":-25000}"#,
      ])
  }

  /// The trip as it goes in with its people, folded into the group.
  private func withTrip() throws -> (importing: Importing, record: ImportFiles.Record) {
    var importing = importing()
    importing.options.currency = "EUR"
    let (me, options) = (importing.home.asha, importing.options)
    let file = try FileImport.file(Array(Self.trip.utf8), options, in: importing.home.view.state.shared)
    var joined = importing.home.view.state
    let people = try FileImport.newcomers(of: file, options, in: &joined, me: me, now: 0, today: Importing.today)
    for command in people {
      importing.home.append(
        .memberJoined(
          .with { ($0.memberID, $0.displayName, $0.role) = (command.addPlaceholder.memberID, command.addPlaceholder.displayName, .adult) }))
    }
    let plan = try importing.plan(Self.trip)
    try importing.commit(plan)
    #expect(people.count == 2 && plan.commands.count == 1)
    let record = ImportFiles.Record(
      number: 3, atMs: 0, file: "trip.csv", group: importing.home.group.description, entries: plan.commands.map(\.addEntry.entryID),
      members: people.map(\.addPlaceholder.memberID))
    return (importing, record)
  }

  @Test("People whom an import noted down are told when it is taken back, but for those whom another entry names")
  func peopleStay() throws {
    var (importing, record) = try withTrip()
    func unnamed() -> [String] { ImportUndo(record, in: importing.home.view.state).unnamed.map(\.displayName) }
    #expect(unnamed() == ["Kai", "Lea"])
    let kai = try #require(importing.home.view.state.shared.members.first { $0.displayName == "Kai" })
    importing.home.add("Ice", 3_00, paid: [(importing.home.asha, 3_00)], owed: [(kai.id, 3_00)])
    #expect(unnamed() == ["Lea"])
    importing.home.append(
      .memberRemoved(
        .with { $0.memberID = importing.home.view.state.shared.members.first { $0.displayName == "Lea" }?.id.description ?? "" }))
    #expect(unnamed().isEmpty)
    // What an older program kept says nothing of people.
    record.members = nil
    #expect(ImportUndo(record, in: importing.home.view.state).unnamed.isEmpty)
  }

  @Test("What is voided, what had been before, and what never came in are counted each by itself")
  func counts() throws {
    var (importing, record) = try withTrip()
    record.entries.append("01900000-0000-8000-8000-000000000009")
    func undo() -> [Int] {
      let undo = ImportUndo(record, in: importing.home.view.state)
      return [undo.wishes.count, undo.voidedBefore, record.added(in: importing.home.view.state)]
    }
    #expect(undo() == [1, 0, 1])
    importing.home.append(.entryVoided(.with { $0.entryID = record.entries[0] }))
    #expect(undo() == [0, 1, 1])
    record.account = Self.savings.description
    #expect(undo() == [0, 0, 0])
    // Of an account that the user does not see nothing is known.
    record.account = "01900000-0000-7000-8000-000000000009"
    #expect(undo() == [0, 0, 2])
  }

  @Test("What is said of imports counts one as one, in English and Hindi, and names the file")
  func words() {
    let (english, hindi) = (Language.english.phrases, Language.hindi.phrases)
    #expect(english.importUndone(3, "flat.csv", 1, 0) == "Import 3 (flat.csv) is taken back: 1 entry was voided.")
    #expect(
      english.importUndone(3, "flat.csv", 2, 1) == "Import 3 (flat.csv) is taken back: 2 entries were voided, 1 had been voided before.")
    #expect(hindi.importUndone(3, "flat.csv", 1, 0) == "आयात 3 (flat.csv) वापस लिया गया: 1 प्रविष्टि रद्द हुई।")
    #expect(
      english.entries(1, of: 1) == "1 entry" && english.entries(0, of: 1) == "0 of 1 entry" && english.entries(2, of: 5) == "2 of 5 entries"
    )
    #expect(english.stayWithoutEntry(["Kai"], mayRemove: false) == "Kai stays in the group without an entry.")
    #expect(
      english.stayWithoutEntry(["Kai M", "Lea"], mayRemove: true)
        == "Kai M and Lea stay in the group without an entry: hearth member remove \"Kai M\"")
    let rows = [
      Screens.ImportRow(number: 1, day: "2026-11-20", file: "flat.csv", planned: 2, added: 0, place: "Flat", isUndone: false),
      Screens.ImportRow(number: 2, day: "2026-11-21", file: "flat.csv", planned: 2, added: 2, place: "Flat", isUndone: true),
    ]
    let listed = Screens.imports(rows, plain)
    #expect(listed[0].contains("0 of 2 entries") && listed[1].contains("  2 entries") && listed[1].contains("taken back"))
  }

  @Test("Who is nobody here can be noted down, where the file is one of an app: this is said, and of no other file")
  func membersAreOffered() throws {
    let outcomes = try importing().plan(Self.trip).outcomes
    #expect(outcomes.last?.hasSuffix("Say who it is with --member \"Kai=NAME\", or add --add-members.") == true, "\(outcomes)")
    let table = try importing().plan("date,description,amount,paid\n2026-11-20,Rice,5,Zed\n")
    #expect(table.outcomes[0].hasSuffix("Say who it is with --member \"Zed=NAME\"."), "\(table.outcomes)")
    let several = ImportFlaw.memberInFile("Kai", .several("Kai", []), canJoin: true)
    #expect(!"\(several.wording)".contains("--add-members"))
    #expect(
      ImportFlaw.memberInFile("Kai", .nobody("Kai", names: []), canJoin: true).wording.text(in: .hindi).hasSuffix("या --add-members जोड़ें।"))
  }

  @Test("A profile's name has 1 to 40 letters, digits and dashes, and anything else is refused before the file is read")
  func profileNames() throws {
    let longest = String(repeating: "a", count: ImportCommands.profileNameMax)
    for (text, name) in [("My-Bank2", "my-bank2"), (longest, longest)] { #expect(try ImportCommands.profileName(text) == name) }
    for text in ["", "my bank", "बैंक", "a_b", longest + "a"] {
      #expect(throws: ConsoleFailure.self) { try ImportCommands.profileName(text) }
    }
    #expect(ImportCommands.profiles.contains("hdfc, hdfc-card, "))
  }
}
