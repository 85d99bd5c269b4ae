import HearthProtocol
import SwiftProtobuf
import Testing

@testable import Ledger

/// Whatever happens to members, in whatever order: one owner, never too many, nobody twice.
struct MemberPropertyTests {
  private static let people: UInt64 = 16
  /// A household's steps: the log that is replayed at the end grows with them.
  private static let steps = 2_500
  /// The kinds of wishes that can be granted.
  private static let kinds = 20

  @Test("One owner, never too many members, nobody twice", arguments: Property.seeds(31, 32, 33, 34))
  func membersAlwaysFit(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    let cases = Property.cases(of: 4)
    var accepted: [String: Int] = [:]
    for first in stride(from: 0, to: cases, by: Self.steps) {
      try membersFit(&wishes, steps: min(Self.steps, cases - first), seed, accepted: &accepted)
    }
    // Every kind of wish was granted once. A shorter run finds a kind that nobody counts.
    #expect(accepted.count == Self.kinds || cases < Self.steps && accepted.count < Self.kinds, "seed \(seed): \(accepted)")
  }

  private func membersFit(_ wishes: inout RandomWishes, steps: Int, _ seed: UInt64, accepted: inout [String: Int]) throws {
    var household = Household.family
    for step in 0..<steps {
      household.now += Int64.random(in: 0...86_400_000, using: &wishes.random)
      let asker = UInt64.random(in: 1...Self.people, using: &wishes.random)
      let owner = household.state.shared.members.ownerID.flatMap { household.state.shared.member($0)?.holder?.low }
      let (body, actor) = try Self.wish(&wishes, &household, asker, owner: owner)
      do {
        // The owner acts every other time, or little would ever be allowed.
        try household.perform(body, by: actor ?? (step.isMultiple(of: 2) ? owner ?? asker : asker))
        accepted[Self.name(body), default: 0] += 1
      } catch is Rejection {}
      household.invite = nil
      try Self.check(household.state, isThorough: step.isMultiple(of: 25), "seed \(seed), step \(step)")
    }
    for lane in [.shared, .admin] as [Lane] { #expect(try household.replayed().snapshot(of: lane) == household.state.snapshot(of: lane)) }
  }

  /// A wish, and who sends it if it matters.
  private static func wish(
    _ wishes: inout RandomWishes, _ household: inout Household, _ asker: UInt64, owner: UInt64?
  ) throws -> (Command.OneOf_Body, by: UInt64?) {
    switch Int.random(in: 0..<10, using: &wishes.random) {
    case 0, 1:
      var create = PrecedenceTests.invite(wishes.random.next(), role: wishes.pick([.admin, .adult, .viewer, .minor]))
      create.expiresInSeconds = 60
      create.needsApproval = wishes.pick([true, false, false])
      if let owner { try household.perform(.createInvite(create), by: owner) }
      household.invite = InviteID(create.inviteID)
      return (.joinGroup(wishes.join(as: asker, people: people)), asker)
    case 2:
      var entry = Household.entry(wishes.random.next())
      entry.content.split.equal.memberIds = [Household.text(UInt64.random(in: 1...people, using: &wishes.random))]
      return (.addEntry(entry), nil)
    case 3, 4: return wishes.fittingMemberWish(household.state, owner: owner) ?? (wishes.memberWish(people: people), nil)
    case 5:
      guard let answer = wishes.joinAnswer(household.state.admin) else { fallthrough }
      return (answer, owner)
    default: return (wishes.memberWish(people: people), nil)
    }
  }

  private static func check(_ state: GroupState, isThorough: Bool, _ what: String) throws {
    let members = state.shared.members
    #expect(members.filter { $0.role == .owner && $0.status == .active }.map(\.id) == [members.ownerID], "\(what)")
    #expect(members.count { $0.role == .owner } == 1, "\(what)")
    #expect(members.presentIDs == members.filter(\.isPresent).map(\.id), "\(what)")
    #expect(members.presentIDs.count <= 10, "\(what)")
    let holders = members.compactMap(\.holder)
    #expect(Set(holders).count == holders.count, "\(what)")
    #expect(members.allSatisfy { $0.status != .active || $0.holder.flatMap(members.member(holding:))?.id == $0.id }, "\(what)")
    // A person who waits is nobody yet, and has a place kept.
    let requests = state.admin.joinRequests
    #expect(requests.allSatisfy { members.member(holding: $0.holder)?.isPresent != true }, "\(what)")
    #expect(members.presentIDs.count + requests.count { members[$0.id]?.isPresent != true } <= 10, "\(what)")
    // Restoring walks every entry.
    guard isThorough else { return }
    var restored = GroupState(group: Household.group)
    let snapshot = state.snapshot(of: .shared)
    try restored.restore(snapshot)
    #expect(restored.snapshot(of: .shared) == snapshot, "\(what)")
  }

  private static func name(_ body: Command.OneOf_Body) -> String { String(String(describing: body).prefix { $0 != "(" }) }
}
