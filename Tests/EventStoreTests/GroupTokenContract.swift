import EventStore
import HearthProtocol
import Testing

/// What every store must do about tokens for one group (SPEC ID-19 to ID-22).
@Suite("Every store, of tokens for groups")
struct GroupTokenContract {
  private static let (asha, ravi) = (Samples.identity(1), Samples.identity(2))
  private static let group = Samples.group(1)
  private static let made: Int64 = 1_700_000_000_000
  private static let day: Int64 = 86_400_000

  /// A store in which Asha has devices 1 and 3, Ravi device 2, and both are in groups 1 and 2.
  private func open(_ kind: StoreKind) throws -> OpenStore {
    let open = try kind.open()
    try open.store.register([Samples.registration(1), Samples.registration(2)])
    let link = DeviceLink(identity: Self.asha, giver: Samples.device(1).id, device: Samples.device(3))
    #expect(try open.store.link(link) == .linked(displayName: "Person 1"))
    for number in [1, 2] as [UInt64] {
      for identity in [Self.asha, Self.ravi] { project(.membership(identity: identity, group: Samples.group(number)), open) }
    }
    return open
  }

  private func project(_ projection: Projection, _ open: OpenStore) {
    let results = open.store.append([AppendBatch(group: Self.group, expected: .start, events: [], projections: [projection])])
    #expect(results.map(\.failure) == [nil])
  }

  private static func token(
    _ number: UInt64, of identity: IdentityID = asha, by device: UInt64 = 1, for group: GroupID = group, _ access: TokenAccess = .write,
    days: Int64 = 90, at instant: Int64 = made
  ) -> NewGroupToken {
    NewGroupToken(
      id: Samples.token(number), identity: identity, device: Samples.device(device).id, secretHash: Samples.hash(UInt8(number & 255)),
      scope: TokenScope(group: group, access: access, endsAt: instant + days * day), name: "Bot \(number)", createdAt: instant)
  }

  private func left(_ open: OpenStore, _ identity: IdentityID = asha) throws -> [TokenID] {
    try open.store.groupTokens(of: identity).map(\.id)
  }

  @Test("ID-19 keeps a token with its scope and its name, and lists it in the order of making", arguments: StoreKind.allCases)
  func keeps(_ kind: StoreKind) throws {
    let open = try self.open(kind)
    #expect(try open.store.add(Self.token(50, .read, days: 1)) == .made)
    #expect(try open.store.add(Self.token(40, for: Samples.group(2))) == .made)
    let found = try #require(try open.store.token(Samples.token(50)))
    #expect(found.identity == Self.asha && found.displayName == "Person 1" && found.secretHash == Samples.hash(50))
    #expect(found.device == Samples.device(1).id && found.createdAt == Self.made && found.usedDay == 19_675)
    #expect(found.scope == TokenScope(group: Self.group, access: .read, endsAt: Self.made + Self.day))
    #expect(!found.wasUsed && !found.isEnded && !found.endsOthers)
    // The control: a device's token reaches everywhere.
    #expect(try open.store.token(Samples.token(1))?.scope == nil)
    let records = try open.store.groupTokens(of: Self.asha)
    #expect(records.map(\.id) == [Samples.token(50), Samples.token(40)] && records.map(\.name) == ["Bot 50", "Bot 40"])
    #expect(records.map(\.scope.access) == [.read, .write] && records.map(\.usedDay) == [nil, nil])
    #expect(try open.store.noteUse([TokenUse(token: Samples.token(50), day: 20_000)]) == [])
    #expect(try open.store.noteUse([TokenUse(token: Samples.token(50), day: 5)]) == [])
    #expect(try open.store.groupTokens(of: Self.asha).map(\.usedDay) == [20_000, nil])
    #expect(try open.store.token(Samples.token(50))?.usedDay == 20_000 && open.store.token(Samples.token(50))?.wasUsed == true)
    // A device is not used by its tokens for groups.
    #expect(try open.store.devices(of: Self.asha).map(\.usedDay) == [19_675, 19_675])
    #expect(try left(open, Self.ravi) == [])
    #expect(throws: StoreFailure.self) { try open.store.add(Self.token(50)) }
  }

  @Test(
    "finds tokens together, each with the first 8 groups that its identity is or was in, and not one more", arguments: StoreKind.allCases)
  func together(_ kind: StoreKind) throws {
    #expect(TokenRecord.acquaintancesMax == 8)
    let open = try self.open(kind)
    #expect(try open.store.add(Self.token(50)) == .made)
    for number in 3...8 as ClosedRange<UInt64> { project(.membership(identity: Self.asha, group: Samples.group(number)), open) }
    let last = HolderID(identity: Self.asha, group: Samples.group(2))
    project(.membershipEnded(holder: last, group: Samples.group(2)), open)
    let first = (1...8).map { Samples.group($0) }
    for isMore in [false, true] {
      if isMore { project(.membership(identity: Self.asha, group: Samples.group(9)), open) }
      let found = try open.store.tokens([1, 2, 50, 99].map { Samples.token($0) })
      #expect(Set(found.keys) == Set([1, 2, 50].map { Samples.token($0) }))
      #expect(found[Samples.token(1)]?.acquaintances == first && found[Samples.token(50)]?.acquaintances == first)
      #expect(found[Samples.token(2)]?.acquaintances == [Samples.group(1), Samples.group(2)])
      #expect(found[Samples.token(50)]?.scope?.group == Self.group && found.values.allSatisfy { !$0.isSuspended })
      // The same as of each alone.
      for (id, record) in found { #expect(try open.store.token(id) == record) }
    }
    #expect(try open.store.tokens([]) == [:])
  }

  @Test("ID-19 makes none for somebody who is not in the group, or by another's device", arguments: StoreKind.allCases)
  func requiresMembership(_ kind: StoreKind) throws {
    let open = try self.open(kind)
    #expect(try open.store.add(Self.token(50, for: Samples.group(3))) == .notPresent)
    #expect(try open.store.add(Self.token(50, by: 2)) == .notPresent)
    project(.membershipRequested(identity: Self.asha, group: Samples.group(3)), open)
    #expect(try open.store.add(Self.token(50, for: Samples.group(3))) == .notPresent)
    project(.membershipEnded(holder: HolderID(identity: Self.asha, group: Self.group), group: Self.group), open)
    #expect(try open.store.add(Self.token(50)) == .notPresent)
    #expect(try left(open) == [])
    project(.membershipRestored(holder: HolderID(identity: Self.asha, group: Self.group), group: Self.group), open)
    #expect(try open.store.add(Self.token(50)) == .made)
  }

  @Test("ID-20 Limit: 10 tokens of a member for a group; those that are over go and do not count", arguments: StoreKind.allCases)
  func limits(_ kind: StoreKind) throws {
    let open = try self.open(kind)
    for number in 40...49 as ClosedRange<UInt64> {
      #expect(try open.store.add(Self.token(number, days: number == 45 ? 1 : 90)) == .made)
    }
    #expect(try open.store.add(Self.token(50)) == .tooMany)
    // Neither another group's nor another member's count.
    #expect(try open.store.add(Self.token(51, for: Samples.group(2))) == .made)
    #expect(try open.store.add(Self.token(52, of: Self.ravi, by: 2)) == .made)
    #expect(try open.store.add(Self.token(50, at: Self.made + Self.day - 1)) == .tooMany)
    #expect(try open.store.add(Self.token(50, at: Self.made + Self.day)) == .made)
    #expect(try !left(open).contains(Samples.token(45)) && left(open).count == 11)
    #expect(try open.store.add(Self.token(53, at: Self.made + Self.day)) == .tooMany)
  }

  @Test("ID-22 revokes one's own token, once; a row says so without a secret", arguments: StoreKind.allCases)
  func revokes(_ kind: StoreKind) throws {
    let open = try self.open(kind)
    #expect(try open.store.add(Self.token(50)) == .made)
    #expect(try !open.store.revoke(Samples.token(50), of: Self.ravi, at: 7))
    #expect(try !open.store.revoke(Samples.token(1), of: Self.asha, at: 7))
    #expect(try open.store.token(Samples.token(50)) != nil)
    #expect(try open.store.revoke(Samples.token(50), of: Self.asha, at: 7))
    #expect(try !open.store.revoke(Samples.token(50), of: Self.asha, at: 8))
    #expect(try open.store.token(Samples.token(50)) == nil && open.store.token(Samples.token(1)) != nil)
    let rows = try open.store.auditRows(after: 0, limit: 100).filter { $0.act.hasPrefix("group_token_") }
    #expect(rows.map(\.act) == ["group_token_made", "group_token_revoked"] && rows.map(\.at) == [Self.made, 7])
    #expect(rows.allSatisfy { $0.identity == Self.asha && $0.device == Samples.device(1).id && $0.group == Self.group })
  }

  @Test("ID-22 tokens go with the device that made them, the membership and the right, in that commit", arguments: StoreKind.allCases)
  func goes(_ kind: StoreKind) throws {
    let open = try self.open(kind)
    func fill() throws {
      for identity in [Self.asha, Self.ravi] { project(.membershipRestored(holder: Self.holder(identity), group: Self.group), open) }
      for token in try left(open) { #expect(try open.store.revoke(token, of: Self.asha, at: 1)) }
      #expect(try open.store.add(Self.token(41, .read)) == .made && open.store.add(Self.token(42)) == .made)
      #expect(try open.store.add(Self.token(43, by: 3)) == .made && open.store.add(Self.token(44, for: Samples.group(2))) == .made)
    }
    #expect(try open.store.add(Self.token(60, of: Self.ravi, by: 2)) == .made)
    try fill()
    project(.tokensEnded(holder: Self.holder(Self.asha), group: Self.group, readersStay: true), open)
    #expect(try left(open) == [41, 44].map(Samples.token))
    try fill()
    project(.tokensEnded(holder: Self.holder(Self.asha), group: Self.group, readersStay: false), open)
    #expect(try left(open) == [Samples.token(44)])
    try fill()
    project(.membershipEnded(holder: Self.holder(Self.asha), group: Self.group), open)
    #expect(try left(open) == [Samples.token(44)])
    // They do not come back with the membership.
    project(.membershipRestored(holder: Self.holder(Self.asha), group: Self.group), open)
    #expect(try left(open) == [Samples.token(44)])
    try fill()
    #expect(try open.store.revoke(Samples.device(3).id, of: Self.asha, at: 9))
    #expect(try left(open) == [41, 42, 44].map(Samples.token) && open.store.token(Samples.token(43)) == nil)
    try open.store.purge(Self.group, at: 10)
    #expect(try left(open) == [Samples.token(44)] && left(open, Self.ravi) == [])
  }

  private static func holder(_ identity: IdentityID) -> HolderID { HolderID(identity: identity, group: group) }
}
