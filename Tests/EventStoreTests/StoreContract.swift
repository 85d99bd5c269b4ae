import EventStore
import Foundation
import HearthProtocol
import Locking
import PostgresStore
import SQLiteStore
import Support
import TestPostgres
import Testing

/// The stores the contract holds for. A new store adds a case and passes the same tests.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case inMemory
  case sqlite
  case encrypted
  case postgres
  case sealedPostgres

  var testDescription: String { rawValue }

  /// Opens an empty store; the folder lives as long as the result.
  func open() throws -> OpenStore {
    switch self {
    case .inMemory: OpenStore(store: InMemoryStore(), folder: nil)
    case .sqlite, .encrypted:
      try {
        let folder = try TemporaryFolder()
        let key = self == .encrypted ? try Samples.key(1) : nil
        return OpenStore(store: try SQLiteStore(directory: folder.path, key: key), folder: folder)
      }()
    case .postgres, .sealedPostgres:
      try {
        let server = try PostgresServer.shared.get()
        let isSealed = self == .sealedPostgres
        let schema = try PostgresServer.EmptiedSchema(of: isSealed ? "sealed" : "plain")
        let settings = try PostgresSettings(address: server.address, schema: schema.name)
        return OpenStore(store: try PostgresStore(settings, key: isSealed ? Samples.key(1) : nil), folder: nil, schema: schema)
      }()
    }
  }
}

/// A store under test and what must outlive it.
struct OpenStore: Sendable {
  let store: any EventStore & Directory & GroupImporting
  let folder: TemporaryFolder?
  var schema: PostgresServer.EmptiedSchema?
}

/// What every store must do. The limits of one store alone stand in tests of its own.
@Suite("Every store")
struct StoreContract {
  @Test("reads back what was appended, in order and in pages", arguments: StoreKind.allCases)
  func readsBack(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    var writer = LogWriter(Samples.group(1))
    let batches = [writer.batch(3), writer.batch(1, payloadBytes: 0), writer.batch(6, payloadBytes: 5_000)]
    for batch in batches { #expect(store.append([batch]).map(\.failure) == [nil]) }
    let all = batches.flatMap(\.events)

    #expect(try store.read(writer.group, after: .start, limit: 100) == all)
    #expect(try store.read(writer.group, after: .start, limit: 4) == Array(all[0..<4]))
    #expect(try store.read(writer.group, after: GroupSequence(4), limit: 4) == Array(all[4..<8]))
    #expect(try store.read(writer.group, after: GroupSequence(9), limit: 4) == Array(all[9...]))
    #expect(try store.groups() == [writer.group])
  }

  @Test("reads nothing at the end, past it, with no limit left and of unknown groups", arguments: StoreKind.allCases)
  func readsNothing(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    #expect(try store.groups().isEmpty)
    #expect(try store.read(Samples.group(1), after: .start, limit: 10).isEmpty)
    #expect(try store.loadSnapshot(Samples.group(1)) == nil)
    var writer = LogWriter(Samples.group(1))
    #expect(store.append([writer.batch(2)]).map(\.failure) == [nil])
    for after in [2, 3, UInt64(Int64.max), UInt64.max] {
      #expect(try store.read(writer.group, after: GroupSequence(after), limit: 10).isEmpty)
    }
    for limit in [0, -1, Int.min] { #expect(try store.read(writer.group, after: .start, limit: limit).isEmpty) }
    #expect(try store.read(Samples.group(2), after: .start, limit: 10).isEmpty)
  }

  @Test("refuses a batch that expects another head, and says where the log ends", arguments: StoreKind.allCases)
  func conflict(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    var writer = LogWriter(Samples.group(1))
    let first = writer.batch(2, projections: [.membership(identity: Samples.identity(1), group: writer.group)])
    let early = writer.batch(1)
    let late = writer.batch(1, projections: [.membership(identity: Samples.identity(2), group: writer.group)])
    #expect(store.append([late]).map(\.failure) == [.conflict(head: .start)])
    #expect(store.append([first]).map(\.failure) == [nil])
    #expect(store.append([first]).map(\.failure) == [.conflict(head: GroupSequence(2))])
    #expect(store.append([late]).map(\.failure) == [.conflict(head: GroupSequence(2))])
    #expect(try store.read(writer.group, after: .start, limit: 10) == first.events)
    #expect(try store.groups(of: Samples.identity(2)).isEmpty)
    #expect(store.append([early, late]).map(\.failure) == [nil, nil])
  }

  @Test("BN-05 takes over a whole group in one commit, or nothing of it", arguments: StoreKind.allCases)
  func importsGroups(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    for number in [1, 2, 3] as [UInt64] { try store.register([Samples.registration(number)]) }
    var writer = LogWriter(Samples.group(1))
    let pages = (0..<3).map { _ in writer.batch(4).events }
    let code = [UInt8](repeating: 9, count: 32)
    func holder(_ number: UInt64) -> HolderID { HolderID(identity: Samples.identity(number), group: writer.group) }
    let group = ImportedGroup(
      group: writer.group, eventBytes: 4_000, holders: [holder(1): false, holder(2): true, holder(9): false],
      invites: [.invite(codeHash: code, group: writer.group, invite: InviteID(high: 1, low: 2))])

    var left = pages
    #expect(throws: StoreFailure.damaged("the file")) {
      try store.importGroup(group) { () throws(StoreFailure) in
        guard left.count > 1 else { throw .damaged("the file") }
        return left.removeFirst()
      }
    }
    #expect(try store.read(writer.group, after: .start, limit: 100).isEmpty)
    #expect(try store.groups().isEmpty && store.invite(codeHash: code) == nil && store.groups(of: Samples.identity(1)).isEmpty)

    left = pages
    try store.importGroup(group) { () throws(StoreFailure) in left.isEmpty ? [] : left.removeFirst() }
    #expect(try store.read(writer.group, after: .start, limit: 100) == pages.flatMap(\.self))
    #expect(try store.invite(codeHash: code)?.group == writer.group)
    #expect(try store.groups(of: Samples.identity(1)) == [writer.group])
    #expect(try store.groups(of: Samples.identity(2)).isEmpty && store.groups(of: Samples.identity(3)).isEmpty)
    // A member who left comes back to the row that is there.
    let back = AppendBatch(
      group: writer.group, expected: GroupSequence(12), events: [],
      projections: [.membershipRestored(holder: holder(2), group: writer.group)])
    #expect(store.append([back]).map(\.failure) == [nil])
    #expect(try store.groups(of: Samples.identity(2)) == [writer.group])

    left = pages
    #expect(throws: StoreFailure.conflict(head: GroupSequence(12))) {
      try store.importGroup(group) { () throws(StoreFailure) in left.isEmpty ? [] : left.removeFirst() }
    }
    #expect(store.append([writer.batch(1)]).map(\.failure) == [nil])
  }

  @Test("appends batches of one group in one call, each on the one before", arguments: StoreKind.allCases)
  func batchesOfOneGroup(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    var writer = LogWriter(Samples.group(1))
    let batches = [writer.batch(2), writer.batch(1), writer.batch(3)]
    // The second time over, every batch stands on a head that is past.
    let outcomes = store.append(batches + [batches[1]])
    #expect(outcomes.map(\.failure) == [nil, nil, nil, .conflict(head: GroupSequence(6))])
    #expect(try store.read(writer.group, after: .start, limit: 10) == batches.flatMap(\.events))
  }

  @Test("product 11: lets one group's conflict touch no other group", arguments: StoreKind.allCases)
  func conflictAmongMany(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    var writers = (1...5).map { LogWriter(Samples.group($0)) }
    #expect(store.append(writers.indices.map { writers[$0].batch(1) }).allSatisfy { $0.failure == nil })
    _ = writers[2].batch(1)
    let outcomes = store.append(writers.indices.map { writers[$0].batch(2) })
    #expect(outcomes.map(\.failure) == [nil, nil, .conflict(head: GroupSequence(1)), nil, nil])
    for (index, writer) in writers.enumerated() {
      #expect(try store.read(writer.group, after: .start, limit: 10).count == (index == 2 ? 1 : 3))
    }
    #expect(try Set(store.groups()) == Set(writers.map(\.group)))
  }

  @Test("takes a batch without events for its projections alone", arguments: StoreKind.allCases)
  func emptyBatch(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    #expect(store.append([]).isEmpty)
    let group = Samples.group(1)
    let batch = AppendBatch(
      group: group, expected: .start, events: [], projections: [.membership(identity: Samples.identity(1), group: group)])
    #expect(store.append([batch]).map(\.failure) == [nil])
    #expect(try store.groups().isEmpty)
    #expect(try store.groups(of: Samples.identity(1)) == [group])
  }

  @Test("product 21, 67: a membership that ended is not listed until it is restored or begins again", arguments: StoreKind.allCases)
  func endedMemberships(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    let identities = [Samples.identity(1), Samples.identity(2)]
    let groups = [Samples.group(1), Samples.group(2)]
    var writers = groups.map { LogWriter($0) }
    for place in writers.indices {
      let joins = identities.map { Projection.membership(identity: $0, group: groups[place]) }
      #expect(store.append([writers[place].batch(1, projections: joins)]).map(\.failure) == [nil])
    }
    let holder = HolderID(identity: identities[0], group: groups[0])
    // Of a group that they never were in nothing can end.
    let stranger = HolderID(identity: Samples.identity(9), group: groups[0])
    let steps: [(Projection, [GroupID])] = [
      (.membershipEnded(holder: holder, group: groups[0]), [groups[1]]),
      (.membershipRestored(holder: holder, group: groups[0]), groups),
      (.membershipEnded(holder: holder, group: groups[0]), [groups[1]]),
      (.membership(identity: identities[0], group: groups[0]), groups),
      (.membershipEnded(holder: stranger, group: groups[0]), groups),
    ]
    for (projection, listed) in steps {
      #expect(store.append([writers[0].batch(1, projections: [projection])]).map(\.failure) == [nil])
      #expect(try store.groups(of: identities[0]) == listed, "\(projection)")
      #expect(try store.groups(of: identities[1]) == groups, "\(projection)")
      // A person who was in it knows of it for ever.
      #expect(try groups.allSatisfy { try store.knows($0, identities[0]) })
    }
    // A person who asks to join is known to the group, and has it on the list when they are let in.
    let asking = Samples.identity(3)
    let asked: [(Projection, [GroupID])] = [
      (.membershipRequested(identity: asking, group: groups[0]), []),
      (.membershipRequested(identity: asking, group: groups[0]), []),
      (.membershipRestored(holder: HolderID(identity: asking, group: groups[0]), group: groups[0]), [groups[0]]),
      // Of whoever is there already nothing ends by it.
      (.membershipRequested(identity: asking, group: groups[0]), [groups[0]]),
    ]
    for (projection, listed) in asked {
      #expect(store.append([writers[0].batch(1, projections: [projection])]).map(\.failure) == [nil])
      #expect(try store.groups(of: asking) == listed && store.knows(groups[0], asking), "\(projection)")
    }
    #expect(try !store.knows(groups[0], Samples.identity(99)) && !store.knows(Samples.group(99), identities[0]))
  }

  @Test("product 16: keeps memberships in the order of joining, once each", arguments: StoreKind.allCases)
  func memberships(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    let joined: [UInt64] = [3, 1, 2]
    for number in joined {
      var writer = LogWriter(Samples.group(number))
      let membership = Projection.membership(identity: Samples.identity(1), group: writer.group)
      #expect(store.append([writer.batch(1, projections: [membership, membership])]).map(\.failure) == [nil])
      #expect(store.append([writer.batch(1, projections: [membership])]).map(\.failure) == [nil])
    }
    #expect(try store.groups(of: Samples.identity(1)) == joined.map(Samples.group))
    #expect(try store.groups(of: Samples.identity(2)).isEmpty)
  }

  @Test("finds invites by the hash of their code; the first to use a code keeps it", arguments: StoreKind.allCases)
  func invites(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    var writer = LogWriter(Samples.group(1))
    var other = LogWriter(Samples.group(2))
    let first = Projection.invite(codeHash: Samples.hash(7), group: writer.group, invite: Samples.invite(1))
    let second = Projection.invite(codeHash: Samples.hash(7), group: other.group, invite: Samples.invite(2))
    #expect(try store.invite(codeHash: Samples.hash(7)) == nil)
    #expect(store.append([writer.batch(1, projections: [first]), other.batch(1, projections: [second])]).map(\.failure) == [nil, nil])
    #expect(try store.invite(codeHash: Samples.hash(7)) == InviteLocation(group: writer.group, invite: Samples.invite(1)))
    #expect(try store.invite(codeHash: Samples.hash(8)) == nil)
    #expect(try store.invite(codeHash: []) == nil)
  }

  @Test("RC-05 says which groups are due, the longest due first, as the last commit left it", arguments: StoreKind.allCases)
  func dueGroups(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    var writers = (0...5).map { LogWriter(Samples.group(UInt64($0))) }
    func note(_ number: Int, _ instant: Int64?) {
      let due = Projection.due(group: writers[number].group, at: instant)
      #expect(store.append([writers[number].batch(1, projections: [due])]).map(\.failure) == [nil])
    }
    #expect(try store.groupsDue(by: .max, limit: 10).isEmpty)
    for (number, instant) in [(3, 300), (1, 100), (2, 200), (5, 300), (4, -1)] as [(Int, Int64)] { note(number, instant) }
    #expect(try store.groupsDue(by: 299, limit: 10) == [4, 1, 2].map(Samples.group))
    #expect(try store.groupsDue(by: 300, limit: 10) == [4, 1, 2, 3, 5].map(Samples.group))
    #expect(try store.groupsDue(by: 300, limit: 2) == [4, 1].map(Samples.group))
    #expect(try store.groupsDue(by: .max, limit: 0).isEmpty && store.groupsDue(by: .min, limit: -1).isEmpty)
    note(1, 1_000)
    note(4, nil)
    note(0, nil)
    #expect(try store.groupsDue(by: 999, limit: 10) == [2, 3, 5].map(Samples.group))
    #expect(try store.groupsDue(by: 1_000, limit: 10) == [2, 3, 5, 1].map(Samples.group))
    // What was not appended was not noted.
    let late = AppendBatch(group: Samples.group(2), expected: .start, events: [], projections: [.due(group: Samples.group(2), at: nil)])
    #expect(store.append([late]).map(\.failure) == [.conflict(head: GroupSequence(1))])
    #expect(try store.groupsDue(by: 200, limit: 10) == [Samples.group(2)])
  }

  @Test("RC-05 sets right when a group is due, unless a commit has said later", arguments: StoreKind.allCases)
  func notesDue(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    var writer = LogWriter(Samples.group(1))
    func due() throws -> [Int64] { try [99, 100, 199, 200, 300].filter { try !store.groupsDue(by: $0, limit: 1).isEmpty } }
    try store.noteDue(writer.group, at: nil, now: 50, addsMissing: true)
    try store.noteDue(writer.group, at: 100, now: 50, addsMissing: false)
    #expect(try due().isEmpty)
    try store.noteDue(writer.group, at: 100, now: 50, addsMissing: true)
    #expect(try due() == [100, 199, 200, 300])
    // Later than now: a commit's word.
    try store.noteDue(writer.group, at: 99, now: 99, addsMissing: true)
    try store.noteDue(writer.group, at: nil, now: 99, addsMissing: true)
    #expect(try due() == [100, 199, 200, 300])
    #expect(store.append([writer.batch(1, projections: [.due(group: writer.group, at: 200)])]).map(\.failure) == [nil])
    try store.noteDue(writer.group, at: nil, now: 199, addsMissing: true)
    #expect(try due() == [200, 300])
    try store.noteDue(writer.group, at: 300, now: 200, addsMissing: false)
    #expect(try due() == [300])
    try store.noteDue(writer.group, at: nil, now: 300, addsMissing: false)
    #expect(try due().isEmpty)
  }

  @Test("GR-08 deletes a group but for its id and its date, however often, and nothing of another", arguments: StoreKind.allCases)
  func purges(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    for number in [1, 2] as [UInt64] { try store.register([Samples.registration(number)]) }
    var writers = [LogWriter(Samples.group(1)), LogWriter(Samples.group(2))]
    for index in writers.indices {
      let group = writers[index].group
      let invite = Projection.invite(codeHash: Samples.hash(UInt8(index)), group: group, invite: Samples.invite(UInt64(index)))
      let rows = [1, 2].map { Projection.membership(identity: Samples.identity($0), group: group) } + [invite, .due(group: group, at: 5)]
      // More than one commit removes.
      #expect(store.append([writers[index].batch(2_500, projections: rows)]).map(\.failure) == [nil])
      try store.saveSnapshot(StoredSnapshot(group: group, sequence: GroupSequence(2_000), bytes: [1, 2, 3]))
    }
    let (gone, stays) = (writers[0].group, writers[1].group)
    #expect(try !store.isPurged(gone))
    for _ in 0..<2 {
      try store.purge(gone, at: 9)
      #expect(try store.isPurged(gone) && !store.isPurged(stays))
      #expect(try store.read(gone, after: .start, limit: 10).isEmpty && store.loadSnapshot(gone) == nil)
      #expect(try store.groups() == [stays] && store.groups(of: Samples.identity(1)) == [stays])
      #expect(try !store.knows(gone, Samples.identity(1)) && store.knows(stays, Samples.identity(1)))
      #expect(try store.invite(codeHash: Samples.hash(0)) == nil && store.invite(codeHash: Samples.hash(1)) != nil)
      #expect(try store.groupsDue(by: 5, limit: 2) == [gone, stays])
      // One that was on its way while the group was deleted.
      try store.saveSnapshot(StoredSnapshot(group: gone, sequence: GroupSequence(2_100), bytes: [1, 2, 3]))
      #expect(try store.loadSnapshot(gone) == nil)
    }
    #expect(try store.read(stays, after: .start, limit: 5_000).count == 2_500 && store.loadSnapshot(stays) != nil)
    #expect(store.append([writers[1].batch(1)]).map(\.failure) == [nil])
    // Taken over from a bundle it is there again.
    var left = [LogWriter(gone)].map { writer in
      var writer = writer
      return writer.batch(3).events
    }
    let group = ImportedGroup(group: gone, eventBytes: 120, holders: [:], invites: [], due: 7)
    try store.importGroup(group) { () throws(StoreFailure) in left.isEmpty ? [] : left.removeFirst() }
    #expect(try !store.isPurged(gone) && store.read(gone, after: .start, limit: 5).count == 3)
    #expect(try store.groupsDue(by: 7, limit: 2) == [stays, gone])
  }

  @Test("registers many identities, or none when an id is taken", arguments: StoreKind.allCases)
  func tokens(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    try store.register([])
    try store.register((1...20).map(Samples.registration))
    let expected = TokenRecord(
      id: Samples.token(7), identity: Samples.identity(7), displayName: "Person 7", secretHash: Samples.hash(7),
      device: Samples.device(7).id, createdAt: 1_700_000_000_000, usedDay: 19_675)
    #expect(try store.token(Samples.token(7)) == expected)
    #expect(try store.token(Samples.token(21)) == nil)

    var sameToken = Samples.registration(22)
    sameToken.device.token = Samples.token(7)
    var sameDevice = Samples.registration(22)
    sameDevice.device.id = Samples.device(7).id
    for taken in [Samples.registration(7), sameToken, sameDevice] {
      #expect(throws: StoreFailure.self) { try store.register([Samples.registration(21), taken]) }
    }
    #expect(throws: StoreFailure.self) { try store.register([Samples.registration(21), Samples.registration(21)]) }
    #expect(try store.token(Samples.token(21)) == nil)
    #expect(try store.token(Samples.token(7)) == expected)
    // A refused registration is no failure of the disk.
    try store.register([Samples.registration(21)])
    #expect(try store.token(Samples.token(21))?.displayName == "Person 21")
  }

  @Test("loads the newest snapshot, whatever the order of saving", arguments: StoreKind.allCases)
  func snapshots(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    var writer = LogWriter(Samples.group(1))
    #expect(store.append([writer.batch(10)]).map(\.failure) == [nil])
    func snapshot(_ sequence: UInt64, _ byte: UInt8 = 1) -> StoredSnapshot {
      StoredSnapshot(group: writer.group, sequence: GroupSequence(sequence), bytes: [byte, UInt8(sequence)])
    }
    for sequence: UInt64 in [4, 8, 2] { try store.saveSnapshot(snapshot(sequence)) }
    #expect(try store.loadSnapshot(writer.group) == snapshot(8))
    try store.saveSnapshot(snapshot(8, 2))
    #expect(try store.loadSnapshot(writer.group) == snapshot(8, 2))
    #expect(try store.loadSnapshot(Samples.group(2)) == nil)
    try store.deleteSnapshots()
    #expect(try store.loadSnapshot(writer.group) == nil)
    #expect(try store.read(writer.group, after: .start, limit: 100).count == 10)
  }

  @Test("EW-03 replaces events' bytes with an append, and keeps no snapshot from before", arguments: StoreKind.allCases)
  func replacements(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    var (writer, other) = (LogWriter(Samples.group(1)), LogWriter(Samples.group(2)))
    let (first, untouched) = (writer.batch(8), other.batch(3))
    #expect(store.append([first, untouched]).map(\.failure) == [nil, nil])
    for (group, sequence) in [(writer.group, 8), (other.group, 3)] as [(GroupID, UInt64)] {
      try store.saveSnapshot(StoredSnapshot(group: group, sequence: GroupSequence(sequence), bytes: [1]))
    }
    func batch(_ events: [StoredEvent]) -> AppendBatch {
      var batch = writer.batch(1)
      batch.replacements = events
      batch.endsReplacing = true
      return batch
    }
    var replaced = [first.events[2], first.events[5]]
    for index in replaced.indices { replaced[index].bytes = [9, 8, 7] }
    let added = batch(replaced)
    #expect(store.append([added]).map(\.failure) == [nil])
    var expected = first.events + added.events
    (expected[2], expected[5]) = (replaced[0], replaced[1])
    #expect(try store.read(writer.group, after: .start, limit: 100) == expected)
    #expect(try store.loadSnapshot(writer.group) == nil && store.loadSnapshot(other.group) != nil)
    // One that was on its way meanwhile; and one from behind.
    try store.saveSnapshot(StoredSnapshot(group: writer.group, sequence: GroupSequence(8), bytes: [2]))
    #expect(try store.loadSnapshot(writer.group) == nil)
    try store.saveSnapshot(StoredSnapshot(group: writer.group, sequence: GroupSequence(9), bytes: [3]))
    #expect(try store.loadSnapshot(writer.group)?.bytes == [3])
    // What the log does not have changes nothing, nor does a batch that comes too late.
    var moved = first.events[0]
    moved.position = LanePosition(7)
    #expect(store.append([batch([moved])]).map { $0.failure != nil } == [true])
    var late = added
    late.replacements[0].bytes = [1]
    #expect(store.append([late]).map(\.failure) == [.conflict(head: GroupSequence(9))])
    #expect(try store.read(writer.group, after: .start, limit: 100) == expected)
    #expect(try store.read(other.group, after: .start, limit: 100) == untouched.events)
  }

  @Test("does not hide that a log ends before its snapshot", arguments: StoreKind.allCases)
  func snapshotAheadOfLog(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    var writer = LogWriter(Samples.group(1))
    #expect(store.append([writer.batch(3)]).map(\.failure) == [nil])
    let snapshot = StoredSnapshot(group: writer.group, sequence: GroupSequence(4), bytes: [1])
    try store.saveSnapshot(snapshot)
    #expect {
      try store.loadSnapshot(writer.group)
    } throws: {
      guard case .damaged(let what)? = $0 as? StoreFailure else { return false }
      return what.contains(writer.group.description) && what.contains("sequence 4")
    }
  }

  @Test("keeps each log whole when eight threads append at once", arguments: StoreKind.allCases)
  func concurrency(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    let failures = Locked<[StoreFailure]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var writer = LogWriter(Samples.group(UInt64(thread)))
      // All threads also fight over one group; whoever loses gets a conflict and changes nothing.
      var shared = LogWriter(Samples.group(99))
      for _ in 0..<20 {
        let outcomes = store.append([writer.batch(2), shared.batch(1)])
        if let failure = outcomes[0].failure { failures.withLock { $0.append(failure) } }
      }
    }
    #expect(failures.withLock { $0 }.isEmpty)
    for thread in 0..<8 { #expect(try store.read(Samples.group(UInt64(thread)), after: .start, limit: 100).count == 40) }
    let report = try HistoryVerifier(store: store, pageEvents: 7).verify()
    #expect(report.damages == [])
    #expect(report.groups == 9)
    #expect(report.events >= 8 * 40 + 20)
  }
}
