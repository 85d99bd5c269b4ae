import HearthClient
import HearthProtocol
import Importing
import Ledger
import Statements
import Testing

@testable import Console

/// Notes of several lines (SPEC EN-14): on screens, in files, and read from files again.
@Suite struct NoteTests {
  private static let note = "milk and bread\n\n  eggs \nfrom the new market behind the old station"

  /// What Ravi bought for Asha and himself.
  private func household(_ note: String) -> Household {
    var home = Household()
    let halves = [(home.asha, Int64(150_00)), (home.ravi, 150_00)]
    home.add("Rice", 300_00, paid: [(home.ravi, 300_00)], owed: halves, by: home.ravi) { $0.note = note }
    return home
  }

  /// The lines of the entry in the feed and in the history.
  private func told(_ note: String, width: Int = 80) -> [String] {
    let home = household(note)
    return undated(home.events, home.view, Theme(isColored: false, width: width)).drop { !$0.contains("Rice") }.map { $0 }
  }

  /// The note as the entry's own screen has it.
  private func shown(_ note: String, width: Int) throws -> [String] {
    let home = household(note)
    let entry = try #require(home.view.state.shared.entries.last)
    let lines = Screens.entry(entry, home.view, Theme(isColored: false, width: width))
    let note = lines.drop { !$0.hasPrefix("   “") }.prefix { $0.hasPrefix("   “") || $0.hasPrefix("    ") }
    #expect(note.allSatisfy { $0.displayWidth <= width }, "\(screen(lines))")
    return Array(note)
  }

  @Test("EN-14: the feed shows a note's lines below one another, within the width")
  func feed() {
    #expect(
      screen(told(Self.note)) == """
        🧾 Rice  ₹300.00
           Ravi added · 2026-11-20 · split equally: Asha and Ravi  you owe ₹150.00
           “milk and bread
            eggs
            from the new market behind the old station”
        """)
    #expect(
      screen(told(Self.note, width: 40)) == """
        🧾 Rice  ₹300.00
           Ravi added · 2026-11-20
           split equally: Asha and Ravi
           you owe ₹150.00
           “milk and bread
            eggs
            from the new market behind the old …
        """)
    // One of a single line stands where it did.
    #expect(
      screen(told("two kilos")) == """
        🧾 Rice  ₹300.00
           Ravi added · 2026-11-20 · split equally: Asha and Ravi · “two kilos”
           you owe ₹150.00
        """)
  }

  @Test("EN-14: the feed shows four lines of a note, of one that has more the first three")
  func longInFeed() {
    #expect(told("a\nb\nc\nd").suffix(4) == ["   “a", "    b", "    c", "    d”"])
    #expect(told("a\nb\nc\nd\ne").suffix(4) == ["   “a", "    b", "    c", "    …”"])
  }

  @Test("EN-14: an entry's own screen shows all of its note")
  func entry() throws {
    #expect(try shown(Self.note, width: 80) == told(Self.note).suffix(3))
    #expect(
      try shown(Self.note, width: 40) == [
        "   “milk and bread", "    eggs", "    from the new market behind the old", "    station”",
      ])
    #expect(try shown("a\nb\nc\nd\ne", width: 80).count == 5)
    // So does a single line that is too long for the line of details.
    #expect(try shown(String(repeating: "wide ", count: 20), width: 40).joined().count { $0 == "w" } == 20)
  }

  @Test("EN-14: whatever another server let through, nothing in a note steers the terminal")
  func steering() throws {
    let lines = told("one\u{1B}[31m\ntwo\u{202E}\r\nthree\u{2028}") + (try shown("one\u{1B}[31m\ntwo\u{202E}\r\nthree\u{2028}", width: 40))
    for scalar in lines.joined().unicodeScalars { #expect(scalar.value >= 0x20 && ![0x202E, 0x2028].contains(scalar.value)) }
    #expect(lines.contains("   “one\u{FFFD}[31m"))
  }

  @Test("EN-14: the news of a rule have its note in one line")
  func rule() {
    var home = Household()
    home.append(.recurringSet(RecurringTests.set { $0.template.note = "rent\nand water" }))
    #expect(screen(undated(home.events, home.view, Theme(isColored: false, width: 300))).contains("“rent and water”"))
  }

  @Test(
    "EN-14, CV-01: a note of several lines comes back from a file as it was, beside others, and spoils no line behind it",
    arguments: [
      "milk\neggs", "milk, bread\n\"eggs\"; 12\n2026-11-21,expense,Tea,,5,INR", "a\n\n b", "=1\n-2\n@x", "'-a\n'b", "चावल\nदाल", "\"\n\"",
      ",\n,",
    ])
  func roundTrip(note: String) throws {
    var home = household(note)
    home.add("Tea", 30_00, paid: [(home.asha, 30_00)], owed: [(home.asha, 30_00)]) { $0.note = "plain" }
    let file = EntriesCSV.text(home.view.state.shared)
    for text in [file, file.replacing("\r\n", with: "\n")] {
      var importing = Importing()
      let plan = try importing.plan(text)
      #expect(plan.outcomes.allSatisfy { $0.hasSuffix(" new") } && plan.steps.count == 2, "\(plan.outcomes)")
      try importing.commit(plan)
      #expect(importing.home.view.state.shared.entries.map(\.note) == [note, "plain"])
      #expect(importing.home.view.state.shared.entries.map(\.description) == ["Rice", "Tea"])
    }
    #expect(try Importing(home: home).plan(file).outcomes.allSatisfy { $0.hasSuffix(" known") })
  }

  @Test("EN-14: a spreadsheet's line ends within a note become line feeds")
  func spreadsheet() throws {
    var importing = Importing()
    try importing.commit(try importing.plan("date,description,amount,note\r\n2026-11-20,Rice,300,\"milk\r\neggs\rtea\"\r\n"))
    #expect(importing.home.view.state.shared.entries.map(\.note) == ["milk\neggs\ntea"])
  }

  @Test("EN-14, LC-01, LC-02, CV-10: no line of a note becomes a posting or a directive of a journal, or a line of OFX")
  func journals() throws {
    let home = household("milk\n    Expenses:Food  5.00 INR\n2026-11-20 * Tea\ninclude /etc/passwd\n</MEMO>")
    let joined = "milk Expenses:Food 5.00 INR 2026-11-20 * Tea include /etc/passwd </MEMO>"
    let shared = home.view.state.shared
    let rows = OwnShares.rows(of: home.view)
    #expect(LedgerExport.text(shared).contains("\n    ; note: \(joined)\n"))
    #expect(BeancountExport.text(shared).contains("\n  note: \"\(joined)\"\n"))
    #expect(MirrorFiles.ledger(rows).contains("\n    ; note: \(joined)\n"))
    #expect(MirrorFiles.beancount(rows).contains("\n  note: \"\(joined)\"\n"))
    for journal in [LedgerExport.text(shared), BeancountExport.text(shared), MirrorFiles.ledger(rows), MirrorFiles.beancount(rows)] {
      let lines = journal.split(separator: "\n").map(\.trimmingSpaces)
      #expect(!lines.contains { $0.hasPrefix("Expenses:Food") || $0.hasPrefix("include") || $0 == "2026-11-20 * Tea" }, "\(journal)")
    }
    let memo = try #require(MirrorOFX.text(rows).split(separator: "\n").first { $0.contains("<MEMO>") })
    #expect(memo.contains("milk Expenses:Food 5.00 INR") && memo.hasSuffix("&lt;/MEMO&gt;</MEMO></STMTTRN>"), "\(memo)")
    let table = try CSV.records(Array(MirrorFiles.csv(rows).utf8))
    #expect(table.count == 2 && table[1].fields.contains { $0.hasPrefix("milk\n    Expenses:Food") })
  }
}
