import EventStore
import HearthProtocol
import Testing

/// What every store must do about devices and their tokens.
@Suite("Every store, of devices")
struct DeviceContract {
  private static let asha = Samples.identity(1)

  /// A store in which Asha has device 1, and Ravi device 2.
  private func open(_ kind: StoreKind) throws -> OpenStore {
    let open = try kind.open()
    try open.store.register([Samples.registration(1), Samples.registration(2)])
    return open
  }

  private static func link(_ number: UInt64, giver: UInt64 = 1) -> DeviceLink {
    DeviceLink(identity: asha, giver: Samples.device(giver).id, device: Samples.device(number))
  }

  private static func rotation(from old: UInt64, to new: UInt64, device: UInt64 = 1) -> TokenRotation {
    TokenRotation(
      device: Samples.device(device).id, old: Samples.token(old), token: Samples.token(new), secretHash: Samples.hash(UInt8(new)),
      createdAt: 0)
  }

  @Test("ID-06 lists devices in the order in which they came, with the day of their last use", arguments: StoreKind.allCases)
  func lists(_ kind: StoreKind) throws {
    let open = try self.open(kind)
    #expect(try open.store.link(Self.link(3)) == .linked(displayName: "Person 1"))
    #expect(try open.store.noteUse([TokenUse(token: Samples.token(3), day: 20_000)]) == [])
    let devices = try open.store.devices(of: Self.asha)
    #expect(devices.map(\.id) == [Samples.device(1).id, Samples.device(3).id])
    #expect(devices.map(\.name) == ["Device 1", "Device 3"])
    #expect(devices.map(\.usedDay) == [19_675, 20_000])
    #expect(try open.store.token(Samples.token(3))?.usedDay == 20_000)
    #expect(try open.store.devices(of: Samples.identity(9)) == [])
  }

  @Test("ID-06 takes a device with its tokens from its identity alone, once", arguments: StoreKind.allCases)
  func revokes(_ kind: StoreKind) throws {
    let open = try self.open(kind)
    #expect(try !open.store.revoke(Samples.device(2).id, of: Self.asha, at: 7))
    #expect(try open.store.token(Samples.token(2)) != nil)
    #expect(try open.store.rotate(Self.rotation(from: 1, to: 11)))
    #expect(try open.store.revoke(Samples.device(1).id, of: Self.asha, at: 7))
    #expect(try open.store.token(Samples.token(1)) == nil && open.store.token(Samples.token(11)) == nil)
    #expect(try !open.store.revoke(Samples.device(1).id, of: Self.asha, at: 7))
    #expect(try open.store.devices(of: Self.asha) == [])
    #expect(try !open.store.rotate(Self.rotation(from: 1, to: 12)))
  }

  private static func push(_ number: Int) -> PushSubscription {
    PushSubscription(
      endpoint: "https://push.example.com/\(number)", point: [4] + [UInt8](repeating: 7, count: 64),
      secret: [UInt8](repeating: UInt8(number), count: 16), language: "hi", hidesAmounts: number > 1)
  }

  @Test(
    "NP-06 keeps where a device is told, changes it in place of the one that was meant alone, and ends it with the device",
    arguments: StoreKind.allCases)
  func pushes(_ kind: StoreKind) throws {
    let open = try self.open(kind)
    let (store, device, ravis) = (open.store, Samples.device(1).id, Samples.device(2).id)
    let ravi = Samples.identity(2)
    #expect(try store.devices(of: Self.asha).map(\.push) == [nil])
    #expect(try !store.setPush(Self.push(1), of: ravis, of: Self.asha, replacing: nil))
    #expect(try store.setPush(Self.push(1), of: device, of: Self.asha, replacing: nil))
    #expect(try store.setPush(Self.push(3), of: ravis, of: ravi, replacing: nil))
    #expect(try store.devices(of: Self.asha).map(\.push) == [Self.push(1)])
    #expect(try !store.setPush(nil, of: device, of: Self.asha, replacing: Self.push(2)))
    #expect(try store.setPush(Self.push(2), of: device, of: Self.asha, replacing: Self.push(1)))
    #expect(try store.devices(of: Self.asha).map(\.push) == [Self.push(2)])
    // Of who is in the group, and as long as they are.
    #expect(try store.pushReceivers(of: Samples.group(1)) == [])
    var log = LogWriter(Samples.group(1))
    let joining = [Self.asha, ravi].map { Projection.membership(identity: $0, group: log.group) }
    #expect(store.append([log.batch(1, projections: joining)]).map(\.failure) == [nil])
    func told() throws -> Set<PushReceiver> { Set(try store.pushReceivers(of: log.group)) }
    let hers = PushReceiver(device: device, identity: Self.asha, subscription: Self.push(2))
    let his = PushReceiver(device: ravis, identity: ravi, subscription: Self.push(3))
    #expect(try told() == [hers, his])
    #expect(try store.pushReceivers(of: Samples.group(2)) == [])
    let ended = Projection.membershipEnded(holder: HolderID(identity: ravi, group: log.group), group: log.group)
    #expect(store.append([log.batch(1, projections: [ended])]).map(\.failure) == [nil])
    #expect(try told() == [hers])
    #expect(try store.setPush(nil, of: device, of: Self.asha, replacing: Self.push(2)))
    #expect(try told() == [] && store.devices(of: Self.asha).map(\.push) == [nil])
    #expect(try store.setPush(Self.push(1), of: device, of: Self.asha, replacing: nil))
    #expect(try store.revoke(device, of: Self.asha, at: 7))
    #expect(try told() == [] && !store.setPush(Self.push(1), of: device, of: Self.asha, replacing: nil))
  }

  @Test("What a store keeps of where a device is told is read again, and anything else is damage")
  func storedPushes() {
    #expect(PushSubscription(stored: Self.push(1).stored) == Self.push(1) && PushSubscription(stored: Self.push(2).stored) == Self.push(2))
    for text in ["", "a b c d", "https://a 04 0 en 0", "https://a 0g 00 en 0", "https://a 04 00 en 2", "https://a 04 00 en 0 "] {
      #expect(PushSubscription(stored: text) == nil, "\(text)")
    }
  }

  @Test("Says which of many tokens let nobody in: revoked, replaced and unknown ones", arguments: StoreKind.allCases)
  func endedAmong(_ kind: StoreKind) throws {
    let open = try self.open(kind)
    let store = open.store
    #expect(try store.rotate(Self.rotation(from: 1, to: 11)))
    let all = Set([1, 2, 11, 99].map { Samples.token($0) })
    #expect(try store.ended(among: all) == [Samples.token(99)])
    #expect(try store.noteUse([TokenUse(token: Samples.token(11), day: 20_000)]) == [Samples.token(1)])
    #expect(try store.revoke(Samples.device(2).id, of: Samples.identity(2), at: 1))
    #expect(try store.ended(among: all) == [1, 2, 99].map(Samples.token).reduce(into: []) { $0.insert($1) })
    #expect(try store.ended(among: []) == [])
  }

  @Test("ID-07 the old token is good until the new one is used, and remembered as ended then", arguments: StoreKind.allCases)
  func rotates(_ kind: StoreKind) throws {
    let open = try self.open(kind)
    let store = open.store
    #expect(try store.rotate(Self.rotation(from: 1, to: 11)))
    func record(_ number: UInt64) throws -> TokenRecord? { try store.token(Samples.token(number)) }
    #expect(try record(1)?.isEnded == false && record(1)?.endsOthers == false)
    #expect(try record(11)?.isEnded == false && record(11)?.endsOthers == true)
    // The old one goes on.
    #expect(try store.noteUse([TokenUse(token: Samples.token(1), day: 20_005)]) == [])
    #expect(try record(11)?.endsOthers == true)
    #expect(try store.noteUse([TokenUse(token: Samples.token(11), day: 20_006)]) == [Samples.token(1)])
    #expect(try record(1)?.isEnded == true && record(11)?.endsOthers == false)
    // What has ended ends nothing, and is followed by nothing.
    #expect(try store.noteUse([TokenUse(token: Samples.token(1), day: 20_007), TokenUse(token: Samples.token(99), day: 20_007)]) == [])
    #expect(try !store.rotate(Self.rotation(from: 1, to: 12)))
    #expect(try store.devices(of: Self.asha).map(\.usedDay) == [20_006])
    // By a clock that was set back it was not used less.
    #expect(try store.noteUse([TokenUse(token: Samples.token(11), day: 5)]) == [])
    #expect(try store.devices(of: Self.asha).map(\.usedDay) == [20_006])
    // Another device's token is none of this one's.
    #expect(try !store.rotate(Self.rotation(from: 2, to: 13)))
  }

  @Test("ID-07 Limit: 4 new tokens wait to be used, and the one in use outlasts them all", arguments: StoreKind.allCases)
  func unusedTokens(_ kind: StoreKind) throws {
    let open = try self.open(kind)
    let store = open.store
    for number in 11...15 { #expect(try store.rotate(Self.rotation(from: 1, to: UInt64(number)))) }
    let kept = try [1, 11, 12, 13, 14, 15].filter { try store.token(Samples.token($0)) != nil }
    #expect(kept == [1, 12, 13, 14, 15])
    // Whichever of them was kept lets its owner in.
    #expect(Set(try store.noteUse([TokenUse(token: Samples.token(13), day: 6)])) == [Samples.token(1), Samples.token(12)])
    #expect(try store.token(Samples.token(15))?.endsOthers == true)
  }

  @Test("ID-07 Limit: 4 replaced tokens are remembered", arguments: StoreKind.allCases)
  func endedTokens(_ kind: StoreKind) throws {
    let open = try self.open(kind)
    let store = open.store
    var current: UInt64 = 1
    for next in 11...16 as ClosedRange<UInt64> {
      #expect(try store.rotate(Self.rotation(from: current, to: next)))
      #expect(try store.noteUse([TokenUse(token: Samples.token(next), day: 6)]) == [Samples.token(current)])
      current = next
    }
    // One more has ended since the last rotation looked.
    let kept = try [1, 11, 12, 13, 14, 15, 16].filter { try store.token(Samples.token($0)) != nil }
    #expect(kept == [11, 12, 13, 14, 15, 16])
  }

  @Test("ID-08 Limit: 20 devices of an identity; the giver of a code has to be one of them", arguments: StoreKind.allCases)
  func links(_ kind: StoreKind) throws {
    let open = try self.open(kind)
    let store = open.store
    #expect(try store.link(Self.link(3, giver: 2)) == .giverRevoked)
    #expect(try store.link(Self.link(3, giver: 9)) == .giverRevoked)
    for number in 3...21 { #expect(try store.link(Self.link(UInt64(number))) == .linked(displayName: "Person 1")) }
    #expect(try store.link(Self.link(22)) == .tooMany)
    #expect(try store.devices(of: Self.asha).count == 20)
    #expect(try store.revoke(Samples.device(21).id, of: Self.asha, at: 7))
    #expect(try store.link(Self.link(22)) == .linked(displayName: "Person 1"))
    #expect(throws: StoreFailure.self) { try store.register([Samples.registration(22)]) }
    // A refused one is no failure of the disk.
    #expect(try store.token(Samples.token(22))?.identity == Self.asha)
  }
}
