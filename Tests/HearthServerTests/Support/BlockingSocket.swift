import Glibc
import Transport

/// A connection of a test, by TCP or a Unix socket. Every call gives up after a deadline that only a bug reaches.
final class BlockingSocket {
  let fd: Int32
  // Limit: a safety net, generous because the machine may be busy; no test waits for it.
  private static let deadlineSeconds = 30

  /// - Parameter receiveBufferBytes: how much the kernel takes for a client that does not read.
  init(_ address: SocketAddress, receiveBufferBytes: Int32? = nil) throws {
    fd = socket(address.path == nil ? AF_INET : AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard fd >= 0 else { throw SystemError(code: errno) }
    var limit = timeval(tv_sec: Self.deadlineSeconds, tv_usec: 0)
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if var bytes = receiveBufferBytes { setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size)) }
    if let path = address.path {
      var form = sockaddr_un()
      form.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &form.sun_path) { $0.copyBytes(from: path.utf8) }
      try connect(to: form)
    } else {
      var form = sockaddr_in()
      form.sin_family = sa_family_t(AF_INET)
      form.sin_port = address.port.bigEndian
      form.sin_addr.s_addr = UInt32(truncatingIfNeeded: address.low).bigEndian
      try connect(to: form)
    }
  }

  private func connect<Form>(to form: Form) throws {
    let result = withUnsafePointer(to: form) { pointer in
      // Safety: every address begins with the fields of a sockaddr, as the call asks for, which also gets the whole
      // length.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(fd, $0, socklen_t(MemoryLayout<Form>.size)) }
    }
    guard result == 0 else { throw SystemError(code: errno) }
  }

  deinit { Glibc.close(fd) }

  /// Sends everything; false when the peer has gone.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.send(fd, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// What has arrived, at least a byte; nil when the connection has ended, by a reset too.
  func receive() throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = bytes.withUnsafeMutableBytes { recv(fd, $0.baseAddress, $0.count, 0) }
    if count == 0 || (count < 0 && errno == ECONNRESET) { return nil }
    guard count > 0 else { throw SystemError(code: errno) }
    return Array(bytes.prefix(count))
  }

  /// Everything up to the end of the connection, as text.
  func receiveAll() throws -> String {
    var all: [UInt8] = []
    while let bytes = try receive() { all += bytes }
    return String(decoding: all, as: UTF8.self)
  }

  /// Whether something has arrived, the end included.
  var hasInput: Bool {
    var wish = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    return poll(&wish, 1, 0) > 0
  }

  /// Ends our side; the peer's may go on.
  func endOutput() { _ = shutdown(fd, Int32(SHUT_WR)) }

  /// Lets the end of this object send a reset.
  func resetAtEnd() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Cuts the connection off: the peer gets a reset, and nothing that was on its way to us.
  func reset() {
    var nobody = sockaddr()
    nobody.sa_family = sa_family_t(AF_UNSPEC)
    // connect(2): this dissolves the association of a stream socket, which for TCP aborts it.
    _ = Glibc.connect(fd, &nobody, socklen_t(MemoryLayout<sockaddr>.size))
  }
}
