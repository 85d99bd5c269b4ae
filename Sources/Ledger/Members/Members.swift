import HashTreeCollections
import HearthProtocol

/// All who are or were in a group, in the order of joining. Finding somebody costs the same however many have come and
/// gone.
///
/// There is exactly one owner once anybody is in, an identity holds at most one member, and no more are present than
/// the group holds.
public struct Members: RandomAccessCollection, Sendable {
  private var list = PersistentList<MemberID, MemberState>()
  /// The members' numbers.
  private var holders: TreeDictionary<HolderID, Int> = [:]
  /// By the member who has taken their place.
  private var formers: TreeDictionary<MemberID, MemberID> = [:]
  /// By number.
  private var named: [Bool] = []

  /// Those who count, in the order of joining.
  public private(set) var presentIDs: [MemberID] = []
  /// The owner; nil before the group is created.
  public private(set) var ownerID: MemberID?

  init() {}

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of all who are or were in the group.
  public var endIndex: Int { list.count }
  /// The member who joined in this place, counted from 0.
  public subscript(place: Int) -> MemberState { list[place] }
  /// The member with this id, or nil.
  public subscript(id: MemberID) -> MemberState? { list[id] }

  /// Those who are active or unclaimed, in the order of joining.
  public var present: [MemberState] { presentIDs.compactMap { list[$0] } }

  /// Among whom an entry divides that names nobody who owes (SPEC CM-09), in the order of joining.
  ///
  /// - Parameter now: milliseconds since 1970.
  public func sharing(at now: Int64) -> [MemberState] { present.filter { $0.sharesByDefault(at: now) } }

  /// Whether anybody goes on as another member.
  var hasReplaced: Bool { !formers.isEmpty }

  /// Whether nobody has left.
  var areAllPresent: Bool { presentIDs.count == list.count }

  /// The placeholders that can be claimed, in the order of adding.
  public var unclaimed: [MemberState] { present.filter { $0.status == .unclaimed } }

  /// The placeholders of this name, in capitals or not, that somebody of this role may claim.
  ///
  /// - Parameter now: milliseconds since 1970.
  public func claimable(called name: String, as role: Role, at now: Int64) -> [MemberState] {
    // Limit: longer than any name that is stored.
    guard !name.isEmpty, name.utf8.count <= Limits.nameCharacters * Limits.characterBytes else { return [] }
    let wanted = name.lowercased()
    // No policy has a say in it.
    let permission = Matrix.standard[.placeholdersClaim, role]
    return unclaimed.filter {
      $0.displayName.lowercased() == wanted && permission.allows(isOwn: false, target: $0.role(at: now), Policies())
    }
  }

  /// The member that this identity is or was, or nil.
  public func member(holding holder: HolderID) -> MemberState? { holders[holder].map { list[$0] } }

  /// Who a member is by now: themself, or the placeholder that they have claimed.
  public func current(_ id: MemberID) -> MemberID {
    guard !formers.isEmpty else { return id }
    var id = id
    // Each claim ends a member, so the way ends; in a snapshot that somebody made up it might not.
    for _ in 0..<list.count {
      guard case .replaced(let successor, _) = list[id]?.status else { break }
      id = successor
    }
    return id
  }

  /// The member, and the members they were until they claimed placeholders: the newest first.
  ///
  /// What a member says of themself is kept under the name they had when they said it; a look-up goes through
  /// these.
  func names(of id: MemberID) -> [MemberID] {
    guard !formers.isEmpty else { return [id] }
    var names = [id]
    // Each claim ends a member, so the way ends.
    while let former = names.last.flatMap({ formers[$0] }), !names.contains(former) { names.append(former) }
    return names
  }

  /// Whether an entry names or has named the member, or was added by them.
  public func isNamed(_ id: MemberID) -> Bool { list.place(of: id).map { named[$0] } ?? false }

  /// Those whom an entry names or has named, by number.
  var namedNumbers: [UInt32] { named.indices.lazy.filter { named[$0] }.map { UInt32($0) } }

  /// Whether everybody whom the entry names was named before.
  func haveBeenNamed(_ entry: EntryState) -> Bool {
    named[Int(entry.addedByNumber)] && entry.shares.allSatisfy { named[$0.member] }
  }

  /// - Parameter number: of a known member.
  mutating func note(named number: Int) {
    if !named[number] { named[number] = true }
  }

  /// Adds somebody new.
  mutating func add(_ member: MemberState, membersMax: Int) throws(HistoryFlaw) {
    guard member.role != .owner || (ownerID == nil && member.status == .active) else { throw .contradiction(.oneOwner) }
    guard !member.isPresent || presentIDs.count < membersMax else { throw .contradiction(.membersFit) }
    guard !list.has(member.id) else { throw .contradiction(.idsUnique) }
    if let holder = member.holder {
      guard holders[holder] == nil else { throw .contradiction(.idsUnique) }
      holders[holder] = list.count
    }
    if member.role == .owner { ownerID = member.id }
    if member.isPresent { presentIDs.append(member.id) }
    if case .replaced(let successor, _) = member.status { formers[successor] = member.id }
    list.set(member, for: member.id)
    named.append(false)
  }

  /// Puts the member in their own place; holder and ownership stay as they are.
  mutating func update(_ member: MemberState) {
    list.set(member, for: member.id)
  }

  /// The member is there no longer.
  mutating func end(_ member: MemberState) {
    presentIDs.removeAll { $0 == member.id }
    list.set(member, for: member.id)
  }

  /// The member is there again, in the place they joined in.
  mutating func bringBack(_ member: MemberState, membersMax: Int) throws(HistoryFlaw) {
    guard presentIDs.count < membersMax else { throw .contradiction(.membersFit) }
    list.set(member, for: member.id)
    presentIDs = list.lazy.filter(\.isPresent).map(\.id)
  }

  /// The placeholder is from now on held by somebody, who was `replaced` or nobody before.
  mutating func claim(_ member: MemberState, replacing replaced: MemberState?) throws(HistoryFlaw) {
    guard let holder = member.holder else { throw .malformed("holder") }
    guard holders[holder] == replaced.flatMap({ list.place(of: $0.id) }) else { throw .contradiction(.idsUnique) }
    guard (member.role == .owner) == (replaced != nil && replaced?.id == ownerID) else { throw .contradiction(.oneOwner) }
    holders[holder] = list.place(of: member.id)
    if member.role == .owner { ownerID = member.id }
    if let replaced {
      end(replaced)
      formers[member.id] = replaced.id
    }
    list.set(member, for: member.id)
  }

  /// The member is from now on held by another, of whom nobody was a member.
  mutating func handOver(_ member: MemberState, from former: HolderID) throws(HistoryFlaw) {
    guard let holder = member.holder, holders[holder] == nil else { throw .contradiction(.idsUnique) }
    holders[former] = nil
    holders[holder] = list.place(of: member.id)
    list.set(member, for: member.id)
  }

  mutating func transferOwnership(from former: MemberState, to owner: MemberState) {
    ownerID = owner.id
    list.set(former, for: former.id)
    list.set(owner, for: owner.id)
  }
}
