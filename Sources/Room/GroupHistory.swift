import EventStore
import HearthProtocol
import Ledger
import SwiftProtobuf

/// What a group's log says so far: the folded state, the head of every lane's chain and the commands that were
/// accepted.
///
/// It is a value whose copies cost nothing however large the group is, so snapshots are encoded off the loop from a
/// copy. It must never fold an event that does not verify, and never guess. The room drives it with events it decided;
/// loading, verification and tests drive it with stored ones.
public struct GroupHistory: Sendable {
  /// The group.
  public let group: GroupID
  /// The state after the last event.
  public internal(set) var state: GroupState
  /// Which of the group's histories this is (SPEC SB-07).
  public internal(set) var epoch: UInt64 = 1
  /// Where the snapshot stands that this was read from.
  public internal(set) var savedSequence: GroupSequence = .start
  /// Bytes of that snapshot; nil when there was none, or it has the form of before, without an entry table.
  public internal(set) var savedBytes: Int?
  /// Bytes of the events that were folded behind it.
  public private(set) var tailBytes = 0
  /// Where the log and its lanes stand.
  var chain: ChainWalk
  /// The last events, while readers are expected who miss some; nil: none are kept.
  var recent: RecentEvents?
  /// Every accepted command, for ever (SPEC CM-03).
  var commands = AcceptedCommands()

  /// A group without history.
  public init(group: GroupID) {
    self.group = group
    state = GroupState(group: group)
    chain = ChainWalk(group: group)
  }

  /// The last event of the log.
  public var sequence: GroupSequence { chain.sequence }

  /// Where a lane stands; a lane without events stands at its genesis.
  public func head(of lane: Lane) -> LaneHead { chain.head(of: lane) }

  /// The members who may have no token for the group (SPEC ID-22), or none but those that read.
  public var lostTokens: [(holder: HolderID, readersStay: Bool)] {
    state.shared.members.compactMap { member in
      guard let holder = member.holder, !state.mayHaveToken(member, writing: true) else { return nil }
      return (holder, state.mayHaveToken(member, writing: false))
    }
  }

  /// Folds the next event of the log after checking that it is the next one of the log, of its lane and of its lane's
  /// chain.
  public mutating func fold(_ stored: StoredEvent) throws(HistoryDamage) {
    func damage(_ what: String) -> HistoryDamage {
      HistoryDamage(group: group, lane: stored.lane, sequence: stored.sequence, position: stored.position, what: what)
    }
    if let flaw = chain.flaw(of: stored) { throw damage(flaw) }
    guard let event = try? Event(serializedBytes: stored.bytes) else { throw damage("the bytes are no event") }
    do {
      try record(event, as: stored)
    } catch {
      throw damage("the event cannot follow from what came before: \(error)")
    }
  }

  /// Folds an event that is known to be the next one.
  mutating func record(_ event: Event, as stored: StoredEvent) throws(HistoryFlaw) {
    try state.apply(event, lane: stored.lane, position: stored.position)
    chain.step(to: stored)
    tailBytes += stored.bytes.count
    recent?.append(CommittedEvent(stored: stored, event: event))
    if let id = CommandID(event.commandID), let member = MemberID(event.memberID) {
      // A command with several events is its first one.
      _ = commands.add(
        AcceptedCommand(
          member: member, salt: CommandSalt(event.salt), digest: event.commandDigest, lane: stored.lane, position: stored.position), for: id
      )
    }
  }
}
