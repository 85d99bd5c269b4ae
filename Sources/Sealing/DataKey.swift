import Cryptography
import EventStore
import Foundation
import HearthProtocol

/// Whose a data key is.
package enum KeyOwner: Sendable, Hashable {
  /// The folder itself, for what is of no group.
  case folder
  case group(GroupID)

  /// As it stands in the database and is bound into what is sealed: a group's 16 bytes, or a zero.
  package var blob: Data {
    switch self {
    case .folder: Data([0])
    case .group(let group): Data(group.bytes)
    }
  }
}

/// Where something sealed lies. It opens there and nowhere else.
package enum SealedPlace {
  /// The hash binds the event to all of its lane before it.
  case event(GroupSequence, Lane, LanePosition, LaneHash)
  case snapshot(GroupSequence)
  case name(IdentityID)
  /// What a device is called.
  case device(DeviceID)
  /// What a group token is called.
  case token(TokenID)
  case segment(FileSegment)
  /// Where a webhook sends to.
  case webhook(WebhookID)
  /// Where a device is told of notices.
  case push(DeviceID)
  /// What the room of the data key's group remembers.
  case memory

  /// An event as it is to lie in the log.
  package init(of event: StoredEvent) { self = .event(event.sequence, event.lane, event.position, event.hash) }

  /// Every place has other bytes: a kind, numbers of eight bytes, and the one part whose length differs at the end.
  fileprivate func append(to bytes: inout [UInt8]) {
    func add(_ number: UInt64) { withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) } }
    switch self {
    case .event(let sequence, let lane, let position, let hash):
      bytes.append(1)
      add(sequence.rawValue)
      add(position.rawValue)
      bytes.append(contentsOf: hash.bytes)
      bytes.append(contentsOf: lane.name.utf8)
    case .snapshot(let sequence):
      bytes.append(2)
      add(sequence.rawValue)
    case .name(let identity):
      bytes.append(3)
      bytes.append(contentsOf: identity.bytes)
    case .device(let device):
      bytes.append(5)
      bytes.append(contentsOf: device.bytes)
    case .token(let token):
      bytes.append(6)
      bytes.append(contentsOf: token.bytes)
    case .webhook(let webhook):
      bytes.append(7)
      bytes.append(contentsOf: webhook.bytes)
    case .push(let device):
      bytes.append(8)
      bytes.append(contentsOf: device.bytes)
    case .memory: bytes.append(9)
    case .segment(let segment):
      bytes.append(4)
      bytes.append(contentsOf: segment.file.bytes)
      add(UInt64(clamping: segment.sizeBytes))
      add(UInt64(clamping: segment.index))
      if segment.lane != .shared { bytes.append(contentsOf: segment.lane.name.utf8) }
    }
  }

  /// Whether the length of the content is hidden. A file's is known by its segments anyway.
  fileprivate var isPadded: Bool {
    if case .segment = self { false } else { true }
  }
}

/// A key that content is sealed with: AES-256-GCM under random nonces of 96 bits, of which one key may see 2^32 (NIST
/// SP 800-38D §8.3): 100 events a day for 117,000 years. Never the sequence as nonce: after a crash another event gets
/// the sequence of one that was never acknowledged.
///
/// What is sealed is laid out so, the additional data being its first nine bytes, the owner and the place:
///
///     version 1 | key id 8 | nonce 12 | ciphertext | tag 16
package struct DataKey: Sendable {
  /// Random, so that no two keys ever have the same.
  package let id: UInt64
  package let owner: KeyOwner
  private let secret: SymmetricKey
  /// The first bytes of all that is sealed.
  private let head: [UInt8]
  /// What of the additional data is the same for every place.
  private let boundHead: [UInt8]

  private static let version: UInt8 = 1
  private static let headBytes = 9
  /// What content grows by, padding not counted.
  package static let overheadBytes = headBytes + AESGCM.nonceBytes + AESGCM.tagBytes
  // What is padded is so to the next multiple, so that short names and amounts have one length.
  private static let paddingBytes = 64

  /// Makes a new key.
  package init(of owner: KeyOwner) {
    // SQLite's integers are signed.
    self.init(id: RandomBytes.words().0 >> 1, owner: owner, secret: .random())
  }

  private init(id: UInt64, owner: KeyOwner, secret: SymmetricKey) {
    (self.id, self.owner, self.secret) = (id, owner, secret)
    head = Self.head(id)
    let blob = owner.blob
    boundHead = head + [UInt8(blob.count)] + blob
  }

  // MARK: Wrapping

  /// Opens a wrapped key; nil when it was altered, moved, or wrapped by another.
  package init?(id: UInt64, owner: KeyOwner, wrapped: [UInt8], by wrapping: SymmetricKey) {
    guard let secret = wrapping.unwrap(wrapped, as: Self.wrappedPlace(id, owner)) else { return nil }
    self.init(id: id, owner: owner, secret: secret)
  }

  /// The key as it is stored.
  package func wrapped(by wrapping: SymmetricKey) throws(StoreFailure) -> Data {
    try wrapping.wrap(secret, as: Self.wrappedPlace(id, owner))
  }

  private static func wrappedPlace(_ id: UInt64, _ owner: KeyOwner) -> [UInt8] {
    Array("hearth data key".utf8) + head(id) + owner.blob
  }

  private static func head(_ id: UInt64) -> [UInt8] { [version] + withUnsafeBytes(of: id.bigEndian) { Array($0) } }

  // MARK: Content

  /// Seals content for a place.
  package func seal(_ content: [UInt8], at place: SealedPlace) throws(StoreFailure) -> Data {
    var padded = content
    if place.isPadded {
      padded.reserveCapacity(content.count + Self.paddingBytes)
      // ISO/IEC 9797-1, padding method 2: a one, then zeros.
      padded.append(0x80)
      padded.append(contentsOf: repeatElement(0, count: (Self.paddingBytes - padded.count % Self.paddingBytes) % Self.paddingBytes))
    }
    let box = try secret.sealed(padded, beside: bound(to: place))
    var sealed = Data(capacity: head.count + box.count)
    sealed.append(contentsOf: head)
    sealed.append(contentsOf: box)
    return sealed
  }

  /// Opens what was sealed with this key for a place; nil when a byte is another, or the place.
  package func open(_ sealed: [UInt8], at place: SealedPlace) -> [UInt8]? {
    guard sealed.starts(with: head),
      var content = AESGCM.open(sealed.dropFirst(head.count), key: secret, beside: bound(to: place))
    else { return nil }
    guard place.isPadded else { return content }
    guard let end = content.lastIndex(where: { $0 != 0 }), content[end] == 0x80 else { return nil }
    content.removeSubrange(end...)
    return content
  }

  /// The id of the key that something was sealed with; nil when it was not sealed at all.
  package static func id(of sealed: [UInt8]) -> UInt64? {
    guard sealed.count >= overheadBytes, sealed[0] == version else { return nil }
    return sealed[1..<headBytes].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func bound(to place: SealedPlace) -> [UInt8] {
    var bytes: [UInt8] = []
    // The longest are an event's.
    bytes.reserveCapacity(160)
    bytes.append(contentsOf: boundHead)
    place.append(to: &bytes)
    return bytes
  }
}

extension SymmetricKey {
  /// Seals a key with this one.
  package func wrap(_ key: SymmetricKey, as place: [UInt8]) throws(StoreFailure) -> Data {
    Data(try sealed(key.withUnsafeBytes { Array($0) }, beside: place))
  }

  /// Seals bytes with this key.
  fileprivate func sealed(_ content: [UInt8], beside place: [UInt8]) throws(StoreFailure) -> [UInt8] {
    do throws(CryptographyFailure) {
      return try AESGCM.seal(content, key: self, beside: place)
    } catch {
      throw .broken("nothing can be encrypted here: \(error)")
    }
  }

  /// Opens a key that was sealed with this one; nil when anything is another.
  package func unwrap(_ wrapped: [UInt8], as place: [UInt8]) -> SymmetricKey? {
    guard let bytes = AESGCM.open(wrapped, key: self, beside: place), bytes.count == EncryptionKey.byteCount else { return nil }
    return SymmetricKey(bytes)
  }
}
