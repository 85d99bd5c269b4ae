import HearthProtocol
import Ledger

extension SharedState {
  /// Names those who share an entry that names nobody, so that it is divided among the people that its user has seen,
  /// whenever it arrives (SPEC CM-09).
  ///
  /// - Parameter now: milliseconds since 1970.
  public func fillSplit(of content: inout EntryContent, at now: Int64) {
    if content.kind == .expense, content.split.method == nil { content.split.equal = EqualSplit() }
    fillNames(of: &content.split, at: now)
  }

  /// The same of an edit that says anew how its entry divides.
  public func fillSplit(of changes: inout EntryChanges, at now: Int64) {
    if changes.hasMoney { fillNames(of: &changes.money.split, at: now) }
  }

  private func fillNames(of split: inout Split, at now: Int64) {
    // Where nobody shares the server says what is wrong.
    let names = members.sharing(at: now).map(\.id.description)
    switch split.method {
    case .equal(let equal): if equal.memberIds.isEmpty { split.equal.memberIds = names }
    case .income(let income): if income.memberIds.isEmpty { split.income.memberIds = names }
    case .percentage, .exact, .weights, nil: break
    }
  }
}
