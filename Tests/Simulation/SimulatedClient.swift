import HearthClient
import HearthProtocol
import Ledger

/// The real sync core of one person, with a file of commands without an answer and of the group as it was seen, and
/// with a user.
final class SimulatedClient {
  let person: Int
  unowned let world: World
  private(set) var core: SyncCore
  /// What the client's disk has.
  private var kept: [Command] = []
  private var seen: GroupView?
  private var socket: ClientSocket?
  /// Which of the person's devices it is, and so with which token it logs in.
  private var device = 0
  /// Counts what was begun, so that what comes late from before finds out.
  private var run = 0
  private var isAlive = false
  /// Whether it follows the group over this connection and has caught up.
  private var isFollowing = false
  /// Whether it reads what a snapshot stands for.
  private var isVerifying = false
  private var tickAt: Int64 = .max
  /// A further connection, for what goes on beside the first.
  private var second: (socket: ClientSocket, errand: Errand)?

  private enum Errand {
    /// Sends a command again, while the first may still be on its way.
    case command(Command)
    /// Revokes the first connection's device with another one.
    case revocation
  }

  init(person: Int, world: World) {
    self.person = person
    self.world = world
    core = SyncCore(Self.configuration(person, device: 0))
  }

  private static func configuration(_ person: Int, device: Int) -> SyncConfiguration {
    var configuration = SyncConfiguration(credentials: .token(Household.token(person, device)))
    configuration.exchangesHeads = true
    configuration.format = Household.format(person)
    return configuration
  }

  // MARK: Life

  func start() throws {
    isAlive = true
    core = SyncCore(Self.configuration(person, device: device))
    try perform(core.start())
    try perform(core.request(.subscribe(Household.group, from: seen)))
    for command in kept { try perform(core.request(.resend(command))) }
  }

  /// The program dies; what its disk has stays.
  func crash() {
    guard isAlive else { return }
    die()
    endSecond()
    switch world.sabotage {
    case .losesOutbox: kept = []
    case .renamesCommands: kept = kept.map { Household.command(world.number(), $0.body ?? .addEntry(AddEntry())) }
    default: break
    }
    if world.chance(3) { seen = nil }
    world.later(world.milliseconds(10...5_000)) { [self] in try start() }
  }

  private func die() {
    isAlive = false
    isFollowing = false
    isVerifying = false
    run += 1
    tickAt = .max
    endFirst()
  }

  private func endFirst() {
    if let socket { world.abandon(socket.wire) }
    socket = nil
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
      core.deadline == nil ? nil : "a deadline", socket == nil && second == nil ? nil : "a connection",
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
        isVerifying = false
        let begun = run
        world.later(delay) { [self] in
          guard isAlive, run == begun else { return }
          try connect()
        }
      case .send(let bytes): try send(bytes)
      case .ping: socket?.ping()
      case .close: endFirst()
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
    guard let wire = world.connect(self, device: device) else {
      return try perform(core.disconnected(.unreachable("nobody listens"), random: world.word()))
    }
    let socket = ClientSocket(wire, world)
    self.socket = socket
    world.later(Self.upgradeMilliseconds) { [self] in
      guard socket === self.socket, !socket.isOpen else { return }
      endFirst()
      try perform(core.disconnected(.silent, random: world.word()))
    }
  }

  private static let upgradeMilliseconds: Int64 = 10_000

  private func send(_ bytes: [UInt8]) throws {
    let format = Household.format(person)
    var message = try format.decode(ClientMessage.self, from: bytes)
    if world.sabotage == .resumesOneTooFar, case .subscribe(var subscribe) = message.body {
      for index in subscribe.cursors.indices where subscribe.cursors[index].lane == Lane.shared.name {
        subscribe.cursors[index].position = min(subscribe.cursors[index].position + 1, world.witness.head(of: .shared))
      }
      message.body = .subscribe(subscribe)
      socket?.send(try format.encode(message))
    } else if case .command = message.body {
      socket?.send(bytes, isCommand: true)
    } else {
      socket?.send(bytes)
    }
  }

  func received(_ bytes: [UInt8], on wire: Wire) throws {
    if let second, wire === second.socket.wire {
      for heard in try second.socket.received(bytes) where isAlive { try takeSecond(heard) }
    } else if let socket, wire === socket.wire {
      for heard in try socket.received(bytes) where isAlive && socket === self.socket { try take(heard) }
    }
  }

  private func take(_ heard: ClientSocket.Heard) throws {
    switch heard {
    case .opened: try perform(core.connected(now: world.now))
    case .message(let payload): try perform(core.received(payload, now: world.now))
    case .pong: core.heard(now: world.now)
    case .ended(let code):
      if let code { world.closes[code, default: 0] += 1 }
      try lose(code.map { .closed($0) } ?? .lost)
    case .refused(let status): try lose(.refused(status: status))
    }
  }

  private func lose(_ cause: Disconnection) throws {
    endFirst()
    try perform(core.disconnected(cause, random: world.word()))
  }

  /// The connection has ended without a word.
  func ended(_ wire: Wire) throws {
    if wire === second?.socket.wire { second = nil }
    guard isAlive, wire === socket?.wire else { return }
    try lose(.lost)
  }

  // MARK: The further connection

  private func begin(_ errand: Errand, device: Int) {
    guard second == nil, let wire = world.connect(self, isSecond: true, device: device) else { return }
    if case .command(let command) = errand { world.witness.givenAgain(command) }
    second = (ClientSocket(wire, world), errand)
    world.later(Self.upgradeMilliseconds) { [self] in if wire === second?.socket.wire { endSecond() } }
  }

  /// Another of the person's devices takes this one from them, as one does whose telephone is stolen.
  func revoke() throws { if isAlive, device + 1 < Household.devices { begin(.revocation, device: device + 1) } }

  private func takeSecond(_ heard: ClientSocket.Heard) throws {
    guard let (socket, errand) = second else { return }
    let format = Household.format(person)
    switch heard {
    case .opened:
      var body = ClientMessage.OneOf_Body.revokeDevice(.with { $0.deviceID = Household.device(person, device).description })
      if case .command(let command) = errand { body = .command(command) }
      for (request, body) in [.hello(.with { $0.token = Household.token(person, socket.wire.device) }), body].enumerated() {
        var message = ClientMessage()
        (message.request, message.body) = (UInt32(request + 1), body)
        socket.send(try format.encode(message))
      }
    case .message(let payload):
      switch try format.decode(ServerMessage.self, from: payload).body {
      case .accepted(let answer):
        try world.witness.acceptedAgain(answer)
        endSecond()
      case .rejected, .deviceRevoked: endSecond()
      default: break
      }
    case .ended, .refused: endSecond()
    case .pong: break
    }
  }

  private func endSecond() {
    if let second { world.abandon(second.socket.wire) }
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
      case .caughtUp, .restarted:
        isFollowing = true
        if isVerifying { world.verifications.done += 1 }
        isVerifying = false
      }
      if world.chance(2) { seen = core.view(of: Household.group) }
    case .catchingUp: break
    // What is shown stays as it was until the catch-up is complete.
    case .verifying:
      isFollowing = false
      if !isVerifying { world.verifications.begun += 1 }
      isVerifying = true
    case .headTold(_, let told, .different):
      throw Broken(description: "person \(person) and \(told.member) were told different histories of \(told.lane) at \(told.position)")
    case .membershipEnded: try follow()
    case .fault(_, let fault): throw Broken(description: "person \(person) does not believe the server: \(fault)")
    case .unreadable(let cause): throw Broken(description: "person \(person) cannot read the server: \(cause)")
    case .stopped(.asked): break
    case .stopped(.revoked), .stopped(.notLoggedIn):
      // The person goes on with another device, on which all that was entered is.
      guard device + 1 < Household.devices, world.witness.isRevoked(person, device) else {
        throw Broken(description: "person \(person) is not let in")
      }
      die()
      device += 1
      world.later(world.milliseconds(10...2_000)) { [self] in try start() }
    case .stopped(let reason): throw Broken(description: "person \(person) has given up: \(reason)")
    default: break
    }
  }

  private func take(_ rejected: Rejected) throws {
    guard !rejected.commandID.isEmpty else {
      // A person who was removed asks again: they may be brought back.
      if rejected.code == "not_found" { try follow() }
      return
    }
    guard let command = kept.first(where: { $0.id == rejected.commandID }) else { return }
    if ["unavailable", "storage_full", "overloaded", "rate_limited"].contains(rejected.code) {
      world.later(world.milliseconds(500...2_000)) { [self] in
        let isKept = kept.contains { $0.id == command.id }
        guard isAlive, isKept, !core.outbox.commands.contains(where: { $0.id == command.id }) else { return }
        try perform(core.request(.resend(command)))
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
      // A person who may only look tries it now and then all the same.
      if view.state.member(holding: world.witness.holders[person])?.role == .viewer, !world.chance(4) { return }
      let isOfKind = [.family, .flat].contains(world.kind) && world.chance(2)
      let ofKind = isOfKind ? (world.kind == .family ? familyWish(view) : settlingWish(view)) : nil
      command = Household.command(world.number(), ofKind ?? wish(view))
    } else if let code = world.codes.suffix(2).randomElement(using: &world.random), world.chance(2) {
      // A person who sees nothing of the group is not in it, or has just forgotten what they saw.
      command = Household.joining(world.number(), person, by: code, accepts: world.kind == .family)
    } else {
      return
    }
    kept.append(command)
    world.witness.given(command, by: person)
    // It may die between the file and the network.
    if world.chance(80) { return crash() }
    if world.chance(10) { begin(.command(command), device: device) }
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
    case 17 where !entries.isEmpty && world.chance(3):
      let entry = entries[Int(world.word() % UInt64(entries.count))]
      let own = entry.comments.last { $0.memberID == view.member.description }
      if let own, world.chance(2) { return .removeComment(.with { ($0.entryID, $0.commentID) = (entry.id.description, own.commentID) }) }
      let id = CommentID(high: 0x0196_0000_0000_7000, low: 0x8000_0000_0000_0000 | world.number())
      return .commentEntry(.with { ($0.entryID, $0.commentID, $0.text) = (entry.id.description, id.description, "Seen by \(person)") })
    case 5 where person < 2:
      var update = UpdateGroup()
      update.monthlyIncome.minor = Int64(world.word() % 10_000_000) + 1
      update.monthlyIncome.currency = "INR"
      return .updateGroup(update)
    case 6 where person == 0:
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
      (change.memberID, change.role) = (other, world.chance(4) ? .viewer : .adult)
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
