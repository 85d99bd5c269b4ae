import Glibc
import TLS
import Transport

/// What the server needs of an event loop: its clock, its timers, and what becomes of connections. The transport's
/// `Loop` does it with sockets, a simulation in memory. What each of them does is said there.
protocol ConnectionLoop: AnyObject {
  /// Milliseconds of the steady clock, the same for the whole turn.
  var now: Int64 { get }
  var connectionCount: Int { get }
  func census() -> LoopCensus
  /// Who is at the other end, by the certificate that they have shown.
  func peerCertificate(of connection: ConnectionID) -> TLSPeerCertificate?

  /// Whether the other end has shown a certificate for this name.
  func isPeer(_ connection: ConnectionID, named name: String) -> Bool
  /// Begins a connection to another server.
  func connect(to address: SocketAddress, token: UInt64, tls: TLSDestination?) throws(SystemError) -> ConnectionID

  /// Copies bytes once that go to many in this turn.
  func write(_ bytes: UnsafeRawBufferPointer) -> OutputRange
  @discardableResult func send(_ range: OutputRange, to connection: ConnectionID) -> Bool
  @discardableResult func send(_ bytes: UnsafeRawBufferPointer, to connection: ConnectionID) -> Bool
  func queuedBytes(of connection: ConnectionID) -> Int
  func queuedMessages(of connection: ConnectionID) -> Int
  func allow(extraBytes: Int, for connection: ConnectionID)

  func pauseReading(_ connection: ConnectionID)
  func resumeReading(_ connection: ConnectionID)
  func close(_ connection: ConnectionID, _ mode: CloseMode)
  func finish(_ connection: ConnectionID, sending bytes: UnsafeRawBufferPointer)
  func endOutput(_ connection: ConnectionID, sending bytes: UnsafeRawBufferPointer)
  func finishStalled(_ connection: ConnectionID, sending bytes: UnsafeRawBufferPointer)
  func dropStalled(_ connection: ConnectionID)

  @discardableResult func schedule(afterMilliseconds delay: Int64, token: UInt64) -> TimerID
  func stopListening()
  func dropHandshakes()
  func stop()
}

extension Loop: ConnectionLoop {}

extension ConnectionLoop {
  /// Without sockets nobody has a certificate.
  func isPeer(_ connection: ConnectionID, named name: String) -> Bool { false }

  /// Without sockets there is nobody to be reached.
  func connect(to address: SocketAddress, token: UInt64, tls: TLSDestination?) throws(SystemError) -> ConnectionID {
    throw SystemError(code: ENOTSUP)
  }
}

/// What the event loop calls. The loop that it names is the one that the server's loop has.
extension ServerLoop: LoopHandler {
  typealias Message = LoopMessage

  func opened(_ connection: ConnectionID, address: SocketAddress, token: UInt64, loop: Loop) {
    opened(connection, address: address, token: token)
  }
  func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: ConnectionID, loop: Loop) { received(bytes, on: connection) }
  func drained(_ connection: ConnectionID, loop: Loop) { drained(connection) }
  func overflowed(_ connection: ConnectionID, loop: Loop) { overflowed(connection) }
  func stalled(_ connection: ConnectionID, loop: Loop) { stalled(connection) }
  func inputEnded(on connection: ConnectionID, loop: Loop) { inputEnded(on: connection) }
  func closed(_ connection: ConnectionID, reason: CloseReason, loop: Loop) { closed(connection) }
  func message(_ message: LoopMessage, loop: Loop) { take(message) }
  func timer(_ token: UInt64, loop: Loop) { timer(token) }
  func turnEnded(loop: Loop) { endTurn() }

  func handshakeFailed(from address: SocketAddress, reason: CloseReason, loop: Loop) {
    if case .tlsFailed = reason { ownCounts.failedHandshakes += 1 }
    if reason == .proxyRefused(.untrusted) { status.proxies.noteHeader(from: address) }
    // At debug level: strangers decide how often it happens.
    status.log.debug("a connection ended before it was open", metadata: ["peer": "\(address.host)", "reason": "\(reason)"])
  }

  func listenerEnded(_ token: UInt64, loop: Loop) {
    status.log.error("another process has shut down a listener; nobody new is accepted there until the server is started again")
  }
}
