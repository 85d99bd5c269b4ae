import Deflate
import Transport
import WebSocket

/// The rooms of one loop: who is in, and what the turn has for them.
///
/// Names are resolved once, at joining; from then on a room is a number. What a room says is framed once into the turn's arena, and at the
/// end of each half of a turn every member is sent all of it as one. With several loops the room's owner decides the order: other loops post it what their members say, and it posts
/// every loop with members the frames of that half. The server drives it: `flush` then.
struct RoomTable {
  /// The members that are sent the same bytes.
  private struct Audience {
    var members: [ConnectionID] = []
    /// Frames of this turn. Empty between turns, its storage lent from `spares`.
    var pending: [OutputRange] = []
  }

  private struct Room {
    var id = RoomID.none
    var plain = Audience()
    var compressed = Audience()
    /// The smallest window of those who agreed to compression, so that one form serves all.
    var windowBits: UInt8 = 15
  }

  private let loop: Int
  private let siblings: EchoLoops
  private let loops: Int
  /// By number.
  private var rooms: [Room] = []
  /// The rooms with something pending.
  private var speaking: [RoomID] = []
  /// What is posted to each loop when the turn ends.
  private var posts: [[RoomPost]]
  private var isPosting = false
  /// Storage not in use: an idle room owns none.
  private var spares: [[OutputRange]] = []

  /// Limit: ranges that spare storage has room for, and how much of it is kept.
  private static let spareRangesMax = 1_024
  private static let sparesMax = 1_024

  init(loop: Int, siblings: EchoLoops) {
    self.loop = loop
    self.siblings = siblings
    loops = siblings.names.loops
    posts = Array(repeating: [], count: loops)
  }

  /// Takes a connection in. What was said before leaves first, without it.
  mutating func join(_ name: String, _ peer: UnsafeMutablePointer<Peer>, _ loop: Loop) {
    let room = siblings.names.join(name, loop: self.loop)
    _ = open(room, loop)
    flush(room, loop)
    peer.pointee.room = room
    let index = room.number
    if let agreement = peer.pointee.compression {
      rooms[index].windowBits = min(rooms[index].windowBits, agreement.serverWindowBits)
      Self.add(peer, to: &rooms[index].compressed)
    } else {
      Self.add(peer, to: &rooms[index].plain)
    }
  }

  /// Lets a connection go. What was said before still reaches it.
  mutating func leave(_ peer: UnsafeMutablePointer<Peer>, _ peers: PeerTable, _ loop: Loop) {
    let room = peer.pointee.room
    guard room.number >= 0 else { return }
    flush(room, loop)
    peer.pointee.room = .none
    if peer.pointee.compression == nil {
      Self.remove(peer, from: &rooms[room.number].plain, peers)
    } else {
      Self.remove(peer, from: &rooms[room.number].compressed, peers)
    }
    siblings.names.leave(room, loop: self.loop)
  }

  /// Frames a message for a room, and compresses it once if somebody agreed to that.
  mutating func say(_ opcode: Opcode, _ payload: UnsafeRawBufferPointer, in room: RoomID, _ compressor: LoopCompressor, _ loop: Loop) {
    let index = room.number
    guard index >= 0 else { return }
    guard loops == 1 || room.owner(of: loops) == self.loop else {
      return post(.said(room, opcode, Array(payload)), to: room.owner(of: loops))
    }
    if rooms[index].plain.pending.isEmpty && rooms[index].compressed.pending.isEmpty { speaking.append(room) }
    if loops > 1 || !rooms[index].plain.members.isEmpty {
      Self.lend(&rooms[index].plain.pending, from: &spares)
      rooms[index].plain.pending.append(loop.writeFrame(opcode, payload))
    }
    if !rooms[index].compressed.members.isEmpty {
      Self.lend(&rooms[index].compressed.pending, from: &spares)
      let compressed = compressor.compress(payload, windowBits: rooms[index].windowBits)
      rooms[index].compressed.pending.append(loop.writeFrame(opcode, compressed, isCompressed: true))
    }
  }

  /// Another loop posted something.
  mutating func take(_ post: RoomPost, _ compressor: LoopCompressor, _ loop: Loop) {
    switch post {
    case .said(let room, let opcode, let payload):
      guard open(room, loop) else { return }
      payload.withUnsafeBytes { say(opcode, $0, in: room, compressor, loop) }
    case .ordered(let room, let frames):
      guard room.number < rooms.count, rooms[room.number].id == room else { return }
      let range = frames.withUnsafeBytes { loop.write($0) }
      rooms[room.number].plain.members.withUnsafeBufferPointer { loop.send(range, to: $0) }
    }
  }

  /// Sends every room what the turn has for it, and the other loops what they need.
  mutating func flush(_ loop: Loop) {
    for room in speaking { flush(room, loop) }
    speaking.removeAll(keepingCapacity: true)
    guard isPosting else { return }
    isPosting = false
    for number in posts.indices where !posts[number].isEmpty {
      siblings.inbox(number).post(posts[number])
      posts[number].removeAll(keepingCapacity: true)
    }
  }

  /// Gives a room its place; false when the place is another room's, and this one over.
  private mutating func open(_ room: RoomID, _ loop: Loop) -> Bool {
    while rooms.count <= room.number { rooms.append(Room()) }
    let present = rooms[room.number].id
    guard present != room else { return true }
    guard rooms[room.number].plain.members.isEmpty, rooms[room.number].compressed.members.isEmpty else { return false }
    if present != .none { flush(present, loop) }
    rooms[room.number].id = room
    rooms[room.number].windowBits = 15
    return true
  }

  private mutating func post(_ post: RoomPost, to loop: Int) {
    posts[loop].append(post)
    isPosting = true
  }

  private mutating func flush(_ room: RoomID, _ loop: Loop) {
    guard rooms[room.number].id == room else { return }
    if loops > 1 { relay(room, loop) }
    Self.flush(&rooms[room.number].plain, &spares, loop)
    Self.flush(&rooms[room.number].compressed, &spares, loop)
  }

  /// Posts the frames of the turn to the other loops. Who has members is asked now: whoever was let in before somebody spoke is among them.
  private mutating func relay(_ room: RoomID, _ loop: Loop) {
    guard !rooms[room.number].plain.pending.isEmpty else { return }
    let audience = siblings.names.audience(room) & ~(1 << UInt64(self.loop))
    guard audience != 0 else { return }
    let frames = Array(loop.bytes(of: loop.join(rooms[room.number].plain.pending)))
    for number in 0..<loops where audience & 1 << UInt64(number) != 0 { post(.ordered(room, frames), to: number) }
  }

  private static func flush(_ audience: inout Audience, _ spares: inout [[OutputRange]], _ loop: Loop) {
    guard !audience.pending.isEmpty else { return }
    let range = loop.join(audience.pending)
    audience.members.withUnsafeBufferPointer { loop.send(range, to: $0) }
    var pending: [OutputRange] = []
    swap(&pending, &audience.pending)
    guard pending.capacity <= spareRangesMax, spares.count < sparesMax else { return }
    pending.removeAll(keepingCapacity: true)
    spares.append(pending)
  }

  private static func lend(_ pending: inout [OutputRange], from spares: inout [[OutputRange]]) {
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
