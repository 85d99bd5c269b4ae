import HearthProtocol

/// Something that is limited over all servers of a store, and by whom it was done.
public struct LimitedUse: Sendable, Hashable {
  /// The kinds of use; the raw value is for ever.
  public enum Kind: String, Sendable {
    /// A new identity was made from an address.
    case registration
    /// A wrong code came from an address.
    case codeOfAddress = "wrong_code"
    /// A wrong code was tried by an identity.
    case codeOfIdentity = "wrong_code_of_identity"
  }

  /// The kind.
  public var kind: Kind
  /// The address or identity, as bytes.
  public var key: [UInt8]

  /// Makes a use.
  public init(_ kind: Kind, _ key: [UInt8]) { (self.kind, self.key) = (kind, key) }
}

/// The counts of one server that the others are to know.
public struct LimitCounts: Sendable, Equatable {
  /// How often each thing was done since they were told last.
  public var uses: [LimitedUse: Int] = [:]
  /// How many connections each identity has here, of those for whom that has changed since.
  public var sessions: [IdentityID: Int] = [:]

  /// Counts nothing.
  public init() {}

  /// Whether there is nothing to tell.
  public var isEmpty: Bool { uses.isEmpty && sessions.isEmpty }
}

/// The counts of the other servers since this one was told last.
public struct LimitNews: Sendable, Equatable {
  /// So often was something done, so many milliseconds ago.
  public struct Use: Sendable, Equatable {
    /// What.
    public var use: LimitedUse
    /// How often.
    public var count: Int
    /// When.
    public var millisecondsAgo: Int64

    /// Makes one.
    public init(_ use: LimitedUse, count: Int, millisecondsAgo: Int64) {
      (self.use, self.count, self.millisecondsAgo) = (use, count, millisecondsAgo)
    }
  }

  /// The oldest first.
  public var uses: [Use] = []
  /// By the names of the servers.
  public var sessions: [String: [IdentityID: Int]] = [:]
  /// Whether these are all sessions that there are, and nothing that was told before counts.
  public var isWhole = false
  /// The servers that live.
  public var living: Set<String> = []

  /// Makes news that tell nothing.
  public init() {}
}

/// The functions by which a store has servers count together.
public struct LimitCounting: Sendable {
  /// Takes the counts that are to be told to the others.
  public var take: @Sendable () -> LimitCounts
  /// Takes counts back that could not be told.
  public var giveBack: @Sendable (LimitCounts) -> Void
  /// Hears the counts of the others.
  public var tell: @Sendable (LimitNews) -> Void

  /// Makes it of functions that are called on any thread, and must not call the store.
  public init(
    take: @escaping @Sendable () -> LimitCounts, giveBack: @escaping @Sendable (LimitCounts) -> Void,
    tell: @escaping @Sendable (LimitNews) -> Void
  ) {
    (self.take, self.giveBack, self.tell) = (take, giveBack, tell)
  }
}
