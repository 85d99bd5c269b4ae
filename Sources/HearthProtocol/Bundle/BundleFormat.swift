import SwiftProtobuf

/// What bundles are made of (SPEC BN-01, BN-02).
enum BundleFormat {
  /// The format number that the header carries; another one is refused.
  static let number: UInt32 = 1
  /// What a file begins with.
  static let mark = Array("hearth bundle 1\n".utf8)
  /// Limit: bytes of one record; a longer one is refused unread. A command has 16 MiB at most, and its events hold
  /// little more.
  static let recordBytesMax = 20 << 20
  /// Limit: bytes of a record that is neither an event nor a piece of an attachment. The heads of a group's lanes have
  /// some 270,000 at most: those of 1,000 members' inboxes, of as many minors and of as many accounts.
  static let smallRecordBytesMax = 524_288
  /// Bytes of a piece that is not the attachment's last.
  static let pieceBytes = 65_536

  /// A record behind its length.
  static func bytes(_ body: BundleRecord.OneOf_Body) throws(BundleFlaw) -> [UInt8] {
    var record = BundleRecord()
    record.body = body
    guard let encoded: [UInt8] = try? record.serializedBytes(), encoded.count <= recordBytesMax else {
      throw BundleFlaw("a record is longer than \(recordBytesMax) bytes")
    }
    return varint(UInt64(encoded.count)) + encoded
  }

  /// The shortest varint of a number.
  static func varint(_ number: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
    return bytes
  }
}

/// What is wrong with a bundle, for its reader.
public struct BundleFlaw: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place and the flaw, as the rest of a sentence.
  public var description: String

  /// Makes a flaw.
  public init(_ description: String) { self.description = description }
}

/// An event as a bundle has it.
public struct BundledEvent: Sendable, Hashable {
  /// Its audience.
  public var lane: Lane
  /// Its place in the lane.
  public var position: LanePosition
  /// The stored bytes of the `Event`.
  public var bytes: [UInt8]
  /// The lane's chain after it.
  public var hash: LaneHash

  /// Makes an event.
  public init(lane: Lane, position: LanePosition, bytes: [UInt8], hash: LaneHash) {
    self.lane = lane
    self.position = position
    self.bytes = bytes
    self.hash = hash
  }
}

/// Follows the lanes of a bundle by numbers and hashes (SPEC LN-02, LN-05); writing and reading both go through it.
struct BundleChain: Sendable {
  let group: GroupID
  private(set) var heads: [Lane: (position: LanePosition, hash: LaneHash)] = [:]
  private var lastLane: Lane?
  private var awaited = AwaitedErasures()
  let scope: BundleScope

  init(group: GroupID, scope: BundleScope) {
    self.group = group
    self.scope = scope
  }

  /// Moves on to the next event; throws when it is not the next one of its lane.
  mutating func step(to event: BundledEvent) throws(BundleFlaw) {
    func flaw(_ what: String) -> BundleFlaw { BundleFlaw("lane \(event.lane), position \(event.position): \(what)") }
    if scope == .member, let lastLane, event.lane < lastLane { throw flaw("the lanes do not follow one another") }
    let last = heads[event.lane] ?? (.start, .genesis(group: group, lane: event.lane))
    guard event.position.rawValue == last.position.rawValue &+ 1 else { throw flaw("the position follows \(last.position)") }
    guard awaited.follows(event.bytes, in: event.lane, at: event.position, after: last.hash, hash: event.hash) else {
      throw flaw("the hash chain does not hold")
    }
    heads[event.lane] = (event.position, event.hash)
    lastLane = event.lane
  }

  /// Requires that every event without its words was named by a later one (SPEC EW-04).
  func requireNamed() throws(BundleFlaw) {
    guard let (lane, position) = awaited.first else { return }
    throw BundleFlaw("lane \(lane), position \(position): its words are gone, and no later event says so")
  }

  /// The record of all heads.
  var record: BundleHeads {
    var record = BundleHeads()
    record.heads = heads.keys.sorted().map { lane in
      var head = BundleHead()
      head.lane = lane.name
      if let end = heads[lane] {
        head.position = end.position.rawValue
        head.hash = .init(end.hash.bytes)
      }
      return head
    }
    return record
  }
}
