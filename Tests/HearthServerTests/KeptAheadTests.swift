import ClientStore
import Console
import Dispatch
import EventStore
import Foundation
import HearthClient
import HearthProtocol
import Locking
import Support
import Testing

@testable import HearthServer
@testable import Transport

/// What the client was given to do is kept before the server is asked anything: SPEC CM-06.
@Suite struct KeptAheadTests {
  /// The console of Asha, over a server whose reads of groups can be delayed.
  private final class Household: Sendable {
    let store = GatedStore()
    let folder: TemporaryFolder
    let group: String
    let identity: String
    let token: String

    /// Asha has entered something, and so seen her group, with a server that has ended since.
    init() throws {
      let server = try TestServer(store)
      defer { server.stop() }
      folder = try TemporaryFolder()
      let asha = try server.register("Asha")
      group = try asha.createGroup()
      (identity, token) = (asha.identity, asha.token)
      try move(to: server)
      try add("Vegetables")
    }

    /// The console goes to another server over the same store.
    func move(to server: TestServer) throws { try move(to: "ws://\(server.address)") }

    func move(to url: String) throws {
      try ProfileFile(home: HomeFolder(path: folder.path)).save(
        Profile(server: url, identity: identity, token: token, displayName: "Asha", currentGroup: group))
    }

    private var home: HomeFolder { HomeFolder(path: folder.path) }

    /// `hearth add`, in one call of the program.
    func add(_ description: String) throws {
      let sitting = try Sitting(terminal: Terminal(environment: [:]), home: home, isJSON: true, worksOffline: true, asksLater: true)
      defer { sitting.end() }
      try EntryCommands(sitting).add(EntryWish(amount: "5", description: description), group: nil)
    }

    /// `hearth create`, in one call of the program.
    func create(_ name: String) throws {
      let sitting = try Sitting(terminal: Terminal(environment: [:]), home: home, isJSON: true)
      defer { sitting.end() }
      try GroupCommands(sitting).create(GroupWish(name: name, currency: "INR"))
    }

    /// What waits on the disk.
    func waiting() throws -> [String] {
      let identity = try #require(IdentityID(identity))
      return try ClientStore(folder: folder.path, identity: identity).commands().map(\.command.addEntry.content.description_p)
    }
  }

  @Test("CM-06: an entry is in the outbox while the server has not shown the group yet, and is booked once when it has")
  func keptWhileAsked() throws {
    let household = try Household()
    household.store.closeReads()
    let server = try TestServer(household.store)
    try household.move(to: server)
    let failure = Locked<String?>(nil)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do { try household.add("Milk") } catch { failure.withLock { $0 = "\(error)" } }
      ended.signal()
    }
    #expect(household.store.awaitRead())
    #expect(try household.waiting() == ["Milk"])
    household.store.openReads()
    try #require(ended.wait(timeout: .now() + 30) == .success)
    #expect(failure.withLock { $0 } == nil)
    #expect(try household.waiting().isEmpty)
    let rows = try server.logIn(household.token).follow(household.group).snapshots.flatMap(\.snapshot.shared.entryRows)
    #expect(rows.map(\.description_p) == ["Vegetables", "Milk"])
  }

  @Test("CM-05: a command that is kept nowhere, and of which the server does not know, is sent again under its id, and done once")
  func notConfirmed() throws {
    let household = try Household()
    let server = try TestServer(household.store)
    try household.move(to: server)
    household.store.loseNextAnswer()
    try household.create("Goa")
    #expect(try server.logIn(household.token).ask(.listGroups(.init())).groups.groups.map(\.name).sorted() == ["Goa", "Sharma Family"])
  }

  @Test("CM-06: an entry is in the outbox before the server is connected to")
  func keptBeforeConnecting() throws {
    let household = try Household()
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(listener) }
    try #require(listener >= 0 && listen(listener, 8) == 0)
    try household.move(to: "ws://127.0.0.1:\(SocketAddress(of: listener).port)")
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      // How it ends is not looked at: a program that is killed by now ends in no way of its own.
      try? household.add("Milk")
      ended.signal()
    }
    var ready = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    try #require(poll(&ready, 1, 30_000) == 1)
    // The connection is made, and nothing was said on it.
    #expect(try household.waiting() == ["Milk"])
    try #require(ended.wait(timeout: .now() + 30) == .success)
    #expect(try household.waiting() == ["Milk"])
  }

  @Test("CM-06: what is kept ahead is sent once, behind what had waited, and to the group that is meant by then")
  func sentInOrder() throws {
    let household = try Household()
    try household.move(to: "ws://127.0.0.1:1")
    try household.add("Milk")
    #expect(try household.waiting() == ["Milk"])
    let server = try TestServer(household.store)
    try household.move(to: server)
    try household.add("Bread")
    #expect(try household.waiting().isEmpty)
    let rows = try server.logIn(household.token).follow(household.group).snapshots.flatMap(\.snapshot.shared.entryRows)
    #expect(rows.map(\.description_p) == ["Vegetables", "Milk", "Bread"])
  }

  @Test("CM-06: an entry is in the outbox when the server takes the connection and says nothing")
  func keptBesideSilence() throws {
    let household = try Household()
    // The system takes connections for it, and nobody answers.
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(listener) }
    try #require(listener >= 0 && listen(listener, 8) == 0)
    try household.move(to: "ws://127.0.0.1:\(SocketAddress(of: listener).port)")
    try household.add("Milk")
    #expect(try household.waiting() == ["Milk"])
  }

  @Test("CM-06: what the group refuses as it is now is not kept")
  func notKept() throws {
    let household = try Household()
    let server = try TestServer(household.store)
    try household.move(to: server)
    let asha = try server.logIn(household.token)
    _ = try asha.accepted(.make(household.group, .archiveGroup(.init())))
    #expect(throws: (any Error).self) { try household.add("Milk") }
    #expect(try household.waiting().isEmpty)
  }
}
