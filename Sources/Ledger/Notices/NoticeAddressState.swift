import HearthProtocol

/// Where the server's notices reach a member in one channel: what their inbox says of it (SPEC NP-03).
public struct NoticeAddressState: Sendable, Equatable {
  /// Who held the member when it was said: the notices of a later holder do not go there.
  public let holder: HolderID
  /// `push` or `mail`.
  public let channel: NoticeChannel
  /// As `NoticeAddress.isWellFormed` has it. A later version may have it otherwise, so it is read when it is used.
  public let address: String
  /// What notices are written in.
  public let language: NoticeLanguage
  /// Whether notices leave amounts out.
  public let hidesAmounts: Bool

  init(
    _ holder: some Collection<UInt8>, _ channel: NoticeChannel, _ address: String, _ language: String, hidesAmounts: Bool
  ) throws(HistoryFlaw) {
    guard let holder = HolderID(bytes: Array(holder)) else { throw .malformed("holder") }
    guard channel.isOutside else { throw .malformed("channel") }
    guard !address.isEmpty, address.utf8.count <= Limits.emailBytes else { throw .malformed("address") }
    guard let language = NoticeLanguage(rawValue: language) else { throw .malformed("language") }
    (self.holder, self.channel, self.address) = (holder, channel, address)
    (self.language, self.hidesAmounts) = (language, hidesAmounts)
  }

  init(_ snapshot: MemberNoticeAddress) throws(HistoryFlaw) {
    try self.init(snapshot.holder, snapshot.channel, snapshot.address, snapshot.language, hidesAmounts: snapshot.hidesAmounts)
  }

  /// As snapshots carry it.
  var message: MemberNoticeAddress {
    var message = MemberNoticeAddress()
    (message.holder, message.channel, message.address) = (.init(holder.bytes), channel, address)
    (message.language, message.hidesAmounts) = (language.rawValue, hidesAmounts)
    return message
  }
}

/// What the server's notices are written in.
public enum NoticeLanguage: String, Sendable, CaseIterable {
  /// English.
  case english = "en"
  /// Hindi.
  case hindi = "hi"
}

/// What counts as an address of a channel that leaves the server.
public enum NoticeAddress {
  /// Limit: characters of what is pushed to.
  public static let pushCharactersMax = 128

  /// Whether a text is an address of the channel: for mail an email address that begins with no hyphen, for push a
  /// letter or digit of ASCII with letters, digits and `_.~:/@+=%-` behind it, so that no program takes it for an
  /// option.
  public static func isWellFormed(_ text: String, _ channel: NoticeChannel) -> Bool {
    switch channel {
    case .mail: return EmailAddress.isWellFormed(text) && !text.hasPrefix("-")
    case .push:
      guard (1...pushCharactersMax).contains(text.utf8.count), let first = text.utf8.first, isLetterOrDigit(first) else { return false }
      return text.utf8.allSatisfy { isLetterOrDigit($0) || marks.contains($0) }
    case .feed, .bell, .digest, .unspecified, .UNRECOGNIZED: return false
    }
  }

  private static let marks = Set("_.~:/@+=%-".utf8)

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}

extension NoticeChannel {
  /// Whether the server hands its notices to its operator's program.
  public var isOutside: Bool {
    switch self {
    case .push, .mail: true
    case .feed, .bell, .digest, .unspecified, .UNRECOGNIZED: false
    }
  }
}

extension InboxState {
  /// Folds in where notices reach its reader.
  mutating func set(_ event: NoticeAddressSet, of reader: MemberID) throws(HistoryFlaw) {
    guard event.memberID == reader.description else { throw .misplaced }
    guard HolderID(bytes: Array(event.holder)) != nil else { throw .malformed("holder") }
    guard event.channel.isOutside else { throw .malformed("channel") }
    let said =
      event.address.isEmpty
      ? nil
      : try NoticeAddressState(event.holder, event.channel, event.address, event.language, hidesAmounts: event.hidesAmounts)
    keep(said, event.channel)
  }

  /// Takes over what a snapshot says.
  mutating func set(_ messages: [MemberNoticeAddress]) throws(HistoryFlaw) {
    for message in messages {
      let said = try NoticeAddressState(message)
      guard !noticeAddresses.contains(where: { $0.channel == said.channel }) else { throw .contradiction(.idsUnique) }
      keep(said, said.channel)
    }
  }

  private mutating func keep(_ said: NoticeAddressState?, _ channel: NoticeChannel) {
    noticeAddresses.removeAll { $0.channel == channel }
    if let said { noticeAddresses.append(said) }
    noticeAddresses.sort { $0.channel.rawValue < $1.channel.rawValue }
  }
}

extension GroupState {
  /// Where notices reach the member, as they are held now. Known to themselves and to the server alone.
  public func noticeAddresses(of member: MemberState) -> [NoticeAddressState] {
    guard let holder = member.holder, let said = inboxes[member.id]?.noticeAddresses else { return [] }
    return said.filter { $0.holder == holder }
  }
}
