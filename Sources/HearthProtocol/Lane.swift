/// A part of a group's history with one audience. Permission to read is decided by lane and nowhere else (SPEC LN-01).
///
/// The raw names are stored and sent; they never change.
public enum Lane: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// All active members.
  case shared
  /// Owner and admins: invites.
  case admin
  /// The readers of the monthly income: owner and admins, others as the group's policies say.
  case income
  /// This member alone: reminders.
  case inbox(MemberID)
  /// This minor and their guardians: what the minor spends, what is agreed about it, and which accounts they read.
  case minor(MemberID)
  /// The owner of this account and its grantees.
  case account(AccountID)

  /// Reads a lane's stored name; nil for a name this version does not know.
  public init?(name: some StringProtocol) {
    switch name {
    case "shared": self = .shared
    case "admin": self = .admin
    case "income": self = .income
    default:
      guard let slash = name.firstIndex(of: "/") else { return nil }
      let subject = String(name[name.index(after: slash)...])
      let lane: Lane? =
        switch String(name[...slash]) {
        case Self.inboxPrefix: MemberID(subject).map(Lane.inbox)
        case Self.minorPrefix: MemberID(subject).map(Lane.minor)
        case Self.accountPrefix: AccountID(subject).map(Lane.account)
        default: nil
        }
      // A lane has one name.
      guard let lane, lane.name == name else { return nil }
      self = lane
    }
  }

  private static var inboxPrefix: String { "inbox/" }
  private static var minorPrefix: String { "minor/" }
  private static var accountPrefix: String { "account/" }

  /// The stored name.
  public var name: String {
    switch self {
    case .shared: "shared"
    case .admin: "admin"
    case .income: "income"
    case .inbox(let member): Self.inboxPrefix + member.description
    case .minor(let member): Self.minorPrefix + member.description
    case .account(let account): Self.accountPrefix + account.description
    }
  }

  /// The stored name.
  public var description: String { name }

  /// The text of the id that the lane is about: a member's or an account's; nil where it is about the group.
  public var subject: String? {
    switch self {
    case .shared, .admin, .income: nil
    case .inbox(let member), .minor(let member): member.description
    case .account(let account): account.description
    }
  }

  /// Orders lanes as snapshots list them; those of one kind by what they are about.
  public static func < (left: Lane, right: Lane) -> Bool {
    switch (left, right) {
    case (.inbox(let first), .inbox(let second)), (.minor(let first), .minor(let second)): first < second
    case (.account(let first), .account(let second)): first < second
    default: left.order < right.order
    }
  }

  private var order: Int {
    switch self {
    case .shared: 0
    case .admin: 1
    case .income: 2
    case .inbox: 3
    case .minor: 4
    case .account: 5
    }
  }
}

/// A place in a lane: 1 for its first event. 0 stands before everything.
public struct LanePosition: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number as stored and sent.
  public let rawValue: UInt64

  /// Makes a position.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Before the first event.
  public static let start = LanePosition(0)
  /// The place after this one.
  public var next: LanePosition { LanePosition(rawValue + 1) }
  /// The number in digits.
  public var description: String { String(rawValue) }
  /// Earlier first.
  public static func < (left: LanePosition, right: LanePosition) -> Bool { left.rawValue < right.rawValue }
}

/// A place in a group's one log: 1 for its first event. Never leaves the server (SPEC LN-03).
public struct GroupSequence: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number as stored.
  public let rawValue: UInt64

  /// Makes a sequence.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Before the first event.
  public static let start = GroupSequence(0)
  /// The place after this one.
  public var next: GroupSequence { GroupSequence(rawValue + 1) }
  /// The number in digits.
  public var description: String { String(rawValue) }
  /// Earlier first.
  public static func < (left: GroupSequence, right: GroupSequence) -> Bool { left.rawValue < right.rawValue }
}
