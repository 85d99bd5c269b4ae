import EventStore
import HearthProtocol
import Ledger
import Room

@testable import HearthServer

/// The real room host between a simulated disk and simulated connections: what `ServerLoop` is in the server.
final class SimulatedServer: RoomShell {
  private final class Session {
    let wire: Wire
    var person: Int?
    var asker: Asker?
    var number = SubscriptionNumber()
    var hasBegun = false
    /// Whether it may be told of the group (SPEC ER-04).
    var knowsGroup = false
    /// Whether the directory is asked something for it; what comes meanwhile waits.
    var isPutOff = false
    var waiting: [ClientMessage] = []

    init(_ wire: Wire) { self.wire = wire }
  }

  let run: Int
  private unowned let world: World
  private var sessions: [UInt64: Session] = [:]
  private(set) lazy var host = RoomHost(shell: self, limits: RoomHost.Limits(), purges: false) { [unowned world] in world.bytes(32) }
  private var turnIsDue = false

  init(run: Int, world: World) {
    self.run = run
    self.world = world
  }

  private var settledClock = SettledClock()

  private var now: RoomHost.Instant {
    let settled = settledClock.read(ClockReading(wall: world.wall, steady: world.now))
    return RoomHost.Instant(wall: world.wall, settled: settled, monotonic: world.now)
  }

  /// A turn ends after all input of its instant.
  private func input(_ body: () -> Void) {
    body()
    guard !turnIsDue else { return }
    turnIsDue = true
    world.later(0) { [self] in
      turnIsDue = false
      host.turnDue(now: now)
      host.endTurn(now: now)
    }
  }

  // MARK: Connections

  func connected(_ wire: Wire) { sessions[wire.number] = Session(wire) }

  func disconnected(_ wire: Wire) {
    guard sessions.removeValue(forKey: wire.number) != nil else { return }
    input { if world.fault != .forgetsDepartures { host.disconnected(PeerID(wire.number)) } }
  }

  /// What is there although nobody is.
  var leftovers: [String] {
    [
      sessions.isEmpty ? nil : "a session", host.peers.isEmpty ? nil : "a reader", host.roomCount == 0 ? nil : "a room",
      turnIsDue ? "a turn" : nil,
    ].compactMap(\.self)
  }

  func received(_ bytes: [UInt8], on wire: Wire) throws {
    guard let session = sessions[wire.number] else { return }
    let message = try WireFormat.protobuf.decode(ClientMessage.self, from: bytes)
    if session.isPutOff { session.waiting.append(message) } else { try handle(message, session) }
  }

  private func handle(_ message: ClientMessage, _ session: Session) throws {
    let peer = PeerID(session.wire.number)
    let origin = Origin(peer: peer, request: message.request)
    if case .hello(let hello) = message.body {
      guard let person = Household.person(of: hello.token) else { throw Broken(description: "a client says hello with \(hello.token)") }
      session.person = person
      session.asker = Asker(identity: Household.identity(person), group: Household.group)
      var welcome = ServerMessage()
      welcome.request = message.request
      welcome.welcome.identityID = Household.identity(person).description
      return send(welcome, to: peer)
    }
    guard let asker = session.asker else { throw Broken(description: "a client asks before it has logged in") }
    switch message.body {
    case .command(let command):
      var asker = asker
      if world.fault == .confusesMembers, world.chance(20) {
        asker = Asker(identity: Household.identity(Int(world.word() % UInt64(world.clients.count))), group: Household.group)
      }
      var submission = Submission(command: command, asker: asker, origin: origin)
      if case .joinGroup(let join) = command.body { return findInvite(join.code, submission, session) }
      if case .createInvite(let create) = command.body, let invite = InviteID(create.inviteID) {
        submission.newCode = Household.codes.code(group: Household.group, invite: invite)
      }
      ask(.submit(submission), for: asker.identity, session)
    case .subscribe(var subscribe):
      if world.fault == .resumesOneTooFar {
        for index in subscribe.cursors.indices where subscribe.cursors[index].lane == Lane.shared.name {
          subscribe.cursors[index].position = min(subscribe.cursors[index].position + 1, world.witness.head(of: .shared))
        }
      }
      session.number = session.number.next
      let request = RoomRequest.subscribe(subscribe, asker: asker, origin: origin, format: .protobuf, session.number)
      ask(request, for: asker.identity, session)
    case .tellHeads(let told): ask(.tell(told, origin), for: asker.identity, session)
    case .unsubscribe: input { host.take(.unsubscribe(origin, session.number), for: Household.group, now: now) }
    default: throw Broken(description: "nobody in a simulation asks \(message)")
    }
  }

  // MARK: The directory

  /// Handles nothing more of what a session sends until the directory has been asked.
  private func lookUp(for session: Session, _ body: @escaping () throws -> Void) {
    session.isPutOff = true
    world.later(world.milliseconds(1...20)) { [self] in
      guard world.isRunning(self), sessions[session.wire.number] === session else { return }
      session.isPutOff = false
      try body()
      while !session.isPutOff, !session.waiting.isEmpty { try handle(session.waiting.removeFirst(), session) }
    }
  }

  private func ask(_ request: RoomRequest, for identity: IdentityID, _ session: Session) {
    guard !session.knowsGroup else { return input { host.take(request, for: Household.group, now: now) } }
    lookUp(for: session) { [self] in
      session.knowsGroup = try world.disk.knows(Household.group, identity)
      input {
        if session.knowsGroup {
          host.take(request, for: Household.group, now: now)
        } else {
          host.refuse(request, of: Household.group, .notFound())
        }
      }
    }
  }

  private func findInvite(_ code: String, _ submission: Submission, _ session: Session) {
    lookUp(for: session) { [self] in
      var submission = submission
      guard let location = try world.disk.invite(codeHash: Household.codes.hash(ofTyped: code) ?? []) else {
        return input { host.refuse(.submit(submission), of: Household.group, Rejected(.inviteInvalid)) }
      }
      submission.invite = location.invite
      session.knowsGroup = true
      input { host.take(.submit(submission), for: location.group, now: now) }
    }
  }

  // MARK: The disk

  func append(_ batches: [AppendBatch]) {
    world.commit(batches) { [self] outcomes in
      guard world.isRunning(self) else { return }
      input { host.committed(outcomes) }
    }
  }

  func load(_ group: GroupID) {
    world.later(world.milliseconds(1...20)) { [self] in
      guard world.isRunning(self) else { return }
      let result = Result { () throws(LoadFailure) in try world.load() }
      if case .failure(let failure) = result { world.violation("a group cannot be opened: \(failure)") }
      input { host.loaded(group, result, now: now) }
    }
  }

  func gather(_ work: CatchUpWork, group: GroupID) {
    world.later(world.milliseconds(1...20)) { [self] in
      guard world.isRunning(self) else { return }
      do {
        let (tail, found) = try work.gather(from: world.disk)
        var snapshots = found
        if world.fault == .stalesSnapshot {
          for index in snapshots.indices where !snapshots[index].shared.entryRows.isEmpty { snapshots[index].shared.entryRows.removeLast() }
        }
        input { host.gathered(work.id, of: group, tail: tail, snapshots: snapshots) }
      } catch {
        world.violation("a catch-up cannot be read: \(error)")
      }
    }
  }

  func saveSnapshot(_ history: GroupHistory) {
    world.later(world.milliseconds(1...200)) { [self] in
      guard world.isRunning(self), let snapshot = history.storedSnapshot() else { return }
      try? world.disk.saveSnapshot(snapshot)
    }
  }

  // MARK: To the members

  /// The audience and everybody else who follows, in the members' own order, so that the same seed gives the same life.
  private func withOthers(_ audience: [PeerID]) -> [PeerID] {
    let others = sessions.values.filter { $0.hasBegun }.map { PeerID($0.wire.number) }
    return audience + others.filter { !audience.contains($0) }.sorted { $0.rawValue < $1.rawValue }
  }

  /// What the last person is shown instead of the log, if the server is at fault.
  private func fork(for session: Session?) -> Fork? {
    guard world.fault == .forksHistory, session?.person == world.founders - 1 else { return nil }
    return Fork(of: world.witness.log)
  }

  private func transmit(_ payload: [UInt8]?, to peer: PeerID) {
    guard let payload, let session = sessions[peer.rawValue] else { return }
    world.send(payload, toClientOf: session.wire)
  }

  func send(_ message: ServerMessage, to peer: PeerID) {
    var message = message
    if world.fault == .answersElsewhere, case .accepted = message.body, world.chance(3) { message.accepted.position += 1 }
    transmit(try? WireFormat.protobuf.encode(message), to: peer)
  }

  func send(_ start: CatchUpStart, to origin: Origin) {
    sessions[origin.peer.rawValue]?.hasBegun = true
    var answer = ServerMessage()
    answer.request = origin.request
    answer.subscribed = start.subscribed
    transmit(try? WireFormat.protobuf.encode(answer), to: origin.peer)
    let fork = fork(for: sessions[origin.peer.rawValue])
    for snapshot in start.snapshots {
      let snapshot = fork?.instead(of: snapshot) ?? snapshot
      world.witness.requireReader(sessions[origin.peer.rawValue]?.person, of: snapshot.lane, world)
      for part in snapshot.parts(group: start.group) { transmit(try? WireFormat.protobuf.encode(part), to: origin.peer) }
    }
    for (lane, events) in start.events where !events.isEmpty {
      world.witness.requireReader(sessions[origin.peer.rawValue]?.person, of: lane.name, world)
      for event in events { world.witness.requireDurable(event.stored, world) }
      let payload =
        fork?.encode(events, lane: lane, group: start.group, format: .protobuf)
        ?? EventEncoding.encode(events, lane: lane, group: start.group, format: .protobuf)
      transmit(payload, to: origin.peer)
    }
  }

  func fanOut(_ events: [CommittedEvent], lane: Lane, group: GroupID, format: WireFormat, audience: [PeerID]) {
    let isLeaky = world.fault == .ignoresRemoval || world.fault == .leaksLane && lane != .shared
    let sound = EventEncoding.encode(events, lane: lane, group: group, format: format)
    for peer in isLeaky ? withOthers(audience) : audience {
      guard let session = sessions[peer.rawValue] else { continue }
      for event in events { world.witness.requireReader(session.person, of: event.stored, world) }
      let payload = fork(for: session)?.encode(events, lane: lane, group: group, format: format) ?? sound
      if world.fault == .dropsEvent, world.chance(8) { continue }
      if world.fault == .swapsEvents, world.chance(6), let payload {
        world.hold(payload, toClientOf: session.wire)
      } else {
        transmit(payload, to: peer)
      }
      if world.fault == .repeatsEvent, world.chance(8) { transmit(payload, to: peer) }
    }
  }

  func fanOut(_ message: ServerMessage, format: WireFormat, audience: [PeerID]) {
    let payload = try? format.encode(message)
    let audience = world.fault == .leaksHeads ? withOthers(audience) : audience
    for peer in audience {
      guard let session = sessions[peer.rawValue] else { continue }
      if case .headTold(let told) = message.body { world.witness.requireReader(session.person, of: told.head.lane, world) }
      transmit(payload, to: peer)
    }
  }

  func endSubscription(of peer: PeerID, to group: GroupID, _ reason: SubscriptionEnd, closes: Bool) {
    if world.fault == .ignoresRemoval { return }
    var message = ServerMessage()
    message.subscriptionEnded.groupID = group.description
    message.subscriptionEnded.reason = reason
    transmit(try? WireFormat.protobuf.encode(message), to: peer)
    if closes { close(peer, 4003) }
  }

  func drop(_ peer: PeerID) { close(peer, 1013) }

  private func close(_ peer: PeerID, _ code: UInt16) {
    guard let session = sessions[peer.rawValue] else { return }
    world.close(session.wire, code)
  }

  func refuseDamaged(_ refusal: ServerMessage, group: GroupID, to peer: PeerID) { world.violation("the group is said to be damaged") }
  func forgetDamaged(_ group: GroupID, now: Int64) { world.violation("the group is said to be damaged") }

  // What nobody asks for here.
  func unfollowed(_ group: GroupID, _ number: SubscriptionNumber, by peer: PeerID) {}
  func noteDue(_ group: GroupID, at instant: Int64?, now: Int64) {}
  func purge(_ group: GroupID, now: Int64) { world.violation("nobody asked for a deletion") }
  func readHistory(_ request: HistoryRequest, origin: Origin) { world.violation("nobody asked for history") }
  func answer(_ question: Question, of state: GroupState, for holder: HolderID, now: Int64, origin: Origin) {}
  func attachment(_ access: AttachmentAccess, for peer: PeerID) {}
  func listed(_ summary: GroupSummary?, of group: GroupID, in listing: ListingNumber, to peer: PeerID) {}
}
