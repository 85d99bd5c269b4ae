import Cryptography
import Dispatch
import EventStore
import Foundation
import HearthProtocol
import Ledger
import Support
import Testing

@testable import HearthServer

/// Members are told in their browsers (SPEC NP-06 to NP-08).
struct WebPushTests {
  private static let endpoint = "https://push.example.com/send/1"

  /// Asha and Ravi in a group, in which Ravi wants to be told of entries on a device.
  private struct Pair {
    let service = ScriptedPushService()
    let browser = Browser()
    let server: TestServer
    let store: InMemoryStore
    let asha, ravi: WireClient
    let group: String

    init(endpoint: String = WebPushTests.endpoint, change: (inout ServerConfiguration) -> Void = { _ in }) throws {
      let (service, store) = (self.service, InMemoryStore())
      self.store = store
      server = try TestServer(store) {
        $0.webPush = service.configuration
        change(&$0)
      }
      (asha, ravi) = (try server.register("Asha"), try server.register("Ravi"))
      group = try asha.createGroup()
      try join(ravi, group)
      #expect(try ravi.ask(browser.wish(endpoint)).devices.devices.map(\.told) == [true])
    }

    /// Has somebody join a group and want to be told of its entries.
    func join(_ client: WireClient, _ group: String) throws {
      _ = try client.accepted(.join(try asha.invite(to: group)))
      try want(client, group, true)
    }

    func want(_ client: WireClient, _ group: String, _ isWanted: Bool, _ kind: NoticeKind = .entries) throws {
      let cells = [NoticePreference(kind, .push, isWanted: isWanted)]
      _ = try client.accepted(.make(group, .setPreferences(.with { $0.preferences = cells })))
    }

    /// What Ravi's browser was told, in order.
    func told() throws -> [String] { try service.requests.compactMap { try browser.opened($0.body)?.body } }

    /// Waits until messages have ended so.
    func awaits(_ result: String, _ count: Int) {
      eventually("\(result): \(count)") { [address = server.adminAddress] in
        guard let socket = try? BlockingSocket(address) else { return false }
        socket.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return (try? socket.receiveAll())?.contains("hearth_pushes_total{result=\"\(result)\"} \(count)\n") == true
      }
    }
  }

  private static func bytes(base64URL text: Substring) -> [UInt8]? {
    let usual = text.replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: usual + String(repeating: "=", count: (4 - usual.count % 4) % 4)).map { Array($0) }
  }

  // MARK: The whole way

  @Test("NP-06, NP-07: a browser gets over TLS what it alone can read, signed by the key that its page was told", .onOneAndThreeLoops)
  func wholeWay() throws {
    let (receiver, browser) = (try WebhookReceiver(), Browser())
    receiver.answer(WebhookReceiver.answer(201))
    let server = try TestServer {
      $0.webhooks = receiver.configuration()
      $0.webPush = WebPushConfiguration(contact: "mailto:ops@example.org")
    }
    let (asha, ravi) = (try server.register("Asha"), try server.register("Ravi"))
    let group = try asha.createGroup()
    _ = try ravi.accepted(.join(try asha.invite(to: group)))
    let cells = [NoticePreference(.entries, .push, isWanted: true), NoticePreference(.members, .push, isWanted: true)]
    _ = try ravi.accepted(.make(group, .setPreferences(.with { $0.preferences = cells })))
    _ = try ravi.ask(browser.wish(receiver.url(), "hi"))
    _ = try asha.accepted(.addEntry(group, "Milk"))
    eventually("it came") { receiver.requests.count == 1 }
    _ = try ravi.accepted(.addEntry(group, "His own"))
    _ = try ravi.ask(browser.wish(receiver.url(), hidesAmounts: true))
    _ = try asha.accepted(.addEntry(group, "Rice"))
    eventually("the second came") { receiver.requests.count == 2 }
    let requests = receiver.requests
    let told = try requests.map { try browser.opened($0.body) }
    #expect(
      told.map { $0?.title } == ["Sharma Family", "Sharma Family"] && told.map { $0?.tag } == ["entries" + group, "entries" + group])
    #expect(told.map { $0?.group } == [group, group])
    #expect(told.map { $0?.body } == ["Asha ने जोड़ा: Milk: ₹100.00", "Asha added Rice"])
    // Nobody else reads it, and its length says nothing.
    #expect(try Browser().opened(requests[0].body) == nil && requests.map(\.body.count) == [2_048, 2_048])
    let pushKey = try server.connect().ask(.hello(.with { $0.token = ravi.token })).welcome.pushKey
    let point = try #require(Self.bytes(base64URL: pushKey[...]))
    let key = try #require(P256.PublicKey(point: point))
    for request in requests {
      #expect(request.line == "POST /hook?of=hearth HTTP/1.1" && request.fields["content-encoding"] == "aes128gcm")
      #expect(request.fields["ttl"] == "14400" && request.fields["urgency"] == "normal" && request.fields["topic"]?.count == 32)
      let parts = try #require(request.fields["authorization"]?.firstMatch(of: /^vapid t=([^.]+)\.([^.]+)\.([^.]+),k=(.+)$/))
      #expect(
        parts.4 == pushKey && Self.bytes(base64URL: parts.1).map { String(decoding: $0, as: UTF8.self) } == #"{"typ":"JWT","alg":"ES256"}"#)
      let (claims, signature) = (try #require(Self.bytes(base64URL: parts.2)), try #require(Self.bytes(base64URL: parts.3)))
      #expect(key.isValid(signature, for: Array("\(parts.1).\(parts.2)".utf8)))
      let origin = receiver.url().prefix { $0 != "?" }.replacing("/hook", with: "")
      let expected = #"{"aud":"\#(origin)","exp":\#(server.now / 1_000 + 43_200),"sub":"mailto:ops@example.org"}"#
      #expect(String(decoding: claims, as: UTF8.self) == expected)
    }
    // The key follows from the server's: another server has another one, and the same has the same.
    #expect(WebPushKey(serverKey: TestServer.key).publicKey == pushKey)
    #expect(WebPushKey(serverKey: [UInt8](repeating: 9, count: 32)).publicKey != pushKey)
    server.stop()
  }

  @Test("NP-06: nobody is told who wants nothing, is separated, suspended or gone, nor a device that has ended; before and after they are")
  func notTold() throws {
    let pair = try Pair()
    let (asha, ravi, group) = (pair.asha, pair.ravi, pair.group)
    let (meera, herBrowser) = (try pair.server.register("Meera"), Browser())
    try pair.join(meera, group)
    _ = try meera.ask(herBrowser.wish("https://push.example.com/send/2"))
    let service = pair.service
    func add(_ word: String, toRavi isTold: Bool = true) throws {
      let browsers = [herBrowser] + (isTold ? [pair.browser] : [])
      for description in [word, "Behind \(word)"] {
        _ = try asha.accepted(.addEntry(group, description))
        eventually("it is told") {
          browsers.allSatisfy { browser in
            service.requests.contains { (try? browser.opened($0.body))?.body.hasPrefix("Asha added \(description):") == true }
          }
        }
      }
    }
    try add("One")
    try pair.want(ravi, group, false)
    try add("Unwanted", toRavi: false)
    try pair.want(ravi, group, true)
    _ = try ravi.accepted(.make(group, .separate(Separate())))
    try add("Separated", toRavi: false)
    _ = try ravi.accepted(.make(group, .endSeparation(EndSeparation())))
    try add("Two")
    let identity = try #require(IdentityID(ravi.identity))
    pair.store.suspend([identity], at: 1)
    try add("Suspended", toRavi: false)
    pair.store.suspend([], resume: [identity], at: 2)
    try add("Three")
    let again = try pair.server.logIn(ravi.token)
    #expect(try again.ask(.setDevicePush(.init())).devices.devices.map(\.told) == [false])
    try add("Silent", toRavi: false)
    _ = try again.ask(pair.browser.wish(Self.endpoint))
    try add("Four")
    let device = try #require(try again.ask(.listDevices(.init())).devices.devices.first)
    #expect(device.told)
    _ = try again.ask(.revokeDevice(.with { $0.deviceID = device.deviceID }))
    try add("Revoked", toRavi: false)
    let told = try pair.told()
    #expect(told.count == 8)
    for word in ["Unwanted", "Separated", "Suspended", "Silent", "Revoked"] { #expect(!told.contains { $0.contains(word) }, "\(word)") }
    pair.server.stop()
  }

  // MARK: Answers of services

  @Test("NP-08: a browser that takes nothing any more is told no more, and others of the person are", arguments: [404, 410] as [UInt32])
  func gone(status: UInt32) throws {
    let pair = try Pair()
    pair.service.answer(.refused(status: status))
    _ = try pair.asha.accepted(.addEntry(pair.group, "Milk"))
    pair.awaits("gone", 1)
    #expect(try pair.ravi.ask(.listDevices(.init())).devices.devices.map(\.told) == [false])
    pair.service.answer(.taken)
    _ = try pair.ravi.ask(pair.browser.wish(Self.endpoint))
    _ = try pair.asha.accepted(.addEntry(pair.group, "Tea"))
    pair.awaits("told", 1)
    #expect(try pair.told().map { $0.hasPrefix("Asha added Tea") } == [false, true])
    pair.server.stop()
  }

  @Test(
    "NP-08: a service that is not reached is tried again as webhooks are, with the newest of each topic, and no longer than four hours",
    arguments: [.refused(status: 429), .refused(status: 500), .refused(status: 503), .failed("no answer")] as [WebhookAnswer])
  func unreached(answer: WebhookAnswer) throws {
    let pair = try Pair()
    let (server, service) = (pair.server, pair.service)
    service.answer(answer)
    _ = try pair.asha.accepted(.addEntry(pair.group, "One"))
    pair.awaits("unreached", 1)
    // It takes the place of the first.
    _ = try pair.asha.accepted(.addEntry(pair.group, "Two"))
    server.pass(milliseconds: 5_000)
    pair.awaits("unreached", 2)
    service.answer(.taken)
    server.pass(milliseconds: 30_000)
    pair.awaits("told", 1)
    let told = try pair.told()
    #expect(told.first?.hasPrefix("Asha added One") == true && told.last?.hasPrefix("Asha added Two") == true)
    // Either try may be of a message that was made right before or right behind the clock moved.
    let seconds = service.requests.map(\.seconds)
    #expect(seconds.count == 3 && seconds[0] == 14_400 && [14_395, 14_400].contains(seconds[1]) && [14_365, 14_370].contains(seconds[2]))
    service.answer(answer)
    _ = try pair.asha.accepted(.addEntry(pair.group, "Late"))
    pair.awaits("unreached", 3)
    // The next try would come a millisecond before it is four hours old.
    server.pass(milliseconds: PushDispatch.lifeMilliseconds - 30_001)
    pair.awaits("unreached", 4)
    pair.awaits("failed", 0)
    server.pass(milliseconds: 30_000)
    pair.awaits("failed", 1)
    #expect(service.requests.count == 6)
    server.stop()
  }

  @Test(
    "NP-08: another refusal is final for its message alone",
    arguments: [.refused(status: 400), .refused(status: 413), .addressRefused] as [WebhookAnswer])
  func refused(answer: WebhookAnswer) throws {
    let pair = try Pair()
    pair.service.answer(answer)
    _ = try pair.asha.accepted(.addEntry(pair.group, "One"))
    pair.awaits("failed", 1)
    pair.service.answer(.taken)
    _ = try pair.asha.accepted(.addEntry(pair.group, "Two"))
    pair.awaits("told", 1)
    #expect(pair.service.requests.count == 2)
    pair.server.stop()
  }

  @Test("WH-03, NP-06: nothing is connected to an address that is not public, though the name is")
  func privateName() throws {
    let (receiver, browser) = (try WebhookReceiver(), Browser())
    let server = try TestServer {
      // localhost leads to no public address, and none is allowed.
      $0.webhooks = receiver.configuration(allowing: [])
      $0.webPush = WebPushConfiguration(contact: "https://example.org/contact")
    }
    let (asha, ravi) = (try server.register("Asha"), try server.register("Ravi"))
    let group = try asha.createGroup()
    _ = try ravi.accepted(.join(try asha.invite(to: group)))
    let cells = [NoticePreference(.entries, .push, isWanted: true)]
    _ = try ravi.accepted(.make(group, .setPreferences(.with { $0.preferences = cells })))
    _ = try ravi.ask(browser.wish(receiver.url()))
    _ = try asha.accepted(.addEntry(group, "Milk"))
    eventually("it has failed") { [address = server.adminAddress] in
      guard let socket = try? BlockingSocket(address) else { return false }
      socket.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return (try? socket.receiveAll())?.contains("hearth_pushes_total{result=\"failed\"} 1\n") == true
    }
    #expect(receiver.connectionCount == 0)
    server.stop()
  }

  // MARK: Limits

  @Test("NP-08: a member is told 60 times an hour on devices, and one more is dropped; an hour later it is again")
  func hourly() throws {
    let pair = try Pair()
    for number in 1...61 { _ = try pair.asha.accepted(.addEntry(pair.group, "Entry \(number)")) }
    pair.awaits("dropped", 1)
    pair.server.pass(milliseconds: 3_600_000)
    _ = try pair.asha.accepted(.addEntry(pair.group, "Later"))
    let (service, browser) = (pair.service, pair.browser)
    eventually("it is told again") { (try? browser.opened(service.requests.last?.body ?? []))?.body.hasPrefix("Asha added Later") == true }
    #expect(try !pair.told().contains { $0.hasPrefix("Asha added Entry 61") })
    pair.server.stop()
  }

  @Test("NP-08: a device is told 60 times an hour in all groups together, and what comes past it is dropped")
  func hourlyDevice() throws {
    let pair = try Pair()
    let other = try pair.asha.createGroup(name: "Flat")
    try pair.join(pair.ravi, other)
    for number in 1...31 {
      for group in [pair.group, other] { _ = try pair.asha.accepted(.addEntry(group, "Entry \(number)")) }
    }
    pair.awaits("dropped", 2)
    pair.server.stop()
  }

  @Test("NP-08: eight messages wait for a device, and a ninth is dropped; of one topic the newest alone waits")
  func waiting() throws {
    // One thread waits for the service, the other finds devices in order.
    let pair = try Pair { $0.webhookRequestsMax = 2 }
    let (service, gate) = (pair.service, DispatchSemaphore(value: 0))
    service.meanwhile { _ in gate.wait() }
    let groups = try (0..<9).map { _ in
      let group = try pair.asha.createGroup(name: "Flat")
      try pair.join(pair.ravi, group)
      return group
    }
    _ = try pair.asha.accepted(.addEntry(groups[0], "First"))
    eventually("the first is under way") { service.requests.count == 1 }
    // The second of a group takes the place of the first.
    for group in groups[1..<8] {
      for word in ["Old", "New"] { _ = try pair.asha.accepted(.addEntry(group, word)) }
    }
    _ = try pair.asha.accepted(.addEntry(groups[8], "Ninth"))
    pair.awaits("dropped", 1)
    service.meanwhile { _ in }
    gate.signal()
    pair.awaits("told", 8)
    let told = try pair.told()
    #expect(told.count == 8 && told.first?.hasPrefix("Asha added First") == true)
    #expect(told.dropFirst().allSatisfy { $0.hasPrefix("Asha added New") })
    #expect(Set(service.requests.map(\.topic)).count == 8)
    pair.server.stop()
  }

  @Test("NP-08: messages wait up to their bytes, and one more byte is dropped; devices that are not reached take half of it")
  func bytes() throws {
    // An address that makes a message larger than what a notice takes before its devices are found.
    let endpoint = "https://push.example.com/" + String(repeating: "a", count: 400)
    func content(_ group: String) throws -> Int {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(
        Browser.Notice(title: "Sharma Family", body: "Asha added Milk: ₹100.00", group: group, tag: "entries" + group)
      ).count
    }
    let message = 256 + (try content(Fresh.id())) + 2 * endpoint.utf8.count
    for (bytesMax, result) in [(message, "told"), (message - 1, "dropped")] {
      let pair = try Pair(endpoint: endpoint) {
        $0.notices = NoticeConfiguration()
        $0.notices?.waitingBytesMax = bytesMax
      }
      _ = try pair.asha.accepted(.addEntry(pair.group, "Milk"))
      pair.awaits(result, 1)
      pair.server.stop()
    }
    let pair = try Pair(endpoint: endpoint) {
      $0.notices = NoticeConfiguration()
      $0.notices?.waitingBytesMax = 4 * message
    }
    let others = try (0..<2).map { _ in
      let group = try pair.asha.createGroup()
      try pair.join(pair.ravi, group)
      return group
    }
    pair.service.answer(.refused(status: 503))
    _ = try pair.asha.accepted(.addEntry(pair.group, "Milk"))
    pair.awaits("unreached", 1)
    // Two wait, which is half, and a third is dropped.
    for group in others { _ = try pair.asha.accepted(.addEntry(group, "Milk")) }
    pair.awaits("dropped", 1)
    pair.server.stop()
  }

  // MARK: What is refused

  @Test("NP-06: an address is https and public, a key a point of the curve, a secret 16 bytes, a language one of two", .onOneAndThreeLoops)
  func refusals() throws {
    let pair = try Pair()
    let browser = pair.browser
    func refusal(_ endpoint: String, _ change: (inout SetDevicePush) -> Void = { _ in }) throws -> String {
      guard case .setDevicePush(var wish) = browser.wish(endpoint) else { return "" }
      change(&wish)
      let answer = try pair.ravi.ask(.setDevicePush(wish))
      return answer.rejected.code == "bad_request" ? answer.rejected.field : answer.rejected.code
    }
    let longest = "https://push.example.com/" + String(repeating: "a", count: 1_000 - 25)
    #expect(try refusal(longest) == "")
    // No text may be longer over JSON (HS-04).
    #expect(try pair.ravi.ask(browser.wish(longest + "a")).rejected.cause == "A text has more than 1000 characters.")
    for endpoint in ["http://push.example.com/", "https://10.0.0.1/", "https://[::1]/", "https://127.1/", "push", "https://a@b/"] {
      #expect(try refusal(endpoint) == "set_device_push.endpoint", "\(endpoint)")
    }
    for key in [Data(), Data(browser.key.point.dropLast()), Data([4] + [UInt8](repeating: 1, count: 64))] {
      #expect(try refusal(Self.endpoint) { $0.key = key } == "set_device_push.key")
    }
    for count in [0, 15, 17] { #expect(try refusal(Self.endpoint) { $0.secret = Data(count: count) } == "set_device_push.secret") }
    #expect(try refusal(Self.endpoint) { $0.language = "fr" } == "set_device_push.language")
    // What was refused has changed nothing.
    #expect(try pair.ravi.ask(.listDevices(.init())).devices.devices.map(\.told) == [true])
    pair.server.stop()
    // Where nobody is told, nobody says where, and whoever does not want to be told is heard all the same.
    let other = try TestServer()
    let asha = try other.register("Asha")
    #expect(try asha.rejected(browser.wish(Self.endpoint)).code == "notices_off")
    #expect(try asha.ask(.setDevicePush(.init())).devices.devices.map(\.told) == [false])
    #expect(try other.connect().ask(.hello(.with { $0.token = asha.token })).welcome.pushKey == "")
    other.stop()
  }

  @Test("NP-06, HT-01: a device says over HTTP where it is told")
  func path() throws {
    let (service, browser) = (ScriptedPushService(), Browser())
    let home = try CallServer { $0.webPush = service.configuration }
    let (key, secret) = (Data(browser.key.point).base64EncodedString(), Data(browser.secret).base64EncodedString())
    let set = try home.call(
      "PUT", "/v1/devices/push", by: home.ravi, #"{"endpoint":"\#(Self.endpoint)","key":"\#(key)","secret":"\#(secret)"}"#)
    #expect(set.status == 200)
    #expect(try home.ravi.ask(.listDevices(.init())).devices.devices.map(\.told) == [true])
    let wrong = try home.call("PUT", "/v1/devices/push", by: home.ravi, #"{"endpoint":"http://push.example.com/"}"#)
    #expect(wrong.problem == "400 bad_request endpoint")
    #expect(try home.call("PUT", "/v1/devices/push", by: home.ravi, "{}").status == 200)
    #expect(try home.ravi.ask(.listDevices(.init())).devices.devices.map(\.told) == [false])
  }

  @Test(
    "RFC 8292 §2.1: a contact is an email address or an https one",
    arguments: [
      ("mailto:ops@example.org", true), ("https://example.org/contact", true), ("ops@example.org", false), ("mailto:", false),
      ("http://example.org/", false), ("mailto:a\"b@example.org", false), ("mailto:a\\b@example.org", false),
      ("mailto:आशा@example.org", false), ("https://example.org/" + String(repeating: "a", count: 256 - 20), true),
      ("https://example.org/" + String(repeating: "a", count: 257 - 20), false),
    ])
  func contacts(text: String, isOne: Bool) { #expect(WebPushConfiguration.isContact(text) == isOne) }
}
