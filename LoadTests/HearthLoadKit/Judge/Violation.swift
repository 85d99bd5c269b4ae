import HearthProtocol

/// What must hold however the server is treated.
public enum Invariant: String, Sendable, CaseIterable, Comparable {
  /// Every acknowledged command is in the log exactly once.
  case acknowledgedOnce = "I1"
  /// A rejected command is not in the log; one without an answer is there once at most.
  case rejectedAbsent = "I2"
  /// The same event and hash at a position, for everybody and for ever.
  case oneHistory = "I3"
  /// The hash chain verifies.
  case chain = "I4"
  /// What was acknowledged before a command was sent stands before it.
  case realTime = "I5"
  /// A member receives every position of a lane once, in order, also after a reconnection.
  case gapless = "I6"
  /// A subscriber receives an event before the answer to its command (SPEC CM-07).
  case eventBeforeAnswer = "I7"
  /// A state from a snapshot equals the one that was folded live.
  case oneState = "I8"
  /// Balances total zero and are those of an independent account.
  case money = "I9"
  /// Nobody receives anything of a lane that is not for them, and nothing after they have lost it.
  case audience = "I10"
  /// A command gets one answer, however often it is sent.
  case oneAnswer = "I12"
  /// Nothing that was acknowledged or delivered disappears.
  case durable = "I14"
  /// In the end everything is answered and everybody has everything.
  case liveness = "I15"

  /// By number.
  public static func < (left: Invariant, right: Invariant) -> Bool { left.order < right.order }

  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// What it says, in a few words.
  public var title: String {
    switch self {
    case .acknowledgedOnce: "every acknowledged command is in the log exactly once"
    case .rejectedAbsent: "rejected commands are absent, unanswered ones there once at most"
    case .oneHistory: "one event and hash at each position, for everybody"
    case .chain: "the hash chain verifies"
    case .realTime: "order respects real time"
    case .gapless: "every member receives every position once, in order"
    case .eventBeforeAnswer: "no answer before its event"
    case .oneState: "snapshot and live state are equal"
    case .money: "balances total zero and match an independent account"
    case .audience: "nobody receives what is not for them"
    case .oneAnswer: "one answer for a command, however often it is sent"
    case .durable: "nothing acknowledged or delivered disappears"
    case .liveness: "everything is answered and everybody has everything"
    }
  }
}

/// An invariant that did not hold, and where.
public struct Violation: Sendable, Equatable, CustomStringConvertible {
  /// Which one.
  public var invariant: Invariant
  /// The room's number.
  public var room: Int
  /// The lane, if it concerns one.
  public var lane: Lane?
  /// The place there, if it concerns one.
  public var position: UInt64?
  /// The command, if it concerns one.
  public var command: CommandID?
  /// What was found, in a sentence.
  public var finding: String

  /// One line that names the place exactly.
  public var description: String {
    var place = "room \(room)"
    if let lane { place += ", lane \(lane)" }
    if let position { place += ", position \(position)" }
    if let command { place += ", command \(command)" }
    return "\(invariant.rawValue) \(place): \(finding)"
  }
}

/// Counts violations and keeps the first few of each invariant.
public struct ViolationBook: Sendable {
  /// Limit: violations of each invariant kept in full.
  public static let keptMax = 3

  /// How many of each.
  public private(set) var counts: [Invariant: Int] = [:]
  /// The first few.
  public private(set) var first: [Violation] = []

  /// Makes an empty book.
  public init() {}

  /// How many in all.
  public var total: Int { counts.values.reduce(0, +) }

  /// Adds one.
  public mutating func add(_ violation: Violation) {
    counts[violation.invariant, default: 0] += 1
    keep(violation)
  }

  /// Adds those of another book.
  public mutating func add(_ other: ViolationBook) {
    for (invariant, count) in other.counts { counts[invariant, default: 0] += count }
    for violation in other.first { keep(violation) }
  }

  private mutating func keep(_ violation: Violation) {
    if first.count(where: { $0.invariant == violation.invariant }) < Self.keptMax { return first.append(violation) }
    // One that names its command is worth more than one that does not.
    guard violation.command != nil else { return }
    if let place = first.firstIndex(where: { $0.invariant == violation.invariant && $0.command == nil }) { first[place] = violation }
  }
}
