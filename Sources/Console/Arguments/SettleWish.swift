import HearthClient
import HearthProtocol
import Ledger

/// A settlement as it was typed.
public struct SettleWish: Sendable {
  /// With whom; nil for the only one whom the user is to pay.
  public var name: String?
  /// "450.50"; nil for all that is owed.
  public var amount: String?
  /// Who paid, when it was not between the user and the other.
  public var from: String?
  /// Whether the amount may be more than is owed.
  public var allowsMore = false
  /// Which debts are meant; unspecified: those that the group offers.
  public var mode = SettlementMode.unspecified
  /// The code of the currency that is owed; nil for the group's, or for all when they are paid in one.
  public var currency: String?
  /// The code of the currency that all of it is paid in; nil: each is paid in its own.
  public var paidIn: String?
  /// "USD=83.15" each: at which rates it is paid in that; otherwise as the group knows them.
  public var rates: [String] = []
  /// Free text.
  public var note = ""

  /// Makes a wish to settle all that the user is to pay.
  public init() {}

  /// The command without its entry's id, read with the group's members and debts.
  public func command(in view: GroupView) throws(ArgumentFlaw) -> SettleUp {
    try requirePayer()
    let shared = view.state.shared
    let currency = try Choices.currency(currency, in: shared)
    let names = MemberNames(shared, me: view.member)
    let payer: MemberID
    let receiver: MemberID
    if let name {
      let other = try names.find(name)
      let me = try from.map { text throws(ArgumentFlaw) in try names.find(text) } ?? view.member
      guard other != me else { throw ArgumentFlaw(.nobodySettlesAlone).naming(.transferNeedsTwoMembers) }
      // Who says who paid is not corrected.
      (payer, receiver) = owed(by: me, to: other, in: currency, shared) >= 0 || from != nil ? (me, other) : (other, me)
    } else {
      let mine = owed(by: view.member, in: currency, shared)
      guard let only = mine.first else {
        throw ArgumentFlaw(
          "You owe nothing in \(currency). Say whose payment to you to record: hearth settle NAME",
          "आपको \(currency) में कुछ नहीं देना है। बताएँ कि किसका दिया दर्ज करना है: hearth settle नाम"
        ).refusing(nothingOwed(in: currency, shared))
      }
      guard mine.count == 1 else {
        let list = mine.map { "\(shared.name($0.creditor)) \(currency.text($0.minor))" }
        throw ArgumentFlaw(
          "Say whom you paid: hearth settle NAME. You owe \(list.joined(separator: ", ")).",
          "बताएँ कि किसे दिया: hearth settle नाम। आपको देने हैं: \(list.joined(separator: ", "))।")
      }
      (payer, receiver) = (only.debtor, only.creditor)
    }
    var wish = SettleUp()
    wish.fromMemberID = payer.description
    wish.toMemberID = receiver.description
    // The debt that was seen is what is paid, whatever it has become when the command arrives.
    let debt = owed(by: payer, to: receiver, in: currency, shared)
    if debt > 0 { wish.minor = min(debt, amountMinorMax) }
    if let amount { wish.minor = try AmountText.minor(amount, currency) }
    wish.currency = currency.code
    wish.allowMore = allowsMore
    wish.mode = mode
    wish.note = note
    return wish
  }

  /// With `--more` the debt does not say who paid: the same command would turn its own debt round.
  func requirePayer() throws(ArgumentFlaw) {
    guard allowsMore, amount != nil, from == nil else { return }
    throw ArgumentFlaw("With --more say who paid: --from NAME, or --from me", "--more के साथ बताएँ कि किसने दिया: --from नाम, या --from me")
  }

  /// As the server refuses it of two members.
  func nothingOwed(in currency: Currency, _ shared: SharedState) -> Rejection {
    .nothingOwed(field: "settle_up.to_member_id", currency, isDirect: isDirect(shared))
  }

  private func isDirect(_ shared: SharedState) -> Bool { mode == .unspecified ? shared.offersDirect : mode == .direct }

  /// What the one owes the other in the mode that is meant, negative when it is the other way. No other mode takes its
  /// place (SPEC ST-06).
  func owed(by me: MemberID, to other: MemberID, in currency: Currency, _ shared: SharedState) -> Int64 {
    if isDirect(shared) { return shared.debt(of: me, to: other, in: currency) }
    let plan = shared.settlementPlan(in: currency)
    return plan.minor(from: me, to: other) - plan.minor(from: other, to: me)
  }

  /// The people the member is to pay, and what.
  func owed(by member: MemberID, in currency: Currency, _ shared: SharedState) -> [Obligation] {
    let debts = isDirect(shared) ? shared.directDebts(in: currency) : shared.settlementPlan(in: currency).transfers
    return debts.filter { $0.debtor == member }
  }
}
