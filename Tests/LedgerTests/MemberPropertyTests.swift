import HearthProtocol
import SwiftProtobuf
import Testing

@testable import Ledger

/// Whatever happens to members, in whatever order: one owner, never too many, nobody twice.
struct MemberPropertyTests {
  private static let people: UInt64 = 16
  private static let steps = 3_000

  @Test(arguments: [31, 32, 33, 34] as [UInt64]) func membersAlwaysFit(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    var household = Household.family
    var accepted: [String: Int] = [:]
    for step in 0..<Self.steps {
      household.now += Int64.random(in: 0...86_400_000, using: &wishes.random)
      let asker = UInt64.random(in: 1...Self.people, using: &wishes.random)
      let owner = household.state.shared.members.ownerID.flatMap { household.state.shared.member($0)?.holder?.low }
      let body = try Self.wish(&wishes, &household, asker, owner: owner)
      // The owner acts every other time, or little would ever be allowed.
      let actor = if case .joinGroup = body { asker } else { step.isMultiple(of: 2) ? owner ?? asker : asker }
      do {
        try household.perform(body, by: actor)
        accepted[Self.name(body), default: 0] += 1
      } catch is Rejection {}
      household.invite = nil
      try Self.check(household.state, isThorough: step.isMultiple(of: 25), "seed \(seed), step \(step)")
    }
    #expect(accepted.count == 15, "seed \(seed): \(accepted)")
    #expect(try household.replayed().snapshot(of: .shared) == household.state.snapshot(of: .shared))
  }

  private static func wish(
    _ wishes: inout RandomWishes, _ household: inout Household, _ asker: UInt64, owner: UInt64?
  ) throws -> Command.OneOf_Body {
    switch Int.random(in: 0..<8, using: &wishes.random) {
    case 0, 1:
      var create = PrecedenceTests.invite(wishes.random.next(), role: wishes.pick([.admin, .adult, .viewer, .minor]))
      create.expiresInSeconds = 60
      if let owner { try household.perform(.createInvite(create), by: owner) }
      household.invite = InviteID(create.inviteID)
      return .joinGroup(wishes.join(as: asker, people: people))
    case 2:
      var entry = Household.entry(wishes.random.next())
      entry.content.split = Split()
      return .addEntry(entry)
    default: return wishes.memberWish(people: people)
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
    // Restoring walks every entry.
    guard isThorough else { return }
    var restored = GroupState(group: Household.group)
    let snapshot = state.snapshot(of: .shared)
    try restored.restore(snapshot)
    #expect(restored.snapshot(of: .shared) == snapshot, "\(what)")
  }

  private static func name(_ body: Command.OneOf_Body) -> String { String(String(describing: body).prefix { $0 != "(" }) }
}
