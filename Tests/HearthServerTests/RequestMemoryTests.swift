import Support
import Testing

@testable import HearthServer

/// What a request's head holds is charged while it comes, and given back once it has been read.
@Suite struct RequestMemoryTests {
  private static let upgrade =
    "GET /v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\n"
    + "Sec-WebSocket-Version: 13\r\n"

  @Test("A head of 7 KiB is charged while it comes; after 101, and after the end, nothing of it is")
  func head() throws {
    let server = try TestServer()
    let memory = server.server.limits.memory
    let before = memory.chargedBytes
    let socket = try BlockingSocket(server.address)
    let fields = (0..<7).map { "X-Field-\($0): " + String(repeating: "v", count: 1_000) + "\r\n" }.joined()
    socket.send(Self.upgrade + fields)
    eventually("what has come is charged") { memory.chargedBytes >= before + 7_000 }
    socket.send("\r\n")
    let answer = try #require(try socket.receive())
    #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 101 "))
    eventually("the head is given back") { memory.chargedBytes <= before }
    let second = try BlockingSocket(server.address)
    second.send(Self.upgrade + fields)
    eventually("what has come is charged") { memory.chargedBytes >= before + 7_000 }
    second.endOutput()
    eventually("all of it is given back") { memory.chargedBytes <= before }
  }

  @Test("Above 95 % of the memory whoever sends more of a head gets 503")
  func memoryIsShort() throws {
    let server = try TestServer { $0.memoryBytesMax = 16 << 20 }
    let memory = server.server.limits.memory
    let socket = try BlockingSocket(server.address)
    socket.send(Self.upgrade)
    eventually("what has come is charged") { [limits = server.server.limits] in limits.figures.connections == 1 }
    memory.charge((16 << 20) - memory.chargedBytes)
    socket.send("X-Field: " + String(repeating: "v", count: 3_000))
    #expect(try socket.receiveAll().hasPrefix("HTTP/1.1 503 "))
    memory.discharge(8 << 20)
  }
}
