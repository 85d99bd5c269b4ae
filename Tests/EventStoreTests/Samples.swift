import EventStore
import HearthProtocol
import SQLiteStore
import Testing

/// Ids and chained events for tests, the same in every run.
enum Samples {
  static func group(_ number: UInt64) -> GroupID { GroupID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | number) }
  static func identity(_ number: UInt64) -> IdentityID { IdentityID(high: 0x0191_0000_0000_7000, low: 0x8000_0000_0000_0000 | number) }
  static func token(_ number: UInt64) -> TokenID { TokenID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | number) }
  static func invite(_ number: UInt64) -> InviteID { InviteID(high: 0x0193_0000_0000_7000, low: 0x8000_0000_0000_0000 | number) }
  static func member(_ number: UInt64) -> MemberID { MemberID(high: 0x0195_0000_0000_7000, low: 0x8000_0000_0000_0000 | number) }
  static func hash(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 32) }

  static func key(_ byte: UInt8) throws -> EncryptionKey { try #require(EncryptionKey(bytes: hash(byte))) }

  static func registration(_ number: UInt64) -> Registration {
    Registration(
      identity: identity(number), displayName: "Person \(number)", device: device(number))
  }

  static func device(_ number: UInt64) -> NewDevice {
    NewDevice(
      id: DeviceID(high: 0x0194_0000_0000_7000, low: 0x8000_0000_0000_0000 | number), name: "Device \(number)",
      token: token(number), secretHash: hash(UInt8(number & 255)), createdAt: 1_700_000_000_000)
  }
}

/// Writes a group's log as a room would: numbered, placed in lanes and chained.
struct LogWriter {
  let group: GroupID
  private(set) var head = GroupSequence.start
  private var lanes: [Lane: (position: LanePosition, hash: LaneHash)] = [:]

  init(_ group: GroupID) { self.group = group }

  /// The next batch of `count` events of `payloadBytes` each; every fourth event is the admins'.
  mutating func batch(_ count: Int, payloadBytes: Int = 40, projections: [Projection] = []) -> AppendBatch {
    let expected = head
    let events = (0..<count).map { _ in event(payloadBytes: payloadBytes) }
    return AppendBatch(group: group, expected: expected, events: events, projections: projections)
  }

  private mutating func event(payloadBytes: Int) -> StoredEvent {
    head = head.next
    let lane: Lane = head.rawValue % 4 == 0 ? .admin : .shared
    let bytes = (0..<payloadBytes).map { UInt8(truncatingIfNeeded: UInt64($0) &* 31 &+ head.rawValue) }
    let last = lanes[lane] ?? (.start, .genesis(group: group, lane: lane))
    let next = (position: last.position.next, hash: last.hash.next(stored: bytes))
    lanes[lane] = next
    return StoredEvent(sequence: head, lane: lane, position: next.position, bytes: bytes, hash: next.hash)
  }
}

extension Result where Success == Void, Failure == StoreFailure {
  /// The failure, or nil on success.
  var failure: StoreFailure? {
    switch self {
    case .success: nil
    case .failure(let failure): failure
    }
  }
}
