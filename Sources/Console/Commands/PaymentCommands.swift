import HearthClient
import HearthProtocol
import Ledger

/// `hearth pay-address` and `hearth pay-link`.
public struct PaymentCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth pay-address set` and `remove`.
  ///
  /// - Parameter address: an address of UPI, or an IBAN with its BIC; empty for none any more.
  public func set(_ address: String, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var set = SetPaymentAddress()
    set.address = address
    try KeptCommands(sitting).show(.setPaymentAddress(set), to: group, view)
  }

  /// `hearth pay-address show`: where the user takes money. Only the user's debtors see it.
  public func show(group: String?) throws(ConsoleFailure) {
    let (_, view) = try sitting.view(of: group)
    let said = view.state.shared.member(view.member).flatMap { view.state.paymentAddress(of: $0) }
    var json = JSONLine()
    json.add("address", said?.address ?? "")
    output.show([output.phrases.payAddress(said?.address.printable)], json: [json.text])
  }

  /// `hearth pay-link`: the link, a QR code and the note by which the user pays what they owe.
  ///
  /// - Parameters:
  ///   - amount: "450.50"; nil for all that is owed.
  ///   - currency: the code of the currency that is owed; nil for the group's.
  ///   - mode: which debt is meant; unspecified: the one that the group offers.
  public func link(
    _ payee: String, _ amount: String?, currency: String? = nil, mode: SettlementMode = .unspecified, group: String?
  ) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let owed = try reading { () throws(ArgumentFlaw) in try Choices.currency(currency, in: view.state.shared) }
    var read = ReadPaymentLink()
    (read.groupID, read.currency, read.mode) = (group.description, owed.code, mode)
    let other = try sitting.member(payee, in: view)
    if other == view.member { try reading { () throws(ArgumentFlaw) in throw ArgumentFlaw(.nobodyOwesThemselves) } }
    read.payeeID = other.description
    if let amount { read.minor = try reading { () throws(ArgumentFlaw) in try AmountText.minor(amount, owed) } }
    let asked = read
    let link = try sitting.asking { connection throws(ConnectionFailure) in try connection.paymentLink(asked) }
    output.show(Screens.payment(link, output.theme), json: WireFormat.line(link))
  }

  /// How the payer of a settlement pays it; nil where the user is not the payer, the payee takes money nowhere, or
  /// nobody can be asked.
  func link(for settle: SettleUp, in group: GroupID, _ view: GroupView) -> PaymentLink? {
    guard settle.fromMemberID == view.member.description, !sitting.isOffline else { return nil }
    var read = ReadPaymentLink()
    (read.groupID, read.payeeID, read.currency) = (group.description, settle.toMemberID, settle.currency)
    (read.minor, read.mode) = (settle.minor, settle.mode)
    let asked = read
    return try? sitting.asking { connection throws(ConnectionFailure) in try connection.paymentLink(asked) }
  }
}
