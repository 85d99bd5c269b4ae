import Foundation
import HearthProtocol
import Ledger
import Testing

@testable import HearthClient

@Suite struct SyncCoreTests {
  @Test("ID-01, ID-02: registers once, and logs in with the token from then on")
  func registration() throws {
    var harness = CoreHarness(.register(displayName: "Asha"))
    try harness.take(harness.core.start())
    #expect(harness.connects == [0])
    try harness.take(harness.core.connected(now: 0))
    guard case .register(let register) = harness.takeSent().first?.body else { throw Missing(what: "no register") }
    #expect(register.displayName == "Asha")
    var registered = Registered()
    registered.identityID = IdentityID(high: 1, low: 2).description
    registered.token = "fresh"
    try harness.receive(.registered(registered))
    try harness.receive(.welcome(Welcome()))
    #expect(harness.core.isReady)
    try harness.disconnect(.lost)
    try harness.take(harness.core.connected(now: 0))
    guard case .hello(let hello) = harness.takeSent().first?.body else { throw Missing(what: "no hello") }
    #expect(hello.token == "fresh")
  }

  @Test(
    "CL-02, CM-06: after a loss it subscribes with its cursors, then resends what has no answer under the same ids",
    arguments: WireFormat.allCases)
  func resumption(format: WireFormat) throws {
    var script = GroupScript(entries: 2)
    var harness = CoreHarness(format: format)
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.follow(script)
    let commands = (1...3).map { testCommand(UInt64($0), script) }
    for (index, command) in commands.enumerated() { try harness.request(.command(command), tag: UInt64(index)) }
    let first = harness.takeSent().compactMap(\.command)
    #expect(first == commands)
    var accepted = Accepted()
    accepted.commandID = commands[0].id
    try harness.receive(.accepted(accepted))
    try harness.disconnect(.closed(1012))
    // A wish while there is no connection waits for one.
    try harness.request(.command(testCommand(4, script)))
    #expect(harness.takeSent().isEmpty)
    try harness.logIn()
    let resumed = harness.takeSent()
    // What was sent before is sent again at once; what is new waits for what was missed, where that is verified (LN-06,
    // LN-08).
    let atOnce: ClosedRange<UInt64> = format == .protobuf ? 2...3 : 2...4
    #expect(resumed.compactMap(\.command).map(\.id) == atOnce.map { testCommand($0, script).id })
    let subscribe = try #require(resumed.dropFirst().first?.subscription)
    #expect(subscribe.cursors.map(\.position) == [5, 0])
    #expect(subscribe.epoch == 1)

    script.addEntry(2)
    _ = harness.takeNotices()
    let request = try #require(resumed.first { $0.subscription != nil }?.request)
    try harness.receive(.subscribed(script.subscribed(script.start(.shared, after: 5), script.start(.admin, after: 0))), request: request)
    #expect(harness.takeSent().isEmpty)
    try harness.receive(.laneEvents(script.events(.shared, 6...6)))
    guard case .groupUpdated(let update) = harness.takeNotices().last else { throw Missing(what: "no update") }
    #expect(update.kind == .caughtUp)
    #expect(harness.takeSent().compactMap(\.command) == (format == .protobuf ? [testCommand(4, script)] : []))
    #expect(harness.core.view(of: script.group)?.state.shared.entries.count == 3)
  }

  @Test("CM-03: an answer is delivered once, with the tag of its request")
  func answers() throws {
    let script = GroupScript()
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    _ = harness.takeNotices()
    try harness.request(.command(testCommand(1, script)), tag: 7)
    try harness.request(.command(testCommand(2, script)), tag: 8)
    var accepted = Accepted()
    accepted.commandID = testCommand(2, script).id
    try harness.receive(.accepted(accepted))
    try harness.receive(.accepted(accepted))
    var rejected = Rejected()
    rejected.code = "forbidden"
    // A rejection without the command's id names the request.
    try harness.receive(
      .rejected(rejected), request: try #require(harness.takeSent().first { $0.command?.id == testCommand(1, script).id }).request)
    let tags = harness.takeNotices().map { notice -> UInt64 in
      switch notice {
      case .accepted(_, let tag), .rejected(_, let tag): tag
      default: 0
      }
    }
    #expect(tags == [8, 7])
    #expect(harness.core.outbox.count == 0)
  }

  @Test(
    "CL-02: which ends are the last",
    arguments: [
      (Disconnection.closed(4401), true), (.closed(4001), true), (.closed(1002), true), (.closed(1003), true), (.closed(1009), true),
      (.closed(1000), false),
      (.closed(1001), false), (.closed(1008), false), (.closed(1011), false), (.closed(1012), false), (.closed(1013), false),
      (.closed(4008), false), (.closed(4408), false), (.lost, false), (.unreachable("refused"), false), (.silent, false),
      (.refused(status: 404), true),
      (.refused(status: 400), true), (.refused(status: 408), false), (.refused(status: 429), false), (.refused(status: 503), false),
      (.protocolBroken("no"), true),
    ])
  func ends(cause: Disconnection, isLast: Bool) throws {
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.disconnect(cause)
    #expect(harness.connects.count == (isLast ? 1 : 2))
    let stops = harness.takeNotices().contains { if case .stopped = $0 { true } else { false } }
    #expect(stops == isLast)
    if isLast {
      try harness.logIn()
      #expect(harness.takeSent().count == 1, "only the first hello")
    }
  }

  private struct ErrorsFile: Decodable {
    struct Close: Decodable {
      var code: UInt16
      var client: String
    }
    var closeCodes: [Close]

    enum CodingKeys: String, CodingKey {
      case closeCodes = "close_codes"
    }
  }

  @Test("CL-02: after each close code the client does what errors.json says")
  func closesAreAsListed() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = try JSONDecoder().decode(ErrorsFile.self, from: Data(contentsOf: root.appendingPathComponent("Protocol/errors.json")))
    #expect(file.closeCodes.count > 10)
    for close in file.closeCodes {
      var harness = CoreHarness()
      try harness.take(harness.core.start())
      try harness.logIn()
      try harness.disconnect(.closed(close.code))
      let isLast = harness.takeNotices().contains { if case .stopped = $0 { true } else { false } }
      #expect(close.client == (isLast ? "stop" : "reconnect"), "\(close.code)")
    }
  }

  @Test("CL-02: the wait is random up to a bound that doubles from 0.5 s to 30 s")
  func waits() {
    let bounds: [Int64] = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]
    for (random, seed) in [(UInt64.max, 1), (0, 2), (12_345_678_901, 3)] {
      var backoff = Backoff()
      for bound in bounds {
        let wait = backoff.next(random: random)
        #expect((0...bound).contains(wait), "word \(seed)")
        #expect(wait == Int64(random % UInt64(bound + 1)))
      }
      backoff.succeeded()
      #expect(backoff.next(random: 500) <= 500)
    }
  }

  @Test func waitsStartOverAfterALoginButNotWhenTheServerIsBusy() throws {
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    for _ in 0..<4 { try harness.disconnect(.unreachable("refused"), random: 7_999) }
    try harness.logIn()
    try harness.disconnect(.closed(1013), random: 7_999)
    #expect(harness.connects.last == 7_999, "16,000 ms are the bound of the fifth attempt")
    try harness.logIn()
    try harness.disconnect(.closed(1012), random: 501)
    #expect(harness.connects.last == 0, "500 ms are the bound of the first")
  }

  @Test func questionsAreAskedAgainAfterALoss() throws {
    let script = GroupScript(entries: 2)
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.request(.listGroups, tag: 1)
    try harness.request(.readHistory(script.group, .shared, after: .start, limit: 10), tag: 2)
    try harness.logIn()
    try harness.disconnect(.lost)
    _ = harness.takeSent()
    try harness.logIn()
    let requests = harness.takeSent().dropFirst().map(\.request)
    try #require(requests.count == 2)
    _ = harness.takeNotices()
    var history = SealedHistory()
    history.groupID = script.group.description
    history.lane = "shared"
    history.events = script.events(.shared, 1...5).events
    history.head = 5
    try harness.receive(.history(history), request: requests[1])
    try harness.receive(.groups(Groups()), request: requests[0])
    let notices = harness.takeNotices()
    guard case .history(let page, tag: 2) = notices.first else { throw Missing(what: "no history") }
    #expect(page.events.map(\.position.rawValue) == [1, 2, 3, 4, 5])
    guard case .groups(_, tag: 1) = notices.last else { throw Missing(what: "no groups") }
  }

  @Test("HI-01: a page whose chain is broken is no history")
  func brokenHistory() throws {
    let script = GroupScript(entries: 2)
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.request(.readHistory(script.group, .shared, after: .start, limit: 10), tag: 2)
    var history = SealedHistory()
    history.groupID = script.group.description
    history.lane = "shared"
    history.events = script.events(.shared, 1...5).events
    history.events[2].hash = history.events[1].hash
    try harness.receive(.history(history), request: try #require(harness.takeSent().last).request)
    let notices = harness.takeNotices().suffix(2)
    guard case .fault(_, .hashMismatch(.shared, LanePosition(3))) = notices.first else { throw Missing(what: "no fault") }
    guard case .rejected(_, tag: 2) = notices.last else { throw Missing(what: "no answer") }
  }

  @Test("HS-07: a silent server is asked for a sign of life, then left")
  func silence() throws {
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.tick(19_999)
    #expect(harness.pings == 0)
    try harness.tick(1)
    #expect(harness.pings == 1)
    harness.core.heard(now: harness.now)
    try harness.tick(20_000)
    #expect(harness.pings == 2)
    try harness.tick(10_000)
    #expect(harness.closes == [1001])
    #expect(harness.connects.count == 2)
  }

  @Test func bytesThatAreNoMessageArePassedOver() throws {
    for format in WireFormat.allCases {
      var harness = CoreHarness(format: format)
      try harness.take(harness.core.start())
      try harness.logIn()
      _ = harness.takeNotices()
      try harness.take(harness.core.received([0xFF, 0xFF, 0xFF], now: 0))
      guard case .unreadable = harness.takeNotices().last else { throw Missing(what: "not told") }
      #expect(harness.core.isReady)
    }
  }

  @Test("VR-01: JSON fields of later versions are passed over")
  func unknownFields() throws {
    var harness = CoreHarness(format: .json)
    try harness.take(harness.core.start())
    try harness.take(harness.core.connected(now: 0))
    try harness.take(harness.core.received(Array(#"{"welcome":{"displayName":"Asha","mood":"fine"},"weather":1}"#.utf8), now: 0))
    #expect(harness.core.isReady)
  }
}
