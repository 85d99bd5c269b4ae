import Dispatch
import EventStore
import Foundation
import HearthProtocol
import Locking
import Logging
import Support
import Testing

@testable import HearthServer
@testable import Ledger

/// The operator's program for notices, really run (SPEC NP-04, NP-05).
struct NoticeProgramTests {
  /// A folder with a program of a few lines of shell in it.
  private final class Hook: Sendable {
    let folder: TemporaryFolder
    var path: String { folder.path + "/hook" }

    /// - Parameter script: `F` stands for the folder.
    init(_ script: String) throws {
      folder = try TemporaryFolder()
      let text = "#!/bin/sh\nF='\(folder.path)'\n\(script)\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/hook"))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/hook")
    }

    /// A file that the program has written, by lines; none: it is not there.
    func lines(_ name: String) -> [String] {
      guard let text = try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8) else { return [] }
      return text.split(separator: "\n").map(String.init)
    }
  }

  private static let telling = #"exec cat >> "$F/told""#
  private static let hour: Int64 = 3_600_000

  private static func notice(_ body: String, to address: String = "asha-7f3k", _ member: UInt64 = 1) throws -> Notice {
    Notice(
      member: MemberID(high: 1, low: member),
      to: try NoticeAddressState(HolderID(high: 2, low: 2).bytes, .push, address, "en", hidesAmounts: false), kind: .entries,
      event: "entry_added", group: "Sharma Family", title: "Sharma Family", body: body)
  }

  private static func bytes(_ notice: Notice) -> Int {
    256 + [notice.to.address, notice.group, notice.title, notice.body].reduce(0) { $0 + $1.utf8.count }
  }

  private static func dispatch(
    _ hook: Hook, clock: Locked<Int64> = Locked(0), _ change: (inout NoticeConfiguration) -> Void = { _ in }
  ) -> NoticeDispatch {
    var settings = NoticeConfiguration(program: hook.path)
    change(&settings)
    return NoticeDispatch(
      settings, directory: InMemoryStore(), log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: { clock.withLock { $0 } })
  }

  private static let group = GroupID(high: 3, low: 3)

  private static func figures(_ dispatch: NoticeDispatch) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: dispatch.counts.figures.map { ($0.result, $0.count) })
  }

  /// What a process runs; empty when it has ended.
  private static func commandLine(_ process: String) -> String {
    (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
  }

  // MARK: The whole way

  @Test("NP-03, NP-04: a member is told what they want by the program, once, in order, and nothing when they want it no more")
  func wholeWay() throws {
    let hook = try Hook(Self.telling)
    let server = try TestServer { $0.notices = NoticeConfiguration(program: hook.path) }
    let (asha, ravi) = (try server.register("Asha"), try server.register("Ravi"))
    let group = try asha.createGroup()
    _ = try ravi.accepted(.join(try asha.invite(to: group)))
    func want(_ isWanted: Bool) throws {
      let cells = [NoticePreference(.entries, .push, isWanted: isWanted)]
      _ = try ravi.accepted(.make(group, .setPreferences(.with { $0.preferences = cells })))
    }
    try want(true)
    // Nobody is told without an address.
    _ = try asha.accepted(.addEntry(group, "Unheard"))
    _ = try ravi.accepted(
      .make(group, .setNoticeAddress(.with { ($0.channel, $0.address, $0.hidesAmounts) = (.push, "ravi-7f3k", true) })))
    _ = try asha.accepted(.addEntry(group, "Milk"))
    _ = try ravi.accepted(.addEntry(group, "His own"))
    try want(false)
    _ = try asha.accepted(.addEntry(group, "Unwanted"))
    try want(true)
    _ = try asha.accepted(.addEntry(group, "Rice"))
    eventually("both are told") { hook.lines("told").count == 2 }
    eventually("both are counted") { [address = server.adminAddress] in
      guard let socket = try? BlockingSocket(address) else { return false }
      socket.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return (try? socket.receiveAll())?.contains("hearth_notices_total{result=\"told\"} 2\n") == true
    }
    server.drain()
    let told = try hook.lines("told").map { try JSONDecoder().decode([String: String].self, from: Data($0.utf8)) }
    #expect(told.map { $0["body"] } == ["Asha added Milk", "Asha added Rice"])
    #expect(
      told.first == [
        "address": "ravi-7f3k", "body": "Asha added Milk", "channel": "push", "event": "entry_added", "group": "Sharma Family",
        "kind": "entries", "language": "en", "title": "Sharma Family",
      ])
  }

  @Test("NP-04: nobody is told whom the operator has suspended, nor who keeps everything from the others; resumed, they are")
  func suspended() throws {
    let (hook, store) = (try Hook(Self.telling), InMemoryStore())
    let server = try TestServer(store) { $0.notices = NoticeConfiguration(program: hook.path) }
    let (asha, ravi) = (try server.register("Asha"), try server.register("Ravi"))
    let group = try asha.createGroup()
    _ = try ravi.accepted(.join(try asha.invite(to: group)))
    let cells = [NoticePreference(.entries, .push, isWanted: true)]
    _ = try ravi.accepted(.make(group, .setPreferences(.with { $0.preferences = cells })))
    _ = try ravi.accepted(.make(group, .setNoticeAddress(.with { ($0.channel, $0.address) = (.push, "ravi-7f3k") })))
    let meera = try server.register("Meera")
    _ = try meera.accepted(.join(try asha.invite(to: group), as: "Meera"))
    _ = try meera.accepted(.make(group, .setPreferences(.with { $0.preferences = cells })))
    _ = try meera.accepted(.make(group, .setNoticeAddress(.with { ($0.channel, $0.address) = (.push, "meera-7f3k") })))
    // A group's notices are told one after the other: once Meera is told of the second, all of the first is decided.
    func add(_ word: String) throws {
      for description in [word, "Behind \(word)"] { _ = try asha.accepted(.addEntry(group, description)) }
      eventually("Meera is told") { hook.lines("told").contains { $0.contains("meera") && $0.contains("added Behind \(word)") } }
    }
    func heard(_ word: String) -> Bool { hook.lines("told").contains { $0.contains("ravi") && $0.contains("Asha added \(word): ₹100.00") } }
    try add("Before")
    #expect(heard("Before"))
    _ = try ravi.accepted(.make(group, .separate(Separate())))
    try add("Separated")
    _ = try ravi.accepted(.make(group, .endSeparation(EndSeparation())))
    try add("Between")
    #expect(!heard("Separated") && heard("Between"))
    let identity = try #require(IdentityID(ravi.identity))
    store.suspend([identity], at: 1)
    try add("Suspended")
    store.suspend([], resume: [identity], at: 2)
    try add("After")
    #expect(!heard("Suspended") && heard("After"))
    server.stop()
  }

  @Test(
    "NP-03, HT-01: an address has a path, stands in its member's inbox alone, and is refused where there is no program", .onOneAndThreeLoops
  )
  func path() throws {
    let home = try CallServer { $0.notices = NoticeConfiguration(program: "/bin/true") }
    let path = "/membership/notice-address"
    let address = #"{"channel":"NOTICE_CHANNEL_MAIL","address":"ravi@example.org","hidesAmounts":true}"#
    let set = try home.call("PUT", path, by: home.ravi, address)
    #expect(set.status == 200 && set["lane"] == "inbox/\(home.members[1])")
    #expect(try home.call("PUT", path, by: home.ravi, address).problem.hasPrefix("409 nothing_changes"))
    let wrong = try home.call("PUT", path, by: home.ravi, #"{"channel":"NOTICE_CHANNEL_PUSH","address":"-ravi"}"#)
    #expect(wrong.problem == "400 bad_request address")
    #expect(try home.call("GET", "/history?lane=inbox/\(home.members[1])", by: home.ravi).status == 200)
    #expect(try home.call("GET", "/history?lane=inbox/\(home.members[1])", by: home.asha).status == 404)
    let other = try CallServer()
    #expect(try other.call("PUT", path, by: other.ravi, address).problem.hasPrefix("403 notices_off"))
    // A stranger does not learn how the operator has set that up.
    #expect(try other.call("PUT", path, by: other.mira, address).status == 404)
  }

  // MARK: The program

  @Test("NP-05: the program has two variables, the root as its folder, nowhere to write to and no descriptor of the server's")
  func surroundings() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let hook = try Hook(
      """
      env > "$F/env"; pwd > "$F/folder"
      for fd in 0 1 2 \(ends[0]) \(ends[1]); do [ -e "/proc/$$/fd/$fd" ] && readlink "/proc/$$/fd/$fd"; done > "$F/descriptors"
      cat > "$F/input"
      """)
    let programs = NoticePrograms(path: hook.path, milliseconds: 1, clock: { 0 })
    #expect(programs.run(Array("{}\n".utf8)) == .told)
    // The shell sets the others by itself.
    let variables = Set(hook.lines("env")).filter { line in !["PWD=", "OLDPWD=", "SHLVL=", "_="].contains { line.hasPrefix($0) } }
    #expect(variables == ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"])
    #expect(hook.lines("folder") == ["/"] && hook.lines("input") == ["{}"])
    let descriptors = hook.lines("descriptors")
    #expect(descriptors.count == 3 && descriptors.first?.hasPrefix("pipe:") == true)
    // The control: this process has both ends, and more in its environment.
    #expect(ends.allSatisfy { fcntl($0, F_GETFD) == 0 } && ProcessInfo.processInfo.environment.count > 2)
  }

  @Test("NP-05: a program has its time to the millisecond, and is then killed with all it has started")
  func tooSlow() throws {
    // Nobody ever writes into the pipe.
    let hook = try Hook(#"mkfifo "$F/pipe"; cat "$F/pipe" & echo $! > "$F/child"; wait"#)
    let clock = Locked<Int64>(1_000)
    let programs = NoticePrograms(path: hook.path, milliseconds: 10_000, clock: { clock.withLock { $0 } })
    let outcome = Locked<NoticeOutcome?>(nil)
    DispatchQueue.global().async {
      let what = programs.run([])
      outcome.withLock { $0 = what }
    }
    eventually("its child runs") { hook.lines("child").count == 1 }
    clock.withLock { $0 = 10_999 }
    programs.expire()
    let child = try #require(hook.lines("child").first)
    eventually("its child is another program") { Self.commandLine(child).hasPrefix("cat") }
    #expect(programs.count == 1 && outcome.withLock { $0 } == nil)
    clock.withLock { $0 = 11_000 }
    programs.expire()
    eventually("it is killed") { outcome.withLock { $0 } == .killed }
    eventually("its child is, too") { Self.commandLine(child) == "" }
    #expect(programs.count == 0)
  }

  @Test("NP-05: what a program leaves behind ends with it; another status, a signal and no program are failures that say so")
  func ends() throws {
    func run(_ script: String) throws -> (NoticeOutcome, Hook) {
      let hook = try Hook(script)
      return (NoticePrograms(path: hook.path, milliseconds: 1, clock: { 0 }).run([]), hook)
    }
    let (told, left) = try run(#"mkfifo "$F/pipe"; cat "$F/pipe" & echo $! > "$F/child""#)
    let child = try #require(left.lines("child").first)
    #expect(told == .told)
    eventually("what it left has ended") { Self.commandLine(child) == "" }
    #expect(try run("exit 3").0 == .failed("it ended with status 3"))
    #expect(try run("kill -TERM $$").0 == .failed("it ended by signal 15"))
    guard case .failed(let why) = NoticePrograms(path: "/nowhere/hook", milliseconds: 1, clock: { 0 }).run([]) else {
      Issue.record("a program that is not there was run")
      return
    }
    #expect(why.contains("cannot be started"))
  }

  // MARK: Limits

  @Test("NP-05: notices wait up to their bytes, and one more is dropped and counted; the control is told")
  func waitingBytes() throws {
    let hook = try Hook(#"cat "$F/gate" > "$F/last"; exec cat >> "$F/told""#)
    #expect(mkfifo(hook.folder.path + "/gate", 0o600) == 0)
    let one = try Self.notice("One")
    let dispatch = Self.dispatch(hook) { ($0.waitingBytesMax, $0.programsMax) = (2 * Self.bytes(one), 1) }
    dispatch.submit([one, one], of: Self.group)
    #expect(dispatch.counts.figures.allSatisfy { $0.count == 0 })
    dispatch.submit([one], of: Self.group)
    #expect(Self.figures(dispatch)["dropped"] == 1)
    for number in 1...2 {
      // Each waits for somebody who opens the gate.
      let gate = open(hook.folder.path + "/gate", O_WRONLY)
      close(gate)
      eventually("it is told") { Self.figures(dispatch)["told"] == number }
    }
    // There is space again.
    let other = Self.dispatch(try Hook(Self.telling)) { $0.waitingBytesMax = Self.bytes(one) - 1 }
    other.submit([one], of: Self.group)
    #expect(Self.figures(other)["dropped"] == 1)
    for each in [dispatch, other] { each.stop(within: 0) }
  }

  @Test(
    "NP-05: an address, and a member, is told its number an hour, and one more is dropped; others are told, and an hour later it is again")
  func hourly() throws {
    let (hook, clock) = (try Hook(Self.telling), Locked<Int64>(5))
    let limit = NoticeConfiguration(program: "/").noticesPerHour
    let (mine, other) = (try Self.notice("Mine"), try Self.notice("Other", to: "ravi-7f3k", 2))
    // The same member at another address, and another member at the same.
    let (moved, shared) = (try Self.notice("Moved", to: "asha-2"), try Self.notice("Shared", to: "asha-7f3k", 3))
    let short = Self.dispatch(hook, clock: clock) { $0.noticesPerHour = 2 }
    short.submit([mine, mine, mine, moved, shared, other], of: Self.group)
    eventually("those within are told") { Self.figures(short)["told"] == 3 }
    #expect(Self.figures(short)["dropped"] == 3 && limit == 60)
    clock.withLock { $0 += Self.hour - 1 }
    short.submit([mine], of: Self.group)
    #expect(Self.figures(short)["dropped"] == 4)
    clock.withLock { $0 += 1 }
    short.submit([mine], of: Self.group)
    eventually("it is told again") { Self.figures(short)["told"] == 4 }
    short.stop(within: 0)
  }

  @Test("NP-05: a notice has its bytes at most, which a pipe takes at once; one more byte is not told")
  func longest() throws {
    let empty = try #require(NoticePayload(try Self.notice("")).line).count
    let fitting = try Self.notice(String(repeating: "a", count: NoticePayload.bytesMax - empty))
    let line = try #require(NoticePayload(fitting).line)
    #expect(line.count == NoticePayload.bytesMax)
    #expect(NoticePayload(try Self.notice(fitting.body + "a")).line == nil)
    let hook = try Hook(Self.telling)
    #expect(NoticePrograms(path: hook.path, milliseconds: 1, clock: { 0 }).run(line) == .told)
    #expect(hook.lines("told").map(\.utf8.count) == [NoticePayload.bytesMax - 1])
  }

  @Test("NP-05: the end of the server kills what runs, drops what waits and takes nothing more")
  func stop() throws {
    let hook = try Hook(#"echo >> "$F/started"; mkfifo "$F/pipe"; exec cat "$F/pipe""#)
    let dispatch = Self.dispatch(hook) { $0.programsMax = 1 }
    let one = try Self.notice("One")
    dispatch.submit([one, one], of: Self.group)
    eventually("the first runs") { FileManager.default.fileExists(atPath: hook.folder.path + "/pipe") }
    dispatch.stop(within: 0)
    dispatch.submit([one], of: Self.group)
    #expect(Self.figures(dispatch) == ["told": 0, "failed": 0, "killed": 1, "dropped": 1])
  }
}
