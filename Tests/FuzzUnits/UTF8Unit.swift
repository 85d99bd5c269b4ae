import WebSocket

/// The validator against the standard library's: whole, and in cuts, where it must notice the first byte after which
/// nothing can be saved.
func fuzzUTF8(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let asked = Int(input.byte())
  let cut = input.cut()
  let text = input.takeRest()
  let isValid = isUTF8(text)
  let verdict = withExactCopy(of: text) { UTF8Validator.isValid(UnsafeRawBufferPointer($0)) }
  try expect(verdict == isValid, "the whole text is judged as the standard library judges it")

  var validator = UTF8Validator()
  var isAlive = true
  for range in cut.ranges(of: text.count) {
    let consumed = withExactCopy(of: text[part: range]) { validator.consume(UnsafeRawBufferPointer($0)) }
    try expect(isAlive || !consumed, "a rejection is final")
    isAlive = consumed
    // The reference looks at everything once more, so it is asked once.
    if range.contains(asked) { try expect(isAlive == canBecomeUTF8(text[part: 0..<range.upperBound]), "the first bad byte is noticed") }
  }
  try expect((isAlive && validator.isAtBoundary) == isValid, "cuts change nothing")
}

func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

/// Whether some continuation makes a text of the bytes.
private func canBecomeUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
  // One of these completes every beginning of a character (RFC 3629 §4).
  let endings: [[UInt8]] = [[], [0x80], [0x80, 0x80], [0xA0, 0x80], [0x80, 0x80, 0x80], [0x90, 0x80, 0x80]]
  return endings.contains { String(validating: Array(bytes) + $0, as: UTF8.self) != nil }
}
