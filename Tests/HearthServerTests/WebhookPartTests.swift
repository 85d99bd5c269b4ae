import EventStore
import HearthProtocol
import Testing
import Transport

@testable import HearthServer

/// The parts that sending to webhooks is made of, each by itself.
struct WebhookPartTests {
  @Test("WH-04: signatures are those of the package standardwebhooks 1.1.0 from PyPI")
  func signatures() throws {
    let counted = WebhookSecret(bytes: [UInt8](0..<32))
    #expect(counted.text == "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
    let vectors: [(WebhookSecret, String, Int64, String, String)] = [
      (
        counted, "evt_000102030405060708090a0b0c0d0e0f", 1_790_000_000, #"{"type":"entry_added"}"#,
        "v1,NPAWB5jpC8bHYQJijY+QHHBG96ooHXHCSA1QO89HD4U="
      ), (counted, "evt_00", 0, "", "v1,4TE4IZEVnOGuxMr8CF3s9R6TIK8SvWrGEvvWcniW2M0="),
      (counted, "evt_00", 1_790_000_000, #"{"note":"घर ☕"}"#, "v1,XlHUcAlMsu42OGuNbfvIAsUk8roDwIx9PatqD9JIr+8="),
    ]
    for (secret, id, seconds, body, expected) in vectors {
      #expect(secret.signature(id: id, seconds: seconds, body: Array(body.utf8)) == expected)
    }
  }

  @Test("WH-04: each group, webhook and command has a secret of its own, the same each time")
  func secrets() {
    let signing = WebhookSigning(serverKey: [UInt8](0..<32))
    let (group, webhook, command) = (GroupID(high: 1, low: 1), WebhookID(high: 2, low: 2), CommandID(high: 3, low: 3))
    let texts = [
      signing.secret(group: group, webhook: webhook, command: command).text,
      signing.secret(group: GroupID(high: 1, low: 9), webhook: webhook, command: command).text,
      signing.secret(group: group, webhook: WebhookID(high: 2, low: 9), command: command).text,
      signing.secret(group: group, webhook: webhook, command: CommandID(high: 3, low: 9)).text,
      WebhookSigning(serverKey: [UInt8](1..<33)).secret(group: group, webhook: webhook, command: command).text,
    ]
    #expect(Set(texts).count == 5)
    #expect(signing.secret(group: group, webhook: webhook, command: command).text == texts[0])
  }

  @Test("WH-03: every address that is not of the public internet is refused, however it is written")
  func addresses() throws {
    // None was misspelt.
    #expect(WebhookAddresses.rangeCount == 20)
    let guarded = WebhookAddresses()
    let refused = [
      "0.0.0.0", "0.255.255.255", "10.0.0.1", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1", "127.255.255.255",
      "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.0",
      "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
      "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::8.8.8.8",
      "64:ff9b:1::1", "100::1", "2001::1", "2001:0:7f00:1::", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1",
      "5f00::1", "fc00::1", "fdff::1", "fe80::1", "fec0::1", "ff02::1", "ffff::1",
    ]
    for text in refused {
      let address = try #require(SocketAddress(host: text, port: 443), "\(text)")
      #expect(!guarded.allows(address), "\(text)")
    }
    let allowed = [
      "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0", "169.253.255.255",
      "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
      "::ffff:8.8.8.8", "2001:200::1", "2001:4860:4860::8888", "2606:4700::1111", "2a00::1", "3ffe::1",
    ]
    for text in allowed {
      let address = try #require(SocketAddress(host: text, port: 443), "\(text)")
      #expect(guarded.allows(address), "\(text)")
    }
    let path = try #require(SocketAddress(path: "/run/docker.sock"))
    #expect(!guarded.allows(path))
    let open = WebhookAddresses(allowed: [try #require(CIDRRange("10.1.0.0/16")), try #require(CIDRRange("fd00::/8"))])
    for (text, isAllowed) in [("10.1.2.3", true), ("10.2.0.1", false), ("fd12::1", true), ("fc00::1", false), ("127.0.0.1", false)] {
      #expect(open.allows(try #require(SocketAddress(host: text, port: 443))) == isAllowed, "\(text)")
    }
  }

  @Test("WH-05, Limit: tries come soon at first and every four hours at last, for three days")
  func retries() {
    var progress = WebhookProgress(sequence: GroupSequence(7))
    var now: Int64 = 1_790_000_000_000
    let began = now
    var waits: [Int64] = []
    while !WebhookRetry.isOver(progress, now: now) {
      progress = WebhookRetry.failed(progress, now: now)
      waits.append((progress.nextAt - now) / 1_000)
      now = progress.nextAt
    }
    #expect(waits.prefix(9) == [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400] && waits.dropFirst(7).allSatisfy { $0 == 14_400 })
    #expect(progress.failingSince == began && progress.sequence == GroupSequence(7) && progress.attempts == waits.count)
    #expect(!WebhookRetry.isOver(progress, now: began + 259_199_999) && WebhookRetry.isOver(progress, now: began + 259_200_000))
    #expect((20...30).contains(waits.count))
  }

  @Test("WH-02: a message has the event's type, its time and its place, and an id that depends on the event alone")
  func messages() throws {
    let key = WebhookKey(group: GroupID(high: 1, low: 1), id: WebhookID(high: 2, low: 2))
    func stored(_ lane: Lane, _ body: Event.OneOf_Body, hash: UInt8 = 0xAB) throws -> StoredEvent {
      let event = Event.with { ($0.atMs, $0.memberID, $0.body) = (1_790_000_000_123, "m", body) }
      let chain = try #require(LaneHash(bytes: [UInt8](repeating: hash, count: 32)))
      return StoredEvent(
        sequence: GroupSequence(9), lane: lane, position: LanePosition(4), bytes: try event.serializedBytes(), hash: chain)
    }
    let message = try #require(try WebhookMessage(stored(.shared, .groupArchived(.init())), for: key))
    #expect(message.id == "evt_" + String(repeating: "ab", count: 16))
    let text = String(decoding: message.body, as: UTF8.self)
    #expect(text.hasPrefix(#"{"type":"group_archived","timestamp":"2026-09-21T"#) && text.contains(#".123Z","data":{"groupId":""#))
    #expect(text.contains(#""lane":"shared""#) && text.contains(#""position":"4""#) && text.hasSuffix("}}"))
    let tested = { (id: WebhookID) in Event.OneOf_Body.webhookTested(.with { $0.webhookID = id.description }) }
    #expect(try WebhookMessage(stored(.admin, tested(key.id)), for: key) != nil)
    #expect(try WebhookMessage(stored(.admin, tested(WebhookID(high: 2, low: 3))), for: key) == nil)
    #expect(try WebhookMessage(stored(.admin, .inviteUsed(.init())), for: key) == nil)
    #expect(try WebhookMessage(stored(.income, .incomeSet(.init())), for: key) == nil)
    var broken = try stored(.shared, .groupArchived(.init()))
    broken.bytes = [0xFF]
    #expect(throws: StoreFailure.self) { _ = try WebhookMessage(broken, for: key) }
  }
}
