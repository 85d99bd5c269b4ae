import Testing

@testable import Console

/// What quick-exit writes.
@Suite struct QuickExitTests {
  @Test("products N11 and 167: screen and scrollback are cleared, the cursor goes home, and nothing can be read")
  func clearing() {
    let text = QuickExit.clearing
    // ED 2, ED 3 and CUP, in this order: the screen first, or what it shows could scroll away behind ED 3.
    let parts = ["\u{1B}[H", "\u{1B}[2J", "\u{1B}[3J"]
    var rest = text[...]
    for part in parts {
      let found = rest.range(of: part)
      #expect(found != nil)
      rest = rest[(found?.upperBound ?? rest.startIndex)...]
    }
    let visible = text.replacing(/\u{1B}\[[0-9;]*[A-Za-z]/, with: "")
    #expect(visible.isEmpty)
  }
}
