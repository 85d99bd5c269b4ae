import EventStore
import HearthProtocol
import Room
import Testing

/// Calls over HTTP when the disk does not do what it should, and when the server stops (SPEC section 18).
@Suite(.onOneAndThreeLoops) struct CallTroubleTests {
  private static let json = "Content-Type: application/json\r\n"

  @Test("HT-03, CM-03: a call is answered when what it did is durable, and not before; nobody is shown it before either")
  func durable() throws {
    let store = GatedStore()
    let home = try CallServer(store)
    let watcher = try home.server.logIn(home.ravi.token)
    try watcher.follow(home.group)
    store.closeAppends()
    let socket = try BlockingSocket(home.server.address)
    socket.send(home.request("POST", "/entries", by: home.asha, CallServer.expense(100), Self.json))
    try #require(store.awaitAppend())
    // A round trip through the group's loop: had there been an answer, it would be there.
    try home.asha.awaitRoom(of: home.group)
    #expect(!socket.hasInput)
    let reader = try BlockingSocket(home.server.address)
    reader.send(home.request("GET", "/entries", by: home.dadi, nil, ""))
    try home.asha.awaitRoom(of: home.group)
    #expect(!reader.hasInput && !watcher.socket.hasInput)
    store.openAppends()
    let answer = try Answer(socket)
    #expect(answer.status == 201)
    #expect(try watcher.nextEvents().events.first?.event.entryAdded.entryID == answer.madeID)
    #expect(try Answer(reader).list("entries").count == 1)
  }

  @Test("HT-03: who is not told what became of a command is told its id, and asks again with that")
  func unknownOutcome() throws {
    let store = GatedStore()
    let home = try CallServer(store) { $0.messageMilliseconds = 100 }
    store.closeAppends()
    let refused = try home.call("POST", "/entries", by: home.asha, CallServer.expense(100))
    #expect(refused.problem == "503 unavailable ")
    let id = try #require(refused["commandId"])
    store.openAppends()
    try home.asha.awaitRoom(of: home.group)
    let again = try home.call("POST", "/entries", by: home.asha, CallServer.expense(100), "Idempotency-Key: \(id)\r\n")
    #expect(again.status == 201 && again.json["duplicate"] as? Bool == true)
    #expect(try home.call("GET", "/entries", by: home.asha).list("entries").count == 1)
  }

  @Test(
    "HT-03, CM-06: a failed append is 503 or 507 with Retry-After, and the same key works afterwards",
    arguments: [(StoreFailure.broken("a test"), "503 unavailable "), (.full, "507 storage_full ")])
  func failedAppend(failure: StoreFailure, problem: String) throws {
    let store = GatedStore()
    let home = try CallServer(store)
    let key = "Idempotency-Key: \(Fresh.id())\r\n"
    store.failNextAppend(with: failure)
    let refused = try home.call("POST", "/entries", by: home.asha, CallServer.expense(100), key)
    #expect(refused.problem == problem && Int(refused.fields["retry-after"] ?? "") ?? 0 > 0)
    #expect(refused["cause"]?.contains("a test") == false)
    let again = try home.call("POST", "/entries", by: home.asha, CallServer.expense(100), key)
    #expect(again.status == 201 && again.json["duplicate"] == nil)
    #expect(try home.call("GET", "/entries", by: home.ravi).list("entries").count == 1)
  }

  @Test("HT-03: what was taken when the server stops is finished and answered")
  func drainFinishes() throws {
    let store = GatedStore()
    let home = try CallServer(store)
    store.closeAppends()
    let socket = try BlockingSocket(home.server.address)
    socket.send(home.request("POST", "/entries", by: home.asha, CallServer.expense(100), Self.json))
    try #require(store.awaitAppend())
    let ended = home.server.drainMeanwhile()
    // Who comes before the loops have heard of the drain is answered at its end, so only the admin address is asked.
    func ready() throws -> String {
      let admin = try BlockingSocket(home.server.adminAddress)
      admin.send("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return try admin.receiveAll()
    }
    while try ready().hasPrefix("HTTP/1.1 200 ") {}
    store.openAppends()
    #expect(try Answer(socket).status == 201)
    ended.wait()
  }

  @Test("HT-02: when the token cannot be looked up in time, it is 503")
  func slowDirectory() throws {
    let store = GatedStore()
    let home = try CallServer(store) { $0.messageMilliseconds = 100 }
    store.closeDirectory()
    defer { store.openDirectory() }
    let answer = try home.call("GET", "/entries", by: home.asha)
    #expect(answer.problem == "503 unavailable " && answer.fields["retry-after"] == "1")
  }

  @Test("HT-02: whoever goes away in the middle leaves nothing behind, and what they had sent whole is done")
  func goneInTheMiddle() throws {
    let store = GatedStore()
    let home = try CallServer(store) { $0.connectionsPerIdentityMax = 2 }
    store.closeAppends()
    var socket: BlockingSocket? = try BlockingSocket(home.server.address)
    socket?.send(home.request("POST", "/entries", by: home.asha, CallServer.expense(100), Self.json))
    try #require(store.awaitAppend())
    socket?.resetAtEnd()
    socket = nil
    store.openAppends()
    // The connection counts until its answer has found nobody.
    var answer = try home.call("GET", "/entries", by: home.asha)
    for _ in 0..<5_000 where answer.status == 429 { answer = try home.call("GET", "/entries", by: home.asha) }
    #expect(answer.status == 200 && answer.list("entries").count == 1)
  }
}
