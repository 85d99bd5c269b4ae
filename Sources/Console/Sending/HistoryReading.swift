import HearthClient
import HearthProtocol
import Ledger

/// A group's history as the server has it: pages of it, and the group as it was.
struct HistoryReading: CommandFamily {
  // Limit: events the server gives at once (SPEC HI-01).
  static let eventsPerPage: UInt32 = 500
  // Limit: how often a page is asked for that the server puts off.
  private static let attemptsMax = 5

  let sitting: Sitting

  init(_ sitting: Sitting) { self.sitting = sitting }

  /// A group at a moment.
  struct Look {
    var view: GroupView
    /// The day that it is there.
    var day: CivilDate
    /// Milliseconds since 1970.
    var instant: Int64
    /// The lanes that the viewer receives now. What was in others at the moment nobody tells them.
    var lanes: Set<Lane>
    /// Whether it is not as it is now.
    var isPast: Bool
  }

  /// The group as it is now or, with a moment, as its history says it was then; with the day that this is there.
  ///
  /// - Parameter text: as typed; nil for now.
  func view(of group: GroupID, asOf text: String?) throws(ConsoleFailure) -> (view: GroupView, day: CivilDate) {
    let look = try look(at: group, asOf: text)
    return (look.view, look.day)
  }

  /// The same, with the moment and what of it the viewer is told.
  func look(at group: GroupID, asOf text: String?) throws(ConsoleFailure) -> Look {
    var view = try sitting.follow(group)
    let lanes = Set(view.state.lanes(readableBy: view.member))
    guard let text else { return Look(view: view, day: view.today, instant: Present.now, lanes: lanes, isPast: false) }
    let moment = try reading { () throws(ArgumentFlaw) in try MomentText(text) }
    let last = Present.last(moment, view.state.shared)
    warn(of: text, ending: last)
    var replay = Replay(group: group)
    var pace = SendingPace()
    try take(&replay, on: view, until: last, &pace)
    guard replay.state.isCreated else {
      let created = Present.day(view.state.shared.settings?.createdAt ?? 0, view.state.shared)
      throw ConsoleFailure(
        ArgumentFlaw("There was no such group then: it was created on \(created).", "तब ऐसा कोई समूह नहीं था: वह \(created) को बनाया गया।"))
    }
    let day = Present.day(last, view.state.shared)
    view.state = replay.state
    view.marks = replay.marks
    view.online = []
    return Look(view: sitting.named(view), day: day, instant: last, lanes: lanes, isPast: true)
  }

  /// Says that a moment is not over, so that what is shown as of then may still change.
  ///
  /// - Parameter last: the last millisecond since 1970 that it takes in.
  func warn(of moment: String, ending last: Int64) {
    guard last >= Present.now else { return }
    output.complain([output.phrases.isNotOver(moment.printable)])
  }

  /// Takes the replay on to a later moment, in every lane that the viewer receives.
  func take(_ replay: inout Replay, on view: GroupView, until last: Int64, _ pace: inout SendingPace) throws(ConsoleFailure) {
    for lane in view.marks.keys.sorted() {
      var hasMore = true
      while hasMore {
        let page = try page(of: replay.group, lane, after: replay.position(in: lane), limit: Self.eventsPerPage, &pace)
        do throws(ReplicaFault) {
          hasMore = try replay.take(page, until: last)
        } catch {
          throw ConsoleFailure(.fault(error))
        }
      }
    }
  }

  /// A page of history; what the server puts off is asked for again.
  func page(
    of group: GroupID, _ lane: Lane, after: LanePosition, limit: UInt32, _ pace: inout SendingPace
  ) throws(ConsoleFailure) -> HistoryPage {
    let connection = try sitting.online()
    var attempt = 1
    while true {
      Present.rest(milliseconds: pace.beforeNext())
      do throws(ConnectionFailure) {
        return try connection.history(of: group, lane: lane, after: after, limit: limit)
      } catch {
        guard attempt < Self.attemptsMax, case .rejected(let rejected) = error, rejected.code == RejectionCode.rateLimited.rawValue else {
          throw ConsoleFailure(error)
        }
        attempt += 1
        Present.rest(milliseconds: pace.refused(retryAfterMs: rejected.retryAfterMs))
      }
    }
  }

  /// The entry as it was at a version of it, by the group's history; as it is when there is no such version, which the
  /// server then says.
  func entry(_ entry: EntryState, at version: UInt64, in view: GroupView) throws(ConsoleFailure) -> EntryState {
    guard version < entry.version.rawValue, version >= entry.position.rawValue else { return entry }
    var replay = Replay(group: view.state.group)
    var pace = SendingPace()
    while replay.position(in: .shared).rawValue < version {
      let after = replay.position(in: .shared)
      let limit = min(UInt32(clamping: version - after.rawValue), Self.eventsPerPage)
      let page = try page(of: replay.group, .shared, after: after, limit: limit, &pace)
      do throws(ReplicaFault) {
        _ = try replay.take(page, until: .max)
      } catch {
        throw ConsoleFailure(.fault(error))
      }
      guard replay.position(in: .shared) > after else { break }
    }
    return replay.state.shared.entries[entry.id] ?? entry
  }
}
