import HearthProtocol

/// What the server tells one member by a program of its operator's (SPEC NP-04).
public struct Notice: Sendable, Equatable {
  /// Who it is for.
  public let member: MemberID
  /// Where it goes, and how it is said.
  public let to: NoticeAddressState
  /// What it is about.
  public let kind: NoticeKind
  /// What happened, by the event's name: "entry_added".
  public let event: String
  /// The group's name.
  public let group: String
  /// One short line.
  public let title: String
  /// One line more; may be empty.
  public let body: String
}

/// A member who may be told of what they receive.
struct NoticeReader {
  let member: MemberState
  let wishes: NoticeWishes
  let lanes: Set<Lane>

  /// Whether it is news to them, whatever they want to be told.
  func hears(_ news: NoticeNews, of lane: Lane) -> Bool { lanes.contains(lane) && news.isFor(member.id) }
}

extension GroupState {
  /// What members are told of events, who have said where, in the order of the events.
  ///
  /// The state is the one after the last of them. A member is told what they receive, want, and have not done
  /// themselves; nobody who is not active, or keeps everything from the others.
  ///
  /// - Parameter events: of one batch, in its order.
  public func notices(of events: [(event: Event, lane: Lane)]) -> [Notice] {
    var readers: [(reader: NoticeReader, addresses: [NoticeAddressState])] = []
    for id in inboxes.filter({ !$0.value.noticeAddresses.isEmpty }).keys.sorted() {
      guard let reader = reader(id) else { continue }
      let addresses = noticeAddresses(of: reader.member).filter { said in
        NoticeAddress.isWellFormed(said.address, said.channel) && NoticeKind.all.contains { reader.wishes.wants($0, in: said.channel) }
      }
      if !addresses.isEmpty { readers.append((reader, addresses)) }
    }
    guard !readers.isEmpty else { return [] }
    var notices: [Notice] = []
    eachNews(of: events) { news, lane in
      for (reader, addresses) in readers where reader.hears(news, of: lane) {
        for said in addresses where reader.wishes.wants(news.kind, in: said.channel) {
          let text = news.text(in: said.language, hidesAmounts: said.hidesAmounts)
          notices.append(
            Notice(
              member: reader.member.id, to: said, kind: news.kind, event: news.event, group: shared.settings?.name ?? "",
              title: text.title, body: text.body))
        }
      }
    }
    return notices
  }

  /// A member who may be told; nil: they are not active, or keep everything from the others.
  func reader(_ id: MemberID) -> NoticeReader? {
    guard let member = shared.member(id), member.status == .active, !isSeparated(member) else { return nil }
    return NoticeReader(member: member, wishes: shared.preferences[id], lanes: Set(lanes(readableBy: id)))
  }

  /// Visits what there is to tell of events, in their order.
  func eachNews(of events: [(event: Event, lane: Lane)], _ visit: (NoticeNews, Lane) -> Void) {
    for (place, (event, lane)) in events.enumerated() {
      if place + 1 < events.count, isOutdone(event, by: events[place + 1].event) { continue }
      if let news = NoticeNews(event, in: self) { visit(news, lane) }
    }
  }

  /// Whether a higher alert of the same act, budget and period follows (SPEC BU-08).
  private func isOutdone(_ event: Event, by next: Event) -> Bool {
    guard event.commandID == next.commandID else { return false }
    switch (event.body, next.body) {
    case (.alertFired(let alert), .alertFired(let higher)):
      return alert.budgetID == higher.budgetID && alert.periodStart == higher.periodStart && alert.spentMinor == higher.spentMinor
    case (.childAlertFired(let alert), .childAlertFired(let higher)):
      return alert.limitID == higher.limitID && alert.periodStart == higher.periodStart
    default: return false
    }
  }
}
