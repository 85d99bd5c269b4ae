import Cryptography
import Dispatch
import Testing

/// SHA-256, SHA-1, HMAC and HKDF against published vectors.
struct HashTests {
  @Test(
    "FIPS 180-4: SHA-256 of NIST's examples",
    arguments: [
      ("", "e3b0c442 98fc1c14 9afbf4c8 996fb924 27ae41e4 649b934c a495991b 7852b855"),
      ("abc", "ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61 d20638b8 e5c02693 0c3e6039 a33ce459 64ff2167 f6ecedd4 19db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c 9914fb92 81a1c7e2 84d73e67 f1809a48 a497200e 046d39cc c7112cd0"
      ),
    ])
  func sha256(message: String, hash: String) {
    let message = Array(message.utf8)
    #expect(SHA256.hash(message).bytes == hex(hash))
    var pieces = SHA256()
    for start in stride(from: 0, to: message.count, by: 61) { pieces.update(Array(message[start..<min(start + 61, message.count)])) }
    pieces.update([])
    #expect(pieces.finalize().bytes == hex(hash))
    for cut in [0, 1, 64, message.count] where cut <= message.count {
      let joined = message.withUnsafeBytes { message in
        SHA256.hash(UnsafeRawBufferPointer(rebasing: message[..<cut]), UnsafeRawBufferPointer(rebasing: message[cut...]))
      }
      #expect(joined.bytes == hex(hash))
    }
  }

  @Test("A copy of a hash goes on by itself, and a hash that has ended begins anew")
  func copies() {
    var first = SHA256()
    first.update(Array("ab".utf8))
    var (second, third) = (first, first)
    first.update(Array("c".utf8))
    second.update(Array("d".utf8))
    #expect(first.finalize().bytes == SHA256.hash(Array("abc".utf8)).bytes)
    #expect(second.finalize().bytes == SHA256.hash(Array("abd".utf8)).bytes)
    #expect(third.finalize().bytes == SHA256.hash(Array("ab".utf8)).bytes)
    third.update([1])
    #expect(third.finalize().bytes == SHA256.hash([1]).bytes)
    #expect(third.finalize().bytes == SHA256.hash([]).bytes)
    let ended = third
    third.update([2])
    var other = ended
    #expect(other.finalize().bytes == SHA256.hash([]).bytes && third.finalize().bytes == SHA256.hash([2]).bytes)
  }

  @Test("Many hashes at a time, on many threads, one of which ends what another began")
  func threads() {
    let expected = (0..<64).map { SHA256.hash(bytes(UInt8($0), 300)).bytes }
    let begun = (0..<64).map { number in
      var hash = SHA256()
      hash.update(bytes(UInt8(number), 100))
      return hash
    }
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      var hash = begun[number]
      hash.update(bytes(UInt8(number), 200))
      #expect(hash.finalize().bytes == expected[number])
    }
  }

  @Test("FIPS 180-4: SHA-1 of NIST's example")
  func sha1() {
    #expect(SHA1.hash(Array("abc".utf8)) == hex("a9993e36 4706816a ba3e2571 7850c26c 9cd0d89d"))
    #expect(SHA1.hash([]) == hex("da39a3ee 5e6b4b0d 3255bfef 95601890 afd80709"))
  }

  @Test(
    "RFC 4231 §4: HMAC-SHA-256",
    arguments: [
      (bytes(0x0b, 20), Array("Hi There".utf8), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
      (
        Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (bytes(0xaa, 20), bytes(0xdd, 50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
      ([UInt8](1...25), bytes(0xcd, 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
      (
        bytes(0xaa, 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ])
  func hmac(key: [UInt8], message: [UInt8], code: String) {
    #expect(HMAC.sha256(message, key: SymmetricKey(key)) == hex(code))
    #expect(HMAC.sha256(message + [0], key: SymmetricKey(key)) != hex(code))
  }

  @Test("RFC 2104 §2: no key is a key of zeros, and no message has a code as well")
  func emptyKey() {
    #expect(
      HMAC.sha256([], key: SymmetricKey([])) == hex("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"))
    #expect(HMAC.sha256([1], key: SymmetricKey([])) == HMAC.sha256([1], key: SymmetricKey(bytes(0, 64))))
  }

  @Test(
    "RFC 5869 appendix A: HKDF-SHA-256",
    arguments: [
      (
        bytes(0x0b, 22), [UInt8](0...12), [UInt8](0xf0...0xf9),
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
      ),
      (
        [UInt8](0...0x4f), [UInt8](0x60...0xaf), [UInt8](0xb0...0xff),
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
          + "cc30c58179ec3e87c14c01d5c1f3434f1d87"
      ),
      (bytes(0x0b, 22), [], [], "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
    ])
  func hkdf(key: [UInt8], salt: [UInt8], info: [UInt8], derived: String) {
    let expected = hex(derived)
    let key = HKDF.sha256(SymmetricKey(key), salt: salt, info: info, byteCount: expected.count)
    #expect(key.withUnsafeBytes { [UInt8]($0) } == expected)
  }

  @Test("RFC 5869 §2.3 Limit: 1 to 8,160 bytes are derived, each the beginning of the longest")
  func derivedBytes() {
    let key = SymmetricKey(bytes(1, 32))
    let longest = HKDF.sha256(key, info: [2], byteCount: HKDF.derivedBytesMax).withUnsafeBytes { [UInt8]($0) }
    #expect(longest.count == 8_160)
    for count in [1, 31, 32, 33, 8_159] {
      #expect(HKDF.sha256(key, info: [2], byteCount: count).withUnsafeBytes { [UInt8]($0) } == Array(longest.prefix(count)))
    }
  }

  @Test("RFC 5869 §2.3 Limit: 8,161 bytes, and none, are a bug") func derivedBytesPastTheLimit() async {
    await #expect(processExitsWith: .failure) { _ = HKDF.sha256(SymmetricKey([1]), info: [], byteCount: 8_161) }
    await #expect(processExitsWith: .failure) { _ = HKDF.sha256(SymmetricKey([1]), info: [], byteCount: 0) }
  }
}
