import Foundation
import HearthClient
import HearthProtocol
import Ledger
import Support
import Testing

@testable import Console

@Suite struct ScreenRendererTests {
  private func shows(_ grid: ScreenGrid, _ screen: VirtualScreen) -> Bool {
    (0..<grid.rows).allSatisfy { Array(grid.row($0)) == screen.cells[$0] } && grid.cursor == screen.cursor
  }

  @Test("What is written makes the terminal show each screen, and only what changed is written")
  func differences() {
    var screen = VirtualScreen(columns: 30, rows: 4)
    var renderer = ScreenRenderer()
    var grid = ScreenGrid(columns: 30, rows: 4)
    grid.put("\u{1B}[1mSharma Family\u{1B}[0m  🛒 राशन", row: 0)
    grid.put("plain words", row: 1)
    grid.cursor = .init(row: 3, column: 2)
    screen.write(renderer.output(for: grid))
    #expect(shows(grid, screen))
    #expect(renderer.output(for: grid) == "")
    grid.put("plain woods", row: 1)
    let change = renderer.output(for: grid)
    #expect(change == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[2;9H\u{1B}[0mo\u{1B}[4;3H\u{1B}[?25h\u{1B}[?2026l", "\(change.debugDescription)")
    screen.write(change)
    #expect(shows(grid, screen))
    // Where terminals may disagree about a width the whole row is written, each letter to its place.
    var next = ScreenGrid(columns: 30, rows: 4)
    next.put("मीरा ने 🛍️ जोड़ा", row: 0)
    screen.write(renderer.output(for: next))
    #expect(shows(next, screen))
  }

  @Test("Random screens of letters of every width and colour are shown as they are")
  func random() {
    var chance = SeededGenerator(seed: 7)
    let pieces = [
      "a", "é", "म", "मी", "क्षि", "🛒", "👨‍👩‍👧", "漢", "─", "→", "₹", " ", "\u{1B}[31mx\u{1B}[0m", "\u{1B}[38;5;208my", "\u{1B}[0m", "\u{301}",
    ]
    var screen = VirtualScreen(columns: 24, rows: 3)
    var renderer = ScreenRenderer()
    for round in 0..<2_000 {
      var grid = ScreenGrid(columns: 24, rows: 3)
      for row in 0..<3 {
        let count = Int.random(in: 0...20, using: &chance)
        grid.put(
          (0..<count).map { _ in pieces.randomElement(using: &chance) ?? "" }.joined(), row: row,
          column: Int.random(in: 0...3, using: &chance))
      }
      screen.write(renderer.output(for: grid))
      let isSame = shows(grid, screen)
      #expect(isSame, "round \(round)")
      guard isSame else { return }
    }
    #expect(screen.strange == [])
  }

  @Test("Marks, wide letters and what could steer a terminal take the columns they have")
  func cells() {
    var grid = ScreenGrid(columns: 6, rows: 1)
    grid.put("मी漢\u{202E}\u{7}zz", row: 0)
    #expect(grid.row(0).map(\.text) == ["मी", "", "漢", "", "\u{FFFD}", "\u{FFFD}"])
    // What is written over a part of a wide letter takes all of it away.
    grid.put("x", row: 0, column: 1, width: 2)
    #expect(grid.row(0).map(\.text) == [" ", "x", " ", " ", "\u{FFFD}", "\u{FFFD}"])
    // A wide letter that does not fit is left out.
    var narrow = ScreenGrid(columns: 3, rows: 1)
    narrow.put("a漢漢", row: 0)
    #expect(narrow.lines == ["a漢"])
  }
}

/// Screens of the room as they look, in `Tests/RoomScreens`; `HEARTH_REWRITE_SCREENS=1` writes them anew.
@Suite struct RoomScreenTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("RoomScreens")

  private static let scenes: [(String, @Sendable (inout RoomStay) -> Void)] = [
    ("feed", { _ in }),
    ("an entry is typed", { $0.type("groceries 1200 @asha @ravi") }),
    ("something is missing", { $0.type("groceries") }),
    ("nothing is understood", { $0.type("iphone 15 79900") }),
    (
      "Tab",
      { stay in
        stay.type("milk 60 @")
        stay.press(.tab)
      }
    ),
    ("entries", { $0.press(.up) }),
    ("one entry", { $0.press(.up, .enter) }),
    ("balances", { $0.press(.function(3)) }),
    ("budgets", { $0.press(.function(4)) }),
    ("members", { $0.press(.function(5)) }),
    ("help", { $0.press(.function(1)) }),
    (
      "history",
      { stay in
        stay.type("/history")
        stay.press(.enter)
        stay.take(.history(RoomStay.family.events, isWhole: true))
        stay.press(.left)
      }
    ),
    (
      "others are entering something",
      { stay in
        let rupee = Currency(code: "INR")
        for (name, minor, category, text) in [("Ravi", 120_000, "groceries", "Groceries"), ("Meera", 500, "dining", "")]
          as [(String, Int64, String, String)]
        {
          guard let rupee, let member = stay.member(name) else { continue }
          stay.take(.draft(member, DraftContent(minor: minor, rupee, category: category, text: text)))
        }
      }
    ),
    (
      "no connection",
      { stay in
        stay.take(.disconnected(retryMilliseconds: 2_000))
        stay.take(.waiting(["Groceries ₹1,200.00", "Tea ₹40.00"]))
      }
    ),
  ]

  @Test(
    "The room looks as it did, at every width and in both languages",
    arguments: [(40, 20), (80, 24), (120, 40)], [Language.english, .hindi])
  func golden(_ size: (Int, Int), _ language: Language) throws {
    var text = ""
    for (name, act) in Self.scenes {
      var stay = RoomStay(columns: size.0, rows: size.1, language)
      act(&stay)
      text += "=== \(name)\n\(stay.screen)\n"
    }
    let file = Self.folder.appendingPathComponent("\(size.0)x\(size.1).\(language.rawValue).txt")
    if ProcessInfo.processInfo.environment["HEARTH_REWRITE_SCREENS"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, "\(file.lastPathComponent); HEARTH_REWRITE_SCREENS=1 writes it anew")
  }

  @Test(
    "A terminal of any size has the input line, the keys, and figures that are whole; what is beyond the limits stays empty",
    arguments: [(300, 200), (301, 201), (1_000, 1_000)])
  func large(_ columns: Int, _ rows: Int) {
    var stay = RoomStay(columns: columns, rows: rows)
    stay.type("groceries 1200")
    let grid = RoomView.grid(stay.model)
    #expect(grid.lines.count == ScreenGrid.rowsMax && grid.columns == ScreenGrid.columnsMax)
    for words in ["› groceries 1200", "Enter sends it", "₹1,200.00", "−₹159.75"] { #expect(stay.screen.contains(words), "\(words)") }
  }

  @Test("At no width from 40 to 200 does a line leave its part of the screen or an amount lose a digit")
  func widths() {
    for columns in 40...200 {
      for language in Language.allCases {
        var stay = RoomStay(columns: columns, rows: 30, language)
        for key in [RoomKey.escape, .function(3), .function(4), .function(1)] {
          stay.press(key)
          let grid = RoomView.grid(stay.model)
          #expect(grid.lines.allSatisfy { $0.displayWidth <= columns })
          if key == .function(3) { #expect(stay.screen.contains("₹159.75"), "\(columns): \(stay.screen)") }
        }
        stay.press(.escape)
        stay.type("groceries 1200")
        #expect(stay.screen.contains("₹1,200.00") && stay.screen.contains("₹600.00"), "\(columns): \(stay.screen)")
      }
    }
  }
}
