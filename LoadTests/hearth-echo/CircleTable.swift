import Deflate
import Transport
import WebSocket

/// The circles of one loop: who is in, and what the turn has for them.
///
/// Names are resolved once, at joining; from then on a circle is a number. What a circle says is framed once into the
/// turn's arena, and at the end of each half of a turn every member is sent all of it as one. With several loops the
/// circle's owner decides the order: other loops post it what their members say, and it posts every loop with members
/// the frames of that half. The server drives it: `flush` then.
struct CircleTable {
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
    var circle: CircleID
    /// The place of the next one for the same audience, or -1.
    var next: Int32 = -1
  }

  private struct Circle {
    var id = CircleID.none
    var plain = Audience()
    var compressed = Audience()
    /// The smallest window of those who agreed to compression, so that one form serves all.
    var windowBits: UInt8 = 15
  }

  private let loop: Int
  private let siblings: EchoLoops
  private let loops: Int
  /// By number.
  private var circles: [Circle] = []
  /// Of all circles, in the order in which it was said. Empty behind each half of a turn.
  private var frames: [Frame] = []
  /// Empty unless frames are being laid side by side.
  private var pieces: [OutputRange] = []
  /// What is posted to each loop when the half of the turn ends.
  private var posts: [[CirclePost]]
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
  mutating func join(_ name: String, _ session: UnsafeMutablePointer<EchoSession>, _ loop: Loop) {
    let circle = siblings.names.join(name, loop: self.loop)
    _ = open(circle, loop)
    flush(circle, loop)
    session.pointee.circle = circle
    let index = circle.number
    if let agreement = session.pointee.compression {
      circles[index].windowBits = min(circles[index].windowBits, agreement.serverWindowBits)
      Self.add(session, to: &circles[index].compressed)
    } else {
      Self.add(session, to: &circles[index].plain)
    }
  }

  /// Lets a connection go. What was said before still reaches it.
  mutating func leave(_ session: UnsafeMutablePointer<EchoSession>, _ sessions: EchoSessionTable, _ loop: Loop) {
    let circle = session.pointee.circle
    guard circle.number >= 0 else { return }
    flush(circle, loop)
    session.pointee.circle = .none
    if session.pointee.compression == nil {
      Self.remove(session, from: &circles[circle.number].plain, sessions)
    } else {
      Self.remove(session, from: &circles[circle.number].compressed, sessions)
    }
    siblings.names.leave(circle, loop: self.loop)
  }

  /// Frames a message for a circle, and compresses it once if somebody agreed to that.
  mutating func say(_ opcode: Opcode, _ payload: UnsafeRawBufferPointer, in circle: CircleID, _ compressor: LoopCompressor, _ loop: Loop) {
    let index = circle.number
    guard index >= 0 else { return }
    guard loops == 1 || circle.owner(of: loops) == self.loop else {
      return post(.said(circle, opcode, Array(payload)), to: circle.owner(of: loops))
    }
    guard circles[index].id == circle else { return }
    if loops > 1 || !circles[index].plain.members.isEmpty {
      Self.append(loop.writeFrame(opcode, payload), of: circle, to: &circles[index].plain, &frames)
    }
    if !circles[index].compressed.members.isEmpty {
      let compressed = compressor.compress(payload, windowBits: circles[index].windowBits)
      Self.append(loop.writeFrame(opcode, compressed, isCompressed: true), of: circle, to: &circles[index].compressed, &frames)
    }
  }

  /// Another loop posted something.
  mutating func take(_ post: CirclePost, _ compressor: LoopCompressor, _ loop: Loop) {
    switch post {
    case .said(let circle, let opcode, let payload):
      guard open(circle, loop) else { return }
      payload.withUnsafeBytes { say(opcode, $0, in: circle, compressor, loop) }
    case .ordered(let circle, let bytes):
      guard circle.number < circles.count, circles[circle.number].id == circle else { return }
      let range = bytes.withUnsafeBytes { loop.write($0) }
      circles[circle.number].plain.members.withUnsafeBufferPointer { loop.send(range, to: $0) }
    }
  }

  /// Sends every circle what the half of the turn has for it, and the other loops what they need.
  mutating func flush(_ loop: Loop) {
    // A circle that has said more than one thing is flushed with the first.
    for place in frames.indices { flush(frames[place].circle, loop) }
    frames.removeAll(keepingCapacity: frames.count <= Self.framesKeptMax)
    guard isPosting else { return }
    isPosting = false
    for number in posts.indices where !posts[number].isEmpty {
      siblings.inbox(number).post(posts[number])
      posts[number].removeAll(keepingCapacity: true)
    }
  }

  /// Gives a circle its place; false when the place is another circle's, and this one over.
  private mutating func open(_ circle: CircleID, _ loop: Loop) -> Bool {
    while circles.count <= circle.number { circles.append(Circle()) }
    let present = circles[circle.number].id
    guard present != circle else { return true }
    guard circles[circle.number].plain.members.isEmpty, circles[circle.number].compressed.members.isEmpty else { return false }
    if present != .none { flush(present, loop) }
    circles[circle.number].id = circle
    circles[circle.number].windowBits = 15
    return true
  }

  private mutating func post(_ post: CirclePost, to loop: Int) {
    posts[loop].append(post)
    isPosting = true
  }

  private mutating func flush(_ circle: CircleID, _ loop: Loop) {
    let index = circle.number
    guard circles[index].id == circle else { return }
    if let range = whole(from: circles[index].plain.first, loop) {
      circles[index].plain.first = -1
      if loops > 1 { relay(range, circle, loop) }
      circles[index].plain.members.withUnsafeBufferPointer { loop.send(range, to: $0) }
    }
    if let range = whole(from: circles[index].compressed.first, loop) {
      circles[index].compressed.first = -1
      circles[index].compressed.members.withUnsafeBufferPointer { loop.send(range, to: $0) }
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
  private mutating func relay(_ range: OutputRange, _ circle: CircleID, _ loop: Loop) {
    let audience = siblings.names.audience(circle) & ~(1 << UInt64(self.loop))
    guard audience != 0 else { return }
    let bytes = Array(loop.bytes(of: range))
    for number in 0..<loops where audience & 1 << UInt64(number) != 0 { post(.ordered(circle, bytes), to: number) }
  }

  private static func append(_ range: OutputRange, of circle: CircleID, to audience: inout Audience, _ frames: inout [Frame]) {
    let place = Int32(frames.count)
    frames.append(Frame(range: range, circle: circle))
    if audience.first < 0 { audience.first = place } else { frames[Int(audience.last)].next = place }
    audience.last = place
  }

  private static func add(_ session: UnsafeMutablePointer<EchoSession>, to audience: inout Audience) {
    session.pointee.place = Int32(audience.members.count)
    audience.members.append(session.pointee.id)
  }

  private static func remove(_ session: UnsafeMutablePointer<EchoSession>, from audience: inout Audience, _ sessions: EchoSessionTable) {
    let last = audience.members.removeLast()
    guard last != session.pointee.id else { return }
    audience.members[Int(session.pointee.place)] = last
    sessions.session(last)?.pointee.place = session.pointee.place
  }
}
