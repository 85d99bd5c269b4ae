import HearthClient
import HearthProtocol
import Ledger

/// The real sync core of one person, with a file of commands without an answer and of the group as it was seen, and with a user.
final class SimulatedClient {
  let person: Int
  private unowned let world: World
  private(set) var core: SyncCore
  /// What the client's disk has.
  private var kept: [Command] = []
  private var seen: GroupView?
  private var wire: Wire?
  /// Counts what was begun, so that what comes late from before finds out.
  private var run = 0
  private var isAlive = false
  /// Whether it follows the group over this connection and has caught up.
  private var isFollowing = false
  private var tickAt: Int64 = .max
  /// A further connection, over which a command is sent again while the first may still be on its way.
  private var second: (wire: Wire, command: Command)?

  init(person: Int, world: World) {
    self.person = person
    self.world = world
    core = SyncCore(Self.configuration(person))
  }

  private static func configuration(_ person: Int) -> SyncConfiguration {
    var configuration = SyncConfiguration(credentials: .token(Household.token(person)))
    configuration.exchangesHeads = true
    return configuration
  }

  // MARK: Life

  func start() throws {
    isAlive = true
    core = SyncCore(Self.configuration(person))
    try perform(core.start())
    try perform(core.request(.subscribe(Household.group, from: seen)))
    for command in kept { try perform(core.request(.command(command))) }
  }

  /// The program dies; what its disk has stays.
  func crash() {
    guard isAlive else { return }
    isAlive = false
    isFollowing = false
    run += 1
    tickAt = .max
    if let wire { world.cut(wire) }
    wire = nil
    endSecond()
    switch world.fault {
    case .losesOutbox: kept = []
    case .renamesCommands: kept = kept.map { Household.command(world.number(), $0.body ?? .addEntry(AddEntry())) }
    default: break
    }
    if world.chance(3) { seen = nil }
    world.later(world.milliseconds(10...5_000)) { [self] in try start() }
  }

  /// Ends in order.
  func stop() throws {
    endSecond()
    try perform(core.stop())
    isAlive = false
  }

  /// What it still has to do or to keep.
  var leftovers: [String] {
    [
      kept.isEmpty ? nil : "a kept command", core.outbox.count == 0 ? nil : "a command on its way",
      core.deadline == nil ? nil : "a deadline", wire == nil && second == nil ? nil : "a connection",
    ].compactMap(\.self)
  }

  // MARK: The shell

  private func perform(_ effects: [SyncEffect]) throws {
    for effect in effects {
      // What follows a crash never happens.
      guard isAlive else { return }
      switch effect {
      case .connect(let delay):
        run += 1
        isFollowing = false
        let begun = run
        world.later(delay) { [self] in
          guard isAlive, run == begun else { return }
          try connect()
        }
      case .send(let bytes): if let wire { world.send(bytes, toServerOf: wire) }
      case .ping:
        guard let wire else { break }
        world.later(world.milliseconds(2...80)) { [self] in if wire === self.wire, !wire.isCut { core.heard(now: world.now) } }
      case .close:
        if let wire { world.cut(wire) }
        wire = nil
      case .notice(let notice): try take(notice)
      }
    }
    scheduleTick()
  }

  private func scheduleTick() {
    guard let deadline = core.deadline, deadline < tickAt || tickAt <= world.now else { return }
    tickAt = deadline
    world.later(max(0, deadline - world.now)) { [self] in
      guard isAlive, tickAt == deadline else { return }
      tickAt = .max
      try perform(core.tick(now: world.now, random: world.word()))
    }
  }

  private func connect() throws {
    wire = world.connect(self)
    if wire == nil {
      try perform(core.disconnected(.unreachable("nobody listens"), random: world.word()))
    } else {
      try perform(core.connected(now: world.now))
    }
  }

  func received(_ bytes: [UInt8], on wire: Wire) throws {
    if wire.isSecond { return try receivedAgain(bytes, wire) }
    guard isAlive, wire === self.wire else { return }
    try perform(core.received(bytes, now: world.now))
  }

  /// The connection has ended, with the server's code or without a word.
  func ended(_ wire: Wire, _ code: UInt16?) throws {
    if wire === second?.wire { second = nil }
    guard isAlive, wire === self.wire else { return }
    self.wire = nil
    try perform(core.disconnected(code.map { .closed($0) } ?? .lost, random: world.word()))
  }

  // MARK: The further connection

  /// Sends a command over a connection of its own, as a device does that has given up one connection and not yet heard that it lives.
  private func sendAgain(_ command: Command) throws {
    guard second == nil, let wire = world.connect(self, isSecond: true) else { return }
    second = (wire, command)
    world.witness.givenAgain(command)
    for (request, body) in [ClientMessage.OneOf_Body.hello(.with { $0.token = Household.token(person) }), .command(command)].enumerated() {
      var message = ClientMessage()
      (message.request, message.body) = (UInt32(request + 1), body)
      world.send(try WireFormat.protobuf.encode(message), toServerOf: wire)
    }
  }

  private func receivedAgain(_ bytes: [UInt8], _ wire: Wire) throws {
    guard isAlive, wire === second?.wire else { return }
    switch try WireFormat.protobuf.decode(ServerMessage.self, from: bytes).body {
    case .accepted(let answer):
      try world.witness.acceptedAgain(answer)
      endSecond()
    case .rejected: endSecond()
    default: break
    }
  }

  private func endSecond() {
    if let second { world.cut(second.wire) }
    second = nil
  }

  // MARK: What the core says

  private func take(_ notice: SyncNotice) throws {
    switch notice {
    case .accepted(let answer, _):
      if !answer.inviteCode.isEmpty { world.codes.append(answer.inviteCode) }
      try world.witness.accepted(answer, seenIn: isFollowing ? core.view(of: Household.group) : nil, by: person)
      // It may die before its disk knows of the answer.
      if world.isTroubled, world.chance(80) { return crash() }
      kept.removeAll { $0.id == answer.commandID }
    case .rejected(let rejected, _): try take(rejected)
    case .groupUpdated(let update):
      switch update.kind {
      case .live: break
      case .caughtUp, .restarted: isFollowing = true
      }
      if world.chance(2) { seen = core.view(of: Household.group) }
    case .headTold(_, let told, .different):
      throw Broken(description: "person \(person) and \(told.member) were told different histories of \(told.lane) at \(told.position)")
    case .membershipEnded: try follow()
    case .fault(_, let fault): throw Broken(description: "person \(person) does not believe the server: \(fault)")
    case .unreadable(let cause): throw Broken(description: "person \(person) cannot read the server: \(cause)")
    case .stopped(.asked): break
    case .stopped(let reason): throw Broken(description: "person \(person) has given up: \(reason)")
    default: break
    }
  }

  private func take(_ rejected: Rejected) throws {
    guard !rejected.commandID.isEmpty else {
      // Whoever was removed asks again: they may be brought back.
      if rejected.code == "not_found" { try follow() }
      return
    }
    guard let command = kept.first(where: { $0.id == rejected.commandID }) else { return }
    if ["unavailable", "storage_full", "overloaded", "rate_limited"].contains(rejected.code) {
      world.later(world.milliseconds(500...2_000)) { [self] in
        let isKept = kept.contains { $0.id == command.id }
        guard isAlive, isKept, !core.outbox.commands.contains(where: { $0.id == command.id }) else { return }
        try perform(core.request(.command(command)))
      }
      return
    }
    kept.removeAll { $0.id == command.id }
    try world.witness.rejected(command.id)
  }

  private func follow() throws {
    seen = nil
    isFollowing = false
    world.later(world.milliseconds(1_000...4_000)) { [self] in
      guard isAlive, core.view(of: Household.group) == nil || !core.isReady else { return }
      try perform(core.request(.subscribe(Household.group)))
    }
  }

  // MARK: The user

  /// Gives one command: it is on the disk before it is sent, whether there is a connection or not.
  func act() throws {
    guard isAlive, kept.count < 20 else { return }
    let command: Command
    if let view = core.view(of: Household.group) ?? seen {
      command = Household.command(world.number(), wish(view))
    } else if let code = world.codes.suffix(2).randomElement(using: &world.random) {
      // Whoever sees nothing of the group is not in it, or has just forgotten what they saw.
      command = Household.joining(world.number(), person, by: code)
    } else {
      return
    }
    kept.append(command)
    world.witness.given(command, by: person)
    // It may die between the file and the network.
    if world.chance(80) { return crash() }
    if world.chance(10) { try sendAgain(command) }
    try perform(core.request(.command(command)))
  }

  private func wish(_ view: GroupView) -> Command.OneOf_Body {
    let entries = Array(view.state.shared.entries)
    let other = Household.member(1 + Int(world.word() % UInt64(world.clients.count - 1))).description
    if person < 2, let asking = view.state.admin.joinRequests.first?.id.description, world.chance(3) {
      return world.chance(3) ? .declineJoin(.with { $0.memberID = asking }) : .approveJoin(.with { $0.memberID = asking })
    }
    switch world.word() % 24 {
    case 0..<4 where !entries.isEmpty:
      let entry = entries[Int(world.word() % UInt64(entries.count))]
      var edit = EditEntry()
      (edit.entryID, edit.baseVersion) = (entry.id.description, entry.version.rawValue)
      edit.changes.description_p = "Edited by \(person)"
      return .editEntry(edit)
    case 4 where !entries.isEmpty:
      var void = VoidEntry()
      void.entryID = entries[Int(world.word() % UInt64(entries.count))].id.description
      return .voidEntry(void)
    case 5 where person < 2:
      var update = UpdateGroup()
      update.monthlyIncome.minor = Int64(world.word() % 10_000_000) + 1
      update.monthlyIncome.currency = "INR"
      return .updateGroup(update)
    case 6 where person == 0 && world.chance(2):
      var remove = RemoveMember()
      remove.memberID = other
      return .removeMember(remove)
    case 7,
      8 where person == 0:
      var restore = RestoreMember()
      restore.memberID = other
      return .restoreMember(restore)
    case 9 where person == 0:
      var change = ChangeRole()
      (change.memberID, change.role) = (other, world.chance(2) ? .adult : .viewer)
      return .changeRole(change)
    case 10 where person < 2:
      let points = ([2_000, 5_000, 8_000, 10_000] as [UInt32]).filter { _ in world.chance(2) }
      return .setBudget(Household.budget(world.word() % 3 + 1, limitMinor: Int64(world.word() % 500_000) + 1, basisPoints: points))
    case 11 where person < 2, 15 where person < 2, 16 where person < 2,
      12 where person < 2:
      var create = CreateInvite()
      create.inviteID = InviteID(high: 0x0193_0000_0000_7000, low: 0x8000_0000_0000_0000 | world.number()).description
      create.role = [.admin, .adult, .adult][Int(world.word() % 3)]
      create.usesMax = UInt32(world.word() % 3) + 1
      create.needsApproval = world.chance(3)
      return .createInvite(create)
    case 13 where person < 2 && world.chance(3) && !view.state.admin.invites.isEmpty:
      let invites = view.state.admin.invites.suffix(4)
      let invite = invites[invites.index(invites.startIndex, offsetBy: Int(world.word() % UInt64(invites.count)))]
      return .revokeInvite(.with { $0.inviteID = invite.id.description })
    case 14 where person > 0 && world.chance(5): return .leaveGroup(LeaveGroup())
    default:
      var add = AddEntry()
      add.entryID = EntryID(high: 0x0195_0000_0000_7000, low: 0x8000_0000_0000_0000 | world.number()).description
      add.content.kind = .expense
      add.content.amount.minor = Int64(world.word() % 100_000) + 1
      add.content.amount.currency = "INR"
      add.content.description_p = "Bought by \(person)"
      add.content.category = world.chance(2) ? "groceries" : "dining"
      return .addEntry(add)
    }
  }
}
