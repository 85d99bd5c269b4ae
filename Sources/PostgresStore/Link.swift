import EventStore
import Foundation

/// A thread's connection, made anew whenever it is lost.
final class Link {
  private let settings: PostgresSettings
  private let outage: Outage
  private var session: Session?

  // Limit: between two tries to connect.
  private static let pauseSeconds = 0.05

  init(_ settings: PostgresSettings, _ outage: Outage) { (self.settings, self.outage) = (settings, outage) }

  /// The connection.
  ///
  /// - Parameter began: called with a new one before anybody else has it.
  func connected(began: (Session) throws -> Void = { _ in }) throws -> Session {
    if let session { return session }
    guard !outage.isHopeless else { throw DatabaseFailure.lost("it has been away for a while, and is looked for") }
    let end = Date().addingTimeInterval(settings.reconnectSeconds)
    while true {
      do {
        let made = try Session(settings)
        try began(made)
        session = made
        outage.end()
        return made
      } catch DatabaseFailure.lost(let what) {
        guard Date() < end, !outage.isHopeless else {
          outage.begin()
          throw DatabaseFailure.lost(what)
        }
        Thread.sleep(forTimeInterval: Self.pauseSeconds)
      }
    }
  }

  /// Drops the connection.
  func drop() { session = nil }
}
