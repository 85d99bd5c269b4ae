import HearthProtocol

/// A settlement plan that is not reckoned yet. It holds all that reckoning takes, so that another thread can do it.
public struct PlanWork: Sendable, Equatable {
  /// Of the balances.
  public let currency: Currency
  let balances: [MemberBalance]

  // Limit: open balances whose plan takes a few thousand steps, and no time that anybody notices.
  private static let quickMax = 8

  /// Whether it takes no longer than handing it over would.
  public var isQuick: Bool { balances.count { $0.minor != 0 } <= Self.quickMax }

  /// Reckons the plan: some milliseconds at most.
  public func plan() -> SettlementPlan { SettlementPlan(balances) }
}

extension Command {
  /// Whether deciding it may look for a settlement plan: nobody who names the direct way or any amount does.
  public var mayNeedPlan: Bool {
    switch body {
    case .settleUp(let wish): wish.mode != .direct && !(wish.hasMinor && wish.allowMore)
    case .remindDebtor(let wish): wish.mode != .direct
    default: false
    }
  }
}

extension GroupState {
  /// The plan that deciding a command looks for; nil where it looks for none, or where it is kept already.
  public func planWork(for command: Command) -> PlanWork? {
    guard command.mayNeedPlan else { return nil }
    let (mode, code): (SettlementMode, String)
    switch command.body {
    case .settleUp(let wish): (mode, code) = (wish.mode, wish.currency)
    case .remindDebtor(let wish): (mode, code) = (wish.mode, wish.currency)
    default: return nil
    }
    guard (try? shared.offersDirect(mode, field: "")) == false else { return nil }
    guard let currency = code.isEmpty ? shared.settings?.currency : Currency(code: code), shared.balances.plan(in: currency) == nil else {
      return nil
    }
    return PlanWork(currency: currency, balances: shared.memberBalances(in: currency))
  }

  /// Keeps a plan until a balance changes, so that deciding costs nothing meanwhile; nothing if one has changed since
  /// the work was taken.
  public mutating func keep(_ plan: SettlementPlan, of work: PlanWork) {
    guard shared.memberBalances(in: work.currency) == work.balances else { return }
    shared.balances.keep(plan, in: work.currency)
  }
}
