import Cryptography
import EventStore
import Foundation
import HearthProtocol
import Locking

/// The data keys of an encrypted store, remembered unwrapped. Each store finds and makes them in its own tables.
package final class KnownKeys: Sendable {
  private struct Known: Sendable {
    /// What is sealed with.
    var current: [KeyOwner: DataKey] = [:]
    /// What is opened with.
    var byID: [UInt64: DataKey] = [:]
  }

  // Limit: 100,000 keys to seal with, and as many to open with (about 30 MB); beyond that these are forgotten and
  // unwrapped again as needed.
  package static let countMax = 100_000

  private let folderKey: SymmetricKey
  private let store: String
  private let countMax: Int
  private let known = Locked(Known())

  /// - Parameters:
  ///   - folderKey: what wraps them.
  ///   - store: what a person calls the store, as in "the data key of the folder was altered".
  package init(wrappedBy folderKey: SymmetricKey, of store: String, countMax: Int = KnownKeys.countMax) {
    (self.folderKey, self.store, self.countMax) = (folderKey, store, countMax)
  }

  /// The key to seal with, if it is remembered.
  package func current(_ owner: KeyOwner) -> DataKey? { known.withLock { $0.current[owner] } }

  /// The key with this id, if it is remembered and the owner's.
  package func key(_ id: UInt64, of owner: KeyOwner) -> DataKey? {
    guard let key = known.withLock({ $0.byID[id] }), key.owner == owner else { return nil }
    return key
  }

  /// The owners whose key to seal with is not remembered. There is space for those of all owners then.
  package func missing(of owners: [KeyOwner]) -> [KeyOwner] {
    known.withLock { known in
      if known.current.count + owners.count > countMax { known.current = [:] }
      return owners.filter { known.current[$0] == nil }
    }
  }

  /// - Parameter isCurrent: whether it is to be sealed with.
  package func remember(_ key: DataKey, isCurrent: Bool) {
    known.withLock { known in
      if known.byID.count >= countMax { known.byID = [:] }
      known.byID[key.id] = key
      guard isCurrent else { return }
      if known.current.count >= countMax { known.current = [:] }
      known.current[key.owner] = key
    }
  }

  /// Forgets an owner's keys.
  package func forget(_ owner: KeyOwner) {
    known.withLock { known in
      known.current[owner] = nil
      known.byID = known.byID.filter { $0.value.owner != owner }
    }
  }

  /// Forgets all: after a transaction that came to nothing, in which one may have been made.
  package func forgetAll() { known.withLock { $0 = Known() } }

  /// The key as it is stored.
  package func wrap(_ key: DataKey) throws(StoreFailure) -> Data { try key.wrapped(by: folderKey) }

  /// Opens a wrapped key.
  ///
  /// - Throws: `.damaged` when it was altered or moved, or is not there.
  package func unwrap(_ wrapped: [UInt8]?, _ id: UInt64, _ owner: KeyOwner) throws(StoreFailure) -> DataKey {
    guard let wrapped, let key = DataKey(id: id, owner: owner, wrapped: wrapped, by: folderKey) else { throw damaged(owner) }
    return key
  }

  /// What is said of an owner's key that does not open.
  package func damaged(_ owner: KeyOwner) -> StoreFailure {
    switch owner {
    case .folder: .damaged("the data key of the \(store) was altered")
    case .group(let group): .damaged("group \(group): its data key was altered")
    }
  }
}
