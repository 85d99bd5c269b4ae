import Cryptography
import Foundation
import Locking

/// Holds the keys of a locked folder for as long as a call of the program lasts, so that its user is asked once.
public final class Keyring: Sendable {
  private enum Holding {
    case nothing
    case keys(FolderKeys)
    case failure(HomeFailure)
  }

  private let holding = Locked<Holding>(.nothing)
  private let passphrase: @Sendable () -> [UInt8]?

  /// - Parameter passphrase: asks for it; nil: nobody can be asked.
  init(passphrase: @escaping @Sendable () -> [UInt8]?) { self.passphrase = passphrase }

  /// The keys by a lock's record.
  func keys(of record: LockRecord, at path: String) throws(HomeFailure) -> FolderKeys {
    switch holding.withLock({ $0 }) {
    case .keys(let keys): return keys
    // A passphrase that was wrong is not asked for again.
    case .failure(let failure): throw failure
    case .nothing: break
    }
    do throws(HomeFailure) {
      guard let scrypt = record.scrypt, let salt = [UInt8](hexadecimal: record.salt) else { throw .lockDamaged(path) }
      guard let said = passphrase() else { throw .passphraseMissing }
      guard let keys = record.open(try Self.derive(said, salt, scrypt)) else { throw .passphraseWrong }
      hold(keys)
      return keys
    } catch {
      holding.withLock { $0 = .failure(error) }
      throw error
    }
  }

  func hold(_ keys: FolderKeys) { holding.withLock { $0 = .keys(keys) } }

  static func derive(_ passphrase: [UInt8], _ salt: [UInt8], _ scrypt: Scrypt) throws(HomeFailure) -> SymmetricKey {
    // One keyboard writes é as one character and another as two: both are the same passphrase.
    let text = String(validating: passphrase, as: UTF8.self)?.precomposedStringWithCanonicalMapping
    do throws(CryptographyFailure) {
      return try scrypt.key(text.map { Array($0.utf8) } ?? passphrase, salt: salt)
    } catch {
      throw .noKey(reason: error.description)
    }
  }
}
