import HearthProtocol

/// Judges one room by what its members sent and received.
///
/// It believes nobody: not the server, nor the client library, whose checks it repeats. It has no clock and no sockets;
/// whoever drives the members tells it everything that happens, in order, and reads the whole log to it in the end.
public struct RoomJudge: Sendable {
  /// An event as a member received it.
  public struct Arrival: Sendable {
    /// Its lane.
    public var lane: Lane
    /// Its place there.
    public var position: UInt64
    /// The chain after it.
    public var hash: LaneHash?
    /// The id of its command; nil for a member that does not read what it receives.
    public var commandID: String?

    /// Makes an arrival of its parts.
    public init(lane: Lane, position: UInt64, hash: LaneHash?, commandID: String?) {
      self.lane = lane
      self.position = position
      self.hash = hash
      self.commandID = commandID
    }
  }

  /// The room's number.
  public let room: Int
  /// How many members it has; the first is the owner.
  public let members: Int
  /// Names the room's commands.
  public let names: CommandNames
  /// What did not hold.
  public internal(set) var book = ViolationBook()
  /// Events received, over all members.
  public internal(set) var deliveries = 0
  /// Load commands that need nothing more: rejected, or received by every member. Those in narrower lanes do not count.
  public internal(set) var completed = 0
  /// Commands accepted.
  public internal(set) var accepted = 0
  /// Commands rejected.
  public internal(set) var rejected = 0
  /// Answers that said the command had been accepted before.
  public internal(set) var duplicates = 0
  /// Reconnections that were given what was missing.
  public internal(set) var resumedByTail = 0
  /// Reconnections that were given a snapshot.
  public internal(set) var resumedBySnapshot = 0

  /// Acknowledged commands that the log does not hold.
  public internal(set) var lost = 0

  var commands: [CommandRecord] = []
  var shared: LaneRecord
  var admin: LaneRecord
  var income: LaneRecord
  /// Of lanes that are about a member or an account.
  var narrower: [Lane: LaneRecord] = [:]
  /// What is to be known of these besides.
  var narrow: [Lane: NarrowRecord] = [:]
  /// Who may receive what; nil: nothing of it is judged.
  var oracle: LaneOracle?
  var account = Account()
  /// Whether each member is subscribed: its catch-up is complete and its connection was not lost since.
  var isSubscribed: [Bool]
  /// The highest acknowledged position of each lane.
  var acknowledged: [Lane: UInt64] = [:]
  /// Arrivals whose command is not known yet: nobody who reads has received the event.
  private var early: [(position: UInt64, at: Int64)] = []

  /// Up to so many missing events come as events (Protocol/SPEC.md, SB-04).
  public static let tailEventsMax: UInt64 = 2_000

  /// Makes the judge of an empty room.
  ///
  /// - Parameter oracle: who may receive what; nil: that is not judged.
  public init(room: Int, members: Int, names: CommandNames, oracle: LaneOracle? = nil) {
    self.oracle = oracle
    self.room = room
    self.members = members
    self.names = names
    shared = LaneRecord(members: members)
    admin = LaneRecord(members: members)
    income = LaneRecord(members: members)
    isSubscribed = Array(repeating: false, count: members)
  }

  /// Commands so far; the number of the next one.
  public var issued: Int { commands.count }

  /// Whether everything is answered and every member has all that any member has.
  public var isQuiet: Bool {
    unanswered == 0 && shared.cursors.allSatisfy { $0 == shared.head }
      && narrower.values.allSatisfy(\.isEven)
  }

  /// Whether the command breaks a rule, so that its refusal is right.
  public func isWrong(_ number: Int) -> Bool { commands.indices.contains(number) && commands[number].purpose == .wrong }

  /// Commands without an answer.
  public var unanswered: Int { commands.count - accepted - rejected }

  /// A command is about to be sent.
  ///
  /// - Parameter due: when it should leave, in nanoseconds; latencies count from there.
  /// - Returns: its number, whose id `names` gives.
  public mutating func issue(_ purpose: CommandPurpose, by member: Int, due: Int64) -> Int {
    var command = CommandRecord(purpose: purpose, sender: member, due: due, floor: 0)
    command.floor = command.lanes.first.flatMap { acknowledged[$0] } ?? 0
    commands.append(command)
    return commands.count - 1
  }

  /// A member's connection is gone; until it has caught up it is no subscriber, and may be answered before it has the
  /// events.
  public mutating func disconnected(_ member: Int) { isSubscribed[member] = false }

  /// A member's catch-up is complete: it received nothing of what lies up to these positions, or, after a reconnection,
  /// what was missing follows as arrivals. A connection that was not lost goes on with other lanes (SPEC SB-08).
  public mutating func caughtUp(_ member: Int, bySnapshot: Bool, at positions: [(lane: Lane, position: UInt64)]) {
    let wasSubscribed = isSubscribed[member]
    isSubscribed[member] = true
    let isFirst = shared.cursors[member] == nil
    let gained = noteNarrow(positions, of: member)
    if isFirst {
      for (lane, position) in positions { self[lane].cursors[member] = position }
      return
    }
    guard !wasSubscribed else { return goOn(member, at: positions, gained: gained) }
    guard bySnapshot else {
      resumedByTail += 1
      return
    }
    resumedBySnapshot += 1
    let missing = positions.reduce(0) { $0 + $1.position - min(self[$1.lane].cursors[member] ?? 0, $1.position) }
    // A lane that is new comes by a snapshot, whatever the others come by.
    if missing <= Self.tailEventsMax, missing > 0 || gained.isEmpty {
      report(.gapless, "member \(member) came back with its cursors, missed \(missing) events, and was given a snapshot")
    }
    for (lane, position) in positions { self[lane].cursors[member] = position }
  }

  /// A member received an event.
  ///
  /// - Parameter latencies: delivery latencies of load commands that became known are appended, in nanoseconds.
  public mutating func received(_ arrival: Arrival, by member: Int, at now: Int64, latencies: inout [Int64]) {
    deliveries += 1
    let (lane, position) = (arrival.lane, arrival.position)
    requireReader(member, of: lane, position)
    if lane.subject != nil { narrow[lane, default: NarrowRecord(members: members)].events[member].insert(position) }
    let cursor = self[lane].cursors[member] ?? 0
    guard position == cursor &+ 1 else {
      report(.gapless, "member \(member) stood at \(cursor)", lane, position, id(at: position, in: lane))
      return
    }
    guard let index = self[lane].place(position) else {
      report(.oneHistory, "no history is that long", lane, position)
      return
    }
    self[lane].cursors[member] = position
    if !self[lane].agree(on: arrival.hash, at: index) {
      report(.oneHistory, "member \(member) received another hash than others before it", lane, position, id(at: position, in: lane))
    }
    if self[lane].arrivals[index] < .max { self[lane].arrivals[index] += 1 }
    if let text = arrival.commandID { learn(text, lane, position, index, by: member) }
    guard lane == .shared else { return }
    note(position, index, at: now, &latencies)
  }

  /// A member that reads received the event of a command.
  private mutating func learn(_ text: String, _ lane: Lane, _ position: UInt64, _ index: Int, by member: Int) {
    guard let number = names.number(of: text), commands.indices.contains(number) else {
      report(.oneHistory, "nobody sent the command \(text)", lane, position)
      return
    }
    let known = self[lane].commands[index]
    if known != 0 && known != UInt32(number + 1) {
      report(.oneHistory, "member \(member) received the event of another command than others", lane, position, names.id(number))
    }
    self[lane].commands[index] = UInt32(number + 1)
    if commands[number].purpose == .wrong || commands[number].outcome == .rejected {
      report(.rejectedAbsent, "a refused command has an event", lane, position, names.id(number))
    }
  }

  /// Notes the latency of an arrival, now or when its command is known, and whether its command is complete.
  private mutating func note(_ position: UInt64, _ index: Int, at now: Int64, _ latencies: inout [Int64]) {
    let number = shared.commands[index]
    // Alerts stand behind the event that set them off; the command's figures are those of its first event.
    let isFollower = number != 0 && index > 0 && shared.commands[index - 1] == number
    if isFollower {
      if !early.isEmpty { early.removeAll { $0.position == position } }
      return
    }
    if number == 0 {
      early.append((position, now))
    } else {
      let command = commands[Int(number) - 1]
      if command.purpose == .load {
        latencies.append(now - command.due)
        if !early.isEmpty {
          for arrival in early where arrival.position == position { latencies.append(arrival.at - command.due) }
        }
      }
      if !early.isEmpty { early.removeAll { $0.position == position } }
    }
    if Int(shared.arrivals[index]) == members, number == 0 || commands[Int(number) - 1].purpose == .load { completed += 1 }
  }

  /// The client library found something that cannot be.
  public mutating func violated(_ invariant: Invariant, member: Int, _ finding: String) {
    report(invariant, "member \(member): \(finding)")
  }
}

extension RoomJudge {
  subscript(lane: Lane) -> LaneRecord {
    _read {
      switch lane {
      case .shared: yield shared
      case .admin: yield admin
      case .income: yield income
      case .inbox, .minor, .account: yield narrower[lane] ?? LaneRecord(members: members)
      }
    }
    _modify {
      switch lane {
      case .shared: yield &shared
      case .admin: yield &admin
      case .income: yield &income
      case .inbox, .minor, .account: yield &narrower[lane, default: LaneRecord(members: members)]
      }
    }
  }

  mutating func report(
    _ invariant: Invariant, _ finding: String, _ lane: Lane? = nil, _ position: UInt64? = nil, _ command: CommandID? = nil
  ) {
    book.add(Violation(invariant: invariant, room: room, lane: lane, position: position, command: command, finding: finding))
  }

  func id(at position: UInt64, in lane: Lane) -> CommandID? {
    guard position > 0, position <= self[lane].head else { return nil }
    let number = self[lane].commands[Int(position) - 1]
    return number == 0 ? nil : names.id(Int(number) - 1)
  }
}
