import HearthProtocol
import Testing

/// Hashes of lanes and holders against values computed independently (Python's hashlib).
struct LaneChainTests {
  let group = GroupID(high: 0x0189_B3A4_C5D6_7E8F, low: 0x9A0B_1C2D_3E4F_5061)

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("LN-05 Before the first event stands the hash of group and lane")
  func genesis() {
    #expect(hex(LaneHash.genesis(group: group, lane: .shared).bytes) == "3efce10e12a6bb721a87fb0887c709f2256dab4bad51648dc220c5f47e5d6927")
    #expect(hex(LaneHash.genesis(group: group, lane: .admin).bytes) == "46a1286c599b4fac0d07e750f2efa95cda8f0793da582283f073014532754c03")
  }

  @Test("LN-05 Each hash covers the one before and the stored bytes")
  func chain() {
    let genesis = LaneHash.genesis(group: group, lane: .shared)
    let first = genesis.next(stored: Array("first event".utf8))
    #expect(hex(first.bytes) == "dcd2c4631a67cbd75df498d808ef624b51a5d75fcc71179e4d998ee55ff747c4")
    #expect(
      hex(first.next(stored: (0...255).map { UInt8($0) }).bytes) == "63996887c9447dc5812f3755ecc2ce76afcb2f041a0666788f91a321f29d7daf")
    #expect(hex(genesis.next(stored: []).bytes) == "60da455afe9bac4d4681d4a2515871da2633d9c870007123d47b090131d9291c")
    // The bytes count, not the collection they come in.
    #expect(genesis.next(stored: AnySequence("first event".utf8)) == first)
  }

  @Test("A hash is exactly 32 bytes", arguments: [0, 31, 33, 64])
  func size(count: Int) {
    #expect(LaneHash(bytes: [UInt8](repeating: 7, count: count)) == nil)
  }

  @Test("A hash reads back as written, and differs when any of its bits does")
  func bytes() throws {
    let hash = LaneHash.genesis(group: group, lane: .shared)
    #expect(LaneHash(bytes: hash.bytes) == hash)
    for bit in 0..<256 {
      var bytes = hash.bytes
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(try #require(LaneHash(bytes: bytes)) != hash)
    }
  }

  @Test("ID-04 The holder ties an identity to one group only")
  func holder() {
    let identity = IdentityID(high: 0x0190_AABB_CCDD_7EEF, low: 0x8123_4567_89AB_CDEF)
    #expect(hex(HolderID(identity: identity, group: group).bytes) == "d9fd5bb6ffec48a1c59a6fe690f01063")
    #expect(HolderID(identity: identity, group: GroupID(high: 1, low: 1)) != HolderID(identity: identity, group: group))
  }

  @Test("LN-01 The stored names of lanes are for ever")
  func names() {
    #expect(Lane.shared.name == "shared" && Lane.admin.name == "admin")
    #expect(Lane(name: "shared") == .shared && Lane(name: "admin") == .admin)
    for name in ["", "Shared", "shared ", "minor/x", "admin\u{0}"] { #expect(Lane(name: name) == nil) }
    #expect([Lane.admin, .shared].sorted() == [.shared, .admin])
    let member = MemberID(high: 0x0190_AABB_CCDD_7EEF, low: 0x8123_4567_89AB_CDEF)
    let name = "inbox/0190aabb-ccdd-7eef-8123-456789abcdef"
    #expect(Lane.inbox(member).name == name && Lane(name: name) == .inbox(member))
    for other in [
      "inbox", "inbox/", "inbox/x", name.uppercased(), "inbox/" + name.dropFirst(6).uppercased(), name + " ", "Inbox" + name.dropFirst(5),
    ] {
      #expect(Lane(name: other) == nil, "\(other)")
    }
    let earlier = Lane.inbox(MemberID(high: 1, low: 1))
    #expect([Lane.inbox(member), .income, earlier, .shared, .admin].sorted() == [.shared, .admin, .income, earlier, .inbox(member)])
  }

  @Test("LN-01, LN-14 The lanes of minors and accounts have one name each, and come last in their order")
  func subjects() {
    let id = "0190aabb-ccdd-7eef-8123-456789abcdef"
    let (member, account) = (
      MemberID(high: 0x0190_AABB_CCDD_7EEF, low: 0x8123_4567_89AB_CDEF), AccountID(high: 0x0190_AABB_CCDD_7EEF, low: 0x8123_4567_89AB_CDEF)
    )
    #expect(Lane.minor(member).name == "minor/" + id && Lane(name: "minor/" + id) == .minor(member))
    #expect(Lane.account(account).name == "account/" + id && Lane(name: "account/" + id) == .account(account))
    #expect(Lane.minor(member).subject == id && Lane.account(account).subject == id && Lane.shared.subject == nil)
    for kind in ["minor", "account"] {
      for other in [kind, kind + "/", kind + "/x", kind + "/" + id.uppercased(), kind + "/" + id + "/", kind.uppercased() + "/" + id] {
        #expect(Lane(name: other) == nil, "\(other)")
      }
    }
    let first = Lane.minor(MemberID(high: 1, low: 1))
    let lanes: [Lane] = [.account(AccountID(high: 1, low: 1)), .account(account), .minor(member), first, .inbox(member), .income, .shared]
    #expect(
      lanes.sorted() == [
        .shared, .income, .inbox(member), first, .minor(member), .account(AccountID(high: 1, low: 1)), .account(account),
      ])
    #expect(LaneHash.genesis(group: GroupID(high: 1, low: 1), lane: first) != .genesis(group: GroupID(high: 1, low: 1), lane: .shared))
  }
}
