import Dispatch
import Foundation
import HearthClient
import HearthLoadKit
import HearthProtocol
import Programs

/// Asha and Ravi with one server after the other on one watched folder: whatever they do, one thing after the other,
/// stands in chronicles.
struct Couple {
  private var folder: WatchedFolder
  /// Where they live.
  private(set) var home: Chronicle
  /// The flat that Asha had before, whose group she has deleted.
  private(set) var flat: Chronicle
  /// Their device tokens, and how long the log was when each came.
  private(set) var tokens: [(text: String, logSize: Int)] = []
  private var household: Household
  private let members: [MemberID]
  private var connections: [HearthConnection] = []
  private var server: ServerProgram?
  private var receipts = 0
  /// What was refused because the disk was full.
  private(set) var refusals = 0

  // Limit: budgets of the group.
  private static let budgetCount = 3

  init(in folder: WatchedFolder, seed: UInt64) {
    self.folder = folder
    var random = SplitMix64(seed: seed)
    // Of 2026; the ids of two runs with one seed are the same.
    let startedAt: Int64 = 1_790_000_000_000
    func id<Kind>() -> Identifier<Kind> { Identifier(milliseconds: startedAt, random: (random.next(), random.next())) }
    home = Chronicle(group: id(), room: 0, startedAt: startedAt, seed: seed)
    flat = Chronicle(group: id(), room: 1, startedAt: startedAt, seed: seed)
    members = [id(), id()]
    household = Household(members: members.map(\.description), seed: seed, room: 0)
  }

  /// The couple with another folder, which has in it what theirs had when their last server ended.
  func moved(to folder: WatchedFolder) -> Couple {
    var couple = self
    couple.folder = folder
    return couple
  }

  // MARK: Coming and going

  /// Waits until a program serves, and logs everybody in.
  ///
  /// - Parameter logSize: whoever came into being later does not exist any more.
  mutating func visit(_ program: Program, knowing logSize: Int = .max) throws {
    let server = try ServerProgram(program) { [folder] in try folder.makeSpace() }
    self.server = server
    connections = try tokens.filter { $0.logSize <= logSize }.map { try server.logIn($0.text) }
    closeAtEnd()
  }

  /// A person who waits for an answer when the program ends waits no longer.
  private func closeAtEnd() {
    guard let program = server?.program else { return }
    DispatchQueue.global().async { [connections] in
      guard (try? program.status()) != nil else { return }
      for connection in connections { connection.close() }
    }
  }

  /// Asks the server to end.
  ///
  /// - Returns: its exit status; a negative number is the signal that ended it.
  mutating func leave(_ signal: Int32 = SIGTERM) throws -> Int32 {
    defer { for connection in connections { connection.close() } }
    server?.program.send(signal)
    return try server?.program.status() ?? 0
  }

  // MARK: Doing

  /// Both come into being, and Asha makes the group and lets Ravi in.
  mutating func settle() throws {
    for name in ["Asha", "Ravi"] {
      try patiently { couple in
        guard let (connection, token) = try couple.server?.register(name) else { return }
        couple.tokens.append((token, couple.folder.logSize))
        couple.connections.append(connection)
      }
    }
    closeAtEnd()
    try make(\.home, "Home", members[0])
    var invite = CreateInvite()
    invite.inviteID = home.id(0, as: InviteID.self).description
    invite.role = .adult
    invite.usesMax = 1
    var join = JoinGroup()
    join.code = try send(.createInvite(invite), .setup, by: 0, \.home).inviteCode
    join.memberID = members[1].description
    join.displayName = "Ravi"
    _ = try send(.joinGroup(join), .setup, by: 1, \.home)
  }

  private mutating func make(_ place: WritableKeyPath<Couple, Chronicle>, _ name: String, _ member: MemberID) throws {
    var create = CreateGroup()
    create.name = name
    create.currency = "INR"
    create.timeZone = "Asia/Kolkata"
    create.memberID = member.description
    create.displayName = "Asha"
    _ = try send(.createGroup(create), .setup, by: 0, place)
  }

  /// So many commands of a household.
  mutating func live(_ count: Int) throws {
    for _ in 0..<count {
      let wish = household.next(
        entry: home.nextEntry.description, budgets: (0..<Self.budgetCount).map { home.id($0, as: BudgetID.self).description })
      _ = try send(wish.body, .load, by: wish.member, \.home)
    }
  }

  /// A file comes to the home.
  mutating func keepReceipt() throws { try keepReceipt(at: \.home) }

  private mutating func keepReceipt(at place: WritableKeyPath<Couple, Chronicle>) throws {
    receipts += 1
    let bytes = Array("Receipt \(receipts): ".utf8) + [UInt8](repeating: 0x2E, count: 5_000)
    try patiently { couple in
      guard let server = couple.server else { return }
      let door = try AttachmentDoor(server.url, token: couple.tokens[0].text)
      switch try door.put(bytes, into: couple[keyPath: place].group, within: .seconds(30)) {
      case .kept: couple[keyPath: place].keep(ContentHash(of: bytes), logSize: couple.folder.logSize)
      case .refused(507, _): throw ConnectionFailure.rejected(Rejected.with { $0.code = "storage_full" })
      case let answer: throw Unexpected("a receipt was answered \(answer)")
      }
    }
  }

  /// Asha has had a flat, and has its group deleted.
  mutating func giveUpFlat() throws {
    try make(\.flat, "Flat", flat.id(0, as: MemberID.self))
    for _ in 0..<5 {
      var add = AddEntry()
      add.entryID = flat.nextEntry.description
      add.content.kind = .expense
      add.content.amount.minor = 25_000
      add.content.amount.currency = "INR"
      add.content.description_p = "Rent"
      _ = try send(.addEntry(add), .load, by: 0, \.flat)
    }
    try keepReceipt(at: \.flat)
    _ = try send(.archiveGroup(ArchiveGroup()), .setup, by: 0, \.flat)
    _ = try send(.requestPurge(.with { $0.exported = true }), .setup, by: 0, \.flat)
  }

  /// Thirty days later, the flat is opened once more and is gone.
  func seeFlatGone() throws {
    do throws(ConnectionFailure) {
      _ = try connections[0].follow(flat.group, within: .seconds(30))
    } catch .rejected {
      return
    }
    throw Unexpected("the group is still there")
  }

  private mutating func send(
    _ body: Command.OneOf_Body, _ purpose: CommandPurpose, by member: Int, _ place: WritableKeyPath<Couple, Chronicle>
  ) throws -> Accepted {
    let number = self[keyPath: place].issue(body, purpose, by: member, logSize: folder.logSize)
    let command = self[keyPath: place].commands[number].command
    var answer = Accepted()
    try patiently { couple in
      answer = try couple.connections[member].send(command, within: .seconds(30))
      try couple[keyPath: place].accept(number, answer, logSize: couple.folder.logSize)
    }
    return answer
  }

  // Limit: how often a thing is tried on a full disk.
  private static let attemptsMax = 1_000

  /// Does a thing; when the disk is full, looks whether reading works, makes space and does it again.
  private mutating func patiently(_ body: (inout Couple) throws -> Void) throws {
    for _ in 0..<Self.attemptsMax {
      do {
        return try body(&self)
      } catch ConnectionFailure.rejected(let rejected) where rejected.code == "storage_full" {
        refusals += 1
        if !folder.hasSpace, home.answered(at: .max) > 0 {
          _ = try connections[0].history(of: home.group, lane: .shared, after: .start, limit: 10, within: .seconds(30))
        }
        try folder.makeSpace()
      }
    }
    throw Unexpected("the disk has space, and the server does not find it")
  }

  /// Sends again what was answered before the log had this size, and what was under way; the same answers must come.
  mutating func insist(at logSize: Int) throws -> ViolationBook {
    var judge = home.judge(at: logSize)
    for number in 0..<min(home.answered(at: logSize) + 1, home.commands.count) {
      let (member, command) = home.commands[number]
      guard connections.indices.contains(member) else { break }
      let accepted = try connections[member].send(command, within: .seconds(30))
      _ = judge.accepted(
        number, lane: Lane(name: accepted.lane), position: accepted.position, isDuplicate: accepted.duplicate, by: member, at: 0)
    }
    return judge.book
  }
}
