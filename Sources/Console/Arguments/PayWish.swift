import HearthClient
import HearthProtocol
import Ledger

/// A payment of the user to a member, as it was typed.
public struct PayWish: Sendable {
  /// Who received it.
  public var name: String
  /// "450.50": what was handed over.
  public var amount: String
  /// The code of the amount's currency; nil for the group's.
  public var currency: String?
  /// The code of the currency of the debt that it pays; nil for the amount's.
  public var debt: String?
  /// What one unit of the debt's currency counts for in the group's; nil as the group knows it.
  public var rate: String?
  /// What to call it; nil for `usualDescription`.
  public var note: String?

  /// Whether the payment is refused when one just like it was noted just now.
  public var guardsDuplicates = true

  /// What a payment is called in the group's history when nobody says otherwise.
  static let usualDescription = "Payment"

  /// Makes a wish.
  public init(name: String, amount: String) {
    self.name = name
    self.amount = amount
  }

  /// The transfer's content, read with the group's members and rates.
  public func content(in view: GroupView) throws(ArgumentFlaw) -> EntryContent {
    let shared = view.state.shared
    let handed = try Choices.currency(currency, in: shared)
    let owed = try debt.map { code throws(ArgumentFlaw) in try Choices.currency(code) } ?? handed
    let receiver = try MemberNames(shared, me: view.member).find(name)
    guard receiver != view.member else {
      throw ArgumentFlaw("You cannot pay yourself.", "आप अपने आप को नहीं दे सकते।").naming(.transferNeedsTwoMembers)
    }
    var minor = try AmountText.minor(amount, handed)
    var content = EntryContent()
    if let rate { content.conversion.rate = try Choices.rate(rate).description }
    if owed != handed { minor = try DebtRate(given: rate, from: owed, paidIn: handed, view).debt(paidBy: minor) }
    var paid = Share()
    paid.memberID = view.member.description
    paid.minor = minor
    var received = paid
    received.memberID = receiver.description
    content.kind = .transfer
    content.amount = Money(minor: minor, currency: owed)
    content.description_p = note ?? Self.usualDescription
    content.paid = [paid]
    content.split.exact.shares = [received]
    return content
  }
}

/// The rate at which a debt is paid in the group's currency (SPEC ST-10).
struct DebtRate {
  let rate: DecimalRate
  private let debt: Currency
  private let paid: Currency

  /// - Parameters:
  ///   - text: as typed; nil for the rate that the group knows today.
  ///   - debt: the currency that is owed.
  ///   - paid: the one that is handed over: the group's own.
  init(given text: String?, from debt: Currency, paidIn paid: Currency, _ view: GroupView) throws(ArgumentFlaw) {
    let shared = view.state.shared
    (self.debt, self.paid) = (debt, paid)
    let home = try Choices.currency(nil, in: shared)
    guard paid == home else {
      throw ArgumentFlaw(
        "A debt in another currency is paid in the group's, which is \(home). Pay in \(paid) what is owed in \(paid).",
        "दूसरी मुद्रा का कर्ज़ समूह की मुद्रा \(home) में चुकाया जाता है। जो \(paid) में देना है वह \(paid) में दें।")
    }
    guard let text else {
      guard let known = shared.rates.rate(from: debt, to: paid, on: view.today) else {
        throw ArgumentFlaw(
          "What 1 \(debt) is in \(paid) is not known. Say it with --rate, or for everybody: hearth rate set \(debt) 83.15",
          "1 \(debt) कितने \(paid) है, यह पता नहीं है। --rate से बताएँ, या सबके लिए: hearth rate set \(debt) 83.15")
      }
      rate = known.rate
      return
    }
    rate = try Choices.rate(text)
  }

  /// Minor units of the debt that are paid by so many of the group's currency.
  func debt(paidBy minor: Int64) throws(ArgumentFlaw) -> Int64 {
    guard let paid = rate.paid(by: minor, of: paid, from: debt), paid > 0 || minor == 0 else {
      throw ArgumentFlaw(
        "At \(rate) that pays nothing of a debt in \(debt), or more than an entry can hold.",
        "\(rate) की दर पर इससे \(debt) का कर्ज़ कुछ नहीं चुकता, या राशि प्रविष्टि की सीमा से ज़्यादा है।")
    }
    return paid
  }

  /// Minor units of the group's currency that are handed over for so many of the debt.
  func handedOver(for minor: Int64) throws(ArgumentFlaw) -> Int64 {
    guard let paid = rate.converted(minor, of: debt, to: paid) else {
      throw ArgumentFlaw("At \(rate) that is more \(self.paid) than can be counted.", "\(rate) की दर पर इतने \(self.paid) गिने नहीं जा सकते।")
    }
    return paid
  }
}
