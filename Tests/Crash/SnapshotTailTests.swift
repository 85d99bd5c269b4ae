import EventStore
import Foundation
import HearthClient
import HearthLoadKit
import HearthProtocol
import Programs
import Room
import SQLiteStore
import Support
import Testing

/// What is kept beside a group's log says what the log says: a server's newest snapshot and the events behind it give
/// what replaying from the first event does, of whatever groups have lived on it.
@Suite struct SnapshotTailTests {
  /// Limit: groups of one server. All of them have their snapshots before it has to have ended.
  private static let groupsOfServer = 25

  /// What was compared.
  private struct Figures {
    var commands = 0
    var refusals = 0
    var tailEvents = 0
    var lanes: Set<Lane> = []
    var changed = 0
    var noticed = 0
  }

  @Test("D7: snapshot and tail of each group are what its whole log gives, states and hashes; a changed row of a snapshot is noticed")
  func everyGroup() throws {
    var figures = Figures()
    for first in stride(from: 0, to: CrashPlan.groups, by: Self.groupsOfServer) {
      let folder = try TemporaryFolder()
      let data = folder.path + "/data"
      var homes = (first..<min(first + Self.groupsOfServer, CrashPlan.groups)).map { Home(number: $0) }
      try Self.live(&homes, in: data)
      let store = try SQLiteStore(directory: data)
      for home in homes {
        try Self.compare(home, in: store, &figures)
        try Self.change(home, in: store, &figures)
      }
      try store.close()
    }
    // What has not happened has not been compared.
    #expect(figures.commands > CrashPlan.groups * 10 && figures.refusals > 0)
    #expect(figures.tailEvents > CrashPlan.groups * 5 && figures.lanes == [.shared, .admin, .income])
    #expect(figures.changed == CrashPlan.groups && figures.noticed == figures.changed)
    CrashPlan.report(
      "D7: \(CrashPlan.groups) groups, \(figures.commands) commands, \(figures.tailEvents) events behind the snapshots: "
        + "snapshot and tail are the replay of all in each; \(figures.noticed) of \(figures.changed) changed rows of snapshots noticed")
  }

  /// Two lives of a server: the first ends in order, with a snapshot of each group; what comes in the second, which is
  /// killed, is the tail.
  private static func live(_ homes: inout [Home], in data: String) throws {
    let first = try ServerProgram(data: data)
    let people = try ["Asha", "Ravi"].map { try first.register($0) }
    for home in homes.indices {
      try homes[home].settle(people.map(\.connection))
      try homes[home].live(people.map(\.connection))
    }
    for person in people { person.connection.close() }
    first.program.send(SIGTERM)
    let ended = try first.program.status()
    guard ended == 0 else { throw Unexpected("hearthd ended with \(ended)") }

    let second = try ServerProgram(data: data)
    let back = try people.map { try second.logIn($0.token) }
    for home in homes.indices { try homes[home].live(back) }
    for connection in back { connection.close() }
    second.program.send(SIGKILL)
    let killed = try second.program.status()
    guard killed == -SIGKILL else { throw Unexpected("hearthd ended with \(killed)") }
  }

  private static func compare(_ home: Home, in store: SQLiteStore, _ figures: inout Figures) throws {
    let what: Comment = "group \(home.number)"
    let kept = try #require(try store.loadSnapshot(home.group), what)
    let (loaded, replayed) = (try GroupHistory.load(home.group, from: store), try GroupHistory.replay(home.group, from: store))
    #expect(loaded.savedSequence == kept.sequence && replayed.savedSequence == .start, what)
    let expected = try #require(replayed.storedSnapshot(), what)
    #expect(loaded.storedSnapshot() == expected, what)
    // The lanes' hashes, as the log has them.
    let log = try store.read(home.group, after: .start, limit: 10_000)
    var heads: [Lane: LaneHead] = [:]
    for event in log { heads[event.lane] = LaneHead(position: event.position, hash: event.hash) }
    #expect(log.count >= home.accepted && loaded.sequence == log.last?.sequence, what)
    for (lane, head) in heads { #expect(loaded.head(of: lane) == head && replayed.head(of: lane) == head, what) }
    #expect(try damages(of: home, in: store) == [], what)
    figures.commands += home.accepted
    figures.refusals += home.refused
    figures.tailEvents += Int(loaded.sequence.rawValue - kept.sequence.rawValue)
    figures.lanes.formUnion(heads.keys)
  }

  /// The control: with a row of the snapshot changed, and its checksum made to fit, the group is another one, or none,
  /// and the check says where.
  private static func change(_ home: Home, in store: SQLiteStore, _ figures: inout Figures) throws {
    let kept = try #require(try store.loadSnapshot(home.group))
    let replayed = try #require(try GroupHistory.replay(home.group, from: store).storedSnapshot())
    var snapshot = try GroupSnapshot(serializedBytes: kept.bytes)
    guard !snapshot.entryTable.descriptions.isEmpty else { throw Unexpected("group \(home.number) has no entry before its snapshot") }
    var random = SplitMix64(seed: 17, stream: UInt64(home.number))
    switch home.number % 3 {
    case 0: snapshot.entryTable.minors[random.below(snapshot.entryTable.minors.count)] += 1
    case 1: snapshot.entryTable.descriptions[random.below(snapshot.entryTable.descriptions.count)] += " and butter"
    default: snapshot.commandTable.digests[random.below(snapshot.commandTable.digests.count)] ^= 1
    }
    try store.saveSnapshot(StoredSnapshot(group: kept.group, sequence: kept.sequence, bytes: snapshot.serializedBytes()))
    figures.changed += 1
    let found = try damages(of: home, in: store)
    let isAnother = (try? GroupHistory.load(home.group, from: store).storedSnapshot()) != replayed
    #expect(isAnother && found.map(\.sequence) == [kept.sequence], "group \(home.number): \(found)")
    if isAnother, !found.isEmpty { figures.noticed += 1 }
    try store.saveSnapshot(kept)
    #expect(try damages(of: home, in: store) == [])
  }

  /// What `hearthd verify` would say of it.
  private static func damages(of home: Home, in store: SQLiteStore) throws -> [HistoryDamage] {
    var check = ReplayCheck()
    return try HistoryVerifier(store: store).verify(home.group, visit: { check.visit($0, $1) }).damages
  }
}

/// A group of two, whose life is made up from a seed.
private struct Home {
  let number: Int
  let group: GroupID
  /// Commands that were accepted, and those that were not allowed.
  private(set) var accepted = 0
  private(set) var refused = 0
  private let names: CommandNames
  private let members: [MemberID]
  private var household: Household
  private var random: SplitMix64
  private var issued = 0
  private var entries: [String] = []

  // Limit: budgets of the group.
  private static let budgetCount = 3

  init(number: Int) {
    var random = SplitMix64(seed: 15, stream: UInt64(number))
    // Of 2026; the ids of two runs are the same.
    let startedAt: Int64 = 1_790_000_000_000
    func id<Kind>() -> Identifier<Kind> { Identifier(milliseconds: startedAt, random: (random.next(), random.next())) }
    self.number = number
    group = id()
    members = [id(), id()]
    names = CommandNames(startedAt: startedAt, random: 15, room: number)
    household = Household(members: members.map(\.description), seed: 16, room: number)
    self.random = random
  }

  /// Asha makes the group, lets Ravi in, and adds an entry.
  mutating func settle(_ connections: [HearthConnection]) throws {
    var create = CreateGroup()
    create.name = "Home \(number)"
    create.currency = "INR"
    create.timeZone = "Asia/Kolkata"
    create.memberID = members[0].description
    create.displayName = "Asha"
    _ = try send(.createGroup(create), by: connections[0])
    var join = JoinGroup()
    join.code = try send(.createInvite(invite()), by: connections[0]).inviteCode
    join.memberID = members[1].description
    join.displayName = "Ravi"
    _ = try send(.joinGroup(join), by: connections[1])
    var add = AddEntry()
    add.entryID = nextEntry
    add.content.kind = .expense
    add.content.amount.minor = 45_000
    add.content.amount.currency = "INR"
    add.content.description_p = "Milk"
    entries.append(add.entryID)
    _ = try send(.addEntry(add), by: connections[0])
  }

  /// Ten to forty wishes, of which not all are allowed.
  mutating func live(_ connections: [HearthConnection]) throws {
    for _ in 0..<10 + random.below(31) {
      let (member, body) = wish()
      do throws(ConnectionFailure) {
        _ = try send(body, by: connections[member])
        if case .addEntry(let add) = body { entries.append(add.entryID) }
      } catch .rejected {
        refused += 1
      }
    }
  }

  private mutating func wish() -> (member: Int, body: Command.OneOf_Body) {
    let member = random.below(2)
    let entry = entries[random.below(entries.count)]
    switch random.below(10) {
    case 0: return (member, .voidEntry(.with { $0.entryID = entry }))
    case 1: return (member, .restoreEntry(.with { $0.entryID = entry }))
    case 2: return (member, .undoLast(UndoLast()))
    case 3: return (0, .createInvite(invite()))
    case 4:
      var set = SetMemberIncome()
      set.monthly.minor = Int64(1 + random.below(10_000_000))
      set.monthly.currency = "INR"
      return (member, .setMemberIncome(set))
    default:
      let budgets = (0..<Self.budgetCount).map { names.id($0, as: BudgetID.self).description }
      let wish = household.next(entry: nextEntry, budgets: budgets)
      return (wish.member, wish.body)
    }
  }

  /// Entries, invites and commands count alike.
  private var nextEntry: String { names.id(issued, as: EntryID.self).description }

  private func invite() -> CreateInvite {
    .with {
      $0.inviteID = names.id(issued, as: InviteID.self).description
      $0.role = .adult
    }
  }

  private mutating func send(_ body: Command.OneOf_Body, by connection: HearthConnection) throws(ConnectionFailure) -> Accepted {
    var command = Command()
    command.id = names.id(issued, as: CommandID.self).description
    if case .joinGroup = body {} else { command.groupID = group.description }
    command.body = body
    issued += 1
    let answer = try connection.send(command, within: .seconds(30))
    accepted += 1
    return answer
  }
}
