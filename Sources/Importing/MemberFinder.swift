import HearthProtocol
import Ledger

/// Finds members by what people call them.
public struct MemberFinder: Sendable {
  private let members: [MemberState]
  private let me: MemberID
  /// What the user calls some of them instead.
  private let shownNames: [MemberID: String]

  /// Names of these members; `me` stands for one of them.
  public init(_ members: some Sequence<MemberState>, me: MemberID) { self.init(members, me: me, shownNames: [:]) }

  /// The same of a group's members, whom the user may call otherwise (product 64).
  public init(_ shared: SharedState, me: MemberID) { self.init(shared.members, me: me, shownNames: shared.shownNames) }

  private init(_ members: some Sequence<MemberState>, me: MemberID, shownNames: [MemberID: String]) {
    self.members = members.filter { !$0.isReplaced }
    self.me = me
    self.shownNames = shownNames
  }

  /// The member with this name, in capitals or not and with or without an @ before it, or with this id or end of an id;
  /// `me` is the user, unless somebody has that name.
  ///
  /// - Parameter status: of several of a name, those who are in the group in this way are meant.
  public func find(_ text: some StringProtocol, first status: MemberState.Status? = nil) throws(MemberFlaw) -> MemberID {
    let wanted = String(text)
    if let id = MemberID(wanted), members.contains(where: { $0.id == id }) { return id }
    // None counts before another, or a member could take the name that the user has for somebody else.
    let forms = [wanted] + (wanted.hasPrefix("@") ? [String(wanted.dropFirst())] : [])
    let lowercased = forms.map { $0.lowercased() }
    let named = members.filter { member in spoken(of: member).contains { lowercased.contains($0.lowercased()) } }
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
    if found.isEmpty && wanted.hasPrefix("@") { return try find(wanted.dropFirst(), first: status) }
    // Limit: an end of fewer digits would often be that of several.
    let byID = found.isEmpty && wanted.utf8.count >= 4 ? members.filter { $0.id.description.hasSuffix(wanted.lowercased()) } : []
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
