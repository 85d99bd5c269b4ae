import Cryptography
import EventStore
import HearthProtocol

/// A device token: a public id of 128 bits and 256 secret bits, written as `ID.SECRET` in hexadecimal.
///
/// The store keeps the id and SHA-256 of the secret; the secret is shown once (SPEC ID-01, ID-03).
public struct DeviceToken: Sendable {
  /// Finds the record.
  public let id: TokenID
  private let secret: [UInt8]

  /// Makes a token of the system's random generator.
  public static func make() -> DeviceToken {
    let (high, low) = RandomBytes.words()
    return DeviceToken(id: TokenID(high: high, low: low), secret: RandomBytes.make(32))
  }

  private init(id: TokenID, secret: [UInt8]) {
    self.id = id
    self.secret = secret
  }

  /// Reads a token; nil when the text has another form.
  public init?(_ text: String) {
    let utf8 = Array(text.utf8)
    guard utf8.count == 97, utf8[32] == UInt8(ascii: "."), let id = Hexadecimal.bytes(utf8[..<32]),
      let secret = Hexadecimal.bytes(utf8[33...]),
      let tokenID = TokenID(bytes: id)
    else { return nil }
    self.init(id: tokenID, secret: secret)
  }

  /// The text that the client keeps: 32 digits, a dot, 64 digits.
  public var text: String { Hexadecimal.text(id.bytes) + "." + Hexadecimal.text(secret) }

  /// What the store keeps: 32 bytes.
  public var secretHash: [UInt8] { SHA256.hash(secret).bytes }

  /// The hash of no secret that anybody knows.
  static let nobodysHash = [UInt8](repeating: 0, count: 32)

  /// Compares in constant time.
  func matches(secretHash other: [UInt8]) -> Bool { ConstantTime.equal(secretHash, other) }
}

/// Bytes as lower-case hexadecimal digits.
enum Hexadecimal {
  static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var high: UInt8?
    for byte in text {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = high {
        result.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? result : nil
  }
}
