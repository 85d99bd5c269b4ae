import Glibc
import HearthLoadKit
import Histogram

/// The members who must not notice anything: they talk at a fixed rate, and each of them judges what it gets. On one
/// thread.
///
/// When something arrived is what the system noted at the member's socket. Members stand for other machines: if each
/// delivery woke this thread, so that it took a processor from the server between one of them and the next, that would
/// be measured, and not the server.
final class CrowdMembers {
  /// Limit: circles that talk a lot, so that whoever stalls in one of them is owed a lot.
  static let busyCircles = 2
  /// One message in so many is of a busy circle.
  private static let busyOneIn = 5
  private static let busyBytes = 2_048
  private static let bytes = 128
  /// Source addresses; each has 28,000 ports.
  private static let sources = 4
  /// What is measured counts by so many nanoseconds, or not at all: see `judge`.
  private static let slotNanoseconds: Int64 = 100_000_000
  /// How long members talk to a server without measuring, what is measured behind that, and how long the last message
  /// has to arrive.
  static let leadNanoseconds: Int64 = 100_000_000
  private static let measuredNanoseconds: Int64 = 500_000_000
  private static let tailNanoseconds: Int64 = 20_000_000
  /// How long what a processor's absence delayed may take to be worked off.
  private static let echoNanoseconds: Int64 = 20_000_000

  private struct Member {
    var fd: Int32
    var circle: Int
    var place: Int
    var reader = FrameReader()
    var isUpgraded = false
    var isOpen = true
  }

  private let epoll: Epoll
  private let perCircle: Int
  private var members: [Member] = []
  private var circles: [CircleOrder]
  private var buffer = [UInt8](repeating: 0, count: 256 << 10)
  private var upgraded = 0
  private var turns = 0
  /// What was sent in a tenth of a second, and how long each delivery of it took.
  private struct MeasuredSlot {
    var start: Int64
    var end: Int64 = .max
    var latencies: [UInt64] = []
    var stolenBefore: Double
    var stolenAfter = 0.0
    /// nil as long as it is not judged.
    var counts: Bool?
    /// Whether the figures of its round are still to be taken; what arrives later is a finding.
    var isOfThisRound = true

    func holds(_ sentAt: Int64) -> Bool { start <= sentAt && sentAt < end }
  }

  private let witnesses: ProcessorWitnesses
  /// The slots by their time, the one under way last. They are judged when who watches the processors must have woken,
  /// and kept: what a stalled server delivers later still belongs to the slot in which it was sent.
  private var measured: [MeasuredSlot] = []
  private var isMeasuring = false
  /// Slots of the round under way that were judged, and those of them that do not count.
  private(set) var slots = SlotTally()

  /// What the monotonic clock is ahead of the real-time one, nanoseconds.
  private var clockDifference: Int64 = 0

  /// Nanoseconds from the moment at which a message was given to the system to its arrival at a member's socket, for
  /// what was sent in the slots of the round under way that count, if it arrived before the round's figures were taken.
  /// Nobody waits for a delivery before the next message is sent, so a slow server is not spared any; how late this
  /// thread wakes is the machine's matter, and told apart (`lag`).
  private(set) var latency = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  /// How late messages were sent.
  private(set) var lag = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  private(set) var deliveries = 0
  private(set) var findings: [String: Int] = [:]
  /// Members that lost their connection.
  private(set) var closed = 0

  init(circles: Int, perCircle: Int, witnesses: ProcessorWitnesses) throws {
    epoll = try Epoll()
    self.witnesses = witnesses
    self.perCircle = perCircle
    self.circles = Array(repeating: CircleOrder(members: perCircle), count: circles)
  }

  /// The name of a circle.
  static func name(_ circle: Int) -> String { "c\(circle)" }

  /// Connects everybody.
  func gather(port: UInt16, within seconds: Int64) throws {
    let deadline = monotonicNanoseconds() + seconds * 1_000_000_000
    for index in 0..<(circles.count * perCircle) {
      let circle = index / perCircle
      let fd = try LoopbackSocket.connect(port, source: UInt8(2 + index % Self.sources))
      try LoopbackSocket.stampReceipts(fd)
      members.append(Member(fd: fd, circle: circle, place: index % perCircle))
      try epoll.add(fd, token: index)
      guard LoopbackSocket.send(PlainFrames.request(circle: Self.name(circle)), to: fd) else {
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

  /// How many times the members talk until so much is measured.
  static func stretches(seconds: Double) -> Int { max(1, Int((seconds * 1e9 / Double(measuredNanoseconds)).rounded(.up))) }

  /// What is measured from now on is of another round.
  func forgetFigures() {
    latency.reset()
    lag.reset()
    slots = SlotTally()
  }

  /// The figures of the round are taken: what was sent in it and arrives from now on is later than it may be.
  func closeRound() {
    judgeEndedSlots()
    for index in measured.indices { measured[index].isOfThisRound = false }
  }

  /// Talks at a rate for one stretch.
  func talk(rate: Double, isMeasured: Bool) {
    judgeEndedSlots()
    let start = monotonicNanoseconds()
    noteClocks()
    var count = 0
    while true {
      let due = start + Int64(Double(count) * 1e9 / rate)
      guard due < start + Self.leadNanoseconds + Self.measuredNanoseconds else { break }
      // In the middle between two messages the server has nothing to do for either.
      sleep(untilNanoseconds: due - Int64(0.5e9 / rate))
      poll(nanoseconds: 0)
      sleep(untilNanoseconds: due)
      let now = monotonicNanoseconds()
      if isMeasured, now - start >= Self.leadNanoseconds, !isMeasuring || now - measured[measured.count - 1].start >= Self.slotNanoseconds {
        beginSlot(now)
      }
      say(due: due, now: now)
      count += 1
    }
    sleep(untilNanoseconds: monotonicNanoseconds() + Self.tailNanoseconds)
    readAll()
    endSlot(monotonicNanoseconds())
  }

  private func noteClocks() {
    var real = timespec()
    clock_gettime(CLOCK_REALTIME, &real)
    clockDifference = monotonicNanoseconds() - (Int64(real.tv_sec) * 1_000_000_000 + Int64(real.tv_nsec))
  }

  private func beginSlot(_ now: Int64) {
    endSlot(now)
    measured.append(MeasuredSlot(start: now, stolenBefore: ProcessFigures.stolenSeconds))
    isMeasuring = true
  }

  private func endSlot(_ now: Int64) {
    noteClocks()
    guard isMeasuring else { return }
    isMeasuring = false
    measured[measured.count - 1].end = now
    measured[measured.count - 1].stolenAfter = ProcessFigures.stolenSeconds
  }

  /// Judges the slots of the stretches before.
  private func judgeEndedSlots() {
    readAll()
    for index in measured.indices.reversed() {
      guard measured[index].counts == nil else { break }
      judge(&measured[index])
    }
  }

  /// A slot counts unless the host took a processor away during it, just before, so that what was delayed came in it,
  /// or just behind it, where its last deliveries arrive: then it says nothing of the server. It is so with the
  /// disturbance and without.
  private func judge(_ slot: inout MeasuredSlot) {
    slots.all += 1
    let around = slot.start - Self.echoNanoseconds...slot.end + Self.echoNanoseconds
    let isDisturbed = slot.stolenAfter != slot.stolenBefore || witnesses.sawTheft(within: around)
    slot.counts = !isDisturbed
    if isDisturbed { slots.leftOut += 1 } else { for latency in slot.latencies { self.latency.record(latency) } }
    slot.latencies = []
  }

  /// Notes how long a delivery took: in the slot in which it was sent, however late it comes.
  private func note(_ nanoseconds: UInt64, sentAt: Int64) {
    // Hardly any is older than the last two.
    guard let index = measured.lastIndex(where: { $0.start <= sentAt }), measured[index].holds(sentAt) else { return }
    switch (measured[index].counts, measured[index].isOfThisRound) {
    case (nil, _): measured[index].latencies.append(nanoseconds)
    case (true?, true): latency.record(nanoseconds)
    case (true?, false): findings["later than the round in which they were sent", default: 0] += 1
    case (false?, _): break
    }
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

  private var owed: Int { circles.reduce(0) { $0 + $1.owed } }

  private func say(due: Int64, now: Int64) {
    let isBusy = turns % Self.busyOneIn == 0
    let quiet = max(1, circles.count - Self.busyCircles)
    let circle = isBusy ? turns / Self.busyOneIn % Self.busyCircles : Self.busyCircles + (turns - turns / Self.busyOneIn) % quiet
    let speaker = circle * perCircle + turns / circles.count % perCircle
    turns += 1
    guard circle < circles.count, members[speaker].isOpen else { return }
    let number = circles[circle].say()
    var payload: [UInt8] = []
    for word in [UInt64(circle) << 32 | UInt64(number), UInt64(now)] {
      for shift in 0..<8 { payload.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * shift))) }
    }
    payload += Array(repeating: UInt8(truncatingIfNeeded: number), count: (isBusy ? Self.busyBytes : Self.bytes) - payload.count)
    var frame: [UInt8] = []
    PlainFrames.append(PlainFrames.binary, payload, mask: number &* 2_654_435_761, to: &frame)
    if !LoopbackSocket.send(frame, to: members[speaker].fd) { findings["not taken", default: 0] += 1 }
    if isMeasuring { lag.record(UInt64(max(0, now - due))) }
  }

  /// Reads whatever has arrived.
  private func readAll() {
    while epoll.wait(nanoseconds: 0, { ready($0) }) > 0 {}
  }

  private func poll(nanoseconds: Int64) {
    epoll.wait(nanoseconds: nanoseconds) { ready($0) }
  }

  private func ready(_ index: Int) {
    guard members[index].isOpen else { return }
    var arrival: Int64 = 0
    switch LoopbackSocket.read(members[index].fd, into: &buffer, arrival: &arrival) {
    case .nothing: break
    case .bytes(let count): take(index, buffer[..<count], arrival: arrival)
    case .ended, .failed: lose(index)
    }
  }

  private func lose(_ index: Int) {
    close(members[index].fd)
    members[index].isOpen = false
    closed += 1
  }

  private func take(_ index: Int, _ read: ArraySlice<UInt8>, arrival: Int64) {
    var read = read
    if !members[index].isUpgraded {
      // The answer is one segment on loopback.
      guard let end = PlainFrames.answerEnd(read), PlainFrames.isGranted(read[..<end]) else { return lose(index) }
      members[index].isUpgraded = true
      upgraded += 1
      read = read[end...]
    }
    let now = arrival == 0 ? nil : arrival + clockDifference
    var reader = members[index].reader
    members[index].reader = FrameReader()
    let isSound = reader.take(read) { opcode, payload in hear(index, opcode, payload, now) }
    members[index].reader = reader
    if !isSound { findings["no frame", default: 0] += 1 }
  }

  private func hear(_ index: Int, _ opcode: UInt8, _ payload: ArraySlice<UInt8>, _ now: Int64?) {
    guard opcode == PlainFrames.binary, payload.count >= 16 else {
      findings["frame of kind \(opcode)", default: 0] += 1
      return
    }
    func word(_ offset: Int) -> UInt64 { (0..<8).reduce(0) { $0 | UInt64(payload[payload.startIndex + offset + $1]) << UInt64(8 * $1) } }
    let name = word(0)
    let member = members[index]
    guard Int(name >> 32) == member.circle else {
      findings["of another circle", default: 0] += 1
      return
    }
    deliveries += 1
    if let finding = circles[member.circle].deliver(UInt32(truncatingIfNeeded: name), to: member.place) { note(finding) }
    let sentAt = Int64(bitPattern: word(8))
    guard let now else {
      // Nothing is measured before the first slot.
      if !measured.isEmpty { findings["without a time of arrival", default: 0] += 1 }
      return
    }
    note(UInt64(max(0, now - sentAt)), sentAt: sentAt)
  }

  private func note(_ finding: CircleOrder.Finding) {
    switch finding {
    case .lost(let count): findings["lost", default: 0] += count
    case .doubled: findings["doubled", default: 0] += 1
    case .misordered: findings["misordered", default: 0] += 1
    case .unknown: findings["unknown", default: 0] += 1
    }
  }
}
