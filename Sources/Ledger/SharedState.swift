import HearthProtocol

/// What all active members of a group see: the fold of lane `shared`.
///
/// It is changed by `GroupState.apply` and `restore` only. Large collections are persistent, so a copy costs nothing; no change costs more
/// because there are more entries.
public struct SharedState: Sendable {
  /// What the group says of itself; nil before it is created.
  public internal(set) var settings: GroupSettings?
  /// All who are or were in the group, in the order of joining.
  public internal(set) var members = Members()
  /// In the order of adding.
  public internal(set) var entries = PersistentList<EntryID, EntryState>()
  /// In the order of addition; those that are retired too.
  public internal(set) var categories: [Category] = []
  /// In the order of first setting.
  public internal(set) var budgets = PersistentList<BudgetID, BudgetState>()
  /// What currencies are worth in one another.
  public internal(set) var rates = Rates()
  /// Who is owed and who owes.
  public internal(set) var balances = Balances()

  /// What every two members owe each other by the entries.
  var debts = PairDebts()
  /// Who was reminded of a debt lately.
  public internal(set) var reminders = Reminders()
  /// What the server books by itself.
  public internal(set) var recurring = Recurring()
  /// Envelopes that save ahead for festivals, in the order of first setting; removed ones too.
  public internal(set) var festivals = PersistentList<FestivalID, FestivalState>()
  /// What the group has decided for itself in the permission matrix.
  public internal(set) var policies = Policies()
  /// Which notices the members want.
  public internal(set) var preferences = Preferences()

  var spending = Spending()
  var days = DayBook()
  var budgetBook = BudgetBook()
  /// The members' numbers, in the order of joining.
  var roster = Roster.empty
  /// By the members' numbers.
  var acts: [EntryActs] = []
  /// Places in `categories` by key.
  var categoryPlaces: [String: Int] = [:]

  init() {}

  /// The member with this id, or nil; also one who has left.
  public func member(_ id: MemberID) -> MemberState? { members[id] }

  /// The active member that this identity is, or nil.
  func member(holding holder: HolderID) -> MemberState? {
    members.member(holding: holder).flatMap { $0.status == .active ? $0 : nil }
  }

  /// The category with this key, or nil.
  public func category(_ key: String) -> Category? { categoryPlaces[key].map { categories[$0] } }
}
