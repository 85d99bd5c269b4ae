import WebSocket

/// One end of a connection, driven as a fuzzer chooses: reads, messages and Closes of our own, drained output, time
/// that passes, the transport's end. A decoder of the other role reads what leaves and finds it well formed, in order,
/// with nothing after the Close.
func fuzzConnection(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  var run = ConnectionRun(options: input.byte())
  while !input.isAtEnd { try run.step(&input) }
}

private struct ConnectionRun: ~Copyable {
  private var connection: WebSocketConnection
  private let configuration: ConnectionConfiguration
  private var peer: FrameDecoder
  private var now: Int64 = 0
  private var output: [UInt8] = []
  /// What we sent and the peer has not seen yet.
  private var sent: [FrameLog.Entry] = []
  /// Pings received, of which pongs must be a part, in order.
  private var pings: [[UInt8]] = []
  private var sentClose: CloseCode??
  private var ending: Ending?
  private var hasClosed = false

  init(options: UInt8) {
    let setting = FrameLog.Setting(options)
    var configuration = ConnectionConfiguration(role: setting.role)
    configuration.frames = setting.limits
    configuration.kinds = setting.kinds
    configuration.permitsCompression = setting.permitsCompression
    if options & 32 != 0 { configuration.pongsPendingMax = 2 }
    if options & 64 != 0 { configuration.controlFramesPerSecond = 0 }
    if options & 128 != 0 { configuration.controlFramesBurst = 3 }
    self.configuration = configuration
    connection = WebSocketConnection(configuration)
    peer = FrameDecoder(role: setting.role == .server ? .client : .server, permitsCompression: true)
  }

  mutating func step(_ input: inout FuzzInput) throws(Violation) {
    let choice = input.byte()
    let argument = Int(choice >> 3)
    let key = UInt32(choice) &* 0x0107_0B0D
    switch choice & 7 {
    case 0: try receive(input.take(argument), key)
    case 1: try receive(input.take(Int(input.byte())), key)
    case 2: try send(argument, key)
    case 3: try close(argument, reason: String(decoding: input.take(argument), as: UTF8.self), key)
    case 4: connection.outputDrained(maskKey: key, output: &output)
    case 5: try expire(after: Int64(argument) * 400, key)
    case 6: if argument == 31 { try end(connection.transportEnded()) }
    default: if argument == 31 { try end(connection.fail(.compressedDataInvalid, maskKey: key, output: &output)) }
    }
    try readOutput()
  }

  private mutating func receive(_ bytes: UnsafeRawBufferPointer, _ key: UInt32) throws(Violation) {
    try withExactCopy(of: bytes) { piece throws(Violation) in
      var position = 0
      while let event = connection.next(in: piece, from: &position, now: now, maskKey: key, output: &output) {
        try expect(ending == nil, "nothing comes after the end")
        switch event {
        case .text(let payload):
          try expect(configuration.kinds.contains(.text) && isUTF8(payload) && !hasClosed, "text is UTF-8, and comes while we listen")
        case .binary: try expect(configuration.kinds.contains(.binary) && !hasClosed, "binary was wanted, and comes while we listen")
        case .compressed(let kind, _), .compressedPart(let kind, _, _):
          try expect(configuration.permitsCompression && configuration.kinds.contains(kind) && !hasClosed, "compression was agreed")
        case .ping(let payload):
          try expect(payload.count <= 125 && !hasClosed, "a ping is short, and comes while we listen")
          pings.append(Array(payload))
        case .pong(let payload): try expect(payload.count <= 125 && !hasClosed, "a pong is short, and comes while we listen")
        case .ended: try end(event)
        }
        try readOutput()
      }
      try expect(position == piece.count, "the piece is used up")
    }
  }

  private mutating func send(_ argument: Int, _ key: UInt32) throws(Violation) {
    let payload = [UInt8](repeating: 0x61, count: argument * 5)
    let opcode: Opcode = argument & 1 == 0 ? .text : .binary
    let wasOpen = connection.isOpen
    let isSent = payload.withUnsafeBytes {
      connection.send(opcode, payload: $0, isCompressed: argument & 2 != 0, maskKey: key, output: &output)
    }
    try expect(isSent == wasOpen && wasOpen == (!hasClosed && ending == nil), "messages are sent while the connection is open")
    guard isSent else { return }
    let kind: MessageKinds = opcode == .text ? .text : .binary
    sent.append(argument & 2 != 0 ? .compressed(kind, payload) : opcode == .text ? .text(payload) : .binary(payload))
  }

  private mutating func close(_ argument: Int, reason: String, _ key: UInt32) throws(Violation) {
    let code = argument == 0 ? nil : CloseCode(rawValue: UInt16(1_000 + argument * 137 % 4_200))
    let wasOpen = connection.isOpen
    try expect(connection.close(code, reason: reason, now: now, maskKey: key, output: &output) == wasOpen, "a Close is sent once")
    guard wasOpen else { return }
    sentClose = .some(code.map { $0.mayBeSent ? $0 : .internalError })
    let deadline = connection.deadline
    try expect(deadline == now + configuration.closeMilliseconds, "the peer has its time to answer")
  }

  private mutating func expire(after milliseconds: Int64, _ key: UInt32) throws(Violation) {
    now += milliseconds
    let isDue = connection.deadline.map { now >= $0 } ?? false
    let event = connection.expire(now: now, maskKey: key, output: &output)
    try expect((event != nil) == isDue, "what is due ends, and nothing else")
    try end(event)
  }

  /// Notes the end, once.
  private mutating func end(_ event: ConnectionEvent?) throws(Violation) {
    guard let event else { return }
    guard case .ended(let ending) = event else { throw Violation("only the end is told here") }
    // A fault found above may be told again; nothing is written for it then.
    if self.ending == nil { self.ending = ending }
    if sentClose == nil {
      switch ending {
      case .closedByPeer(let code): sentClose = .some(code)
      case .failed(let fault): sentClose = .some(fault.closeCode)
      case .closedByUs, .unanswered: throw Violation("these come after our Close")
      case .lost: break
      }
    }
    let (hasEnded, isOpen, deadline, charged) = (connection.hasEnded, connection.isOpen, connection.deadline, connection.chargedBytes)
    try expect(hasEnded && !isOpen && deadline == nil && charged == 0, "nothing is held after the end")
  }

  /// Reads what was written, as the other side does.
  private mutating func readOutput() throws(Violation) {
    try expect(output.isEmpty || !hasClosed, "nothing leaves after the Close")
    var frames = output
    output = []
    var position = 0
    while true {
      let entry: FrameLog.Entry?
      do throws(WebSocketFault) {
        entry = try frames.withUnsafeMutableBufferPointer { bytes throws(WebSocketFault) in
          try peer.next(in: UnsafeMutableRawBufferPointer(bytes), from: &position).map(FrameLog.Entry.init)
        }
      } catch {
        throw Violation("what leaves is well formed, but: \(error)")
      }
      guard let entry else { break }
      try check(entry, isLast: position == frames.count)
    }
    try expect(sent.isEmpty && position == frames.count, "what was sent has left")
    let isIdle = peer.isIdle
    try expect(isIdle, "frames leave whole")
  }

  private mutating func check(_ entry: FrameLog.Entry, isLast: Bool) throws(Violation) {
    switch entry {
    case .close(let code, _):
      try expect(isLast && sentClose == .some(code), "one Close leaves, as it was meant, and nothing after it")
      hasClosed = true
    case .pong(let payload):
      guard let index = pings.firstIndex(of: payload) else { throw Violation("a pong answers a ping") }
      pings.removeFirst(index + 1)
    default:
      try expect(entry == sent.first, "messages leave as they were sent")
      sent.removeFirst()
    }
  }
}
