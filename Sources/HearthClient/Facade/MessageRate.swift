import HearthProtocol

/// How many messages a server takes of a connection, as its welcome told (SPEC CM-08).
public struct MessageRate: Sendable, Equatable {
  /// All at once, where none came before.
  public var atOnce: Int
  /// A minute from then on.
  public var perMinute: Int

  /// Makes a rate.
  public init(atOnce: Int, perMinute: Int) {
    self.atOnce = atOnce
    self.perMinute = perMinute
  }

  /// Nil where the server tells none: it is older, or takes fewer than one message a minute.
  init?(_ welcome: Welcome) {
    guard welcome.messagesAtOnce > 0, welcome.messagesPerMinute > 0 else { return nil }
    self.init(atOnce: Int(welcome.messagesAtOnce), perMinute: Int(welcome.messagesPerMinute))
  }
}
