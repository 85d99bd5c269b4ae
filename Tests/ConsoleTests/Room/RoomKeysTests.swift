import Foundation
import HearthClient
import HearthProtocol
import Ledger
import Support
import Testing

@testable import Console

/// Random keys in a room. `make room-keys` presses a million.
@Suite struct RoomKeysTests {
  private static let words = [
    "groceries", "dinner", "1200", "450+320", "12*3", "@asha", "@ravi", "@asha=60%", "@ravi=40%", "@meera*2", "paid:ravi", "yesterday",
    "2026-11-20",
    "USD", "#dining", "/void last", "/edit last 10", "/settle ravi", "/settle 10", "/account", "/account x split y", "/dispute last no",
    "/comment last so",
    "/undo", "/restore last", "/history",
    "/entry last",
    "/balances", "राशन", "मी", "🛒", "e\u{301}", "\"", "!", "note:x", "\u{200D}", "/", "@", "#", "?", "9999999999999999999",
  ]
  private static let lines = [
    "groceries 1200", "tea 40+20 @asha @ravi", "dinner 90 paid:ravi yesterday", "/void last", "/settle", "/edit last 12 Idli",
    "/dispute last why", "/comment last so", "/undo",
  ]
  private static let keys: [RoomKey] = [
    .enter, .enter, .enter, .tab, .backTab, .backspace, .delete, .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .escape,
    .control("a"),
    .control("u"), .control("k"), .control("w"), .control("p"), .control("n"), .control("l"), .function(1), .function(2), .function(3),
    .function(4),
    .function(5), .paste("groceries 12\n@asha"), .text("e"), .text("v"), .text("d"), .text("c"), .text(" "), .text(" "),
  ]

  @Test("Whatever keys are pressed, nothing traps, every screen is whole, and only what was shown to its end is sent")
  func random() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["HEARTH_ROOM_KEYS"].flatMap { Int($0) } ?? 20_000
    let seed = environment["HEARTH_ROOM_SEED"].flatMap { UInt64($0) } ?? 1
    var chance = SeededGenerator(seed: seed)
    var stay = RoomStay()
    var renderer = ScreenRenderer()
    var (columns, rows) = (80, 24)
    var screen = VirtualScreen(columns: columns, rows: rows)
    var sends = 0
    for step in 0..<count {
      let sentBefore = stay.sent.count
      var shown = stay.shown
      switch Int.random(in: 0..<100, using: &chance) {
      case 0:
        (columns, rows) = ([1, 20, 40, 69, 70, 80, 120, 200].randomElement(using: &chance) ?? 80, Int.random(in: 1...50, using: &chance))
        stay.take(.resized(columns: columns, rows: rows))
        screen = VirtualScreen(columns: columns, rows: rows)
        renderer.forget()
      case 1: stay.take(.refused(["no"], line: "groceries 12"))
      case 2: stay.take(.disconnected(retryMilliseconds: 10))
      case 3: stay.take(.connected)
      case 4: stay.take(.history(RoomStay.family.events, isWhole: true))
      case 50..<56:
        // A line that means something, seen or not, and perhaps with its Enter.
        for key in [RoomKey.end, .control("u"), .paste(Self.lines.randomElement(using: &chance) ?? "")] { stay.take(.key(key)) }
        if Bool.random(using: &chance) { stay.paint() }
        shown = stay.shown
      case 5..<10: for character in Self.words.randomElement(using: &chance) ?? "" { stay.take(.key(.text(String(character)))) }
      case 10..<50: stay.take(.key(.text(Self.words.randomElement(using: &chance) ?? "")))
      default: stay.take(.key(Self.keys.randomElement(using: &chance) ?? .enter))
      }
      for effect in stay.sent[sentBefore...] {
        guard case .send(let body, _) = effect else { continue }
        sends += 1
        #expect(body == shown, "seed \(seed), step \(step): sent what was not shown")
      }
      if Int.random(in: 0..<8, using: &chance) == 0 || sends < 3 {
        stay.paint()
        let grid = RoomView.grid(stay.model)
        screen.write(renderer.output(for: grid))
        let isSame = (0..<grid.rows).allSatisfy { Array(grid.row($0)) == screen.cells[$0] }
        let other = (0..<grid.rows).first { Array(grid.row($0)) != screen.cells[$0] }
        let difference = other.map { "\(grid.row($0).map(\.text)) is shown as \(screen.cells[$0].map(\.text))" } ?? ""
        #expect(isSame && screen.strange == [], "seed \(seed), step \(step): \(difference)")
        guard isSame else { return }
      }
    }
    #expect(sends > count / 1_000, "the keys sent \(sends)")
  }
}
