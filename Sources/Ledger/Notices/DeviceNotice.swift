import HearthProtocol

/// What the server tells a member on the devices whose browsers they have let be told (SPEC NP-06). Each device says in
/// which language, and whether with amounts.
public struct DeviceNotice: Sendable {
  /// Who it is for.
  public let member: MemberID
  /// Who holds the member: whose devices they are.
  public let holder: HolderID
  /// What it is about.
  public var kind: NoticeKind { news.kind }
  private let news: NoticeNews

  init(to member: MemberID, of holder: HolderID, _ news: NoticeNews) {
    (self.member, self.holder, self.news) = (member, holder, news)
  }

  /// The two lines; the second may be empty.
  ///
  /// - Parameter hidesAmounts: whether they say no amounts and no shares of them.
  public func text(in language: NoticeLanguage, hidesAmounts: Bool) -> (title: String, body: String) {
    news.text(in: language, hidesAmounts: hidesAmounts)
  }
}

extension GroupState {
  /// What members are told of events on devices: those who want the kind in `push`, whether they have an address or
  /// not; otherwise as `notices(of:)` has it.
  ///
  /// - Parameter events: of one batch, in its order.
  public func deviceNotices(of events: [(event: Event, lane: Lane)]) -> [DeviceNotice] {
    let wanting = shared.preferences.wanting(.push)
    let readers = wanting.sorted().compactMap { id in
      reader(id).flatMap { reader in reader.member.holder.map { (reader: reader, holder: $0) } }
    }
    guard !readers.isEmpty else { return [] }
    var notices: [DeviceNotice] = []
    eachNews(of: events) { news, lane in
      for (reader, holder) in readers where reader.hears(news, of: lane) && reader.wishes.wants(news.kind, in: .push) {
        notices.append(DeviceNotice(to: reader.member.id, of: holder, news))
      }
    }
    return notices
  }
}
