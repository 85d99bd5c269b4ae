import Deflate
import DequeModule
import HTTPTypes
import HearthProtocol
import Testing
import Transport
import WebSocket

/// What a test did not expect, in words.
struct Unexpected: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A member's client reduced to its wire: blocking, message by message, with the WebSocket core in the client's role.
///
/// It answers pings and Closes as the core does, unless told to be silent.
final class WireClient {
  /// What the server sent.
  enum Received: Equatable {
    case message([UInt8])
    case ping
    case pong([UInt8])
    /// A Close with this code; nil for one without.
    case close(UInt16?)
    /// The end of the connection without a Close.
    case end
  }

  let socket: BlockingSocket
  let format: WireFormat
  /// The subprotocol that the server named.
  private(set) var subprotocol: String?
  /// Of the identity that it registered.
  private(set) var token = ""
  /// The identity that was made for it; empty before.
  private(set) var identity = ""
  /// Whether pings and Closes are answered.
  var isSilent = false
  /// Messages that answered nothing, in the order of arrival.
  private(set) var unasked: Deque<ServerMessage> = []
  private var received: Deque<Received> = []
  private var core: WebSocketConnection
  /// What was agreed about compression; nil: there is none.
  private(set) var compression: CompressionAgreement?
  /// Whether each message so far came compressed.
  private(set) var cameCompressed: [Bool] = []
  private let compressor = LoopCompressor()
  /// Whether payloads are kept in `recorded`, too, in the order of arrival.
  var isRecording = false
  private(set) var recorded: [[UInt8]] = []
  /// Those of them that came compressed, with what they were on the way.
  private(set) var recordedCompressed: [(payload: [UInt8], message: [UInt8])] = []
  private var request: UInt32 = 0
  private var hasEnded = false

  /// Connects and upgrades.
  ///
  /// - Parameters:
  ///   - offers: subprotocols offered instead of the format's own.
  ///   - fields: further header fields.
  ///   - offersCompression: whether permessage-deflate is offered.
  init(
    _ address: SocketAddress, _ format: WireFormat = .json, offers: [String]? = nil, fields: [String: String] = [:],
    receiveBufferBytes: Int32? = nil, offersCompression: Bool = false
  ) throws {
    socket = try BlockingSocket(address, receiveBufferBytes: receiveBufferBytes)
    self.format = format
    var configuration = ConnectionConfiguration(role: .client)
    configuration.frames = .messages(upTo: 64 << 20)
    core = WebSocketConnection(configuration)
    let upgrade = ClientUpgrade(
      authority: "\(address)", path: "/v1/socket", subprotocols: offers ?? [format.rawValue], nonce: (0x0123_4567_89AB_CDEF, 42),
      offersCompression: offersCompression)
    var head: [UInt8] = []
    var request = upgrade.request
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { request.headerFields[name] = value }
    }
    HeadWriter.append(request, to: &head)
    socket.send(head)
    var parser = ResponseHeadParser()
    while true {
      guard let bytes = try socket.receive() else { throw Unexpected("the connection ended in the handshake") }
      var position = 0
      let answer = try bytes.withUnsafeBytes { try parser.read($0, from: &position) }
      guard let answer else { continue }
      let grant = try upgrade.judge(answer)
      (subprotocol, compression) = (grant.subprotocol, grant.compression)
      configuration.permitsCompression = compression != nil
      core = WebSocketConnection(configuration)
      take(Array(bytes[position...]))
      return
    }
  }

  // MARK: Frames

  func send(text: String) { send(.text, Array(text.utf8)) }

  func send(_ opcode: Opcode, _ payload: [UInt8], isFinal: Bool = true) {
    socket.send(Self.frame(opcode, payload, isFinal: isFinal))
  }

  static func frame(_ opcode: Opcode, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = []
    FrameEncoder.append(opcode, payload: payload, maskKey: 0x1234_5678, isFinal: isFinal, to: &bytes)
    return bytes
  }

  /// Sends a Close.
  func close(_ code: UInt16?) {
    var bytes: [UInt8] = []
    FrameEncoder.appendClose(code.map(CloseCode.init(rawValue:)), maskKey: 0x1234_5678, to: &bytes)
    socket.send(bytes)
  }

  func receive() throws -> Received {
    while received.isEmpty {
      guard !hasEnded else { return .end }
      guard let bytes = try socket.receive() else {
        hasEnded = true
        return .end
      }
      take(bytes)
    }
    return received.removeFirst()
  }

  private func take(_ bytes: [UInt8]) {
    var bytes = bytes
    bytes.withUnsafeMutableBytes { buffer in
      var position = 0
      var output: [UInt8] = []
      while let event = core.next(in: buffer, from: &position, now: 0, maskKey: 0x1234_5678, output: &output) {
        switch event {
        case .text(let payload), .binary(let payload): take(payload, wasCompressed: false)
        case .compressedPart: preconditionFailure("the server does not fragment")
        case .compressed(let kind, let payload):
          do {
            let message = try compressor.inflate(payload, of: kind, windowBits: windowBits, bytesMax: 64 << 20)
            if isRecording { recordedCompressed.append((Array(payload), Array(message))) }
            take(message, wasCompressed: true)
          } catch {
            received.append(.end)
          }
        case .ping: received.append(.ping)
        case .pong(let payload): received.append(.pong(Array(payload)))
        case .ended(.closedByPeer(let code)), .ended(.closedByUs(let code)): received.append(.close(code?.rawValue))
        case .ended: received.append(.end)
        }
        if !isSilent, !output.isEmpty { socket.send(output) }
        output.removeAll()
      }
    }
  }

  private var windowBits: UInt8 { compression?.serverWindowBits ?? 15 }

  private func take(_ payload: UnsafeRawBufferPointer, wasCompressed: Bool) {
    received.append(.message(Array(payload)))
    if isRecording { recorded.append(Array(payload)) }
    cameCompressed.append(wasCompressed)
  }

  /// Sends a message compressed.
  func send(compressed payload: [UInt8]) {
    var bytes: [UInt8] = []
    payload.withUnsafeBytes {
      let compressed = compressor.compress($0, windowBits: 12)
      FrameEncoder.append(
        format == .json ? .text : .binary, payload: compressed, maskKey: 0x1234_5678, isCompressed: true, to: &bytes)
    }
    socket.send(bytes)
  }

  /// Reads up to the Close or the end; nil for an end without a Close.
  func closeCode() throws -> UInt16? {
    while true {
      switch try receive() {
      case .close(let code): return code
      case .end: return nil
      case .message, .ping, .pong: continue
      }
    }
  }

  // MARK: Messages

  /// The payload of the next message; a Close is an error that names its code.
  func payload() throws -> [UInt8] {
    while true {
      switch try receive() {
      case .message(let payload): return payload
      case .ping, .pong: continue
      case .close(let code): throw Unexpected("closed with \(code.map(String.init) ?? "no code")")
      case .end: throw Unexpected("the connection ended")
      }
    }
  }

  func message() throws -> ServerMessage { try format.decode(ServerMessage.self, from: payload()) }

  @discardableResult
  func send(_ body: ClientMessage.OneOf_Body) throws -> UInt32 {
    request += 1
    let bytes = try encode(body, request: request)
    socket.send(bytes)
    return request
  }

  /// The frame of a message, for tests that put several into one segment.
  func encode(_ body: ClientMessage.OneOf_Body?, request: UInt32) throws -> [UInt8] {
    var message = ClientMessage()
    message.request = request
    message.body = body
    return Self.frame(format == .json ? .text : .binary, try format.encode(message))
  }

  /// Reads up to the answer of a request; what is unasked waits in `unasked`.
  func answer(to request: UInt32) throws -> ServerMessage {
    while true {
      let message = try message()
      if message.request == request { return message }
      unasked.append(message)
    }
  }

  func ask(_ body: ClientMessage.OneOf_Body) throws -> ServerMessage { try answer(to: send(body)) }

  func accepted(_ command: Command) throws -> Accepted {
    let answer = try ask(.command(command))
    guard case .accepted(let accepted) = answer.body else { throw Unexpected("not accepted: \(answer)") }
    return accepted
  }

  func rejected(_ body: ClientMessage.OneOf_Body) throws -> Rejected {
    let answer = try ask(body)
    guard case .rejected(let rejected) = answer.body else { throw Unexpected("not rejected: \(answer)") }
    return rejected
  }

  func rejected(_ command: Command) throws -> Rejected { try rejected(.command(command)) }

  /// The next message that the server says by itself.
  func nextUnasked() throws -> ServerMessage {
    if let first = unasked.popFirst() { return first }
    return try message()
  }

  /// The next live events; presence is passed over.
  func nextEvents() throws -> LaneEvents {
    while true {
      if case .laneEvents(let events) = try nextUnasked().body { return events }
    }
  }

  /// Registers, and takes what the server says of it.
  ///
  /// - Returns: the token.
  @discardableResult
  func register(_ name: String) throws -> String {
    let answer = try ask(.register(.with { $0.displayName = name }))
    guard case .registered(let registered) = answer.body, case .welcome = try message().body else {
      throw Unexpected("not registered: \(answer)")
    }
    token = registered.token
    identity = registered.identityID
    return token
  }

  /// Logs in.
  @discardableResult
  func hello(_ token: String) throws -> Welcome {
    let answer = try ask(.hello(.with { $0.token = token }))
    guard case .welcome(let welcome) = answer.body else { throw Unexpected("not welcome: \(answer)") }
    return welcome
  }
}
