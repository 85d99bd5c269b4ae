import HearthProtocol
import SwiftProtobuf

/// Where a reader of a stream of events stands: what the stream calls `id` and the client sends back as `Last-Event-ID`
/// (SPEC HT-12).
///
/// The text is the server's own: the epoch, the group, then each lane as a letter, with the id that it is about, and
/// the position of its last event. An id is two numbers of base 36 in it, so that a member's lanes have space in a line
/// of a head.
struct FeedPlace: Hashable, Sendable {
  /// Limit: bytes of the text. Lanes that have no space in it begin with a snapshot when the client comes back.
  static let bytesMax = 3_840

  var group: GroupID
  var epoch: UInt64
  /// The last event that the reader has of each lane; of one that is missing it has nothing.
  var positions: [Lane: LanePosition] = [:]

  init(group: GroupID, epoch: UInt64) {
    self.group = group
    self.epoch = epoch
  }

  /// Reads the text; nil for anything that `text` does not write.
  init?(_ text: String) {
    guard text.utf8.count <= Self.bytesMax else { return nil }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count > 1, let epoch = UInt64(parts[0]), let group = GroupID(feedText: parts[1]) else { return nil }
    self.init(group: group, epoch: epoch)
    for part in parts.dropFirst(2) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let lane = Lane(feedText: sides[0]), let position = UInt64(sides[1]) else { return nil }
      positions[lane] = LanePosition(position)
    }
    // A place has one text.
    guard self.text == text else { return nil }
  }

  /// What is sent.
  var text: String {
    var text = "\(epoch);\(group.feedText)"
    for (lane, position) in positions.sorted(by: { $0.key < $1.key }) {
      let part = ";\(lane.feedText)=\(position)"
      guard text.utf8.count + part.utf8.count <= Self.bytesMax else { break }
      text += part
    }
    return text
  }

  /// The cursors of the lanes, as a subscription says them.
  var cursors: [Cursor] {
    positions.sorted { $0.key < $1.key }.map { lane, position in
      .with {
        $0.lane = lane.name
        $0.position = position.rawValue
      }
    }
  }
}

extension Identifier {
  fileprivate var feedText: String { "\(String(high, radix: 36)).\(String(low, radix: 36))" }

  fileprivate init?(feedText: some StringProtocol) {
    let halves = feedText.split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count == 2, let high = UInt64(halves[0], radix: 36), let low = UInt64(halves[1], radix: 36) else { return nil }
    self.init(high: high, low: low)
  }
}

extension Lane {
  fileprivate var feedText: String {
    switch self {
    case .shared: "s"
    case .admin: "d"
    case .income: "i"
    case .inbox(let member): "n\(member.feedText)"
    case .minor(let member): "m\(member.feedText)"
    case .account(let account): "a\(account.feedText)"
    }
  }

  fileprivate init?(feedText: some StringProtocol) {
    let subject = feedText.dropFirst()
    let lane: Lane? =
      switch (feedText.first, subject.isEmpty) {
      case ("s", true): .shared
      case ("d", true): .admin
      case ("i", true): .income
      case ("n", false): MemberID(feedText: subject).map(Lane.inbox)
      case ("m", false): MemberID(feedText: subject).map(Lane.minor)
      case ("a", false): AccountID(feedText: subject).map(Lane.account)
      default: nil
      }
    guard let lane else { return nil }
    self = lane
  }
}
