import EventStore
import HearthProtocol
import Locking
import Testing

@testable import HearthServer

/// Many who log in at once cost few reads of the directory, and each of them one at most.
@Suite struct LoginQueueTests {
  /// Keeps what is to be done until the test has it done.
  private final class HeldQueue: WorkQueue {
    private let held = Locked<[@Sendable () -> Void]>([])

    func run(_ work: @escaping @Sendable () -> Void) { held.withLock { $0.append(work) } }

    func carryOut() {
      let work = held.withLock { held in
        defer { held = [] }
        return held
      }
      for work in work { work() }
    }
  }

  /// Counts what loops are told.
  private final class CountingInbox: MessageInbox {
    private let posted = Locked(0)
    var count: Int { posted.withLock { $0 } }

    func post(_ message: LoopMessage) { posted.withLock { $0 += 1 } }
    func post(_ messages: [LoopMessage]) { posted.withLock { $0 += messages.count } }
  }

  @Test(
    "Limit: 100 tokens are asked for in one read, and one more in the next", arguments: [(100, [100]), (101, [100, 1])] as [(Int, [Int])])
  func limit(count: Int, reads: [Int]) {
    #expect(LoginQueue.tokensMax == 100)
    let (store, queue, inboxes) = (GatedStore(), HeldQueue(), [CountingInbox(), CountingInbox()])
    let logins = LoginQueue(on: queue, store, LoopRouter(inboxes: inboxes))
    for number in 0..<count { logins.find(DeviceToken.make(), for: number % 2) { _, _ in } }
    #expect(store.tokenReadSizes == [])
    queue.carryOut()
    #expect(store.tokenReadSizes == reads && inboxes.map(\.count) == [(count + 1) / 2, count / 2])
  }

  /// Who logs in while another login is looked up.
  private func waiting(_ store: GatedStore, _ server: TestServer, _ tokens: [String]) throws -> [WireClient] {
    store.closeDirectory()
    var clients: [WireClient] = []
    for token in tokens {
      let client = try server.connect()
      try client.send(.hello(.with { $0.token = token }))
      if clients.isEmpty { try #require(store.awaitLookUp()) }
      client.send(.ping, [1])
      #expect(try client.receive() == .pong([1]))
      clients.append(client)
    }
    return clients
  }

  @Test("Logins that wait together are looked up in one read, and each gets its own answer")
  func together() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let tokens = try ["Asha", "Ravi", "Mira", "Eve"].map { try server.register($0).token }
    let wrong = String(tokens[3].dropLast(4)) + (tokens[3].hasSuffix("0000") ? "1111" : "0000")
    let before = store.tokenReadSizes.count
    let clients = try waiting(store, server, tokens.dropLast() + [wrong])
    store.openDirectory()
    #expect(try clients.dropLast().map { try $0.message().welcome.displayName } == ["Asha", "Ravi", "Mira"])
    #expect(try clients[3].closeCode() == 4401)
    #expect(store.tokenReadSizes.dropFirst(before) == [1, 3])
  }

  @Test("What is kept of one token is damaged: its login is told to try again, and those that are looked up with it go on")
  func damaged() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let tokens = try ["Asha", "Ravi", "Mira"].map { try server.register($0).token }
    store.damage(try #require(DeviceToken(tokens[1])).id)
    let before = store.tokenReadSizes.count
    let clients = try waiting(store, server, tokens)
    store.openDirectory()
    #expect(try clients[0].message().welcome.displayName == "Asha" && clients[2].message().welcome.displayName == "Mira")
    #expect(try clients[1].closeCode() == 1013)
    #expect(store.tokenReadSizes.dropFirst(before) == [1, 2, 1, 1])
  }

  @Test("Limit: of 8 groups it is known with the login that somebody is in them; of one more the directory is asked")
  func acquaintances() throws {
    #expect(TokenRecord.acquaintancesMax == 8)
    let store = GatedStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let groups = try (0..<9).map { _ in try asha.createGroup() }
    let again = try server.logIn(asha.token)
    let asked = try groups.map { group in
      _ = store.takeReads()
      _ = try again.accepted(.addEntry(group))
      return store.takeReads().filter { $0 == "knows" }.count
    }
    #expect(asked == [0, 0, 0, 0, 0, 0, 0, 0, 1])
  }

  @Test("ID-20 Of somebody who shows a token for one group no other is known with the login")
  func scope() {
    let groups = (0..<3).map { GroupID(high: 1, low: UInt64(10 + $0)) }
    func record(_ scope: TokenScope?) -> TokenRecord {
      TokenRecord(
        id: TokenID(high: 1, low: 2), identity: IdentityID(high: 1, low: 3), displayName: "Asha", secretHash: [],
        device: DeviceID(high: 1, low: 1),
        createdAt: 0, usedDay: 0, scope: scope, acquaintances: groups)
    }
    #expect(Bearer.device(record(nil)).acquaintances == groups)
    #expect(Bearer.device(record(TokenScope(group: groups[1], access: .read, endsAt: 1))).acquaintances == [groups[1]])
    #expect(Bearer.suspended(IdentityID(high: 1, low: 3)).acquaintances == [])
  }
}
