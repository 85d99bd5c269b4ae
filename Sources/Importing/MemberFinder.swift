import HearthProtocol
import Ledger

/// Finds members by what people call them.
public struct MemberFinder: Sendable {
  private var members: [MemberState] = []
  /// Places in `members` of those who are called so, in small letters, in order; a file asks for hundreds of thousands.
  private var places: [String: [Int]] = [:]
  private var ids: Set<MemberID> = []
  private let me: MemberID
  /// What the user calls some of them instead.
  private let shownNames: [MemberID: String]

  /// Names of these members; `me` stands for one of them.
  public init(_ members: some Sequence<MemberState>, me: MemberID) { self.init(members, me: me, shownNames: [:]) }

  /// The same of a group's members, whom the user may call otherwise (product 64).
  public init(_ shared: SharedState, me: MemberID) { self.init(shared.members, me: me, shownNames: shared.shownNames) }

  private init(_ members: some Sequence<MemberState>, me: MemberID, shownNames: [MemberID: String]) {
    self.me = me
    self.shownNames = shownNames
    for member in members { add(member) }
  }

  /// Takes in somebody who has joined since, unless another stands in their place.
  mutating func add(_ member: MemberState) {
    guard !member.isReplaced else { return }
    ids.insert(member.id)
    for name in Set(spoken(of: member).map { $0.lowercased() }) { places[name, default: []].append(members.count) }
    members.append(member)
  }

  /// The member with this name, in capitals or not and with or without an @ before it, or with this id or end of an id;
  /// `me` is the user, unless somebody has that name.
  ///
  /// - Parameter status: of several of a name, those who are in the group in this way are meant.
  public func find(_ text: some StringProtocol, first status: MemberState.Status? = nil) throws(MemberFlaw) -> MemberID {
    let wanted = String(text)
    if let id = MemberID(wanted), ids.contains(id) { return id }
    // None counts before another, or a member could take the name that the user has for somebody else.
    let forms = [wanted] + (wanted.hasPrefix("@") ? [String(wanted.dropFirst())] : [])
    let lowercased = forms.map { $0.lowercased() }
    let named = Set(lowercased.flatMap { places[$0] ?? [] }).sorted().map { members[$0] }
    let isAlias = named.contains { member in shownNames[member.id].map { lowercased.contains($0.lowercased()) } ?? false }
    guard !isAlias || named.count == 1 else { throw ambiguous(named, wanted) }
    let first = named.filter { $0.status == status }
    let meant = first.isEmpty ? named : first
    let exact = meant.filter { spoken(of: $0).contains(where: forms.contains) }
    let alike = exact.isEmpty ? meant : exact
    // Who is there is meant before who has gone.
    let there = alike.filter(\.isPresent)
    let found = there.isEmpty ? alike : there
    if found.count == 1, let member = found.first { return member.id }
    if found.isEmpty && wanted.lowercased() == "me" { return me }
    // One @ alone, or a text of thousands would be looked up as often.
    if found.isEmpty && wanted.hasPrefix("@") && !wanted.hasPrefix("@@") { return try find(wanted.dropFirst(), first: status) }
    // Limit: an end of fewer digits would often be that of several; an id has 36.
    let end = wanted.lowercased()
    let byID = found.isEmpty && (4...36).contains(end.utf8.count) ? members.filter { $0.id.description.hasSuffix(end) } : []
    if byID.count == 1, let member = byID.first { return member.id }
    guard !found.isEmpty else { throw .nobody(wanted, names: members.filter(\.isPresent).map { called($0) }) }
    throw ambiguous(found, wanted)
  }

  private func ambiguous(_ found: [MemberState], _ wanted: String) -> MemberFlaw {
    .several(wanted, found.map { MemberFlaw.Candidate(name: called($0), id: $0.id) })
  }

  private func spoken(of member: MemberState) -> [String] { [member.displayName] + (shownNames[member.id].map { [$0] } ?? []) }

  private func called(_ member: MemberState) -> String { shownNames[member.id] ?? member.displayName }
}
