import ClientStore
import FoundationEssentials

/// The profile's file: `profile.json` in a folder that only its owner can enter.
///
/// Writing is all or nothing, also over a power cut.
public struct ProfileFile: Sendable {
  private static let name = "profile.json"
  // Limit: a profile has some hundred bytes.
  private static let bytesMax = 1 << 16

  /// The folder.
  public let home: HomeFolder
  /// The file.
  public var path: String { home.path(of: Self.name) }

  /// The file in a folder, which need not exist.
  public init(home: HomeFolder) { self.home = home }

  /// Reads the profile; nil when there is none.
  public func load() throws(ProfileFailure) -> Profile? {
    let read: [UInt8]?
    do {
      read = try home.read(Self.name, bytesMax: Self.bytesMax)
    } catch {
      throw ProfileFailure(error)
    }
    guard let bytes = read else { return nil }
    guard let profile = try? JSONDecoder().decode(Profile.self, from: Data(bytes)) else {
      throw ProfileFailure(
        cause: "\(path) is not readable as a profile.", remedy: "Move the file away and register again, or restore it from a backup.")
    }
    return profile
  }

  /// Changes the profile that is there, while no other call of the program does; what others have changed meanwhile
  /// stays.
  ///
  /// - Returns: the profile as it is then.
  public func update(_ change: (inout Profile) -> Void) throws(ProfileFailure) -> Profile {
    try home.alone({ ProfileFailure($0) }) { () throws(ProfileFailure) in
      guard var profile = try load() else {
        throw ProfileFailure(cause: "\(path) is gone.", remedy: "Register again, or restore it from a backup.")
      }
      change(&profile)
      try save(profile)
      return profile
    }
  }

  /// Writes the profile, readable by its owner only.
  public func save(_ profile: Profile) throws(ProfileFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try home.replace(Self.name, with: Array(try encoder.encode(profile)) + [UInt8(ascii: "\n")])
    } catch let failure as HomeFailure {
      throw ProfileFailure(failure)
    } catch {
      throw ProfileFailure(HomeFailure.refused(.write, path: path, reason: "\(error)"))
    }
  }
}

extension ProfileFailure {
  /// Says of a file of the folder why it could not be used.
  init(_ failure: HomeFailure) {
    switch failure {
    case .refused(let act, let path, let reason):
      let cause =
        switch act {
        case .read: Wording("Could not read \(path): \(reason).")
        case .write: Wording("Could not write \(path): \(reason).")
        case .replace: Wording("Could not replace \(path): \(reason).")
        case .lock: Wording("Could not lock \(path): \(reason).")
        case .makeFolder: Wording("Could not make the folder \(path): \(reason).")
        }
      self.init(cause: cause, remedy: "Check the folder's permissions, or set HEARTH_HOME to one that you can write.")
    case .passphraseMissing:
      self.init(
        cause: "The folder is locked, and no passphrase was given.",
        remedy: "Run the command at a terminal and type it, or set HEARTH_PASSPHRASE for a script.")
    case .passphraseWrong:
      self.init(cause: "The passphrase is wrong. Nothing was read or changed.", remedy: "Try again.")
    case .passphraseLength(let lengths):
      self.init(
        cause: "A passphrase has \(lengths.lowerBound) to \(lengths.upperBound) characters.",
        remedy: "Choose one of several words that nobody can guess.")
    case .noKey(let reason):
      self.init(cause: "No key could be derived: \(reason)", remedy: "Make 256 MB of memory free, and try again.")
    case .lockDamaged(let path):
      self.init(
        cause: "\(path) is not readable as a lock.", remedy: "Restore the file from a backup. Without it what is sealed does not open.")
    case .lockNewer(let path):
      self.init(cause: "A newer hearth wrote \(path).", remedy: "Use that version of hearth.")
    case .lockGone(let path):
      self.init(
        cause: "\(path) is sealed, and the file lock.json beside it is gone.",
        remedy: "Restore lock.json from a backup. Without it what is sealed does not open.")
    case .sealBroken(let path):
      self.init(
        cause: "\(path) does not open: it is damaged, or was put in the place of another file.", remedy: "Restore it from a backup.")
    case .inUse(let path):
      self.init(
        cause: "Another call of hearth uses \(path).", remedy: "End it, such as a feed in another window, and try again.")
    case .lockedAlready:
      self.init(cause: "The folder is locked already.", remedy: "For another passphrase, end the lock first: hearth lock --remove")
    case .notLocked: self.init(cause: "The folder is not locked.", remedy: "Lock it: hearth lock")
    }
  }
}
