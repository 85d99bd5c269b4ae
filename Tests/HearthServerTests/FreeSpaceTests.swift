import EventStore
import Glibc
import HearthProtocol
import Locking
import Logging
import SQLiteStore
import Support
import Testing

@testable import HearthServer

/// What is taken while there is less space than the operator keeps (SPEC ER-05).
@Suite(.onOneAndThreeLoops) struct FreeSpaceTests {
  /// How much the disk has, as the test says.
  private final class Disk: Sendable {
    private let state = Locked((free: Int?.some(1_000), looks: 0))
    var looks: Int { state.withLock { $0.looks } }
    func set(_ free: Int?) { state.withLock { $0.free = free } }
    func look() -> Int? {
      state.withLock { state in
        state.looks += 1
        return state.free
      }
    }
  }

  private let disk = Disk()

  /// Keeps 1,000 bytes free.
  private func keep(_ configuration: inout ServerConfiguration) {
    configuration.freeBytesMin = 1_000
    configuration.freeBytes = { [disk] in disk.look() }
  }

  private func set(_ free: Int?, on server: TestServer) {
    disk.set(free)
    server.server.space.look()
  }

  // MARK: The watch

  @Test("ER-05 Limit: at the floor space is not short, a byte less it is, and until there is a quarter more; it is logged once each time")
  func atTheFloor() {
    let written = Locked("")
    let status = ServerStatus(log: Logger(label: "test") { _ in RecordingLog(written: written) }) {}
    let watch = SpaceWatch(floor: 1_000, freeBytes: { [disk] in disk.look() }, status: status)
    func isShort(_ free: Int?) -> Bool {
      disk.set(free)
      watch.look()
      return watch.isShort
    }
    let looks: [(free: Int?, isShort: Bool)] = [
      (1_000, false), (999, true), (nil, true), (1_000, true), (1_249, true), (1_250, false), (nil, false), (1_000, false), (999, true),
    ]
    for look in looks { #expect(isShort(look.free) == look.isShort, "\(look)") }
    let lines = written.withLock { $0 }.split(separator: "\n")
    #expect(lines.map { $0.prefix { $0 != ":" } } == ["error", "notice", "error"], "\(lines)")
    #expect(lines.first?.contains("free") == true && lines.first?.contains("999") == true)
  }

  @Test("ER-05: a store without space on a disk that seems to have some is logged once, and once when it has again")
  func fullStore() {
    let written = Locked("")
    let status = ServerStatus(log: Logger(label: "test") { _ in RecordingLog(written: written) }) {}
    let watch = SpaceWatch(floor: 1_000, freeBytes: { [disk] in disk.look() }, status: status)
    func levels() -> [Substring] { written.withLock { $0 }.split(separator: "\n").map { $0.prefix { $0 != ":" } } }
    let full: [Result<Void, StoreFailure>] = [.success(()), .failure(.full)]
    let others: [Result<Void, StoreFailure>] = [.failure(.away("the database cannot be reached"))]
    watch.committed([.success(())])
    watch.committed(others)
    #expect(levels().isEmpty)
    for _ in 0..<3 { watch.committed(full) }
    // Nothing was stored.
    watch.committed(others)
    #expect(levels() == ["error"])
    for _ in 0..<3 { watch.committed([.success(())]) }
    #expect(levels() == ["error", "notice"])
    // What was seen already.
    disk.set(999)
    watch.look()
    watch.committed(full)
    watch.committed([.success(())])
    #expect(levels() == ["error", "notice", "error"])
  }

  @Test("ER-05 Limit: space is looked at once a second, one look at a time; without a floor, or nobody to ask, never")
  func looks() {
    let watch = SpaceWatch(floor: 1_000, freeBytes: { [disk] in disk.look() }, status: nil)
    #expect(watch.isDue(now: 0) && !watch.isDue(now: 5_000))
    watch.look()
    #expect(!watch.isDue(now: 999) && watch.isDue(now: 1_000))
    let nobody = SpaceWatch(floor: 1_000, freeBytes: nil, status: nil)
    let none = SpaceWatch(floor: 0, freeBytes: { 0 }, status: nil)
    for watch in [nobody, none] {
      watch.look()
      #expect(!watch.isDue(now: 0) && !watch.isShort && watch.hasSpace(forFilesOf: 1 << 40))
    }
  }

  @Test(
    "ER-05 Limit: an eighth of the floor that may have been written since the last look has it looked before more is, a byte less does not")
  func looksAsItWrites() {
    let watch = SpaceWatch(floor: 1_000, freeBytes: { [disk] in disk.look() }, status: nil)
    disk.set(1_500)
    watch.willWrite(124)
    #expect(disk.looks == 0)
    watch.willWrite(1)
    #expect(disk.looks == 1 && !watch.isShort)
    disk.set(999)
    watch.willWrite(125)
    #expect(disk.looks == 2 && watch.isShort)
    watch.willWrite(.max)
    watch.willWrite(.max)
    #expect(watch.isShort)
    // A look by the clock begins the count anew.
    #expect(watch.isDue(now: 0))
    disk.set(5_000)
    watch.look()
    watch.willWrite(124)
    #expect(!watch.isShort)
  }

  @Test("ER-05 A burst that writes faster than the clock has it looked finds the floor, and a member is removed all the same")
  func burst() throws {
    let server = try TestServer(change: keep)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let ravi = try server.register("Ravi")
    let member = Fresh.id()
    _ = try ravi.accepted(.join(try asha.invite(to: group), member: member))
    // No look by the clock is due any more.
    let space = server.server.space
    eventually("nobody looks") { space.isDue(now: .max / 4) }
    space.look()
    disk.set(999)
    _ = try asha.accepted(.addEntry(group))
    #expect(try asha.rejected(.addEntry(group)).code == "storage_full")
    var removal = RemoveMember()
    removal.memberID = member
    _ = try asha.accepted(.make(group, .removeMember(removal)))
  }

  @Test("ER-05 A receipt's file leaves more than the floor: a quarter of it stays beside what else is arriving")
  func files() {
    let watch = SpaceWatch(floor: 1_000, freeBytes: { [disk] in disk.look() }, status: nil)
    disk.set(1_350)
    #expect([100, 101].map(watch.hasSpace) == [true, false])
  }

  @Test("ER-05 The space of a folder's disk is what the system says, and of no folder it cannot be said")
  func system() throws {
    let folder = try TemporaryFolder()
    #expect(try #require(FreeSpace.bytes(at: folder.path)) > 0)
    #expect(FreeSpace.bytes(at: folder.path + "/none") == nil)
    var status = statvfs()
    // A file system without sizes.
    #expect(FreeSpace.bytes(at: "/proc") == nil && FreeSpace.bytes(status) == nil)
    (status.f_blocks, status.f_bavail, status.f_frsize) = (1, .max, 4_096)
    #expect(FreeSpace.bytes(status) == .max)
    (status.f_bavail, status.f_bfree, status.f_frsize) = (3, 100, 4_096)
    #expect(FreeSpace.bytes(status) == 12_288)
  }

  // MARK: The server

  @Test("ER-05 The server looks by itself, and finds by itself that there is space again")
  func byItself() throws {
    let server = try TestServer(change: keep)
    let space = server.server.space
    disk.set(999)
    eventually("space is short") { space.isShort }
    disk.set(1_250)
    eventually("there is space") { !space.isShort }
  }

  @Test("ER-05 Below the floor commands are storage_full with a time to wait, reading and logging in go on, and all is taken at the floor")
  func ordinaryCommands() throws {
    let server = try TestServer(change: keep)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let taken = Command.addEntry(group)
    let first = try asha.accepted(taken)
    let code = try asha.invite(to: group)
    let ravi = try server.register("Ravi")
    let refused = [Command.addEntry(group), .createInvite(group), .createGroup(Fresh.id()), .make(group, .unarchiveGroup(.init()))]
    set(999, on: server)
    for command in refused.dropLast() {
      let rejected = try asha.rejected(command)
      #expect(rejected.code == "storage_full" && rejected.retryAfterMs > 0 && rejected.commandID == command.id, "\(rejected)")
    }
    // What the ledger refuses is refused for what it says.
    #expect(try asha.rejected(refused[3]).code != "storage_full")
    #expect(try ravi.rejected(.join(code)).code == "storage_full")
    // CM-03: what was accepted has its answer.
    let again = try asha.accepted(taken)
    #expect(again.duplicate && again.position == first.position)
    let back = try server.logIn(asha.token)
    #expect(try back.follow(group).heads["shared"] == first.position)
    #expect(try asha.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [group])

    set(1_250, on: server)
    // CM-05: the same is taken then.
    for command in refused.dropLast() { _ = try asha.accepted(command) }
    _ = try ravi.accepted(.join(code))
  }

  @Test("ER-05 Below the floor whoever protects somebody is heard: leaving, removing, revoking, roles, the archive, tokens, devices")
  func protecting() throws {
    let server = try TestServer(change: keep)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let members = (0..<3).map { _ in Fresh.id() }
    let people = try members.map { member in
      let person = try server.register("Ravi")
      _ = try person.accepted(.join(asha.invite(to: group), member: member))
      return person
    }
    let invite = Fresh.id()
    _ = try asha.accepted(.createInvite(group, id: invite))
    let code = try asha.ask(.createLink(.init())).linkCode.code
    let phone = try server.connect().ask(.linkDevice(.with { $0.code = code })).registered
    set(0, on: server)
    #expect(try asha.rejected(.addEntry(group)).code == "storage_full")
    _ = try asha.accepted(.revokeInvite(group, invite))
    _ = try asha.accepted(.remove(group, members[0]))
    _ = try asha.accepted(.changeRole(group, members[1], to: .viewer))
    _ = try people[2].accepted(.make(group, .leaveGroup(.init())))
    _ = try asha.accepted(.make(group, .archiveGroup(.init())))
    _ = try asha.accepted(.make(group, .requestPurge(.with { $0.exported = true })))
    #expect(try asha.rejected(.make(group, .cancelPurge(.init()))).code == "storage_full")
    #expect(try asha.ask(.revokeDevice(.with { $0.deviceID = phone.deviceID })).deviceRevoked.deviceID == phone.deviceID)
    #expect(try asha.ask(.rotateToken(.init())).tokenRotated.token != "")
    // To be told no more takes no space, and says so to a server that tells nobody, too.
    #expect(try asha.ask(.setDevicePush(.init())).devices.devices.count == 1)
  }

  @Test("ER-05 Limit: 60 such commands an hour of one identity are taken below the floor and not one more; others have theirs")
  func reserve() throws {
    let server = try TestServer(change: keep)
    let (asha, mira) = (try server.register("Asha"), try server.register("Mira"))
    let groups = try [asha, mira].map { try $0.createGroup() }
    set(999, on: server)
    for _ in 0..<ServerLimits.reserveActsPerHour { #expect(try asha.rejected(.remove(groups[0], Fresh.id())).code != "rate_limited") }
    let refused = try asha.rejected(.remove(groups[0], Fresh.id()))
    #expect(refused.code == "rate_limited" && (1...60_000).contains(refused.retryAfterMs))
    _ = try mira.accepted(.make(groups[1], .archiveGroup(.init())))
    set(1_250, on: server)
    _ = try asha.accepted(.make(groups[0], .archiveGroup(.init())))
  }

  @Test("ER-05 Below the floor nobody new is registered and no device linked, on any door; the code for the device stays good")
  func newcomers() throws {
    let server = try TestServer(change: keep)
    let asha = try server.register("Asha")
    let code = try asha.ask(.createLink(.init())).linkCode.code
    set(999, on: server)
    let stranger = try server.connect()
    for body in [.register(.with { $0.displayName = "Ravi" }), .linkDevice(.with { $0.code = code })] as [ClientMessage.OneOf_Body] {
      let rejected = try stranger.rejected(body)
      #expect(rejected.code == "storage_full" && rejected.retryAfterMs > 0, "\(rejected)")
    }
    let socket = try BlockingSocket(server.address)
    let body = #"{"displayName":"Ravi"}"#
    socket.send(
      AttachmentServer.head("POST", "/v1/identities", token: nil, length: body.utf8.count, "Content-Type: application/json\r\n") + body)
    let answer = try Answer(socket)
    #expect(answer.problem == "507 storage_full " && answer.fields["retry-after"] == "30")
    set(1_250, on: server)
    #expect(try stranger.ask(.linkDevice(.with { $0.code = code })).registered.token != "")
  }

  @Test("AT-04, ER-05 Receipts' files are refused first, with a short time to wait; they are fetched all the same")
  func receipts() throws {
    let home = try AttachmentServer(change: keep)
    let bill = [UInt8](repeating: 1, count: 100)
    disk.set(1_350)
    #expect(try home.put(bill, by: home.asha).status == 201)
    disk.set(1_349)
    let refused = try home.put([UInt8](repeating: 2, count: 100), by: home.asha)
    #expect(refused.status == 507 && refused.rejected?.code == "storage_full" && refused.fields["retry-after"] == "30")
    #expect(refused.rejected?.cause.contains("disk") == true && refused.rejected?.retryAfterMs == 30_000)
    _ = try home.asha.accepted(.addEntry(home.group))
    #expect(try home.get(bill, by: home.ravi).body == bill)
    #expect(home.files().count == 1)
  }

  @Test("GR-08, ER-05 Below the floor no group is deleted, since its export wants space; it is once there is")
  func purges() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    let attachments = AttachmentFolder(dataFolder: folder.path)
    try attachments.prepare()
    let written = Locked("")
    let server = try TestServer(
      store, attachments: attachments, exports: ExportFolder(dataFolder: folder.path),
      log: Logger(label: "test") { _ in RecordingLog(written: written) }
    ) { configuration in
      configuration.dueMilliseconds = 100
      keep(&configuration)
    }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    _ = try asha.accepted(.make(group, .archiveGroup(.init())))
    _ = try asha.accepted(.make(group, .requestPurge(.with { $0.exported = true })))
    set(999, on: server)
    server.pass(milliseconds: 30 * 86_400_000)
    eventually("it is tried") { written.withLock { $0.contains("the export that comes first needs space") } }
    let (id, hour) = (try #require(GroupID(group)), Int64(3_600_000))
    let later = server.now + hour
    eventually("it is put off by an hour") { (try? store.groupsDue(by: later - 1, limit: 1))?.isEmpty == true }
    #expect(try !store.isPurged(id))
    for _ in 0..<3 { #expect(try asha.rejected(.subscribe(.with { $0.groupID = group })).code == "not_found") }
    set(1_250, on: server)
    server.pass(milliseconds: hour)
    eventually("it is deleted") { written.withLock { $0.contains("group deleted") } }
    #expect(try store.isPurged(id))
    // No visitor had it tried meanwhile.
    let tries = written.withLock { $0 }.split(separator: "\n").filter { $0.contains("the export that comes first needs space") }
    #expect(tries.count == 1, "\(tries)")
  }

  @Test("GR-08, ER-05 Below the floor a deletion that broke off behind its export is carried on: it wants no space, and makes some")
  func purgeThatBrokeOff() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    let attachments = AttachmentFolder(dataFolder: folder.path)
    try attachments.prepare()
    let exports = ExportFolder(dataFolder: folder.path)
    var server = try TestServer(store, attachments: attachments, exports: exports)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    _ = try asha.accepted(.make(group, .archiveGroup(.init())))
    _ = try asha.accepted(.make(group, .requestPurge(.with { $0.exported = true })))
    let (id, purgeAt) = (try #require(GroupID(group)), server.now + 30 * 86_400_000)
    server.drain()
    var arriving = try attachments.begin(ContentHash(of: [1]), of: id, sizeBytes: 1)
    try attachments.add([1], to: &arriving)
    #expect(try attachments.keep(arriving))
    // All but the files is gone.
    try store.purge(id, at: purgeAt)
    server = try TestServer(store, attachments: attachments, exports: exports, now: purgeAt - 1_000) { configuration in
      configuration.dueMilliseconds = 100
      keep(&configuration)
    }
    set(0, on: server)
    #expect(attachments.groups() == [id])
    server.pass(milliseconds: 1_000)
    eventually("the files are gone, too") { attachments.groups().isEmpty }
    #expect(server.server.space.isShort)
  }
}
