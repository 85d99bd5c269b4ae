import CLinux
import Dispatch
import Glibc
import Locking
import TLS
import Testing

@testable import Transport

/// What a loop told its handler.
enum Seen: Equatable, Sendable {
  case opened(ConnectionID, token: UInt64)
  case received(ConnectionID, [UInt8])
  case inputEnded(ConnectionID)
  case drained(ConnectionID)
  case overflowed(ConnectionID)
  case closed(ConnectionID, CloseReason)
  case handshakeFailed(CloseReason)
  case listenerEnded(UInt64)
  case timer(UInt64)
  case note(String)
}

/// Carries what was seen from the loop's thread to the test's, which waits for it.
final class Mailbox: Sendable {
  private let seen = Locked<[Seen]>([])
  private let addresses = Locked<[SocketAddress]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  func put(_ event: Seen) {
    seen.withLock { $0.append(event) }
    arrivals.signal()
  }

  /// The next event, or nil after 20 seconds.
  func take() -> Seen? {
    guard arrivals.wait(timeout: .now() + 20) == .success else { return nil }
    return seen.withLock { $0.removeFirst() }
  }

  /// Takes events up to the first that fits; nil when none comes.
  func take(until fits: (Seen) -> Bool) -> Seen? {
    while let event = take() {
      if fits(event) { return event }
    }
    return nil
  }

  func put(opened connection: ConnectionID, _ address: SocketAddress, token: UInt64) {
    addresses.withLock { $0.append(address) }
    put(.opened(connection, token: token))
  }

  /// The address that the next connection that opens is from; for tests that take all of them so.
  func takeAddress() -> String? {
    takeOpened() == nil ? nil : addresses.withLock { $0.removeFirst().description }
  }

  func takeOpened() -> ConnectionID? {
    while let event = take() {
      if case .opened(let connection, _) = event { return connection }
    }
    return nil
  }
}

/// Reports everything, answers as it was told, and runs posted functions on the loop's thread.
final class ScriptedHandler: LoopHandler {
  typealias Message = @Sendable (Loop) -> Void

  struct Script: Sendable {
    var received: (@Sendable (UnsafeMutableRawBufferPointer, ConnectionID, Loop) -> Void)?
    var inputEnded: (@Sendable (ConnectionID, Loop) -> Void)?
    var overflowed: (@Sendable (ConnectionID, Loop) -> Void)?
    var stalled: (@Sendable (ConnectionID, Loop) -> Void)?
    var turnEnded: (@Sendable (Loop) -> Void)?

    static var echo: Script {
      Script(received: { bytes, connection, loop in loop.send(UnsafeRawBufferPointer(bytes), to: connection) })
    }
  }

  private let mailbox: Mailbox
  private let script: Script

  init(_ mailbox: Mailbox, _ script: Script) {
    self.mailbox = mailbox
    self.script = script
  }

  func opened(_ connection: ConnectionID, address: SocketAddress, token: UInt64, loop: Loop) {
    mailbox.put(opened: connection, address, token: token)
  }

  func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: ConnectionID, loop: Loop) {
    if let received = script.received {
      received(bytes, connection, loop)
    } else {
      mailbox.put(.received(connection, Array(bytes)))
    }
  }

  func inputEnded(on connection: ConnectionID, loop: Loop) {
    mailbox.put(.inputEnded(connection))
    if let inputEnded = script.inputEnded { inputEnded(connection, loop) } else { loop.close(connection, .afterFlush) }
  }

  func drained(_ connection: ConnectionID, loop: Loop) { mailbox.put(.drained(connection)) }

  func overflowed(_ connection: ConnectionID, loop: Loop) {
    mailbox.put(.overflowed(connection))
    script.overflowed?(connection, loop)
  }

  func stalled(_ connection: ConnectionID, loop: Loop) {
    if let stalled = script.stalled { stalled(connection, loop) } else { loop.dropStalled(connection) }
  }

  func closed(_ connection: ConnectionID, reason: CloseReason, loop: Loop) { mailbox.put(.closed(connection, reason)) }

  func handshakeFailed(from address: SocketAddress, reason: CloseReason, loop: Loop) { mailbox.put(.handshakeFailed(reason)) }

  func listenerEnded(_ token: UInt64, loop: Loop) { mailbox.put(.listenerEnded(token)) }

  func message(_ message: Message, loop: Loop) { message(loop) }

  func timer(_ token: UInt64, loop: Loop) { mailbox.put(.timer(token)) }

  func turnEnded(loop: Loop) { script.turnEnded?(loop) }
}

/// A running loop that listens on loopback.
struct Rig {
  let mailbox = Mailbox()
  let loop: EventLoop<ScriptedHandler>
  let address: SocketAddress

  init(
    _ script: ScriptedHandler.Script = ScriptedHandler.Script(), _ configuration: LoopConfiguration = LoopConfiguration(),
    tls: TLSContextHolder? = nil
  ) throws {
    let mailbox = mailbox
    loop = try EventLoop(name: "test", configuration: configuration) { _ in ScriptedHandler(mailbox, script) }
    address = try loop.listen(on: SocketAddress(ipv4: 0x7F00_0001, port: 0), token: 7, tls: tls)
  }

  func stop() {
    loop.stop()
    loop.join()
  }

  /// Asks the loop's thread until something is so that nothing announces.
  func waitUntil(_ isSo: @escaping @Sendable (Loop) -> Bool) throws {
    let deadline = DispatchTime.now() + 20
    while onLoop(isSo) != true { try #require(DispatchTime.now() < deadline, "it never came") }
  }

  /// Holds the loop up while `meanwhile` runs, and further until what it sent has arrived: until poll(2) reports each
  /// connection with these events, so that the next turn finds all of it.
  func hold(until arrived: [(connection: ConnectionID, events: Int32)] = [], _ meanwhile: () throws -> Void) throws {
    let stopped = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    loop.inbox.post { loop in
      stopped.signal()
      _ = gate.wait(timeout: .now() + 20)
      for (connection, events) in arrived {
        var wish = pollfd(fd: loop.slot(connection)?.pointee.fd ?? -1, events: Int16(events), revents: 0)
        _ = poll(&wish, 1, 20_000)
      }
    }
    try #require(stopped.wait(timeout: .now() + 20) == .success)
    defer { gate.signal() }
    try meanwhile()
  }

  /// Runs a function on the loop's thread and waits for what it gives.
  func onLoop<Result: Sendable>(_ body: @escaping @Sendable (Loop) -> Result) -> Result? {
    let result = Locked<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    loop.inbox.post { loop in
      let value = body(loop)
      result.withLock { $0 = value }
      done.signal()
    }
    guard done.wait(timeout: .now() + 20) == .success else { return nil }
    return result.withLock { $0 }
  }
}

/// A blocking socket; every call gives up after 20 seconds.
final class BlockingClient {
  let fd: Int32

  convenience init(_ address: SocketAddress, receiveBufferBytes: Int32? = nil) throws {
    try self.init(family: address.family, receiveBufferBytes: receiveBufferBytes)
    try connect(to: address)
  }

  init(family: Int32 = AF_INET, receiveBufferBytes: Int32? = nil) throws {
    fd = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard fd >= 0 else { throw SystemError(code: errno) }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if let receiveBufferBytes { _ = clinux_set_option(fd, SOL_SOCKET, SO_RCVBUF, receiveBufferBytes) }
  }

  func connect(to address: SocketAddress) throws {
    guard address.withSystemForm({ Glibc.connect(fd, $0, $1) }) == 0 else { throw SystemError(code: errno) }
  }

  deinit { Glibc.close(fd) }

  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      // Blocking, and without a signal when the peer has gone.
      let flags = Int32(MSG_NOSIGNAL)
      let count = bytes.withUnsafeBytes { Glibc.send(fd, $0.baseAddress.map { $0 + sent }, bytes.count - sent, flags) }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Waits until the other side's kernel has all that was sent (tcp(7), SIOCOUTQ).
  func hasArrived() -> Bool {
    let deadline = DispatchTime.now() + 20
    var unacknowledged: Int32 = -1
    while DispatchTime.now() < deadline {
      guard ioctl(fd, UInt(TIOCOUTQ), &unacknowledged) == 0 else { return false }
      if unacknowledged == 0 { return true }
      // Nothing announces it.
      sched_yield()
    }
    return false
  }

  /// Reads what is there, waiting for the first byte; nothing at the end of the stream, nil after an error.
  func receiveSome() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let read = bytes.withUnsafeMutableBytes { recv(fd, $0.baseAddress, $0.count, 0) }
    return read < 0 ? nil : Array(bytes.prefix(read))
  }

  /// Reads up to so many bytes; fewer at the end of the stream, nil after an error.
  func receive(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = bytes.withUnsafeMutableBytes { recv(fd, $0.baseAddress.map { $0 + filled }, count - filled, 0) }
      if read < 0 { return nil }
      if read == 0 { break }
      filled += read
    }
    return Array(bytes.prefix(filled))
  }

  /// Whether the stream goes on and nothing has come; waits for nothing.
  var hasNothingToRead: Bool {
    var byte: UInt8 = 0
    return recv(fd, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK)) < 0 && errno == EAGAIN
  }

  func endOutput() { _ = shutdown(fd, Int32(SHUT_WR)) }

  /// Lets closing send a reset.
  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}

extension Loop {
  @discardableResult
  func send(_ bytes: [UInt8], to connection: ConnectionID) -> Bool {
    bytes.withUnsafeBytes { send($0, to: connection) }
  }

  func write(_ bytes: [UInt8]) -> OutputRange {
    bytes.withUnsafeBytes { write($0) }
  }

  /// What the socket of a connection is set to; see `socketOptions`.
  func options(of connection: ConnectionID) -> [Int] { socketOptions(slot(connection)?.pointee.fd ?? -1) }
}

/// What a socket is set to: SO_SNDBUF, TCP_NOTSENT_LOWAT, TCP_USER_TIMEOUT and TCP_NODELAY; -1 for what it does not
/// have.
func socketOptions(_ fd: Int32) -> [Int] {
  let tcp = Int32(IPPROTO_TCP)
  return [
    clinux_get_option(fd, SOL_SOCKET, SO_SNDBUF), clinux_get_option(fd, tcp, TCP_NOTSENT_LOWAT),
    clinux_get_option(fd, tcp, TCP_USER_TIMEOUT), clinux_get_option(fd, tcp, TCP_NODELAY),
  ].map(Int.init)
}

/// The number of open sockets of this process; other descriptors come and go with whatever runs the tests.
func openSockets() -> Int {
  var status = stat()
  return (0..<Int32(65_536)).count { fstat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK }
}

/// The highest open descriptor of this process.
func highestDescriptor() -> Int {
  var status = stat()
  return Int((0..<Int32(65_536)).last { fstat($0, &status) == 0 } ?? 2)
}

/// How many descriptors this process may have: the soft limit.
func descriptorsMax() -> rlim_t {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  return limit.rlim_cur
}

/// Lets this process have so many descriptors; those that it has beyond stay.
func setDescriptorsMax(_ count: rlim_t) {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  limit.rlim_cur = count
  let result = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  precondition(result == 0, "the limit could not be set")
}
