import Dispatch
import EventStore
import Foundation
import HearthProtocol
import Locking
import Support
import Testing
import Transport

@testable import HearthServer

/// How the names of receivers are looked up: SPEC WH-08.
struct WebhookNamesTests {
  private static let makers = (1...4).map { IdentityID(high: 1, low: UInt64($0)) }
  private static let found = WebhookNames.Outcome.addresses([SocketAddress(ipv4: 0x7F00_0001, port: 443)])

  private func names(_ slow: SlowNames, lookupsMax: Int = 4) -> WebhookNames {
    WebhookNames(lookupsMax: lookupsMax) { (name, port) throws(ResolutionFailure) in slow.addresses(name, port) }
  }

  /// What is known at once.
  private func now(_ names: WebhookNames, _ name: String, _ maker: Int) -> WebhookNames.Outcome {
    names.addresses(name, port: 443, for: Self.makers[maker], until: .now())
  }

  private func later(_ names: WebhookNames, _ name: String, _ maker: Int) -> WebhookNames.Outcome {
    names.addresses(name, port: 443, for: Self.makers[maker], until: .distantFuture)
  }

  @Test("WH-08, Limit: two names of a maker are looked up at once, and so many in all; a further one is not, until one has ended")
  func numbers() {
    let slow = SlowNames()
    let names = names(slow)
    let late = WebhookNames.Outcome.failed("the name could not be looked up in time")
    #expect(now(names, "one.dead.example", 0) == late && now(names, "two.dead.example", 0) == late)
    // One past what a maker may have, and the others have theirs.
    let ofMaker = WebhookNames.Outcome.failed("as many names of one maker are being looked up as may be")
    #expect(now(names, "three.dead.example", 0) == ofMaker && now(names, "alive.example", 0) == ofMaker)
    #expect(later(names, "alive.example", 1) == Self.found)
    // Nobody waits a second time for a name that did not come.
    #expect(later(names, "one.dead.example", 1) == .failed("the name is still being looked up"))
    #expect(now(names, "four.dead.example", 1) == late && now(names, "five.dead.example", 2) == late)
    #expect(now(names, "alive.example", 3) == .failed("as many names are being looked up as may be"))
    eventually("all four are asked for") { slow.asked.count == 5 }
    #expect(slow.asked.filter { $0.hasSuffix("dead.example") }.sorted() == ["five", "four", "one", "two"].map { $0 + ".dead.example" })
    slow.open()
    eventually("there is space again") {
      names.addresses("alive.example", port: 443, for: Self.makers[3], until: .distantFuture) == Self.found
    }
    eventually("the maker of the first, too") {
      names.addresses("alive.example", port: 443, for: Self.makers[0], until: .distantFuture) == Self.found
    }
  }

  @Test("WH-08: a name is not looked up twice at once, an address never, and the end lets nobody wait")
  func once() {
    let slow = SlowNames()
    let names = names(slow)
    let (ended, outcome) = (DispatchSemaphore(value: 0), Locked<WebhookNames.Outcome?>(nil))
    let ask: @Sendable () -> Void = {
      let found = names.addresses("dead.example", port: 443, for: Self.makers[0], until: .distantFuture)
      outcome.withLock { $0 = found }
      ended.signal()
    }
    Thread.detachNewThread(ask)
    slow.waitForQuestion()
    #expect(now(names, "dead.example", 1) == .failed("the name could not be looked up in time") && slow.asked == ["dead.example"])
    slow.open()
    ended.wait()
    #expect(outcome.withLock { $0 } == .addresses([SocketAddress(ipv4: 0x0A00_0001, port: 443)]))
    #expect(now(names, "127.0.0.1", 1) == Self.found && slow.asked.count == 1)

    let (others, closed) = (SlowNames(), DispatchSemaphore(value: 0))
    let ending = self.names(others)
    Thread.detachNewThread {
      let found = ending.addresses("dead.example", port: 443, for: Self.makers[0], until: .distantFuture)
      outcome.withLock { $0 = found }
      closed.signal()
    }
    others.waitForQuestion()
    ending.stop()
    closed.wait()
    #expect(outcome.withLock { $0 } == .brokenOff && now(ending, "alive.example", 1) == .brokenOff)
    others.open()
  }

  @Test("WH-08: a receiver whose name server does not answer keeps the one thread for a bounded time, and the others get their events")
  func deadNameServer() throws {
    let (slow, receiver, store) = (SlowNames(), try WebhookReceiver(), InMemoryStore())
    defer { slow.open() }
    var settings = receiver.configuration()
    settings.resolve = { (name, port) throws(ResolutionFailure) in slow.addresses(name, port) }
    settings.lookupMilliseconds = 500
    let configured = settings
    let server = try TestServer(store) { ($0.webhooks, $0.webhookRequestsMax) = (configured, 1) }
    defer { server.stop() }
    let (asha, ravi) = (try server.register("Asha"), try server.register("Ravi"))
    func follow(_ client: WireClient, _ url: String) throws -> (group: String, key: WebhookKey) {
      let (group, webhook) = (try client.createGroup(), Fresh.id())
      _ = try client.accepted(.make(group, .addWebhook(.with { ($0.webhookID, $0.url) = (webhook, url) })))
      return (group, WebhookKey(group: try #require(GroupID(group)), id: try #require(WebhookID(webhook))))
    }
    let dead = try follow(ravi, receiver.url("dead.example"))
    let alive = try follow(asha, receiver.url())
    _ = try ravi.accepted(.addEntry(dead.group))
    slow.waitForQuestion()
    // The only thread for requests waits for the dead name.
    _ = try asha.accepted(.addEntry(alive.group))
    eventually("the other receiver has its event") { receiver.requests.map(\.type) == ["entry_added"] }
    #expect(slow.asked == ["dead.example"], "127.0.0.1 is no name")
    #expect(try store.webhook(dead.key)?.progress.attempts == 1)
    // As long as the lookup lasts, a further try keeps no thread.
    server.pass(milliseconds: 5_000)
    eventually("it is tried again at once") { (try? store.webhook(dead.key)?.progress.attempts) == 2 }
    #expect(slow.asked == ["dead.example"])
  }
}
