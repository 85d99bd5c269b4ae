import HearthProtocol
import Locking
import Logging
import Support
import Testing

/// What a request over HTTP is called in the log and in its answer: SPEC HT-14.
struct RequestNameTests {
  /// A server that logs as much as `level`, what it has written, and somebody who asks it.
  private struct Home {
    let written = Locked("")
    let server: TestServer
    let asha: WireClient

    init(_ level: Logger.Level) throws {
      var log = Logger(label: "test") { [written] _ in RecordingLog(written: written) }
      log.logLevel = level
      server = try TestServer(log: log)
      asha = try server.register("Asha")
    }

    /// What one request is answered, and what the log says meanwhile.
    func ask(_ method: String, _ path: String, _ body: String? = nil, _ lines: String) throws -> (answer: Answer, log: String) {
      written.withLock { $0 = "" }
      let socket = try BlockingSocket(server.address)
      let type = body == nil ? "" : "Content-Type: application/json\r\n"
      socket.send(AttachmentServer.head(method, path, token: asha.token, length: body?.utf8.count, type + lines) + (body ?? ""))
      return (try Answer(socket), written.withLock { $0 })
    }
  }

  @Test("HT-14: a UUID in X-Request-Id, however it is written, stands in the log and in the answer, also of what is refused")
  func given() throws {
    let home = try Home(.debug)
    let id = Fresh.id()
    for text in [id, id.uppercased(), id.replacing("-", with: "")] {
      for (path, status) in [("/v1/groups", 200), ("/v1/nothing", 404), ("/v1/groups/x/members", 404)] {
        let (answer, log) = try home.ask("GET", path, nil, "X-Request-Id: \(text)\r\n")
        #expect(answer.fields["x-request-id"] == id, "\(text) \(path)")
        #expect(log.split(separator: "\n").count == 1 && log.hasPrefix("debug: a request was answered"), "\(log)")
        #expect(log.contains(id) && log.contains("\(status)"), "\(log)")
      }
    }
  }

  @Test("HT-14: what is no UUID comes neither into the log nor into the answer")
  func others() throws {
    let home = try Home(.debug)
    let id = Fresh.id()
    for text in ["", "Forged", "\(id)0", String(id.dropLast()), String(repeating: "z", count: 32), "\(id), \(id)"] {
      let (answer, log) = try home.ask("GET", "/v1/groups", nil, "X-Request-Id: \(text)\r\n")
      #expect(answer.status == 200 && answer.fields["x-request-id"] == nil, "\(text)")
      #expect(log.contains("GET /v1/groups") && (text.isEmpty || !log.contains(text)), "\(log)")
    }
    let twice = try home.ask("GET", "/v1/groups", nil, "X-Request-Id: \(id)\r\nX-Request-Id: \(id)\r\n")
    #expect(twice.answer.fields["x-request-id"] == nil && !twice.log.contains(id))
  }

  @Test("HT-14: a command without such a field has its own id, which its answer says; at the usual level nothing is said of requests")
  func commands() throws {
    let key = Fresh.id()
    let body = #"{"name":"Flat","currency":"EUR","displayName":"Asha"}"#
    let (answer, log) = try Home(.debug).ask("POST", "/v1/groups", body, "Idempotency-Key: \(key)\r\n")
    #expect(answer.status == 201 && answer["commandId"] == key)
    #expect(log.contains("POST /v1/groups") && log.contains(key) && log.contains("201"), "\(log)")
    #expect(!log.contains("Flat") && !log.contains("Asha"), "\(log)")
    let quiet = try Home(.info).ask("POST", "/v1/groups", body, "Idempotency-Key: \(key)\r\n")
    #expect(quiet.answer.status == 201 && quiet.log.isEmpty, "\(quiet.log)")
  }
}
