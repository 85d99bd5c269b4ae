import HearthProtocol

@testable import HearthLoadKit

/// What is wrong with a history, so that the judge can be seen to notice.
enum SeededBug: CaseIterable {
  case droppedEvent, doubledEvent, swappedOrder, wrongHash, answerWithoutEvent, answerBeforeEvent, lostAfterRestart, deliveredThenLost
  case doubledInLog, refusedInLog, wrongAccepted, movedInLog, rewrittenAfterDelivery, neverAnswered, unbalancedShares, wrongSplit
  case replicaWithOtherBalances, replicaThatDoesNotTotalZero, freshStateDiffers, ghostInLog

  var invariant: Invariant {
    switch self {
    case .droppedEvent, .doubledEvent, .swappedOrder: .gapless
    case .wrongHash, .ghostInLog: .oneHistory
    case .answerWithoutEvent, .lostAfterRestart, .deliveredThenLost, .rewrittenAfterDelivery: .durable
    case .answerBeforeEvent: .eventBeforeAnswer
    case .doubledInLog, .movedInLog: .acknowledgedOnce
    case .refusedInLog, .wrongAccepted: .rejectedAbsent
    case .neverAnswered: .liveness
    case .unbalancedShares, .wrongSplit, .replicaWithOtherBalances, .replicaThatDoesNotTotalZero: .money
    case .freshStateDiffers: .oneState
    }
  }
}

/// A small history of one room: three members, five entries and one refusal, told to a judge as a run would, with at
/// most one bug.
struct RecordedHistory {
  static let room = 3
  static let members = 3
  static let entries = 5
  /// The entry that the bug strikes, counted from 0.
  private static let victim = 2

  var bug: SeededBug?
  private(set) var latencies: [Int64] = []
  private(set) var completed = 0
  private let names = CommandNames(startedAt: 1_767_000_000_000, random: 99, room: RecordedHistory.room)
  private var group: GroupID { GroupID(high: 1, low: 2) }

  /// Tells it all, and reads the log in the end.
  mutating func judge() -> RoomJudge {
    var judge = RoomJudge(room: Self.room, members: Self.members, names: names)
    for member in 0..<Self.members { judge.caughtUp(member, bySnapshot: true, at: [(.shared, 0)]) }
    let refused = judge.issue(.wrong, by: 1, due: 0)
    if bug == .wrongAccepted {
      _ = judge.accepted(refused, lane: .shared, position: 9, isDuplicate: false, by: 1, at: 1)
    } else {
      judge.rejected(refused, code: "split_does_not_add_up")
    }
    let log = makeLog()
    for place in 0..<Self.entries { live(place, log, &judge) }
    completed = judge.completed
    read(log, to: &judge)
    return judge
  }

  private mutating func live(_ place: Int, _ log: [(event: Event, hash: LaneHash)], _ judge: inout RoomJudge) {
    let number = judge.issue(.load, by: place % Self.members, due: Int64(place) * 10)
    let isVictim = place == Self.victim
    let isUnseen = isVictim && bug == .answerWithoutEvent
    if isVictim && bug == .answerBeforeEvent { answer(number, place, &judge) }
    for member in 0..<Self.members where !isUnseen {
      let strikes = isVictim && member == 1
      if strikes && bug == .droppedEvent { continue }
      if strikes && bug == .swappedOrder { receive(place + 1, log, by: member, &judge) }
      receive(place, log, by: member, &judge, hash: strikes && bug == .wrongHash ? log[0].hash : nil)
      if strikes && bug == .doubledEvent { receive(place, log, by: member, &judge) }
    }
    if isVictim && (bug == .neverAnswered || bug == .answerBeforeEvent || bug == .deliveredThenLost) { return }
    answer(number, place, &judge)
  }

  private func answer(_ number: Int, _ place: Int, _ judge: inout RoomJudge) {
    _ = judge.accepted(
      number, lane: .shared, position: UInt64(place) + 1, isDuplicate: false, by: place % Self.members, at: Int64(place) * 10 + 5)
  }

  private mutating func receive(
    _ place: Int, _ log: [(event: Event, hash: LaneHash)], by member: Int, _ judge: inout RoomJudge, hash: LaneHash? = nil
  ) {
    // The first member reads what it receives, the others look at places and hashes; the last comes first.
    let arrival = RoomJudge.Arrival(
      lane: .shared, position: UInt64(place) + 1, hash: hash ?? log[place].hash, commandID: member == 0 ? log[place].event.commandID : nil)
    judge.received(arrival, by: member, at: Int64(place) * 10 + 4, latencies: &latencies)
  }

  private func read(_ log: [(event: Event, hash: LaneHash)], to judge: inout RoomJudge) {
    var log = log
    switch bug {
    case .lostAfterRestart, .answerWithoutEvent, .deliveredThenLost: log.remove(at: Self.victim)
    case .doubledInLog: log.append(log[Self.victim])
    case .refusedInLog: log.append((event(of: 0, share: 0), log[0].hash))
    case .movedInLog: log.swapAt(Self.victim, Self.victim + 1)
    case .rewrittenAfterDelivery: log[Self.victim].hash = log[0].hash
    case .ghostInLog: log.append((Event(), log[0].hash))
    default: break
    }
    for (place, entry) in log.enumerated() { judge.logged(entry.event, lane: .shared, position: UInt64(place) + 1, hash: entry.hash) }
    judge.conclude(heads: [.shared: UInt64(log.count)])
    var balances = judge.account.balances
    if bug == .replicaWithOtherBalances {
      balances["a", default: [:]]["INR", default: 0] += 5
      balances["b", default: [:]]["INR", default: 0] -= 5
    }
    if bug == .replicaThatDoesNotTotalZero { balances["a", default: [:]]["INR", default: 0] += 1 }
    judge.compare(balances, of: "a replica")
    judge.compare(fresh: [1, bug == .freshStateDiffers ? 3 : 2], live: [1, 2], lane: .shared)
  }

  private func makeLog() -> [(event: Event, hash: LaneHash)] {
    var hash = LaneHash.genesis(group: group, lane: .shared)
    return (0..<Self.entries).map { place in
      // Numbers start behind the refused command's.
      let event = event(of: place + 1, share: place == Self.victim && bug == .unbalancedShares ? 1 : 0)
      hash = hash.next(stored: [UInt8(place)])
      return (event, hash)
    }
  }

  /// 100.00 three ways, paid by one.
  private func event(of number: Int, share extra: Int64) -> Event {
    var event = Event()
    let id: CommandID = names.id(number)
    event.commandID = id.description
    event.entryAdded.content.kind = .expense
    event.entryAdded.content.amount.minor = 10_000
    event.entryAdded.content.amount.currency = "INR"
    event.entryAdded.content.paid = [share("a", 10_000)]
    event.entryAdded.content.split.equal.memberIds = ["a", "b", "c"]
    // By one minor unit it might be another's turn to owe the odd one.
    let wrong: Int64 = number == Self.victim + 1 && bug == .wrongSplit ? 2 : 0
    event.entryAdded.owed = [share("a", 3_334 + extra - wrong), share("b", 3_333 + wrong), share("c", 3_333)]
    return event
  }

  private func share(_ member: String, _ minor: Int64) -> Share {
    var share = Share()
    share.memberID = member
    share.minor = minor
    return share
  }
}
