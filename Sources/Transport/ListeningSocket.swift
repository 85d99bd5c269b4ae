import CLinux
import Glibc
import TLS

/// How a listener's connections are taken in.
struct Admission: Sendable {
  let token: UInt64
  /// Nil for plain connections.
  let tls: TLSContextHolder?
  /// Where connections begin with a proxy's header.
  let trustedProxies: [TrustedProxy]
  /// Takes connections when memory is tight, too.
  var isVital = false

  /// Nobody can tell before the connection is accepted.
  var mayNeedHandshake: Bool { tls != nil || !trustedProxies.isEmpty }

  func isProxy(_ address: SocketAddress) -> Bool { trustedProxies.contains { $0.includes(address) } }
}

/// A socket that accepts connections. Who holds it last closes it.
@usableFromInline
struct ListeningSocket: Sendable {
  /// -1 when it has been closed.
  let fd: Int32
  let admission: Admission
  /// Of a Unix socket that was bound here.
  let file: SocketFile?
  /// Epoll does not report it for now.
  var isResting = false

  /// Takes a socket that listens already, made by somebody else.
  init(adopting fd: Int32, _ admission: Admission) {
    self.fd = fd
    self.admission = admission
    file = nil
  }

  /// Makes a socket that listens on the address.
  init(on address: SocketAddress, _ options: SocketOptions, _ admission: Admission) throws(SystemError) {
    let fd = try SystemCall.retrying { clinux_stream_socket(address.family) }
    do {
      file = try Self.bind(fd, address, options)
      try SystemCall.retrying { listen(fd, options.backlog) }
    } catch {
      SystemCall.close(fd)
      throw error
    }
    self.fd = fd
    self.admission = admission
  }

  private init(closed other: ListeningSocket) {
    fd = -1
    admission = Admission(token: other.admission.token, tls: nil, trustedProxies: [])
    file = nil
  }

  /// Removes the file, if there is one, and closes the socket.
  ///
  /// - Returns: what keeps its place in a table.
  @discardableResult
  func close() -> ListeningSocket {
    file?.remove()
    if fd >= 0 { SystemCall.close(fd) }
    return ListeningSocket(closed: self)
  }

  private static func bind(_ fd: Int32, _ address: SocketAddress, _ options: SocketOptions) throws(SystemError) -> SocketFile? {
    try options.apply(to: fd, address)
    if let path = address.path { return try SocketFile.bind(fd, address, path, options.unixFileMode) }
    try SystemCall.retrying { clinux_set_option(fd, SOL_SOCKET, SO_REUSEADDR, 1) }
    if !address.isIPv4 { try SystemCall.retrying { clinux_set_option(fd, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) } }
    try SystemCall.retrying { address.withSystemForm { Glibc.bind(fd, $0, $1) } }
    return nil
  }
}

/// The file of a Unix socket that was bound here.
struct SocketFile: Sendable {
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  private init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    self.path = path
    device = status.st_dev
    inode = status.st_ino
  }

  /// Binds the socket to the path; a file that a server left behind is removed first.
  static func bind(_ fd: Int32, _ address: SocketAddress, _ path: String, _ mode: UInt32) throws(SystemError) -> SocketFile? {
    // The new file has this mode less the umask, so that it is never open to more than may connect.
    try SystemCall.retrying { fchmod(fd, mode) }
    do {
      try SystemCall.retrying { address.withSystemForm { Glibc.bind(fd, $0, $1) } }
    } catch {
      guard error.code == EADDRINUSE, try isLeftBehind(address, path) else { throw error }
      try SystemCall.retrying { unlink(path) }
      try SystemCall.retrying { address.withSystemForm { Glibc.bind(fd, $0, $1) } }
    }
    let file = SocketFile(path)
    do {
      try SystemCall.retrying { chmod(path, mode) }
    } catch {
      file?.remove()
      throw error
    }
    return file
  }

  /// Whether nobody answers there any more. A file of another kind is nobody's to remove.
  private static func isLeftBehind(_ address: SocketAddress, _ path: String) throws(SystemError) -> Bool {
    guard SocketFile(path) != nil else { return false }
    let probe = try SystemCall.retrying { clinux_stream_socket(AF_UNIX) }
    defer { SystemCall.close(probe) }
    return address.withSystemForm { connect(probe, $0, $1) } < 0 && errno == ECONNREFUSED
  }

  /// Removes the file unless another has taken its place.
  func remove() {
    guard let current = SocketFile(path), current.device == device, current.inode == inode else { return }
    // It is gone or cannot be removed; in either case the next server finds that nobody answers there.
    _ = unlink(path)
  }
}

extension SocketOptions {
  /// Sets the options that the kind of address has.
  func apply(to fd: Int32, _ address: SocketAddress) throws(SystemError) {
    try SystemCall.retrying { clinux_set_option(fd, SOL_SOCKET, SO_SNDBUF, sendBufferBytes) }
    guard address.path == nil else { return }
    let tcp = Int32(IPPROTO_TCP)
    try SystemCall.retrying { clinux_set_option(fd, tcp, TCP_NOTSENT_LOWAT, unsentLowWaterBytes) }
    try SystemCall.retrying { clinux_set_option(fd, tcp, TCP_USER_TIMEOUT, userTimeoutMilliseconds) }
    try SystemCall.retrying { clinux_set_option(fd, tcp, TCP_NODELAY, noDelay ? 1 : 0) }
  }
}
