import EventStore
import HearthProtocol
import Testing

@testable import Room

/// Large catch-ups are sent in pieces as they are taken, and gone on with where a connection broke: SPEC SB-03, SB-05,
/// SB-09.
struct PieceTests {
  private static let peer = TestShell.peer(3)

  /// A family with so many entries of more than a kilobyte; catch-ups are held.
  private static func family(_ entries: ClosedRange<UInt64> = 1...200, limits: RoomLimits = RoomLimits()) -> TestShell {
    var shell = TestShell.family(limits: limits)
    add(entries, to: &shell)
    shell.forget()
    shell.holdsGathers = true
    return shell
  }

  private static func add(_ numbers: ClosedRange<UInt64>, to shell: inout TestShell) {
    for number in numbers {
      var entry = Cast.addEntry(number)
      entry.addEntry.content.note = String(repeating: "n", count: 1_000)
      shell.send(entry, by: 3, peer: PeerID(99))
    }
  }

  private static func follow(_ shell: TestShell, _ follower: Follower = Follower()) throws -> Follower {
    var follower = follower
    for sent in shell.sent(to: peer) { try follower.take(sent) }
    return follower
  }

  @Test("SB-03 What a message has space for is sent at once, and what is more in pieces", arguments: WireFormat.allCases)
  func choice(format: WireFormat) throws {
    for (entries, isLarge) in [(1...2, false), (1...600, true)] as [(ClosedRange<UInt64>, Bool)] {
      var shell = Self.family(entries)
      shell.subscribe(3, format: format)
      let work = try #require(shell.heldGathers.first).work
      #expect(try (work.gather(from: shell.store, most: MessageBytes.most) == nil) == isLarge)
      #expect(try work.gather(from: shell.store, most: .max) != nil)
    }
  }

  @Test(
    "SB-03 A part of a large snapshot has at most 64 KiB in the reader's encoding, and together they are the snapshot",
    arguments: WireFormat.allCases)
  func parts(format: WireFormat) throws {
    var shell = Self.family()
    shell.subscribe(3, format: format)
    var reading = CatchUpReading(try #require(shell.heldGathers.first).work)
    var whole: LaneSnapshot?
    var count = 0
    while !reading.isDone {
      for case .message(let bytes) in try reading.next(from: shell.store) {
        #expect(bytes.count <= CatchUpReading.partBytes)
        let part = try format.decode(ServerMessage.self, from: bytes).snapshotPart
        guard part.snapshot.lane == "shared" else { continue }
        if whole == nil { whole = part.snapshot } else { whole?.append(part.snapshot) }
        count += 1
      }
    }
    #expect(count > 3)
    #expect(whole == shell.history.snapshot(of: .shared))
  }

  @Test("SB-05 What is committed while pieces are sent comes behind them, once and in order", arguments: [nil, 3] as [UInt64?])
  func committedMeanwhile(cursor: UInt64?) throws {
    var shell = Self.family()
    let log = try shell.log()
    let cursors: [Lane: UInt64] = cursor.map { [.shared: $0, .income: 0] } ?? [:]
    shell.subscribe(3, cursors: cursors, request: 4)
    shell.openGather()
    shell.send(Cast.addEntry(301), by: 3, request: 5)
    shell.send(Cast.addEntry(302), by: 1)
    shell.answerStream()
    shell.send(Cast.addEntry(303), by: 1)
    let follower = try Self.follow(shell, Follower(log: log, cursors: cursors))
    #expect(try follower.matches(shell.history))
    #expect(shell.starts(of: Self.peer).count == 1)
    // CM-07: the answer comes behind its event.
    #expect(shell.accepted(by: Self.peer).count == 1)
  }

  @Test("SB-05 More than is kept meanwhile is read from the log, as often as it takes")
  func overrun() throws {
    var limits = RoomLimits()
    limits.collectedBytesMax = 3_000
    var shell = Self.family(limits: limits)
    shell.subscribe(3)
    shell.openGather()
    for round in 0..<3 as Range<UInt64> {
      Self.add((400 + 10 * round)...(404 + 10 * round), to: &shell)
      shell.answerStream()
    }
    #expect(shell.starts(of: Self.peer).count == 1)
    Self.add(500...500, to: &shell)
    shell.answerStream()
    shell.send(Cast.addEntry(501), by: 1)
    #expect(try Self.follow(shell).matches(shell.history))
    #expect(shell.streams.isEmpty && shell.failures.isEmpty)
  }

  @Test("SB-04 Cursors that turn out never to have stood together are answered with a snapshot")
  func brokenCursors() throws {
    var shell = Self.family()
    let head = shell.history.head(of: .shared).position.rawValue
    shell.subscribe(2, peer: Self.peer, cursors: [.shared: head, .admin: 1, .income: 0])
    var reading = CatchUpReading(try #require(shell.heldGathers.first).work)
    while !reading.isDone { _ = try reading.next(from: shell.store) }
    let isBroken = reading.isBroken
    #expect(isBroken)
    shell.openGather()
    shell.answerStream()
    shell.openGather()
    shell.answerStream()
    let starts = shell.starts(of: Self.peer)
    #expect(starts.count == 2 && starts.last?.subscribed.lanes.first?.snapshot == true)
    let last = shell.sent(to: Self.peer).lastIndex { if case .begin = $0 { true } else { false } }
    var follower = Follower()
    for sent in shell.sent(to: Self.peer)[(last ?? 0)...] { try follower.take(sent) }
    #expect(try follower.matches(shell.history))
  }

  @Test("SB-08 A lane that is lost while pieces are sent is sent no further, and the catch-up begins anew")
  func lostLane() throws {
    var shell = Self.family()
    shell.subscribe(2, peer: Self.peer)
    shell.openGather()
    #expect(shell.streams.count == 1)
    shell.send(Cast.changeRole(600, 2, to: .viewer), by: 1)
    // What was under way was stopped in the same turn.
    #expect(shell.streams.isEmpty)
    shell.openGather()
    shell.answerStream()
    let starts = shell.starts(of: Self.peer)
    #expect(starts.map { $0.subscribed.lanes.map(\.lane).contains("admin") } == [true, false])
    shell.send(Cast.addEntry(601), by: 1)
    var follower = Follower()
    for sent in shell.sent(to: Self.peer) { try follower.take(sent) }
    #expect(!follower.lanes.contains(.admin) && follower.head(of: .shared) == shell.history.head(of: .shared))
  }

  @Test("SB-08 A membership that ends while pieces are sent ends the subscription, which was answered")
  func removed() {
    var shell = Self.family()
    shell.subscribe(3)
    shell.openGather()
    shell.send(Cast.remove(600, 3), by: 1)
    let ends = shell.sent(to: Self.peer).filter { if case .ended(_, closes: true) = $0 { true } else { false } }
    #expect(ends.count == 1 && shell.messages(to: Self.peer).allSatisfy { $0.rejected.code.isEmpty })
    #expect(shell.box.room.catchUps.isEmpty)
  }

  @Test("PR-01 Who comes and goes while pieces are sent is told behind them")
  func presence() throws {
    var shell = Self.family()
    shell.holdsGathers = false
    shell.subscribe(1)
    shell.holdsGathers = true
    shell.subscribe(3)
    shell.openGather()
    shell.holdsGathers = false
    shell.unsubscribe(TestShell.peer(1))
    shell.subscribe(4)
    shell.answerStream()
    let follower = try Self.follow(shell)
    #expect(follower.online == [Cast.member(3).description, Cast.member(4).description])
  }

  // MARK: Going on where a connection broke

  /// What a follower that was sent some pieces says that it has.
  private static func cursors(_ follower: Follower) -> [PartCursor] {
    follower.pieces.map { lane, piece in
      .with {
        $0.lane = lane.name
        ($0.position, $0.head, $0.things) = (piece.snapshot.position, piece.snapshot.head, piece.things)
      }
    }
  }

  @Test("SB-09 A catch-up goes on at the part that the client has, also when the group has gone on", arguments: [0, 5] as [UInt64])
  func resumed(later: UInt64) throws {
    var shell = Self.family()
    shell.subscribe(3)
    shell.openGather()
    shell.answerStream(pieces: 2)
    var follower = try Self.follow(shell)
    let had = try #require(follower.pieces[.shared]?.things)
    #expect(had > 20)
    shell.unsubscribe(Self.peer)
    shell.stopAll()
    follower.isLive = false
    if later > 0 { Self.add(700...(700 + later), to: &shell) }
    shell.forget()
    shell.subscribe(3, parts: Self.cursors(follower))
    shell.openGather()
    let start = try #require(shell.starts(of: Self.peer).first)
    #expect(start.subscribed.lanes.first { $0.lane == "shared" }?.things == had)
    shell.answerStream()
    shell.send(Cast.addEntry(800), by: 1)
    #expect(try Self.follow(shell, follower).matches(shell.history))
    // No thing came twice.
    let things = shell.messages(to: Self.peer).reduce(0) { $0 + $1.snapshotPart.snapshot.shared.entryRows.count }
    #expect(things < 200 - 20)
  }

  @Test("SB-09 A snapshot that is not known any more, or is another, begins with its first part")
  func notResumed() throws {
    var shell = Self.family()
    shell.subscribe(3)
    shell.openGather()
    shell.answerStream(pieces: 2)
    let follower = try Self.follow(shell)
    shell.unsubscribe(Self.peer)
    shell.stopAll()
    var parts = Self.cursors(follower)
    for change in [{ $0.position += 1 }, { $0.head = .init(repeating: 7, count: 32) }, { $0.things = 0 }, { $0.lane = "admin" }]
      as [(inout PartCursor) -> Void]
    {
      for place in parts.indices { change(&parts[place]) }
      shell.forget()
      shell.subscribe(3, parts: parts)
      shell.openGather()
      #expect(shell.starts(of: Self.peer).first?.subscribed.lanes.allSatisfy { $0.things == 0 } == true)
      shell.unsubscribe(Self.peer)
      shell.stopAll()
      parts = Self.cursors(follower)
    }
    shell.forget()
    shell.subscribe(3, epoch: 7, parts: parts)
    shell.openGather()
    #expect(shell.starts(of: Self.peer).first?.subscribed.lanes.allSatisfy { $0.things == 0 } == true)
  }

  @Test("SB-09 So many former states are kept, for so long, and those before are forgotten")
  func forgotten() throws {
    var shell = Self.family(1...700)
    var states: [UInt64] = []
    for number in 1...3 as ClosedRange<UInt64> {
      shell.subscribe(3)
      shell.openGather()
      states.append(shell.history.sequence.rawValue)
      shell.unsubscribe(Self.peer)
      shell.stopAll()
      Self.add((900 + number)...(900 + number), to: &shell)
    }
    #expect(shell.box.room.formerStates.map(\.sequence.rawValue) == Array(states.suffix(shell.limits.formerStatesMax)))
    shell.now += shell.limits.formerStatesMilliseconds - 1
    shell.turn()
    #expect(!shell.box.room.formerStates.isEmpty)
    shell.now += 1
    shell.turn()
    #expect(shell.box.room.formerStates.isEmpty)
  }

  @Test("CM-11 So many answers wait for a catch-up, and one more command is overloaded")
  func heldAnswers() {
    var limits = RoomLimits()
    limits.heldAnswersMax = 3
    var shell = Self.family(limits: limits)
    shell.subscribe(3)
    shell.openGather()
    for number in 1...4 as ClosedRange<UInt64> { shell.send(Cast.addEntry(950 + number), by: 3) }
    #expect(shell.messages(to: Self.peer).map(\.rejected.code) == ["overloaded"])
    #expect(shell.heldAnswers[Self.peer]?.count == 3)
  }
}
