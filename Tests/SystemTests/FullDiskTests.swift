import Foundation
import Support
import Testing

/// `hearthd serve` on a disk that is full at the start: a small file system in memory, in a namespace of its own.
@Suite struct FullDiskTests {
  /// Whether the system lets us mount one, or has to (`.ci/run`): then these tests fail where it does not.
  private static let isWanted: Bool = {
    if ProcessInfo.processInfo.environment["HEARTH_SKIP_NOTHING"] != nil { return true }
    let script = "mount -t tmpfs -o size=64k tmpfs /tmp"
    return (try? Program(path: "/usr/bin/env", ["unshare", "--map-root-user", "--mount", "sh", "-c", script]).status()) == 0
  }()

  /// A server in such a namespace, its disk filled; what is written into `signal` makes the disk larger.
  private func start(_ folder: TemporaryFolder) throws -> (program: Program, address: String, signal: String) {
    let (data, signal) = (folder.path + "/data", folder.path + "/signal")
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    guard mkfifo(signal, 0o600) == 0 else { throw Unexpected("no fifo can be made") }
    let script = """
      mount -t tmpfs -o size=64k tmpfs "$1" && dd if=/dev/zero of="$1/filler" bs=1k count=64 2>/dev/null
      # Who holds what the server was given keeps its end from being noticed.
      (
        for file in /proc/$BASHPID/fd/*; do [ "${file##*/}" -gt 2 ] && eval "exec ${file##*/}>&-"; done
        timeout 120 cat "$2" && mount -o remount,size=64m tmpfs "$1"
      ) >/dev/null 2>&1 &
      exec "$3" serve --listen 127.0.0.1:0 --data "$1"
      """
    let program = try Program(
      path: "/usr/bin/env",
      ["unshare", "--map-root-user", "--mount", "bash", "-c", script, "bash", data, signal, Program.products + "/hearthd"])
    let line = try program.errors.next(containing: "the disk is full")
    guard let start = line.range(of: "127.0.0.1:") else { throw Unexpected(line) }
    return (program, String(line[start.lowerBound...].prefix { $0 != " " }), signal)
  }

  /// The head of the answer to an upgrade.
  private func answer(_ address: String) throws -> String {
    let script = """
      import socket, sys
      host, port = sys.argv[1].split(':')
      peer = socket.create_connection((host, int(port)), 60)
      peer.sendall(b'GET /v1/socket HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n')
      text = b''
      while True:
        part = peer.recv(65536)
        if not part: break
        text += part
      print(text.decode())
      """
    let python = try Program(path: "/usr/bin/env", ["python3", "-c", script, address])
    guard try python.status() == 0 else { throw Unexpected(try python.errors.all()) }
    return try python.output.all()
  }

  @Test(
    "H42: members are answered 503 with a time to come back while the disk is full, and served once it has space", .enabled(if: isWanted))
  func servesWhenThereIsSpace() throws {
    let folder = try TemporaryFolder()
    let (program, address, signal) = try start(folder)
    let refused = try answer(address)
    #expect(refused.hasPrefix("HTTP/1.1 503 "))
    let seconds = refused.split(whereSeparator: \.isNewline).compactMap { $0.hasPrefix("Retry-After: ") ? Int($0.dropFirst(13)) : nil }
    #expect(seconds.count == 1 && seconds.allSatisfy((1...10).contains), "\(refused)")
    try Data("larger\n".utf8).write(to: URL(fileURLWithPath: signal), options: [])
    let line = try program.errors.next(containing: "ws://")
    let start = try #require(line.range(of: "127.0.0.1:"))
    #expect(try answer(String(line[start.lowerBound...].prefix { $0 != "/" })).hasPrefix("HTTP/1.1 426 "))
    program.send(SIGTERM)
    #expect(try program.status() == 0)
  }

  @Test("H42: SIGTERM ends a server that waits for space", .enabled(if: isWanted))
  func endsWhileWaiting() throws {
    let folder = try TemporaryFolder()
    let (program, _, signal) = try start(folder)
    program.send(SIGTERM)
    #expect(try program.status() == 0)
    // Nobody is left to wait at the fifo.
    try Data("end\n".utf8).write(to: URL(fileURLWithPath: signal), options: [])
  }
}
