import HearthProtocol
import Testing

@testable import Console

@Suite struct TextTests {
  @Test(arguments: [
    ("", 0), ("Asha", 4), ("₹12,34,567.89", 13), ("é", 1), ("e\u{301}", 1), ("मीरा", 4), ("कि", 2), ("घर", 2), ("食べ物", 6), ("한국", 4),
    ("🛒", 2), ("🛍️", 2), ("👩‍👧‍👦", 2), ("🇮🇳", 2), ("▓▓▓▓░", 5), ("●", 1), ("a\u{200B}b", 2), ("…", 1),
  ])
  func widths(text: String, columns: Int) {
    #expect(text.displayWidth == columns)
  }

  @Test(arguments: [
    ("Vegetables", 6, "Veget…"), ("食べ物", 5, "食べ…"), ("食べ物", 4, "食… "), ("Ravi", 4, "Ravi"), ("Ravi", 6, "Ravi  "), ("ab", 0, ""),
  ])
  func fitting(text: String, columns: Int, expected: String) {
    #expect(text.fitted(to: columns) == expected)
    #expect(text.fitted(to: columns).displayWidth == columns)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\tb\n", "a�b�"), ("\u{1B}]0;x\u{7}", "�]0;x�"), ("\u{202E}abc\u{2066}", "�abc�"), ("क्‍ष", "क्‍ष"), ("👩‍👧", "👩‍👧"),
    ("\u{85}\u{2028}", "��"),
  ])
  func printing(text: String, expected: String) {
    #expect(text.printable == expected)
  }

  @Test("JSON steers no terminal: what could stands as an escape, and a program reads what there was")
  func jsonSteersNothing() throws {
    let names = [
      "\u{202E}abc\u{2066}", "\u{1B}[2J", "\u{9B}31m", "\u{85}\u{2028}\u{2029}", "\u{200F}\u{FEFF}", "\u{E000}\u{F0000}", "क्‍ष 👩‍👧",
      "a\"\\u202e",
    ]
    for name in names {
      var member = Member()
      member.displayName = name
      let protocolLine = WireFormat.line(member).joined()
      var json = JSONLine()
      json.add("displayName", name)
      for line in [protocolLine, json.text] {
        #expect(line == line.printable, "\(line.debugDescription)")
        #expect(try Member(jsonString: line).displayName == name, "\(line)")
      }
    }
  }

  @Test("A file that is shown steers no terminal, and keeps its lines")
  func printedFiles() {
    #expect("a\u{1B}[2J\u{9B}b\u{202E},\"c\r\nd\te\rf\"\n".printableLines == "a�[2J�b�,\"c\r\nd\te�f\"\n")
  }

  @Test func jsonIsEscaped() {
    var json = JSONLine()
    json.add("na\"me", "a\\b\n\u{1B}é")
    json.add("list", json: "[1]")
    #expect(json.text == #"{"na\"me":"a\\b\u000a\u001bé","list":[1]}"#)
  }

  @Test(arguments: [
    (604_800, "7 days"), (43_199, "12 hours"), (86_400, "24 hours"), (90, "90 seconds"), (150, "3 minutes"), (1, "1 second"),
    (-5, "0 seconds"),
  ])
  func times(seconds: Int64, expected: String) {
    #expect(Screens.time(seconds * 1_000, Language.english.phrases) == expected)
  }

  @Test func coloursOnlyWhereWanted() {
    #expect(Theme(isColored: false, width: 80).paint("x", .bad) == "x")
    #expect(Theme(isColored: true, width: 80).paint("x", .bad) == "\u{1B}[31mx\u{1B}[0m")
    #expect(Theme(isColored: true, width: 80).paint("x", .plain) == "x")
    #expect(Theme(isColored: false, width: 3).width == 40)
  }

  @Test("A line is parted at words, with its colours and its indent, and no word is cut")
  func folds() {
    #expect("  Nothing was changed. Try again.".folded(to: 20) == ["  Nothing was", "  changed. Try", "  again."])
    #expect("\u{1B}[31mone two\u{1B}[0m three".folded(to: 7) == ["\u{1B}[31mone two\u{1B}[0m", "three"])
    #expect("a  b".folded(to: 4) == ["a  b"] && "मीरा ने दिया".folded(to: 8) == ["मीरा ने", "दिया"])
    #expect("see https://hearth.example/join".folded(to: 10) == ["see", "https://hearth.example/join"])
    #expect("".folded(to: 1) == [""] && "   ".folded(to: 2) == ["   "])
  }

  @Test("A row that is too wide goes on below, in full, where nothing gives way any more")
  func wideTable() {
    var table = Table()
    table.add(Cell("Asha"), Cell("→"), Cell("₹385.00", right: true), Cell("evened out by other entries", whole: true))
    func lines(_ width: Int) -> [String] { table.lines(Theme(isColored: false, width: width)) }
    #expect(lines(40) == ["Asha  →  ₹385.00", "   evened out by other entries"])
    #expect(lines(45) == ["Asha  →  ₹385.00  evened out by other entries"])
    table.add(
      Cell(" "), Cell("Rent of the flat"), Cell("next on 2026-12-31, not on 2027-01-31"), Cell("by Asha"),
      Cell("01a22c48-f1d9-7499-b7ec-31736bb1aaf8", whole: true))
    #expect(
      lines(40) == [
        "Asha  →  ₹385.00", "   evened out by other entries", "Rent of the flat", "   next on 2026-12-31, not on 2027-01-31",
        "   by Asha", "   01a22c48-f1d9-7499-b7ec-31736bb1aaf8",
      ])
    // Programs read lines, whose width nobody parts.
    #expect(lines(100).count == 2)
  }
}
