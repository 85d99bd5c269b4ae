import HearthClient
import HearthProtocol
import Ledger
import Support

extension SimulatedClient {
  /// Something that a family does: mostly what this person may, as they see the group, and now and then anything.
  func familyWish(_ view: GroupView) -> Command.OneOf_Body {
    let people = view.state.shared.members.present
    let minors = people.filter { $0.role == .minor }.map(\.id)
    guard let oneself = view.state.shared.member(view.member) else { return .endSeparation(EndSeparation()) }
    if view.state.isSeparated(oneself), world.chance(3) { return .endSeparation(EndSeparation()) }
    if oneself.proposal != nil, world.chance(2) { return .acknowledgeRole(.with { $0.acceptsTransparency = TransparencyNotice.version }) }
    if oneself.role == .minor, world.chance(6) { return .requestRole(.with { $0.role = .adult }) }
    if oneself.role == .owner, world.chance(3) { return ownersWish(view, minors) }
    if let minor = minors.randomElement(using: &world.random), world.chance(8) { return shared(with: minor, oneself.id) }
    let accounts = view.marks.keys.compactMap { lane in if case .account(let id) = lane { id } else { nil } }.sorted()
    if let wish = ending(accounts, view) { return wish }
    let isMaker = accounts.isEmpty || world.chance(6)
    let wishes = FamilyWishes(
      people: 0...UInt64(world.clients.count - 1), minors: minors.map { UInt64(Household.number($0)) },
      accounts: isMaker ? [UInt64(1 + world.word() % 6)] : accounts.map(\.low),
      member: { Household.member(Int($0)).description })
    guard !world.chance(2) else { return wishes.aboutAccount(using: &world.random) }
    var wish = wishes.aboutFamily(using: &world.random)
    // Their own, whether or not they say so.
    if case .setSpending(var set) = wish, set.minorID == oneself.id.description, world.chance(2) {
      set.minorID = ""
      wish = .setSpending(set)
    }
    if case .setAllowance(var set) = wish, let account = accounts.randomElement(using: &world.random), world.chance(3) {
      set.content.accountID = account.description
      wish = .setAllowance(set)
    }
    return wish
  }

  /// A grant is to end, or somebody answers who was asked for that.
  private func ending(_ accounts: [AccountID], _ view: GroupView) -> Command.OneOf_Body? {
    let grants = accounts.flatMap { id in view.state.account(id)?.grants.map { (id.description, $0) } ?? [] }
    if let (account, grant) = grants.first(where: { $0.1.revocation != nil }), world.chance(2) {
      let isConfirmed = world.chance(2)
      return .answerRevocation(.with { ($0.accountID, $0.memberID, $0.confirmed) = (account, grant.member.description, isConfirmed) })
    }
    guard let (account, grant) = grants.randomElement(using: &world.random), world.chance(16) else { return nil }
    return .revokeAccount(.with { ($0.accountID, $0.memberID) = (account, grant.member.description) })
  }

  /// Children join, grow up, become children again and ask for it, and get guardians.
  private func ownersWish(_ view: GroupView, _ minors: [MemberID]) -> Command.OneOf_Body {
    let other = Household.member(1 + Int(world.word() % UInt64(world.clients.count - 1))).description
    let asking = minors.first { view.state.minor($0).requestedRole != nil }
    if let asking, let role = view.state.minor(asking).requestedRole, world.chance(2) {
      guard !world.chance(2) else { return .declineRole(.with { $0.memberID = asking.description }) }
      return .approveRole(.with { ($0.memberID, $0.role) = (asking.description, role) })
    }
    switch world.word() % 6 {
    case 0:
      let id = InviteID(high: 0x0193_0000_0000_7000, low: 0x8000_0000_0000_0000 | world.number())
      return .createInvite(.with { ($0.inviteID, $0.role) = (id.description, .minor) })
    case 1: return .changeRole(.with { ($0.memberID, $0.role) = (other, .minor) })
    case 2 where !minors.isEmpty:
      return .changeRole(.with { ($0.memberID, $0.role) = (minors[0].description, world.chance(4) ? .viewer : .adult) })
    default:
      let minor = minors.randomElement(using: &world.random)?.description ?? other
      let isRemoved = world.chance(3)
      return .setGuardian(.with { ($0.minorID, $0.memberID, $0.removed) = (minor, other, isRemoved) })
    }
  }

  /// What a child owes the others counts against the limits that only the child and who looks after them know.
  private func shared(with minor: MemberID, _ oneself: MemberID) -> Command.OneOf_Body {
    var add = AddEntry()
    add.entryID = EntryID(high: 0x0195_0000_0000_7000, low: 0x8000_0000_0000_0000 | world.number()).description
    (add.content.kind, add.content.category, add.content.description_p) = (.expense, "dining", "Shared by \(person)")
    (add.content.amount.minor, add.content.amount.currency) = (Int64(world.word() % 40_000) + 2, "INR")
    add.content.split.equal.memberIds = Set([minor, oneself]).sorted().map(\.description)
    return .addEntry(add)
  }
}
