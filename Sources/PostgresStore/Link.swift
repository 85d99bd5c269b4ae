import EventStore
import Foundation

/// A thread's connection, made anew whenever it is lost.
final class Link {
  private let settings: PostgresSettings
  private let outage: Outage
  private var connection: DatabaseConnection?

  // Limit: between two tries to connect.
  private static let pauseSeconds = 0.05

  init(_ settings: PostgresSettings, _ outage: Outage) { (self.settings, self.outage) = (settings, outage) }

  /// The connection.
  ///
  /// - Parameter began: called with a new one before anybody else has it.
  func connected(began: (DatabaseConnection) throws -> Void = { _ in }) throws -> DatabaseConnection {
    // What an earlier primary answers is old.
    if let connection, outage.primary.isAfter(connection) { drop() }
    if let connection { return connection }
    guard !outage.isHopeless else { throw DatabaseFailure.lost("it has been away for a while, and is looked for") }
    let end = NodeLife.seconds + settings.reconnectSeconds
    while true {
      do {
        let made = try outage.primary.connect(settings)
        try began(made)
        connection = made
        outage.end()
        return made
      } catch DatabaseFailure.lost(let what) {
        guard NodeLife.seconds < end, !outage.isHopeless else {
          outage.begin(DatabaseFailure.lost(what))
          throw DatabaseFailure.lost(what)
        }
        Thread.sleep(forTimeInterval: Self.pauseSeconds)
      }
    }
  }

  /// Drops the connection.
  func drop() { connection = nil }
}
