import EventStore

/// With what a connection has logged in.
struct Credential: Sendable, Equatable {
  var device: DeviceID
  var token: TokenID

  init(_ record: TokenRecord) {
    device = record.device
    token = record.id
  }

  /// Whether it is good no more with that.
  func ends(with ending: Ending) -> Bool {
    switch ending {
    case .device(let device): self.device == device
    case .token(let token): self.token == token
    }
  }
}

/// What lets nobody in any more.
enum Ending: Sendable, Hashable {
  /// It was revoked.
  case device(DeviceID)
  /// It was replaced.
  case token(TokenID)
}

/// What ended a little while ago: what was looked up just before must not log in just after.
struct RecentEndings {
  // Limit: how long they are remembered, in milliseconds; a look-up that takes longer has been given up by the
  // connection that asked for it.
  private var table = RecentTable<Ending, Bool>(spanMilliseconds: 600_000)

  /// - Parameter now: monotonic milliseconds.
  mutating func note(_ ending: Ending, now: Int64) { table.touch(ending, now: now, fresh: true) { _ in } }

  func contains(_ credential: Credential) -> Bool {
    table.contains(.device(credential.device)) || table.contains(.token(credential.token))
  }

  mutating func sweep(now: Int64) { table.sweep(now: now) }
}
