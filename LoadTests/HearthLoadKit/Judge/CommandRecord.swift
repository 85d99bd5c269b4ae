import HearthProtocol

/// What a command is there for.
public enum CommandPurpose: Equatable, Sendable {
  /// Makes the group, an invite or a member: one event or several, in any lane.
  case setup
  /// Load: exactly one event in lane `shared` once it is accepted, and the alerts that it sets off.
  case load
  /// Load in lanes about a member or an account: exactly one event in each of these once it is accepted, and none
  /// elsewhere. The answer names the first.
  case narrow([Lane])
  /// It breaks a rule and must be refused.
  case wrong
}

/// What is known of one command.
struct CommandRecord: Sendable {
  enum Outcome: Sendable {
    /// No answer yet, or never one.
    case unknown
    case accepted
    case rejected
  }

  var purpose: CommandPurpose
  var outcome = Outcome.unknown
  /// Which member sent it.
  var sender: Int
  /// When it was due, in nanoseconds.
  var due: Int64
  /// Where the answer said it stands.
  var lane = Lane.shared
  var position: UInt64 = 0
  /// The last position that had been acknowledged when it was sent, of the lane that its answer has to name.
  var floor: UInt64
  /// Its events in the log, as read in the end.
  var logged = 0

  /// The lanes in which its events have to stand.
  var lanes: [Lane] { if case .narrow(let lanes) = purpose { lanes } else { [.shared] } }
}

/// What was received of one lane, by all members together.
struct LaneRecord: Sendable {
  /// Limit: how far beyond what is known a position may lie and still be taken seriously.
  static let leapMax: UInt64 = 1 << 20

  /// By position minus one; nil where nobody received anything yet.
  private(set) var hashes: [LaneHash?] = []
  /// The command's number plus one; 0 where it is not known.
  var commands: [UInt32] = []
  /// How many members received it.
  var arrivals: [UInt8] = []
  /// Where each member stands; nil before its first catch-up.
  var cursors: [UInt64?]

  init(members: Int) { cursors = Array(repeating: nil, count: members) }

  /// The last position anybody received.
  var head: UInt64 { UInt64(hashes.count) }

  /// Whether all who receive the lane stand at the same place. It may be beyond what anybody received as events, where
  /// they have the rest by snapshot.
  var isEven: Bool {
    let known = cursors.compactMap(\.self)
    guard let last = known.max() else { return true }
    return last >= head && known.allSatisfy { $0 == last }
  }

  /// Makes space for a position; nil when it is not to be believed.
  mutating func place(_ position: UInt64) -> Int? {
    guard position > 0, position <= head + Self.leapMax else { return nil }
    let index = Int(position) - 1
    if index >= hashes.count {
      let missing = index + 1 - hashes.count
      hashes += Array(repeating: nil, count: missing)
      commands += Array(repeating: 0, count: missing)
      arrivals += Array(repeating: 0, count: missing)
    }
    return index
  }

  /// Compares with what others received, or keeps it for them.
  ///
  /// - Returns: false when it differs.
  mutating func agree(on hash: LaneHash?, at index: Int) -> Bool {
    guard let known = hashes[index] else {
      hashes[index] = hash
      return hash != nil
    }
    return known == hash
  }

  /// The hash at a position, if anybody received it.
  func hash(at position: UInt64) -> LaneHash? {
    guard position > 0, position <= head else { return nil }
    return hashes[Int(position) - 1]
  }
}
