import HearthProtocol
import WebSocket

/// The client's end of one connection: the opening handshake and the frames, which the client's driver has around the
/// sync core.
final class ClientSocket {
  /// What comes of bytes that have arrived.
  enum Heard {
    case opened
    case message([UInt8])
    case pong
    /// The server has closed, or the connection is good for nothing.
    case ended(UInt16?)
    case refused(status: Int)
  }

  static var configuration: ConnectionConfiguration {
    var configuration = ConnectionConfiguration(role: .client)
    configuration.frames = .messages(upTo: 16 << 20)
    return configuration
  }

  let wire: Wire
  private unowned let world: World
  private let format: WireFormat
  /// Nil once it is open.
  private var upgrade: ClientUpgrade?
  private var head = ResponseHeadParser()
  private var socket = WebSocketConnection(ClientSocket.configuration)

  /// Sends the request for a WebSocket.
  init(_ wire: Wire, _ world: World) {
    self.wire = wire
    self.world = world
    format = Household.format(wire.person)
    let upgrade = ClientUpgrade(
      authority: "hearth.example", path: "/v1/socket", subprotocols: [format.rawValue], nonce: (world.word(), world.word()))
    self.upgrade = upgrade
    var request: [UInt8] = []
    HeadWriter.append(upgrade.request, to: &request)
    world.send(request, toServerOf: wire)
  }

  var isOpen: Bool { upgrade == nil }

  private func flush(_ output: [UInt8], isCommand: Bool = false) {
    if !output.isEmpty { world.send(output, toServerOf: wire, isCommand: isCommand) }
  }

  func send(_ payload: [UInt8], isCommand: Bool = false) {
    var output: [UInt8] = []
    let opcode: Opcode = format == .json ? .text : .binary
    let mask = UInt32(truncatingIfNeeded: world.word())
    guard payload.withUnsafeBytes({ socket.send(opcode, payload: $0, maskKey: mask, output: &output) }) else { return }
    flush(output, isCommand: isCommand)
  }

  func ping() {
    var output: [UInt8] = []
    FrameEncoder.append(
      .ping, payload: UnsafeRawBufferPointer(start: nil, count: 0), maskKey: UInt32(truncatingIfNeeded: world.word()), to: &output)
    flush(output)
  }

  /// Takes bytes of the server and answers what is to be answered.
  func received(_ bytes: [UInt8]) throws -> [Heard] {
    var heard: [Heard] = []
    var (bytes, position, output) = (bytes, 0, [UInt8]())
    if let upgrade {
      guard let answer = try bytes.withUnsafeBytes({ try head.read($0, from: &position) }) else { return [] }
      do {
        guard try upgrade.accept(answer) == format.rawValue else { throw Broken(description: "another subprotocol was chosen") }
      } catch UpgradeFailure.refused(let status) {
        return [.refused(status: status.code)]
      }
      self.upgrade = nil
      heard.append(.opened)
    }
    bytes.withUnsafeMutableBytes { bytes in
      while let event = socket.next(
        in: bytes, from: &position, now: world.now, maskKey: UInt32(truncatingIfNeeded: world.word()), output: &output)
      {
        switch event {
        case .text(let payload), .binary(let payload): heard.append(.message(Array(payload)))
        case .pong: heard.append(.pong)
        case .ended(.closedByPeer(let code)): heard.append(.ended(code?.rawValue))
        case .ended: heard.append(.ended(nil))
        case .ping, .compressed, .compressedPart: break
        }
      }
    }
    flush(output)
    return heard
  }
}
