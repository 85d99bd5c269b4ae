import CLinux
import Glibc

/// A listening socket that the process was started with, as systemd does for socket activation (sd_listen_fds(3)).
public struct InheritedSocket: Sendable {
  /// What the socket unit calls it (FileDescriptorName=); `unknown` if nobody said.
  public let name: String
  /// Where it listens.
  public let address: SocketAddress
  let fd: Int32

  /// Limit: sockets; more is taken for a mistake.
  public static let countMax = 64

  /// Takes the sockets meant for this process, in the order of the socket units; none when there are none.
  ///
  /// What says so in the environment is removed, so that children do not take it for theirs, and a second call finds
  /// nothing. Call it once, before there are threads that read the environment. The descriptors neither block nor
  /// survive exec afterwards.
  public static func take() throws(InheritanceFailure) -> [InheritedSocket] { try take(from: 3) }

  static func take(from firstDescriptor: Int32) throws(InheritanceFailure) -> [InheritedSocket] {
    let names = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]
    let values = names.map { name in getenv(name).map { String(cString: $0) } }
    for name in names { unsetenv(name) }
    let sockets = try announced(processID: values[0], count: values[1], names: values[2], ownProcessID: getpid())
    var taken: [InheritedSocket] = []
    for (index, name) in sockets.enumerated() { taken.append(try InheritedSocket(firstDescriptor + Int32(index), name)) }
    return taken
  }

  /// The names of the sockets that the three variables announce.
  static func announced(
    processID: String?, count: String?, names: String?, ownProcessID: Int32
  ) throws(InheritanceFailure) -> [String] {
    // Others inherit the variables without being meant.
    guard let processID, Int32(processID) == ownProcessID, let text = count else { return [] }
    guard let count = Int(text), (0...countMax).contains(count) else {
      throw InheritanceFailure(description: "LISTEN_FDS is \(text), and should be a number from 0 to \(countMax)")
    }
    guard let names else { return [String](repeating: "unknown", count: count) }
    let parts = names.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == count || (count == 0 && names.isEmpty) else {
      throw InheritanceFailure(description: "LISTEN_FDNAMES has \(parts.count) names for \(count) sockets")
    }
    return Array(parts.prefix(count))
  }

  private init(_ fd: Int32, _ name: String) throws(InheritanceFailure) {
    guard clinux_get_option(fd, SOL_SOCKET, SO_TYPE) == Int32(SOCK_STREAM.rawValue) else {
      throw InheritanceFailure(description: "descriptor \(fd) (\(name)) is no stream socket")
    }
    guard clinux_get_option(fd, SOL_SOCKET, SO_ACCEPTCONN) == 1 else {
      throw InheritanceFailure(description: "descriptor \(fd) (\(name)) does not listen")
    }
    guard [AF_INET, AF_INET6, AF_UNIX].contains(clinux_get_option(fd, SOL_SOCKET, SO_DOMAIN)) else {
      throw InheritanceFailure(description: "descriptor \(fd) (\(name)) is neither an IP nor a Unix socket")
    }
    do throws(SystemError) {
      try SystemCall.retrying { clinux_adopt(fd) }
      address = try SocketAddress(of: fd)
    } catch {
      throw InheritanceFailure(description: "descriptor \(fd) (\(name)) cannot be used: \(error)")
    }
    self.fd = fd
    self.name = name
  }

  private init(copying socket: InheritedSocket, fd: Int32) {
    self.fd = fd
    name = socket.name
    address = socket.address
  }

  /// The same socket with a descriptor of its own, since whoever listens on one closes it in the end; nil when there
  /// are no descriptors.
  public func duplicated() -> InheritedSocket? {
    let copy = clinux_duplicate(fd)
    return copy < 0 ? nil : InheritedSocket(copying: self, fd: copy)
  }
}

/// What the process was started with is not what it was said to be.
public struct InheritanceFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, for the operator who set the service up.
  public let description: String
}
