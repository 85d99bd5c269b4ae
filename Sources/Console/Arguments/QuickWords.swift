import HearthProtocol
import Ledger

/// A line as it is typed in a hurry, parted into words: `dinner 450+320 @asha paid:ravi`.
///
/// Spaces part words, except between quotes.
struct QuickWord: Equatable {
  var text: String
  /// Whether it began with a quote, so that it is a word whatever it looks like.
  var isQuoted: Bool

  // Limit: words of a line; a line of input has fewer.
  static let countMax = 250

  static func words(of line: some StringProtocol) -> [QuickWord] {
    var words: [QuickWord] = []
    var word = QuickWord(text: "", isQuoted: false)
    var (isOpen, isWithin) = (false, false)
    for character in line {
      switch character {
      case "\"", "“", "”":
        if !isOpen { word.isQuoted = true }
        isOpen = true
        isWithin.toggle()
      case _ where character.isWhitespace && !isWithin:
        if isOpen { words.append(word) }
        (word, isOpen) = (QuickWord(text: "", isQuoted: false), false)
      default:
        word.text.append(character)
        isOpen = true
      }
    }
    if isOpen { words.append(word) }
    return Array(words.prefix(countMax))
  }
}

/// Days as people say them.
public enum SpokenDay {
  /// "2026-11-20", "today" or "yesterday", in Hindi too; nil for another word.
  ///
  /// - Parameter today: in the group's time zone.
  static func day(_ text: some StringProtocol, today: CivilDate) -> CivilDate? {
    switch text.lowercased() {
    case "today", "आज": today
    // Nobody spends tomorrow, so the word that means both means yesterday.
    case "yesterday", "कल": today.adding(days: -1)
    default: CivilDate(iso8601: text)
    }
  }
}

/// Amounts that are added and multiplied: `450+320`, `120*3`, `1.2k`, `$20`.
enum SumText {
  /// Minor units of the sum, and the currency that it is in.
  ///
  /// - Parameters:
  ///   - said: the currency that was named beside it.
  ///   - home: the one that is meant where none is named.
  static func read(_ text: String, said: Currency?, home: Currency) throws(ArgumentFlaw) -> (minor: Int64, currency: Currency) {
    let currency = said ?? named(in: text, home) ?? home
    var total: Int64 = 0
    for term in text.split(separator: "+", omittingEmptySubsequences: false) {
      let factors = term.split(omittingEmptySubsequences: false) { $0 == "*" || $0 == "×" }
      var minor = try AmountText.minor(String(factors.first ?? ""), currency)
      for factor in factors.dropFirst() {
        guard let number = Int64(factor), number > 0 else {
          throw ArgumentFlaw(
            "\"\(text.printable)\" multiplies by what is no whole number. Write it like 120*3.",
            "\"\(text.printable)\" में गुणा पूरी संख्या से नहीं है। ऐसे लिखें: 120*3।")
        }
        minor = try checked(minor.multipliedReportingOverflow(by: number), text)
      }
      total = try checked(total.addingReportingOverflow(minor), text)
    }
    return (total, currency)
  }

  /// Limit: the largest amount of an entry.
  private static func checked(_ sum: (partialValue: Int64, overflow: Bool), _ text: String) throws(ArgumentFlaw) -> Int64 {
    guard !sum.overflow, sum.partialValue <= amountMinorMax else {
      throw ArgumentFlaw("\"\(text.printable)\" is more than an entry can hold.", "\"\(text.printable)\" प्रविष्टि की सीमा से ज़्यादा है।")
    }
    return sum.partialValue
  }

  /// The other currency whose sign or code stands at one of the amounts.
  private static func named(in text: String, _ home: Currency) -> Currency? {
    for term in text.split(separator: "+") {
      let figure = term.prefix { $0 != "*" && $0 != "×" }
      do throws(MoneyTextFlaw) { _ = try Money.minor(of: figure, in: home) } catch {
        if case .otherCurrency(let other) = error { return other }
      }
    }
    return nil
  }

  /// Whether a word looks like an amount: it begins with a digit or with the sign of a currency before one, and is no
  /// word such as "2nd".
  static func isOne(_ text: String, home: Currency) -> Bool {
    guard let first = text.first, first.isNumber || first.isCurrencySymbol || (first.isLetter && text.last?.isNumber == true),
      text.contains(where: \.isNumber)
    else { return false }
    do throws(MoneyTextFlaw) {
      for term in text.split(separator: "+", omittingEmptySubsequences: false) {
        _ = try Money.minor(of: term.prefix { $0 != "*" && $0 != "×" }, in: home)
      }
      return true
    } catch {
      switch error {
      case .notANumber, .multiplierInFile: return false
      case .otherCurrency, .separatorMisplaced, .twoReadings, .tooManyDecimals, .tooLarge: return true
      }
    }
  }
}
