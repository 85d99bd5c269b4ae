/// Reads percentages.
enum PercentText {
  /// "60" or "33.33" or "60%" in 1/100 %.
  ///
  /// - Parameter percentMax: the largest whole percentage.
  static func basisPoints(_ text: String, percentMax: UInt16 = 100) throws(ArgumentFlaw) -> Int32 {
    let wrong = ArgumentFlaw(
      "\"\(text.printable)\" is no percentage. Write a number with at most two decimals, like 60 or 33.33.",
      "\"\(text.printable)\" कोई प्रतिशत नहीं है। दशमलव के बाद ज़्यादा से ज़्यादा दो अंकों की संख्या लिखें, जैसे 60 या 33.33।")
    let parts = (text.hasSuffix("%") ? text.dropLast() : text[...]).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first.flatMap({ UInt32($0) }) else { throw wrong }
    let decimals = parts.count == 2 ? parts[1] : "00"
    guard (1...2).contains(decimals.utf8.count), let hundredths = UInt16(decimals), !decimals.hasPrefix("+"), !text.hasPrefix("+") else {
      throw wrong
    }
    guard whole < percentMax || whole == percentMax && hundredths == 0 else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" is too much. Write at most \(percentMax) percent.",
        "\"\(text.printable)\" बहुत ज़्यादा है। ज़्यादा से ज़्यादा \(percentMax) प्रतिशत लिखें।")
    }
    return Int32(whole) * 100 + Int32(decimals.utf8.count == 1 ? hundredths * 10 : hundredths)
  }
}
