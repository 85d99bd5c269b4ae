import HearthClient
import HearthProtocol
import Ledger

/// One thing that a feed tells.
public indirect enum FeedItem: Sendable {
  /// A day, before what happened on it.
  case day(CivilDate)
  /// Something that happened at this instant: milliseconds since 1970.
  case at(Int64, FeedItem)
  /// The same with the time of day in the group, "18:05".
  case timed(String, FeedItem)
  /// The same of what not all members receive: it gets a mark.
  case narrow(FeedItem)
  /// The group, at the start.
  case header(name: String, members: Int, othersOnline: [String])
  /// So many entries are not shown.
  case earlier(entries: Int)
  /// The group was made.
  case created(name: String)
  /// Somebody is new.
  case joined(name: String, role: Role)
  /// An entry was added.
  case entry(FeedEntry)
  /// A budget reached a threshold.
  case alert(AlertNews)
  /// Somebody was reminded of what they owe; it is said to them as to themselves.
  case reminded(by: String, debtor: String, creditor: String, owed: String, mode: SettlementMode, isViewer: Bool)
  /// Somebody says something kind to somebody; nil: to the viewer.
  case coached(by: String, to: String?, text: String)
  /// Something else happened: a picture for it, what it was, and what it is a notice about; nil: it is none.
  case told(mark: String, Wording, about: NoticeKind? = nil)
  /// Somebody came or left.
  case presence(name: String, isOnline: Bool)
  /// The connection broke.
  case disconnected(retryMilliseconds: Int64)
  /// The connection is back.
  case reconnected
  /// The server was restored from a backup, as it says.
  case restored
  /// The server's account cannot be believed.
  case fault(ReplicaFault)
  /// A member says to have been told another history than this hash is of.
  case otherHistory(name: String, ToldHead, own: LaneHash)
}

extension FeedItem {
  /// The item without the instant at which it happened.
  var untimed: FeedItem { if case .at(_, let item) = self { item } else { self } }

  /// A reminder with names; nil when its currency is not known.
  init?(_ reminded: DebtorReminded, by member: String, _ shared: SharedState, me: MemberID) {
    guard let currency = Currency(code: reminded.owed.currency) else { return nil }
    self = .reminded(
      by: shared.name(member), debtor: shared.name(reminded.debtorID), creditor: shared.name(reminded.creditorID),
      owed: currency.text(reminded.owed.minor), mode: reminded.mode,
      isViewer: MemberID(reminded.debtorID) == me)
  }
}

/// An entry with what it takes to show it: names, its category, the budgets it touches as they stand after it.
public struct FeedEntry: Sendable {
  struct Person: Sendable {
    var name: String
    var minor: Int64
  }

  let entry: EntryState
  let addedBy: String
  let avatar: Avatar
  let category: Category?
  let paid: [Person]
  let owed: [Person]
  /// What the viewer gets back; negative what they owe. Nil when they have no part in it.
  let mine: Int64?
  let budgets: [(BudgetState, BudgetProgress)]
  /// Whether the split is equal and takes in every member.
  let isAmongAll: Bool
  /// How far the viewer's part is settled, and what of it is paid; nil where that is not told, and where there is
  /// nothing to settle.
  let standing: EntryStandingOfMember?

  /// - Parameter shares: of this entry; nil: how far it is settled is not told.
  init(_ entry: EntryState, _ shared: SharedState, me: MemberID, withBudgets: Bool = true, shares: [EntryShare]? = nil) {
    func person(_ portion: Portion) -> Person {
      Person(name: shared.name(portion.member), minor: portion.minor)
    }
    self.entry = entry
    standing = entry.kind == .transfer ? nil : shares?.standing(of: me)
    addedBy = shared.name(entry.addedBy)
    avatar = shared.member(entry.addedBy).map { Avatar($0, in: shared) } ?? Avatar("", color: "")
    category = shared.category(entry.category)
    paid = entry.paid.map(person)
    owed = entry.owed.map(person)
    isAmongAll = entry.split == .equal && entry.owed.count == shared.members.presentIDs.count
    let paidByMe = entry.paid.first { $0.member == me }?.minor
    let owedByMe = entry.owed.first { $0.member == me }?.minor
    if paidByMe == nil && owedByMe == nil {
      mine = nil
    } else {
      // Both are between 0 and 10^15.
      let difference = (paidByMe ?? 0) - (owedByMe ?? 0)
      // The receiver of an income holds what the others are due.
      switch entry.kind {
      case .income: mine = -difference
      case .expense, .transfer, .unspecified, .UNRECOGNIZED: mine = difference
      }
    }
    guard withBudgets, entry.kind == .expense, !entry.category.isEmpty else {
      budgets = []
      return
    }
    budgets = shared.budgets.filter { $0.isActive && $0.counts(entry) }.map { ($0, shared.progress(of: $0, on: entry.date)) }
  }
}
