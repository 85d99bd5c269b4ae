import Foundation
import Testing

@testable import Cryptography

/// Messages to browsers against the published one, and keys of P-256 that sign and share.
struct WebPushTests {
  // RFC 8291 appendix A.
  private static let content = Array("When I grow up, I want to be a watermelon".utf8)
  private static let sender = base64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
  private static let senderPoint = base64("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")
  private static let receiver = base64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
  private static let receiverPoint = base64("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
  private static let salt = base64("DGv6ra1nlYgDCS1FRnbzlw")
  private static let secret = base64("BTBZMqHH6r4Tts7J_aSIgg")
  private static let published = base64(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
      + "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")

  private static func base64(_ text: String) -> [UInt8] {
    let usual = text.replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: usual + String(repeating: "=", count: (4 - usual.count % 4) % 4)).map { Array($0) } ?? []
  }

  /// What a browser does with a message; nil: it is not for it, or was altered.
  private static func opened(_ message: [UInt8], by key: P256.SecretKey, secret: [UInt8]) throws -> [UInt8]? {
    guard message.count > 86, Array(message[16..<21]) == [0, 0, 16, 0, 65] else { return nil }
    guard let sender = P256.PublicKey(point: Array(message[21..<86])) else { return nil }
    let (derived, nonce) = WebPushMessage.keys(
      try key.sharedSecret(with: sender), secret: secret, salt: Array(message[..<16]), receiver: key.point, sender: Array(message[21..<86]))
    let record = AESGCM.open((nonce + message[86...])[...], key: derived, keyBytes: 16, beside: [])
    guard let record, let end = record.lastIndex(where: { $0 != 0 }), record[end] == 2 else { return nil }
    return Array(record[..<end])
  }

  @Test("RFC 8291 appendix A: a message is sealed to the published bytes, and opened again")
  func published() throws {
    let (sender, receiver) = (try #require(P256.SecretKey(Self.sender)), try #require(P256.SecretKey(Self.receiver)))
    #expect(sender.point == Self.senderPoint && receiver.point == Self.receiverPoint)
    let message = try WebPushMessage.encrypt(
      Self.content, for: try #require(P256.PublicKey(point: Self.receiverPoint)), point: Self.receiverPoint, secret: Self.secret,
      paddedTo: 0, by: sender, salt: Self.salt)
    #expect(message == Self.published)
    #expect(try Self.opened(Self.published, by: receiver, secret: Self.secret) == Self.content)
    // Salt and the bytes of a record go into the derivation or are checked; each other byte is authenticated.
    for (place, mutant) in mutants(Self.published).enumerated() {
      #expect(try Self.opened(mutant, by: receiver, secret: Self.secret) == nil, "byte \(place)")
    }
    for mutant in mutants(Self.secret) { #expect(try Self.opened(Self.published, by: receiver, secret: mutant) == nil) }
    #expect(try Self.opened(Self.published, by: .random(), secret: Self.secret) == nil)
  }

  @Test("RFC 8188: padding hides how long content is, and the longest fills a message", arguments: [0, 1, 500, 1_946, 3_992, 3_993])
  func padding(count: Int) throws {
    let receiver = P256.SecretKey.random()
    let key = try #require(P256.PublicKey(point: receiver.point))
    let content = bytes(0, count)
    let message = try WebPushMessage.encrypt(content, for: key, point: receiver.point, secret: Self.secret, paddedTo: 2_048)
    #expect(message.count == max(2_048, count + WebPushMessage.overheadBytes))
    #expect(message.count <= WebPushMessage.bytesMax && WebPushMessage.contentBytesMax == 3_993)
    // Zeros at the end of content are none of the padding.
    #expect(try Self.opened(message, by: receiver, secret: Self.secret) == content)
    let again = try WebPushMessage.encrypt(content, for: key, point: receiver.point, secret: Self.secret, paddedTo: 2_048)
    #expect(again[..<16] != message[..<16] && again[21..<86] != message[21..<86])
  }

  @Test("P-256: what a key signs it alone has signed, and both of two keys reckon the same")
  func keys() throws {
    let (one, other) = (P256.SecretKey.random(), P256.SecretKey.random())
    let (onePublic, otherPublic) = (try #require(P256.PublicKey(point: one.point)), try #require(P256.PublicKey(point: other.point)))
    // Each signature is another one; numbers with zeros in front have 32 bytes, too.
    for round in 0..<300 {
      let message = Array("message \(round)".utf8)
      let signature = try one.signature(for: message)
      #expect(signature.count == P256.signatureBytes && onePublic.isValid(signature, for: message))
      #expect(!otherPublic.isValid(signature, for: message) && !onePublic.isValid(signature, for: message + [0]))
    }
    func shared(_ key: P256.SecretKey, _ peer: P256.PublicKey) throws -> [UInt8] {
      try key.sharedSecret(with: peer).withUnsafeBytes { Array($0) }
    }
    let third = try #require(P256.PublicKey(point: P256.SecretKey.random().point))
    #expect(try shared(one, otherPublic) == shared(other, onePublic))
    #expect(try shared(one, otherPublic) != shared(one, third))
  }

  @Test("SEC 1 §3.2.1: a secret is a number from 1 to below the order, and a point is one of the curve")
  func bounds() {
    var order = hex("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")
    #expect(P256.SecretKey(order) == nil && P256.SecretKey(bytes(0, 32)) == nil && P256.SecretKey(bytes(0xFF, 32)) == nil)
    order[31] -= 1
    #expect(P256.SecretKey(order) != nil && P256.SecretKey(bytes(0, 31) + [1]) != nil)
    for count in [0, 31, 33] { #expect(P256.SecretKey(bytes(1, count)) == nil) }
    let point = P256.SecretKey.random().point
    #expect(P256.PublicKey(point: point) != nil)
    // Compressed, at infinity, beside the curve, too short and too long.
    let compressed = [2] + Array(point[1...32])
    let wrong: [[UInt8]] = [compressed, [0], Array(point.dropLast()), point + [0], [3] + Array(point.dropFirst()), bytes(4, 65)]
    for wrong in wrong { #expect(P256.PublicKey(point: wrong) == nil) }
    for mutant in mutants(point).dropFirst() { #expect(P256.PublicKey(point: mutant) == nil) }
  }
}
