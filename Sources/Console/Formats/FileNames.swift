import HearthProtocol
import Ledger
import Statements

/// Members by the names that a file has for them.
struct FileNames {
  private var meant: [String: MemberID] = [:]
  private let names: MemberNames

  /// - Parameter said: "Asha S.=Asha".
  init(_ said: [String], _ names: MemberNames) throws(ArgumentFlaw) {
    self.names = names
    for text in said {
      guard let equals = text.lastIndex(of: "=") else {
        throw ArgumentFlaw(
          "\"\(text.printable)\" names nobody. Write NAME IN THE FILE=NAME HERE.",
          "\"\(text.printable)\" में कोई नाम नहीं है। ऐसे लिखें: फ़ाइल में नाम=यहाँ का नाम।")
      }
      meant[text[..<equals].trimmingSpaces.lowercased()] = try names.find(text[text.index(after: equals)...].trimmingSpaces)
    }
  }

  func find(_ name: String) throws(ArgumentFlaw) -> MemberID {
    if let member = meant[name.lowercased()] { return member }
    do {
      return try names.find(name)
    } catch {
      throw ArgumentFlaw(
        "\(error) Say who it is with --member \"\(name.printable)=NAME\".", "\(error) --member \"\(name.printable)=NAME\" से बताएँ कि वह कौन है।")
    }
  }
}

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

extension Share {
  init(_ member: MemberID, _ minor: Int64) {
    self.init()
    memberID = member.description
    self.minor = minor
  }
}
