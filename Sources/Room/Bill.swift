import HearthProtocol

/// The bytes that a command has added to a group's history, and its sender.
public struct Bill: Sendable, Hashable {
  // Limit: bytes that each date is counted as which a command makes the server book: an entry with the most alerts.
  static let dueDateBytes = 4_096
  // Limit: bytes that are counted of each event besides its own: its hash and its rows.
  static let eventBytes = 100

  /// The sender of the command.
  public let identity: IdentityID
  /// Bytes.
  public let bytes: Int
}
