import HearthProtocol

/// What differs between two states of one group, of which one came before the other (product N2).
public struct GroupDifference: Sendable {
  /// What became of an entry.
  public struct EntryChange: Sendable {
    /// In which way it differs.
    public enum Kind: Sendable, Equatable { case added, changed, voided, restored }

    /// As it is in the later state.
    public let entry: EntryState
    /// As it was; nil when it was added.
    public let before: EntryState?
    /// In which way it differs.
    public let kind: Kind
  }

  /// A balance, in minor units; what is owed to the member is positive.
  public struct BalanceChange: Sendable, Equatable {
    /// Whose balance.
    public let member: MemberID
    /// In which currency.
    public let currency: Currency
    /// In the earlier state.
    public let beforeMinor: Int64
    /// In the later one.
    public let afterMinor: Int64
  }

  /// What became of a member.
  public struct MemberChange: Sendable {
    /// In which way they differ.
    public enum Kind: Sendable, Equatable { case added, joined, left, removed, replaced, returned, roleChanged, renamed }

    /// As they are in the later state.
    public let member: MemberState
    /// As they were; nil when they were not there.
    public let before: MemberState?
    /// In which way they differ, the weightiest first where it is several.
    public let kind: Kind
  }

  /// What became of a budget and its figures.
  public struct BudgetChange: Sendable {
    /// In which way it differs: `spent` is what entries did to it, a new period included.
    public enum Kind: Sendable, Equatable { case added, changed, removed, reactivated, spent }

    /// As it is in the later state.
    public let budget: BudgetState
    /// How far it was spent on the earlier day; nil when it did not count then.
    public let before: BudgetProgress?
    /// How far it is spent on the later day; nil when it counts no more.
    public let after: BudgetProgress?
    /// In which way it differs.
    public let kind: Kind
  }

  /// In the order of adding.
  public let entries: [EntryChange]
  /// By the currency's code, then in the order of joining.
  public let balances: [BalanceChange]
  /// In the order of joining.
  public let members: [MemberChange]
  /// In the order of first setting.
  public let budgets: [BudgetChange]

  /// Compares. Costs the number of entries; for looking, never for deciding.
  ///
  /// - Parameters:
  ///   - earlier: an earlier state; its events are the first of those of `later`.
  ///   - earlierDay: the day for the budgets' figures in it; `laterDay` likewise.
  public init(from earlier: SharedState, on earlierDay: CivilDate, to later: SharedState, on laterDay: CivilDate) {
    entries = later.entries.enumerated().compactMap { place, entry in
      guard place < earlier.entries.count else { return EntryChange(entry: entry, before: nil, kind: .added) }
      let before = earlier.entries[place]
      guard before.version != entry.version else { return nil }
      let kind: EntryChange.Kind = before.isVoided == entry.isVoided ? .changed : entry.isVoided ? .voided : .restored
      return EntryChange(entry: entry, before: before, kind: kind)
    }
    balances = later.balances.currencies(with: earlier.balances).flatMap { currency in
      later.members.compactMap { member in
        let (before, after) = (earlier.balances[member.id, currency], later.balances[member.id, currency])
        guard before != after else { return nil }
        return BalanceChange(member: member.id, currency: currency, beforeMinor: before, afterMinor: after)
      }
    }
    members = later.members.compactMap { member in
      let before = earlier.member(member.id)
      return MemberChange.Kind(from: before, to: member).map { MemberChange(member: member, before: before, kind: $0) }
    }
    budgets = later.budgets.compactMap { budget in
      let before = earlier.budgets[budget.id]
      let was = before.flatMap { $0.isActive ? earlier.progress(of: $0, on: earlierDay) : nil }
      let progress = budget.isActive ? later.progress(of: budget, on: laterDay) : nil
      guard let kind = BudgetChange.Kind(from: before, to: budget) ?? (was != progress ? .spent : nil) else { return nil }
      return BudgetChange(budget: budget, before: was, after: progress, kind: kind)
    }
  }

  /// Whether nothing differs.
  public var isEmpty: Bool { entries.isEmpty && balances.isEmpty && members.isEmpty && budgets.isEmpty }
}

extension GroupDifference.MemberChange.Kind {
  fileprivate init?(from before: MemberState?, to after: MemberState) {
    guard let before else {
      self = after.status == .unclaimed ? .added : .joined
      return
    }
    switch (before.status, after.status) {
    case (.unclaimed, .active): self = .joined
    case (.left, .active), (.left, .unclaimed), (.removed, .active), (.removed, .unclaimed): self = .returned
    case (.unclaimed, .left), (.active, .left), (.removed, .left): self = .left
    case (.unclaimed, .removed), (.active, .removed), (.left, .removed): self = .removed
    case (.unclaimed, .replaced), (.active, .replaced), (.left, .replaced), (.removed, .replaced): self = .replaced
    case (.unclaimed, .unclaimed), (.active, .active), (.active, .unclaimed), (.left, .left), (.removed, .removed), (.replaced, _):
      if before.role != after.role {
        self = .roleChanged
      } else if before.displayName != after.displayName {
        self = .renamed
      } else {
        return nil
      }
    }
  }
}

extension GroupDifference.BudgetChange.Kind {
  fileprivate init?(from before: BudgetState?, to after: BudgetState) {
    guard let before else {
      self = .added
      return
    }
    guard before.isActive == after.isActive else {
      self = after.isActive ? .reactivated : .removed
      return
    }
    guard before != after else { return nil }
    self = .changed
  }
}
