/// A UUID of a certain kind: 128 bits, compared and hashed as two words.
///
/// The kind keeps a member's id from being used as an entry's. On the wire an id is the canonical text of RFC 9562:
/// 36 lower-case characters.
public struct Identifier<Kind>: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Bits 127 to 64: in a version 7 UUID the milliseconds since 1970, the version and 12 random bits.
  public let high: UInt64
  /// Bits 63 to 0.
  public let low: UInt64

  /// Makes an id of its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Parses the canonical text; nil for anything else (upper-case hexadecimal digits are accepted).
  public init?(_ text: String) {
    var text = text
    let halves: (UInt64, UInt64)? = text.withUTF8 { utf8 in
      guard utf8.count == 36 else { return nil }
      var high: UInt64 = 0
      var low: UInt64 = 0
      var digits = 0
      for index in 0..<36 {
        let byte = utf8[index]
        if index == 8 || index == 13 || index == 18 || index == 23 {
          guard byte == UInt8(ascii: "-") else { return nil }
          continue
        }
        // Without branches: a digit, a letter of either case, or neither.
        let decimal = byte &- UInt8(ascii: "0")
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        guard decimal < 10 || letter < 6 else { return nil }
        let digit = decimal < 10 ? decimal : letter + 10
        if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
        digits += 1
      }
      return (high, low)
    }
    guard let halves else { return nil }
    self.init(high: halves.0, low: halves.1)
  }

  /// Makes a version 7 UUID (RFC 9562 §5.7) of an instant and 74 random bits.
  ///
  /// - Parameters:
  ///   - milliseconds: milliseconds since 1970-01-01T00:00:00Z; the lower 48 bits are used.
  ///   - random: two random words; of the first 12 bits are used, of the second 62.
  public init(milliseconds: Int64, random: (UInt64, UInt64)) {
    let time = UInt64(truncatingIfNeeded: milliseconds) & 0xFFFF_FFFF_FFFF
    self.init(
      high: time << 16 | 0x7000 | (random.0 & 0x0FFF),
      low: 0x8000_0000_0000_0000 | (random.1 & 0x3FFF_FFFF_FFFF_FFFF))
  }

  /// The canonical text: 36 characters, lower case.
  public var description: String {
    String(unsafeUninitializedCapacity: 36) { utf8 in
      var position = 0
      for digit in 0..<32 {
        if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
          utf8[position] = UInt8(ascii: "-")
          position += 1
        }
        let word = digit < 16 ? high : low
        let nibble = UInt8(truncatingIfNeeded: word >> UInt64((15 - (digit & 15)) * 4)) & 15
        utf8[position] = nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
        position += 1
      }
      return 36
    }
  }

  /// The sixteen bytes, most significant first.
  public var bytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(16)
    for word in [high, low] {
      for shift in stride(from: 56, through: 0, by: -8) { result.append(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
    }
    return result
  }

  /// Reads sixteen bytes, most significant first; nil when there are not exactly sixteen.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    // Byte by byte through a generic iterator costs more than everything else a room does with an event's salt.
    if let id = bytes.withContiguousStorageIfAvailable({ Self(sixteen: $0) }) {
      self = id
    } else {
      self = Array(bytes).withUnsafeBufferPointer { Self(sixteen: $0) }
    }
  }

  private init(sixteen bytes: UnsafeBufferPointer<UInt8>) {
    var words: (UInt64, UInt64) = (0, 0)
    for index in 0..<8 {
      words.0 = words.0 << 8 | UInt64(bytes[index])
      words.1 = words.1 << 8 | UInt64(bytes[index + 8])
    }
    self.init(high: words.0, low: words.1)
  }

  /// Orders by value, which for version 7 is the order of making.
  public static func < (left: Identifier, right: Identifier) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// The kinds of ids; never instantiated.
public enum IdentifierKind {
  /// Of a group.
  public enum Group {}
  /// Of a member within a group.
  public enum Member {}
  /// Of somebody who can log in.
  public enum Identity {}
  /// Of a ledger entry.
  public enum Entry {}
  /// Of a budget.
  public enum Budget {}
  /// Of a rule by which entries are booked.
  public enum Recurring {}
  /// Of an envelope for a festival.
  public enum Festival {}
  /// Of an invite.
  public enum Invite {}
  /// Of a command.
  public enum Command {}
  /// Of the tie between an identity and a group (SPEC ID-04).
  public enum Holder {}
}

/// Names a group.
public typealias GroupID = Identifier<IdentifierKind.Group>
/// Names a member within a group.
public typealias MemberID = Identifier<IdentifierKind.Member>
/// Names somebody who can log in. Never shown to anyone else.
public typealias IdentityID = Identifier<IdentifierKind.Identity>
/// Names a ledger entry.
public typealias EntryID = Identifier<IdentifierKind.Entry>
/// Names a budget.
public typealias BudgetID = Identifier<IdentifierKind.Budget>
/// Names a rule by which entries are booked.
public typealias RecurringID = Identifier<IdentifierKind.Recurring>
/// Names an envelope for a festival.
public typealias FestivalID = Identifier<IdentifierKind.Festival>
/// Names an invite.
public typealias InviteID = Identifier<IdentifierKind.Invite>
/// Names a command.
public typealias CommandID = Identifier<IdentifierKind.Command>
/// Ties a member to an identity within one group only (SPEC ID-04).
public typealias HolderID = Identifier<IdentifierKind.Holder>
