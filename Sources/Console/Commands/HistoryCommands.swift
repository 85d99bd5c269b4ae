import HearthClient
import HearthProtocol
import Ledger

/// `hearth history`.
public struct HistoryCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth history`: the last so many events of the shared lane, oldest first, and what stands in lanes of few
  /// readers since the first of them.
  ///
  /// - Parameter moment: the last ones up to then; nil: up to now.
  public func list(limit: UInt32, asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let group = try sitting.group(group)
    let view = try HistoryReading(sitting).view(of: group, asOf: moment).view
    var pace = SendingPace()
    let head = view.marks[.shared]?.position.rawValue ?? 0
    var after = head - min(head, UInt64(limit))
    var own = try narrower(of: view, in: group, limit: limit, &pace)[...]
    var isCut = after > 0
    var day: CivilDate?
    var held: [ReplicaEvent] = []
    while after < head {
      let from = LanePosition(after)
      let count = min(UInt32(clamping: head - after), HistoryReading.eventsPerPage)
      let page = try HistoryReading(sitting).page(of: group, .shared, after: from, limit: count, &pace)
      guard let last = page.events.last, last.position > from else { break }
      after = last.position.rawValue
      // What was told to the viewer before the first event that is shown is not shown either.
      if isCut, let first = page.events.first { own = own.drop { $0.event.atMs < first.event.atMs } }
      isCut = false
      var events = held + Self.merge(page.events, &own)
      held = Self.takeAlerts(atEndOf: &events)
      write(events, of: view, after: &day)
    }
    write(held + Array(own), of: view, after: &day)
  }

  /// Takes away the alerts at the end: the next page may begin with more of the same act, of which a person is told the
  /// highest alone (SPEC BU-10).
  static func takeAlerts(atEndOf events: inout [ReplicaEvent]) -> [ReplicaEvent] {
    let other = events.lastIndex { if case .alertFired = $0.event.body { false } else { true } }
    let first = other.map { $0 + 1 } ?? 0
    let alerts = Array(events[first...])
    events.removeSubrange(first...)
    return alerts
  }

  private func write(_ events: [ReplicaEvent], of view: GroupView, after day: inout CivilDate?) {
    guard !output.isJSON else { return output.write(events.flatMap { Self.json($0, in: view.state) }) }
    output.write(Screens.history(events, view, output.theme, Present.clock, after: &day))
  }

  /// The last so many events of each lane that has few readers, oldest first: what the viewer was told alone, and what
  /// is between minors and their guardians.
  private func narrower(of view: GroupView, in group: GroupID, limit: UInt32, _ pace: inout SendingPace) throws(ConsoleFailure)
    -> [ReplicaEvent]
  {
    var events: [ReplicaEvent] = []
    for (lane, mark) in view.marks.sorted(by: { $0.key < $1.key }) where lane.subject != nil {
      let head = mark.position.rawValue
      var after = head - min(head, UInt64(limit))
      while after < head {
        let from = LanePosition(after)
        let count = min(UInt32(clamping: head - after), HistoryReading.eventsPerPage)
        let page = try HistoryReading(sitting).page(of: group, lane, after: from, limit: count, &pace)
        guard let last = page.events.last, last.position > from else { break }
        after = last.position.rawValue
        events += page.events
      }
    }
    // Each lane's events stay in their order.
    return events.enumerated().sorted { ($0.element.event.atMs, $0.offset) < ($1.element.event.atMs, $1.offset) }.map(\.element)
  }

  /// Events in their order, and before each what the viewer was told alone until then, which is taken away.
  static func merge(_ events: [ReplicaEvent], _ own: inout ArraySlice<ReplicaEvent>) -> [ReplicaEvent] {
    events.flatMap { event -> [ReplicaEvent] in
      let earlier = own.prefix { $0.event.atMs < event.event.atMs }
      own = own.dropFirst(earlier.count)
      return earlier + [event]
    }
  }

  /// An event as the server sends it, with its lane unless all see it, and what a notification of an alert says.
  private static func json(_ event: ReplicaEvent, in state: GroupState) -> [String] {
    var message = LaneEvent()
    message.position = event.position.rawValue
    message.event = event.event
    message.hash = .init(event.hash?.bytes ?? [])
    let lines = WireFormat.line(message)
    let alert = state.alertText(of: event.event)
    guard event.lane != .shared || alert != nil else { return lines }
    var json = JSONLine()
    if event.lane != .shared { json.add("lane", event.lane.name) }
    if let alert {
      json.add("category", alert.category)
      json.add("title", alert.title)
      json.add("body", alert.body)
    }
    return lines.map(json.added)
  }
}
