import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Ledger
import Locking
import Logging
import SQLiteStore
import Support
import Testing

/// SPEC section 2.
@Suite(.onOneAndThreeLoops) struct IdentityTests {
  @Test("ID-01, ID-02: a token works again, also after a restart", arguments: WireFormat.allCases)
  func tokenWorksAgain(format: WireFormat) throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    var server = try TestServer(store)
    let client = try server.connect(format)
    let token = try client.register("  Mira  ")
    let first = try server.connect(format).hello(token)
    #expect(first.displayName == "Mira")
    #expect(first.messageBytesMax == 65_536)
    #expect(first.serverTimeMs == 1_790_000_000_000)
    server.drain()
    server = try TestServer(store)
    #expect(try server.connect(format).hello(token).identityID == first.identityID)
  }

  @Test(
    "ID-02: what is no known token closes with 4401",
    arguments: ["", "x", String(repeating: "0", count: 32) + "." + String(repeating: "0", count: 64), String(repeating: "é", count: 97)])
  func unknownToken(token: String) throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.send(.hello(.with { $0.token = token }))
    #expect(try client.closeCode() == 4401)
  }

  @Test("ID-02: a known token with one wrong digit in its secret closes with 4401")
  func wrongSecret() throws {
    let server = try TestServer()
    let token = try server.connect().register("Mira")
    let client = try server.connect()
    let wrong = token.dropLast() + (token.hasSuffix("0") ? "1" : "0")
    try client.send(.hello(.with { $0.token = String(wrong) }))
    #expect(try client.closeCode() == 4401)
  }

  @Test("ID-01, ID-03: the secret of a token is neither in the database nor in the log")
  func secretIsNotKept() throws {
    let folder = try TemporaryFolder()
    let written = Locked("")
    var log = Logger(label: "test") { _ in RecordingLog(written: written) }
    log.logLevel = .trace
    let store = try SQLiteStore(directory: folder.path)
    let server = try TestServer(store, log: log)
    let client = try server.connect()
    let token = try client.register("Mira")
    let secret = String(token.split(separator: ".")[1])
    let wrong = try server.connect()
    try wrong.send(.hello(.with { $0.token = token.dropLast() + "z" }))
    _ = try wrong.closeCode()
    server.drain()
    try store.close()
    let bytes = try #require(Self.bytes(secret))
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let content = try #require(FileManager.default.contents(atPath: folder.path + "/" + name))
      #expect(content.range(of: Data(secret.utf8)) == nil, "\(name) holds the secret's digits")
      #expect(content.range(of: Data(bytes)) == nil, "\(name) holds the secret's bytes")
    }
    #expect(!written.withLock { $0 }.contains(secret))
  }

  @Test(
    "ID-01: a name is 1 to 50 characters without control characters; the connection stays",
    arguments: [
      ("", .textMissing), ("   ", .textMissing), ("A\nB", .textNotAllowed), (String(repeating: "x", count: 51), .textTooLong),
      ("\u{202E}Mira", .textNotAllowed),
    ] as [(String, BadRequestReason)])
  func badName(name: String, reason: BadRequestReason) throws {
    let server = try TestServer()
    let client = try server.connect()
    let rejected = try client.rejected(.register(.with { $0.displayName = name }))
    #expect(rejected.code == "bad_request" && rejected.reason == reason)
    #expect(rejected.field == "register.display_name")
    try client.register(String(repeating: "ा", count: 1) + "Mira")
  }

  @Test("ID-01, ID-02: who is logged in does not log in again")
  func twice() throws {
    let server = try TestServer()
    let client = try server.register("Mira")
    #expect(try client.rejected(.register(.with { $0.displayName = "Mira" })).code == "bad_request")
    #expect(try client.rejected(.hello(.with { $0.token = client.token })).reason == .messageMalformed)
    _ = try client.ask(.listGroups(.init()))
  }

  @Test("What follows a hello without waiting for the welcome is handled in order", arguments: WireFormat.allCases)
  func pipelined(format: WireFormat) throws {
    let server = try TestServer()
    let token = try server.connect().register("Mira")
    let client = try server.connect(format)
    let group = Fresh.id()
    var bytes = try client.encode(.hello(.with { $0.token = token }), request: 1)
    bytes += try client.encode(.command(.createGroup(group)), request: 2)
    for number in 3...20 { bytes += try client.encode(.command(.addEntry(group, minor: Int64(number))), request: UInt32(number)) }
    client.socket.send(bytes)
    #expect(try client.message().welcome.displayName == "Mira")
    // The entries follow in the order sent.
    var last = try client.message().accepted.position
    for number in 3...20 {
      let answer = try client.message()
      #expect(answer.request == UInt32(number))
      #expect(answer.accepted.position > last)
      last = answer.accepted.position
    }
  }

  @Test("Limit: the 65th message behind a hello closes with 1008")
  func tooManyBehindHello() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let token = try server.connect().register("Mira")
    let client = try server.connect()
    store.closeDirectory()
    var bytes = try client.encode(.hello(.with { $0.token = token }), request: 1)
    for number in 2...66 { bytes += try client.encode(.listGroups(.init()), request: UInt32(number)) }
    client.socket.send(bytes)
    #expect(try client.closeCode() == 1008)
    store.openDirectory()
  }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let characters = Array(digits)
    let bytes = stride(from: 0, to: characters.count, by: 2).compactMap { UInt8(String(characters[$0...$0 + 1]), radix: 16) }
    return bytes.count == 32 ? bytes : nil
  }
}
