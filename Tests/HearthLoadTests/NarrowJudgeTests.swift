import HearthProtocol
import Testing

@testable import HearthLoadKit

/// What is wrong with a history of lanes that a few receive.
enum NarrowBug: CaseIterable {
  /// An event reaches somebody who is no guardian; its snapshot does; the whole lane is named to them.
  case leakedEvent, leakedSnapshot, leakedLane
  /// Somebody goes on receiving an account behind the end of their grant, or has it back in secret.
  case lateEvent, lateSnapshot
  /// A guardian lacks an event in the middle, the last one, or the whole lane.
  case missingEvent, missingLast, missingLane
  /// An inbox, lane `admin` and lane `income` reach somebody else.
  case leakedInbox, leakedAdmin, leakedIncome
  /// A command stands in the lane of another child, in one of two inboxes, or is answered with another lane.
  case wrongLane, halfCoaching, wrongAnswer
  /// A child reads an account, and the child's lane does not say so.
  case halfAccess
  /// A subscription that goes on with another lane repeats what it had.
  case repeated

  var invariant: Invariant {
    switch self {
    case .leakedEvent, .leakedSnapshot, .leakedLane, .lateEvent, .lateSnapshot, .leakedInbox, .leakedAdmin, .leakedIncome, .wrongLane,
      .wrongAnswer:
      .audience
    case .missingEvent, .repeated: .gapless
    case .missingLast, .missingLane: .liveness
    case .halfCoaching, .halfAccess: .durable
    }
  }
}

/// A small history of a child's lane, an account and two inboxes: the owner is 0, the guardian 1, an adult 2 who may
/// read the account for a while, and 3 the child. It is told to a judge as a run would, with at most one bug.
struct NarrowHistory {
  var bug: NarrowBug?
  private let ids = (1...4 as ClosedRange<UInt64>).map { MemberID(high: 7, low: $0) }
  private let account = AccountID(high: 8, low: 1)
  private let names = CommandNames(startedAt: 1, random: 5, room: 0)
  private var judge = RoomJudge(room: 0, members: 4, names: CommandNames(startedAt: 1, random: 5, room: 0))
  private var log: [(lane: Lane, position: UInt64, hash: LaneHash, event: Event)] = []

  private var childs: Lane { .minor(ids[3]) }
  private var accounts: Lane { .account(account) }
  private func inbox(_ member: Int) -> Lane { .inbox(ids[member]) }
  private func head(_ lane: Lane) -> UInt64 { UInt64(log.count { $0.lane == lane }) }

  init(bug: NarrowBug? = nil) { self.bug = bug }

  /// Something happens: it is answered, and reaches these members.
  private mutating func happen(
    _ body: Event.OneOf_Body, by sender: Int, _ purpose: CommandPurpose, in lanes: [(lane: Lane, readers: [Int])],
    stands: [Lane]? = nil
  ) {
    let number = judge.issue(purpose, by: sender, due: 0)
    let id: CommandID = names.id(number)
    var event = Event()
    (event.commandID, event.memberID, event.body) = (id.description, ids[sender].description, body)
    var latencies: [Int64] = []
    for (place, (lane, readers)) in lanes.enumerated() where stands?.count ?? .max > place {
      let lane = stands?[place] ?? lane
      let position = head(lane) + 1
      let last = log.last { $0.lane == lane }?.hash ?? .genesis(group: GroupID(high: 1, low: 2), lane: lane)
      log.append((lane, position, last.next(stored: Array(id.description.utf8)), event))
      for reader in readers { receive(lane, position, by: reader, &latencies) }
    }
    let answered = bug == .wrongAnswer && purpose != .setup ? .shared : lanes[0].lane
    _ = judge.accepted(number, lane: answered, position: head(lanes[0].lane), isDuplicate: false, by: sender, at: 1)
  }

  private mutating func receive(_ lane: Lane, _ position: UInt64, by member: Int, _ latencies: inout [Int64]) {
    guard let stored = log.first(where: { $0.lane == lane && $0.position == position }) else { return }
    judge.received(
      RoomJudge.Arrival(lane: lane, position: position, hash: stored.hash, commandID: member == 0 ? stored.event.commandID : nil),
      by: member, at: 1, latencies: &latencies)
  }

  /// A member is told anew which lanes they receive, and where those begin that are new.
  private mutating func goOn(_ member: Int, with lanes: [Lane], from starts: [Lane: UInt64] = [:]) {
    judge.caughtUp(member, bySnapshot: true, at: lanes.map { ($0, starts[$0] ?? judge[$0].cursors[member] ?? head($0)) })
  }

  private func spending(_ number: UInt64) -> Event.OneOf_Body {
    .spendingSet(.with { ($0.minorID, $0.spendingID) = (ids[3].description, EntryID(high: 9, low: number).description) })
  }

  private func grant(isRevoked: Bool) -> Event.OneOf_Body {
    let (id, member) = (account.description, ids[2].description)
    return isRevoked
      ? .accountRevoked(.with { ($0.accountID, $0.memberID) = (id, member) })
      : .accountGranted(.with { ($0.accountID, $0.memberID, $0.permission) = (id, member, .read) })
  }

  /// Tells it all, and reads the log in the end.
  mutating func judged() -> ViolationBook {
    judge = RoomJudge(room: 0, members: 4, names: names, oracle: LaneOracle(members: ids, children: [3]))
    let lanes: [[Lane]] = [
      [.shared, .admin, .income, inbox(0), childs], [.shared, .income, inbox(1)], [.shared, .income, inbox(2)],
      [.shared, inbox(3), childs],
    ]
    for member in 0..<4 { judge.caughtUp(member, bySnapshot: true, at: lanes[member].map { ($0, 0) }) }
    beginGuardian(lanes)
    spend(lanes)
    keepAccount(lanes)
    coach()
    if bug == .leakedIncome { goOn(3, with: lanes[3] + [.income]) }
    if bug == .leakedAdmin { goOn(1, with: lanes[1] + [childs, .admin]) }
    for stored in log.sorted(by: { ($0.lane, $0.position) < ($1.lane, $1.position) }) {
      judge.logged(stored.event, lane: stored.lane, position: stored.position, hash: stored.hash)
    }
    judge.conclude(heads: Dictionary(grouping: log, by: \.lane).mapValues { UInt64($0.count) })
    return judge.book
  }

  private mutating func beginGuardian(_ lanes: [[Lane]]) {
    happen(spending(1), by: 3, .narrow([childs]), in: [(childs, [0, 3])])
    let added = GuardianAdded.with { ($0.minorID, $0.memberID) = (ids[3].description, ids[1].description) }
    happen(.guardianAdded(added), by: 0, .setup, in: [(childs, [0, 3])])
    // The guardian has the lane from here on.
    if bug != .missingLane { goOn(1, with: lanes[1] + [childs], from: bug == .repeated ? [.shared: 1] : [:]) }
    if bug == .leakedLane || bug == .leakedSnapshot || bug == .leakedEvent {
      goOn(2, with: lanes[2] + [childs], from: bug == .leakedSnapshot ? [:] : [childs: 0])
    }
  }

  private mutating func spend(_ lanes: [[Lane]]) {
    let guardian = bug == .missingLane ? [] : [1]
    happen(spending(2), by: 1, .narrow([childs]), in: [(childs, [0, 3] + (bug == .missingEvent ? [] : guardian))])
    if bug == .leakedEvent {
      var latencies: [Int64] = []
      for position in 1...head(childs) { receive(childs, position, by: 2, &latencies) }
    }
    happen(
      spending(3), by: 0, .narrow([childs]), in: [(childs, [0, 3] + (bug == .missingLast ? [] : guardian))],
      stands: bug == .wrongLane ? [.minor(ids[2])] : nil)
  }

  private mutating func keepAccount(_ lanes: [[Lane]]) {
    let had = lanes[1] + (bug == .missingLane ? [] : [childs])
    let set = AccountSet.with { $0.accountID = account.description }
    let entry = AccountEntrySet.with { $0.accountID = account.description }
    happen(.accountSet(set), by: 1, .setup, in: [(accounts, [])])
    goOn(1, with: had + [accounts])
    happen(grant(isRevoked: false), by: 1, .narrow([accounts]), in: [(accounts, [1])])
    goOn(2, with: lanes[2] + [accounts])
    happen(.accountEntrySet(entry), by: 1, .narrow([accounts]), in: [(accounts, [1, 2])])
    happen(grant(isRevoked: true), by: 1, .narrow([accounts]), in: [(accounts, [1, 2])])
    if bug != .lateEvent { goOn(2, with: lanes[2]) }
    happen(.accountEntrySet(entry), by: 1, .narrow([accounts]), in: [(accounts, bug == .lateEvent ? [1, 2] : [1])])
    if bug == .lateSnapshot { goOn(2, with: lanes[2] + [accounts]) }
    let granted = AccountGranted.with { ($0.accountID, $0.memberID, $0.permission) = (account.description, ids[3].description, .read) }
    let readers = [0, 3] + (bug == .missingLane || bug == .missingLast ? [] : [1])
    happen(
      .accountGranted(granted), by: 1, .narrow([accounts, childs]), in: [(accounts, [1]), (childs, readers)],
      stands: bug == .halfAccess ? [accounts] : nil)
    goOn(3, with: lanes[3] + [accounts])
  }

  private mutating func coach() {
    let sent = CoachingSent.with { $0.recipientID = ids[3].description }
    happen(
      .coachingSent(sent), by: 1, .narrow([inbox(1), inbox(3)]), in: [(inbox(1), [1]), (inbox(3), bug == .leakedInbox ? [3, 2] : [3])],
      stands: bug == .halfCoaching ? [inbox(1)] : nil)
  }
}

/// The judge knows who may receive the lanes that a few receive, and finds what reaches others or does not reach them.
struct NarrowJudgeTests {
  @Test("A sound history of a child's lane, an account that is granted and revoked, and inboxes passes")
  func sound() {
    var history = NarrowHistory()
    let book = history.judged()
    #expect(book.total == 0, "\(book.first)")
  }

  @Test("LN-14, AC-01, I10: each seeded leak and each event that is missing is found", arguments: NarrowBug.allCases)
  func found(bug: NarrowBug) {
    var history = NarrowHistory(bug: bug)
    let book = history.judged()
    #expect(book.counts[bug.invariant, default: 0] > 0, "\(bug): \(book.first)")
  }

  @Test("Those who have a lane by snapshot alone are even with each other, though nobody received its events")
  func even() {
    var lane = LaneRecord(members: 4)
    #expect(lane.isEven)
    (lane.cursors[0], lane.cursors[1]) = (2, 2)
    #expect(lane.isEven && lane.head == 0)
    lane.cursors[1] = 1
    #expect(!lane.isEven)
    lane.cursors[1] = 2
    #expect(lane.place(3) == 2)
    #expect(!lane.isEven, "an event has reached somebody, and not these")
    (lane.cursors[0], lane.cursors[1]) = (3, 3)
    #expect(lane.isEven)
  }

  @Test("What the confidences of a room wish stands in lanes that they read in the end, and its senders receive them")
  func wishes() throws {
    let ids = (1...5 as ClosedRange<UInt64>).map { MemberID(high: 7, low: $0) }
    let account = AccountID(high: 8, low: 1)
    var confidences = Confidences(members: ids, account: account, seed: 3, room: 0)
    var oracle = LaneOracle(members: ids, children: [confidences.child])
    for (member, body) in confidences.beginning {
      var event = Event()
      event.memberID = ids[member].description
      switch body {
      case .setGuardian(let set): event.guardianAdded = .with { ($0.minorID, $0.memberID) = (set.minorID, set.memberID) }
      case .setAccount(let set): event.accountSet.accountID = set.accountID
      case .grantAccount(let grant): event.accountGranted = .with { ($0.accountID, $0.memberID) = (grant.accountID, grant.memberID) }
      default: Issue.record("\(body)")
      }
      _ = oracle.take(
        event, in: event.body.flatMap { if case .guardianAdded = $0 { true } else { false } } == true ? .minor(ids[4]) : .account(account))
    }
    let read = Set(confidences.lanes.map(\.lane))
    for (lane, reader) in confidences.lanes { #expect(oracle.readers(of: lane).contains(reader)) }
    #expect(confidences.lanes.last?.reader == 0)
    for number in 0..<500 {
      let wish = confidences.next(record: EntryID(high: 9, low: UInt64(number)))
      #expect(read.isSuperset(of: wish.lanes) && Set(wish.lanes).count == wish.lanes.count)
      #expect(oracle.readers(of: wish.lanes[0]).contains(wish.member))
    }
  }
}
