import HearthClient
import HearthProtocol
import Ledger

/// `hearth settle` and `hearth remind`.
public struct SettlementCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth settle`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func settle(_ wish: SettleWish, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let group = try sitting.group(group)
    var view = try sitting.follow(group)
    // It is kept behind what waits, so it settles what is owed then.
    if sitting.isKeptStuck, !isPreview { view = try KeptCommands(sitting).foreseen(group) }
    let seen = view
    func settle(_ command: SettleUp) throws(ConsoleFailure) {
      var command = command
      let id: EntryID = Present.id()
      command.entryID = id.description
      // Asked for before it is recorded: afterwards it is owed no more.
      let link = PaymentCommands(sitting).link(for: command, in: group, seen)
      if isPreview {
        try sitting.preview(.settleUp(command), to: group, seen)
      } else {
        try KeptCommands(sitting).show(.settleUp(command), to: group, seen)
      }
      if let link { output.show(Screens.paymentHint(link, output.theme), json: WireFormat.line(link)) }
    }
    guard let paidIn = wish.paidIn else {
      return try settle(try reading { () throws(ArgumentFlaw) in try wish.command(in: view) })
    }
    let settling = try reading { () throws(ArgumentFlaw) in try wish.converted(to: paidIn, in: view) }
    for (recorded, command) in settling.commands.enumerated() {
      do throws(ConsoleFailure) {
        try settle(command)
      } catch {
        guard recorded > 0, !isPreview else { throw error }
        let first = settling.first(recorded)
        if output.isJSON { output.write([first.json]) }
        throw error.preceded(by: first.lines(of: settling.commands.count, output.theme))
      }
    }
    output.show(settling.lines(output.theme), json: [settling.json])
  }

  /// `hearth remind`.
  ///
  /// - Parameters:
  ///   - currency: the code of the currency that is owed; nil for the group's.
  ///   - mode: which debt is meant; unspecified: the one that the group offers.
  ///   - isPreview: whether only what it would say is shown.
  public func remind(
    _ debtor: String, creditor: String?, currency: String? = nil, mode: SettlementMode = .unspecified, isPreview: Bool = false,
    group: String?
  ) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let names = MemberNames(view.state.shared, me: view.member)
    var remind = RemindDebtor()
    let debtor = try reading { () throws(ArgumentFlaw) in try names.find(debtor) }
    let other = try reading { () throws(ArgumentFlaw) in
      let other = try creditor.map { creditor throws(ArgumentFlaw) in try names.find(creditor) }
      if debtor == other ?? view.member { throw ArgumentFlaw(.nobodyOwesThemselves) }
      return other
    }
    (remind.debtorID, remind.creditorID) = (debtor.description, other?.description ?? "")
    if let currency { remind.currency = try reading { () throws(ArgumentFlaw) in try Choices.currency(currency) }.code }
    remind.mode = mode
    if isPreview { return try sitting.preview(.remindDebtor(remind), to: group, view) }
    try KeptCommands(sitting).show(.remindDebtor(remind), to: group, view)
  }
}
