import Glibc

/// A TCP connection of a hostile peer over loopback: blocking, with a deadline that only a bug reaches.
final class PeerSocket {
  private let fd: Int32
  private let isBytewise: Bool
  /// The server has cut the connection while something was being sent.
  private(set) var wasCutWhileSending = false

  /// What a reading gives.
  enum Reading {
    case bytes([UInt8])
    case end
    case reset
  }

  // Limit: how long something that must come is waited for, in milliseconds; generous because the machine may be busy.
  private static let patienceMilliseconds: Int32 = 20_000

  /// Connects.
  ///
  /// - Parameters:
  ///   - source: the IPv4 address to come from, in 127.0.0.0/8.
  ///   - isBytewise: whether every byte is a TCP segment of its own.
  ///   - bufferBytes: how much the kernel keeps in either direction; nil for what is usual.
  init(port: UInt16, source: UInt32, isBytewise: Bool, bufferBytes: Int32?) throws {
    fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.isBytewise = isBytewise
    guard fd >= 0 else { throw Mismatch("no socket can be had: errno \(errno)") }
    var on: Int32 = 1
    setsockopt(fd, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    var patience = timeval(tv_sec: Int(Self.patienceMilliseconds / 1_000), tv_usec: 0)
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    // Before connecting, since the window is agreed then.
    if var bytes = bufferBytes {
      for option in [SO_RCVBUF, SO_SNDBUF] { setsockopt(fd, SOL_SOCKET, option, &bytes, socklen_t(MemoryLayout<Int32>.size)) }
    }
    if source != 0x7F00_0001 {
      // The port is chosen at connect(2), so that many connections may share it towards different servers.
      setsockopt(fd, Int32(IPPROTO_IP), 24, &on, socklen_t(MemoryLayout<Int32>.size))
      guard Self.with(source, 0, { Glibc.bind(fd, $0, $1) }) == 0 else {
        throw Mismatch("cannot come from another address: errno \(errno)")
      }
    }
    guard Self.with(0x7F00_0001, port, { Glibc.connect(fd, $0, $1) }) == 0 else { throw Mismatch("not accepted: errno \(errno)") }
  }

  deinit { Glibc.close(fd) }

  private static func with(_ host: UInt32, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = host.bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: &address) { address in
      // Safety: a sockaddr_in is read as the sockaddr that the calls ask for.
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }

  /// Sends everything, unless the server cuts the connection.
  func send(_ bytes: [UInt8]) {
    let most = isBytewise ? 1 : Int.max
    bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count, let base = bytes.baseAddress {
        let count = Glibc.send(fd, base + sent, min(most, bytes.count - sent), Int32(MSG_NOSIGNAL))
        guard count > 0 else {
          wasCutWhileSending = true
          return
        }
        sent += count
      }
    }
  }

  /// Whether something, the end included, arrives within so many milliseconds.
  func hasInput(withinMilliseconds time: Int32) -> Bool {
    var wish = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    return poll(&wish, 1, time) > 0
  }

  func receive() throws -> Reading {
    guard hasInput(withinMilliseconds: Self.patienceMilliseconds) else { throw Mismatch("nothing came within 20 s") }
    return try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      let count = recv(fd, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(Array(buffer[..<count])) }
      if count == 0 { return .end }
      guard errno == ECONNRESET || errno == EPIPE else { throw Mismatch("reading failed: errno \(errno)") }
      return .reset
    }
  }

  func endOutput() { _ = shutdown(fd, Int32(SHUT_WR)) }

  /// Lets the end of this object send a reset.
  func resetAtEnd() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}
