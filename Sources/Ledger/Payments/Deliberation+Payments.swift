import HearthProtocol

extension Deliberation {
  func decide(_ wish: SetPaymentAddress) throws(Rejection) -> Decision {
    let asker = try asker(.paymentsSet)
    // Whose it is follows from who sends it.
    try permit(.paymentsSet, asker, isOwn: true)
    let field = "set_payment_address.address"
    let text = try words(wish.address, field: field, charactersMax: PaymentAddress.charactersMax)
    var address = ""
    if !text.isEmpty {
      do throws(PaymentFlaw) { address = try PaymentAddress(text).text } catch { throw .paymentAddressMalformed(field: field, error) }
    }
    guard address != state.paymentAddress(of: asker)?.address ?? "" else { throw .nothingChanges }
    return Decision(actor: asker.id, events: [addressSet(address, by: asker.id)])
  }

  private func addressSet(_ address: String, by member: MemberID) -> DecidedEvent {
    var set = PaymentAddressSet()
    (set.memberID, set.holder, set.address) = (member.description, .init(context.holder.bytes), address)
    return DecidedEvent(.paymentAddressSet(set), in: .inbox(member))
  }

  /// Where a member takes money goes along when they go on as another.
  func paymentAddress(of former: MemberState, goingOnAs member: MemberID) -> [DecidedEvent] {
    state.paymentAddress(of: former).map { [addressSet($0.address, by: member)] } ?? []
  }
}
