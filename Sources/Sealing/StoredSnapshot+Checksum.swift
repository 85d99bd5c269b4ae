import Cryptography
import EventStore
import HearthProtocol

extension StoredSnapshot {
  /// SHA-256 over the group's 16 bytes, the sequence's 8 (most significant first) and the snapshot's as they are
  /// stored.
  package var checksum: [UInt8] {
    var hasher = SHA256()
    hasher.update(group.bytes)
    withUnsafeBytes(of: sequence.rawValue.bigEndian) { hasher.update($0) }
    hasher.update(bytes)
    return hasher.finalize().bytes
  }
}
