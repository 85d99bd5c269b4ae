import HearthClient
import HearthProtocol
import Ledger

extension Session {
  // Limit: events the server gives at once (SPEC HI-01).
  static let eventsPerPage: UInt32 = 500
  // Limit: how often a page is asked for that the server puts off.
  private static let attemptsMax = 5

  /// The group as it is now or, with a moment, as its history says it was then; with the day that this is there.
  ///
  /// - Parameter text: as typed; nil for now.
  func view(of group: GroupID, asOf text: String?) throws(ConsoleFailure) -> (view: GroupView, day: CivilDate) {
    var view = try follow(group)
    guard let text else { return (view, Self.today(view)) }
    let moment = try Self.reading { () throws(ArgumentFault) in try MomentText(text) }
    let last = Present.last(moment, view.state.shared)
    warn(of: text, ending: last)
    var replay = Replay(group: group)
    var pace = SendingPace()
    try take(&replay, on: view, until: last, &pace)
    guard replay.state.isCreated else {
      let created = Present.day(view.state.shared.settings?.createdAt ?? 0, view.state.shared)
      throw ConsoleFailure(ArgumentFault("There was no such group then: it was created on \(created)."))
    }
    let day = Present.day(last, view.state.shared)
    view.state = replay.state
    view.marks = replay.marks
    view.online = []
    return (named(view), day)
  }

  /// Says that a moment is not over, so that what is shown as of then may still change.
  ///
  /// - Parameter last: the last millisecond since 1970 that it takes in.
  private func warn(of moment: String, ending last: Int64) {
    guard last >= Present.now else { return }
    terminal.complain([terminal.theme.phrases.isNotOver(moment.printable)])
  }

  /// Takes the replay on to a later moment, in every lane that the viewer receives.
  private func take(_ replay: inout Replay, on view: GroupView, until last: Int64, _ pace: inout SendingPace) throws(ConsoleFailure) {
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
    let connection = try online()
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

  /// `hearth diff`: what lies between two moments.
  public func showDifference(_ text: String, group: String?) throws(ConsoleFailure) {
    let span = try Self.reading { () throws(ArgumentFault) in try MomentSpan(text) }
    let group = try self.group(group)
    var view = try follow(group)
    let shared = view.state.shared
    let first = Present.last(span.from, shared)
    let last = span.to.map { Present.last($0, shared) } ?? Int64.max
    guard first <= last else { throw ConsoleFailure(ArgumentFault("Say the earlier moment first.")) }
    warn(of: text.split(separator: "..").last.map(String.init) ?? text, ending: span.to == nil ? first : last)
    var replay = Replay(group: group)
    var pace = SendingPace()
    try take(&replay, on: view, until: first, &pace)
    let before = replay.state.shared
    try take(&replay, on: view, until: last, &pace)
    let days = (Present.day(first, shared), span.to == nil ? Self.today(view) : Present.day(last, shared))
    let difference = GroupDifference(from: before, on: days.0, to: replay.state.shared, on: days.1)
    view.state = replay.state
    view = named(view)
    show(Screens.difference(difference, view, terminal.theme), json: Self.json(difference))
  }

  private static func json(_ difference: GroupDifference) -> [String] {
    let entries = difference.entries.map { change in
      var json = JSONLine()
      json.add("change", "entry")
      json.add("kind", change.kind.word)
      json.add("entry", json: WireFormat.line(change.entry.message).joined())
      if let before = change.before { json.add("before", json: WireFormat.line(before.message).joined()) }
      return json.text
    }
    let balances = difference.balances.map { change in
      var json = JSONLine()
      json.add("change", "balance")
      json.add("memberId", change.member.description)
      json.add("currency", change.currency.code)
      json.add("beforeMinor", String(change.beforeMinor))
      json.add("afterMinor", String(change.afterMinor))
      return json.text
    }
    let members = difference.members.map { change in
      var json = JSONLine()
      json.add("change", "member")
      json.add("kind", change.kind.word)
      json.add("memberId", change.member.id.description)
      json.add("displayName", change.member.displayName)
      json.add("role", change.member.role.text)
      return json.text
    }
    let budgets = difference.budgets.map { change in
      var json = JSONLine()
      json.add("change", "budget")
      json.add("kind", change.kind.word)
      json.add("budgetId", change.budget.id.description)
      json.add("name", change.budget.name)
      for (key, progress) in [("before", change.before), ("after", change.after)] {
        guard let progress else { continue }
        var figures = JSONLine()
        figures.add("periodStart", progress.period.lowerBound.description)
        figures.add("spentMinor", String(progress.spentMinor))
        figures.add("limitMinor", String(progress.limitMinor))
        figures.add("basisPoints", String(progress.basisPoints))
        json.add(key, json: figures.text)
      }
      return json.text
    }
    return entries + balances + members + budgets
  }
}

extension GroupDifference.EntryChange.Kind {
  /// The kind in one word.
  var word: String {
    switch self {
    case .added: "added"
    case .changed: "changed"
    case .voided: "voided"
    case .restored: "restored"
    }
  }
}

extension GroupDifference.MemberChange.Kind {
  /// The kind in one word.
  var word: String {
    switch self {
    case .added: "added"
    case .joined: "joined"
    case .left: "left"
    case .removed: "removed"
    case .replaced: "replaced"
    case .returned: "returned"
    case .roleChanged: "role"
    case .renamed: "renamed"
    }
  }
}

extension GroupDifference.BudgetChange.Kind {
  /// The kind in one word.
  var word: String {
    switch self {
    case .added: "added"
    case .changed: "changed"
    case .removed: "removed"
    case .reactivated: "reactivated"
    case .spent: "spent"
    }
  }
}
