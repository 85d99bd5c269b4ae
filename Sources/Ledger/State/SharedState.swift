import HearthProtocol

/// What all active members of a group see: the fold of lane `shared`.
///
/// It is changed by `GroupState.apply` and `restore` only. Large collections are persistent, so a copy costs nothing;
/// no change costs more because there are more entries.
public struct SharedState: Sendable {
  /// In the order of adding.
  public internal(set) var entries = PersistentList<EntryID, EntryState>()
  /// Who is owed and who owes.
  public internal(set) var balances = Balances()

  /// What every two members owe each other by the entries.
  var debts = PairDebts()
  var spending = Spending()
  var days = DayBook()
  var budgetBook = BudgetBook()
  /// What minors owe of the group's expenses, by their numbers; what has no category too.
  var minorSpending: [Int: Spending] = [:]
  /// By the members' numbers.
  var acts: [EntryActs] = []

  /// What entries do not change: each decision copies the state, and so costs one reference for all of it.
  private struct Frame: Sendable {
    var settings: GroupSettings?
    var members = Members()
    var categories: [Category] = []
    var categoryPlaces: [String: Int] = [:]
    var budgets = PersistentList<BudgetID, BudgetState>()
    var rates = Rates()
    var reminders = Reminders()
    var recurring = Recurring()
    var festivals = PersistentList<FestivalID, FestivalState>()
    var policies = Policies()
    var preferences = Preferences()
    var erasing: [MemberID] = []
    var roster = Roster.empty
    var shownNames: [MemberID: String] = [:]
  }

  private var frame = Boxed(Frame())

  init() {}

  /// The member with this id, or nil; also one who has left.
  public func member(_ id: MemberID) -> MemberState? { members[id] }

  /// The active member that this identity is, or nil.
  func member(holding holder: HolderID) -> MemberState? {
    guard let member = members.member(holding: holder), member.status == .active else { return nil }
    return member
  }

  /// The category with this key, or nil.
  public func category(_ key: String) -> Category? { categoryPlaces[key].map { categories[$0] } }
}

// MARK: The frame

extension SharedState {
  // One field is looked at, since looking at all that a group says of itself copies it.

  /// Whether the group exists.
  var isCreated: Bool { settings?.createdAt != nil }

  /// Whether the group can only be read, settled, left and exported.
  var isArchived: Bool { settings?.archivedAt != nil }

  /// What the group says of itself; nil before it is created.
  public internal(set) var settings: GroupSettings? {
    _read { yield frame.value.settings }
    _modify { yield &frame.value.settings }
  }

  /// All who are or were in the group, in the order of joining.
  public internal(set) var members: Members {
    _read { yield frame.value.members }
    _modify { yield &frame.value.members }
  }

  /// In the order of addition; those that are retired too.
  public internal(set) var categories: [Category] {
    _read { yield frame.value.categories }
    _modify { yield &frame.value.categories }
  }

  /// In the order of first setting.
  public internal(set) var budgets: PersistentList<BudgetID, BudgetState> {
    _read { yield frame.value.budgets }
    _modify { yield &frame.value.budgets }
  }

  /// What currencies are worth in one another.
  public internal(set) var rates: Rates {
    _read { yield frame.value.rates }
    _modify { yield &frame.value.rates }
  }

  /// Who was reminded of a debt lately.
  public internal(set) var reminders: Reminders {
    _read { yield frame.value.reminders }
    _modify { yield &frame.value.reminders }
  }

  /// What the server books by itself.
  public internal(set) var recurring: Recurring {
    _read { yield frame.value.recurring }
    _modify { yield &frame.value.recurring }
  }

  /// Envelopes that save ahead for festivals, in the order of first setting; removed ones too.
  public internal(set) var festivals: PersistentList<FestivalID, FestivalState> {
    _read { yield frame.value.festivals }
    _modify { yield &frame.value.festivals }
  }

  /// What the group has decided for itself in the permission matrix.
  public internal(set) var policies: Policies {
    _read { yield frame.value.policies }
    _modify { yield &frame.value.policies }
  }

  /// Which notices the members want.
  public internal(set) var preferences: Preferences {
    _read { yield frame.value.preferences }
    _modify { yield &frame.value.preferences }
  }

  /// The members whose words are being erased, in the order of asking.
  public internal(set) var erasing: [MemberID] {
    _read { yield frame.value.erasing }
    _modify { yield &frame.value.erasing }
  }

  /// The names by which the viewer of this copy calls members. Folding, snapshots and messages know nothing
  /// of it, and a state that is made anew has none.
  public internal(set) var shownNames: [MemberID: String] {
    _read { yield frame.value.shownNames }
    _modify { yield &frame.value.shownNames }
  }

  /// The members' numbers, in the order of joining.
  var roster: Roster {
    _read { yield frame.value.roster }
    _modify { yield &frame.value.roster }
  }

  /// Places in `categories` by key.
  var categoryPlaces: [String: Int] {
    _read { yield frame.value.categoryPlaces }
    _modify { yield &frame.value.categoryPlaces }
  }
}
