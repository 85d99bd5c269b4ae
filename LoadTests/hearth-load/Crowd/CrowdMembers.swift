import Glibc
import HearthLoadKit
import Histogram

/// The members who must not notice anything: they talk at a fixed rate, and each of them judges what it gets. On one thread.
final class CrowdMembers {
  /// Limit: rooms that talk a lot, so that whoever stalls in one of them is owed a lot.
  static let busyRooms = 2
  /// One message in so many is of a busy room.
  private static let busyOneIn = 5
  private static let busyBytes = 2_048
  private static let bytes = 128
  /// Source addresses; each has 28,000 ports.
  private static let sources = 4
  /// What is measured counts by so many nanoseconds, or not at all: see `endSlot`.
  private static let slotNanoseconds: Int64 = 100_000_000

  private struct Member {
    var fd: Int32
    var room: Int
    var place: Int
    var reader = FrameReader()
    var isUpgraded = false
    var isOpen = true
  }

  private let epoll: Epoll
  private let perRoom: Int
  private var members: [Member] = []
  private var rooms: [RoomOrder]
  private var buffer = [UInt8](repeating: 0, count: 256 << 10)
  private var upgraded = 0
  private var turns = 0
  private var isMeasured = false
  /// The latencies of the slot under way.
  private var slot: [UInt64] = []
  private var slotStart: Int64 = 0
  /// What had been stolen when the slot under way began, and the one before it.
  private var stolen = (before: 0.0, now: 0.0)
  /// Slots of the phase under way, and those of them that do not count.
  private(set) var slots = (all: 0, leftOut: 0)

  /// Nanoseconds from the moment at which a message was due to its receipt, for the slots that count of the phase under way.
  private(set) var latency = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  /// How late messages were sent: latencies below say nothing of the server.
  private(set) var lag = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  private(set) var deliveries = 0
  private(set) var findings: [String: Int] = [:]
  /// Members that lost their connection.
  private(set) var closed = 0

  init(rooms: Int, perRoom: Int) throws {
    epoll = try Epoll()
    self.perRoom = perRoom
    self.rooms = Array(repeating: RoomOrder(members: perRoom), count: rooms)
  }

  /// The name of a room.
  static func name(_ room: Int) -> String { "c\(room)" }

  /// Connects everybody.
  func gather(port: UInt16, within seconds: Int64) throws {
    let deadline = monotonicNanoseconds() + seconds * 1_000_000_000
    for index in 0..<(rooms.count * perRoom) {
      let room = index / perRoom
      let fd = try LoopbackSocket.connect(port, source: UInt8(2 + index % Self.sources))
      members.append(Member(fd: fd, room: room, place: index % perRoom))
      try epoll.add(fd, token: index)
      guard LoopbackSocket.send(PlainFrames.request(room: Self.name(room)), to: fd) else {
        throw CannotRun(description: "A request could not be sent.")
      }
      if index % 64 == 0 { poll(nanoseconds: 0) }
    }
    while upgraded < members.count {
      guard monotonicNanoseconds() < deadline else {
        throw CannotRun(description: "Only \(upgraded) of \(members.count) members were let in.")
      }
      poll(nanoseconds: 10_000_000)
    }
  }

  /// Talks at a rate for so long, and calls the body twice a second.
  func talk(rate: Double, nanoseconds: Int64, isMeasured: Bool, watch: () -> Void) {
    if isMeasured {
      latency.reset()
      lag.reset()
    }
    self.isMeasured = isMeasured
    let start = monotonicNanoseconds()
    slots = (0, 0)
    slot.removeAll(keepingCapacity: true)
    slotStart = start
    stolen = (ProcessFigures.stolenSeconds, ProcessFigures.stolenSeconds)
    var watched = start
    var count = 0
    while true {
      let due = start + Int64(Double(count) * 1e9 / rate)
      guard due < start + nanoseconds else { break }
      let now = monotonicNanoseconds()
      if now < due {
        poll(nanoseconds: due - now)
        continue
      }
      say(due: due, now: now)
      count += 1
      if isMeasured, now - slotStart >= Self.slotNanoseconds { endSlot(now) }
      if count % 64 == 0 { poll(nanoseconds: 0) }
      if now - watched > 500_000_000 {
        watched = now
        watch()
      }
    }
    self.isMeasured = false
  }

  /// A slot counts unless the host took a processor away during it or the one before, whose messages may come in this one: then it says
  /// nothing of the server. It is so with the disturbance and without.
  private func endSlot(_ now: Int64) {
    let total = ProcessFigures.stolenSeconds
    slots.all += 1
    if total == stolen.before { for latency in slot { self.latency.record(latency) } } else { slots.leftOut += 1 }
    stolen = (stolen.now, total)
    slot.removeAll(keepingCapacity: true)
    slotStart = now
  }

  /// Waits until everybody has everything; what is still owed then is lost.
  func settle(within seconds: Int64) {
    let deadline = monotonicNanoseconds() + seconds * 1_000_000_000
    while owed > 0, monotonicNanoseconds() < deadline { poll(nanoseconds: 10_000_000) }
    if owed > 0 { findings["lost", default: 0] += owed }
  }

  func dismiss() {
    for member in members where member.isOpen { LoopbackSocket.reset(member.fd) }
    members = []
  }

  private var owed: Int { rooms.reduce(0) { $0 + $1.owed } }

  private func say(due: Int64, now: Int64) {
    let isBusy = turns % Self.busyOneIn == 0
    let quiet = max(1, rooms.count - Self.busyRooms)
    let room = isBusy ? turns / Self.busyOneIn % Self.busyRooms : Self.busyRooms + (turns - turns / Self.busyOneIn) % quiet
    let speaker = room * perRoom + turns / rooms.count % perRoom
    turns += 1
    guard room < rooms.count, members[speaker].isOpen else { return }
    let number = rooms[room].say()
    var payload: [UInt8] = []
    for word in [UInt64(room) << 32 | UInt64(number), UInt64(due)] {
      for shift in 0..<8 { payload.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * shift))) }
    }
    payload += Array(repeating: UInt8(truncatingIfNeeded: number), count: (isBusy ? Self.busyBytes : Self.bytes) - payload.count)
    var frame: [UInt8] = []
    PlainFrames.append(PlainFrames.binary, payload, mask: number &* 2_654_435_761, to: &frame)
    if !LoopbackSocket.send(frame, to: members[speaker].fd) { findings["not taken", default: 0] += 1 }
    if isMeasured { lag.record(UInt64(max(0, now - due))) }
  }

  private func poll(nanoseconds: Int64) {
    epoll.wait(nanoseconds: nanoseconds) { ready($0) }
  }

  private func ready(_ index: Int) {
    guard members[index].isOpen else { return }
    switch LoopbackSocket.read(members[index].fd, into: &buffer) {
    case .nothing: break
    case .bytes(let count): take(index, buffer[..<count])
    case .ended, .failed: lose(index)
    }
  }

  private func lose(_ index: Int) {
    close(members[index].fd)
    members[index].isOpen = false
    closed += 1
  }

  private func take(_ index: Int, _ read: ArraySlice<UInt8>) {
    var read = read
    if !members[index].isUpgraded {
      // The answer is one segment on loopback.
      guard let end = PlainFrames.answerEnd(read), PlainFrames.isGranted(read[..<end]) else { return lose(index) }
      members[index].isUpgraded = true
      upgraded += 1
      read = read[end...]
    }
    let now = monotonicNanoseconds()
    var reader = members[index].reader
    members[index].reader = FrameReader()
    let isSound = reader.take(read) { opcode, payload in hear(index, opcode, payload, now) }
    members[index].reader = reader
    if !isSound { findings["no frame", default: 0] += 1 }
  }

  private func hear(_ index: Int, _ opcode: UInt8, _ payload: ArraySlice<UInt8>, _ now: Int64) {
    guard opcode == PlainFrames.binary, payload.count >= 16 else {
      findings["frame of kind \(opcode)", default: 0] += 1
      return
    }
    func word(_ offset: Int) -> UInt64 { (0..<8).reduce(0) { $0 | UInt64(payload[payload.startIndex + offset + $1]) << UInt64(8 * $1) } }
    let name = word(0)
    let member = members[index]
    guard Int(name >> 32) == member.room else {
      findings["of another room", default: 0] += 1
      return
    }
    deliveries += 1
    if let finding = rooms[member.room].deliver(UInt32(truncatingIfNeeded: name), to: member.place) { note(finding) }
    let due = Int64(bitPattern: word(8))
    if isMeasured { slot.append(UInt64(max(0, now - due))) }
  }

  private func note(_ finding: RoomOrder.Finding) {
    switch finding {
    case .lost(let count): findings["lost", default: 0] += count
    case .doubled: findings["doubled", default: 0] += 1
    case .misordered: findings["misordered", default: 0] += 1
    case .unknown: findings["unknown", default: 0] += 1
    }
  }
}
