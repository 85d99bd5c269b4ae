import HearthProtocol

/// How much an answer about debts may hold.
public struct SettlementLimits: Sendable {
  /// Entries named behind one hop of a route; the others are counted.
  public var partsPerHop: Int
  /// Shares listed that are not settled; the others are counted.
  public var shares: Int

  /// Makes limits.
  public init(partsPerHop: Int, shares: Int) {
    self.partsPerHop = partsPerHop
    self.shares = shares
  }

  /// Limit: what is sent over a connection.
  public static let message = SettlementLimits(partsPerHop: 50, shares: 1_000)
  /// No limits, for a caller that holds the state.
  public static let none = SettlementLimits(partsPerHop: .max, shares: .max)
}

extension GroupState {
  /// Answers who owes whom (SPEC ST-07). With explanation or shares it walks all entries, so a server does it off its
  /// loops.
  ///
  /// - Throws: `unknownCurrency` or `choiceNotAllowed`.
  public func settlement(_ request: ReadSettlement, _ limits: SettlementLimits) throws(Rejection) -> Settlement {
    let isDirect = try shared.offersDirect(request.mode, field: "read_settlement.mode")
    let usual = request.currency.isEmpty ? shared.settings?.currency : nil
    guard let currency = usual ?? Currency(code: request.currency) else { throw .unknownCurrency(field: "read_settlement.currency") }

    if request.byParty {
      guard request.mode != .direct, !request.explain, !request.shares else { throw .choiceNotAllowed(field: "read_settlement.by_party") }
      return partySettlement(in: currency)
    }
    var answer = Settlement()
    answer.groupID = group.description
    answer.currency = currency.code
    answer.mode = isDirect ? .direct : .simplified
    answer.currencies = shared.balances.currencies.map(\.code)
    answer.balances = shared.memberBalances(in: currency).map(Share.init)
    let debts: [Obligation]
    if isDirect {
      debts = shared.directDebts(in: currency)
    } else {
      let plan = shared.settlementPlan(in: currency)
      debts = plan.transfers
      answer.proven = plan.isProven
      answer.circles = plan.circles.map(SettlementCircle.init)
    }
    answer.debts = debts.map(Debt.init)
    if request.explain {
      let explanation = Explanation(debts, in: shared, currency)
      for (place, routes) in explanation.routes.enumerated() { answer.debts[place].routes = routes.map { DebtRoute($0, limits) } }
    }
    if request.shares {
      let open = shared.shares(in: currency, isDirect ? .direct : .simplified).filter { $0.status != .paid }
      answer.openShares = open.prefix(limits.shares).map(ShareStatus.init)
      answer.moreShares = UInt32(clamping: open.count - answer.openShares.count)
    }
    return answer
  }
}

extension GroupState {
  /// The same where those who settle as one count as one (SPEC PT-03).
  private func partySettlement(in currency: Currency) -> Settlement {
    let plan = shared.partyPlan(in: currency)
    var answer = Settlement()
    answer.groupID = group.description
    answer.currency = currency.code
    answer.mode = .simplified
    answer.currencies = shared.balances.currencies.map(\.code)
    answer.balances = shared.partyBalances(in: currency).map(Share.init)
    answer.debts = plan.transfers.map(Debt.init)
    answer.proven = plan.isProven
    answer.circles = plan.circles.map(SettlementCircle.init)
    return answer
  }
}

extension SettlementCircle {
  fileprivate init(_ circle: [MemberBalance]) {
    self.init()
    balances = circle.map(Share.init)
  }
}

extension SharedState {
  /// Whether debts are offered as the entries made them, and not in the fewest transfers. The asker's mode counts;
  /// without one, the group's setting does.
  func offersDirect(_ mode: SettlementMode, field: String) throws(Rejection) -> Bool {
    switch mode {
    case .direct: true
    case .simplified: false
    case .unspecified: offersDirect
    case .UNRECOGNIZED: throw .choiceNotAllowed(field: field)
    }
  }

  /// Whether the group has set that debts are offered as the entries made them (product 7, SPEC ST-06).
  public var offersDirect: Bool { settings?.simplifiesDebts == false }
}

extension Share {
  fileprivate init(_ balance: MemberBalance) { self.init(memberText: balance.member.description, minor: balance.minor) }
}

extension Debt {
  fileprivate init(_ obligation: Obligation) {
    self.init()
    fromMemberID = obligation.debtor.description
    toMemberID = obligation.creditor.description
    minor = obligation.minor
  }
}

extension DebtRoute {
  fileprivate init(_ route: Explanation.Route, _ limits: SettlementLimits) {
    self.init()
    minor = route.minor
    hops = route.hops.map { hop in
      var message = DebtHop()
      message.fromMemberID = hop.from.description
      message.toMemberID = hop.to.description
      message.replaced = hop.isReplaced
      message.parts = hop.parts.prefix(limits.partsPerHop).map { part in
        var message = DebtPart()
        message.entryID = part.entry.description
        message.minor = part.minor
        return message
      }
      let more = hop.parts.dropFirst(message.parts.count)
      message.moreEntries = UInt32(clamping: more.count)
      message.moreMinor = more.reduce(0) { $0 + $1.minor }
      return message
    }
  }
}
