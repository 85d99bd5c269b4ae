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

  /// Reads a lane's stored name; nil for a name this version does not know.
  public init?(name: some StringProtocol) {
    switch name {
    case "shared": self = .shared
    case "admin": self = .admin
    case "income": self = .income
    default:
      guard name.hasPrefix(Self.inboxPrefix), let member = MemberID(String(name.dropFirst(Self.inboxPrefix.count))) else { return nil }
      self = .inbox(member)
      // A lane has one name.
      guard self.name == name else { return nil }
    }
  }

  private static var inboxPrefix: String { "inbox/" }

  /// The stored name.
  public var name: String {
    switch self {
    case .shared: "shared"
    case .admin: "admin"
    case .income: "income"
    case .inbox(let member): Self.inboxPrefix + member.description
    }
  }

  /// The stored name.
  public var description: String { name }

  /// Orders lanes as snapshots list them; inboxes are last, by member.
  public static func < (left: Lane, right: Lane) -> Bool {
    if case .inbox(let first) = left, case .inbox(let second) = right { return first < second }
    return left.order < right.order
  }

  private var order: Int {
    switch self {
    case .shared: 0
    case .admin: 1
    case .income: 2
    case .inbox: 3
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
