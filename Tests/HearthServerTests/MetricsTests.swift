import EventStore
import Foundation
import HearthProtocol
import HearthServer
import SQLiteStore
import Support
import Testing
import Transport

@testable import HearthServer

/// `/metrics` at the admin address.
@Suite(.onOneAndThreeLoops) struct MetricsTests {
  private func ask(_ server: TestServer, _ line: String = "GET /metrics", _ fields: String = "") throws -> String {
    try Self.ask(server.adminAddress, line, fields)
  }

  private static func ask(_ address: SocketAddress, _ line: String = "GET /metrics", _ fields: String = "") throws -> String {
    let socket = try BlockingSocket(address)
    socket.send("\(line) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
    return try socket.receiveAll()
  }

  /// The samples by name and labels.
  private func samples(_ server: TestServer) throws -> [String: Double] { try Self.samples(server.adminAddress) }

  private static func samples(_ address: SocketAddress) throws -> [String: Double] {
    let lines = try ask(address).split(separator: "\n").filter { $0.hasPrefix("hearth_") || $0.hasPrefix("process_") }
    return Dictionary(
      uniqueKeysWithValues: lines.compactMap { line in
        let parts = line.split(separator: " ")
        return Double(parts[1]).map { (String(parts[0]), $0) }
      })
  }

  @Test("What members do is counted, over all loops, and who they are is not told")
  func counts() throws {
    let server = try TestServer()
    let before = try samples(server)
    #expect(before["hearth_ready"] == 1 && before["hearth_rooms"] == 0)
    let asha = try server.register("Asha")
    let ravi = try server.logIn(asha.token, .protobuf)
    let groups = try (0..<6).map { _ in try asha.createGroup() }
    for group in groups { try ravi.follow(group) }
    for group in groups {
      _ = try asha.accepted(.addEntry(group))
      _ = try asha.accepted(.addEntry(group))
    }
    _ = try asha.rejected(.addEntry("01890000-0000-7000-8000-000000000000"))
    // People and groups are counted once a minute.
    server.pass(milliseconds: 60_000)
    let after = try samples(server)
    #expect(after["hearth_commands_total{kind=\"create_group\",result=\"accepted\"}"] == 6)
    #expect(after["hearth_commands_total{kind=\"add_entry\",result=\"accepted\"}"] == 12)
    #expect(after["hearth_rooms"] == 6 && after["hearth_subscriptions"] == 6)
    #expect(after["hearth_sessions{transport=\"websocket_json\"}"] == 1)
    #expect(after["hearth_sessions{transport=\"websocket_protobuf\"}"] == 1)
    let batches = try #require(after["hearth_batch_events_count"])
    #expect(batches >= 12 && batches <= 18)
    for name in ["decide", "commit", "deliver"] { #expect(after["hearth_\(name)_seconds_count"] == batches, "\(name)") }
    #expect(after["hearth_commit_seconds_bucket{le=\"+Inf\"}"] == batches)
    #expect(try #require(after["hearth_store_commit_seconds_count"]) <= batches)
    #expect(try #require(after["hearth_messages_received_total{format=\"json\"}"]) >= 20)
    // Twelve entries are told to Ravi, who follows all groups.
    #expect(try #require(after["hearth_messages_sent_total{format=\"protobuf\"}"]) >= 12)
    #expect(after["hearth_catch_ups_total{kind=\"events\"}"].map { $0 + (after["hearth_catch_ups_total{kind=\"snapshot\"}"] ?? 0) } == 6)
    #expect(after["hearth_identities"] == 1 && after["hearth_groups"] == 6 && after["hearth_groups_shared"] == 0)
    #expect(try #require(after["process_resident_memory_bytes"]) > 1_048_576)
    #expect(try #require(after["process_open_fds"]) > 3)
    let page = try ask(server)
    for secret in ["Asha", asha.identity] + groups where !secret.isEmpty { #expect(!page.contains(secret)) }
  }

  @Test("People and groups are counted once a minute, and where that takes long, or fails, after sixty times as long; one asks at a time")
  func usageRests() {
    let (counts, store) = (StoreCounts(), GatedStore())
    /// Whether there are figures, and whether the store was asked.
    func look(at now: Int64, taking milliseconds: Int = 0) -> [Bool] {
      var asks = 0
      let figures = counts.usage(of: store, now: now) {
        asks += 1
        return asks == 1 ? 0 : milliseconds * 1_000_000
      }
      return [figures != nil, store.takeReads() == ["usage"]]
    }
    #expect(look(at: 0) == [true, true] && look(at: 59_999) == [true, false])
    #expect(look(at: 60_000, taking: 2_000) == [true, true] && look(at: 179_999) == [true, false])
    store.failLookUps(with: .away("it took too long"))
    #expect(look(at: 180_000, taking: 20_000) == [false, true])
    store.failLookUps(with: nil)
    #expect(look(at: 1_379_999) == [false, false] && look(at: 1_380_000) == [true, true])
    // A wall clock that went back.
    #expect(look(at: 1_000) == [true, true])
    store.closeDirectory()
    Thread.detachNewThread { _ = counts.usage(of: store, now: 100_000) }
    #expect(store.awaitLookUp())
    _ = store.takeReads()
    #expect(look(at: 200_000) == [true, false])
    store.openDirectory()
  }

  /// Webhooks, those paused, events that wait, then requests: taken, refused, failed, to addresses refused, and all.
  private static func webhookFigures(_ address: SocketAddress) throws -> [Double?] {
    let now = try samples(address)
    return [now["hearth_webhooks"], now["hearth_webhooks_paused"], now["hearth_webhook_waiting_events"]]
      + ["taken", "refused", "failed", "address_refused"].map { now["hearth_webhook_deliveries_total{result=\"\($0)\"}"] }
      + [now["hearth_webhook_delivery_seconds_count"]]
  }

  @Test("Requests to webhooks are counted by what becomes of them, and so is what waits, over a restart too, but not for a paused one")
  func webhooks() throws {
    let (sender, store) = (ScriptedSender(), InMemoryStore())
    let server = try TestServer(store) { $0.webhooks = sender.configuration }
    let asha = try server.register("Asha")
    let (group, webhook) = (try asha.createGroup(), Fresh.id())
    let key = WebhookKey(group: try #require(GroupID(group)), id: try #require(WebhookID(webhook)))
    let first = server.adminAddress
    #expect(try Self.webhookFigures(first) == [0, 0, 0, 0, 0, 0, 0, 0])
    _ = try asha.accepted(.make(group, .addWebhook(.with { ($0.webhookID, $0.url) = (webhook, "https://asha.example/") })))
    sender.answer(.refused(status: 503))
    _ = try asha.accepted(.addEntry(group))
    eventually("the first event is tried") { (try? store.webhook(key)?.progress.attempts) == 1 }
    _ = try asha.accepted(.addEntry(group))
    // What stands in another lane waits for no receiver.
    _ = try asha.accepted(.createInvite(group))
    eventually("the second waits, too") { (try? Self.webhookFigures(first)) == [1, 0, 2, 0, 1, 0, 0, 1] }
    server.stop()

    let second = try TestServer(store, now: server.now) { $0.webhooks = sender.configuration }
    defer { second.stop() }
    let admin = second.adminAddress
    eventually("what waits is counted") { (try? Self.webhookFigures(admin)) == [1, 0, 2, 0, 0, 0, 0, 0] }
    sender.answer(.taken)
    second.pass(milliseconds: 5_000)
    eventually("both are taken") { (try? Self.webhookFigures(admin)) == [1, 0, 0, 2, 0, 0, 0, 2] }
    sender.answer(.failed("there was no answer in time"))
    let again = try second.logIn(asha.token)
    _ = try again.accepted(.addEntry(group))
    eventually("one fails") { (try? store.webhook(key)?.progress.attempts) == 1 }
    sender.answer(.addressRefused)
    second.pass(milliseconds: 5_000)
    eventually("it is paused") { (try? Self.webhookFigures(admin)) == [1, 1, 0, 2, 0, 1, 1, 4] }
  }

  @Test("A request that the server's end broke off is counted as none")
  func brokenOff() {
    var figures = WebhookFigures()
    for answer in [WebhookAnswer.taken, .refused(status: 500), .failed(""), .addressRefused, .brokenOff] {
      figures.count(answer, nanoseconds: 20_000)
    }
    #expect(figures.deliveries == [.taken: 1, .refused: 1, .failed: 1, .addressRefused: 1])
    #expect(figures.time.count == 4 && figures.time.sum == 80_000)
  }

  @Test("Both forms of the text, and the head alone, as asked for")
  func forms() throws {
    let server = try TestServer()
    let plain = try ask(server)
    #expect(plain.hasPrefix("HTTP/1.1 200 ") && plain.contains("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"))
    #expect(plain.contains("\n# TYPE hearth_slow_readers_total counter\n") && !plain.contains("# EOF"))
    let open = try ask(server, "GET /metrics", "Accept: application/openmetrics-text; version=1.0.0,text/plain;q=0.5\r\n")
    #expect(open.contains("\r\nContent-Type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n"))
    #expect(open.contains("\n# TYPE hearth_slow_readers counter\n") && open.hasSuffix("\n# EOF\n"))
    let refused = try ask(server, "GET /metrics", "Accept: application/openmetrics-text;q=0, */*\r\n")
    #expect(refused.contains("version=0.0.4"))
    let head = try ask(server, "HEAD /metrics")
    #expect(head.hasPrefix("HTTP/1.1 200 ") && head.hasSuffix("\r\n\r\n") && !head.contains("hearth_ready"))
    #expect(head.split(separator: "\r\n").contains { $0.hasPrefix("Content-Length: ") && $0 != "Content-Length: 0" })
    #expect(try ask(server, "POST /metrics").hasPrefix("HTTP/1.1 405 "))
    let member = try BlockingSocket(server.address)
    member.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try member.receiveAll().hasPrefix("HTTP/1.1 404 "))
  }

  @Test("While writes are refused for want of space /readyz says so, and the metrics too")
  func shortOfSpace() throws {
    let server = try TestServer { configuration in
      configuration.freeBytesMin = 1_000
      configuration.freeBytes = { 999 }
    }
    let ready = try ask(server, "GET /readyz")
    #expect(ready.hasPrefix("HTTP/1.1 503 ") && ready.contains("nearly full"))
    #expect(try ask(server, "GET /healthz").hasPrefix("HTTP/1.1 200 "))
    let now = try samples(server)
    #expect(now["hearth_writes_refused"] == 1 && now["hearth_free_bytes"] == 999 && now["hearth_free_bytes_min"] == 1_000)
  }

  @Test("The dashboard and the alert rules name metrics that there are, and no others", arguments: ["dashboard.json", "alerts.yml"])
  func names(_ file: String) throws {
    let service = ScriptedPushService()
    let server = try TestServer {
      $0.freeBytesMin = 1_000
      $0.freeBytes = { 2_000 }
      $0.notices = NoticeConfiguration(program: "/bin/true")
      $0.webPush = service.configuration
    }
    let page = try ask(server)
    let known = Set(page.matches(of: #/\# TYPE ([a-z_]+) /#).map { String($0.1) })
    #expect(known.count > 40)
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("deploy/monitoring/\(file)"), encoding: .utf8)
    let used = Set(text.matches(of: /\b(?:hearth|process)_[a-z_]+/).map { String($0.output) })
    #expect(used.count > 8)
    for name in used {
      let family = ["_bucket", "_sum", "_count"].first { name.hasSuffix($0) && !known.contains(name) }.map {
        String(name.dropLast($0.count))
      }
      #expect(known.contains(family ?? name), "\(file) names \(name)")
    }
  }

  @Test("A distribution counts each measure up to the bound that it reaches, and beyond the last")
  func distribution() {
    var sizes = Distribution.sizes
    for size in [0, 1, 2, 3, 1_000, 1_001] { sizes.add(size) }
    #expect(sizes.counts == [2, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1] && sizes.count == 6 && sizes.sum == 2_007)
    var both = sizes
    both += sizes
    #expect(both.count == 12 && both.sum == 4_014)
  }

  @Test(
    "Numbers are written exactly",
    arguments: [
      (0, 1, "0.0"), (7, 1, "7.0"), (10_000, 1_000_000_000, "0.00001"), (2_500_000_000, 1_000_000_000, "2.5"),
      (1, 1_000_000_000, "0.000000001"), (1_790_000_000_123, 1_000, "1790000000.123"),
    ])
  func decimals(_ value: Int, _ perUnit: Int, _ text: String) {
    #expect(MetricsWriter.decimal(value, perUnit) == text)
  }
}
