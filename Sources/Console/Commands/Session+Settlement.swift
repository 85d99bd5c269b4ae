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
  public func command(in view: GroupView) throws(ArgumentFault) -> SettleUp {
    try requirePayer()
    let shared = view.state.shared
    let currency = try Choices.currency(currency, in: shared)
    let names = MemberNames(shared, me: view.member)
    let payer: MemberID
    let receiver: MemberID
    if let name {
      let other = try names.find(name)
      let me = try from.map { text throws(ArgumentFault) in try names.find(text) } ?? view.member
      guard other != me else { throw ArgumentFault("Nobody settles with themselves.") }
      // Who says who paid is not corrected.
      (payer, receiver) = owed(by: me, to: other, in: currency, shared) >= 0 || from != nil ? (me, other) : (other, me)
    } else {
      let mine = owed(by: view.member, in: currency, shared)
      guard let only = mine.first else {
        throw ArgumentFault("You owe nothing in \(currency). Say whose payment to you to record: hearth settle NAME")
      }
      guard mine.count == 1 else {
        let list = mine.map { "\(shared.name($0.creditor)) \(currency.text($0.minor))" }
        throw ArgumentFault("Say whom you paid: hearth settle NAME. You owe \(list.joined(separator: ", ")).")
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
  func requirePayer() throws(ArgumentFault) {
    guard allowsMore, amount != nil, from == nil else { return }
    throw ArgumentFault("With --more say who paid: --from NAME, or --from me")
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

extension Session {
  /// `hearth settle`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func settle(_ wish: SettleWish, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    var view = try follow(group)
    // It is kept behind what waits, so it settles what is owed then.
    if isKeptStuck, !isPreview { view = try foreseen(group) }
    let seen = view
    func settle(_ command: SettleUp) throws(ConsoleFailure) {
      var command = command
      let id: EntryID = Present.id()
      command.entryID = id.description
      if isPreview { return try preview(.settleUp(command), to: group, seen) }
      try show(.settleUp(command), to: group, seen)
    }
    guard let paidIn = wish.paidIn else {
      return try settle(try Self.reading { () throws(ArgumentFault) in try wish.command(in: view) })
    }
    let settling = try Self.reading { () throws(ArgumentFault) in try wish.converted(to: paidIn, in: view) }
    for (recorded, command) in settling.commands.enumerated() {
      do throws(ConsoleFailure) {
        try settle(command)
      } catch {
        guard recorded > 0, !isPreview else { throw error }
        let first = settling.first(recorded)
        if isJSON { terminal.write([first.json]) }
        throw error.preceded(by: first.lines(of: settling.commands.count, terminal.theme))
      }
    }
    show(settling.lines(terminal.theme), json: [settling.json])
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
    let group = try self.group(group)
    let view = try follow(group)
    let names = MemberNames(view.state.shared, me: view.member)
    var remind = RemindDebtor()
    remind.debtorID = try Self.reading { () throws(ArgumentFault) in try names.find(debtor) }.description
    if let creditor { remind.creditorID = try Self.reading { () throws(ArgumentFault) in try names.find(creditor) }.description }
    if let currency { remind.currency = try Self.reading { () throws(ArgumentFault) in try Choices.currency(currency) }.code }
    remind.mode = mode
    if isPreview { return try preview(.remindDebtor(remind), to: group, view) }
    try show(.remindDebtor(remind), to: group, view)
  }

  /// `hearth balances` with `--direct`, `--simplified` or `--explain`.
  ///
  /// - Parameter moment: as it was then; nil: as it is.
  public func showDebts(_ wish: Screens.DebtsWish, of name: String?, asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let view = try view(of: try self.group(group), asOf: moment).view
    var wish = wish
    if let name {
      let names = MemberNames(view.state.shared, me: view.member)
      wish.member = try Self.reading { () throws(ArgumentFault) in try names.find(name) }
    }
    let complete = wish
    show(Screens.debts(view, complete, terminal.theme), json: Self.debts(view, complete))
  }

  /// `hearth balances --simplified --in`: whom the members would pay what, if all of it were owed in one currency.
  ///
  /// - Parameters:
  ///   - rates: "USD=83.1525" each, instead of the entries' own.
  ///   - name: only what this member pays or is paid.
  ///   - moment: as it was then; nil: as it is.
  public func showConvertedPlan(
    in currency: String, rates: [String], of name: String?, asOf moment: String? = nil, group: String?
  ) throws(ConsoleFailure) {
    let (view, day) = try view(of: try self.group(group), asOf: moment)
    var member: MemberID?
    if let name {
      let names = MemberNames(view.state.shared, me: view.member)
      member = try Self.reading { () throws(ArgumentFault) in try names.find(name) }
    }
    let (converted, plan) = try Self.reading { () throws(ArgumentFault) in try RateText.plan(view, in: currency, at: rates, on: day) }
    show(
      Screens.debts(plan, of: member, converted, view, terminal.theme), json: Self.debts(plan, of: member, converted))
  }

  private static func debts(_ plan: SettlementPlan, of member: MemberID?, _ converted: ConvertedBalances) -> [String] {
    // A plan of what was counted alone settles nothing.
    guard converted.unconverted.isEmpty else { return unconverted(converted) }
    let lines = plan.transfers.filter { member == nil || $0.debtor == member || $0.creditor == member }.map { transfer in
      var json = JSONLine()
      json.add("fromMemberId", transfer.debtor.description)
      json.add("toMemberId", transfer.creditor.description)
      json.add("minor", String(transfer.minor))
      json.add("currency", converted.currency.code)
      return json.text
    }
    return lines
  }

  /// As the server answers `read_settlement`, but whole: one line a currency.
  private static func debts(_ view: GroupView, _ wish: Screens.DebtsWish) -> [String] {
    view.state.shared.balances.currencies.flatMap { currency -> [String] in
      var request = ReadSettlement()
      request.currency = currency.code
      request.mode = wish.isDirect.map { $0 ? .direct : .simplified } ?? .unspecified
      request.explain = wish.explains
      request.shares = true
      guard var answer = try? view.state.settlement(request, .none) else { return [] }
      if let member = wish.member?.description { answer.debts.removeAll { $0.fromMemberID != member && $0.toMemberID != member } }
      return WireFormat.line(answer)
    }
  }
}
