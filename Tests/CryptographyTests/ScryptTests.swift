import Testing

@testable import Cryptography

/// scrypt against the vectors of RFC 7914, and its bounds.
struct ScryptTests {
  struct Vector: Sendable {
    var passphrase: String
    var salt: String
    var cost: UInt64
    var blockSize: UInt64
    var parallelism: UInt64
    var key: String
  }

  // RFC 7914 §12. The fourth takes 1 GiB, which is more than may be taken here.
  static let vectors = [
    Vector(
      passphrase: "", salt: "", cost: 16, blockSize: 1, parallelism: 1,
      key: """
        77 d6 57 62 38 65 7b 20 3b 19 ca 42 c1 8a 04 97 f1 6b 48 44 e3 07 4a e8 df df fa 3f ed e2 14 42
        fc d0 06 9d ed 09 48 f8 32 6a 75 3a 0f c8 1f 17 e8 d3 e0 fb 2e 0d 36 28 cf 35 e2 0c 38 d1 89 06
        """),
    Vector(
      passphrase: "password", salt: "NaCl", cost: 1024, blockSize: 8, parallelism: 16,
      key: """
        fd ba be 1c 9d 34 72 00 78 56 e7 19 0d 01 e9 fe 7c 6a d7 cb c8 23 78 30 e7 73 76 63 4b 37 31 62
        2e af 30 d9 2e 22 a3 88 6f f1 09 27 9d 98 30 da c7 27 af b9 4a 83 ee 6d 83 60 cb df a2 cc 06 40
        """),
    Vector(
      passphrase: "pleaseletmein", salt: "SodiumChloride", cost: 16384, blockSize: 8, parallelism: 1,
      key: """
        70 23 bd cb 3a fd 73 48 46 1c 06 cd 81 fd 38 eb fd a8 fb ba 90 4f 8e 3e a9 b5 43 f6 54 5d a1 f2
        d5 43 29 55 61 3f 0f cf 62 d4 97 05 24 2a 9a f9 e6 1e 85 dc 0d 65 1e 40 df cf 01 7b 45 57 58 87
        """),
  ]

  @Test("RFC 7914 §12: keys as published", arguments: vectors)
  func published(_ vector: Vector) throws {
    let scrypt = try #require(Scrypt(cost: vector.cost, blockSize: vector.blockSize, parallelism: vector.parallelism))
    let key = try scrypt.key(Array(vector.passphrase.utf8), salt: Array(vector.salt.utf8), byteCount: 64)
    #expect(key.withUnsafeBytes { Array($0) } == hex(vector.key))
  }

  @Test("Parameters that ask for more memory or work than may be are none")
  func bounds() {
    #expect(Scrypt(cost: 1 << 17, blockSize: 8, parallelism: 1) == .standard)
    // 128 · 8 · N is exactly what may be with N = 2^18, and B is beside it.
    #expect(Scrypt(cost: 1 << 18, blockSize: 8, parallelism: 1) == nil)
    #expect(Scrypt(cost: 1 << 18, blockSize: 7, parallelism: 16) != nil)
    #expect(Scrypt(cost: 1 << 17, blockSize: 15, parallelism: 16) != nil && Scrypt(cost: 1 << 17, blockSize: 15, parallelism: 17) == nil)
    for cost in [0, 1, 3, (1 << 17) + 1, 1 << 21, UInt64.max] as [UInt64] {
      #expect(Scrypt(cost: cost, blockSize: 1, parallelism: 1) == nil)
    }
    for size in [0, 33, UInt64.max] as [UInt64] { #expect(Scrypt(cost: 16, blockSize: size, parallelism: 1) == nil) }
    #expect(Scrypt(cost: 16, blockSize: 32, parallelism: 0) == nil && Scrypt(cost: 16, blockSize: 1, parallelism: .max) == nil)
  }
}
