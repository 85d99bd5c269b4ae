import Importing
import Ledger

/// Reads days as files have them.
enum DayText {
  /// The day as the protocol has it.
  static func day(_ text: String, _ order: ImportOptions.DateOrder?) throws(ArgumentFlaw) -> String {
    if let date = CivilDate(iso8601: text) { return date.description }
    guard let order else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no day like 2026-11-20. If days are written otherwise, say --dates dmy, mdy or ymd.",
        "\"\(text.printable)\" 2026-11-20 जैसा दिन नहीं है। दिन और तरह लिखे हों तो --dates dmy, mdy या ymd लिखें।")
    }
    let parts = text.split(whereSeparator: { "./- ".contains($0) }).map { Int($0) ?? 0 }
    let wrong = ArgumentFlaw(
      "\"\(text.printable)\" is no day in the order \(order.rawValue), with a year of four digits.",
      "\"\(text.printable)\" \(order.rawValue) क्रम में चार अंकों के साल वाला दिन नहीं है।")
    guard parts.count == 3 else { throw wrong }
    let (year, month, day) =
      switch order {
      case .dmy: (parts[2], parts[1], parts[0])
      case .mdy: (parts[2], parts[0], parts[1])
      case .ymd: (parts[0], parts[1], parts[2])
      }
    guard year >= 1_000, let date = CivilDate(year: year, month: month, day: day) else { throw wrong }
    return date.description
  }
}
