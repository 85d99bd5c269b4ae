import EventStore
import HearthProtocol

/// A durable event, read and as stored.
public struct CommittedEvent: Sendable {
  /// As it lies in the log.
  public var stored: StoredEvent
  /// The same, read.
  public var event: Event

  /// Pairs the two.
  public init(stored: StoredEvent, event: Event) {
    self.stored = stored
    self.event = event
  }
}
