import HearthProtocol
import Importing
import Ledger
import Support
import Testing

@testable import Console

@Suite struct CSVTests {
  private func read(_ text: String) throws -> [[String]] { try CSV.records(Array(text.utf8)).map(\.fields) }

  @Test(
    "CV-01: fields, quotes, line ends",
    arguments: [
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]), ("a,b\nc,d", [["a", "b"], ["c", "d"]]), ("", []), ("\r\n\n", []),
      ("\u{FEFF}a", [["a"]]), ("a,,\n", [["a", "", ""]]), (",\n", [["", ""]]), ("\"\"\n", []), ("\"a\"\"b\",\"c,d\"", [["a\"b", "c,d"]]),
      ("\"one\r\ntwo\",x\n", [["one\r\ntwo", "x"]]), (" a , b ", [[" a ", " b "]]), ("म,₹\n", [["म", "₹"]]), ("\"a\",\"\"", [["a", ""]]),
    ] as [(String, [[String]])])
  func reads(_ text: String, _ fields: [[String]]) throws { #expect(try read(text) == fields) }

  @Test(arguments: [
    ("a,b\"c\n", "Line 1 has a quotation mark within a field that does not begin with one."),
    ("a\n\"b\"c\n", "Line 2 has text after the closing quotation mark of a field."),
    ("a\n\n\"b\nc\n", "Line 3 opens a quotation mark that is never closed."), ("a\rb", "Line 1 has a carriage return that ends no line."),
    (String(repeating: ",", count: 200), "Line 1 has more than 200 fields."),
  ])
  func refuses(_ text: String, _ cause: String) { #expect(throws: ArgumentFlaw("\(cause)")) { try read(text) } }

  @Test func refusesWhatIsNoText() throws {
    #expect(throws: ArgumentFlaw("The file is not UTF-8 text. Save it as \"CSV UTF-8\".")) { try CSV.records([0x61, 0xFF]) }
    #expect(try read(String(repeating: ",", count: 199)) == [[String](repeating: "", count: 200)])
    let largest = [UInt8](repeating: 0x61, count: CSV.bytesMax)
    #expect(try CSV.records(largest).count == 1)
    #expect(throws: ArgumentFlaw("The file is larger than 16 MiB.")) { try CSV.records(largest + [0x61]) }
  }

  @Test func linesAreCountedWithinQuotes() throws {
    #expect(try CSV.records(Array("a\n\"b\nc\"\n\nd\n".utf8)).map(\.line) == [1, 2, 5])
  }

  @Test(
    "CV-03: wide forms begin a formula as narrow ones do; what is written is read back unchanged",
    arguments: ["\u{FF1D}1+1", "\u{FF0B}1", "\u{FF0D}1", "\u{FF20}SUM(1)", "'\u{FF1D}1", "''\u{FF20}", "=1", "\t=1", "\u{FF1D}\u{301}"])
  func wideFormulas(_ text: String) throws {
    #expect(text.guardedCell == "'" + text && text.guardedCell.unguardedCell == text)
    var home = Household()
    home.add(text, 2_00, paid: [(home.asha, 2_00)], owed: [(home.ravi, 2_00)])
    let file = EntriesCSV.text(home.view.state.shared)
    #expect(file.contains("'" + text))
    let lines = try FileImport.lines(Array(file.utf8), ImportOptions(), in: home.view.state.shared, me: home.asha)
    guard case .entry(let content, _)? = lines.first?.outcome else { throw ArgumentFlaw("No entry was read.") }
    // No description has a tab.
    #expect(content.description_p == text.replacing("\t", with: ""))
  }

  @Test("CV-03: what begins otherwise stays as it is", arguments: ["a＝1", "１", "－1".replacing("－", with: "–"), "'a", "", "＜"])
  func otherCells(_ text: String) { #expect(text.guardedCell == text && text.unguardedCell == text) }

  @Test("CV-02: whoever went on as a placeholder of their own name is named so, and found by it")
  func claimers() throws {
    var home = Household()
    var joined = MemberJoined()
    let (place, claimer) = (MemberID(high: 0x7000, low: 0x8000_0000_0000_000D), MemberID(high: 0x7000, low: 0x8000_0000_0000_000E))
    (joined.displayName, joined.role) = ("Mira", .adult)
    joined.memberID = place.description
    home.append(.memberJoined(joined))
    joined.memberID = claimer.description
    joined.holder = .init(HolderID(high: 0x8000, low: 77).bytes)
    home.append(.memberJoined(joined))
    // Two of a name: neither is meant by it.
    #expect(MemberTexts(home.view.state.shared.members)[place] == place.description)
    var claimed = MemberClaimed()
    (claimed.memberID, claimed.replacedMemberID) = (place.description, claimer.description)
    (claimed.holder, claimed.displayName, claimed.role) = (joined.holder, "Mira", .adult)
    home.append(.memberClaimed(claimed))
    let texts = MemberTexts(home.view.state.shared.members)
    #expect(texts[place] == "Mira")
    #expect(texts[claimer] == claimer.description)
    #expect(try MemberNames(home.view.state.shared.members, me: home.asha).find("Mira") == place)
  }

  @Test(
    "CV-03: no cell begins like a formula, and reading gives the text back",
    arguments: [
      ("=1+1", "'=1+1"), ("+91", "'+91"), ("-5", "'-5"), ("@x", "'@x"), ("\tx", "'\tx"), ("\rx", "'\rx"), ("'=x", "''=x"), ("''-", "'''-"),
      ("'x", "'x"), ("x=", "x="), ("", ""), ("'", "'"), ("''", "''"), ("1-2", "1-2"),
    ])
  func guarding(_ text: String, _ cell: String) {
    #expect(text.guardedCell == cell)
    #expect(cell.unguardedCell == text)
  }

  /// Whatever stands in a text, it comes back, and no cell begins like a formula.
  @Test(arguments: [71] as [UInt64]) func everyTextComesBack(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters: [String] = ["=", "+", "-", "@", "'", "\u{301}", "\"", ",", "\n", "\r\n", "\t", " ", "a", "मी", ";", "\r"]
    for number in 0..<2_000 {
      let texts = (0..<Int.random(in: 2...4, using: &random)).map { _ in
        (0..<Int.random(in: 0...5, using: &random)).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] }.joined()
      }
      let cells = texts.map(\.guardedCell)
      #expect(!cells.contains { $0.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false }, "seed \(seed), case \(number)")
      #expect(
        try CSV.records(Array(CSV.line(cells).utf8)).map { $0.fields.map(\.unguardedCell) } == [texts], "seed \(seed), case \(number)")
    }
  }

  @Test("A quotation mark with a mark behind it is one to every reader: no cell is made of what stands behind it")
  func markedQuotes() throws {
    let text = "x\"\u{301},=1+1"
    let line = CSV.line([text, "next"])
    #expect(line.unicodeScalars.count { $0 == "\"" } == 4)
    #expect(try CSV.records(Array(line.utf8)).map(\.fields) == [[text, "next"]])
  }
}
