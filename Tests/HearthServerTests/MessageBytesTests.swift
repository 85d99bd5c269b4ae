import EventStore
import Foundation
import HearthProtocol
import Ledger
import Room
import Testing

@testable import HearthServer

/// Whatever the server makes for a reader is within 256 KiB, in the encoding that they read: SPEC section 22.
@Suite struct MessageBytesTests {
  /// A server with a group of 30 in which all of 650 plain entries are divided among all.
  private final class LargeGroup {
    let server: TestServer
    let asha: WireClient
    let group: String

    init() throws {
      server = try TestServer()
      asha = try server.register("Asha", .protobuf)
      group = try asha.createGroup()
      _ = try asha.accepted(.make(group, .updateGroup(.with { $0.membersMax = 40 })))
      for number in 2...30 {
        let member = AddPlaceholder.with {
          $0.memberID = Fresh.id()
          $0.displayName = "Member \(number)"
          $0.role = .adult
        }
        _ = try asha.accepted(.make(group, .addPlaceholder(member)))
      }
      var bytes: [UInt8] = []
      for number in 0..<650 {
        bytes += try asha.encode(.command(.addEntry(group, minor: 30_000 + Int64(number))), request: UInt32(5_000 + number))
      }
      asha.socket.send(bytes)
      _ = try asha.answer(to: 5_649)
    }

    deinit { server.stop() }
  }

  /// The next payload, within the bound.
  private static func payload(_ client: WireClient) throws -> [UInt8] {
    let payload = try client.payload()
    #expect(payload.count <= MessageBytes.most)
    return payload
  }

  @Test(
    "HI-01: history of a large group is read page by page to its end, and a page ends where a message has no more space",
    arguments: WireFormat.allCases)
  func history(format: WireFormat) throws {
    let large = try LargeGroup()
    let reader = try large.server.logIn(large.asha.token, format)
    var after: UInt64 = 0
    var pages = 0
    while true {
      try reader.send(.readHistory(.with { ($0.groupID, $0.lane, $0.after, $0.limit) = (large.group, "shared", after, 500) }))
      let payload = try Self.payload(reader)
      let page = try format.decode(ServerMessage.self, from: payload).history
      #expect(page.events.first?.position == after + 1)
      after = page.events.last?.position ?? 0
      pages += 1
      guard after < page.head else { break }
      // It was cut for its length, as near to the bound as the next event allows.
      #expect(page.events.count < 500 && payload.count > MessageBytes.most - (16 << 10))
    }
    #expect(pages > 2)
  }

  @Test("SB-03: catch-ups and snapshots come in messages within the bound", arguments: WireFormat.allCases)
  func catchUps(format: WireFormat) throws {
    let large = try LargeGroup()
    for cursor in [UInt64?.none, 1] {
      let reader = try large.server.logIn(large.asha.token, format)
      reader.isRecording = true
      let followed = try reader.follow(large.group, after: cursor.map { ["shared": $0, "income": 0, "admin": 0] } ?? [:])
      #expect(followed.snapshots.isEmpty == (cursor != nil))
      #expect(reader.recorded.allSatisfy { $0.count <= MessageBytes.most })
      #expect(reader.recorded.count > 3)
    }
  }

  @Test("SB-05: what one commit brings comes in messages within the bound", arguments: WireFormat.allCases)
  func live(format: WireFormat) throws {
    let events = try (1...300).map { position in
      var event = Event()
      event.entryAdded.content.note = String(repeating: "n", count: 2_000)
      let bytes = [UInt8](try event.serializedBytes() as [UInt8])
      return CommittedEvent(
        stored: StoredEvent(
          sequence: GroupSequence(UInt64(position)), lane: .shared, position: LanePosition(UInt64(position)), bytes: bytes,
          hash: .genesis(group: try #require(GroupID(Fresh.id())), lane: .shared)), event: event)
    }
    var positions: [UInt64] = []
    var messages = 0
    EventEncoding.write(events[...], lane: .shared, group: try #require(GroupID(Fresh.id())), format: format) { message in
      let payload = message.payload
      #expect(payload.count <= MessageBytes.most)
      messages += 1
      positions += (try? format.decode(ServerMessage.self, from: payload).laneEvents.events.map(\.position)) ?? []
    }
    #expect(positions == Array(1...300) && messages < 6)
  }

  @Test("CM-11: eight pages that are asked for at once are no slowness of who reads them")
  func pipelined() throws {
    let large = try LargeGroup()
    let reader = try WireClient(large.server.address, .json, receiveBufferBytes: 4_096)
    try reader.hello(large.asha.token)
    for number in 1...8 {
      _ = number
      try reader.send(.readHistory(.with { ($0.groupID, $0.lane, $0.after, $0.limit) = (large.group, "shared", 40, 500) }))
    }
    for _ in 1...8 { #expect(!(try reader.message().history.events.isEmpty)) }
  }

  // MARK: Answers from the state

  private static let member = Fresh.id()

  private static func length(_ body: ServerMessage.OneOf_Body, _ format: WireFormat) throws -> Int {
    try format.encode(ServerMessage.with { $0.body = body }).count
  }

  @Test("QR-01: a part of a group that is too long goes on where it ended", arguments: WireFormat.allCases)
  func parts(format: WireFormat) throws {
    var whole = GroupContents()
    whole.rates = (0..<3_000).map { number in ExchangeRate.with { ($0.from, $0.date, $0.rate) = ("EUR", "2026-01-01", "\(number)") } }
    whole.memberID = Self.member
    var seen: [ExchangeRate] = []
    var read = ReadGroup()
    var answers = 0
    repeat {
      let body = ServerMessage.OneOf_Body.groupContents(whole).bounded(for: format, question: .contents(read), most: 20_000)
      #expect(try Self.length(body, format) <= 20_000)
      guard case .groupContents(let page) = body else { throw Unexpected("another answer") }
      seen += page.rates
      read.after = page.next
      answers += 1
    } while read.after > 0
    #expect(seen == whole.rates && answers > 2)
  }

  @Test("QR-02: a page of entries that is too long ends earlier, and the next begins there", arguments: WireFormat.allCases)
  func entries(format: WireFormat) throws {
    var whole = Entries()
    whole.next = 7
    whole.entries = (0..<100).map { number in
      ListedEntry.with {
        $0.entry.position = UInt64(500 - number)
        $0.entry.content.note = String(repeating: "n", count: 1_000)
      }
    }
    let body = ServerMessage.OneOf_Body.entries(whole).bounded(for: format, question: .entries(.init()), most: 20_000)
    guard case .entries(let page) = body else { throw Unexpected("another answer") }
    #expect(try Self.length(body, format) <= 20_000 && page.entries.count > 10)
    #expect(page.next == page.entries.last?.entry.position)
    // One with space for all ends where the question ended.
    #expect(ServerMessage.OneOf_Body.entries(whole).bounded(for: format, question: .entries(.init())) == .entries(whole))
  }

  @Test("QR-02, EN-06, EN-13: the longest entry that there can be has space in one message", arguments: WireFormat.allCases)
  func longestEntry(format: WireFormat) throws {
    // A text has at most 32 bytes for each character that it may have (`Words`).
    let character = "\u{10400}" + String(repeating: "\u{1E000}", count: 7)
    func text(_ characters: Int) -> String { String(repeating: character, count: characters) }
    let most: Int64 = 1_000_000_000_000_000
    let share = Share.with { ($0.memberID, $0.minor) = (Self.member, most) }
    let listed = ListedEntry.with {
      $0.version = .max
      $0.entry.entryID = Self.member
      ($0.entry.addedBy, $0.entry.ruleID, $0.entry.addedAtMs, $0.entry.position) = (Self.member, Self.member, most, .max)
      ($0.entry.content.description_p, $0.entry.content.merchant, $0.entry.content.note) = (text(200), text(100), text(1_000))
      ($0.entry.content.place.city, $0.entry.content.place.country) = (text(100), text(100))
      $0.entry.content.receipts = (0..<10).map { _ in
        .with { ($0.sha256, $0.mediaType, $0.sizeBytes, $0.name) = (Data(repeating: 255, count: 32), "image/jpeg", 10 << 20, text(100)) }
      }
      $0.entry.content.paid = Array(repeating: share, count: 100)
      $0.entry.content.split.exact.shares = Array(repeating: share, count: 100)
      $0.entry.owed = Array(repeating: share, count: 100)
      // Each once in 163 bytes, with as many marks that JSON doubles.
      $0.standing.disputes = (0..<100).map { _ in
        .with { ($0.memberID, $0.reason, $0.atMs) = (Self.member, String(repeating: "\"", count: 163), most) }
      }
      $0.standing.comments = (0..<50).map { _ in
        .with {
          ($0.commentID, $0.memberID, $0.text, $0.atMs) = (Self.member, Self.member, String(repeating: "\"", count: 163), most)
        }
      }
      $0.standing.shares = (0..<300).map { _ in
        .with {
          ($0.entryID, $0.debtorID, $0.creditorID) = (Self.member, Self.member, Self.member)
          ($0.minor, $0.paidMinor, $0.offsetMinor, $0.state) = (most, most, most, .partlyPaid)
        }
      }
      $0.standing.moreShares = 9_700
    }
    let body = ServerMessage.OneOf_Body.entries(.with { ($0.groupID, $0.entries, $0.next) = (Self.member, [listed], .max) })
    #expect(try Self.length(body, format) <= MessageBytes.most)
    #expect(body.bounded(for: format, question: .entries(.init())) == body)
  }

  @Test("ST-07: debts come before shares, and both go on where they ended", arguments: WireFormat.allCases)
  func settlement(format: WireFormat) throws {
    var whole = Settlement()
    whole.balances = (0..<20).map { number in .with { ($0.memberID, $0.minor) = (Self.member, Int64(number)) } }
    whole.debts = (0..<400).map { number in
      .with { ($0.fromMemberID, $0.toMemberID, $0.minor) = (Self.member, Self.member, Int64(number + 1)) }
    }
    whole.openShares = (0..<600).map { number in
      .with { ($0.entryID, $0.debtorID, $0.minor) = (Self.member, Self.member, Int64(number + 1)) }
    }
    var read = ReadSettlement()
    var (debts, shares): ([Debt], [ShareStatus]) = ([], [])
    var answers = 0
    repeat {
      let body = ServerMessage.OneOf_Body.settlement(whole).bounded(for: format, question: .settlement(read), most: 20_000)
      #expect(try Self.length(body, format) <= 20_000)
      guard case .settlement(let page) = body else { throw Unexpected("another answer") }
      #expect(page.balances.isEmpty == (answers > 0))
      debts += page.debts
      shares += page.openShares
      #expect(page.moreShares == UInt32(600 - shares.count))
      read.afterDebts = page.nextDebt > 0 ? page.nextDebt : UInt32(debts.count)
      read.afterShares = UInt32(shares.count)
      answers += 1
      if page.nextDebt == 0, page.nextShare == 0 { break }
    } while answers < 50
    #expect(debts == whole.debts && shares == whole.openShares && answers > 4)
  }

  @Test("DB-03, IP-02: figures that find no space are counted", arguments: WireFormat.allCases)
  func figures(format: WireFormat) throws {
    var dashboard = Dashboard()
    dashboard.alerts = (0..<2_000).map { number in .with { ($0.budgetID, $0.basisPoints) = (Self.member, UInt32(number)) } }
    dashboard.members = (0..<30).map { _ in .with { $0.memberID = Self.member } }
    let shown = ServerMessage.OneOf_Body.dashboard(dashboard).bounded(for: format, question: .dashboard(.init()), most: 20_000)
    guard case .dashboard(let figures) = shown else { throw Unexpected("another answer") }
    #expect(try Self.length(shown, format) <= 20_000)
    #expect(figures.members.count == 30 && figures.alerts.count + Int(figures.leftOut) == 2_000 && figures.leftOut > 0)
    var impact = Impact()
    impact.alerts = (0..<2_000).map { _ in .with { $0.budgetID = Self.member } }
    impact.balances = (0..<30).map { _ in .with { $0.memberID = Self.member } }
    let told = ServerMessage.OneOf_Body.impact(impact).bounded(for: format, question: .impact(.init()), most: 20_000)
    guard case .impact(let changes) = told else { throw Unexpected("another answer") }
    #expect(try Self.length(told, format) <= 20_000)
    #expect(changes.balances.count == 30 && changes.alerts.count + Int(changes.leftOut) == 2_000 && changes.leftOut > 0)
  }

  @Test("GR-02: a long list of groups goes on behind its last", arguments: WireFormat.allCases)
  func groups(format: WireFormat) throws {
    let groups = try (0..<1_500).map { _ in try #require(GroupID(Fresh.id())) }
    var seen: [String] = []
    var after: GroupID?
    var answers = 0
    repeat {
      var listing = GroupListing(request: 1, groups: groups, after: after)
      while let group = listing.next() { listing.add(.with { ($0.groupID, $0.name) = (group.description, "Sharma Family") }, of: group) }
      let answer = listing.answer(in: format, most: 20_000)
      #expect(try format.encode(answer).count <= 20_000)
      seen += answer.groups.groups.map(\.groupID)
      after = GroupID(answer.groups.next)
      answers += 1
    } while after != nil && answers < 200
    #expect(seen == groups.map(\.description) && answers > 2)
  }
}
