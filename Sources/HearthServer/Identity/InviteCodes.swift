import Cryptography
import HearthProtocol
import Room

/// Makes and reads invite codes: 80 bits as 16 Crockford base32 characters in four groups (SPEC IN-01).
///
/// A code is derived from the server's key, the group and the invite's id, so the same command gets the same code again
/// however late, and nothing but a hash of it is ever stored. Without the key neither codes nor hashes can be computed.
public struct InviteCodes: Sendable {
  private let codeKey: SymmetricKey
  private let hashKey: SymmetricKey

  /// - Parameter serverKey: 32 secret bytes, kept beside the data and never changed.
  public init(serverKey: [UInt8]) {
    let key = SymmetricKey(serverKey)
    codeKey = HKDF.sha256(key, info: Array("hearth invite code".utf8))
    hashKey = HKDF.sha256(key, info: Array("hearth invite hash".utf8))
  }

  /// The code of an invite and its hash.
  public func code(group: GroupID, invite: InviteID) -> InviteCode {
    let authentication = HMAC.sha256(group.bytes + invite.bytes, key: codeKey)
    let symbols = Crockford32.symbols(of: Array(authentication.prefix(10)))
    return InviteCode(text: Self.inFours(symbols), hash: hash(ofSymbols: symbols))
  }

  /// The hash of a code as somebody typed it; nil when it cannot be a code.
  public func hash(ofTyped text: String) -> [UInt8]? {
    guard let symbols = Crockford32.canonical(text), symbols.count == 16 else { return nil }
    return hash(ofSymbols: symbols)
  }

  private func hash(ofSymbols symbols: [UInt8]) -> [UInt8] { HMAC.sha256(symbols, key: hashKey) }

  /// Symbols in fours.
  static func inFours(_ symbols: [UInt8]) -> String {
    stride(from: 0, to: symbols.count, by: 4)
      .map { String(decoding: symbols[$0..<min($0 + 4, symbols.count)], as: UTF8.self) }
      .joined(separator: "-")
  }
}

/// Crockford's base32: digits and letters without I, L, O, U.
enum Crockford32 {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// Writes bytes as symbols of 5 bits, most significant first; the count of bits must divide by 5.
  static func symbols(of bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var accumulator: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      accumulator = accumulator << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        result.append(alphabet[Int(accumulator >> bits & 31)])
      }
      accumulator &= (1 << bits) - 1
    }
    return result
  }

  /// Reads what a person typed: case, hyphens and spaces do not matter, O is 0, I and L are 1. Nil when another
  /// character stands in it or it is longer than any code (64 characters).
  static func canonical(_ text: String) -> [UInt8]? {
    guard text.utf8.count <= 64 else { return nil }
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: " "): continue
      case UInt8(ascii: "O"), UInt8(ascii: "o"): result.append(UInt8(ascii: "0"))
      case UInt8(ascii: "I"), UInt8(ascii: "i"), UInt8(ascii: "L"), UInt8(ascii: "l"): result.append(UInt8(ascii: "1"))
      default:
        let upper = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
        guard alphabet.contains(upper) else { return nil }
        result.append(upper)
      }
    }
    return result
  }
}
