import HearthProtocol

/// Numbers the members of a group by their order of joining, so that entries need not carry ids.
///
/// A number once given stays for ever; a later roster begins as the former one, so entries may keep the roster of their
/// time.
final class Roster: Sendable {
  /// The ids by number.
  let ids: [MemberID]

  private init(_ ids: [MemberID]) { self.ids = ids }

  /// Nobody.
  static let empty = Roster([])

  /// The roster with one member more. There are at most as many as numbers have space for: `PackedShare.membersMax`.
  func appending(_ id: MemberID) -> Roster { Roster(ids + [id]) }

  /// The member's number, or nil.
  func number(of id: MemberID) -> Int? { ids.firstIndex(of: id) }

  /// The number of the member with this id as text, or nil.
  func number(of text: String) -> Int? { MemberID(text).flatMap(number) }
}

/// A member's number and an amount in one word.
struct PackedShare: Equatable, Sendable {
  // Limit: amounts up to 10^15 need 50 bits, which leaves 14 for the member.
  static let membersMax = 1 << 14
  private static let minorMask: UInt64 = 1 << 50 - 1

  let word: UInt64

  init(word: UInt64) { self.word = word }

  /// - Parameters:
  ///   - member: a number below `membersMax`.
  ///   - minor: from 0 to `amountMinorMax`.
  init(member: Int, minor: Int64) {
    word = UInt64(truncatingIfNeeded: member) << 50 | UInt64(truncatingIfNeeded: minor) & Self.minorMask
  }

  var member: Int { Int(word >> 50) }
  var minor: Int64 { Int64(word & Self.minorMask) }
}

/// Shares of an entry: who, and how much.
public struct Portions: RandomAccessCollection, Sendable, Equatable {
  private let shares: PackedShares
  private let roster: Roster

  init(_ shares: PackedShares, _ roster: Roster) {
    self.shares = shares
    self.roster = roster
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of shares.
  public var endIndex: Int { shares.count }

  /// The share at this place, counted from 0.
  public subscript(place: Int) -> Portion {
    let share = shares[shares.startIndex + place]
    return Portion(member: roster.ids[share.member], minor: share.minor)
  }

  /// Equal when members and amounts are, in this order.
  public static func == (left: Portions, right: Portions) -> Bool { left.elementsEqual(right) }
}
