import EventStore
import HearthClient
import HearthProtocol
import Ledger
import Room

/// Watches the log grow and everything that leaves, and knows what nobody may ever see.
struct Witness {
  /// Since when somebody does not read a lane any more.
  private struct ReadingEnd {
    var instant: Int64
    /// The run of the server that was told that the commit failed, and so does not know; nil: it does.
    var unknownTo: Int?
  }

  /// What is durable, folded and verified event by event.
  private(set) var history = GroupHistory(group: Household.group)
  private(set) var log: [StoredEvent] = []
  /// Who may read what, by the same events and by rules of its own.
  private(set) var oracle = Oracle()
  /// The lanes that each person receives now, by the oracle; and those of the ledger that it was last compared with.
  private var lanesOf: [Set<Lane>]
  private var oracleVersion = 0
  private var comparedVersion = 0
  /// What each lane about a member or an account comes to behind each of its events.
  private var folded: [Lane: [LaneSnapshot]] = [:]
  /// How often each kind of event has happened, and what else is worth counting.
  private(set) var tally: [String: Int] = [:]
  /// Since when somebody keeps everything of theirs from the others.
  private var separatedSince: [String: ReadingEnd] = [:]
  /// Who may be told of an event: whoever reads its lane before it or after it.
  private var readers: [Set<Int>] = []
  /// Where in the log the events of each lane stand, by their positions from 1 on.
  private var indices: [Lane: [Int]] = [:]
  /// Behind which event somebody read a lane last, and how that has ended; nil: it has not.
  private var reading: [Lane: [Int: (last: Int, end: ReadingEnd?)]] = [:]
  /// When devices were revoked.
  private var revokedAt: [DeviceID: Int64] = [:]
  /// Where each accepted command stands.
  private var places: [String: (lane: String, position: UInt64)] = [:]
  /// Where each of them stands in the log.
  private var sequences: [String: GroupSequence] = [:]
  /// Who gave a command, and what was the last event of which anybody had heard by then that it is durable.
  private var givers: [String: (person: Int, behind: GroupSequence)] = [:]
  /// The command whose next event is the one that somebody has to be allowed to bring about.
  private var ending: String?
  /// Where the log may end: behind a whole batch (I14).
  private var ends: Set<GroupSequence> = []
  private var acknowledged = GroupSequence.start
  private var isFounded = false
  /// The alerts that have fired.
  private var alerts: Set<AlertFired> = []
  /// How often each invite may still be used.
  private var usesLeft: [String: UInt32] = [:]
  /// Who has just joined or asked to, and so has to have used an invite.
  private var joiner: String?
  /// The command by which somebody asks to join, by the member they would be; and those of whoever was declined.
  private var asked: [String: String] = [:]
  private var declined: Set<String> = []
  /// Commands that were sent over two connections at once.
  private var doubled: Set<String> = []
  /// Commands that were refused for good.
  private var refused: Set<String> = []
  /// What users were told is kept, and is not answered yet.
  private(set) var unanswered: Set<String> = []
  private(set) var acceptedCount = 0
  private(set) var rejectedCount = 0
  /// How often somebody has joined by an invite, or asked to, since the group was founded.
  private(set) var joinCount = 0
  /// What ties each person to the group, by their number.
  let holders: [HolderID]

  /// - Parameter kind: several servers take longer to hear of something.
  init(people: Int, kind: HouseholdKind) {
    late = 2 * World.inboxMillisecondsMax + (kind.servers > 1 ? World.nodesMillisecondsMax : 0)
    revocationLate = late + (kind.servers > 1 ? World.endingMillisecondsMax : 0)
    holders = (0..<people).map { HolderID(identity: Household.identity($0), group: Household.group) }
    lanesOf = Array(repeating: [], count: people)
  }

  func head(of lane: Lane) -> UInt64 { history.head(of: lane).position.rawValue }

  /// The hashes of all lanes.
  var heads: [UInt8] { ([.shared, .admin, .income] + folded.keys.sorted()).flatMap { history.head(of: $0).hash.bytes } }

  /// The disk of a server that is started again has all that it ever had.
  func requireWhole(_ disk: InMemoryStore) throws {
    let stored = try disk.read(Household.group, after: .start, limit: .max)
    guard stored.count >= log.count, stored.prefix(log.count).elementsEqual(log) else {
      throw Broken(description: "the log has lost or changed some of its \(log.count) events; it has \(stored.count)")
    }
    guard let last = stored.last, ends.contains(last.sequence) else {
      throw Broken(description: "the log ends within a batch, behind \(stored.count) events")
    }
  }

  /// Batches are on their way to the disk, each of which it may have or not have, and never in part.
  mutating func begun(_ batches: [AppendBatch]) {
    ends.formUnion(batches.compactMap(\.events.last?.sequence))
  }

  /// Folds in what the disk has more.
  ///
  /// - Parameter run: of the server that takes the commit by which it came for failed, and ends; nil: there is none.
  mutating func look(at disk: InMemoryStore, now: Int64, unknownTo run: Int? = nil) throws {
    defer {
      if !isFounded { ends.insert(history.sequence) }
      isFounded = true
    }
    let begun = ReadingEnd(instant: now, unknownTo: run)
    for event in try disk.read(Household.group, after: history.sequence, limit: .max) {
      var allowed = readers(of: event.lane)
      let read = try Event(serializedBytes: event.bytes)
      try requireOnce(read)
      try requireUse(read)
      try requireGiven(read, event.sequence)
      try history.fold(event)
      try history.state.requireSound()
      try history.state.requireBalances()
      tally[read.kind, default: 0] += 1
      try oracle.take(read, in: event.lane)
      noteSeparation(read, begun)
      noteLanes()
      allowed.formUnion(readers(of: event.lane))
      readers.append(allowed)
      indices[event.lane, default: []].append(log.count)
      noteReading(begun)
      log.append(event)
      noteFolded(event)
      guard read.commandDigest != 0 else { continue }
      guard !refused.contains(read.commandID) else { throw Broken(description: "\(read.commandID) was refused and is in the log now") }
      guard places.updateValue((event.lane.name, event.position.rawValue), forKey: read.commandID) == nil else {
        throw Broken(description: "command \(read.commandID) is in the log twice")
      }
      sequences[read.commandID] = event.sequence
    }
    // The disk has whole batches.
    try oracle.endBatch()
    noteLanes()
    noteReading(begun)
    try requireAgreement()
  }

  /// An alert fires once for a budget, a period and a threshold (SPEC BU-08).
  private mutating func requireOnce(_ event: Event) throws {
    guard case .alertFired(var alert) = event.body else { return }
    (alert.spentMinor, alert.limitMinor) = (0, 0)
    guard alerts.insert(alert).inserted else {
      throw Broken(description: "the alert of budget \(alert.budgetID) at \(alert.basisPoints) fires a second time in \(alert.periodStart)")
    }
  }

  /// A person who joins, or asks to, uses an invite, and each is used as often as it may be (I13).
  private mutating func requireUse(_ event: Event) throws {
    if let joiner {
      guard case .inviteUsed(let used) = event.body, used.memberID == joiner else {
        throw Broken(description: "\(joiner) has joined without an invite")
      }
    }
    joiner = nil
    switch event.body {
    case .joinRequested(let requested): asked[requested.memberID] = event.commandID
    case .joinDeclined(let ended): if let command = asked[ended.memberID] { declined.insert(command) }
    case .inviteCreated(let created): usesLeft[created.inviteID] = created.usesMax
    case .inviteUsed(let used):
      guard let left = usesLeft[used.inviteID], left > 0 else {
        throw Broken(description: "invite \(used.inviteID) is used more often than it may be")
      }
      usesLeft[used.inviteID] = left - 1
      if isFounded { joinCount += 1 }
    default: break
    }
    // What somebody makes of themselves; who is let in by others has used an invite before.
    if isFounded, event.commandDigest != 0, event.joiningMember == event.memberID { joiner = event.memberID }
  }

  /// A command is accepted from whoever gave it, if they may, and stands behind all that anybody had an answer to when
  /// it was given.
  private mutating func requireGiven(_ event: Event, _ sequence: GroupSequence) throws {
    // What made the household was given by nobody.
    guard isFounded else { return }
    if let ending, event.commandID != ending { throw Broken(description: "\(ending) ends something by nothing that would end it") }
    guard event.commandDigest != 0 || ending != nil else { return }
    // What ends with a role or a membership stands before the event that ends these, which is the one that has to be
    // allowed.
    let isEnding = oracle.isEnding(event)
    ending = isEnding ? event.commandID : nil
    guard !isEnding else { return }
    guard let (person, behind) = givers[event.commandID] else { throw Broken(description: "nobody gave \(event.commandID)") }
    if let member = oracle.member(holding: holders[person].bytes), member == event.memberID {
      guard oracle.allows(event, by: member) || event.isApproval(in: history.state) && oracle.lanes(of: member).contains(.admin) else {
        throw Broken(description: "\(event.commandID) was accepted from person \(person), who may not do that: \(event.kind)")
      }
      let isEnd = if case .separationEnded = event.body { true } else { false }
      guard isEnd || !oracle.separated.contains(member) else {
        throw Broken(description: "\(event.commandID) was accepted from person \(person), who is separated (SPEC SE-02)")
      }
    } else {
      guard event.isJoining(of: holders[person], in: history.state) else {
        throw Broken(description: "\(event.commandID) of person \(person) was accepted from \(event.memberID)")
      }
    }
    guard sequence > behind else {
      throw Broken(description: "\(event.commandID) stands at \(sequence), and was given when \(behind) had been acknowledged")
    }
  }

  private mutating func noteReading(_ end: ReadingEnd) {
    for person in holders.indices {
      let present = lanesOf[person]
      for lane in present { reading[lane, default: [:]][person] = (log.count, nil) }
      for lane in reading.keys where !present.contains(lane) {
        guard let (last, former) = reading[lane]?[person], former == nil else { continue }
        if lane.subject != nil { tally["narrow lane lost", default: 0] += 1 }
        reading[lane]?[person] = (last, end)
      }
    }
  }

  /// Who receives a lane now.
  func readers(of lane: Lane) -> Set<Int> { Set(holders.indices.filter { lanesOf[$0].contains(lane) }) }

  /// Whether somebody has received a lane and does so no more.
  func hasLost(_ lane: Lane, _ person: Int) -> Bool { reading[lane]?[person]?.end != nil }

  private mutating func noteSeparation(_ event: Event, _ begun: ReadingEnd) {
    switch event.body {
    case .separated: separatedSince[event.memberID] = begun
    case .separationEnded: separatedSince[event.memberID] = nil
    default: break
    }
  }

  private mutating func noteLanes() {
    guard oracle.version != oracleVersion else { return }
    oracleVersion = oracle.version
    for (person, holder) in holders.enumerated() {
      lanesOf[person] = oracle.member(holding: holder.bytes).map { oracle.lanes(of: $0) } ?? []
    }
  }

  private mutating func noteFolded(_ event: StoredEvent) {
    guard event.lane.subject != nil else { return }
    var snapshot = history.state.snapshot(of: event.lane)
    (snapshot.position, snapshot.head) = (event.position.rawValue, .init(event.hash.bytes))
    folded[event.lane, default: []].append(snapshot)
  }

  /// Behind a whole batch the ledger lets the same people read the same lanes as the oracle.
  private mutating func requireAgreement() throws {
    guard comparedVersion != oracle.version else { return }
    comparedVersion = oracle.version
    for (person, holder) in holders.enumerated() {
      let lanes = Set(history.state.member(holding: holder).map { history.state.lanes(readableBy: $0.id) } ?? [])
      guard lanes != lanesOf[person] else { continue }
      let (more, less) = (lanes.subtracting(lanesOf[person]).sorted(), lanesOf[person].subtracting(lanes).sorted())
      throw Broken(description: "the ledger lets person \(person) read \(more), who may not, and keeps \(less) from them")
    }
  }

  // MARK: What leaves

  /// How late a loop may learn of what is durable, in milliseconds: a commit is told to the loop of the room, and what
  /// it means to another one.
  private let late: Int64
  /// The same of devices.
  private let revocationLate: Int64

  /// A device lets nobody in any more.
  mutating func revoked(_ device: DeviceID, at instant: Int64) { revokedAt[device] = instant }

  func isRevoked(_ person: Int, _ device: Int) -> Bool { revokedAt[Household.device(person, device)] != nil }

  /// An event is on its way to somebody: it is durable, and theirs to know.
  func requireReader(_ wire: Wire, of event: LaneEvent, lane name: String, at now: Int64) throws {
    guard let lane = Lane(name: name), let index = indices[lane]?.dropFirst(Int(event.position) - 1).first,
      log[index].hash.bytes.elementsEqual(event.hash)
    else { throw Broken(description: "event \(event.position) of lane \(name) leaves before it is durable") }
    if readers[index].contains(wire.person), !isEnded(lane, wire, now) { return try requireDevice(wire, now) }
    try requireReader(wire, of: lane, behind: index, at: now)
  }

  /// What a lane is from a position on, or what a member tells of it, is on its way to somebody.
  func requireReader(_ wire: Wire, of name: String, from position: UInt64, at now: Int64) throws {
    guard let lane = Lane(name: name) else { throw Broken(description: "there is no lane \(name)") }
    let index = position == 0 ? 0 : indices[lane]?.dropFirst(Int(position) - 1).first
    guard let index else { throw Broken(description: "lane \(name) at \(position) leaves before it is durable") }
    try requireReader(wire, of: lane, behind: index, at: now)
  }

  /// A snapshot of a lane about a member or an account is what the lane's events come to.
  mutating func requireFolded(_ part: SnapshotPart, by person: Int) throws {
    // Parts are not put together here: what the client makes of them is looked at when all is at rest.
    guard part.last, part.things == 0, part.snapshot.position > 0, let lane = Lane(name: part.snapshot.lane), lane.subject != nil else {
      return
    }
    guard folded[lane]?.dropFirst(Int(part.snapshot.position) - 1).first == part.snapshot else {
      throw Broken(description: "the snapshot of \(lane) at \(part.snapshot.position) to person \(person) is not what its events come to")
    }
    tally["narrow snapshot", default: 0] += 1
  }

  /// The group has gone from one server to another while both ran.
  mutating func moved() { tally["moved", default: 0] += 1 }

  /// A plan is reckoned beside the loop.
  mutating func planned() { tally["plan", default: 0] += 1 }

  /// A member is told to somebody as one who is there. Of those who are separated nobody learns that.
  func requireShown(_ member: String, on wire: Wire, at now: Int64) throws {
    guard let since = separatedSince[member] else { return }
    guard wire.serverRun == since.unknownTo || now - since.instant <= late else {
      throw Broken(description: "person \(wire.person) is told that \(member) is there, who is separated (SPEC SE-01)")
    }
  }

  /// Whether somebody does not read a lane, and the server's loops have had the time to learn that.
  private func isEnded(_ lane: Lane, _ wire: Wire, _ now: Int64) -> Bool {
    guard let end = reading[lane]?[wire.person]?.end else { return false }
    return wire.serverRun != end.unknownTo && now - end.instant > late
  }

  /// They have read the lane at some time since the event, and do so still.
  private func requireReader(_ wire: Wire, of lane: Lane, behind index: Int, at now: Int64) throws {
    guard let (last, _) = reading[lane]?[wire.person], last >= index, !isEnded(lane, wire, now) else {
      throw Broken(description: "what is of lane \(lane) leaves to person \(wire.person), who does not read it")
    }
    try requireDevice(wire, now)
  }

  func requireDevice(_ wire: Wire, _ now: Int64) throws {
    guard let instant = revokedAt[Household.device(wire.person, wire.device)] else { return }
    guard now - instant <= revocationLate else {
      throw Broken(description: "something leaves to person \(wire.person), whose device is revoked")
    }
  }

  // MARK: What clients hear

  mutating func given(_ command: Command, by person: Int) {
    unanswered.insert(command.id)
    givers[command.id] = (person, acknowledged)
  }

  /// A command is sent over a second connection too.
  mutating func givenAgain(_ command: Command) { doubled.insert(command.id) }

  /// The answer over the second connection. It is the one that the first one has or will have, or one of them was
  /// refused first.
  func acceptedAgain(_ answer: Accepted) throws { try requirePlace(answer) }

  /// - Parameter view: what whoever has the answer sees of the group; nil if they do not follow it.
  mutating func accepted(_ answer: Accepted, seenIn view: GroupView?, by person: Int) throws {
    unanswered.remove(answer.commandID)
    acceptedCount += 1
    acknowledged = max(acknowledged, sequences[answer.commandID] ?? .start)
    try requirePlace(answer)
    if let view, let lane = Lane(name: answer.lane), let mark = view.marks[lane], mark.position.rawValue < answer.position {
      throw Broken(description: "person \(person) has the answer to \(answer.commandID), and does not see it yet (SPEC CM-07)")
    }
  }

  private func requirePlace(_ answer: Accepted) throws {
    guard let place = places[answer.commandID] else {
      throw Broken(description: "\(answer.commandID) was acknowledged and is not durable")
    }
    // A person who does not receive the lane any more is not told where in it their command stands (SPEC LN-03).
    let isHidden = place.lane != Lane.shared.name && answer.lane.isEmpty
    guard isHidden || place == (answer.lane, answer.position) else {
      throw Broken(description: "\(answer.commandID) stands at \(place) and was answered with \(answer.lane) \(answer.position)")
    }
  }

  /// The group's server has died, and nobody knows what it has refused.
  mutating func forgetRefusals() { refused.removeAll() }

  mutating func rejected(_ command: String) throws {
    unanswered.remove(command)
    rejectedCount += 1
    if !doubled.contains(command) { refused.insert(command) }
    // Refused over one connection it may have been accepted over the other, later. A person who was declined is a
    // stranger again (SPEC IN-09).
    guard places[command] == nil || doubled.contains(command) || declined.contains(command) else {
      throw Broken(description: "\(command) stands in the log and was refused")
    }
  }

  // MARK: At rest

  func finish(_ clients: [SimulatedClient], _ disk: InMemoryStore) throws {
    func require(_ condition: Bool, _ what: String) throws {
      if !condition { throw Broken(description: what) }
    }
    try require(unanswered.isEmpty, "\(unanswered.count) commands were never answered: \(unanswered.sorted().prefix(3))")
    for client in clients {
      guard let member = history.state.member(holding: holders[client.person]) else { continue }
      guard let view = client.core.view(of: Household.group) else { throw Broken(description: "person \(client.person) sees nothing") }
      let lanes = lanesOf[client.person]
      try require(
        view.member == member.id && Set(view.marks.keys) == lanes,
        "person \(client.person) holds \(view.marks.keys.sorted()) instead of \(lanes.sorted())")
      for lane in lanes.sorted() {
        let head = history.head(of: lane)
        try require(
          view.marks[lane]?.position == head.position && view.marks[lane]?.hash == head.hash,
          "person \(client.person) stands elsewhere in \(lane) than the log")
        try require(
          view.state.snapshot(of: lane) == history.state.snapshot(of: lane), "person \(client.person) holds another \(lane) than the log")
      }
    }
    try requireLoaded(disk)
    let replayed = try GroupHistory.replay(Household.group, from: disk).storedSnapshot()?.bytes
    try require(replayed == history.storedSnapshot()?.bytes, "replay gives another history")
  }

  /// What is read from the newest snapshot and the events behind it is what was folded event by event (I8).
  func requireLoaded(_ disk: InMemoryStore) throws {
    guard try GroupHistory.load(Household.group, from: disk).storedSnapshot()?.bytes == history.storedSnapshot()?.bytes else {
      throw Broken(description: "loading gives another history")
    }
  }
}
