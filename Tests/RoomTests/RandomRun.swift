import EventStore
import HearthProtocol
import Ledger
import Support

@testable import Room

/// One random life of a room: members who send, resend and send garbage, a store that is slow, fails, or keeps what it
/// says it lost, crashes, clients that come back with any old cursors. The same seed gives the same life.
///
/// It checks on the way what nobody may ever see; `finish` lets everything come to rest and checks the rest.
struct RandomRun {
  /// A promise that was broken.
  struct Broken: Error, CustomStringConvertible {
    var description: String
  }

  /// A command as it was first sent.
  struct Sending {
    var command: Command
    var person: UInt64
    var invite: UInt64?
  }

  private static let people: ClosedRange<UInt64> = 1...8
  private static let connectionsEach: UInt64 = 2

  var shell: TestShell
  var random: SeededGenerator
  var sendings: [Sending] = []
  var followers: [PeerID: Follower] = [:]
  /// Requests that wait for their answer, by the number they were sent under.
  var awaiting: Set<UInt32> = []
  /// Clients as they will be once their subscription begins, by request.
  var subscribing: [UInt32: (peer: PeerID, follower: Follower)] = [:]
  /// What accepted answers said, by command.
  var accepted: [String: (lane: String, position: UInt64)] = [:]
  var epoch: UInt64 = 1
  private var requests: UInt32 = 0
  private var made: UInt64 = 1_000
  private var invites: [UInt64] = []
  /// Whether the store is away now and then, and rooms go on with what was committed.
  private let mayBeAway: Bool

  init(seed: UInt64, mayBeAway: Bool = false) {
    self.mayBeAway = mayBeAway
    random = SeededGenerator(seed: seed)
    var limits = RoomLimits()
    limits.tailEventsMax = 12
    limits.snapshotEveryEvents = 15
    // One that is asked for is kept, whatever is new.
    (limits.snapshotNewBytesMin, limits.snapshotNewPart) = (0, 1_000_000)
    limits.queuedCommandsMax = 20
    limits.subscribersMax = 10
    limits.keepsCommitted = mayBeAway
    shell = TestShell.family(limits: limits)
    shell.holdsAppends = true
    shell.holdsGathers = true
    shell.holdsReloads = true
  }

  mutating func run(steps: Int) throws {
    for _ in 0..<steps {
      try step()
      try look()
    }
  }

  private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }

  // MARK: Steps

  private mutating func step() throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<28: sendNew()
    case 28..<36: sendAgain()
    case 36..<40: sendGarbage()
    case 40..<55: shell.turn()
    case 55:
      // Days go by, or a clock is set back.
      shell.today = shell.today.adding(days: Int.random(in: -1...4, using: &random))
      shell.now += Int64.random(in: -3_600_000...400_000_000, using: &random)
    case 56..<72: shell.answerAppend()
    case 72 where mayBeAway: shell.answerAppend(failing: .away("a test"))
    case 73..<75 where mayBeAway: shell.answerAppendWithUnknownOutcome(failing: .away("a test"))
    case 75..<80 where shell.isInDoubt:
      // It is looked for again and again.
      shell.recheck()
      if chance(3) { _ = shell.failReload() }
      shell.answerReload()
    case 72: shell.answerAppend(failing: [.broken("disk"), .full, .damaged("page")].randomElement(using: &random))
    case 73..<75: shell.answerAppendWithUnknownOutcome()
    case 75..<80: shell.answerReload()
    case 80..<87: try subscribe()
    case 87..<90: unsubscribe()
    case 90..<93: shell.readGather()
    case 93..<97: shell.answerGather()
    case 97: shell.readHistory(UInt64.random(in: Self.people, using: &random), after: UInt64.random(in: 0...30, using: &random))
    case 98: if let history = shell.unsavedHistory { shell.save(history) } else { try shell.store.deleteSnapshots() }
    default: if chance(3) { try crash() }
    }
  }

  private mutating func connection(of person: UInt64) -> PeerID {
    PeerID(person * 10 + UInt64.random(in: 0..<Self.connectionsEach, using: &random))
  }

  private mutating func send(_ sending: Sending, by person: UInt64) {
    requests += 1
    awaiting.insert(requests)
    shell.submit(sending.command, by: person, peer: connection(of: person), request: requests, invite: sending.invite)
    if chance(2) { shell.turn() }
  }

  private mutating func sendNew() {
    made += 1
    // Mostly somebody who may.
    let person = UInt64.random(in: chance(3) ? Self.people : 1...3, using: &random)
    var sending = Sending(command: Cast.addEntry(made, minor: Int64.random(in: 1...100_000, using: &random)), person: person)
    switch Int.random(in: 0..<12, using: &random) {
    case 11:
      sending.command = Cast.setRecurring(
        made, rule: UInt64.random(in: 1...5, using: &random), [.day, .week, .month].randomElement(using: &random) ?? .day,
        every: UInt32.random(in: 1...3, using: &random))
    case 10:
      sending.command = aboutMembers()
      sending.person = chance(4) ? person : 1
    case 0: sending.command = Cast.setBudget(made, budget: UInt64.random(in: 1...4, using: &random), minor: Int64(made))
    case 1:
      sending.command = Cast.createInvite(made, role: [.adult, .admin, .viewer].randomElement(using: &random) ?? .adult, uses: 2)
      sending.person = 1
      invites.append(made)
    case 2: sending.command = Cast.revokeInvite(made, invite: invites.randomElement(using: &random) ?? 101)
    case 3, 4:
      sending.command = Cast.join(made, person: person)
      sending.invite = invites.randomElement(using: &random)
    case 5: sending.command.addEntry.content.amount.currency = ["JPY", "KWD"].randomElement(using: &random) ?? "JPY"
    case 6: sending.command.addEntry.content.amount.minor = 1_000_000_000_000_000
    default: break
    }
    sendings.append(sending)
    send(sending, by: sending.person)
  }

  /// Members come back, change roles, are removed and leave; the owner stays.
  private mutating func aboutMembers() -> Command {
    let about = UInt64.random(in: Self.people, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return Cast.leave(made)
    case 1: return Cast.remove(made, about)
    case 2, 3: return Cast.restore(made, about)
    default: return Cast.changeRole(made, about, to: [.admin, .adult, .viewer].randomElement(using: &random) ?? .adult)
    }
  }

  /// The same again, or the same id with another body or from somebody else.
  private mutating func sendAgain() {
    guard var sending = sendings.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: sending.person = UInt64.random(in: Self.people, using: &random)
    case 1: sending.command.body = Cast.addEntry(made, minor: 7).body
    default: break
    }
    send(sending, by: sending.person)
  }

  private mutating func sendGarbage() {
    guard var sending = sendings.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: sending.command.id = "no id"
    case 1: sending.command.body = nil
    case 2: sending.command.groupID = Cast.otherGroup.description
    case 3: sending.command.addEntry.content.amount.minor = .min
    default: sending.command.setBudget.content.categories = ["\u{0}"]
    }
    // Under an id that nobody used, so that it is judged by what it says.
    made += 1
    if CommandID(sending.command.id) != nil { sending.command.id = Cast.command(made).description }
    send(sending, by: sending.person)
  }

  /// Comes back with what it has, with nothing, or with any positions whatever.
  private mutating func subscribe() throws {
    let person = UInt64.random(in: Self.people, using: &random)
    let peer = connection(of: person)
    var follower = followers[peer] ?? Follower()
    let log = try shell.log()
    switch Int.random(in: 0..<4, using: &random) {
    case 0: follower = Follower()
    case 1:
      // The client's disk lost some of what it had, lane by lane.
      let cursors = follower.cursors.sorted { $0.key < $1.key }.map { ($0.key, UInt64.random(in: 0...$0.value, using: &random)) }
      follower = try Follower(log: log, cursors: Dictionary(uniqueKeysWithValues: cursors))
    default: break
    }
    follower.isLive = false
    let cursors = follower.lanes.isEmpty ? [:] : follower.cursors
    requests += 1
    subscribing[requests] = (peer, follower)
    shell.subscribe(
      person, peer: peer, cursors: cursors, epoch: chance(10) ? epoch + 1 : epoch, request: requests,
      format: chance(2) ? .json : .protobuf)
  }

  private mutating func unsubscribe() {
    let peer = connection(of: UInt64.random(in: Self.people, using: &random))
    shell.unsubscribe(peer)
    followers[peer]?.isLive = false
    subscribing = subscribing.filter { $0.value.peer != peer }
  }

  /// The process dies; another one reads the group. All connections end.
  private mutating func crash() throws {
    shell.loseAppend(stored: chance(2))
    let store = shell.store
    let limits = shell.limits
    let (now, today) = (shell.now, shell.today)
    shell = TestShell(limits: limits, epoch: epoch, store: store, history: try GroupHistory.load(Cast.group, from: store))
    (shell.now, shell.today) = (now, today)
    shell.holdsAppends = true
    shell.holdsGathers = true
    shell.holdsReloads = true
    awaiting = []
    subscribing = [:]
    for peer in followers.keys { followers[peer]?.isLive = false }
  }

  // MARK: What is seen

  /// Gives everything that left the room to whom it went.
  private mutating func look() throws {
    let sent = shell.takeSent()
    guard !sent.isEmpty else { return }
    let log = try shell.log()
    for (peer, what) in sent {
      switch what {
      case .begin(let start, let request):
        try requireDurable(start.events.flatMap(\.1), log)
        if let asked = subscribing.removeValue(forKey: request), asked.peer == peer {
          followers[peer] = asked.follower
          // What was asked for earlier on the same connection has been replaced.
          subscribing = subscribing.filter { $0.value.peer != peer || $0.key > request }
        } else if followers[peer]?.isLive != true {
          // SPEC SB-08: only who is subscribed is begun anew unasked.
          throw Broken(description: "a catch-up began that nobody waits for")
        }
      case .events(_, let events): try requireDurable(events, log)
      case .page(_, let events, _): try requireDurable(events, log)
      case .ended: break
      case .message(let message): try read(message, by: peer, log)
      }
      guard var follower = followers[peer] else { continue }
      // Between two subscriptions the order of events and answers says nothing.
      if case .message(let message) = what, case .accepted = message.body, subscribing.values.contains(where: { $0.peer == peer }) {
        continue
      }
      try follower.take(what)
      followers[peer] = follower
    }
  }

  /// SPEC LN-04.
  private func requireDurable(_ events: [CommittedEvent], _ log: [StoredEvent]) throws {
    for event in events {
      let index = Int(event.stored.sequence.rawValue) - 1
      guard log.indices.contains(index), log[index] == event.stored else {
        throw Broken(description: "event \(event.stored.sequence) left and is not in the log")
      }
    }
  }

  private mutating func read(_ message: ServerMessage, by peer: PeerID, _ log: [StoredEvent]) throws {
    switch message.body {
    case .accepted(let answer):
      guard awaiting.remove(message.request) != nil else { throw Broken(description: "request \(message.request) was answered twice") }
      let stands = try log.contains {
        try $0.lane.name == answer.lane && $0.position.rawValue == answer.position
          && Event(serializedBytes: $0.bytes).commandID == answer.commandID
      }
      guard stands else { throw Broken(description: "\(answer.commandID) was accepted and is not in the log at \(answer.position)") }
      if let first = accepted[answer.commandID], first != (answer.lane, answer.position) {
        throw Broken(description: "\(answer.commandID) got two different answers")
      }
      accepted[answer.commandID] = (answer.lane, answer.position)
    case .rejected(let refusal):
      guard subscribing.removeValue(forKey: message.request) == nil else {
        // The subscription that this one was to replace ended with the membership too.
        if refusal.code == "not_found" { followers[peer]?.isLive = false }
        break
      }
      if !refusal.commandID.isEmpty {
        guard awaiting.remove(message.request) != nil else { throw Broken(description: "request \(message.request) was answered twice") }
      } else if message.request != 0 {
        // The member went while the subscription was begun anew.
        followers[peer]?.isLive = false
      }
    default: break
    }
  }

  // MARK: At rest

  /// Lets everything come to rest and checks what must hold then.
  mutating func finish() throws {
    while shell.heldAppend != nil || !shell.heldGathers.isEmpty || shell.isReloadHeld || shell.isInDoubt || !shell.isSettled {
      shell.settle()
      try look()
    }
    // A batch that was refused is tried again after a while.
    shell.now += 100_000_000
    while let due = shell.due, due <= shell.today {
      shell.turn()
      shell.settle()
      try look()
    }
    try look()
    func require(_ condition: Bool, _ what: String) throws {
      if !condition { throw Broken(description: what) }
    }
    let history = shell.history
    let log = try shell.log()
    try require(shell.failures.isEmpty, "\(shell.failures)")
    // SPEC CM-03.
    try require(awaiting.isEmpty, "\(awaiting.count) commands were never answered")
    let events = try log.map { try Event(serializedBytes: $0.bytes) }
    let firsts = events.filter { $0.commandDigest != 0 }.map(\.commandID)
    try require(Set(firsts).count == firsts.count, "a command is in the log twice")
    try require(Set(accepted.keys).isSubset(of: firsts), "an accepted command is not in the log")
    // SPEC LN-02, LN-04, PR-01.
    let live = followers.filter(\.value.isLive)
    try require(Set(live.keys) == Set(shell.box.room.subscriptions.keys), "somebody waits for a catch-up that never came")
    let online = Set(shell.box.room.subscriptions.values.map(\.member.description))
    for (peer, follower) in live {
      try require(try follower.matches(history), "connection \(peer.rawValue) holds something else than the room")
      try require(follower.online == online, "connection \(peer.rawValue) sees others online than there are")
    }
    // SPEC MN-04.
    for currency in history.state.shared.balances.currencies {
      let total = history.state.shared.members.reduce(Int64(0)) { $0 + history.state.shared.balances[$1.id, currency] }
      try require(total == 0, "the balances in \(currency) total \(total)")
    }
    // SPEC RC-04: each date of each rule once, and none left out. Nobody pauses or changes these rules.
    for rule in history.state.shared.recurring.rules where !rule.isPaused {
      let booked = history.state.shared.entries.filter { $0.rule == rule.id }.map(\.date)
      let dates = (0...).lazy.map { rule.calendar.date($0) }.prefix { $0.map { $0 <= (rule.handledUntil ?? $0.adding(days: -1)) } ?? false }
      try require(booked == dates.compactMap(\.self), "rule \(rule.id) was not booked as it should be")
      try require(rule.next.map { $0 > shell.today } ?? true, "rule \(rule.id) is behind")
    }
    // Snapshot and tail, and full replay.
    let bytes = history.storedSnapshot()?.bytes
    try require(try GroupHistory.load(Cast.group, from: shell.store).storedSnapshot()?.bytes == bytes, "loading gives another history")
    try require(try GroupHistory.replay(Cast.group, from: shell.store).storedSnapshot()?.bytes == bytes, "replay gives another history")
  }
}
