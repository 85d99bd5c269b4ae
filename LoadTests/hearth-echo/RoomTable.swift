import Deflate
import Transport
import WebSocket

/// The rooms of one loop: who is in, and what the turn has for them.
///
/// Names are resolved once, at joining; from then on a room is a number. What a room says is framed once into the
/// turn's arena, and at the end of each half of a turn every member is sent all of it as one. With several loops the
/// room's owner decides the order: other loops post it what their members say, and it posts every loop with members the
/// frames of that half. The server drives it: `flush` then.
struct RoomTable {
  /// The members that are sent the same bytes.
  private struct Audience {
    var members: [ConnectionID] = []
    /// The place in `frames` of the first frame that they are still to be sent; -1 without one.
    var first: Int32 = -1
    /// That of the last one, if there is a first.
    var last: Int32 = -1
  }

  /// What was said in this half of a turn.
  private struct Frame {
    var range: OutputRange
    var room: RoomID
    /// The place of the next one for the same audience, or -1.
    var next: Int32 = -1
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
  /// Of all rooms, in the order in which it was said. Empty behind each half of a turn.
  private var frames: [Frame] = []
  /// Empty unless frames are being laid side by side.
  private var pieces: [OutputRange] = []
  /// What is posted to each loop when the half of the turn ends.
  private var posts: [[RoomPost]]
  private var isPosting = false

  /// Limit: frames whose storage is kept.
  private static let framesKeptMax = 4_096

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
    guard rooms[index].id == room else { return }
    if loops > 1 || !rooms[index].plain.members.isEmpty {
      Self.append(loop.writeFrame(opcode, payload), of: room, to: &rooms[index].plain, &frames)
    }
    if !rooms[index].compressed.members.isEmpty {
      let compressed = compressor.compress(payload, windowBits: rooms[index].windowBits)
      Self.append(loop.writeFrame(opcode, compressed, isCompressed: true), of: room, to: &rooms[index].compressed, &frames)
    }
  }

  /// Another loop posted something.
  mutating func take(_ post: RoomPost, _ compressor: LoopCompressor, _ loop: Loop) {
    switch post {
    case .said(let room, let opcode, let payload):
      guard open(room, loop) else { return }
      payload.withUnsafeBytes { say(opcode, $0, in: room, compressor, loop) }
    case .ordered(let room, let bytes):
      guard room.number < rooms.count, rooms[room.number].id == room else { return }
      let range = bytes.withUnsafeBytes { loop.write($0) }
      rooms[room.number].plain.members.withUnsafeBufferPointer { loop.send(range, to: $0) }
    }
  }

  /// Sends every room what the half of the turn has for it, and the other loops what they need.
  mutating func flush(_ loop: Loop) {
    // A room that has said more than one thing is flushed with the first.
    for place in frames.indices { flush(frames[place].room, loop) }
    frames.removeAll(keepingCapacity: frames.count <= Self.framesKeptMax)
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
    let index = room.number
    guard rooms[index].id == room else { return }
    if let range = whole(from: rooms[index].plain.first, loop) {
      rooms[index].plain.first = -1
      if loops > 1 { relay(range, room, loop) }
      rooms[index].plain.members.withUnsafeBufferPointer { loop.send(range, to: $0) }
    }
    if let range = whole(from: rooms[index].compressed.first, loop) {
      rooms[index].compressed.first = -1
      rooms[index].compressed.members.withUnsafeBufferPointer { loop.send(range, to: $0) }
    }
  }

  /// The frames of an audience as one, from the place of its first; nil without one.
  private mutating func whole(from first: Int32, _ loop: Loop) -> OutputRange? {
    guard first >= 0 else { return nil }
    var frame = frames[Int(first)]
    if frame.next < 0 { return frame.range }
    pieces.append(frame.range)
    while frame.next >= 0 {
      frame = frames[Int(frame.next)]
      pieces.append(frame.range)
    }
    defer { pieces.removeAll(keepingCapacity: pieces.count <= Self.framesKeptMax) }
    return loop.join(pieces)
  }

  /// Posts the frames of the half of the turn to the other loops. Who has members is asked now: whoever was let in
  /// before somebody spoke is among them.
  private mutating func relay(_ range: OutputRange, _ room: RoomID, _ loop: Loop) {
    let audience = siblings.names.audience(room) & ~(1 << UInt64(self.loop))
    guard audience != 0 else { return }
    let bytes = Array(loop.bytes(of: range))
    for number in 0..<loops where audience & 1 << UInt64(number) != 0 { post(.ordered(room, bytes), to: number) }
  }

  private static func append(_ range: OutputRange, of room: RoomID, to audience: inout Audience, _ frames: inout [Frame]) {
    let place = Int32(frames.count)
    frames.append(Frame(range: range, room: room))
    if audience.first < 0 { audience.first = place } else { frames[Int(audience.last)].next = place }
    audience.last = place
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
