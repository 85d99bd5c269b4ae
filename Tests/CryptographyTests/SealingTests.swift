import Testing

@testable import Cryptography

/// AES-256-GCM against published vectors, and what must not open.
struct SealingTests {
  /// A test case of McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)", appendix B, which NIST's set has as
  /// well.
  struct Vector: Sendable {
    var key: String
    var nonce: String
    var content: String
    var beside: String
    var ciphertext: String
    var tag: String
  }

  private static let feff = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
  private static let content =
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
  private static let ciphertext =
    "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad"

  static let vectors = [
    Vector(
      key: String(repeating: "0", count: 64), nonce: String(repeating: "0", count: 24), content: "", beside: "", ciphertext: "",
      tag: "530f8afbc74536b9a963b4f1c4cb738b"),
    Vector(
      key: String(repeating: "0", count: 64), nonce: String(repeating: "0", count: 24), content: String(repeating: "0", count: 32),
      beside: "", ciphertext: "cea7403d4d606b6e074ec5d3baf39d18", tag: "d0d1c8a799996bf0265b98b5d48ab919"),
    Vector(
      key: feff, nonce: "cafebabefacedbaddecaf888", content: content, beside: "", ciphertext: ciphertext,
      tag: "b094dac5d93471bdec1a502270e3cc6c"),
    Vector(
      key: feff, nonce: "cafebabefacedbaddecaf888", content: String(content.dropLast(8)),
      beside: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      ciphertext: String(ciphertext.dropLast(8)), tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
  ]

  @Test("GCM, test cases 13 to 16: sealed and opened as published", arguments: vectors)
  func published(_ vector: Vector) throws {
    let key = SymmetricKey(hex(vector.key))
    let sealed = hex(vector.nonce + vector.ciphertext + vector.tag)
    let made = try AESGCM.seal(hex(vector.content), key: key, nonce: hex(vector.nonce), beside: hex(vector.beside))
    #expect(made == sealed)
    #expect(AESGCM.open(sealed, key: key, beside: hex(vector.beside)) == hex(vector.content))
  }

  @Test("Whatever is another, in what is sealed, beside it or in the key: it does not open", arguments: vectors)
  func altered(_ vector: Vector) {
    let (key, beside) = (SymmetricKey(hex(vector.key)), hex(vector.beside))
    let sealed = hex(vector.nonce + vector.ciphertext + vector.tag)
    for mutant in mutants(sealed) { #expect(AESGCM.open(mutant, key: key, beside: beside) == nil) }
    for mutant in mutants(beside) { #expect(AESGCM.open(sealed, key: key, beside: mutant) == nil) }
    for mutant in mutants(hex(vector.key)) { #expect(AESGCM.open(sealed, key: SymmetricKey(mutant), beside: beside) == nil) }
    for count in sealed.indices { #expect(AESGCM.open(sealed.prefix(count), key: key, beside: beside) == nil) }
    #expect(AESGCM.open(sealed + [0], key: key, beside: beside) == nil)
    #expect(AESGCM.open(sealed, key: key, beside: beside + [0]) == nil)
  }

  @Test("Content of any size comes back, under another nonce each time", arguments: [0, 1, 15, 16, 17, 300, 1 << 20])
  func sizes(count: Int) throws {
    let key = SymmetricKey.random()
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let sealed = try AESGCM.seal(content, key: key, beside: [7])
    #expect(sealed.count == count + 28)
    #expect(AESGCM.open(sealed, key: key, beside: [7]) == content)
    let again = try AESGCM.seal(content, key: key, beside: [7])
    #expect(again.prefix(12) != sealed.prefix(12))
  }

  @Test("A key of another length seals and opens nothing", arguments: [0, 1, 16, 24, 31, 33, 64])
  func keyLengths(count: Int) throws {
    let key = SymmetricKey(bytes(1, count))
    #expect(throws: CryptographyFailure.keyLengthWrong(bytes: count)) { try AESGCM.seal([1], key: key, beside: []) }
    #expect(AESGCM.open(bytes(1, 40), key: key, beside: []) == nil)
  }
}

/// Random bytes, keys and comparing.
struct SecretTests {
  @Test("Random bytes are as many as asked for, and others each time", arguments: [0, 1, 32, 4_096])
  func random(count: Int) {
    #expect(RandomBytes.make(count).count == count)
    #expect(count < 32 || RandomBytes.make(count) != RandomBytes.make(count))
    let (first, second) = (RandomBytes.words(), RandomBytes.words())
    #expect(first != second && first.0 != first.1)
  }

  @Test("A key gives back its bytes", arguments: [0, 1, 32, 131])
  func keys(count: Int) {
    let content = bytes(0xA5, count)
    #expect(SymmetricKey(content).byteCount == count && SymmetricKey(content).withUnsafeBytes { [UInt8]($0) } == content)
    #expect(SymmetricKey.random().byteCount == 32)
  }

  @Test("Bytes are equal when all of them are")
  func equal() {
    let secret = [UInt8](0..<32)
    #expect(ConstantTime.equal(secret, secret) && ConstantTime.equal([], []))
    for mutant in mutants(secret) { #expect(!ConstantTime.equal(secret, mutant)) }
    #expect(!ConstantTime.equal(secret, secret.dropLast()) && !ConstantTime.equal(secret, []))
  }
}
