import EventStore
import Foundation
import Glibc
import Locking

/// Says again and again that a node lives, on a connection of its own, and by that finds out whether the database can
/// be reached and takes commits. A node that has no groups for long, such as an operator's verb, only has its name.
///
/// The connection holds a lock that no other process with the node's name gets while this one lives. The server gives
/// it up with the connection.
final class NodeLife: Sendable {
  /// After how long others take a node that was not seen for gone, in seconds of the database's clock. Writes of its
  /// groups are to go on within 10 s: two seconds are left to members, who find the next node by trying.
  static let leaseSeconds: Int64 = 8
  /// Time between two signs of life, in seconds.
  private static let paceSeconds = 2.0
  /// Time between two tries to reach a database that is away, in seconds.
  private static let retrySeconds = 0.25
  // Limit: how long the lock is waited for: the server may not have noticed yet that a process is gone.
  private static let lockSeconds = 3.0
  // Limit: how long a commit that says so may take; then the database counts as away.
  private static let answerSeconds = 5.0

  /// What is done now and then beside the signs of life, each on a thread of its own.
  struct Questions: Sendable {
    /// Asks which groups others have taken, and says whether that is known (`OvertakenQuestion`).
    let overtaken: @Sendable () -> Bool
    /// Says where the audit logs of other nodes stand (`ChainPace`); asked of a node that serves.
    let chains: @Sendable () -> Void
  }

  /// Whether others leave the node's groups to it.
  let serves: Bool
  /// Where others reach the node; empty: nowhere.
  private let address = Locked("")
  private let isEnding = Locked(false)
  /// Whether others are told that the node ends, and have been.
  private let isLeaving = Locked(false)
  private let left = DispatchSemaphore(value: 0)
  private let wakeUp = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Gets the lock, says once that the node lives, and goes on with that.
  ///
  /// - Parameter serves: whether others leave the node's groups to it.
  init(_ settings: PostgresSettings, _ outage: Outage, serves: Bool, _ questions: Questions) throws {
    self.serves = serves
    var settings = settings
    settings.answerSeconds = min(settings.answerSeconds, Self.answerSeconds)
    let began = Locked<Result<Void, any Error>?>(nil)
    let hasBegun = DispatchSemaphore(value: 0)
    let thread = Thread { [self, settings] in
      var connection: DatabaseConnection?
      do {
        connection = try Self.begin(settings, outage, serves)
        began.withLock { $0 = .success(()) }
      } catch {
        began.withLock { $0 = .failure(error) }
      }
      outage.watch(connection != nil)
      hasBegun.signal()
      if connection != nil { go(on: &connection, settings, outage, questions) }
      outage.watch(false)
      ended.signal()
    }
    thread.name = "hearth-db-life"
    thread.start()
    hasBegun.wait()
    try began.withLock { $0 }?.get()
  }

  /// Gets the lock, and says that the node lives.
  private static func begin(_ settings: PostgresSettings, _ outage: Outage, _ serves: Bool) throws -> DatabaseConnection {
    let connection = try outage.primary.connectToLatest(settings)
    let end = seconds + lockSeconds
    while try !lock(connection, settings) {
      guard seconds < end else {
        throw StoreFailure.broken(
          "another process runs as the node \(settings.node): give this one a name of its own with --node, or stop the other")
      }
      Thread.sleep(forTimeInterval: retrySeconds)
    }
    try sign(connection, settings, serves)
    return connection
  }

  private static func lock(_ connection: DatabaseConnection, _ settings: PostgresSettings) throws -> Bool {
    let rows = try connection.query(
      "SELECT CASE WHEN pg_try_advisory_lock(hashtextextended($1, 0)) THEN 1::bigint ELSE 0 END",
      [.text("hearth node \(settings.schema) \(settings.node)")])
    return rows.integer(0, 0) == 1
  }

  /// Its commit is as durable as all others, so that it stands still when they do.
  private static func sign(_ connection: DatabaseConnection, _ settings: PostgresSettings, _ serves: Bool, at address: String = "") throws {
    guard serves else { return _ = try connection.query("SELECT 1") }
    _ = try connection.committing(
      """
      INSERT INTO node_life (name, seen_at, address) VALUES ($1, clock_timestamp(), nullif($2, ''))
      ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at, address = excluded.address
      """, [.text(settings.node), .text(address)])
  }

  /// From the next sign on others are told where they reach the node.
  func say(_ address: String) { self.address.withLock { $0 = address } }

  /// - Parameter connection: the only holder of the connection, since its lock is given up with it.
  private func go(
    on connection: inout DatabaseConnection?, _ settings: PostgresSettings, _ outage: Outage, _ questions: Questions
  ) {
    let question = Locked(OvertakenQuestion())
    var signedAt = Self.seconds
    let chains = Locked(ChainPace(seconds: serves ? settings.chainsSeconds : nil, at: signedAt))
    var isDoubtful = false
    while !isEnding.withLock({ $0 }) {
      if isLeaving.withLock({ $0 }) {
        forget(connection, settings)
        left.signal()
        // The connection goes on, since the node's name is its own with it.
        while !isEnding.withLock({ $0 }) { wakeUp.wait() }
        return
      }
      do {
        let current = try connection ?? outage.primary.connect(settings)
        if connection == nil, try !Self.lock(current, settings) {
          throw DatabaseFailure.lost("the server has not noticed yet that the last connection is gone")
        }
        connection = current
        let began = Self.seconds
        try Self.sign(current, settings, serves, at: address.withLock { $0 })
        outage.end(byWatch: true)
        let isLate = Self.seconds - signedAt > Double(Self.leaseSeconds)
        if question.withLock({ $0.signed(isLate: isLate) }) {
          Thread.detachNewThread {
            let isKnown = questions.overtaken()
            question.withLock { $0.answered(isKnown: isKnown) }
          }
        }
        if chains.withLock({ $0.isDue(at: began) }) {
          Thread.detachNewThread {
            questions.chains()
            chains.withLock { $0.ended() }
          }
        }
        signedAt = began
        isDoubtful = false
        _ = wakeUp.wait(timeout: .now() + Self.paceSeconds)
      } catch {
        // A primary that takes sessions and answers no commit may be an earlier one. Its lock stays with the commit.
        if connection?.isSilent == true { isDoubtful = true }
        if isDoubtful { outage.primary.look(settings) }
        connection = nil
        if Self.seconds - signedAt > Self.paceSeconds + settings.reconnectSeconds { outage.begin(error) }
        _ = wakeUp.wait(timeout: .now() + Self.retrySeconds)
      }
    }
    forget(connection, settings)
    left.signal()
  }

  /// Others need not wait until the lease has run out.
  private func forget(_ connection: DatabaseConnection?, _ settings: PostgresSettings) {
    guard serves, let connection else { return }
    _ = try? connection.query("DELETE FROM node_life WHERE name = $1", [.text(settings.node)])
  }

  /// Of a clock that goes on while the machine sleeps.
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Others may have the node's groups from now on; returns when they know, or it cannot be said. The name stays the
  /// node's.
  func leave() {
    isLeaving.withLock { $0 = true }
    wakeUp.signal()
    left.wait()
    // Every loop asks.
    left.signal()
  }

  /// Ends it; returns when nobody takes the node for alive any more.
  func end() {
    isEnding.withLock { $0 = true }
    wakeUp.signal()
    ended.wait()
  }
}
