import Glibc
import TestCertificates
import Testing

@testable import TLS

/// In a process of its own, since it counts what the whole process has allocated.
struct TLSMemoryTests {
  /// Sanitizers keep what has been freed, and something beside everything.
  private static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

  @Test(.enabled(if: !isSanitized)) func anIdleConnectionIsSmallAndLeavesNothingBehind() async {
    await #expect(processExitsWith: .success) {
      let certificates = try TestCertificates.shared.get()
      let context = try makeServer(certificates.localhost)
      let wire = try TLSWire()
      let count = 1_500
      // Safety: each place is deinitialized before it is initialized again, and freed behind that; connections cannot
      // stand in arrays.
      let connections = UnsafeMutablePointer<TLSConnection>.allocate(capacity: count)
      // The first ones make what OpenSSL makes once.
      _ = try connect(context, wire)
      let before = try residentBytes()
      for index in 0..<count { (connections + index).initialize(to: try connect(context, wire)) }
      // Limit: 20 KiB with the WebSocket and the loop's slot; this is TLS alone.
      let full = try residentBytes()
      say("\((full - before) / count) bytes a connection")
      try #require((full - before) / count < 15 << 10)
      connections.deinitialize(count: count)
      // What has been freed is used again, whatever of it the system was given back meanwhile.
      for index in 0..<count { (connections + index).initialize(to: try connect(context, wire)) }
      let again = try residentBytes()
      say("\(again - full) bytes more the second time")
      try #require(again - full < 1 << 20)
      connections.deinitialize(count: count)
      connections.deallocate()
    }
  }
}

/// A server's side after a handshake and a message in each direction; the client is gone.
private func connect(_ context: TLSContext, _ wire: TLSWire) throws -> TLSConnection {
  let clientWire = try TLSWire()
  var client = try TLSConnection(to: makeDestination(), wire: clientWire)
  var server = try TLSConnection(accepting: context, wire: wire)
  for step in 0..<4 {
    if step == 2 { try client.send([1, 2, 3]) }
    _ = try server.receive(clientWire.take())
    if step == 2 { try server.send([1, 2, 3]) }
    _ = try client.receive(wire.take())
  }
  try #require(server.isEstablished == true)
  return server
}

/// Tells a figure of the process, of which the test that started it hears nothing else.
private func say(_ figure: String) { _ = Array((figure + "\n").utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) } }

/// The memory of this process that is in use, by proc(5).
private func residentBytes() throws -> Int {
  let file = try #require(fopen("/proc/self/statm", "r"))
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  try #require(fgets(&line, Int32(line.count), file) != nil)
  let fields = String(decoding: line.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
  return try #require(Int(fields[1])) * 4096
}
