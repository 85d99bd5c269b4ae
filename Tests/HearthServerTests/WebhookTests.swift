import Dispatch
import EventStore
import Foundation
import HearthProtocol
import Ledger
import SQLiteStore
import Support
import Testing
import Transport

@testable import HearthServer

/// SPEC section "Webhooks" over real sockets, TLS and a real store: what is sent, in which order, and to whom not.
@Suite(.onOneAndThreeLoops) struct WebhookTests {
  private static let hour: Int64 = 3_600_000

  private static func add(_ group: String, _ url: String, id: String = Fresh.id()) -> Command {
    .make(group, .addWebhook(.with { ($0.webhookID, $0.url) = (id, url) }))
  }

  private static func key(_ group: String, _ webhook: String) throws -> WebhookKey {
    WebhookKey(group: try #require(GroupID(group)), id: try #require(WebhookID(webhook)))
  }

  /// The group's webhooks, as a member is told them.
  private static func listed(_ client: WireClient, _ group: String) throws -> [Webhook] {
    try client.ask(.readGroup(.with { ($0.groupID, $0.part) = (group, .webhooks) })).groupContents.webhooks
  }

  @Test("WH-02, WH-04, WH-05: a receiver that is down for an hour, over a restart, then gets everything once, in order and signed")
  func downForAnHour() throws {
    let folder = try TemporaryFolder()
    let receiver = try WebhookReceiver()
    let settings = receiver.configuration()
    receiver.answer(WebhookReceiver.answer(503))
    var store = try SQLiteStore(directory: folder.path)
    var server = try TestServer(store) { $0.webhooks = settings }
    let asha = try server.register("Asha")
    let (token, group, webhook) = (asha.token, try asha.createGroup(), Fresh.id())
    let wish = Self.add(group, receiver.url(), id: webhook)
    let secret = try asha.accepted(wish).webhookSecret
    // The same command gets the same secret again, and nobody else.
    #expect(secret.hasPrefix("whsec_") && Data(base64Encoded: String(secret.dropFirst(6)))?.count == 32)
    #expect(try asha.accepted(wish).webhookSecret == secret)
    for number in 1...3 { _ = try asha.accepted(.addEntry(group, "Entry \(number)")) }
    eventually("the first event is tried") { receiver.requests.count == 1 }
    let key = try Self.key(group, webhook)
    eventually("the try is noted") { [store] in (try? store.webhook(key)?.progress.attempts) == 1 }
    let later = server.now + Self.hour
    server.drain()
    try store.close()

    // Down, it was tried once, and asked for nothing more.
    #expect(receiver.requests.map(\.type) == ["entry_added"])
    receiver.answer(WebhookReceiver.answer(204))
    store = try SQLiteStore(directory: folder.path)
    server = try TestServer(store, now: later) { $0.webhooks = settings }
    eventually("all three are there") { receiver.requests.count == 4 }
    let again = try server.logIn(token)
    _ = try again.accepted(.make(group, .testWebhook(.with { $0.webhookID = webhook })))
    eventually("the test is there") { receiver.requests.count == 5 }
    eventually("all of it is noted") { [store] in (try? store.webhook(key)?.progress.failingSince) == nil }

    let taken = receiver.requests.dropFirst()
    #expect(taken.map(\.type) == ["entry_added", "entry_added", "entry_added", "webhook_tested"])
    // Sent again it is the same message, so that a receiver knows it.
    #expect(receiver.requests[0].id == receiver.requests[1].id && receiver.requests[0].body == receiver.requests[1].body)
    #expect(Set(taken.map(\.id)).count == 4)
    let bodies = taken.map { String(decoding: $0.body, as: UTF8.self) }
    for (number, body) in zip(1...3, bodies) { #expect(body.contains("\"Entry \(number)\"") && body.contains(group)) }
    for request in taken {
      #expect(request.line == "POST /hook?of=hearth HTTP/1.1" && request.fields["content-type"] == "application/json")
      #expect(request.isSigned(by: secret) && request.signatures.count == 1)
      #expect(!request.isSigned(by: "whsec_" + Data(repeating: 1, count: 32).base64EncodedString()))
    }
    server.stop()
    try store.close()
  }

  @Test("WH-03: nothing is ever connected to an address that is not public; an address says so at once, a name when it is used")
  func privateAddresses() throws {
    let receiver = try WebhookReceiver()
    let store = InMemoryStore()
    let settings = receiver.configuration(allowing: [])
    let server = try TestServer(store) { $0.webhooks = settings }
    defer { server.stop() }
    let asha = try server.register("Asha")
    let (group, webhook) = (try asha.createGroup(), Fresh.id())
    for host in ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "169.254.169.254", "10.0.0.1"] {
      let refused = try asha.rejected(Self.add(group, receiver.url(host)))
      #expect(refused.reason == .webhookUrlMalformed && refused.field == "add_webhook.url", "\(host)")
    }
    _ = try asha.accepted(Self.add(group, receiver.url("localhost"), id: webhook))
    _ = try asha.accepted(.addEntry(group))
    let key = try Self.key(group, webhook)
    eventually("it is paused") { (try? store.webhook(key)?.isPaused) == true }
    let listed = try Self.listed(asha, group)
    #expect(listed.map(\.paused) == [.addressRefused] && listed.first?.host.hasPrefix("localhost:") == true)
    #expect(receiver.connectionCount == 0)
    server.stop()

    // The control: allowed, the same webhook gets the same event.
    let open = receiver.configuration()
    let second = try TestServer(store, now: server.now) { $0.webhooks = open }
    defer { second.stop() }
    let again = try second.logIn(asha.token)
    _ = try again.accepted(.make(group, .resumeWebhook(.with { $0.webhookID = webhook })))
    eventually("it is there") { receiver.requests.map(\.type) == ["entry_added"] }
  }

  @Test("WH-03: a redirection is not followed, and nothing is sent to whom no authority vouches for")
  func redirection() throws {
    let (receiver, other) = (try WebhookReceiver(), try WebhookReceiver { $0.untrusted })
    receiver.answer(WebhookReceiver.answer(307, "Location: \(other.url())\r\n"))
    let store = InMemoryStore()
    let settings = receiver.configuration()
    let server = try TestServer(store) { $0.webhooks = settings }
    defer { server.stop() }
    let asha = try server.register("Asha")
    let (group, webhook, untrusted) = (try asha.createGroup(), Fresh.id(), Fresh.id())
    _ = try asha.accepted(Self.add(group, receiver.url(), id: webhook))
    _ = try asha.accepted(Self.add(group, other.url(), id: untrusted))
    _ = try asha.accepted(.addEntry(group))
    for id in [webhook, untrusted] {
      let key = try Self.key(group, id)
      eventually("it was tried in vain") { (try? store.webhook(key)?.progress.attempts) == 1 }
    }
    #expect(receiver.requests.count == 1 && other.requests.isEmpty)
  }

  @Test("WH-07: whoever is removed, or loses the right, has nothing sent from that moment on, not even what waits")
  func lostRight() throws {
    let (sender, store) = (ScriptedSender(), InMemoryStore())
    let server = try TestServer(store) { $0.webhooks = sender.configuration }
    defer { server.stop() }
    let asha = try server.register("Asha")
    let ravi = try server.register("Ravi")
    let group = try asha.createGroup()
    let member = Fresh.id()
    _ = try ravi.accepted(.join(try asha.accepted(.createInvite(group, .admin)).inviteCode, member: member))
    let denied = try ravi.rejected(Self.add(group, "https://ravi.example/"))
    #expect(denied.code == "forbidden")
    _ = try asha.accepted(.make(group, .setPolicy(.with { ($0.policy, $0.allowed) = (.adminsSetWebhooks, true) })))
    let (hers, his) = (Fresh.id(), Fresh.id())
    sender.answer(.refused(status: 500))
    _ = try ravi.accepted(Self.add(group, "https://ravi.example/", id: his))
    _ = try asha.accepted(Self.add(group, "https://asha.example/", id: hers))
    _ = try asha.accepted(.addEntry(group))
    for id in [hers, his] {
      let key = try Self.key(group, id)
      eventually("it is tried in vain") { (try? store.webhook(key)?.progress.attempts) == 1 }
    }
    _ = try asha.accepted(.make(group, .removeMember(.with { $0.memberID = member })))
    #expect(try Self.listed(asha, group).map(\.webhookID) == [hers])
    let before = sender.requests.count
    sender.answer(.taken)
    server.pass(milliseconds: Self.hour)
    _ = try asha.accepted(.addEntry(group))
    // The control: the owner's own gets what waited and all that came.
    eventually("the owner's are sent") { sender.requests.count == before + 3 }
    #expect(sender.requests.dropFirst(before).allSatisfy { $0.url.host == "asha.example" })
  }

  @Test("WH-05, WH-06: after three days in which nothing was taken it is paused, which the group is told, and goes on when resumed")
  func pausedAndResumed() throws {
    let (sender, store) = (ScriptedSender(), InMemoryStore())
    let server = try TestServer(store) { $0.webhooks = sender.configuration }
    defer { server.stop() }
    let asha = try server.register("Asha")
    let (group, webhook) = (try asha.createGroup(), Fresh.id())
    _ = try asha.accepted(Self.add(group, "https://asha.example/", id: webhook))
    sender.answer(.refused(status: 502))
    _ = try asha.accepted(.addEntry(group))
    let key = try Self.key(group, webhook)
    let attempts: @Sendable () -> Int? = { (try? store.webhook(key)?.progress.attempts) ?? nil }
    eventually("it is tried") { attempts() == 1 }
    server.pass(milliseconds: 259_199_999)
    eventually("it is tried again") { attempts() == 2 }
    #expect(try Self.listed(asha, group).map(\.paused) == [.unspecified])
    server.pass(milliseconds: 4 * Self.hour)
    eventually("it is paused") { (try? store.webhook(key)?.isPaused) == true }
    let paused = try #require(try Self.listed(asha, group).first)
    #expect(paused.paused == .failing && paused.status == 502)
    // What comes meanwhile waits.
    let count = sender.requests.count
    sender.answer(.taken)
    _ = try asha.accepted(.addEntry(group))
    server.pass(milliseconds: Self.hour)
    _ = try asha.accepted(.make(group, .resumeWebhook(.with { $0.webhookID = webhook })))
    eventually("both are sent") { sender.requests.count == count + 2 }
    #expect(try Self.listed(asha, group).map(\.paused) == [.unspecified])
    // A receiver that is gone for good is not tried for three days.
    sender.answer(.refused(status: 410))
    _ = try asha.accepted(.addEntry(group))
    eventually("it is paused at once") { (try? store.webhook(key)?.isPaused) == true }
    #expect(try Self.listed(asha, group).map(\.paused) == [.gone])
  }

  private static func signed(_ request: WebhookRequest, by secret: String) -> Bool {
    let bytes = Data(base64Encoded: String(secret.dropFirst(6))) ?? Data()
    let signature = WebhookSecret(bytes: Array(bytes))
      .signature(id: request.message.id, seconds: request.seconds, body: request.message.body)
    return request.signatures.contains(signature)
  }

  @Test("WH-04: a new secret signs at once, and the former one besides for 24 hours")
  func rotation() throws {
    let (sender, store) = (ScriptedSender(), InMemoryStore())
    let server = try TestServer(store) { $0.webhooks = sender.configuration }
    defer { server.stop() }
    let asha = try server.register("Asha")
    let (group, webhook) = (try asha.createGroup(), Fresh.id())
    let former = try asha.accepted(Self.add(group, "https://asha.example/", id: webhook)).webhookSecret
    let rotated = try asha.accepted(.make(group, .rotateWebhookSecret(.with { $0.webhookID = webhook }))).webhookSecret
    #expect(rotated.hasPrefix("whsec_") && rotated != former)
    let signed = Self.signed
    server.pass(milliseconds: 24 * Self.hour - 1)
    _ = try asha.accepted(.addEntry(group))
    eventually("it is sent") { sender.requests.count == 1 }
    #expect(signed(sender.requests[0], former) && signed(sender.requests[0], rotated) && sender.requests[0].signatures.count == 2)
    server.pass(milliseconds: 1)
    _ = try asha.accepted(.addEntry(group))
    eventually("it is sent") { sender.requests.count == 2 }
    #expect(!signed(sender.requests[1], former) && signed(sender.requests[1], rotated) && sender.requests[1].signatures.count == 1)
  }

  @Test("WH-02: what stands in other lanes than shared is not sent, and a test goes to the webhook that it names")
  func lanes() throws {
    let sender = ScriptedSender()
    let server = try TestServer { $0.webhooks = sender.configuration }
    defer { server.stop() }
    let asha = try server.register("Asha")
    let (group, first, second) = (try asha.createGroup(), Fresh.id(), Fresh.id())
    _ = try asha.accepted(Self.add(group, "https://one.example/", id: first))
    _ = try asha.accepted(Self.add(group, "https://two.example/", id: second))
    _ = try asha.accepted(.make(group, .setPaymentAddress(.with { $0.address = "asha@examplebank" })))
    _ = try asha.accepted(.createInvite(group, .adult))
    _ = try asha.accepted(.make(group, .testWebhook(.with { $0.webhookID = second })))
    _ = try asha.accepted(.addEntry(group))
    eventually("two and one are sent") { sender.requests.count == 3 }
    func types(_ host: String) -> [String] {
      sender.requests.filter { $0.url.host == host }.map { request in
        String(decoding: request.message.body, as: UTF8.self).split(separator: "\"").dropFirst(3).first.map(String.init) ?? ""
      }
    }
    #expect(types("one.example") == ["entry_added"] && types("two.example") == ["webhook_tested", "entry_added"])
  }

  @Test("ID-18: while the operator has suspended who added it, nothing is sent; behind that everything is")
  func suspended() throws {
    let (sender, store) = (ScriptedSender(), InMemoryStore())
    let server = try TestServer(store) { $0.webhooks = sender.configuration }
    defer { server.stop() }
    let asha = try server.register("Asha")
    let ravi = try server.register("Ravi")
    let group = try asha.createGroup()
    _ = try ravi.accepted(.join(asha.invite(to: group), member: Fresh.id()))
    _ = try asha.accepted(Self.add(group, "https://asha.example/"))
    let identity = try #require(IdentityID(try server.connect().hello(asha.token).identityID))
    store.suspend([identity], at: server.now)
    _ = try ravi.accepted(.addEntry(group))
    server.pass(milliseconds: 1_000)
    _ = try ravi.accepted(.addEntry(group))
    store.suspend([], resume: [identity], at: server.now)
    #expect(sender.requests.isEmpty)
    server.pass(milliseconds: 60_000)
    eventually("both are sent") { sender.requests.count == 2 }
  }

  @Test("ID-18, WH-07: what a round has still to send waits when who added the webhook is suspended meanwhile")
  func suspendedMeanwhile() throws {
    let (sender, store) = (ScriptedSender(), InMemoryStore())
    let server = try TestServer(store) { $0.webhooks = sender.configuration }
    defer { server.stop() }
    let asha = try server.register("Asha")
    let ravi = try server.register("Ravi")
    let (group, webhook) = (try asha.createGroup(), Fresh.id())
    _ = try ravi.accepted(.join(asha.invite(to: group), member: Fresh.id()))
    _ = try asha.accepted(Self.add(group, "https://asha.example/", id: webhook))
    let identity = try #require(IdentityID(try server.connect().hello(asha.token).identityID))
    let now = server.now
    store.suspend([identity], at: now)
    for _ in 1...3 { _ = try ravi.accepted(.addEntry(group)) }
    let key = try Self.key(group, webhook)
    let before = try #require(try store.webhook(key)).progress.sequence
    sender.meanwhile { _ in
      store.suspend([identity], at: now)
      return nil
    }
    store.suspend([], resume: [identity], at: now)
    server.pass(milliseconds: 60_000)
    eventually("what was sent is noted") { ((try? store.webhook(key)?.progress.sequence) ?? before) > before }
    #expect(sender.requests.count == 1)
    sender.meanwhile { _ in nil }
    store.suspend([], resume: [identity], at: now)
    server.pass(milliseconds: 60_000)
    eventually("the others are sent") { sender.requests.count == 3 }
    #expect(Set(sender.requests.map(\.message.id)).count == 3)
  }

  /// A server whose round is held between its first request, to `old.example`, and the answer; two events more wait.
  private static func held(
    _ store: any EventStore & Directory, _ sender: ScriptedSender, _ release: DispatchSemaphore, then answer: WebhookAnswer = .taken
  ) throws -> (server: TestServer, asha: WireClient, group: String, webhook: String) {
    let server = try TestServer(store) { $0.webhooks = sender.configuration }
    let asha = try server.register("Asha")
    let (group, webhook) = (try asha.createGroup(), Fresh.id())
    _ = try asha.accepted(add(group, "https://old.example/", id: webhook))
    sender.answer(.refused(status: 500))
    _ = try asha.accepted(.addEntry(group))
    let key = try Self.key(group, webhook)
    eventually("it is tried in vain") { (try? store.webhook(key)?.progress.attempts) == 1 }
    for _ in 1...2 { _ = try asha.accepted(.addEntry(group)) }
    sender.answer(.taken)
    sender.meanwhile { request in
      guard request.url.host == "old.example" else { return nil }
      _ = release.wait(timeout: .now() + 30)
      return answer
    }
    server.pass(milliseconds: hour)
    eventually("the round is under way") { sender.requests.count == 2 }
    return (server, asha, group, webhook)
  }

  @Test(
    "WH-01: a webhook added again under its id gets nothing from before, whatever the former address answers",
    arguments: [WebhookAnswer.taken, .refused(status: 410)])
  func addedAgain(_ answer: WebhookAnswer) throws {
    let (sender, store, release) = (ScriptedSender(), InMemoryStore(), DispatchSemaphore(value: 0))
    let (server, asha, group, webhook) = try Self.held(store, sender, release, then: answer)
    defer { server.stop() }
    _ = try asha.accepted(.make(group, .removeWebhook(.with { $0.webhookID = webhook })))
    _ = try asha.accepted(Self.add(group, "https://new.example/", id: webhook))
    release.signal()
    @Sendable func body(_ request: WebhookRequest) -> String { String(decoding: request.message.body, as: UTF8.self) }
    // Its own events come, one after the other.
    for number in 1...2 {
      _ = try asha.accepted(.addEntry(group, "New \(number)"))
      eventually("it is sent") { sender.requests.last.map(body)?.contains("New \(number)") == true }
    }
    let bodies = sender.requests.filter { $0.url.host == "new.example" }.map(body)
    #expect(bodies.count == 2 && bodies.first?.contains("New 1") == true && bodies.last?.contains("New 2") == true)
    #expect(sender.requests.filter { $0.url.host == "old.example" }.count == 2)
    #expect(try Self.listed(asha, group).map(\.paused) == [.unspecified])
  }

  @Test("WH-01: a round that finds its webhook gone ends nothing of the one added meanwhile under the same id")
  func goneAndAddedAgain() throws {
    let (sender, store, release) = (ScriptedSender(), GatedStore(), DispatchSemaphore(value: 0))
    let (server, asha, group, webhook) = try Self.held(store, sender, release)
    defer { server.stop() }
    _ = try asha.accepted(.make(group, .removeWebhook(.with { $0.webhookID = webhook })))
    store.closeWebhooks()
    release.signal()
    #expect(store.awaitWebhook())
    _ = try asha.accepted(Self.add(group, "https://new.example/", id: webhook))
    store.openWebhooks()
    for number in 3...4 {
      _ = try asha.accepted(.addEntry(group))
      eventually("it is sent") { sender.requests.count == number }
    }
    #expect(sender.requests.map(\.url.host) == ["old.example", "old.example", "new.example", "new.example"])
  }

  @Test("ER-04, WH-03: how webhooks are set up is told to who may set them, and to no stranger or other member")
  func strangers() throws {
    let (sender, store) = (ScriptedSender(), InMemoryStore())
    let server = try TestServer(store) { $0.webhooks = sender.configuration }
    defer { server.stop() }
    let asha = try server.register("Asha")
    let ravi = try server.register("Ravi")
    let stranger = try server.register("Kiran")
    let (group, id, command) = (try asha.createGroup(), Fresh.id(), Fresh.id())
    _ = try ravi.accepted(.join(asha.invite(to: group), member: Fresh.id()))
    func wish(_ url: String, _ group: String) -> Command {
      var wish = Self.add(group, url, id: id)
      wish.id = command
      return wish
    }
    func answer(_ client: WireClient, _ url: String, _ group: String) throws -> [UInt8] {
      var rejected = try client.rejected(wish(url, group))
      rejected.groupID = ""
      return try rejected.serializedBytes()
    }
    let urls = ["https://hooks.example.com/", "https://10.1.2.3/"]
    let told = try (urls.map { try answer(stranger, $0, group) } + urls.map { try answer(stranger, $0, Fresh.id()) })
    #expect(Set(told).count == 1)
    #expect(try stranger.rejected(wish(urls[1], group)).code == "not_found")
    #expect(try answer(ravi, urls[0], group) == answer(ravi, urls[1], group))
    #expect(try ravi.rejected(wish(urls[1], group)).code == "forbidden")
    let refused = try asha.rejected(wish(urls[1], group))
    #expect(refused.code == "bad_request" && refused.field == "add_webhook.url")
    // A server without webhooks says the same to a stranger.
    server.stop()
    let silent = try TestServer(store, now: server.now)
    defer { silent.stop() }
    #expect(try answer(silent.logIn(stranger.token), urls[1], group) == told[0])
  }

  @Test("ER-04, HT-01: over HTTP a stranger reads nothing of how webhooks are set up")
  func strangersOverHTTP() throws {
    let sender = ScriptedSender()
    let home = try CallServer { $0.webhooks = sender.configuration }
    let stranger = try home.server.register("Kiran")
    let answers = try ["https://hooks.example.com/", "https://10.1.2.3/"].map { url in
      try home.call("POST", "/webhooks", by: stranger, #"{"url":"\#(url)"}"#).problem
    }
    #expect(Set(answers).count == 1 && answers[0].hasPrefix("404 not_found"))
    #expect(try home.call("POST", "/webhooks", by: home.asha, #"{"url":"https://10.1.2.3/"}"#).problem == "400 bad_request url")
  }

  @Test("WH-04, HT-05: a rotation that a proxy repeats, since it has neither body nor key, leaves receivers the secret that they have")
  func repeatedRotation() throws {
    let sender = ScriptedSender()
    let home = try CallServer { $0.webhooks = sender.configuration }
    let made = try home.call("POST", "/webhooks", by: home.asha, #"{"url":"https://hooks.example.com/a"}"#)
    let (former, webhook) = (try #require(made["webhookSecret"]), try #require(try Self.listed(home.asha, home.group).first))
    let answers = try (1...2).map { _ in try home.call("POST", "/webhooks/\(webhook.webhookID)/secret", by: home.asha)["webhookSecret"] }
    let secrets = try answers.map { try #require($0) }
    _ = try home.asha.accepted(.addEntry(home.group))
    eventually("it is sent") { sender.requests.count == 1 }
    let sent = sender.requests[0]
    #expect([former, secrets[1], secrets[0]].map { Self.signed(sent, by: $0) } == [true, true, false])
  }

  @Test("HT-01, WH-01: webhooks have paths of their own, and are seen by owner and admins")
  func paths() throws {
    let sender = ScriptedSender()
    let home = try CallServer { $0.webhooks = sender.configuration }
    let made = try home.call("POST", "/webhooks", by: home.asha, #"{"url":"https://hooks.example.com/a","label":"Bot"}"#)
    #expect(made.status == 201 && made["webhookSecret"]?.hasPrefix("whsec_") == true && made["lane"] == "admin")
    #expect((made.json["webhook"] as? [String: Any])?["host"] as? String == "hooks.example.com", "HT-15")
    let webhook = try #require(try Self.listed(home.asha, home.group).first)
    #expect(webhook.host == "hooks.example.com" && webhook.label == "Bot" && webhook.createdBy == home.members[0])
    let path = "/webhooks/\(webhook.webhookID)"
    #expect(try home.call("GET", path, by: home.asha)["host"] == "hooks.example.com")
    #expect(try home.call("GET", "/webhooks", by: home.ravi).status == 404)
    #expect(try home.call("POST", path + "/secret", by: home.asha, "{}")["webhookSecret"]?.hasPrefix("whsec_") == true)
    #expect(try home.call("POST", path + "/test", by: home.asha, "{}").status == 200)
    #expect(try home.call("POST", path + "/resume", by: home.asha, "{}").problem.hasPrefix("409 nothing_changes"))
    let wrong = try home.call("POST", "/webhooks", by: home.asha, #"{"url":"http://hooks.example.com/"}"#)
    #expect(wrong.problem == "400 bad_request url")
    #expect(try home.call("DELETE", path, by: home.ravi).status == 403)
    #expect(try home.call("DELETE", path, by: home.asha).status == 200)
    #expect(try home.call("GET", path, by: home.asha).status == 404)
    eventually("the test was sent before") { sender.requests.count == 1 }
  }
}
