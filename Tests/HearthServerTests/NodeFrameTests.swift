import EventStore
import HearthProtocol
import Ledger
import Room
import Support
import TLS
import TestCertificates
import Testing
import Transport

@testable import HearthServer

extension NodeAnswer {
  /// What a node hears that is sent a message in these bytes.
  fileprivate init(frame message: [UInt8], group: GroupID) throws {
    var writer = NodeWriter()
    writer.put(UInt8(0))
    writer.put(message)
    var reader = NodeReader(writer.bytes)
    try self.init(&reader, group: group)
  }
}

/// What passes between nodes, and the bounds of their links.
@Suite struct NodeFrameTests {
  private static let group = GroupID(high: 0x7000, low: 0x8000_0000_0000_0001)
  private static let identity = IdentityID(high: 0x7000, low: 0x8000_0000_0000_0002)
  private static let holder = HolderID(high: 3, low: 4)
  private static let member = MemberID(high: 0x7000, low: 0x8000_0000_0000_0005)
  private static let home = PeerID(ConnectionID(rawValue: 7 << 32 | 9), loop: 2, readsCompressed: true)

  private static let asking: [AskingFrame] = {
    var submission = Submission(
      command: .addEntry(group.description), asker: Asker(identity: identity, group: group), origin: Origin(peer: home, request: 1),
      invite: InviteID(high: 1, low: 2), newCode: InviteCode(text: "K7QM", hash: [1, 2]))
    (submission.newSecret, submission.sizeBytes, submission.isByToken) = ("secret", 77, true)
    submission.serverRefusal = .notFound()
    let questions: [NodeQuestion] = [
      .settlement(ReadSettlement()), .impact(.addEntry(group.description)), .dashboard(ReadDashboard()), .contents(ReadGroup()),
      .entries(ReadEntries()), .paymentLink(ReadPaymentLink()), .importing(.with { $0.file = .init([1, 2, 3]) }),
    ]
    let requests: [NodeRequest] =
      [
        .submit(1, submission), .subscribe(2, .with { $0.epoch = 3 }, identity, .json, SubscriptionNumber(rawValue: 4), .fromNow),
        .unsubscribe(3, SubscriptionNumber(rawValue: 4)), .tell(4, TellHeads()), .tellDraft(5, TellDraft()),
        .readHistory(6, .with { $0.lane = "shared" }, identity), .preview(7, InviteID(high: 1, low: 2), displayName: "रवि", holder),
        .summary(8, holder), .attachment(9, .fetch, ofMinor: member, holder), .attachment(9, .add, ofMinor: nil, holder),
        .token(10, .write, holder), .streamed(CatchUpID(rawValue: 11), .broken), .nextPiece(CatchUpID(rawValue: 12)),
        .mayAnswer(13, nil), .mayAnswer(14, Questioner(owner: WorkOwner(identity: identity, address: nil), format: .json)),
      ] + questions.map { .question(15, $0, holder) }
    return [.hello(version: 1, node: "a"), .gone(RelayNumber(rawValue: 1), peer: home), .end(RelayNumber(rawValue: 2)), .ping]
      + requests.map { .ask(RelayNumber(rawValue: 3), group, peer: home, $0) }
  }()

  private static let owning: [OwningFrame] = {
    let event = Event()
    let stored = StoredEvent(
      sequence: GroupSequence(9), lane: .shared, position: LanePosition(8), bytes: (try? event.serializedBytes()) ?? [],
      hash: LaneHash.genesis(group: group, lane: .shared))
    let start = CatchUpStart(
      subscribed: .with { $0.groupID = group.description }, group: group, snapshotMessages: [[1], []],
      events: [(.shared, [CommittedEvent(stored: stored, event: event)]), (.inbox(member), [])])
    let message = EncodedMessage(
      kind: "laneEvents", payload: [1, 2], reach: .init(lane: .minor(member), position: LanePosition(3)))
    let answers: [NodeAnswer] = [
      .send(.rejected(.notFound(), request: 3)), .send(.accepted(.with { $0.position = 9 }, request: 300)), .start(start, 4),
      .stream(CatchUpID(rawValue: 5)), .stopStream, .drop,
      .refuseDamaged(.rejected(.groupDamaged(), request: 3)),
      .readHistory(HistoryRequest(group: group, lane: .admin, after: LanePosition(1), limit: 2, head: LanePosition(3)), 6), .mayAnswer(7),
      .answered(ServerMessage()), .unfollowed(SubscriptionNumber(rawValue: 8)), .subscriptionEnded(.membership, closes: true),
      .attachment(.allowed(.minor(member))), .attachment(.forbidden), .attachment(.separated), .attachment(.unknown),
      .attachment(.unavailable), .token(nil, 9), .token(.notFound(), 9), .listed(nil, 10), .listed(GroupSummary(), 10),
      .piece(NodePiece(id: CatchUpID(rawValue: 1), isDone: true, isBroken: false, messages: .success([message]))),
      .piece(NodePiece(id: CatchUpID(rawValue: 1), isDone: true, isBroken: true, messages: .failure(.away("")))),
      .piece(NodePiece(id: CatchUpID(rawValue: 1), isDone: true, isBroken: true, messages: .failure(.broken("")))),
      .moved(.with { $0.cursors = [.with { ($0.lane, $0.position) = ("shared", 7) }] }),
    ]
    let broadcast = NodeBroadcast(
      plain: [1], compressed: [], message: message, reach: message.reach, format: .protobuf, audience: [home, PeerID(5)])
    return [.hello(version: 1, node: "b"), .refused("no"), .elsewhere(RelayNumber(rawValue: 1)), .pong]
      + answers.map { .told(RelayNumber(rawValue: 3), $0, peer: home) } + [.broadcast(RelayNumber(rawValue: 3), broadcast)]
  }()

  private func again(asking bytes: [UInt8]) throws -> [UInt8] { try AskingFrame(bytes).encoded }
  private func again(owning bytes: [UInt8]) throws -> [UInt8] {
    try #require(try OwningFrame.read(bytes) { _ in Self.group }).encoded
  }

  @Test("Every frame is read as it was written; one that is cut off, or has a byte too many, is a fault, and none traps")
  func frames() throws {
    var faults = 0
    for (bytes, again) in Self.asking.map({ ($0.encoded, again(asking:)) }) + Self.owning.map({ ($0.encoded, again(owning:)) }) {
      #expect(try again(bytes) == bytes)
      // What a later version says behind a hello is its own affair; a goodbye, too.
      if bytes[0] != 0, bytes != OwningFrame.refused("no").encoded { #expect(throws: NodeFault.self) { try again(bytes + [0]) } }
      for length in 0..<bytes.count where (try? again(Array(bytes[..<length]))) == nil { faults += 1 }
    }
    #expect(faults > 2_000)
    // Bytes that nobody wrote.
    var generator = SeededGenerator(seed: 7)
    for bytes in Self.asking.map(\.encoded) + Self.owning.map(\.encoded) {
      for _ in 0..<100 {
        var changed = bytes
        changed[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        _ = try? again(asking: changed)
        _ = try? again(owning: changed)
      }
    }
  }

  @Test("A frame is put together from whatever pieces it comes in")
  func pieces() throws {
    let frames: [[UInt8]] = [[], [1], Array(repeating: 2, count: 300)]
    let bytes = frames.flatMap(NodeFrames.framed)
    for size in [1, 2, 3, 4, 5, 299, 304, 400] {
      var assembly = NodeFrames()
      var found: [[UInt8]] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        try Array(bytes[start..<min(bytes.count, start + size)]).withUnsafeBytes { piece in
          try assembly.take(piece, most: { 300 }) { found.append($0) }
        }
      }
      #expect(found == frames && assembly.heldBytes == 0)
    }
  }

  @Test("The answer to a command passes unread under any number; every other message, and what is not written as nodes write it, is read")
  func answers() throws {
    func written(_ message: ServerMessage) throws -> [UInt8] { try WireFormat.protobuf.encode(message) }
    let accepted = Accepted.with { ($0.commandID, $0.position, $0.revokedInviteIds) = ("रवि", 300, [String(repeating: "i", count: 200)]) }
    for content in [accepted, Accepted()] {
      for number: UInt32 in [1, 127, 128, 16_383, 16_384, .max] {
        let answer = try #require(WrittenAnswer(try written(.accepted(content, request: number))))
        #expect(answer.request == number)
        for other: UInt32 in [0, 1, 128, .max] {
          #expect(try answer.bytes(answering: other) == written(.accepted(content, request: other)))
        }
      }
    }
    for seed in 0..<500 {
      let content = try RandomMessage.of(Accepted.self, seed: UInt64(seed))
      let (number, other) = (UInt32.max >> UInt32(seed % 31), UInt32.max >> UInt32(seed % 29 + 1))
      let answer = try #require(WrittenAnswer(try written(.accepted(content, request: number))))
      #expect(answer.request == number, "seed \(seed)")
      #expect(try answer.bytes(answering: other) == written(.accepted(content, request: other)), "seed \(seed)")
    }
    let bytes = try written(.accepted(accepted, request: 1))
    #expect(WrittenAnswer(bytes + [0]) == nil && WrittenAnswer(Array(bytes.dropLast())) == nil && WrittenAnswer([]) == nil)
    for wrong in try [written(.accepted(accepted, request: 0)), written(.rejected(.notFound(), request: 1)), [8, 0x81, 0] + bytes[2...]] {
      #expect(WrittenAnswer(wrong) == nil)
      guard case .send = try NodeAnswer(frame: wrong, group: Self.group) else { throw Unexpected("it is passed on unread") }
    }
    guard case .accepted = try NodeAnswer(frame: bytes, group: Self.group) else { throw Unexpected("it is read") }
  }

  @Test("Of what is for many a node is sent the forms that its members read, and no other, once")
  func forms() throws {
    let link = try Linked()
    let connection = ConnectionID(rawValue: 7 << 32 | 9)
    let homes = [
      PeerID(connection, loop: 0), PeerID(connection, loop: 0, readsCompressed: true), PeerID(connection, loop: 0, readsFeed: true),
    ]
    for home in homes { link.give(.ask(RelayNumber(rawValue: 1), Self.group, peer: home, .nextPiece(CatchUpID(rawValue: 1)))) }
    let message = EncodedMessage(kind: "laneEvents", payload: [3], reach: nil)
    func told(_ readers: [PeerID], compressed: [UInt8] = [2]) throws -> NodeBroadcast {
      link.loop.carrier.sent = []
      let audience = link.loop.server.nodes.remotes.values.filter { readers.contains($0.home) }.map(\.peer)
      #expect(audience.count == readers.count)
      link.loop.server.tellNodes(plain: [1], compressed: compressed, message, nil, .protobuf, audience)
      guard case .broadcast(RelayNumber(rawValue: 1), let broadcast)? = try link.sent() else { throw Unexpected("nothing was told") }
      #expect(Set(broadcast.audience) == Set(readers))
      return broadcast
    }
    for (place, home) in homes.enumerated() {
      let broadcast = try told([home])
      #expect(broadcast.plain == (place == 0 ? [1] : []) && broadcast.compressed == (place == 1 ? [2] : []))
      #expect(broadcast.message?.payload == (place == 2 ? [3] : nil))
    }
    let all = try told(homes)
    #expect(all.plain == [1] && all.compressed == [2] && all.message?.payload == [3])
    // Who reads compressed reads what is not compressed, too.
    #expect(try told([homes[1]], compressed: []).plain == [1])
  }

  @Test("A peer of another node has a name that no connection has, and keeps the form in which it reads")
  func names() {
    for number: UInt64 in [1, 0xFFFF_FFFF, 1 << 32, 1 << 54] {
      let remote = PeerID(remote: number, loop: 63, likeness: Self.home)
      #expect(remote.isRemote && remote.loop == 63 && remote.readsCompressed && !remote.readsFeed)
    }
    #expect(!PeerID(ConnectionID(rawValue: UInt64(PeerID.slotsMax - 1)), loop: 0).isRemote)
    #expect(PeerID(remote: 1, loop: 0, likeness: Self.home) != PeerID(remote: 1 << 32 | 1, loop: 0, likeness: Self.home))
  }

  // MARK: Bounds

  /// A loop with a link from the node `a`, on a clock of its own.
  private struct Linked {
    let loop: LoopWithoutSockets
    let connection = ConnectionID(rawValue: 1 << 32)

    init(greets: Bool = true) throws {
      let certificates = try TestCertificates.shared.get()
      let files = TLSIdentity(certificateFile: certificates.localhost.certificate, keyFile: certificates.localhost.key)
      var configuration = ServerConfiguration(listen: [])
      configuration.nodes = NodeLinks(
        name: "b", listen: [], certificates: try NodeCertificates(files, authoritiesFile: certificates.authority.certificate))
      loop = LoopWithoutSockets(configuration)
      loop.carrier.peerNames = ["a", "b"]
      loop.server.opened(connection, address: SocketAddress(ipv4: 0x7F00_0001, port: 9), token: ServerLoop.ListenerToken.nodes)
      loop.carrier.wishes = []
      if greets { give(.hello(version: NodeVersion.current, node: "a")) }
    }

    var guest: NodeGuest? { loop.server.nodes.guests[connection] }
    /// Whether the link was ended at once.
    var isBroken: Bool { loop.carrier.wishes.contains(.close(connection, .immediately)) }

    func give(_ frame: AskingFrame) { give(bytes: NodeFrames.framed(frame.encoded)) }

    func give(bytes: [UInt8]) {
      loop.carrier.sent = []
      var bytes = bytes
      bytes.withUnsafeMutableBytes { loop.server.received($0, on: connection) }
    }

    /// What was sent since something was given.
    func sent() throws -> OwningFrame? {
      try loop.carrier.sent.isEmpty ? nil : OwningFrame.read(Array(loop.carrier.sent[4...])) { _ in NodeFrameTests.group }
    }
  }

  @Test("A link's queue takes frames up to its limit; one byte past it the link breaks")
  func queueLimit() throws {
    let most = 32 << 20
    let pong = NodeFrames.framed(OwningFrame.pong.encoded).count
    for (queued, breaks) in [(most - pong, false), (most - pong + 1, true)] {
      let link = try Linked()
      link.loop.carrier.queuedBytes = queued
      link.give(.ping)
      #expect(try link.isBroken == breaks && (link.sent() == nil) == breaks)
    }
  }

  @Test("A frame may be as long as its limit says, before the hello and behind it; one byte more breaks the link")
  func frameLimits() throws {
    // With a name in it that fills the frame.
    for (length, breaks) in [(NodeFrames.helloBytesMax, false), (NodeFrames.helloBytesMax + 1, true)] {
      let link = try Linked(greets: false)
      link.give(.hello(version: 1, node: String(repeating: "n", count: length - 9)))
      #expect(link.isBroken == breaks)
      if !breaks, case .refused(let why)? = try link.sent() { #expect(why.contains("certificate")) } else { #expect(breaks) }
    }
    for (length, breaks) in [(NodeFrames.bytesMax, false), (NodeFrames.bytesMax + 1, true)] {
      let link = try Linked()
      var writer = NodeWriter()
      writer.put(UInt32(length))
      link.give(bytes: writer.bytes)
      #expect(link.isBroken == breaks)
    }
  }

  @Test("A link over which nothing is heard breaks after its time, and not a moment before")
  func silence() throws {
    let link = try Linked()
    _ = link.loop.look(at: 9_999)
    #expect(!link.isBroken)
    _ = link.loop.look(at: 10_000)
    #expect(link.isBroken)
  }

  @Test("A node may ask of so many groups and for so many peers; with one more its link breaks")
  func askingLimits() throws {
    func ask(_ link: Linked) {
      link.give(.ask(RelayNumber(rawValue: .max), Self.group, peer: Self.home, .nextPiece(CatchUpID(rawValue: 1))))
    }
    for (others, breaks) in [(NodeTable.relaysMax - 1, false), (NodeTable.relaysMax, true)] {
      let link = try Linked()
      let guest = try #require(link.guest)
      let relay = GuestRelay(RelayNumber(rawValue: 1), Self.group, guest)
      for number in 0..<others { guest.relays[RelayNumber(rawValue: UInt32(number))] = relay }
      ask(link)
      #expect(link.isBroken == breaks)
    }
    for (others, breaks) in [(NodeTable.remotesMax - 1, false), (NodeTable.remotesMax, true)] {
      let link = try Linked()
      let relay = GuestRelay(RelayNumber(rawValue: 1), Self.group, try #require(link.guest))
      let remote = RemotePeer(PeerID(1), home: Self.home, relay)
      for number in 0..<others { link.loop.server.nodes.remotes[PeerID(UInt64(number))] = remote }
      ask(link)
      #expect(link.isBroken == breaks)
      withExtendedLifetime(relay) {}
    }
  }

  @Test("So many questions of a peer may wait to be answered; one more is answered overloaded")
  func questionLimit() throws {
    let link = try Linked()
    link.give(.ask(RelayNumber(rawValue: 1), Self.group, peer: Self.home, .nextPiece(CatchUpID(rawValue: 1))))
    let remote = try #require(link.loop.server.nodes.remotes.values.first)
    for number in 1...UInt32(RemotePeer.questionsMax + 1) {
      link.loop.carrier.sent = []
      link.loop.server.tell(
        .answer(
          .contents(ReadGroup()), GroupState(group: Self.group), Self.holder, now: .init(wall: 0, settled: 0, monotonic: 0),
          Origin(peer: remote.peer, request: number)))
      guard case .told(_, let answer, peer: Self.home)? = try link.sent() else { throw Unexpected("nothing was told") }
      switch answer {
      case .mayAnswer(number): #expect(number <= RemotePeer.questionsMax)
      case .send(let message): #expect(number == RemotePeer.questionsMax + 1 && message.rejected.code == "overloaded")
      default: throw Unexpected("something else was told")
      }
    }
  }

  @Test("A relay remembers so many requests that are answered only when they are refused, and no older ones")
  func silentLimit() throws {
    let relay = Relay(RelayNumber(rawValue: 1), to: NodePlace(name: "a", addresses: []))
    let numbers = (0..<65).compactMap { relay.ask(.tellDraft(TellDraft(), Origin(peer: Self.home, request: $0))) }
    #expect(numbers.count == 65 && relay.answered(numbers[0]) == nil && relay.answered(numbers[1])?.request.origin?.request == 1)
    #expect(relay.askedCount == 0 && relay.isIdle)
  }
}
