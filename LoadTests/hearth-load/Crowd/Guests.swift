import CLinux
import Glibc
import HearthLoadKit

/// The connections of a disturbance, confined to its thread.
final class Guests {
  // What stalled readers are owed, and how fast. Limit: their queue is 1 MiB, and the kernel keeps some hundred KiB.
  private static let readersPerFeeder = 10
  private static let feedBytes = 16 << 10
  private static let feedNanoseconds: Int64 = 100_000_000
  // One stalled reader in so many sits in a circle of the measured ones, which has little more to send for it than
  // without.
  private static let amongMembersOneIn = 50
  // Limit: the longest time after which the server must have dropped a stalled reader: twice its 10 s.
  private static let stallNanoseconds: Int64 = 22_000_000_000
  // The server gives stalled readers up after its 10 s, and they are replaced.
  private static let retireNanoseconds: Int64 = 11_000_000_000
  // A peer that has come later than so long before the end may have been owed no more than the kernel takes, and then
  // stalls nobody.
  private static let owedNanoseconds: Int64 = 3_000_000_000
  // In the end those look at once who have been told by then, and have not been given up yet.
  private static let toldNanoseconds: ClosedRange<Int64> = 9_300_000_000...9_900_000_000
  // Limit: so many of those are waited for.
  private static let toldMin = 3
  // Limit: how long a reader who looks awaits its end.
  private static let lookNanoseconds: Int64 = 3_000_000_000
  // A peer that may be early hears for so long that there is nothing more; the others must not grow too old meanwhile.
  private static let earlyNanoseconds: Int64 = 100_000_000
  private static let pingNanoseconds: Int64 = 100_000_000
  private static let floodPings = 200
  private static let floodPauseNanoseconds: Int64 = 250_000_000
  // How long those who come in the place of others take to come.
  private static let spreadNanoseconds: Int64 = 10_000_000_000
  // A turn is for every tenth guest, so that what all of them do is spread.
  private static let turnNanoseconds: Int64 = 1_000_000
  private static let turnsPerRound = 10
  // How long after one look at who is there the next one comes.
  private static let censusNanoseconds: Int64 = 500_000_000

  private enum Kind: Equatable {
    case stalled
    case feeder
    case half
    case pinging
    case flooding
  }

  private struct Guest {
    var kind: Kind
    var circle: String
    var fd: Int32 = -1
    var reader = FrameReader()
    var isUpgraded = false
    /// When it does what it does next.
    var due: Int64 = 0
    var since: Int64 = 0
    /// Floods that it has sent, on all its connections.
    var floods = 0
  }

  private let plan: Disturbance.Plan
  private let epoll: Epoll
  private var guests: [Guest] = []
  /// Stalled readers in whose place others have come; what has become of them is looked at in the end.
  private var retired: [Guest] = []
  private var buffer = [UInt8](repeating: 0, count: 256 << 10)
  private var turn = 0
  /// When each of them pings is nobody's business but its own.
  private var random = SplitMix64(seed: 1)
  private let ping: [UInt8]
  private let feed: [UInt8]
  private(set) var round = DisturbanceRound()
  /// Whether what they do counts: while they stay, not while they come and go.
  private var isCounting = false

  init(_ plan: Disturbance.Plan) throws {
    self.plan = plan
    epoll = try Epoll()
    var frame: [UInt8] = []
    PlainFrames.append(PlainFrames.ping, [1, 2, 3], mask: 5, to: &frame)
    ping = frame
    frame = []
    PlainFrames.append(PlainFrames.binary, Array(repeating: 9, count: Self.feedBytes), mask: 5, to: &frame)
    feed = frame
  }

  /// How many write for so many stalled readers.
  static func feeders(ofStalled count: Int) -> Int { (count + readersPerFeeder - 1) / readersPerFeeder }

  /// Everybody comes: those who stall, and those with half a handshake, spread over the time that they last, so that at
  /// every moment all of them are there, some of them end and others come in their place.
  func arrive() throws {
    let start = monotonicNanoseconds()
    guests += (0..<Self.feeders(ofStalled: plan.stalled)).map { Guest(kind: .feeder, circle: "s\($0)") }
    guests += (0..<plan.pinging).map { Guest(kind: .pinging, circle: "p\($0)") }
    guests += (0..<plan.flooding).map { Guest(kind: .flooding, circle: "f\($0)") }
    for number in 0..<plan.stalled {
      let isAmongMembers = number % Self.amongMembersOneIn == 0
      let busy = number / Self.amongMembersOneIn % CrowdMembers.busyCircles
      let circle = isAmongMembers ? CrowdMembers.name(busy) : "s\(number / Self.readersPerFeeder)"
      guests.append(Guest(kind: .stalled, circle: circle, due: start + spread(number, plan.stalled)))
    }
    for number in 0..<plan.halfOpen {
      guests.append(Guest(kind: .half, circle: "h\(number)", due: start + (plan.halfTogether ? 0 : spread(number, plan.halfOpen))))
    }
    while monotonicNanoseconds() < start + Self.spreadNanoseconds { try trouble() }
  }

  private func spread(_ number: Int, _ count: Int) -> Int64 { Int64(number) * Self.spreadNanoseconds / Int64(count) }

  /// One turn of what they do.
  func trouble() throws {
    let end = monotonicNanoseconds() + Self.turnNanoseconds
    while monotonicNanoseconds() < end { try epoll.wait(nanoseconds: end - monotonicNanoseconds()) { try ready($0) } }
    let now = monotonicNanoseconds()
    turn = (turn + 1) % Self.turnsPerRound
    for index in stride(from: turn, to: guests.count, by: Self.turnsPerRound) where guests[index].due <= now { try act(index, now) }
  }

  /// They go on as long as the body says so, and count now and then how many of them are there at once.
  func stay(while goesOn: () -> Bool) throws {
    let start = monotonicNanoseconds()
    isCounting = true
    defer { isCounting = false }
    var nextCensus = start
    while goesOn() {
      try trouble()
      guard monotonicNanoseconds() >= nextCensus else { continue }
      round.stalledAtOnce.append(guests.count { $0.kind == .stalled && $0.fd >= 0 && $0.isUpgraded })
      round.halfOpenAtOnce.append(guests.count { $0.kind == .half && $0.fd >= 0 })
      nextCensus = monotonicNanoseconds() + Self.censusNanoseconds
    }
    round.seconds = Double(monotonicNanoseconds() - start) / 1e9
    let floods = guests.filter { $0.kind == .flooding }.map(\.floods)
    round.floods = floods.reduce(0, +)
    round.floodPingsLeast = (floods.min() ?? 0) * Self.floodPings
  }

  private func count(_ what: WritableKeyPath<DisturbanceRound, Int>, _ number: Int = 1) {
    if isCounting { round[keyPath: what] += number }
  }

  /// The stalled readers look at what they got; then everybody is gone.
  func leave() throws {
    // They go on until some have been told and not given up, whenever the phase happens to end.
    let patience = monotonicNanoseconds() + Self.retireNanoseconds
    while toldCount < min(Self.toldMin, plan.stalled), monotonicNanoseconds() < patience { try trouble() }
    for index in guests.indices where guests[index].kind != .stalled { drop(index) }
    let now = monotonicNanoseconds()
    for index in guests.indices where guests[index].fd >= 0 {
      let age = now - guests[index].since
      if age < Self.owedNanoseconds {
        LoopbackSocket.reset(guests[index].fd)
      } else if Self.toldNanoseconds.contains(age) {
        look(guests[index], mayBeEarly: true)
      } else {
        retired.append(guests[index])
      }
      guests[index].fd = -1
    }
    if let newest = retired.map(\.since).max() { sleep(untilNanoseconds: newest + Self.stallNanoseconds) }
    for guest in retired { look(guest) }
    retired = []
  }

  /// Stalled readers of an age at which they have been told and not given up.
  private var toldCount: Int {
    let now = monotonicNanoseconds()
    return guests.count { $0.kind == .stalled && $0.fd >= 0 && Self.toldNanoseconds.contains(now - $0.since) }
  }

  private func open(_ index: Int) throws {
    let kind = guests[index].kind
    let port = kind == .half && index & 1 == 0 ? plan.tlsPort ?? plan.port : plan.port
    let fd = try LoopbackSocket.connect(port, source: UInt8(10 + index % 4), receiveBytes: kind == .stalled ? 4096 : nil)
    let now = monotonicNanoseconds()
    guests[index].fd = fd
    guests[index].isUpgraded = false
    guests[index].reader = FrameReader()
    guests[index].since = now
    guests[index].due = .max
    if kind == .stalled { round.stalledCame += 1 }
    try epoll.add(fd, token: index)
    let request = PlainFrames.request(circle: guests[index].circle)
    switch kind {
    case .half where port != plan.port: _ = LoopbackSocket.send(Self.halfClientHello, to: fd)
    case .half: _ = LoopbackSocket.send(Array(request.prefix(request.count / 2)), to: fd)
    case .stalled, .feeder, .pinging, .flooding: _ = LoopbackSocket.send(request, to: fd)
    }
  }

  /// RFC 8446 §5.1 and §4: a record of 512 bytes is announced that begins a ClientHello, and less than that is sent.
  private static let halfClientHello: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3] + Array(repeating: 7, count: 200)

  private func ready(_ index: Int) throws {
    let guest = guests[index]
    guard guest.fd >= 0 else { return }
    // A stalled reader reads the answer to its request, and then nothing more.
    guard guest.kind != .stalled || !guest.isUpgraded else { return }
    let reading: LoopbackSocket.Reading
    if guest.kind == .stalled {
      var head = [UInt8](repeating: 0, count: 200)
      reading = LoopbackSocket.read(guest.fd, into: &head)
      guests[index].isUpgraded = true
      guests[index].due = guest.since + Self.retireNanoseconds
      epoll.remove(guest.fd)
      guard case .bytes = reading else { return try lost(index) }
      // What was read of the frames behind the answer matters to whoever looks.
      if let end = PlainFrames.answerEnd(head[...]), case .bytes(let count) = reading {
        var reader = FrameReader()
        _ = reader.take(head[end..<count]) { _, _ in }
        guests[index].reader = reader
      }
      return
    }
    switch LoopbackSocket.read(guest.fd, into: &buffer) {
    case .nothing: break
    case .bytes(let count): try take(index, buffer[..<count])
    case .ended, .failed: try lost(index)
    }
  }

  private func take(_ index: Int, _ read: ArraySlice<UInt8>) throws {
    var read = read
    if !guests[index].isUpgraded {
      guard let end = PlainFrames.answerEnd(read) else { return }
      guests[index].isUpgraded = true
      read = read[end...]
      let interval = guests[index].kind == .feeder ? Self.feedNanoseconds : Self.pingNanoseconds
      guests[index].due = monotonicNanoseconds() + Int64.random(in: 0..<interval, using: &random)
    }
    var pongs = 0
    var code: Int?
    _ = guests[index].reader.take(read) { opcode, payload in
      if opcode == PlainFrames.pong { pongs += 1 }
      if opcode == PlainFrames.close { code = payload.reduce(0) { $0 << 8 | Int($1) } }
    }
    count(guests[index].kind == .flooding ? \.floodPongs : \.pongs, pongs)
    if let code {
      if guests[index].kind == .flooding, code == 1008 { count(\.floodsEnded) } else { round.wronged += 1 }
      drop(index)
      guests[index].due = monotonicNanoseconds() + Self.floodPauseNanoseconds
    }
  }

  /// The server has ended a connection without a word.
  private func lost(_ index: Int) throws {
    switch guests[index].kind {
    case .half: count(\.halfEnded)
    case .stalled, .feeder, .pinging: round.wronged += 1
    case .flooding: break
    }
    drop(index)
    guests[index].due = monotonicNanoseconds() + (guests[index].kind == .half ? 0 : Self.floodPauseNanoseconds)
  }

  private func act(_ index: Int, _ now: Int64) throws {
    guard guests[index].fd >= 0 else { return try open(index) }
    let fd = guests[index].fd
    switch guests[index].kind {
    case .half: break
    case .stalled:
      retired.append(guests[index])
      guests[index].fd = -1
      guests[index].due = now
    case .feeder:
      guests[index].due = now + Self.feedNanoseconds
      _ = LoopbackSocket.send(feed, to: fd)
    case .pinging:
      guests[index].due = now + Self.pingNanoseconds
      if LoopbackSocket.send(ping, to: fd) { count(\.pings) }
    case .flooding:
      guests[index].due = .max
      guard LoopbackSocket.send(Array(repeatElement(ping, count: Self.floodPings).joined()), to: fd) else { return }
      if isCounting { guests[index].floods += 1 }
    }
  }

  /// A stalled reader reads all there is for it: its end must be there, unless it may not have been owed enough yet.
  private func look(_ guest: Guest, mayBeEarly: Bool = false) {
    // Through the small buffer a megabyte would come in hundreds of small segments, and all of them would be this
    // machine's work.
    _ = clinux_set_option(guest.fd, SOL_SOCKET, SO_RCVBUF, Int32(buffer.count))
    var deadline = monotonicNanoseconds() + (mayBeEarly ? Self.earlyNanoseconds : Self.lookNanoseconds)
    var reader = guest.reader
    var end: Bool?
    while end == nil, monotonicNanoseconds() < deadline {
      switch LoopbackSocket.read(guest.fd, into: &buffer) {
      case .nothing: sleep(untilNanoseconds: monotonicNanoseconds() + 1_000_000)
      case .ended, .failed: end = false
      case .bytes(let count):
        if mayBeEarly { deadline = monotonicNanoseconds() + Self.earlyNanoseconds }
        _ = reader.take(buffer[..<count]) { opcode, payload in
          if opcode == PlainFrames.close, payload.starts(with: [0x0F, 0xA8]) { end = true }
        }
      }
    }
    switch end {
    case true?: round.told += 1
    case false?: round.dropped += 1
    case nil: round.spared += mayBeEarly ? 0 : 1
    }
    LoopbackSocket.reset(guest.fd)
  }

  private func drop(_ index: Int) {
    guard guests[index].fd >= 0 else { return }
    LoopbackSocket.reset(guests[index].fd)
    guests[index].fd = -1
  }
}
