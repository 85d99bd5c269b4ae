import Glibc

/// Why a file of the folder could not be used; nothing has changed.
public enum HomeFailure: Error, Equatable, Sendable {
  /// What was to be done.
  public enum Act: Sendable { case read, write, replace, lock, makeFolder }

  /// The system refused; says of which file or folder and why.
  case refused(Act, path: String, reason: String)
  /// The folder is locked, and nobody can be asked for the passphrase.
  case passphraseMissing
  /// The passphrase is another one.
  case passphraseWrong
  /// The passphrase has fewer or more characters than one may have.
  case passphraseLength(ClosedRange<Int>)
  /// No key could be derived; says why.
  case noKey(reason: String)
  /// The lock's file cannot be read.
  case lockDamaged(String)
  /// A newer program wrote the lock's file.
  case lockNewer(String)
  /// A file is sealed, and the lock's file that belongs to it is gone.
  case lockGone(String)
  /// A sealed file does not open: it is damaged, or stands in the place of another.
  case sealBroken(String)
  /// A file that is to be a database is none, or was cut off or damaged.
  case noDatabase(String)
  /// A file has more bytes than one of a locked folder may have.
  case tooLarge(String, bytesMax: Int)
  /// Another call of the program has something of the folder open.
  case inUse(String)
  /// The folder is locked already.
  case lockedAlready
  /// The folder is not locked.
  case notLocked

  /// The system has just refused.
  static func now(_ act: Act, _ path: String) -> HomeFailure { .refused(act, path: path, reason: String(cString: strerror(errno))) }
}
