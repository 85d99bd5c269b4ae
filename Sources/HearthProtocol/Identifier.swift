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
    let halves: (UInt64, UInt64)?? = text.utf8.withContiguousStorageIfAvailable { utf8 -> (UInt64, UInt64)? in
      guard utf8.count == 36, utf8[8] == Self.dash, utf8[13] == Self.dash, utf8[18] == Self.dash, utf8[23] == Self.dash else { return nil }
      let raw = UnsafeRawBufferPointer(utf8)
      func half(_ offset: Int) -> UInt64 { UInt64(UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))) }
      let first = HexDigits.read(half(0) << 32 | half(4))
      let second = HexDigits.read(half(9) << 32 | half(14))
      let third = HexDigits.read(half(19) << 32 | half(24))
      let fourth = HexDigits.read(half(28) << 32 | half(32))
      guard first.flaws | second.flaws | third.flaws | fourth.flaws == 0 else { return nil }
      return (first.value << 32 | second.value, third.value << 32 | fourth.value)
    }
    // Only texts that another language made could be in pieces.
    guard let halves = halves ?? nil else { return nil }
    self.init(high: halves.0, low: halves.1)
  }

  private static var dash: UInt8 { UInt8(ascii: "-") }

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
      let raw = UnsafeMutableRawBufferPointer(utf8)
      func store(_ digits: UInt64, _ upper: Int, _ lower: Int) {
        raw.storeBytes(of: UInt32(truncatingIfNeeded: digits >> 32).bigEndian, toByteOffset: upper, as: UInt32.self)
        raw.storeBytes(of: UInt32(truncatingIfNeeded: digits).bigEndian, toByteOffset: lower, as: UInt32.self)
      }
      store(HexDigits.text(of: UInt32(truncatingIfNeeded: high >> 32)), 0, 4)
      store(HexDigits.text(of: UInt32(truncatingIfNeeded: high)), 9, 14)
      store(HexDigits.text(of: UInt32(truncatingIfNeeded: low >> 32)), 19, 24)
      store(HexDigits.text(of: UInt32(truncatingIfNeeded: low)), 28, 32)
      (utf8[8], utf8[13], utf8[18], utf8[23]) = (Self.dash, Self.dash, Self.dash, Self.dash)
      return 36
    }
  }

  /// The canonical text of an id that was read from a text: that text itself, unless it has capitals.
  public func text(readFrom text: String) -> String {
    // Of the characters that an id may have, only capitals have bit 6 without bit 5. Looked for without stopping,
    // sixteen at a time.
    let capitals = text.utf8.withContiguousStorageIfAvailable { utf8 in utf8.reduce(0) { $0 | $1 >> 1 & ~$1 & 0x20 } }
    return capitals == 0 ? text : description
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
  /// Of an account.
  public enum Account {}
  /// Of what somebody says beside an entry.
  public enum Comment {}
  /// Of an invite.
  public enum Invite {}
  /// Of a webhook.
  public enum Webhook {}
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
/// Names an account.
public typealias AccountID = Identifier<IdentifierKind.Account>
/// Names what somebody says beside an entry.
public typealias CommentID = Identifier<IdentifierKind.Comment>
/// Names an invite.
public typealias InviteID = Identifier<IdentifierKind.Invite>
/// Names a webhook.
public typealias WebhookID = Identifier<IdentifierKind.Webhook>
/// Names a command.
public typealias CommandID = Identifier<IdentifierKind.Command>
/// Ties a member to an identity within one group only (SPEC ID-04).
public typealias HolderID = Identifier<IdentifierKind.Holder>
