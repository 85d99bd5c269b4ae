import HashTreeCollections
import HearthProtocol

/// Which notices one member wants, cell by cell; what they have said nothing of is as usual (SPEC NP-01).
public struct NoticeWishes: Sendable, Equatable {
  /// One bit a cell: what was said something of.
  private var decided: UInt32 = 0
  /// One bit a cell: what is wanted of that.
  private var wanted: UInt32 = 0

  /// Makes the wishes of somebody who has said nothing.
  public init() {}

  /// Whether notices of this kind are wanted there; never where there are none.
  public func wants(_ kind: NoticeKind, in channel: NoticeChannel) -> Bool {
    guard let bit = Self.bit(kind, channel) else { return false }
    return decided & bit == 0 ? Self.isUsual(kind, channel) : wanted & bit != 0
  }

  /// Whether the member has said something of the cell.
  public func isDecided(_ kind: NoticeKind, in channel: NoticeChannel) -> Bool {
    Self.bit(kind, channel).map { decided & $0 != 0 } ?? false
  }

  /// Every kind with the channels it has, in the order of their numbers.
  public static let cells: [(kind: NoticeKind, channel: NoticeChannel)] = NoticeKind.all.flatMap { kind in
    NoticeChannel.all.filter { has(kind, $0) }.map { (kind, $0) }
  }

  /// Whether there are notices of the kind in the channel: a digest is no part of a digest and rings for nobody.
  public static func has(_ kind: NoticeKind, _ channel: NoticeChannel) -> Bool { bit(kind, channel) != nil }

  mutating func set(_ isWanted: Bool, _ kind: NoticeKind, in channel: NoticeChannel) {
    guard let bit = Self.bit(kind, channel) else { return }
    decided |= bit
    wanted = isWanted ? wanted | bit : wanted & ~bit
  }

  /// The cells that were decided.
  var messages: [NoticePreference] {
    Self.cells.filter { isDecided($0.kind, in: $0.channel) }
      .map { NoticePreference($0.kind, $0.channel, isWanted: wants($0.kind, in: $0.channel)) }
  }

  /// What holds until somebody says otherwise: the feed and the digest tell all, the bell rings for alerts and
  /// reminders, and nobody is given a digest, a push message or mail unasked.
  private static func isUsual(_ kind: NoticeKind, _ channel: NoticeChannel) -> Bool {
    switch channel {
    case .feed: kind != .digest
    case .bell: kind == .alerts || kind == .reminders
    case .digest: true
    case .push, .mail: false
    case .unspecified, .UNRECOGNIZED: false
    }
  }

  private static func bit(_ kind: NoticeKind, _ channel: NoticeChannel) -> UInt32? {
    guard let row = NoticeKind.all.firstIndex(of: kind), let column = NoticeChannel.all.firstIndex(of: channel) else { return nil }
    guard kind != .digest || channel == .feed else { return nil }
    return 1 << UInt32(row * NoticeChannel.all.count + column)
  }
}

/// Which notices the members want. It takes a few bytes for each who has said something.
public struct Preferences: Sendable {
  private var wishes: TreeDictionary<MemberID, NoticeWishes> = [:]

  init() {}

  /// What the member wants.
  public subscript(member: MemberID) -> NoticeWishes { wishes[member] ?? NoticeWishes() }

  /// The members who want notices of some kind in the channel, of those who have said something, in no order.
  func wanting(_ channel: NoticeChannel) -> [MemberID] {
    wishes.filter { wish in NoticeKind.all.contains { wish.value.wants($0, in: channel) } }.map(\.key)
  }

  mutating func set(_ wish: NoticeWishes, of member: MemberID) { wishes[member] = wish }

  /// A person who goes on as another member keeps what they wish.
  mutating func move(from former: MemberID, to member: MemberID) {
    if let wish = wishes.removeValue(forKey: former) { wishes[member] = wish }
  }
}

extension NoticeKind {
  /// Every kind, in the order of its number.
  public static let all: [NoticeKind] = [.entries, .budgets, .alerts, .members, .reminders, .digest]

  /// The kind's name in commands: "entries".
  public var key: String {
    switch self {
    case .entries: "entries"
    case .budgets: "budgets"
    case .alerts: "alerts"
    case .members: "members"
    case .reminders: "reminders"
    case .digest: "digest"
    case .unspecified, .UNRECOGNIZED: "unknown"
    }
  }
}

extension NoticeChannel {
  /// Every channel, in the order of its number.
  public static let all: [NoticeChannel] = [.feed, .bell, .digest, .push, .mail]

  /// The channel's name in commands: "feed".
  public var key: String {
    switch self {
    case .feed: "feed"
    case .bell: "bell"
    case .digest: "digest"
    case .push: "push"
    case .mail: "mail"
    case .unspecified, .UNRECOGNIZED: "unknown"
    }
  }
}

extension NoticePreference {
  /// Makes a cell with what is wanted there.
  public init(_ kind: NoticeKind, _ channel: NoticeChannel, isWanted: Bool) {
    self.init()
    self.kind = kind
    self.channel = channel
    wanted = isWanted
  }
}

extension SharedState {
  mutating func set(_ event: PreferencesSet, by author: String) throws(HistoryFlaw) {
    guard let member = MemberID(author) else { throw .malformed("member_id") }
    try set(event.preferences, of: member)
  }

  /// Takes over what a snapshot says of a member's wishes.
  mutating func set(_ message: MemberPreferences) throws(HistoryFlaw) {
    guard message.member < members.count else { throw .contradiction(.namesKnown) }
    try set(message.preferences, of: members[Int(message.member)].id)
  }

  /// As snapshots carry them.
  var preferenceMessages: [MemberPreferences] {
    members.enumerated().compactMap { place, member in
      let cells = preferences[member.id].messages
      guard !cells.isEmpty else { return nil }
      var message = MemberPreferences()
      message.member = UInt32(clamping: place)
      message.preferences = cells
      return message
    }
  }

  private mutating func set(_ cells: [NoticePreference], of member: MemberID) throws(HistoryFlaw) {
    guard members[member] != nil else { throw .contradiction(.namesKnown) }
    var wishes = preferences[member]
    for cell in cells {
      guard NoticeWishes.has(cell.kind, cell.channel) else { throw .malformed("preferences") }
      wishes.set(cell.wanted, cell.kind, in: cell.channel)
    }
    preferences.set(wishes, of: member)
  }
}
