/// One end of an open WebSocket connection: messages in, control frames answered, the closing handshake.
///
/// It is responsible for what leaves: nothing after our Close, one Close only. It must never read a clock or a socket:
/// times come as milliseconds of any steady clock, bytes leave by being appended to `output`. The owner of the socket
/// drives it:
///
/// - after a read: `next` until nil, then send `output`;
/// - when all that was written has been handed to the transport: `outputDrained`;
/// - at `deadline`: `expire`; at end of stream: `transportEnded`.
///
/// A client passes a fresh unpredictable mask key with every call that may write; a call writes at most one frame. A
/// server's is ignored.
public struct WebSocketConnection: ~Copyable {
  private var decoder: FrameDecoder
  private var phase = Phase.open
  private var pongsPending: UInt8 = 0
  private var isPongHeldBack = false
  /// The code of our Close.
  private var closeCode: UInt16 = 0
  /// The payload of the last ping that was not answered because too many pongs were pending; empty otherwise.
  private var heldBackPong: [UInt8] = []
  /// When the message under way began, or when our Close was sent; `never` if neither.
  private var since = Self.never
  /// When the control frames received so far would have arrived at the permitted rate.
  private var controlFramesDue = Int64.min / 4
  private let configuration: ConnectionConfiguration

  private static let never = Int64.min

  private enum Phase: UInt8 {
    case open
    /// Our Close is sent, the peer's is awaited.
    case closing
    case ended
  }

  /// Makes the core of a connection whose handshake is complete.
  public init(_ configuration: ConnectionConfiguration) {
    self.configuration = configuration
    decoder = FrameDecoder(
      role: configuration.role, limits: configuration.frames, kinds: configuration.kinds,
      permitsCompression: configuration.permitsCompression)
  }

  /// Whether messages may be sent: no Close has been, in either direction. To be asked before framed bytes are queued.
  public var isOpen: Bool { phase == .open }

  /// Whether the end was reported.
  public var hasEnded: Bool { phase == .ended }

  /// Whether a ping waits for its answer until `outputDrained`.
  public var holdsPong: Bool { isPongHeldBack }

  /// Bytes held for this connection, to be counted against a budget of memory.
  public var chargedBytes: Int { decoder.chargedBytes + heldBackPong.capacity }

  /// When `expire` is to be called, in milliseconds of the caller's clock; nil for not at all.
  public var deadline: Int64? {
    if since == Self.never { return nil }
    let (sum, overflow) = since.addingReportingOverflow(
      phase == .closing ? configuration.closeMilliseconds : configuration.messageMilliseconds)
    return overflow ? Int64.max : sum
  }

  /// Takes received bytes up to the next event.
  ///
  /// - Parameters:
  ///   - buffer: what was read; it is unmasked in place.
  ///   - position: where to go on; moved past what was taken.
  ///   - output: a pong or a Close is appended.
  /// - Returns: nil when the buffer is used up.
  public mutating func next(
    in buffer: UnsafeMutableRawBufferPointer, from position: inout Int, now: Int64, maskKey: UInt32 = 0, output: inout [UInt8]
  ) -> ConnectionEvent? {
    while phase != .ended {
      // Most reads end where a frame does.
      if position >= buffer.count && decoder.holdsNothing {
        if phase == .open { since = Self.never }
        return nil
      }
      let event: FrameEvent?
      do {
        event = try decoder.next(in: buffer, from: &position)
      } catch {
        return fail(error, maskKey: maskKey, output: &output)
      }
      guard let event else {
        if phase == .open { noteProgress(now) }
        return nil
      }
      if let event = receive(event, now: now, maskKey: maskKey, output: &output) { return event }
    }
    position = buffer.count
    return nil
  }

  @inline(__always)
  private mutating func receive(_ event: FrameEvent, now: Int64, maskKey: UInt32, output: inout [UInt8]) -> ConnectionEvent? {
    if phase == .closing {
      // RFC 6455 §7.1.1: after our Close only the peer's matters.
      guard case .close = event else { return nil }
      return end(.closedByUs(closeCode == 0 ? nil : CloseCode(rawValue: closeCode)))
    }
    switch event {
    case .text(let payload):
      since = Self.never
      return .text(payload)
    case .binary(let payload):
      since = Self.never
      return .binary(payload)
    case .compressed(let kind, let payload):
      since = Self.never
      return .compressed(kind, payload)
    case .compressedPart(let kind, let payload, let isLast):
      if isLast { since = Self.never }
      return .compressedPart(kind, payload, isLast: isLast)
    case .ping(let payload):
      if let end = chargeControlFrame(now, maskKey: maskKey, output: &output) { return end }
      if !decoder.isInsideMessage { since = Self.never }
      answer(payload, maskKey: maskKey, output: &output)
      return .ping(payload)
    case .pong(let payload):
      if let end = chargeControlFrame(now, maskKey: maskKey, output: &output) { return end }
      if !decoder.isInsideMessage { since = Self.never }
      return .pong(payload)
    case .close(let code, _):
      // RFC 6455 §5.5.1: the code is echoed.
      FrameEncoder.appendClose(code, maskKey: outgoing(maskKey), to: &output)
      return end(.closedByPeer(code))
    }
  }

  /// The clock of a message runs from the read that brought its first byte.
  @inline(__always)
  private mutating func noteProgress(_ now: Int64) {
    if decoder.isIdle {
      since = Self.never
    } else if since == Self.never {
      since = now
    }
  }

  /// Writes one frame of a message, by default all of it.
  ///
  /// - Parameters:
  ///   - isFinal: false for every fragment but the last; the later ones are continuations.
  ///   - isCompressed: the payload is compressed, which was agreed; only on the first frame (RFC 7692 §6).
  /// - Returns: false when the connection is closing or closed: nothing was written.
  public mutating func send(
    _ opcode: Opcode, payload: UnsafeRawBufferPointer, isFinal: Bool = true, isCompressed: Bool = false, maskKey: UInt32 = 0,
    output: inout [UInt8]
  ) -> Bool {
    guard phase == .open else { return false }
    FrameEncoder.append(
      opcode, payload: payload, maskKey: outgoing(maskKey), isFinal: isFinal, isCompressed: isCompressed, to: &output)
    return true
  }

  /// Begins the closing handshake. Messages and pings that still arrive are ignored.
  ///
  /// - Returns: false when a Close was sent already: nothing was written.
  public mutating func close(_ code: CloseCode?, reason: String = "", now: Int64, maskKey: UInt32 = 0, output: inout [UInt8]) -> Bool {
    guard phase == .open else { return false }
    FrameEncoder.appendClose(code, reason: reason, maskKey: outgoing(maskKey), to: &output)
    phase = .closing
    closeCode = code?.rawValue ?? 0
    since = now
    isPongHeldBack = false
    heldBackPong = []
    return true
  }

  /// Fails the connection (RFC 6455 §7.1.7): a Close with the fault's code unless one was sent, then the end.
  ///
  /// Faults of frames are failed by `next` itself; this is for faults found above, such as data that does not inflate.
  public mutating func fail(_ fault: WebSocketFault, maskKey: UInt32 = 0, output: inout [UInt8]) -> ConnectionEvent {
    if phase == .open { FrameEncoder.appendClose(fault.closeCode, maskKey: outgoing(maskKey), to: &output) }
    return end(.failed(fault))
  }

  /// Ends what took too long.
  public mutating func expire(now: Int64, maskKey: UInt32 = 0, output: inout [UInt8]) -> ConnectionEvent? {
    guard phase != .ended, let deadline, now >= deadline else { return nil }
    return phase == .closing ? end(.unanswered) : fail(.messageTooSlow, maskKey: maskKey, output: &output)
  }

  /// The transport ended; nil when the end was reported before.
  public mutating func transportEnded() -> ConnectionEvent? {
    phase == .ended ? nil : end(.lost)
  }

  /// Everything written was handed to the transport: the pong held back, if any, is written.
  public mutating func outputDrained(maskKey: UInt32 = 0, output: inout [UInt8]) {
    pongsPending = 0
    guard isPongHeldBack, phase == .open else { return }
    FrameEncoder.append(.pong, payload: heldBackPong, maskKey: outgoing(maskKey), to: &output)
    pongsPending = 1
    isPongHeldBack = false
    heldBackPong = []
  }
}

extension WebSocketConnection {
  private func outgoing(_ maskKey: UInt32) -> UInt32? {
    switch configuration.role {
    case .server: nil
    case .client: maskKey
    }
  }

  private mutating func end(_ ending: Ending) -> ConnectionEvent {
    phase = .ended
    since = Self.never
    isPongHeldBack = false
    heldBackPong = []
    decoder.end()
    return .ended(ending)
  }

  /// RFC 6455 §5.5.2 and §5.5.3: every ping is answered, or the last of those not answered yet.
  private mutating func answer(_ payload: UnsafeRawBufferPointer, maskKey: UInt32, output: inout [UInt8]) {
    guard pongsPending < configuration.pongsPendingMax else {
      isPongHeldBack = true
      heldBackPong = Array(payload)
      return
    }
    pongsPending &+= 1
    FrameEncoder.append(.pong, payload: payload, maskKey: outgoing(maskKey), to: &output)
  }

  /// Limit: the rate of control frames, as a single time: each frame moves it on by an interval, and it may be a burst
  /// ahead of now.
  private mutating func chargeControlFrame(_ now: Int64, maskKey: UInt32, output: inout [UInt8]) -> ConnectionEvent? {
    let rate = Int64(configuration.controlFramesPerSecond)
    if rate == 0 { return nil }
    // In microseconds, so that any rate divides; a clock too large for them saturates.
    let (scaled, overflow) = now.multipliedReportingOverflow(by: 1_000)
    let time = overflow ? Int64.max / 4 : min(max(scaled, Int64.min / 4), Int64.max / 4)
    let interval = 1_000_000 / rate
    let due = max(controlFramesDue, time) + interval
    if due - time > Int64(configuration.controlFramesBurst) * interval {
      return fail(.controlFramesTooFrequent, maskKey: maskKey, output: &output)
    }
    controlFramesDue = due
    return nil
  }
}
