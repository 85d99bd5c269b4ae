import HearthProtocol

// Lanes that are about a minor: who receives them, and what counts against a minor's limits.
extension GroupState {
  /// The lanes of minors that a member receives: their own, and those of minors they look after (SPEC LN-14).
  func minorLanes(readableBy reader: MemberState, _ matrix: Matrix) -> [Lane] {
    var subjects = Set(minors.keys)
    if reader.role == .minor { subjects.insert(reader.id) }
    if matrix[.minorsRead, reader.role] == .yes {
      for id in shared.members.presentIDs where shared.member(id)?.role == .minor { subjects.insert(id) }
    }
    return subjects.sorted().filter { mayRead(minor: $0, reader, matrix) }.map(Lane.minor)
  }

  private func mayRead(minor subject: MemberID, _ reader: MemberState, _ matrix: Matrix) -> Bool {
    guard let minor = shared.member(shared.members.current(subject)) else { return false }
    // A minor who became an adult has their lane alone.
    guard minor.role == .minor else { return minor.id == reader.id }
    return matrix[.minorsRead, reader.role].allows(isSelf: minor.id == reader.id, isGuardian: isNamedGuardian(reader.id, of: subject))
  }

  /// Whether the minor's lane names the member as a guardian, under whatever name they had then.
  func isNamedGuardian(_ member: MemberID, of subject: MemberID) -> Bool {
    minor(subject).guardians.contains { shared.members.current($0.member) == member }
  }

  /// The subject of the lane that is about a member: the newest of their names under which anything has happened.
  public func minorSubject(of member: MemberID) -> MemberID { shared.members.names(of: member).first { minors[$0] != nil } ?? member }

  /// The subjects of the lanes about minors in which anything has happened, in ascending order.
  public var minorSubjects: [MemberID] { minors.keys.sorted() }

  /// The lane that is about a minor, for a member who receives it; nil for everybody else, as if there were none. A
  /// member who was a minor still has their lane.
  ///
  /// - Parameter minor: under any name they ever had.
  public func minorLane(of minor: MemberID, readableBy reader: MemberState) -> Lane? {
    let lane = Lane.minor(minorSubject(of: shared.members.current(minor)))
    return minorLanes(readableBy: reader, .standard).contains(lane) ? lane : nil
  }

  /// Whether a member may do something about a minor, by the permission matrix.
  public func allows(_ right: Right, _ member: MemberState, with minor: MemberID) -> Bool {
    let id = shared.members.current(minor)
    guard shared.member(id)?.role == .minor else { return false }
    return Matrix.standard[right, member.role].allows(
      isSelf: member.id == id, isGuardian: isNamedGuardian(member.id, of: minorSubject(of: id)))
  }

  /// The active members who look after a minor, the owner first, the others in the order of adding.
  public func guardians(of minor: MemberID) -> [MemberID] {
    let named = self.minor(minorSubject(of: minor)).guardians.map { shared.members.current($0.member) }
    return ([shared.members.ownerID].compactMap(\.self) + named.filter { $0 != shared.members.ownerID }).filter { id in
      guard let member = shared.member(id), member.status == .active else { return false }
      return Matrix.standard[.minorsRead, member.role].allows(isSelf: false, isGuardian: true)
    }
  }

  /// What counts against a limit on some days, in minor units of its currency: what the minor noted, and what they owe
  /// of the group's expenses. Clamped to 64 bits.
  public func spent(by minor: MemberID, against limit: SpendingLimitState, _ days: ClosedRange<CivilDate>) -> Int64 {
    spent(by: minor, limit.terms.categories, in: limit.terms.currency, days)
  }

  /// How far a limit of a minor's is spent in the period that the day falls into.
  public func progress(of limit: SpendingLimitState, for minor: MemberID, on day: CivilDate) -> BudgetProgress {
    let period = limit.period(containing: day)
    return BudgetProgress(
      period: period, spentMinor: spent(by: minor, against: limit, period), limitMinor: limit.terms.limitMinor)
  }

  /// What a minor spends in a currency on some days: what they noted, and what they owe of the group's expenses.
  ///
  /// - Parameter categories: none: all of them, and what has none.
  public func spent(by minor: MemberID, _ categories: [String] = [], in currency: Currency, _ days: ClosedRange<CivilDate>) -> Int64 {
    let own = self.minor(minorSubject(of: minor)).book.counted(of: categories, in: currency, days)
    let owed = shared.roster.number(of: minor).flatMap { shared.minorSpending[$0] }?.counted(of: categories, in: currency, days) ?? 0
    return Int64(clamping: Int128(own) + Int128(owed))
  }

  /// What of `spent` each category comes to, in the order of keys; "" is what has none. Those without spending are left
  /// out.
  public func spentByCategory(
    by minor: MemberID, in currency: Currency, _ days: ClosedRange<CivilDate>
  ) -> [(key: String, minor: Int64)] {
    let own = self.minor(minorSubject(of: minor)).book.allCategories
    let owed = shared.roster.number(of: minor).flatMap { shared.minorSpending[$0] }?.allCategories ?? []
    return Set(own).union(owed).sorted().compactMap { key in
      let sum = spent(by: minor, [key], in: currency, days)
      return sum == 0 ? nil : (key, sum)
    }
  }

  /// What `spent` leaves out: spending in other currencies without a rate into this one. In the order of codes, each in
  /// minor units of its own currency.
  public func leftOut(
    by minor: MemberID, _ categories: [String] = [], in currency: Currency, _ days: ClosedRange<CivilDate>
  ) -> [(currency: Currency, minor: Int64)] {
    let books = [self.minor(minorSubject(of: minor)).book, shared.roster.number(of: minor).flatMap { shared.minorSpending[$0] }]
      .compactMap(\.self)
    let spent = Set(books.flatMap(\.currencies)).subtracting([currency])
    return spent.sorted { $0.code < $1.code }.compactMap { other in
      let sum = books.reduce(Int128(0)) { $0 + $1.unrated(of: categories, other, in: currency, days) }
      return sum == 0 ? nil : (other, Int64(clamping: sum))
    }
  }
}

/// What a minor spends by category, each looked up once however many limits count it.
struct CategorySums {
  private struct Key: Hashable {
    let category: String
    let currency: Currency
    let days: ClosedRange<CivilDate>
  }

  private let own: Spending
  private let owed: Spending?
  private var known: [Key: Int128] = [:]

  init(_ state: GroupState, _ minor: MemberID) {
    own = state.minor(state.minorSubject(of: minor)).book
    owed = state.shared.roster.number(of: minor).flatMap { state.shared.minorSpending[$0] }
  }

  /// As `GroupState.spent` says it.
  mutating func spent(against limit: SpendingLimitState, _ days: ClosedRange<CivilDate>) -> Int64 {
    let (named, currency) = (limit.terms.categories, limit.terms.currency)
    let categories = named.isEmpty ? Array(Set(own.allCategories).union(owed?.allCategories ?? [])) : named
    return Int64(clamping: categories.reduce(Int128(0)) { $0 + sum(of: $1, in: currency, days) })
  }

  private mutating func sum(of category: String, in currency: Currency, _ days: ClosedRange<CivilDate>) -> Int128 {
    let key = Key(category: category, currency: currency, days: days)
    if let sum = known[key] { return sum }
    let sum = Int128(own.counted(of: category, in: currency, days)) + Int128(owed?.counted(of: category, in: currency, days) ?? 0)
    known[key] = sum
    return sum
  }
}

extension Spending {
  /// What counts of some categories in a currency on some days; of none: of all of them.
  func counted(of categories: [String], in currency: Currency, _ days: ClosedRange<CivilDate>) -> Int64 {
    let counted = categories.isEmpty ? allCategories : categories
    return Int64(clamping: counted.reduce(Int128(0)) { $0 + Int128(self.counted(of: $1, in: currency, days)) })
  }

  /// What of some categories was spent in one currency without a rate into another; of none: of all of them.
  fileprivate func unrated(of categories: [String], _ spent: Currency, in currency: Currency, _ days: ClosedRange<CivilDate>) -> Int128 {
    let counted = categories.isEmpty ? allCategories : categories
    return counted.reduce(0) { $0 + Int128(unrated(of: $1, spent, in: currency, days)) }
  }
}
