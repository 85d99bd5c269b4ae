import HearthClient
import HearthLoadKit
import HearthProtocol
import Histogram
import Ledger

/// Where a client sits.
struct Seat: Sendable {
  var room: Int
  var member: Int
  /// Whether it came in the end, to compare what it is given.
  var isFresh = false
}

/// All that is known of the simulated members. It is reached under the crew's lock only: by the client loop's thread
/// with every notice, and by the thread that paces the load.
struct CrewState: Sendable {
  // Limit: joins that are tried again in a run.
  private static let joinsAgainMax = 10_000

  let plan: CrewPlan
  var loop: ClientLoop?
  var seats: [ClientID: Seat] = [:]
  var rooms: [CrewRoom]
  /// Members that follow their room.
  var ready = 0
  /// Those whose code was not known when they joined.
  private var turnedAway: [Seat] = []
  private var joinsAgain = 0
  /// Rooms whose log was read and compared.
  var audited = 0
  /// Commands of each room kept in flight; 0: none leaves by itself.
  var window = 0
  /// Why the test cannot go on.
  var failure: String?
  var deliveryLatency = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  var answerLatency = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  var disconnections = 0
  /// Refusals of commands that break no rule, by code.
  var refusals: [String: Int] = [:]
  /// When the server was last started again, until its first answer.
  var restartedAt: Int64?
  /// Nanoseconds from each start to the first answer.
  var recoveries: [Int64] = []
  /// Latencies of the notice being handled, kept for their storage.
  private var latencies: [Int64] = []

  init(plan: CrewPlan) {
    self.plan = plan
    let startedAt = wallMilliseconds()
    rooms = (0..<plan.rooms).map { CrewRoom(number: $0, plan: plan, startedAt: startedAt) }
  }

  /// Whether everybody follows their room, and everything is there that the load is about.
  var isGathered: Bool { ready == rooms.count * plan.members && rooms.allSatisfy(\.isFurnished) }

  /// Sends a room's next command.
  mutating func send(room: Int, due: Int64) {
    let next = rooms[room].nextCommand(due: due, wrongOneIn: plan.wrongOneIn, narrowOneIn: plan.narrowOneIn)
    request(next, room: room)
  }

  /// The tag of a command is its number plus one; what is no command has tag 0.
  private func request(_ next: (member: Int, command: Command, number: Int), room: Int) {
    loop?.request(.command(next.command), by: rooms[room].clients[next.member], tag: UInt64(next.number) + 1)
  }

  /// A client said something.
  mutating func take(_ notice: SyncNotice, of member: ClientMember) {
    guard let seat = seats[member.id] else { return }
    if seat.isFresh { return takeFresh(notice, of: member, seat) }
    switch notice {
    case .registered(_, let token): rooms[seat.room].tokens[seat.member] = token
    case .welcome: welcome(seat)
    case .accepted(let accepted, let tag): take(accepted, tag, seat)
    case .rejected(let rejected, let tag): take(rejected, tag, seat)
    case .groupUpdated(let update): take(update, of: member, seat)
    case .disconnected:
      disconnections += 1
      rooms[seat.room].judge.disconnected(seat.member)
    case .stopped(let reason): failure = failure ?? "member \(seat.member) of room \(seat.room) was turned away: \(reason)"
    case .fault(_, let fault): rooms[seat.room].judge.violated(fault.invariant, member: seat.member, "\(fault)")
    case .unreadable(let cause): rooms[seat.room].judge.violated(.oneHistory, member: seat.member, cause)
    case .history(let page, _): take(page, of: member, seat)
    case .unsubscribed, .membershipEnded, .preview, .groups, .impact, .paymentLink, .device, .presence, .headTold, .draft, .verifying,
      .catchingUp,
      .message:
      break
    }
  }

  // MARK: Making the rooms

  private mutating func welcome(_ seat: Seat) {
    guard !rooms[seat.room].isWelcome[seat.member] else { return }
    rooms[seat.room].isWelcome[seat.member] = true
    guard seat.member == 0 else { return join(seat) }
    var create = CreateGroup()
    create.name = "Room \(seat.room)"
    create.currency = "INR"
    create.timeZone = "Asia/Kolkata"
    create.memberID = rooms[seat.room].memberIDs[0].description
    create.displayName = "Member 0"
    request(rooms[seat.room].setup(.createGroup(create), by: 0), room: seat.room)
  }

  /// Joins as soon as there is both a connection and a code.
  private mutating func join(_ seat: Seat) {
    let room = rooms[seat.room]
    let code = room.code(of: seat.member)
    guard room.isWelcome[seat.member], !code.isEmpty else { return }
    var join = JoinGroup()
    join.code = code
    join.acceptsTransparency = seat.member == room.confidences?.child ? TransparencyNotice.version : ""
    join.memberID = room.memberIDs[seat.member].description
    join.displayName = "Member \(seat.member)"
    request(rooms[seat.room].setup(.joinGroup(join), by: seat.member), room: seat.room)
  }

  /// Lets those join again whose code was not known. A server that answers before it stores does not know it at once;
  /// it is asked again, so that the test gets as far as finding that out.
  mutating func joinAgain() {
    let again = turnedAway
    turnedAway = []
    joinsAgain += again.count
    for seat in again { join(seat) }
  }

  private mutating func invite(_ seat: Seat) {
    let children = rooms[seat.room].confidences == nil ? 0 : 1
    let invites = [(Role.adult, plan.members - 1 - children), (.minor, children)].filter { $0.1 > 0 }
    for (place, (role, uses)) in invites.enumerated() {
      var create = CreateInvite()
      create.inviteID = rooms[seat.room].names.id(place, as: InviteID.self).description
      create.role = role
      create.usesMax = UInt32(uses)
      let next = rooms[seat.room].setup(.createInvite(create), by: 0)
      rooms[seat.room].invites.append(next.number)
      request(next, room: seat.room)
    }
  }

  /// Makes what a few keep among themselves, once all of them are there.
  private mutating func furnish(_ room: Int) {
    guard let confidences = rooms[room].confidences, rooms[room].unfurnished == nil, rooms[room].hasJoined.allSatisfy(\.self) else {
      return
    }
    rooms[room].unfurnished = []
    for (member, body) in confidences.beginning {
      let next = rooms[room].setup(body, by: member)
      rooms[room].unfurnished?.insert(next.number)
      request(next, room: room)
    }
  }

  private mutating func take(_ accepted: Accepted, _ tag: UInt64, _ seat: Seat) {
    let now = monotonicNanoseconds()
    if let started = restartedAt {
      recoveries.append(now - started)
      restartedAt = nil
    }
    guard tag > 0 else { return }
    let latency = rooms[seat.room].judge.accepted(
      Int(tag) - 1, lane: Lane(name: accepted.lane), position: accepted.position, isDuplicate: accepted.duplicate, by: seat.member, at: now)
    if let latency { answerLatency.record(UInt64(max(latency, 0))) }
    rooms[seat.room].unfurnished?.remove(Int(tag) - 1)
    if !accepted.inviteCode.isEmpty {
      rooms[seat.room].codes[Int(tag) - 1] = accepted.inviteCode
      let room = rooms[seat.room]
      for member in room.memberIDs.indices.dropFirst() where room.code(of: member) == accepted.inviteCode {
        join(Seat(room: seat.room, member: member))
      }
    }
    guard !rooms[seat.room].hasJoined[seat.member] else { return }
    rooms[seat.room].hasJoined[seat.member] = true
    loop?.request(.subscribe(rooms[seat.room].group), by: rooms[seat.room].clients[seat.member])
    if seat.member == 0, plan.members > 1 { invite(seat) }
    furnish(seat.room)
  }

  private mutating func take(_ rejected: Rejected, _ tag: UInt64, _ seat: Seat) {
    guard tag > 0, rooms[seat.room].hasJoined[seat.member] else {
      if tag > 0, rejected.code == RejectionCode.inviteInvalid.rawValue, joinsAgain < Self.joinsAgainMax {
        rooms[seat.room].judge.rejected(Int(tag) - 1, code: rejected.code)
        turnedAway.append(seat)
        return
      }
      failure = failure ?? "member \(seat.member) of room \(seat.room) was refused: \(rejected.code): \(rejected.cause) \(rejected.remedy)"
      return
    }
    if !rooms[seat.room].judge.isWrong(Int(tag) - 1) { refusals[rejected.code, default: 0] += 1 }
    let before = rooms[seat.room].judge.completed
    rooms[seat.room].judge.rejected(Int(tag) - 1, code: rejected.code)
    refill(seat.room, rooms[seat.room].judge.completed - before)
  }

  // MARK: Load

  private mutating func take(_ update: GroupUpdate, of member: ClientMember, _ seat: Seat) {
    let now = monotonicNanoseconds()
    let before = rooms[seat.room].judge.completed
    switch update.kind {
    case .live: break
    case .caughtUp: caughtUp(update, of: member, seat, bySnapshot: false)
    case .restarted: caughtUp(update, of: member, seat, bySnapshot: true)
    }
    for event in update.events {
      // The owner's replica reads and verifies everything; the others look at places and hashes.
      let arrival = RoomJudge.Arrival(
        lane: event.lane, position: event.position.rawValue, hash: event.hash, commandID: seat.member == 0 ? event.event.commandID : nil)
      rooms[seat.room].judge.received(arrival, by: seat.member, at: now, latencies: &latencies)
    }
    for latency in latencies { deliveryLatency.record(UInt64(max(latency, 0))) }
    latencies.removeAll(keepingCapacity: true)
    if !rooms[seat.room].isReady[seat.member] {
      rooms[seat.room].isReady[seat.member] = true
      ready += 1
    }
    refill(seat.room, rooms[seat.room].judge.completed - before)
  }

  private mutating func caughtUp(_ update: GroupUpdate, of member: ClientMember, _ seat: Seat, bySnapshot: Bool) {
    let marks = member.view(of: update.group)?.marks ?? [:]
    let starts = marks.map { lane, mark in
      (lane: lane, position: mark.position.rawValue &- UInt64(update.events.count { $0.lane == lane }))
    }
    rooms[seat.room].judge.caughtUp(seat.member, bySnapshot: bySnapshot, at: starts)
  }

  /// Sends a command for each one that is complete, if the room is to be kept busy.
  private mutating func refill(_ room: Int, _ count: Int) {
    guard window > 0, count > 0 else { return }
    let now = monotonicNanoseconds()
    for _ in 0..<count { send(room: room, due: now) }
  }
}

extension ReplicaFault {
  /// The invariant that does not hold when a client finds this.
  fileprivate var invariant: Invariant {
    switch self {
    case .gap, .repeated: .gapless
    case .hashMismatch: .chain
    case .truncated: .durable
    case .unreadable, .unexpected, .impossible: .oneHistory
    }
  }
}
