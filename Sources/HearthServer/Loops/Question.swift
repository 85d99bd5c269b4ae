import EventStore
import HearthProtocol
import Ledger
import Room

/// What a member asks of a group's state.
enum Question: Sendable {
  /// Who owes whom.
  case settlement(ReadSettlement)
  /// What a command would change.
  case impact(Command)
  /// What a month or week came to.
  case dashboard(ReadDashboard)
  /// What the group is.
  case contents(ReadGroup)
  /// What was entered.
  case entries(ReadEntries)
  /// How to pay somebody what one owes them.
  case paymentLink(ReadPaymentLink)
  /// What a file would add; its bytes are charged until the answer is made.
  case importing(PlanImport, HeldBytes)
}

extension Question {
  /// The answer. It depends on nothing but the state, who asks and when, so it is found on any thread.
  ///
  /// - Parameters:
  ///   - now: the instant that rules compare with, and the clock's.
  ///   - format: what it is written in, which says how much of it a message has space for.
  ///   - between: called between slices of long work.
  /// - Throws: why there is none.
  func answer(
    in state: GroupState, for holder: HolderID, now: RoomHost.Instant, format: WireFormat, between: () -> Void = {}
  ) throws(Rejected) -> ServerMessage.OneOf_Body {
    do throws(Rejection) {
      if let answer = try find(in: state, for: holder, now: now, between) { return answer.bounded(for: format, question: self) }
    } catch {
      throw Rejected(error)
    }
    throw .unavailable()
  }

  private func find(
    in state: GroupState, for holder: HolderID, now: RoomHost.Instant, _ between: () -> Void
  ) throws(Rejection) -> ServerMessage.OneOf_Body? {
    var calendar = GroupCalendar()
    let zone = state.shared.settings?.timeZone ?? "UTC"
    let today = calendar.date(at: now.wall, zoneName: zone)
    switch self {
    case .settlement(let read):
      var limits = SettlementLimits.message
      limits.shares += Int(read.afterShares)
      return .settlement(try state.settlement(read, limits))
    case .impact(let command):
      // Nobody gets the code of an invite that is not made.
      let context = DecisionContext(
        holder: holder, now: now.wall, settled: now.settled, today: today, saidOn: calendar.day(saidIn: command, zoneName: zone),
        codeHash: [UInt8](repeating: 0, count: 32))
      return try Ledger.impact(of: command, in: state, context: context).map { .impact($0) }
    case .dashboard(let read):
      return .dashboard(try state.dashboard(read, today: today) { calendar.date(at: $0, zoneName: zone) })
    case .contents(let read):
      guard let member = state.member(holding: holder) else { throw .notFound(field: "group_id") }
      return .groupContents(try state.contents(read, for: member.id))
    case .entries(let read): return .entries(try state.entries(read))
    case .paymentLink(let read):
      guard let member = state.member(holding: holder) else { throw .notFound(field: "group_id") }
      return .paymentLink(try state.paymentLink(read, for: member.id))
    case .importing(let wish, _):
      guard let member = state.member(holding: holder) else { throw .notFound(field: "group_id") }
      let began = Stopwatch.ofThread
      // Others' turns are not the asker's time.
      var others: Int64 = 0
      return .plannedImport(
        try state.plan(wish, for: member, now: now.wall, today: today) {
          let paused = Stopwatch.ofThread
          between()
          others += Stopwatch.ofThread - paused
          return paused - began - others < ImportLimits.nanosecondsMax
        })
    }
  }
}
