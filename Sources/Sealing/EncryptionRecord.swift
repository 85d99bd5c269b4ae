import Cryptography
import EventStore
import Foundation

/// What says that a store is encrypted: the store's key, wrapped by the key of a key file.
///
/// The store's key wraps the data keys. It stays what it is when the key file's is replaced, so that a server that is
/// running need not know.
package struct EncryptionRecord: Sendable {
  /// Names the key of the key file.
  package private(set) var keyID: String
  /// The store's key, wrapped.
  package private(set) var wrapped: Data
  /// Whether nothing lies in plain any more.
  package let isComplete: Bool

  /// Makes a store's key.
  package init(wrappedBy key: EncryptionKey, isComplete: Bool) throws(StoreFailure) {
    self.isComplete = isComplete
    keyID = key.id
    wrapped = try key.secret.wrap(.random(), as: Self.place(key))
  }

  /// As it was stored.
  package init(keyID: String, wrapped: Data, isComplete: Bool) {
    (self.keyID, self.wrapped, self.isComplete) = (keyID, wrapped, isComplete)
  }

  /// The store's key.
  ///
  /// - Throws: when the key is another one, or none.
  package func folderKey(_ key: EncryptionKey?) throws(StoreFailure) -> SymmetricKey {
    guard let key else {
      throw StoreFailure.broken("it is encrypted with the key \(keyID), and no key was given: name that key's file with --key-file")
    }
    guard key.id == keyID else {
      throw StoreFailure.broken("it is encrypted with the key \(keyID), and the key given is \(key.id): name the file of the former")
    }
    guard let folderKey = key.secret.unwrap([UInt8](wrapped), as: Self.place(key)) else {
      throw StoreFailure.damaged("the folder's key was altered: restore it from a backup")
    }
    return folderKey
  }

  /// Wraps the store's key by another.
  package mutating func rewrap(from old: EncryptionKey, to new: EncryptionKey) throws(StoreFailure) {
    wrapped = try new.secret.wrap(folderKey(old), as: Self.place(new))
    keyID = new.id
  }

  private static func place(_ key: EncryptionKey) -> [UInt8] { Array("hearth folder key \(key.id)".utf8) }
}
