import HearthClient
import HearthProtocol
import Ledger

extension Session {
  /// `hearth balances`.
  ///
  /// - Parameters:
  ///   - currency: count all in this one; nil: each by itself.
  ///   - rates: "USD=83.1525" each, instead of the entries' own.
  ///   - moment: as it was then; nil: as it is.
  public func showBalances(in currency: String?, rates: [String], asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let (view, day) = try view(of: try self.group(group), asOf: moment)
    guard let currency = currency ?? profile.currency, currency.lowercased() != "each" else {
      return show(Screens.balances(view, terminal.theme), json: Self.balances(view))
    }
    let converted = try Self.reading { () throws(ArgumentFault) in try RateText.balances(view, in: currency, at: rates, on: day) }
    show(Screens.balances(converted, view, terminal.theme), json: Self.balances(converted, view))
  }

  private static func balances(_ view: GroupView) -> [String] {
    let shared = view.state.shared
    return shared.balances.currencies.flatMap { currency in
      shared.members.filter { $0.isPresent || shared.balances[$0.id, currency] != 0 }
        .map { line($0, shared.balances[$0.id, currency], currency) }
    }
  }

  private static func balances(_ converted: ConvertedBalances, _ view: GroupView) -> [String] {
    view.state.shared.members.map { member in
      let left = converted.leftOut(of: member.id)
      guard !left.isEmpty else { return line(member, converted[member.id], converted.currency) }
      // Without a total, so that nobody takes the part for the whole.
      var json = JSONLine()
      json.add("memberId", member.id.description)
      json.add("displayName", member.displayName)
      json.add("countedMinor", String(converted[member.id]))
      json.add("currency", converted.currency.code)
      let parts = left.map { part in
        var json = JSONLine()
        json.add("minor", String(part.minor))
        json.add("currency", part.currency.code)
        return json.text
      }
      json.add("leftOut", json: "[" + parts.joined(separator: ",") + "]")
      return json.text
    } + unconverted(converted)
  }

  /// What is not counted is said in lines of its own.
  static func unconverted(_ converted: ConvertedBalances) -> [String] {
    converted.unconverted.map { currency in
      var json = JSONLine()
      json.add("unconverted", currency.code)
      return json.text
    }
  }

  private static func line(_ member: MemberState, _ minor: Int64, _ currency: Currency) -> String {
    var json = JSONLine()
    json.add("memberId", member.id.description)
    json.add("displayName", member.displayName)
    json.add("minor", String(minor))
    json.add("currency", currency.code)
    return json.text
  }

  /// `hearth members`.
  ///
  /// - Parameters:
  ///   - all: whether those are shown too who have left or were removed.
  ///   - moment: as it was then; nil: as it is.
  public func showMembers(all: Bool, asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let view = try view(of: try self.group(group), asOf: moment).view
    show(Screens.members(view, all: all, now: Present.now, terminal.theme), json: Self.members(view, all: all))
  }

  private static func members(_ view: GroupView, all: Bool) -> [String] {
    let members = view.state.shared.members.filter { all || $0.isPresent }.flatMap { member in
      var message = member.message
      // Of no use outside the server.
      message.holder = .init()
      let lines = WireFormat.line(message)
      var json = JSONLine()
      if member.isPresent { json.add("shares", json: member.sharesByDefault(at: Present.now) ? "true" : "false") }
      // Known to owner and admins only, and in no message of the lane that all receive.
      guard view.marks[.admin] != nil else { return lines.map(json.added) }
      if let badge = member.badge { json.add("badge", badge) }
      if let email = view.state.email(of: member.id) { json.add("email", email) }
      return lines.map(json.added)
    }
    return members + view.state.admin.joinRequests.flatMap(\.lines)
  }

  /// `hearth history`: the last so many events of the shared lane, oldest first, and what was told to the viewer alone
  /// since the first of them.
  ///
  /// - Parameter moment: the last ones up to then; nil: up to now.
  public func showHistory(limit: UInt32, asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try view(of: group, asOf: moment).view
    var pace = SendingPace()
    let head = view.marks[.shared]?.position.rawValue ?? 0
    var after = head - min(head, UInt64(limit))
    var own = try inbox(of: view, in: group, limit: limit, &pace)[...]
    var isCut = after > 0
    var day: CivilDate?
    while after < head {
      let from = LanePosition(after)
      let count = min(UInt32(clamping: head - after), Self.eventsPerPage)
      let page = try page(of: group, .shared, after: from, limit: count, &pace)
      guard let last = page.events.last, last.position > from else { break }
      after = last.position.rawValue
      // What was told to the viewer before the first event that is shown is not shown either.
      if isCut, let first = page.events.first { own = own.drop { $0.event.atMs < first.event.atMs } }
      isCut = false
      write(Self.merge(page.events, &own), of: view, after: &day)
    }
    write(Array(own), of: view, after: &day)
  }

  private func write(_ events: [ReplicaEvent], of view: GroupView, after day: inout CivilDate?) {
    guard !isJSON else { return terminal.write(events.flatMap(Self.json)) }
    terminal.write(Screens.history(events, view, terminal.theme, Present.clock, after: &day))
  }

  /// The last so many events of the viewer's own lane, oldest first.
  private func inbox(of view: GroupView, in group: GroupID, limit: UInt32, _ pace: inout SendingPace) throws(ConsoleFailure)
    -> [ReplicaEvent]
  {
    let lane = Lane.inbox(view.member)
    let head = view.marks[lane]?.position.rawValue ?? 0
    var after = head - min(head, UInt64(limit))
    var events: [ReplicaEvent] = []
    while after < head {
      let from = LanePosition(after)
      let page = try page(of: group, lane, after: from, limit: min(UInt32(clamping: head - after), Self.eventsPerPage), &pace)
      guard let last = page.events.last, last.position > from else { break }
      after = last.position.rawValue
      events += page.events
    }
    return events
  }

  /// Events in their order, and before each what the viewer was told alone until then, which is taken away.
  static func merge(_ events: [ReplicaEvent], _ own: inout ArraySlice<ReplicaEvent>) -> [ReplicaEvent] {
    events.flatMap { event -> [ReplicaEvent] in
      let earlier = own.prefix { $0.event.atMs < event.event.atMs }
      own = own.dropFirst(earlier.count)
      return earlier + [event]
    }
  }

  private static func json(_ event: ReplicaEvent) -> [String] {
    var message = LaneEvent()
    message.position = event.position.rawValue
    message.event = event.event
    message.hash = .init(event.hash?.bytes ?? [])
    let lines = WireFormat.line(message)
    guard event.lane != .shared else { return lines }
    var json = JSONLine()
    json.add("lane", event.lane.name)
    return lines.map(json.added)
  }
}
