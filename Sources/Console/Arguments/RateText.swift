import HearthClient
import HearthProtocol
import Ledger

/// Reads rates as people write them: `USD=83.1525`.
public enum RateText {
  /// The rates by currency.
  public static func rates(_ texts: [String]) throws(ArgumentFlaw) -> [Currency: DecimalRate] {
    var rates: [Currency: DecimalRate] = [:]
    for text in texts {
      let halves = text.split(separator: "=", omittingEmptySubsequences: false).map(\.trimmingSpaces)
      guard halves.count == 2 else {
        throw ArgumentFlaw(
          "\"\(text.printable)\" is not CODE=RATE, like USD=83.1525.", "\"\(text.printable)\" मुद्रा=दर नहीं है, जैसे USD=83.1525।")
      }
      let currency = try Choices.currency(halves[0])
      rates[currency] = try Choices.rate(halves[1])
    }
    return rates
  }

  /// The group's balances counted in one currency.
  ///
  /// Entries carry rates into the group's currency only. In another one they count at the rate that the group knows on
  /// the day, or by way of the group's currency (SPEC MN-07).
  ///
  /// - Parameter texts: "USD=83.1525" each: what one unit counts for there, instead of the entries' own rates.
  public static func balances(
    _ view: GroupView, in text: String, at texts: [String], on day: CivilDate
  ) throws(ArgumentFlaw) -> ConvertedBalances {
    let currency = try Choices.currency(text)
    let shared = view.state.shared
    let given = try rates(texts)
    do {
      return try shared.balances(in: currency, at: shared.rates(in: currency, on: day).merging(given) { _, given in given })
    } catch {
      throw ArgumentFlaw(
        "At these rates the balances are more than can be counted in \(currency).", "इन दरों पर हिसाब \(currency) में गिना नहीं जा सकता।")
    }
  }

  /// The same, with the fewest transfers that would settle it.
  public static func plan(
    _ view: GroupView, in text: String, at texts: [String], on day: CivilDate
  ) throws(ArgumentFlaw) -> (ConvertedBalances, SettlementPlan) {
    let converted = try balances(view, in: text, at: texts, on: day)
    do {
      return (converted, try converted.plan())
    } catch {
      throw ArgumentFlaw(
        "At these rates what is owed in all is more than can be counted in \(converted.currency).",
        "इन दरों पर सब मिलाकर जो देना है वह \(converted.currency) में गिना नहीं जा सकता।")
    }
  }

  /// A rate to be noted.
  ///
  /// - Parameters:
  ///   - to: nil for the group's currency.
  ///   - date: nil for today.
  static func command(
    _ from: String, _ rate: String, to: String?, date: String?, source: String, in view: GroupView
  ) throws(ArgumentFlaw) -> SetRate {
    guard let home = view.state.shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
    var set = SetRate()
    set.rate.from = try Choices.currency(from).code
    set.rate.to = try to.map { text throws(ArgumentFlaw) in try Choices.currency(text).code } ?? home.code
    set.rate.rate = try Choices.rate(rate).description
    set.rate.date = try date.map { text throws(ArgumentFlaw) in try Choices.date(text, today: view.today) } ?? ""
    set.rate.source = source
    return set
  }
}
