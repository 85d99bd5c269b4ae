import Deflate
import Locking
import Synchronization
import TLS
import Transport
import WebSocket

/// Plays the client of a conformance suite: asks how many cases there are, echoes through each on a connection of its
/// own, and has the reports written.
///
/// The suite judges; this only reports what kept it from finishing. Its loop drives it, one connection after the other.
struct SuiteClient: LoopHandler {
  private enum Step {
    case counting
    case running(case: Int)
    case reporting
  }

  /// What a run came to, for the thread that waits.
  final class Outcome: Sendable {
    let casesRun = Atomic(0)
    let isComplete = Atomic(false)
    /// Where the suite said nothing for too long.
    let silentPath = Locked<String?>(nil)
  }

  private let address: SocketAddress
  /// What to expect there, if it is secure.
  private let destination: TLSDestination?
  private let agent: String
  private let offersCompression: Bool
  private let silenceMilliseconds: Int64
  private let outcome: Outcome
  /// When the suite last said something, or began to be asked.
  private var heardAt: Int64 = 0
  private var step = Step.counting
  private var caseCount = 0
  private var current: ConnectionID?
  private var upgrade: ClientUpgrade?
  private var head = ResponseHeadParser()
  private var agreement: CompressionAgreement?
  private var compressor: ContextCompressor?
  private let socket: UnsafeMutablePointer<WebSocketConnection>
  private var output: [UInt8] = []
  private var random = SystemRandomNumberGenerator()

  /// Runs all cases. Blocks; throws when the suite cannot be reached, goes away, or says nothing for so long.
  static func run(
    _ suite: SuiteAddress, authoritiesFile: String?, agent: String, offersCompression: Bool, silenceSeconds: Double
  ) throws {
    let destination = try suite.destination(authoritiesFile: authoritiesFile)
    var configuration = LoopConfiguration()
    configuration.queueBytesMax = EchoLimits.suite.queueBytesMax
    let outcome = Outcome()
    let loop = try EventLoop(name: "suite", configuration: configuration) { loop in
      var client = SuiteClient(
        suite.address, destination, agent: agent, offersCompression: offersCompression,
        silenceMilliseconds: Int64((silenceSeconds * 1_000).rounded()), outcome)
      client.connect(loop)
      client.timer(0, loop: loop)
      return client
    }
    loop.join()
    print("\(outcome.casesRun.load(ordering: .relaxed)) cases run")
    if let path = outcome.silentPath.withLock({ $0 }) {
      throw SuiteFailure(
        "The suite at \(suite.address) has said nothing for \(silenceSeconds) seconds, at \(path). "
          + "See what it does; if it is only slow, let it have longer with --silence-seconds.")
    }
    guard outcome.isComplete.load(ordering: .relaxed) else {
      throw SuiteFailure("The suite at \(suite.address) cannot be reached or ended early. Is it listening there?")
    }
  }

  private init(
    _ address: SocketAddress, _ destination: TLSDestination?, agent: String, offersCompression: Bool, silenceMilliseconds: Int64,
    _ outcome: Outcome
  ) {
    self.address = address
    self.destination = destination
    self.agent = agent
    self.offersCompression = offersCompression
    self.silenceMilliseconds = silenceMilliseconds
    self.outcome = outcome
    // Safety: initialized here, replaced for each connection, and as long-lived as the program's one run.
    socket = .allocate(capacity: 1)
    socket.initialize(to: WebSocketConnection(EchoLimits.suite.socket(.client, compresses: false)))
  }

  private var path: String {
    switch step {
    case .counting: "/getCaseCount"
    case .running(let number): "/runCase?case=\(number)&agent=\(agent)"
    case .reporting: "/updateReports?agent=\(agent)"
    }
  }

  private mutating func connect(_ loop: Loop) {
    heardAt = loop.now
    do throws(SystemError) {
      current = try loop.connect(to: address, tls: destination)
    } catch {
      loop.stop()
    }
  }

  mutating func opened(_ connection: ConnectionID, address: SocketAddress, token: UInt64, loop: Loop) {
    let upgrade = ClientUpgrade(
      authority: address.description, path: path, nonce: (random.next(), random.next()), offersCompression: offersCompression)
    self.upgrade = upgrade
    head = ResponseHeadParser()
    HeadWriter.append(upgrade.request, to: &output)
    sendOutput(to: connection, loop)
  }

  mutating func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: ConnectionID, loop: Loop) {
    heardAt = loop.now
    var position = 0
    if upgrade != nil {
      guard finishUpgrade(UnsafeRawBufferPointer(bytes), &position, connection, loop) else { return }
    }
    while let event = socket.pointee.next(in: bytes, from: &position, now: loop.now, maskKey: nextMask(), output: &output) {
      switch event {
      case .text(let payload): take(.text, payload, connection, loop)
      case .binary(let payload): take(.binary, payload, connection, loop)
      case .compressed(let kind, let payload): inflate(kind, payload, connection, loop)
      case .compressedPart(let kind, let payload, let isLast): inflate(kind, part: payload, isLast: isLast, connection, loop)
      case .ping, .pong: sendOutput(to: connection, loop)
      case .ended: end(event, connection, loop)
      }
    }
  }

  /// Reads the answer; false until the upgrade is complete.
  private mutating func finishUpgrade(
    _ bytes: UnsafeRawBufferPointer, _ position: inout Int, _ connection: ConnectionID, _ loop: Loop
  ) -> Bool {
    do {
      guard let answer = try head.read(bytes, from: &position) else { return false }
      agreement = try upgrade?.judge(answer).compression
      compressor = agreement.map { ContextCompressor($0, role: .client) }
      socket.pointee = WebSocketConnection(EchoLimits.suite.socket(.client, compresses: agreement != nil))
      upgrade = nil
      return true
    } catch {
      print("\(path): no upgrade: \(error)")
      loop.close(connection, .immediately)
      return false
    }
  }

  private mutating func inflate(
    _ kind: MessageKinds, part: UnsafeRawBufferPointer, isLast: Bool, _ connection: ConnectionID, _ loop: Loop
  ) {
    do throws(WebSocketFault) {
      guard let compressor else { throw .reservedBitSet }
      let message = try compressor.inflate(part: part, isLast: isLast, of: kind, bytesMax: Int(EchoLimits.suite.messageBytesMax))
      if let message { take(kind == .text ? .text : .binary, message, connection, loop) }
    } catch {
      end(socket.pointee.fail(error, maskKey: nextMask(), output: &output), connection, loop)
    }
  }

  private mutating func inflate(_ kind: MessageKinds, _ payload: UnsafeRawBufferPointer, _ connection: ConnectionID, _ loop: Loop) {
    do throws(WebSocketFault) {
      guard let agreement, let compressor else { throw .reservedBitSet }
      let message = try compressor.inflate(
        payload, of: kind, windowBits: agreement.serverWindowBits, bytesMax: Int(EchoLimits.suite.messageBytesMax))
      take(kind == .text ? .text : .binary, message, connection, loop)
    } catch {
      end(socket.pointee.fail(error, maskKey: nextMask(), output: &output), connection, loop)
    }
  }

  private mutating func take(_ opcode: Opcode, _ payload: UnsafeRawBufferPointer, _ connection: ConnectionID, _ loop: Loop) {
    switch step {
    case .counting:
      // Limit: six digits.
      caseCount = payload.count <= 6 ? Int(String(decoding: payload, as: UTF8.self)) ?? 0 : 0
    case .running:
      let compressing = agreement?.compresses(.client) == true ? compressor : nil
      let compressed = compressing?.compress(payload, windowBits: agreement?.clientWindowBits ?? 15)
      _ = socket.pointee.send(
        opcode, payload: compressed ?? payload, isCompressed: compressed != nil, maskKey: nextMask(), output: &output)
      sendOutput(to: connection, loop)
    case .reporting:
      break
    }
  }

  private mutating func end(_ event: ConnectionEvent, _ connection: ConnectionID, _ loop: Loop) {
    sendOutput(to: connection, loop)
    loop.close(connection, .afterFlush)
  }

  mutating func closed(_ connection: ConnectionID, reason: CloseReason, loop: Loop) {
    guard current == connection else { return }
    switch (reason, step) {
    case (.connectFailed, _), (.tlsFailed, _), (.loopStopped, _), (.stalled, _), (.memoryShort, _), (.proxyRefused, _), (.crowdedOut, _):
      return loop.stop()
    case (.closedHere, .counting), (.peerClosed, .counting), (.failed, .counting):
      guard caseCount > 0 else { return loop.stop() }
      step = .running(case: 1)
    case (.closedHere, .running(let number)), (.peerClosed, .running(let number)), (.failed, .running(let number)):
      outcome.casesRun.add(1, ordering: .relaxed)
      step = number < caseCount ? .running(case: number + 1) : .reporting
    case (.closedHere, .reporting), (.peerClosed, .reporting), (.failed, .reporting):
      outcome.isComplete.store(true, ordering: .relaxed)
      return loop.stop()
    }
    connect(loop)
  }

  /// Looks whether the suite has been silent for too long; looks again when it may have been.
  mutating func timer(_ token: UInt64, loop: Loop) {
    let silence = loop.now - heardAt
    guard silence < silenceMilliseconds else {
      outcome.silentPath.withLock { $0 = path }
      return loop.stop()
    }
    loop.schedule(afterMilliseconds: silenceMilliseconds - silence, token: token)
  }

  mutating func drained(_ connection: ConnectionID, loop: Loop) {}

  mutating func message(_ message: Never, loop: Loop) {}

  mutating func turnEnded(loop: Loop) {
    guard let current, upgrade == nil, loop.queuedBytes(of: current) < 64 << 10 else { return }
    socket.pointee.outputDrained(maskKey: nextMask(), output: &output)
    sendOutput(to: current, loop)
  }

  private mutating func nextMask() -> UInt32 { random.next() }

  private mutating func sendOutput(to connection: ConnectionID, _ loop: Loop) {
    guard !output.isEmpty else { return }
    output.withUnsafeBytes { _ = loop.send($0, to: connection) }
    output.removeAll(keepingCapacity: output.capacity <= 1 << 20)
  }
}

/// Why not every case was run, as a sentence for whoever started the run.
struct SuiteFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
