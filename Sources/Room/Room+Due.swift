import HearthProtocol
import Ledger

/// What the room does by itself: entries whose date has come (SPEC RC-05).
extension Room {
  /// The next day on which there is something to book, including the batch in flight; nil when there is none.
  public var due: CivilDate? { history.state.due }

  /// Whether there is something to book now.
  func isDue(settled: Int64, today: CivilDate) -> Bool {
    guard let due, due <= today, hasSpace else { return false }
    guard let dueFailedAt else { return true }
    // A store that refuses is not asked in every turn. A clock that was set back ends the wait.
    return !(0..<limits.dueRetryMilliseconds).contains(settled &- dueFailedAt)
  }

  /// Whether the history may grow.
  var hasSpace: Bool { history.sequence.rawValue < UInt64(limits.historyLengthMax) }

  /// Books the dates that have come, the earliest first, each against the state the former left: as commands are
  /// decided, and before them.
  ///
  /// Allowances come behind the rules and have a bound of their own: what stands in lanes of few readers must not
  /// change when something comes in lane `shared` (SPEC LN-09).
  mutating func bookDue(now: Int64, today: CivilDate, into batch: inout Batch) {
    for _ in 0..<limits.dueDatesMax {
      guard let due = decideDueRule(in: history.state, now: now, today: today) else { break }
      guard book(due, now: now, into: &batch) else { return }
    }
    for _ in 0..<limits.dueDatesMax {
      guard let due = decideDueAllowance(in: history.state, today: today) else { break }
      guard book(due, now: now, into: &batch) else { return }
    }
  }

  private mutating func book(_ due: DueDecision, now: Int64, into batch: inout Batch) -> Bool {
    batch.dueCount += 1
    for decided in due.events {
      var event = Event()
      event.salt = .init(salts.next(in: decided.lane))
      event.atMs = now
      event.commandID = due.command.description
      do {
        _ = try record(decided, event, into: &batch)
      } catch {
        batch.isBroken = true
        return false
      }
    }
    return true
  }
}
