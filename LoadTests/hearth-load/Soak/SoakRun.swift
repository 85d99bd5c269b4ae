import Glibc
import HearthLoadKit

/// One run of `hearth-load soak`, on one thread.
final class SoakRun {
  // Limit: places of a circle, and so members at a time.
  private static let places = 4
  // Limit: how long a connection may take from the last word to its end, and the server to let go of it.
  private static let patienceNanoseconds: Int64 = 10_000_000_000
  // Sources 127.0.0.2 and up: each has 28,000 ports, of which some wait for a minute after use.
  private static let sources = 64

  private let options: Soak
  private let epoll: Epoll
  private var random: SplitMix64
  private var lives: [SoakLife?]
  private var target = EchoTarget(port: 0, pid: 0, server: nil)
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var connections = 0
  private var living = 0
  private var leavings: [SoakLife.Leaving: Int] = [:]
  private var messages = 0
  private var deliveries = 0
  private var wrong = 0
  private var firstWrong: [String] = []
  private var samples: [RestSample] = []

  init(_ options: Soak) throws {
    self.options = options
    epoll = try Epoll()
    random = SplitMix64(seed: options.seed)
    lives = Array(repeating: nil, count: options.crowd)
  }

  func run() throws -> SoakOutcome {
    try LoopbackSocket.raiseDescriptorLimit()
    target = try options.target.open(arguments: ["--rooms"])
    defer { target.server?.terminate() }
    let span = options.span.monthNanoseconds
    let step = max(span / 30, 500_000_000)
    try rest()
    let start = monotonicNanoseconds()
    repeat {
      let rest = min(monotonicNanoseconds() + step, start + span)
      while monotonicNanoseconds() < rest {
        for place in lives.indices where lives[place] == nil { try begin(place) }
        try epoll.wait(nanoseconds: 10_000_000) { try ready($0) }
      }
      try self.rest()
      // What has not been let go of now never will be.
    } while monotonicNanoseconds() < start + span && !hasGrown
    return SoakOutcome(
      seconds: Double(monotonicNanoseconds() - start) / 1e9, connections: connections, least: options.least,
      leavings: SoakLife.Leaving.allCases.map { ($0, leavings[$0] ?? 0) }, messages: messages, deliveries: deliveries, wrong: wrong,
      firstWrong: firstWrong, samples: samples, flatness: Flatness(samples))
  }

  private var hasGrown: Bool {
    guard let first = samples.first, let last = samples.last else { return false }
    return last.descriptors > first.descriptors || last.liveObjects > first.liveObjects
  }

  /// Lets everybody leave, and looks at what the server has then.
  private func rest() throws {
    var deadline = monotonicNanoseconds() + Self.patienceNanoseconds
    while living > 0, monotonicNanoseconds() < deadline { try epoll.wait(nanoseconds: 10_000_000) { try ready($0) } }
    for place in lives.indices where lives[place] != nil {
      note(place, "the server did not end it within 10 s")
      end(place, byReset: true)
    }
    deadline = monotonicNanoseconds() + Self.patienceNanoseconds
    var counts = try target.counts()
    while counts.connections > 1 || counts.peers > 1 || counts.rooms > 0, monotonicNanoseconds() < deadline {
      sleep(untilNanoseconds: monotonicNanoseconds() + 20_000_000)
      counts = try target.counts()
    }
    guard let figures = ProcessFigures(pid: target.pid), let descriptors = restingDescriptors() else {
      throw CannotRun(description: "The server is gone.")
    }
    // The connection that asked is among the counts.
    let live = counts.connections - 1 + counts.peers - 1 + counts.rooms
    let sample = RestSample(
      connections: connections, descriptors: descriptors, threads: figures.threads, residentBytes: figures.residentBytes, liveObjects: live)
    samples.append(sample)
    print(
      "  \(connections) connections, \(sample.descriptors) descriptors, \(sample.threads) threads, \(sample.residentBytes >> 10) KiB, "
        + "\(live) live")
  }

  /// The server closes the connection of the last question a moment after this side has: it is given five seconds.
  private func restingDescriptors() -> Int? {
    var least: Int?
    // What to expect is known from the first rest on.
    for _ in 0..<(samples.isEmpty ? 25 : 250) {
      guard let count = ProcessFigures.descriptors(pid: target.pid) else { return nil }
      least = min(least ?? count, count)
      if let first = samples.first, count <= first.descriptors { break }
      sleep(untilNanoseconds: monotonicNanoseconds() + 20_000_000)
    }
    return least
  }

  // MARK: - One life

  private func begin(_ place: Int) throws {
    let source = UInt8(2 + connections % Self.sources)
    let fd = try LoopbackSocket.connect(target.port, source: source)
    let roll = random.next() % 50
    let leaving: SoakLife.Leaving =
      switch roll {
      case 0: .midRequest
      case 1..<10: .midFrame
      case 10..<20: .close
      case 20..<30: .end
      default: .reset
      }
    lives[place] = SoakLife(
      fd: fd, number: UInt32(connections), leaving: leaving, messagesLeft: 1 + Int(random.next() % 20),
      heard: Array(repeating: nil, count: Self.places))
    connections += 1
    living += 1
    leavings[leaving, default: 0] += 1
    let request = PlainFrames.request(circle: "s\(place / Self.places)")
    if leaving == .midRequest {
      _ = LoopbackSocket.send(Array(request.prefix(Int(random.next() % UInt64(request.count)))), to: fd)
      return end(place, byReset: random.next() & 1 == 0)
    }
    try epoll.add(fd, token: place)
    guard LoopbackSocket.send(request, to: fd) else { return fail(place, "the request could not be sent") }
  }

  private func ready(_ place: Int) throws {
    guard let life = lives[place] else { return }
    switch LoopbackSocket.read(life.fd, into: &buffer) {
    case .nothing: break
    case .bytes(let count): take(place, buffer[..<count])
    case .ended:
      let isDue = life.stage == .leaving && (life.leaving != .close || life.hasClose)
      if isDue { end(place, byReset: false) } else { fail(place, "the server ended it") }
    case .failed: fail(place, "it was reset")
    }
  }

  private func take(_ place: Int, _ read: ArraySlice<UInt8>) {
    var read = read
    if lives[place]?.stage == .upgrading {
      lives[place]?.head += read
      guard let head = lives[place]?.head, let end = PlainFrames.answerEnd(head[...]) else { return }
      guard PlainFrames.isGranted(head[..<end]) else { return fail(place, "the upgrade was not granted") }
      lives[place]?.head = []
      lives[place]?.stage = .talking
      read = head[end...]
      say(place)
    }
    guard var reader = lives[place]?.reader else { return }
    var isEcho = false
    let isSound = reader.take(read) { opcode, payload in isEcho = hear(place, opcode, payload) || isEcho }
    lives[place]?.reader = reader
    guard isSound else { return fail(place, "something was no frame") }
    guard isEcho, let life = lives[place], life.stage == .talking else { return }
    if life.messagesLeft > 0 { say(place) } else { leave(place) }
  }

  private func say(_ place: Int) {
    guard let life = lives[place] else { return }
    var frame: [UInt8] = []
    let message = SoakMessage(number: life.number, message: life.said, place: UInt32(place))
    PlainFrames.append(PlainFrames.binary, message.bytes, mask: UInt32(truncatingIfNeeded: random.next()), to: &frame)
    lives[place]?.said += 1
    lives[place]?.messagesLeft -= 1
    messages += 1
    if !LoopbackSocket.send(frame, to: life.fd) { fail(place, "a message could not be sent") }
  }

  /// Judges a frame; true when it is the connection's own last message.
  private func hear(_ place: Int, _ opcode: UInt8, _ payload: ArraySlice<UInt8>) -> Bool {
    guard let life = lives[place] else { return false }
    if opcode == PlainFrames.close, life.stage == .leaving, life.leaving == .close, Array(payload) == [3, 232] {
      lives[place]?.hasClose = true
      return false
    }
    guard opcode == PlainFrames.binary, let message = SoakMessage(payload), !life.hasClose else {
      note(place, "a frame of kind \(opcode) is not what anybody said")
      return false
    }
    deliveries += 1
    guard Int(message.place) / Self.places == place / Self.places else {
      note(place, "a message of another circle")
      return false
    }
    let seat = Int(message.place) % Self.places
    let isOwn = Int(message.place) == place && message.number == life.number
    if let last = life.heard[seat] {
      let follows =
        message.number == last.number ? message.message == last.message + 1 : message.number > last.number && message.message == 0
      if !follows { note(place, "after \(last) came \(message)") }
    } else if isOwn && message.message != 0 {
      note(place, "the first of its own messages was \(message.message)")
    }
    lives[place]?.heard[seat] = (message.number, message.message)
    return isOwn && message.message + 1 == life.said
  }

  private func leave(_ place: Int) {
    guard let life = lives[place] else { return }
    var frame: [UInt8] = []
    lives[place]?.stage = .leaving
    switch life.leaving {
    case .close:
      PlainFrames.append(PlainFrames.close, [3, 232], mask: UInt32(truncatingIfNeeded: random.next()), to: &frame)
      _ = LoopbackSocket.send(frame, to: life.fd)
    case .end: shutdown(life.fd, Int32(SHUT_WR))
    case .reset: end(place, byReset: true)
    case .midFrame:
      PlainFrames.append(PlainFrames.binary, Array(repeating: 7, count: 100), mask: 1, to: &frame)
      _ = LoopbackSocket.send(Array(frame.prefix(1 + Int(random.next() % UInt64(frame.count - 1)))), to: life.fd)
      if random.next() & 1 == 0 { end(place, byReset: true) } else { shutdown(life.fd, Int32(SHUT_WR)) }
    case .midRequest: break
    }
  }

  private func fail(_ place: Int, _ why: String) {
    note(place, why)
    end(place, byReset: true)
  }

  private func end(_ place: Int, byReset: Bool) {
    guard let life = lives[place] else { return }
    if byReset { LoopbackSocket.reset(life.fd) } else { close(life.fd) }
    lives[place] = nil
    living -= 1
  }

  private func note(_ place: Int, _ what: String) {
    wrong += 1
    // Limit: what is shown of it.
    guard firstWrong.count < 10, let life = lives[place] else { return }
    firstWrong.append("connection \(life.number), at place \(place), \(life.stage), to leave by \(life.leaving.rawValue): \(what)")
  }
}
