import Testing

@testable import Statements

@Suite struct StatementTextTests {
  @Test(
    "The encoding is found by the bytes",
    arguments: [
      (Array("Käse".utf8), "Käse", StatementEncoding.utf8), ([0xEF, 0xBB, 0xBF, 0x41], "A", .utf8),
      ([0xFF, 0xFE, 0x41, 0, 0xAC, 0x20], "A€", .utf16), ([0xFE, 0xFF, 0, 0x41, 0x20, 0xAC], "A€", .utf16),
      ([0x41, 0, 0x2C, 0, 0x31, 0, 0x0A, 0], "A,1\n", .utf16LittleEndian),
      ([0, 0x41, 0, 0x2C, 0, 0x31, 0, 0x0A], "A,1\n", .utf16BigEndian),
      ([0x4B, 0xE4, 0x73, 0x65], "Käse", .latin1), ([0x35, 0x20, 0x80], "5 €", .windows1252),
      ([0x35, 0x20, 0xA4, 0x20, 0xE4], "5 € ä", .latin9),
      ([0xE4, 0xA4], "ä¤", .latin1),
      ([0x50, 0xB3, 0x61, 0x74, 0xB9], "Płatą", .windows1250), ([0x62, 0xB1, 0x64, 0x9C], "b±dœ", .windows1252),
      ([0xD1, 0xF3, 0xEC, 0xEC, 0xE0, 0x3B, 0xB8, 0x20, 0xB9], "Сумма;ё №", .windows1251),
      ([0xC4, 0xE3, 0x20, 0x6D, 0xE9, 0x65, 0xE8, 0xE9], "Äã méeèé", .latin1),
      ([0x62, 0xB1, 0x64, 0xBC], "bądź", .latin2), ([0x6D, 0xB3, 0x20, 0x61, 0xE9, 0x62], "m³ aéb", .latin1),
    ])
  func found(_ bytes: [UInt8], _ text: String, _ encoding: StatementEncoding) throws {
    let read = try StatementText(bytes)
    #expect(read.string == text && read.encoding == encoding)
  }

  @Test func aNamedEncodingIsTaken() throws {
    #expect(try StatementText([0xA4], encoding: .latin9).string == "€")
    #expect(try StatementText([0xA4], encoding: .windows1252).string == "¤")
    #expect(StatementEncoding(named: "UTF8") == .utf8 && StatementEncoding(named: "ISO_8859-1") == .latin1)
    #expect(try StatementText([0xB9, 0xA0, 0xAD], encoding: .windows1250).string == "ą\u{A0}\u{AD}")
    #expect(try StatementText([0xB1, 0xA0, 0xAD], encoding: .latin2).string == "ą\u{A0}\u{AD}")
    #expect(StatementEncoding(named: "CP1250") == .windows1250 && StatementEncoding(named: "ISO 8859-2") == .latin2)
    #expect(StatementEncoding(named: "cp1252") == .windows1252 && StatementEncoding(named: "koi8") == nil)
  }

  @Test(
    "What is no text is said to be none",
    arguments: [
      ([], StatementFlaw.Kind.fileEmpty), (Array("PK\u{3}\u{4}x".utf8), .notATable("xlsx")), ([0xD0, 0xCF, 0x11, 0xE0], .notATable("xls")),
      (Array("%PDF-1.7".utf8), .notATable("pdf")), (Array(" <HTML><table>".utf8), .notATable("html")),
      ([0x1F, 0x8B, 8], .notATable("gzip")),
      (Array("a\0bc,defgh".utf8), .notText(encoding: "")), ([0x41, 0x81], .notText(encoding: "windows-1252")),
      ([0xFF, 0xFE, 0x41], .notText(encoding: "UTF-16")), ([0xFF, 0xFE, 0, 0xD8], .notText(encoding: "UTF-16")),
    ])
  func refused(_ bytes: [UInt8], _ kind: StatementFlaw.Kind) {
    #expect(throws: StatementFlaw(kind)) { try StatementText(bytes) }
  }

  @Test func aFileHasALimit() throws {
    let most = [UInt8](repeating: 0x41, count: StatementLimits.fileBytesMax)
    #expect(try StatementText(most).utf8.count == most.count)
    #expect(throws: StatementFlaw(.fileTooLarge(bytesMax: StatementLimits.fileBytesMax))) { try StatementText(most + [0x41]) }
  }

  @Test func whiteSpaceCollapses() {
    #expect(" a\u{A0} b\r\n\tc\u{1}\u{7F}".collapsed == "a b c")
    #expect("plain text".collapsed == "plain text" && "  ".collapsed.isEmpty)
  }
}
