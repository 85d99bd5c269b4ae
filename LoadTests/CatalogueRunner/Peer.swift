import Deflate
import HearthLoadKit
import WebSocket

/// A hostile peer of one connection: a socket, TLS where it is spoken, and the reading of what comes back.
final class Peer {
  /// When it began to connect.
  let began = ContinuousClock.now
  let socket: PeerSocket
  private(set) var tls: PeerTLS?
  /// What has come; what was looked at already stands before `position`.
  private var received: [UInt8] = []
  private var position = 0
  private(set) var ending: Ending?
  /// Whether compression was agreed.
  var isCompressed = false
  private let decompressor = LoopCompressor()

  /// How the stream from the server ended.
  enum Ending {
    case inOrder
    case reset
    case tlsFailed
  }

  init(_ way: CatalogueCase.Way, _ target: CatalogueTarget, bufferBytes: Int32? = nil) throws {
    socket = try PeerSocket(
      port: target.port, source: target.source, isBytewise: way.isBytewise, bufferBytes: bufferBytes)
  }

  // MARK: Sending

  func secure(newestIsOld: Bool) throws {
    let tls = try PeerTLS(newestIsOld: newestIsOld)
    self.tls = tls
    while !tls.isEstablished {
      guard tls.advance() else { throw Mismatch("the TLS handshake failed") }
      flush()
      if tls.isEstablished { break }
      switch try socket.receive() {
      case .bytes(let bytes): tls.take(bytes)
      case .end, .reset: throw Mismatch("the TLS handshake was cut")
      }
    }
  }

  func send(_ bytes: [UInt8]) {
    guard let tls else { return socket.send(bytes) }
    tls.encrypt(bytes)
    flush()
  }

  /// Sends what TLS has written.
  func flush() {
    if let bytes = tls?.ciphertext(), !bytes.isEmpty { socket.send(bytes) }
  }

  func closeNotify() {
    guard let tls else { return socket.endOutput() }
    tls.endOutput()
    flush()
  }

  // MARK: Reading

  /// Reads until there are so many bytes.
  ///
  /// - Returns: false when the stream ends before.
  func fill(_ count: Int) throws -> Bool {
    while received.count - position < count {
      guard ending == nil else { return false }
      try receiveMore()
    }
    return true
  }

  private func receiveMore() throws {
    switch try socket.receive() {
    case .bytes(let bytes):
      guard let tls else { return received += bytes }
      tls.take(bytes)
      received += tls.plaintext()
      if tls.inputEnded { ending = .inOrder }
      // Answers of TLS itself, such as alerts.
      flush()
    case .end: ending = tls == nil ? .inOrder : .tlsFailed
    case .reset: ending = .reset
    }
  }

  /// Whether the server has said something or ended within a time. What TLS says for itself, such as its tickets, is no
  /// answer.
  func hasAnswer(withinMilliseconds time: Int32) throws -> Bool {
    while input.isEmpty, ending == nil, socket.hasInput(withinMilliseconds: time) { try receiveMore() }
    return !input.isEmpty || ending != nil
  }

  /// What has come and not been looked at.
  private var input: ArraySlice<UInt8> { received[position...] }

  /// So many bytes, which have come.
  func take(_ count: Int) -> [UInt8] {
    defer {
      position += count
      if position == received.count || position > 1 << 16 {
        received.removeFirst(position)
        position = 0
      }
    }
    return Array(input.prefix(count))
  }

  /// The rest of the stream to its end.
  func rest() throws -> [UInt8] {
    while ending == nil { try receiveMore() }
    return take(input.count)
  }

  /// The head of a response, its end included.
  func head() throws -> String {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let index = input.indices.first(where: { input[$0...].starts(with: end) }) {
        return String(decoding: take(index - position + end.count), as: UTF8.self)
      }
      guard try fill(input.count + 1) else {
        throw Mismatch("no whole response came: \(String(reflecting: String(decoding: input.prefix(200), as: UTF8.self)))")
      }
    }
  }

  /// One frame of the server.
  struct Frame {
    var opcode: UInt8
    var payload: [UInt8]
    var text: String { String(decoding: payload, as: UTF8.self) }
  }

  func frame() throws -> Frame {
    guard try fill(2) else { throw Mismatch("the connection ended where a frame was due") }
    let (first, second) = (received[position], received[position + 1])
    guard first & 0xB0 == 0x80, second & 0x80 == 0 else { throw Mismatch("no frame of a server: \(input.prefix(8))") }
    var count = Int(second)
    var header = 2
    if count > 125 {
      header = count == 126 ? 4 : 10
      guard try fill(header) else { throw Mismatch("the connection ended in a frame") }
      count = input.prefix(header).dropFirst(2).reduce(0) { $0 << 8 | Int($1) }
    }
    guard try fill(header + count) else { throw Mismatch("the connection ended in a frame") }
    let payload = Array(take(header + count)[header...])
    guard first & 0x40 != 0 else { return Frame(opcode: first & 0x0F, payload: payload) }
    guard isCompressed else { throw Mismatch("compressed though that was not agreed") }
    return Frame(opcode: first & 0x0F, payload: try inflate(payload))
  }

  private func inflate(_ payload: [UInt8]) throws -> [UInt8] {
    try payload.withUnsafeBytes { payload in
      Array(try decompressor.inflate(payload, of: .text, windowBits: 15, bytesMax: 1 << 20))
    }
  }
}
