/// Reads weights: shares like 2 and 1, or 1 and 0.5, and days like 3 and 2.5.
enum WeightText {
  // Limit: a weight of the protocol (SPEC MN-03).
  static let weights: ClosedRange<UInt32> = 1...10_000
  // Limit: thousandths of a share.
  private static let decimalsMax = 3

  /// Whole weights in the same proportion: of 1 and 0.5 they are 2 and 1. Whole ones stay as they are.
  static func whole(_ texts: [String]) throws(ArgumentFlaw) -> [UInt32] {
    var thousandths: [UInt32] = []
    var isWhole = true
    for text in texts {
      guard let read = thousandthsOf(text) else {
        throw ArgumentFlaw(
          "\"\(text.printable)\" is no number of shares. Write a number from 0.001 to 10000, like 2 or 0.5.",
          "\"\(text.printable)\" हिस्सों की गिनती नहीं है। 0.001 से 10000 तक की संख्या लिखें, जैसे 2 या 0.5।")
      }
      thousandths.append(read)
      isWhole = isWhole && read % 1_000 == 0
    }
    let divisor = isWhole ? 1_000 : thousandths.reduce(0, common)
    guard divisor > 0 else { return [] }
    let whole = thousandths.map { $0 / divisor }
    guard whole.allSatisfy(weights.contains) else {
      throw ArgumentFlaw(
        "The shares \(texts.joined(separator: ", ").printable) are too fine beside each other. Write whole numbers from 1 to 10000.",
        "हिस्से \(texts.joined(separator: ", ").printable) एक-दूसरे के सामने बहुत बारीक हैं। 1 से 10000 तक पूरी संख्याएँ लिखें।")
    }
    return whole
  }

  /// At least 1; nil where it is no such number. Digits may be those of Devanagari.
  private static func thousandthsOf(_ text: String) -> UInt32? {
    let latin = text.unicodeScalars.map { scalar in
      let digit = scalar.value &- 0x966
      return digit < 10 ? Character(Unicode.Scalar(UInt8(0x30 + digit))) : Character(scalar)
    }
    let parts = latin.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, (1...5).contains(first.count) else { return nil }
    let decimals = parts.count == 2 ? Array(parts[1]) : ["0"]
    guard (1...decimalsMax).contains(decimals.count), (first + decimals).allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    let padded = String(decimals) + String(repeating: "0", count: decimalsMax - decimals.count)
    guard let whole = UInt32(String(first)), let rest = UInt32(padded) else { return nil }
    let read = whole * 1_000 + rest
    return (1...weights.upperBound * 1_000).contains(read) ? read : nil
  }

  private static func common(_ one: UInt32, _ other: UInt32) -> UInt32 {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return one
  }
}
