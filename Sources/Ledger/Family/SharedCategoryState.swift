import HearthProtocol

/// What a member tells the group of what they spend of their own in a category: totals of months, never entries.
public struct SharedCategoryState: Sendable, Equatable {
  /// What was spent in one calendar month.
  public struct Total: Sendable, Equatable {
    /// Its first day.
    public let month: CivilDate
    /// Minor units, at least 1.
    public let minor: Int64
    /// The amount's currency.
    public let currency: Currency

    init(_ text: String, _ amount: Money) throws(HistoryFlaw) {
      guard let month = CivilDate(iso8601: text), month.components.day == 1 else { throw .malformed("period_start") }
      guard let currency = Currency(code: amount.currency) else { throw .malformed("currency") }
      guard (0...amountMinorMax).contains(amount.minor) else { throw .contradiction(.amountsInRange) }
      (self.month, minor, self.currency) = (month, amount.minor, currency)
    }
  }

  /// Key of the category.
  public let category: String
  /// Whether it is shared still.
  public internal(set) var isShared = true
  /// The newest months that were told, ascending.
  public private(set) var totals: [Total] = []

  init(_ category: String) { self.category = category }

  init(_ message: SharedCategory) throws(HistoryFlaw) {
    (category, isShared) = (message.category, message.shared)
    for total in message.totals { set(try Total(total.periodStart, total.amount)) }
    guard totals.count == message.totals.count, isShared || !totals.isEmpty else { throw .contradiction(.idsUnique) }
  }

  /// Puts the total of a month in place of the former; an amount of 0 takes it away.
  mutating func set(_ total: Total) {
    remove(total.month)
    guard total.minor > 0 else { return }
    totals.insert(total, at: totals.firstIndex { $0.month > total.month } ?? totals.count)
    if totals.count > Limits.sharedMonths { totals.removeFirst() }
  }

  mutating func remove(_ month: CivilDate) { totals.removeAll { $0.month == month } }

  var message: SharedCategory {
    var message = SharedCategory()
    (message.category, message.shared) = (category, isShared)
    message.totals = totals.map { total in
      var message = CategoryTotal()
      (message.periodStart, message.amount) = (total.month.description, Money(minor: total.minor, currency: total.currency))
      return message
    }
    return message
  }
}

extension MemberState {
  /// What the member tells of a category; nil: nothing.
  public func sharing(of category: String) -> SharedCategoryState? { sharedCategories.first { $0.category == category } }

  /// Puts it in the place of what was there, or takes that away where nothing is left of it.
  fileprivate mutating func put(_ sharing: SharedCategoryState) {
    sharedCategories.removeAll { $0.category == sharing.category }
    guard sharing.isShared || !sharing.totals.isEmpty else { return }
    sharedCategories.insert(sharing, at: sharedCategories.firstIndex { $0.category > sharing.category } ?? sharedCategories.count)
  }

  /// What a member has shared goes along when they go on as another.
  mutating func takeSharings(of former: MemberState) {
    for sharing in former.sharedCategories where self.sharing(of: sharing.category) == nil { put(sharing) }
  }

  mutating func restore(_ messages: [SharedCategory]) throws(HistoryFlaw) {
    for message in messages {
      guard message.category > sharedCategories.last?.category ?? "" else { throw .contradiction(.idsUnique) }
      sharedCategories.append(try SharedCategoryState(message))
    }
  }
}

extension SharedState {
  /// Folds an event in that is about a category which a member shares.
  mutating func share(_ body: Event.OneOf_Body) throws(HistoryFlaw) {
    switch body {
    case .categoryShared(let event): try share(event)
    case .categoryTotalSet(let event): try set(event)
    default: throw .misplaced
    }
  }

  private mutating func share(_ event: CategoryShared) throws(HistoryFlaw) {
    var member = try sharer(event.memberID, event.category)
    let old = member.sharing(of: event.category)
    guard (old?.isShared ?? false) != event.shared else { throw .contradiction(.namesKnown) }
    var sharing = old ?? SharedCategoryState(event.category)
    sharing.isShared = event.shared
    if !event.shared {
      guard let month = CivilDate(iso8601: event.periodStart) else { throw .malformed("period_start") }
      sharing.remove(month)
    }
    member.put(sharing)
    members.update(member)
  }

  private mutating func set(_ event: CategoryTotalSet) throws(HistoryFlaw) {
    var member = try sharer(event.memberID, event.category)
    guard var sharing = member.sharing(of: event.category), sharing.isShared else { throw .contradiction(.namesKnown) }
    sharing.set(try SharedCategoryState.Total(event.periodStart, event.amount))
    member.put(sharing)
    members.update(member)
  }

  private func sharer(_ text: String, _ category: String) throws(HistoryFlaw) -> MemberState {
    guard let id = MemberID(text) else { throw .malformed("member_id") }
    guard let member = members[id], self.category(category) != nil else { throw .contradiction(.namesKnown) }
    guard member.isPresent else { throw .contradiction(.memberPresent) }
    return member
  }
}
