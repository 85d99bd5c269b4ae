import HearthClient
import HearthProtocol
import Ledger

/// `hearth balances`.
public struct BalanceCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth balances`.
  ///
  /// - Parameters:
  ///   - currency: count all in this one; nil: each by itself.
  ///   - rates: "USD=83.1525" each, instead of the entries' own.
  ///   - moment: as it was then; nil: as it is.
  public func list(in currency: String?, rates: [String], asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let (view, day) = try HistoryReading(sitting).view(of: try sitting.group(group), asOf: moment)
    guard let currency = currency ?? sitting.profile.currency, currency.lowercased() != "each" else {
      return output.show(Screens.balances(view, output.theme), json: Self.balances(view))
    }
    let converted = try reading { () throws(ArgumentFlaw) in try RateText.balances(view, in: currency, at: rates, on: day) }
    output.show(Screens.balances(converted, view, output.theme), json: Self.balances(converted, view))
  }

  /// `hearth balances` with `--direct`, `--simplified` or `--explain`.
  ///
  /// - Parameter moment: as it was then; nil: as it is.
  public func showDebts(_ wish: Screens.DebtsWish, of name: String?, asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let view = try HistoryReading(sitting).view(of: try sitting.group(group), asOf: moment).view
    var wish = wish
    if let name {
      let names = MemberNames(view.state.shared, me: view.member)
      wish.member = try reading { () throws(ArgumentFlaw) in try names.find(name) }
    }
    let complete = wish
    output.show(Screens.debts(view, complete, output.theme), json: Self.debts(view, complete))
  }

  /// `hearth balances --parties`.
  ///
  /// - Parameter moment: as it was then; nil: as it is.
  public func showParties(asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let view = try HistoryReading(sitting).view(of: try sitting.group(group), asOf: moment).view
    output.show(Screens.parties(view, output.theme), json: Screens.partiesJSON(view))
  }

  /// `hearth balances --simplified --in`: whom the members would pay what, if all of it were owed in one currency.
  ///
  /// - Parameters:
  ///   - rates: "USD=83.1525" each, instead of the entries' own.
  ///   - name: only what this member pays or is paid.
  ///   - moment: as it was then; nil: as it is.
  public func showPlan(
    in currency: String, rates: [String], of name: String?, asOf moment: String? = nil, group: String?
  ) throws(ConsoleFailure) {
    let (view, day) = try HistoryReading(sitting).view(of: try sitting.group(group), asOf: moment)
    var member: MemberID?
    if let name {
      let names = MemberNames(view.state.shared, me: view.member)
      member = try reading { () throws(ArgumentFlaw) in try names.find(name) }
    }
    let (converted, plan) = try reading { () throws(ArgumentFlaw) in try RateText.plan(view, in: currency, at: rates, on: day) }
    output.show(
      Screens.debts(plan, of: member, converted, view, output.theme), json: Self.debts(plan, of: member, converted))
  }

  private static func balances(_ view: GroupView) -> [String] {
    let shared = view.state.shared
    return shared.balances.currencies.flatMap { currency in
      shared.members.filter { $0.isPresent || shared.balances[$0.id, currency] != 0 }
        .map { line($0, shared.balances[$0.id, currency], currency) }
    }
  }

  private static func balances(_ converted: ConvertedBalances, _ view: GroupView) -> [String] {
    view.state.shared.members.map { member in
      let left = converted.leftOut(of: member.id)
      guard !left.isEmpty else { return line(member, converted[member.id], converted.currency) }
      // Without a total, so that nobody takes the part for the whole.
      var json = JSONLine()
      json.add("memberId", member.id.description)
      json.add("displayName", member.displayName)
      json.add("countedMinor", String(converted[member.id]))
      json.add("currency", converted.currency.code)
      Screens.addLeftOut(left.map { ($0.currency, $0.minor) }, to: &json)
      return json.text
    } + unconverted(converted)
  }

  /// What is not counted is said in lines of its own.
  static func unconverted(_ converted: ConvertedBalances) -> [String] {
    converted.unconverted.map { currency in
      var json = JSONLine()
      json.add("unconverted", currency.code)
      return json.text
    }
  }

  private static func line(_ member: MemberState, _ minor: Int64, _ currency: Currency) -> String {
    var json = JSONLine()
    json.add("memberId", member.id.description)
    json.add("displayName", member.displayName)
    json.add("minor", String(minor))
    json.add("currency", currency.code)
    return json.text
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
