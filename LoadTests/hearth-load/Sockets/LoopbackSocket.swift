import CLinux
import Glibc

/// TCP sockets to this machine, from sources of one's choice.
enum LoopbackSocket {
  /// What a read came to.
  enum Reading {
    case bytes(Int)
    case nothing
    case ended
    case failed
  }

  /// Connects and makes the socket non-blocking.
  ///
  /// - Parameters:
  ///   - source: the last byte of the address 127.0.0.x to come from. Each has ports of its own.
  ///   - receiveBytes: SO_RCVBUF, for peers that mean to read little.
  static func connect(_ port: UInt16, source: UInt8 = 1, receiveBytes: Int32? = nil) throws -> Int32 {
    let fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard fd >= 0 else { throw failure("socket") }
    if let receiveBytes { _ = clinux_set_option(fd, SOL_SOCKET, SO_RCVBUF, receiveBytes) }
    _ = clinux_set_option(fd, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    // ip(7): without it a port would be taken for the source alone, and not for the pair of source and destination.
    _ = clinux_set_option(fd, Int32(IPPROTO_IP), Int32(IP_BIND_ADDRESS_NO_PORT), 1)
    let code = withAddress(source, 0) { bind(fd, $0, $1) } == 0 ? withAddress(1, port) { Glibc.connect(fd, $0, $1) } : -1
    guard code == 0, fcntl(fd, F_SETFL, O_NONBLOCK) == 0 else {
      let error = failure("connect")
      close(fd)
      throw error
    }
    return fd
  }

  /// Sends all of it at once; false when the socket does not take it.
  static func send(_ bytes: [UInt8], to fd: Int32) -> Bool {
    bytes.withUnsafeBytes { clinux_send(fd, $0.baseAddress, $0.count) } == bytes.count
  }

  /// Reads what is there.
  static func read(_ fd: Int32, into buffer: inout [UInt8]) -> Reading {
    reading(buffer.withUnsafeMutableBytes { clinux_receive(fd, $0.baseAddress, $0.count) })
  }

  private static func reading(_ count: Int) -> Reading {
    if count > 0 { return .bytes(count) }
    if count == 0 { return .ended }
    return errno == EAGAIN ? .nothing : .failed
  }

  /// Reads what is there, and says when the last of it arrived at the socket, however late it is read: nanoseconds of
  /// the real-time clock, zero without `stampReceipts`.
  static func read(_ fd: Int32, into buffer: inout [UInt8], arrival: inout Int64) -> Reading {
    reading(buffer.withUnsafeMutableBytes { clinux_receive_stamped(fd, $0.baseAddress, $0.count, &arrival) })
  }

  /// Lets the system note when something arrives.
  static func stampReceipts(_ fd: Int32) throws {
    guard clinux_stamp_receipts(fd) == 0 else { throw failure("setsockopt of SO_TIMESTAMPNS") }
  }

  /// Ends a connection by a reset, which leaves nothing behind on either side.
  static func reset(_ fd: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    close(fd)
  }

  /// Allows this process as many descriptors as the system lets it have.
  ///
  /// - Parameter count: how many are needed; where the limit cannot be raised to that many, this fails.
  static func raiseDescriptorLimit(toHold count: Int = 0) throws {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let allowed = limit.rlim_max
    limit.rlim_max = max(allowed, rlim_t(count))
    limit.rlim_cur = limit.rlim_max
    guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0, allowed < rlim_t(count) else { return }
    throw CannotRun(
      description: "This needs \(count) descriptors, and may have \(allowed). Raise the hard limit (ulimit -Hn), or have fewer members.")
  }

  private static func failure(_ call: String) -> CannotRun {
    CannotRun(description: "\(call) failed: \(String(cString: strerror(errno))).")
  }

  private static func withAddress(_ host: UInt8, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (UInt32(0x7F00_0000) | UInt32(host)).bigEndian
    return withUnsafePointer(to: &address) { address in
      // Safety: a sockaddr_in is read as the sockaddr that the calls ask for.
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}
