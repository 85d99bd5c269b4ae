import Support
import Testing

@testable import Console

@Suite struct KeyParserTests {
  private static let table: [(String, [RoomKey])] = [
    ("a", [.text("a")]), ("म", [.text("म")]), ("🛒", [.text("🛒")]), ("e\u{301}", [.text("e"), .text("\u{301}")]),
    ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
    ("\u{3}", [.control("c")]), ("\u{1A}", [.control("z")]), ("\u{0}", []), ("\u{1F}", []),
    ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]), ("\u{1B}OA", [.up]),
    ("\u{1B}[H", [.home]), ("\u{1B}[F", [.end]), ("\u{1B}[1~", [.home]), ("\u{1B}[4~", [.end]), ("\u{1B}[3~", [.delete]),
    ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[Z", [.backTab]), ("\u{1B}OP", [.function(1)]),
    ("\u{1B}[13~", [.function(3)]), ("\u{1B}[[B", [.function(2)]), ("\u{1B}[1;5C", [.right]), ("\u{1B}[99~", []),
    ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}[200~two\rlines\u{1B}[201~x", [.paste("two\rlines"), .text("x")]),
  ]

  @Test("Keys are read from the bytes that terminals send, whole and byte by byte")
  func keys() {
    for (text, keys) in Self.table {
      var whole = KeyParser()
      #expect(whole.take(Array(text.utf8)) == keys, "\(text.debugDescription)")
      var cut = KeyParser()
      #expect(text.utf8.flatMap { cut.take([$0]) } == keys, "\(text.debugDescription)")
      #expect(!cut.isWaiting)
    }
  }

  @Test("A lone Esc is a key when nothing follows")
  func loneEscape() {
    var parser = KeyParser()
    #expect(parser.take([0x1B]) == [])
    #expect(parser.isWaiting)
    #expect(parser.settle() == [.escape])
    #expect(!parser.isWaiting)
    #expect(parser.settle() == [])
  }

  @Test("Bytes that are no UTF-8, and sequences that never end, are passed over")
  func nonsense() {
    var parser = KeyParser()
    #expect(parser.take([0xFF, 0xC3, 0x28, 0xE0, 0x80, 0x80, 0x61]) == [.text("("), .text("a")])
    #expect(parser.take([0x1B, 0x5B] + Array(repeating: 0x31, count: KeyParser.sequenceBytesMax - 2)) == [])
    #expect(parser.isWaiting)
    _ = parser.take([0x31])
    #expect(!parser.isWaiting, "one byte past the limit it is none")
    #expect(parser.take([0x61]) == [.text("a")])
  }

  @Test("A paste keeps so many bytes and no more")
  func longPaste() {
    let begin = Array("\u{1B}[200~".utf8)
    let end = Array("\u{1B}[201~".utf8)
    for extra in [0, 1] {
      var parser = KeyParser()
      let keys = parser.take(begin + Array(repeating: 0x61, count: KeyParser.pasteBytesMax + extra) + end)
      #expect(keys == [.paste(String(repeating: "a", count: KeyParser.pasteBytesMax))])
    }
  }

  @Test("Random bytes never trap, and leave nothing that cannot be settled")
  func random() {
    var chance = SeededGenerator(seed: 41)
    var parser = KeyParser()
    let usual: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E, 0x4F, 0x41, 0x3B, 0xE0, 0xA4, 0xAE]
    for _ in 0..<20_000 {
      let byte = Bool.random(using: &chance) ? usual.randomElement(using: &chance) ?? 0 : UInt8.random(in: 0...255, using: &chance)
      _ = parser.take([byte])
      if byte == 0 { _ = parser.settle() }
    }
    _ = parser.take(Array("\u{1B}[201~".utf8))
    _ = parser.settle()
    #expect(!parser.isWaiting)
  }
}
