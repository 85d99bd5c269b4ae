import Foundation
import Testing

/// `hearth-echo` as built, with compression and a product's limit of messages, as a process of its own.
final class EchoProgram {
  let port: UInt16
  private let process = Process()

  init(_ arguments: [String]) throws {
    port = try Self.freePort()
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    process.executableURL = URL(fileURLWithPath: program).deletingLastPathComponent().appendingPathComponent("hearth-echo")
    process.arguments = ["--listen", "127.0.0.1:\(port)", "--deflate"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    eventually("hearth-echo listens") { [port] in Self.isOpen(port) }
  }

  // It inherits the signal mask of a thread that blocks SIGTERM.
  deinit { kill(process.processIdentifier, SIGKILL) }

  /// A port that nobody listens on just now.
  private static func freePort() throws -> UInt16 {
    try withSocket { fd, address in
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      guard bind(fd, address, size) == 0, getsockname(fd, address, &size) == 0 else { throw CocoaError(.featureUnsupported) }
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
    }
  }

  private static func isOpen(_ port: UInt16) -> Bool {
    withSocket(port) { fd, address in connect(fd, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
  }

  private static func withSocket<Result>(_ port: UInt16 = 0, _ body: (Int32, UnsafeMutablePointer<sockaddr>) throws -> Result) rethrows
    -> Result
  {
    let fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(fd) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return try withUnsafeMutablePointer(to: &address) { try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { try body(fd, $0) } }
  }
}
