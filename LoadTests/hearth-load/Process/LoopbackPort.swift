import Foundation

/// TCP ports of this machine.
enum LoopbackPort {
  /// A port that nobody listens on just now.
  static func free() throws -> UInt16 {
    let fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(fd) }
    var address = sockaddr_in(loopback: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { address in
      // Safety: a sockaddr_in is read and written as the sockaddr that the calls ask for.
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(fd, $0, size) == 0 ? getsockname(fd, $0, &size) : -1 }
    }
    guard fd >= 0, code == 0 else { throw CannotRun(description: "No free port can be had.") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Waits until somebody listens.
  static func waitUntilOpen(_ port: UInt16, seconds: Int64) -> Bool {
    let deadline = monotonicNanoseconds() + seconds * 1_000_000_000
    while monotonicNanoseconds() < deadline {
      if let fd = connect(port) {
        close(fd)
        return true
      }
      sleep(untilNanoseconds: monotonicNanoseconds() + 5_000_000)
    }
    return false
  }

  /// A blocking connection, or nil.
  static func connect(_ port: UInt16) -> Int32? {
    let fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard fd >= 0 else { return nil }
    var address = sockaddr_in(loopback: port)
    let code = withUnsafePointer(to: &address) { address in
      // Safety: a sockaddr_in is read as the sockaddr that the call asks for.
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.connect(fd, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    if code == 0 { return fd }
    close(fd)
    return nil
  }
}

extension sockaddr_in {
  fileprivate init(loopback port: UInt16) {
    self.init()
    sin_family = sa_family_t(AF_INET)
    sin_port = port.bigEndian
    sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  }
}
