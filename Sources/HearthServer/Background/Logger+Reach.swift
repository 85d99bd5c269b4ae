import EventStore
import Foundation
import Logging

extension Logger {
  /// Says that the store cannot be reached, or can again.
  func say(_ reach: StoreReach) {
    switch reach {
    case .away(let seconds, let cause):
      warning(
        "the database is away: until it is back groups in memory are read, and commands are answered unavailable",
        metadata: ["since": "\(Date(timeIntervalSinceNow: -seconds).formatted(.iso8601))", "cause": "\(cause)"])
    case .back(let seconds):
      info("the database is back: commands are taken again", metadata: ["away_seconds": "\((seconds * 10).rounded() / 10)"])
    }
  }
}
