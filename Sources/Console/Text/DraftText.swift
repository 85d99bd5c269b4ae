import HearthProtocol
import Ledger

// What others see of an amount while it is typed (SPEC PR-11).
extension DraftContent {
  // Limit: digits that others see of an amount, and no more than half of them.
  private static let leadingDigitsMax = 2
  // Limit: digits of an amount's whole units.
  private static let digitsMax = 18
  // Limit: bytes of the words.
  private static let textBytesMax = 200

  /// An entry that is being typed. The amount is cut here, so that the whole of it leaves no device.
  init(minor: Int64, _ currency: Currency, category: String, text: String) {
    self.init()
    let digits = String(minor.magnitude / Self.unit(of: currency))
    self.currency = currency.code
    digitCount = UInt32(min(digits.count, Self.digitsMax))
    leadingDigits = String(digits.prefix(min(Self.leadingDigitsMax, Int(digitCount) / 2)))
    self.category = category
    for character in text.printable where self.text.utf8.count + character.utf8.count <= Self.textBytesMax { self.text.append(character) }
  }

  private static func unit(of currency: Currency) -> UInt64 { (0..<currency.exponent).reduce(1) { unit, _ in unit * 10 } }

  /// The amounts that begin so, in minor units; nil where nothing of it is known, or what a server told is none.
  func minors(of currency: Currency) -> ClosedRange<Int64>? {
    guard let leading = Int64(leadingDigits), leading > 0, digitCount <= Self.digitsMax, leadingDigits.utf8.count <= digitCount else {
      return nil
    }
    let zeros = Int(digitCount) - leadingDigits.utf8.count + Int(currency.exponent)
    var (low, high) = (leading, leading + 1)
    for _ in 0..<zeros {
      let (lower, higher) = (low.multipliedReportingOverflow(by: 10), high.multipliedReportingOverflow(by: 10))
      guard !lower.overflow, !higher.overflow else { return nil }
      (low, high) = (lower.partialValue, higher.partialValue)
    }
    return low...(high - 1)
  }

  /// The amount as far as it is known: "₹1,2…"; nil where there is none yet.
  var amountText: String? {
    guard digitCount > 0, let currency = Currency(code: currency) else { return nil }
    if Amounts.areHidden { return Amounts.hidden }
    // Written out with zeros it has its separators, and ends behind the digits that are known.
    let whole = currency.text(minors(of: currency)?.lowerBound ?? Int64(clamping: Self.unit(of: currency)))
    var left = minors(of: currency) == nil ? 0 : leadingDigits.utf8.count
    var shown = ""
    for character in whole {
      if character.isWholeNumber {
        guard left > 0 else { break }
        left -= 1
      } else if left == 0, !shown.isEmpty, shown.last?.isWholeNumber == true {
        break
      }
      shown.append(character)
    }
    return shown + "…"
  }

  /// Whether this may be the entry that somebody else is about to send (product N6): the same category, and an amount
  /// that may be within 1 % of its own.
  func mayBe(_ content: EntryContent) -> Bool {
    guard content.kind != .transfer, !category.isEmpty, category == content.category, currency == content.amount.currency,
      let currency = Currency(code: currency), let minors = minors(of: currency), content.amount.minor > 0
    else { return false }
    let slack = content.amount.minor / 100
    return minors.overlaps((content.amount.minor - slack)...content.amount.minor.addingReportingOverflow(slack).partialValue)
  }
}
