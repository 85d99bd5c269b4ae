import HearthProtocol

/// Names a webhook on the server: its id is made by a client, and so is one within its group only.
public struct WebhookKey: Sendable, Hashable {
  /// The group.
  public var group: GroupID
  /// The webhook within it.
  public var id: WebhookID

  /// Makes a key.
  public init(group: GroupID, id: WebhookID) {
    self.group = group
    self.id = id
  }
}

/// The directory's record of a webhook: the facts that stand in no history, and how far it was sent to (SPEC WH-01).
public struct WebhookRecord: Sendable, Hashable {
  /// Which it is.
  public var key: WebhookKey
  /// The identity that added it: nothing is sent while it is suspended.
  public var identity: IdentityID
  /// Where to send to.
  public var url: String
  /// The secrets that sign, told from one another by the commands that made them.
  public var secrets: WebhookSecrets
  /// Whether nothing is sent to it for now.
  public var isPaused: Bool
  /// How far it was sent to, and how it went.
  public var progress: WebhookProgress

  /// Makes a record.
  public init(
    key: WebhookKey, identity: IdentityID, url: String, secrets: WebhookSecrets, isPaused: Bool = false, progress: WebhookProgress
  ) {
    self.key = key
    self.identity = identity
    self.url = url
    self.secrets = secrets
    self.isPaused = isPaused
    self.progress = progress
  }
}

/// The commands by which the secrets of a webhook came about. The secrets themselves are stored nowhere.
public struct WebhookSecrets: Sendable, Hashable {
  /// The command that made the secret that signs.
  public var current: CommandID
  /// The command that made the secret before it; nil: there was none.
  public var former: CommandID?
  /// Until when that one signs, too, milliseconds since 1970.
  public var formerUntil: Int64

  // Limit: time in which a further rotation takes the place of the one before, in milliseconds: a call that a proxy or
  // a hand repeats must not end the secret that receivers have. Nobody can have given them the one between by then.
  package static let repeatMilliseconds: Int64 = 10_000

  /// Makes the secrets of a new webhook.
  public init(current: CommandID, former: CommandID? = nil, formerUntil: Int64 = 0) {
    self.current = current
    self.former = former
    self.formerUntil = formerUntil
  }

  /// With another current one.
  func rotated(to secret: CommandID, formerUntil: Int64) -> WebhookSecrets {
    let isRepeated = former != nil && formerUntil - self.formerUntil < Self.repeatMilliseconds
    return WebhookSecrets(current: secret, former: isRepeated ? former : current, formerUntil: formerUntil)
  }
}

/// How far a webhook was sent to.
public struct WebhookProgress: Sendable, Hashable {
  /// The event of the group's log up to which there is nothing more to send.
  public var sequence: GroupSequence
  /// How often the next one was tried in vain since the last that was taken.
  public var attempts: Int
  /// When the first of these tries was, milliseconds since 1970; nil: there was none.
  public var failingSince: Int64?
  /// Before then it is not tried again, milliseconds since 1970.
  public var nextAt: Int64

  /// Makes a progress; what is left out is as of a webhook that never failed.
  public init(sequence: GroupSequence, attempts: Int = 0, failingSince: Int64? = nil, nextAt: Int64 = 0) {
    self.sequence = sequence
    self.attempts = attempts
    self.failingSince = failingSince
    self.nextAt = nextAt
  }
}

/// The change that a group's event makes to the directory's record of a webhook.
public enum WebhookChange: Sendable, Hashable {
  /// It is sent to from the event behind this one on.
  case added(by: IdentityID, url: String, secret: CommandID, after: GroupSequence)
  /// Another secret; the one that it had signs besides until then, or the one before where it was rotated just now
  /// (`WebhookSecrets.repeatMilliseconds`).
  case rotated(secret: CommandID, formerUntil: Int64)
  /// Nothing is sent for now.
  case paused
  /// It is sent to again, at once.
  case resumed
  /// Nothing is known of it any more.
  case removed
}

extension Directory {
  /// Those of all groups that are of this one.
  public func webhooks(of group: GroupID) throws(StoreFailure) -> [(key: WebhookKey, identity: IdentityID)] {
    try webhooks().filter { $0.key.group == group }
  }
}

extension WebhookRecord {
  /// The record behind a change; nil: there is none.
  ///
  /// - Parameter record: nil: there is none yet.
  static func changed(_ record: WebhookRecord?, _ key: WebhookKey, by change: WebhookChange) -> WebhookRecord? {
    if case .added(let identity, let url, let secret, let after) = change {
      return WebhookRecord(
        key: key, identity: identity, url: url, secrets: WebhookSecrets(current: secret), progress: WebhookProgress(sequence: after))
    }
    guard var record else { return nil }
    switch change {
    case .added: break
    case .rotated(let secret, let formerUntil):
      record.secrets = record.secrets.rotated(to: secret, formerUntil: formerUntil)
    case .paused: record.isPaused = true
    case .resumed: (record.isPaused, record.progress) = (false, WebhookProgress(sequence: record.progress.sequence))
    case .removed: return nil
    }
    return record
  }
}
