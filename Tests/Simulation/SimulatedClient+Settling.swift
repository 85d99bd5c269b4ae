import HearthClient
import HearthProtocol
import Ledger

extension SimulatedClient {
  /// A payment of what this person owes by the plan that they see, or a reminder to somebody who owes them. Now and
  /// then it is about somebody with whom nothing is open.
  ///
  /// - Returns: nil when there is nothing to pay and nobody to remind.
  func settlingWish(_ view: GroupView) -> Command.OneOf_Body? {
    guard let currency = view.state.shared.settings?.currency else { return nil }
    let plan = view.state.shared.settlementPlan(in: currency)
    let debts = plan.transfers.filter { $0.debtor == view.member }
    let claims = plan.transfers.filter { $0.creditor == view.member }
    if let debt = debts.randomElement(using: &world.random), !world.chance(8) { return pay(debt.debtor, debt.creditor, debt.minor) }
    if let claim = claims.randomElement(using: &world.random), !world.chance(4) {
      return .remindDebtor(.with { $0.debtorID = claim.debtor.description })
    }
    guard world.chance(4), let other = view.state.shared.members.present.randomElement(using: &world.random) else { return nil }
    return pay(view.member, other.id, 1)
  }

  /// All that is owed, or a part of it.
  private func pay(_ payer: MemberID, _ receiver: MemberID, _ owed: Int64) -> Command.OneOf_Body {
    var settle = SettleUp()
    settle.entryID = EntryID(high: 0x0195_0000_0000_7000, low: 0x8000_0000_0000_0000 | world.number()).description
    (settle.fromMemberID, settle.toMemberID) = (payer.description, receiver.description)
    if owed > 1, world.chance(3) { settle.minor = 1 + Int64(world.word() % UInt64(owed)) }
    return .settleUp(settle)
  }
}
