import EventStore
import Foundation
import GRDB
import HearthProtocol
import HearthServer
import Room
import SQLiteStore
import Support
import Testing

/// Bundles over real servers and stores (SPEC section 15): out, in, and out again byte for byte.
struct BundleTests {
  private typealias Place = DataFolder<SQLiteStore>

  /// A life of a group that the seed says: people come and go, entries come, change and go, and half of all wishes are
  /// refused.
  private struct Life {
    var random: SeededGenerator
    let server: TestServer
    var people: [WireClient] = []
    let group = Fresh.id()
    var entries: [String] = []

    init(seed: UInt64, _ place: Place) throws {
      random = SeededGenerator(seed: seed)
      server = try TestServer(place.store, attachments: place.attachments)
      people.append(try server.register("Asha"))
      _ = try people[0].accepted(.createGroup(group))
    }

    mutating func live(_ steps: Int) throws {
      for _ in 0..<steps { try step() }
    }

    private mutating func step() throws {
      let place = Int.random(in: people.indices, using: &random)
      let person = people[place]
      let entry = entries.randomElement(using: &random) ?? Fresh.id()
      func send(_ body: Command.OneOf_Body) throws { _ = try person.ask(.command(.make(group, body))) }
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<4:
        let add = Command.addEntry(group, minor: Int64.random(in: 1...1_000_000, using: &random))
        if case .accepted = try person.ask(.command(add)).body { entries.append(add.addEntry.entryID) }
      case 4: try send(.voidEntry(.with { $0.entryID = entry }))
      case 5: try send(.restoreEntry(.with { $0.entryID = entry }))
      case 6: try send(.undoLast(.init()))
      case 7:
        let uses = UInt32.random(in: 1...3, using: &random)
        let answer = try people[0].ask(
          .command(.createInvite(group, [.adult, .admin, .viewer].randomElement(using: &random) ?? .adult, uses: uses)))
        let newcomer = try server.register("Person \(people.count)")
        if case .accepted(let accepted) = answer.body, case .accepted = try newcomer.ask(.command(.join(accepted.inviteCode))).body {
          people.append(newcomer)
        }
      case 8: try send(.updateGroup(.with { $0.name = "Family \(Int.random(in: 0..<100, using: &random))" }))
      case 9:
        let minor = Int64.random(in: 1...100_000, using: &random)
        try send(
          .setMemberIncome(
            .with {
              $0.monthly.minor = minor
              $0.monthly.currency = "INR"
            }))
      case 10: if place > 0 { try send(.leaveGroup(.init())) }
      default:
        let content = (0..<Int.random(in: 1...100_000, using: &random)).map { UInt8(truncatingIfNeeded: $0) }
        let socket = try BlockingSocket(server.address)
        let path = "/v1/groups/\(group)/attachments/\(ContentHash(of: content))"
        socket.send(Array(AttachmentServer.head("PUT", path, token: person.token, length: content.count).utf8) + content)
        #expect([201, 200, 403, 404].contains(try Answer(socket).status))
      }
    }
  }

  @Test("BN-05 Export, import and export are the same bytes, and the group goes on: seeds 0 to 11", arguments: 0..<12 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    let old = try Place()
    var life = try Life(seed: seed, old)
    try life.live(60)
    // Beside the running server.
    let bundle = try old.bundle(life.group)
    #expect(try old.bundle(life.group) == bundle)
    let new = try Place()
    let figures = try new.take(bundle)
    #expect(figures.events > 10)
    #expect(try new.bundle(life.group) == bundle, "seed \(seed)")
    let group = try #require(GroupID(life.group))
    #expect(try new.attachments.attachments(of: group) == old.attachments.attachments(of: group))
    #expect(try GroupHistory.load(group, from: new.store).storedSnapshot() == GroupHistory.replay(group, from: old.store).storedSnapshot())
    try life.live(5)
    #expect(try new.bundle(life.group) == bundle)
  }

  @Test("BN-05, BN-07 On a server that knows the same identities the group goes on where it stood, invites and files too")
  func goesOn() throws {
    let old = try Place()
    var life: Life? = try Life(seed: 99, old)
    let group = try #require(life?.group)
    let asha = try #require(life?.people[0])
    let ravi = try #require(try life?.server.register("Ravi"))
    let gone = try #require(try life?.server.register("Gone"))
    for person in [ravi, gone] { _ = try person.accepted(.join(try asha.accepted(.createInvite(group)).inviteCode)) }
    _ = try gone.accepted(.make(group, .leaveGroup(.init())))
    let code = try asha.accepted(.createInvite(group)).inviteCode
    _ = try asha.accepted(.addEntry(group))
    let content = [UInt8]("%PDF-bill".utf8)
    let path = "/v1/groups/\(group)/attachments/\(ContentHash(of: content))"
    let socket = try BlockingSocket(try #require(life?.server.address))
    socket.send(Array(AttachmentServer.head("PUT", path, token: asha.token, length: content.count).utf8) + content)
    #expect(try Answer(socket).status == 201)
    let bundle = try old.bundle(group)
    life = nil

    // The same identities: a copy of the old folder from which the group has been taken out.
    let new = try Place()
    try new.know(identitiesOf: old)
    try new.take(bundle)
    let server = try TestServer(new.store, attachments: new.attachments)
    let back = try server.logIn(asha.token)
    #expect(try back.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [group])
    _ = try back.accepted(.addEntry(group))
    #expect(try server.logIn(gone.token).ask(.listGroups(.init())).groups.groups.isEmpty)
    // The key is the same, so the old codes open the old invites.
    let mira = try server.register("Mira")
    _ = try mira.accepted(.join(code, as: "Mira"))
    let fetch = try BlockingSocket(server.address)
    fetch.send(AttachmentServer.head("GET", path, token: ravi.token))
    #expect(try Answer(fetch).body == content)
  }

  @Test("BN-07 On a server that knows nobody each member's code makes a new identity that member, once; nobody else is one")
  func codes() throws {
    let old = try Place()
    var life: Life? = try Life(seed: 98, old)
    let group = try #require(life?.group)
    let asha = try #require(life?.people[0])
    let ravi = try #require(try life?.server.register("Ravi"))
    let gone = try #require(try life?.server.register("Gone"))
    for person in [ravi, gone] { _ = try person.accepted(.join(try asha.accepted(.createInvite(group)).inviteCode)) }
    _ = try gone.accepted(.make(group, .leaveGroup(.init())))
    _ = try asha.accepted(
      .make(
        group,
        .addPlaceholder(
          .with {
            ($0.memberID, $0.displayName, $0.role) = (Fresh.id(), "Dadi", .adult)
          })))
    _ = try ravi.accepted(.addEntry(group))
    let oldMembers = try ravi.follow(group).subscribed
    let bundle = try old.bundle(group)
    life = nil

    let new = try Place()
    let now: Int64 = 1_790_000_000_000
    var check = try BundleCheck(Place.source(bundle))
    // Another server's key: the old codes lead nowhere.
    let made = try check.makeCodes(InviteCodes(serverKey: TestServer.key), days: 3, at: now)
    #expect(made.map(\.displayName) == ["Asha", "Ravi"] && made.map(\.role) == [.owner, .adult])
    _ = try GroupImport.run(check, Place.source(bundle), into: new.store, new.attachments, at: now)
    // The bundle's events are as they were; two stand behind them.
    let id = try #require(GroupID(group))
    let (before, after) = (try old.store.read(id, after: .start, limit: 1_000), try new.store.read(id, after: .start, limit: 1_000))
    #expect(Array(after.prefix(before.count)) == before && after.count == before.count + 2)
    #expect(try GroupHistory.load(id, from: new.store).storedSnapshot() == GroupHistory.replay(id, from: new.store).storedSnapshot())

    var server = try TestServer(new.store, attachments: new.attachments, now: now + 3 * 86_400_000 - 1)
    // A name makes nobody a member.
    let stranger = try server.register("Asha")
    #expect(try stranger.ask(.listGroups(.init())).groups.groups.isEmpty)
    #expect(try stranger.rejected(.addEntry(group)).code == "not_found")
    let preview = try stranger.ask(.previewInvite(.with { $0.code = made[0].code })).invitePreview
    #expect(preview.role == .owner && preview.memberCount == 3 && preview.offeredMemberID.isEmpty)
    let newRavi = try server.register("Ravi")
    _ = try newRavi.accepted(.join(made[1].code))
    #expect(try newRavi.ask(.listGroups(.init())).groups.groups.map(\.memberID) == [oldMembers.memberID])
    // What was theirs is theirs.
    _ = try newRavi.accepted(.make(group, .undoLast(.init())))
    #expect(try stranger.rejected(.join(made[1].code)).code == "invite_invalid")
    let newAsha = try server.register("Asha")
    _ = try newAsha.accepted(.join(made[0].code))
    _ = try newAsha.accepted(.createInvite(group))
    #expect(try newAsha.ask(.listGroups(.init())).groups.groups.map(\.role) == [.owner])
    // The directory has it, also after a restart, when the codes are too old.
    server.stop()
    server = try TestServer(new.store, attachments: new.attachments, now: now + 3 * 86_400_000)
    #expect(try server.logIn(newAsha.token).ask(.listGroups(.init())).groups.groups.count == 1)
  }

  @Test("BN-07 A person who held the member until then is no member any more, on live connections too; a code that is too old is none")
  func handedOver() throws {
    let old = try Place()
    var life: Life? = try Life(seed: 97, old)
    let group = try #require(life?.group)
    let asha = try #require(life?.people[0])
    let ravi = try #require(try life?.server.register("Ravi"))
    _ = try ravi.accepted(.join(try asha.accepted(.createInvite(group)).inviteCode))
    let bundle = try old.bundle(group)
    life = nil
    // On a server that knows the old identities.
    let new = try Place()
    try new.know(identitiesOf: old)
    let now: Int64 = 1_790_000_000_000
    var check = try BundleCheck(Place.source(bundle))
    let made = try check.makeCodes(InviteCodes(serverKey: TestServer.key), days: 1, at: now)
    _ = try GroupImport.run(check, Place.source(bundle), into: new.store, new.attachments, at: now)
    let server = try TestServer(new.store, now: now)
    let before = try server.logIn(ravi.token)
    try before.follow(group)
    let after = try server.register("Ravi again")
    _ = try after.accepted(.join(made[1].code))
    var end = ServerMessage()
    while end.subscriptionEnded.groupID.isEmpty { end = try before.message() }
    #expect(end.subscriptionEnded.groupID == group && end.subscriptionEnded.reason == .membership)
    #expect(try before.ask(.listGroups(.init())).groups.groups.isEmpty)
    #expect(try before.rejected(.addEntry(group)).code == "not_found")
    _ = try after.accepted(.addEntry(group))
    server.pass(until: now + 86_400_000)
    #expect(try server.register("Late").rejected(.join(made[0].code)).code == "invite_invalid")
  }

  @Test("GR-08, BN-05 A group whose deletion is due is imported only when that is taken back, also where it was deleted")
  func keeps() throws {
    let place = try Place()
    var life: Life? = try Life(seed: 5, place)
    let group = try #require(life?.group)
    let id = try #require(GroupID(group))
    let asha = try #require(life?.people[0])
    _ = try asha.accepted(.make(group, .archiveGroup(.init())))
    _ = try asha.accepted(.make(group, .requestPurge(.with { $0.exported = true })))
    let bundle = try place.bundle(group)
    life = nil
    let purgeAt = try #require(try BundleCheck(Place.source(bundle)).purgeAt)
    try place.store.purge(id, at: purgeAt)
    let failure = #expect(throws: ServerFailure.self) {
      try GroupImport.run(BundleCheck(Place.source(bundle)), Place.source(bundle), into: place.store, place.attachments, at: purgeAt)
    }
    #expect(failure?.description.contains("--keep") == true)
    #expect(try place.store.isPurged(id) && place.store.groups().isEmpty)
    var check = try BundleCheck(Place.source(bundle))
    try check.keep(at: purgeAt)
    _ = try GroupImport.run(check, Place.source(bundle), into: place.store, place.attachments, at: purgeAt)
    #expect(try !place.store.isPurged(id) && place.store.groupsDue(by: .max, limit: 1).isEmpty)
    let server = try TestServer(
      place.store, attachments: place.attachments, exports: ExportFolder(dataFolder: place.folder.path), now: purgeAt)
    let back = try server.logIn(asha.token)
    _ = try back.accepted(.make(group, .unarchiveGroup(.init())))
    _ = try back.accepted(.addEntry(group))
    // A second before its time it comes as it is, and is deleted when its time has come.
    let other = try Place()
    _ = try GroupImport.run(BundleCheck(Place.source(bundle)), Place.source(bundle), into: other.store, other.attachments, at: purgeAt - 1)
    #expect(try other.store.groupsDue(by: purgeAt, limit: 1) == [id] && other.store.groupsDue(by: purgeAt - 1, limit: 1).isEmpty)
    #expect(try other.bundle(group) == bundle)
  }

  @Test("BN-05 A group that is there is not imported again, and nothing changes")
  func twice() throws {
    let place = try Place()
    var life = try Life(seed: 7, place)
    try life.live(20)
    let bundle = try place.bundle(life.group)
    let failure = #expect(throws: ServerFailure.self) { try place.take(bundle) }
    #expect(failure?.description.contains("already") == true)
    #expect(try place.bundle(life.group) == bundle)
  }

  @Test("BN-05 Nothing of a bundle that does not verify is written: flipped, cut, changed between the two readings")
  func damaged() throws {
    let old = try Place()
    var life = try Life(seed: 12, old)
    try life.live(40)
    let bundle = try old.bundle(life.group)
    let new = try Place()
    for part in 1..<40 {
      let place = bundle.count * part / 40
      var flipped = bundle
      flipped[place] ^= 0x10
      #expect(throws: ServerFailure.self) { try new.take(flipped) }
      #expect(throws: ServerFailure.self) { try new.take(Array(bundle[..<place])) }
      // Good when it was checked, another when it is read again.
      #expect(throws: ServerFailure.self) { try new.take(bundle, changedLater: flipped) }
      #expect(throws: ServerFailure.self) { try new.take(bundle, changedLater: Array(bundle[..<place])) }
      #expect(try new.isEmpty(), "part \(part)")
    }
    try new.take(bundle)
    #expect(try new.bundle(life.group) == bundle)
  }

  @Test("BN-01, SB-07 A history that a backup has led to keeps its epoch")
  func epoch() throws {
    let old = try Place()
    var life = try Life(seed: 5, old)
    try life.live(20)
    let group = try #require(GroupID(life.group))
    #expect(try old.store.epoch(of: group) == 1)
    #expect(try old.store.startEpoch(atLeast: 5) == 5)
    #expect(try old.store.startEpoch(atLeast: 5) == 6)
    let bundle = try old.bundle(life.group)
    let new = try Place()
    try new.take(bundle)
    #expect(try new.store.epoch(of: group) == 6)
    #expect(try new.bundle(life.group) == bundle)
    #expect(try GroupHistory.load(group, from: new.store).epoch == 6)
  }

  @Test("AT-07, BN-05 Files of minors' lanes go with the group to another server, each to its lane, and come back the same")
  func ofMinors() throws {
    let old = try Place()
    let life = try Life(seed: 7, old)
    let group = try #require(GroupID(life.group))
    let lanes = [Lane.shared, .minor(MemberID(high: 1, low: 1)), .minor(MemberID(high: 1, low: 2))]
    let contents: [[UInt8]] = [[1], [2], [3], [4]]
    for (number, lane) in lanes.enumerated() {
      // One of them is in every lane.
      for content in [contents[0], contents[number + 1]] {
        var arriving = try old.attachments.begin(ContentHash(of: content), of: group, lane, sizeBytes: 1)
        try old.attachments.add(content, to: &arriving)
        #expect(try old.attachments.keep(arriving))
      }
    }
    let bundle = try old.bundle(life.group)
    let new = try Place()
    #expect(try new.take(bundle).attachments == 6)
    for lane in lanes {
      #expect(try new.attachments.attachments(of: group, lane) == old.attachments.attachments(of: group, lane))
      #expect(try new.attachments.attachments(of: group, lane).count == 2)
    }
    #expect(try new.bundle(life.group) == bundle)
  }

  @Test("BN-04 Neither a member's bundle, nor one of no epoch, nor one without events is imported")
  func others() throws {
    let new = try Place()
    let group = try #require(GroupID(Fresh.id()))
    for (epoch, scope) in [(1, BundleScope.member), (0, .group), ((1 << 53) + 1, .group), (1, .group)] as [(UInt64, BundleScope)] {
      var writer = try BundleWriter(group: group, epoch: epoch, scope: scope)
      let bytes = try writer.finish()
      #expect(throws: ServerFailure.self) { try new.take(bytes) }
    }
    #expect(try new.isEmpty())
  }

  @Test("BN-03 A damaged log or file is not exported")
  func damagedSource() throws {
    let place = try Place()
    var life = try Life(seed: 3, place)
    try life.live(40)
    let group = try #require(GroupID(life.group))
    #expect(throws: ServerFailure.self) { try place.bundle(Fresh.id()) }
    let content: [UInt8] = [1, 2, 3]
    var arriving = try place.attachments.begin(ContentHash(of: content), of: group, sizeBytes: 3)
    try place.attachments.add(content, to: &arriving)
    #expect(try place.attachments.keep(arriving))
    _ = try place.bundle(life.group)
    let path = "\(place.folder.path)/attachments/\(group)/\(ContentHash(of: content))"
    try Data([1, 2, 4]).write(to: URL(filePath: path))
    #expect(throws: ServerFailure.self) { try place.bundle(life.group) }
    try FileManager.default.removeItem(atPath: path)
    _ = try place.bundle(life.group)
    try place.store.pool.writeWithoutTransaction { try $0.execute(sql: "UPDATE event SET bytes = x'00' WHERE sequence = 3") }
    #expect(throws: ServerFailure.self) { try place.bundle(life.group) }
  }
}
