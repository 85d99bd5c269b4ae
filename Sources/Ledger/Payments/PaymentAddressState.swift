import HearthProtocol

/// Where a member takes money: what their inbox says of it (SPEC PL-01).
public struct PaymentAddressState: Sendable, Equatable {
  /// Who held the member when it was said: nobody pays them who comes after.
  public let holder: HolderID
  /// As `PaymentAddress.text` writes it. A later version may know it no more, so it is read when it is used.
  public let address: String

  init(_ holder: some Collection<UInt8>, _ address: String) throws(HistoryFlaw) {
    guard let holder = HolderID(bytes: Array(holder)) else { throw .malformed("holder") }
    guard !address.isEmpty, address.utf8.count <= PaymentAddress.textBytesMax else { throw .malformed("address") }
    (self.holder, self.address) = (holder, address)
  }

  init(_ snapshot: MemberPaymentAddress) throws(HistoryFlaw) { try self.init(snapshot.holder, snapshot.address) }

  /// As snapshots carry it.
  var message: MemberPaymentAddress {
    var message = MemberPaymentAddress()
    (message.holder, message.address) = (.init(holder.bytes), address)
    return message
  }
}

extension InboxState {
  /// Folds in where its reader takes money.
  mutating func set(_ event: PaymentAddressSet, of reader: MemberID) throws(HistoryFlaw) {
    guard event.memberID == reader.description else { throw .misplaced }
    guard HolderID(bytes: Array(event.holder)) != nil else { throw .malformed("holder") }
    paymentAddress = event.address.isEmpty ? nil : try PaymentAddressState(event.holder, event.address)
  }
}

extension GroupState {
  /// Where the member takes money, as they are held now. Known to themselves and to the server alone.
  public func paymentAddress(of member: MemberState) -> PaymentAddressState? {
    guard let holder = member.holder, let said = inboxes[member.id]?.paymentAddress, said.holder == holder else { return nil }
    return said
  }

  /// How the asker pays a member what they owe them (SPEC PL-02). Whether the member takes money anywhere is told to
  /// nobody who owes them nothing.
  ///
  /// - Throws: why there is no link; what is owed comes before what the payee has said.
  public func paymentLink(_ request: ReadPaymentLink, for asker: MemberID) throws(Rejection) -> PaymentLink {
    let field = "read_payment_link.payee_id"
    let isDirect = try shared.offersDirect(request.mode, field: "read_payment_link.mode")
    guard request.minor == 0 || Limits.amountMinor.contains(request.minor) else {
      throw .amountOutOfRange(field: "read_payment_link.minor")
    }
    let usual = request.currency.isEmpty ? shared.settings?.currency : nil
    guard let currency = usual ?? Currency(code: request.currency) else { throw .unknownCurrency(field: "read_payment_link.currency") }
    guard let id = MemberID(request.payeeID) else { throw .malformedMember(field: field) }
    guard id != asker else { throw .memberRepeated(field: field) }
    guard let payee = shared.member(id) else { throw .unknownMember(field: field) }
    let owed =
      isDirect
      ? max(0, shared.debt(of: asker, to: id, in: currency)) : shared.settlementPlan(in: currency).minor(from: asker, to: id)
    guard owed > 0 else { throw .nothingOwed(field: field, currency, isDirect: isDirect) }
    guard payee.status == .active, let said = paymentAddress(of: payee), let address = try? PaymentAddress(said.address) else {
      throw .noPaymentAddress(field: field)
    }
    let minor = request.minor == 0 ? min(owed, amountMinorMax) : request.minor
    var link = PaymentLink()
    link.note = [shared.settings?.name ?? "", shared.member(asker)?.displayName ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    do throws(PaymentFlaw) {
      let code = try PaymentCode(to: address, name: payee.displayName, minor: minor, currency: currency, note: link.note)
      (link.payload, link.link, link.note) = (code.payload, code.isLink, code.note)
    } catch {
      throw .paymentNotPossible(field: field, takes: address.currencyCode)
    }
    (link.groupID, link.payeeID, link.name) = (group.description, id.description, payee.displayName)
    (link.amount, link.address) = (Money(minor: minor, currency: currency), address.text)
    return link
  }
}
