import Testing

@testable import Console

/// What quick-exit writes.
@Suite struct QuickExitTests {
  @Test("products N11 and 167: screen and scrollback are cleared, the cursor goes home, and nothing can be read")
  func clearing() {
    let text = QuickExit.clearing(rows: 24)
    // Each line, ED 2, ED 3 and CUP, in this order: the screen first, or what it shows could scroll away behind ED 3.
    let parts = (1...24).map { "\u{1B}[\($0);1H\u{1B}[2K" } + ["\u{1B}[H", "\u{1B}[2J", "\u{1B}[3J"]
    var rest = text[...]
    for part in parts {
      let found = rest.range(of: part)
      #expect(found != nil)
      rest = rest[(found?.upperBound ?? rest.startIndex)...]
    }
    let visible = text.replacing(/\u{1B}\[[0-9;]*[A-Za-z]/, with: "")
    #expect(visible.isEmpty)
  }

  @Test("how much screen keeps of a window is read from what it says, and nothing else is taken for it")
  func history() {
    #expect(QuickExit.historyLines("(1,24)/(80,24)+100 +flow UTF-8 0(bash)") == 100)
    #expect(QuickExit.historyLines("(12,3)/(80,24)+0 -flow") == 0)
    for other in ["", "No screen session found.", "(1,24)/(80,24) +100", "x(1,24)/(80,24)+100", "(1,24)/(80,24)+99999999999999999999"] {
      #expect(QuickExit.historyLines(other) == nil)
    }
  }
}
