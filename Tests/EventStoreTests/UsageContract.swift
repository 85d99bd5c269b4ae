import EventStore
import HearthProtocol
import Testing

/// What every store must know of how much it is used.
@Suite("Every store, of its use")
struct UsageContract {
  @Test(
    "People, those with a device used since a day, those who were first in a group, and groups of one and of more",
    arguments: StoreKind.allCases)
  func counts(_ kind: StoreKind) throws {
    let open = try kind.open()
    #expect(try open.store.usage(activeSince: 0) == UsageFigures())
    try open.store.register((1...4).map { Samples.registration($0) })
    let (asha, ravi) = (Samples.identity(1), Samples.identity(2))
    let memberships: [(GroupID, IdentityID)] = [(Samples.group(1), asha), (Samples.group(1), ravi), (Samples.group(2), asha)]
    for (group, identity) in memberships {
      let projection = Projection.membership(identity: identity, group: group)
      let results = open.store.append([AppendBatch(group: group, expected: .start, events: [], projections: [projection])])
      #expect(results.allSatisfy { if case .success = $0 { true } else { false } })
    }
    let figures = try open.store.usage(activeSince: 0)
    #expect(figures == UsageFigures(identities: 4, activeIdentities: 4, creators: 1, groups: 2, sharedGroups: 1))
    // The devices were made on day 19,675.
    #expect(try open.store.usage(activeSince: 19_676).activeIdentities == 0)
    _ = try open.store.noteUse([TokenUse(token: Samples.token(3), day: 20_000)])
    #expect(try open.store.usage(activeSince: 19_676).activeIdentities == 1)
  }
}
