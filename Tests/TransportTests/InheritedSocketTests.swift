import CLinux
import Glibc
import Testing

@testable import Transport

/// Sockets that a process was started with. What touches descriptors and the environment runs in a process of its own.
@Suite(.serialized) struct InheritedSocketTests {
  private static func announced(_ processID: String?, _ count: String?, _ names: String? = nil) throws(InheritanceFailure) -> [String] {
    try InheritedSocket.announced(processID: processID, count: count, names: names, ownProcessID: 42)
  }

  @Test func onlyWhatIsMeantForThisProcessIsTaken() throws {
    #expect(try Self.announced("42", "2") == ["unknown", "unknown"])
    #expect(try Self.announced("42", "2", "http:admin") == ["http", "admin"])
    #expect(try Self.announced("42", "2", ":") == ["", ""])
    #expect(try Self.announced("42", "0") == [])
    #expect(try Self.announced("42", "0", "") == [])
    #expect(try Self.announced("43", "2") == [])
    #expect(try Self.announced("", "2") == [])
    #expect(try Self.announced(nil, "2") == [])
    #expect(try Self.announced("42", nil) == [])
    #expect(try Self.announced("42", "64").count == InheritedSocket.countMax)
  }

  @Test(arguments: [
    ("65", nil), ("-1", nil), ("", nil), ("x", nil), ("99999999999999999999", nil), ("2", "one"), ("1", "a:b"), ("1", "a:"),
  ])
  func nonsenseIsRefused(_ count: String, _ names: String?) {
    #expect(throws: InheritanceFailure.self) { try Self.announced("42", count, names) }
  }

  @Test func inheritedSocketsServe() async {
    await #expect(processExitsWith: .success) {
      let place = try SocketPath()
      try Inheritance.listen(at: 503, SocketAddress(ipv4: 0x7F00_0001, port: 0))
      try Inheritance.listen(at: 504, #require(SocketAddress("[::1]:0")))
      try Inheritance.listen(at: 505, #require(place.address))
      Inheritance.announce(3, names: "four:six:local")
      let sockets = try InheritedSocket.take(from: 503)
      try #require(sockets.map(\.name) == ["four", "six", "local"])
      // Taken once, and not by children.
      try #require(try InheritedSocket.take(from: 503).isEmpty && getenv("LISTEN_FDS") == nil)
      let loops = try EventLoops(name: "heir", count: 2) { _, _ in ScriptedHandler(Mailbox(), .echo) }
      for socket in sockets {
        try #require(fcntl(socket.fd, F_GETFD) == FD_CLOEXEC && fcntl(socket.fd, F_GETFL) & O_NONBLOCK != 0)
        let address = try loops.listen(adopting: socket)
        try #require(address == socket.address)
        for _ in 0..<4 {
          let client = try BlockingClient(address)
          try #require(client.send([1, 2]) && client.receive(2) == [1, 2])
        }
      }
      loops.stop()
      loops.join()
      // The file is not ours.
      try #require(place.mode != nil)
    }
  }

  @Test func inheritedSocketsHaveTheOptionsThatAreConfigured() async {
    await #expect(processExitsWith: .success) {
      var smaller = LoopConfiguration()
      smaller.socket.sendBufferBytes = 32 << 10
      smaller.socket.unsentLowWaterBytes = 8 << 10
      smaller.socket.userTimeoutMilliseconds = 7_000
      try Inheritance.listen(at: 503, SocketAddress(ipv4: 0x7F00_0001, port: 0))
      try Inheritance.listen(at: 504, #require(SocketAddress("[::1]:0")))
      Inheritance.announce(2, names: nil)
      let sockets = try InheritedSocket.take(from: 503)
      try #require(sockets.count == 2)
      // The kernel doubles the first (socket(7)).
      let cases: [(InheritedSocket, LoopConfiguration, [Int])] = [
        (sockets[0], LoopConfiguration(), [128 << 10, 16 << 10, 20_000, 1]), (sockets[1], smaller, [64 << 10, 8 << 10, 7_000, 1]),
      ]
      for (socket, configuration, expected) in cases {
        let rig = try Rig(.echo, configuration)
        let client = try BlockingClient(rig.loop.listen(adopting: socket))
        let connection = try #require(rig.mailbox.takeOpened())
        try #require(rig.onLoop { $0.options(of: connection) } == expected)
        withExtendedLifetime(client) {}
        rig.stop()
      }
    }
  }

  @Test func whatDoesNotListenIsRefused() async {
    await #expect(processExitsWith: .success) {
      func failure() -> String {
        Inheritance.announce(1, names: nil)
        do throws(InheritanceFailure) {
          _ = try InheritedSocket.take(from: 503)
          return ""
        } catch {
          return error.description
        }
      }
      let stream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      let datagram = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
      try #require(dup2(stream, 503) == 503)
      try #require(failure() == "descriptor 503 (unknown) does not listen")
      try #require(dup2(datagram, 503) == 503)
      try #require(failure() == "descriptor 503 (unknown) is no stream socket")
      try #require(dup2(open("/dev/null", O_RDONLY), 503) == 503)
      try #require(failure() == "descriptor 503 (unknown) is no stream socket")
      close(503)
      try #require(failure() == "descriptor 503 (unknown) is no stream socket")
    }
  }
}

/// What systemd does before it starts a service, here done to the test's own process.
private enum Inheritance {
  static func listen(at fd: Int32, _ address: SocketAddress) throws {
    let made = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
    try #require(address.withSystemForm { bind(made, $0, $1) } == 0)
    try #require(Glibc.listen(made, 16) == 0)
    guard made != fd else { return }
    try #require(dup2(made, fd) == fd)
    close(made)
  }

  static func announce(_ count: Int, names: String?) {
    setenv("LISTEN_PID", "\(getpid())", 1)
    setenv("LISTEN_FDS", "\(count)", 1)
    if let names { setenv("LISTEN_FDNAMES", names, 1) }
  }
}
