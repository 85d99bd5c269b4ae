import Deflate
import Transport
import WebSocket

/// The rooms of one loop: who is in, and what the turn has for them.
///
/// Names are resolved once, at joining; from then on a room is a number. What a room says in a turn is framed into one buffer, which every
/// member is sent once. The server drives it: `flush` at the end of each turn.
struct RoomTable {
  /// The members that are sent the same bytes.
  private struct Audience {
    var members: [ConnectionID] = []
    /// Frames of this turn. Empty between turns, its storage lent from `spares`.
    var pending: [UInt8] = []
  }

  private struct Room {
    var plain = Audience()
    var compressed = Audience()
    /// The smallest window of those who agreed to compression, so that one form serves all.
    var windowBits: UInt8 = 15
  }

  private var numbers: [String: Int32] = [:]
  private var rooms: [Room] = []
  /// The rooms with something pending.
  private var speaking: [Int32] = []
  /// Buffers not in use: an idle room owns none.
  private var spares: [[UInt8]] = []

  /// Limit: storage that a spare buffer keeps, in bytes, and how many are kept.
  private static let spareBytesMax = 64 << 10
  private static let sparesMax = 1_024

  /// Takes a connection in. What was said before leaves first, without it.
  mutating func join(_ name: String, _ peer: UnsafeMutablePointer<Peer>, _ loop: Loop) {
    let number: Int32
    if let known = numbers[name] {
      number = known
    } else {
      number = Int32(rooms.count)
      numbers[name] = number
      rooms.append(Room())
    }
    flush(number, loop)
    peer.pointee.room = number
    if let agreement = peer.pointee.compression {
      rooms[Int(number)].windowBits = min(rooms[Int(number)].windowBits, agreement.serverWindowBits)
      Self.add(peer, to: &rooms[Int(number)].compressed)
    } else {
      Self.add(peer, to: &rooms[Int(number)].plain)
    }
  }

  /// Lets a connection go. What was said before still reaches it.
  mutating func leave(_ peer: UnsafeMutablePointer<Peer>, _ peers: PeerTable, _ loop: Loop) {
    let number = peer.pointee.room
    guard number >= 0 else { return }
    flush(number, loop)
    peer.pointee.room = -1
    if peer.pointee.compression == nil {
      Self.remove(peer, from: &rooms[Int(number)].plain, peers)
    } else {
      Self.remove(peer, from: &rooms[Int(number)].compressed, peers)
    }
  }

  /// Frames a message for a room, and compresses it once if somebody agreed to that.
  mutating func say(_ opcode: Opcode, _ payload: UnsafeRawBufferPointer, in number: Int32, _ compressor: LoopCompressor) {
    let index = Int(number)
    if rooms[index].plain.pending.isEmpty && rooms[index].compressed.pending.isEmpty { speaking.append(number) }
    if !rooms[index].plain.members.isEmpty {
      Self.lend(&rooms[index].plain.pending, from: &spares)
      FrameEncoder.append(opcode, payload: payload, to: &rooms[index].plain.pending)
    }
    if !rooms[index].compressed.members.isEmpty {
      Self.lend(&rooms[index].compressed.pending, from: &spares)
      let compressed = compressor.compress(payload, windowBits: rooms[index].windowBits)
      FrameEncoder.append(opcode, payload: compressed, isCompressed: true, to: &rooms[index].compressed.pending)
    }
  }

  /// Sends every room what the turn has for it.
  mutating func flush(_ loop: Loop) {
    for number in speaking { flush(number, loop) }
    speaking.removeAll(keepingCapacity: true)
  }

  private mutating func flush(_ number: Int32, _ loop: Loop) {
    Self.flush(&rooms[Int(number)].plain, &spares, loop)
    Self.flush(&rooms[Int(number)].compressed, &spares, loop)
  }

  private static func flush(_ audience: inout Audience, _ spares: inout [[UInt8]], _ loop: Loop) {
    guard !audience.pending.isEmpty else { return }
    let range = audience.pending.withUnsafeBytes { loop.write($0) }
    audience.members.withUnsafeBufferPointer { loop.send(range, to: $0) }
    var pending: [UInt8] = []
    swap(&pending, &audience.pending)
    guard pending.capacity <= spareBytesMax, spares.count < sparesMax else { return }
    pending.removeAll(keepingCapacity: true)
    spares.append(pending)
  }

  private static func lend(_ pending: inout [UInt8], from spares: inout [[UInt8]]) {
    guard pending.isEmpty, let spare = spares.popLast() else { return }
    pending = spare
  }

  private static func add(_ peer: UnsafeMutablePointer<Peer>, to audience: inout Audience) {
    peer.pointee.place = Int32(audience.members.count)
    audience.members.append(peer.pointee.id)
  }

  private static func remove(_ peer: UnsafeMutablePointer<Peer>, from audience: inout Audience, _ peers: PeerTable) {
    let last = audience.members.removeLast()
    guard last != peer.pointee.id else { return }
    audience.members[Int(peer.pointee.place)] = last
    peers.peer(last)?.pointee.place = peer.pointee.place
  }
}
