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
        cause: Wording("\(path) is not readable as a profile.", "\(path) प्रोफ़ाइल के रूप में पढ़ी नहीं जा सकती।"), remedy: .registerAgainOrRestore)
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
        throw ProfileFailure(
          cause: Wording("\(path) is gone.", "\(path) अब नहीं है।"),
          remedy: Wording("Register again, or restore it from a backup.", "फिर से पंजीकरण करें, या बैकअप से वापस लाएँ।"))
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
      self.init(cause: Self.words(act, path, reason), remedy: .checkFolder)
    case .passphraseMissing:
      self.init(
        cause: Wording("The folder is locked, and no passphrase was given.", "फ़ोल्डर पर ताला है, और गुप्त वाक्य नहीं दिया गया।"),
        remedy: Wording(
          "Run the command at a terminal and type it, or set HEARTH_PASSPHRASE for a script.",
          "आदेश को टर्मिनल पर चलाकर लिखें, या स्क्रिप्ट के लिए HEARTH_PASSPHRASE में रखें।"))
    case .passphraseWrong:
      self.init(
        cause: Wording("The passphrase is wrong. Nothing was read or changed.", "गुप्त वाक्य ग़लत है। न कुछ पढ़ा गया, न बदला।"),
        remedy: Wording(
          "Try again. If it is right, lock.json is damaged: restore it from a backup.",
          "फिर से करें। अगर वह सही है, तो lock.json ख़राब है: उसे बैकअप से लौटाएँ।"))
    case .passphraseLength(let lengths):
      self.init(
        cause: Wording(
          "A passphrase has \(lengths.lowerBound) to \(lengths.upperBound) characters.",
          "गुप्त वाक्य में \(lengths.lowerBound) से \(lengths.upperBound) अक्षर होते हैं।"),
        remedy: Wording("Choose one of several words that nobody can guess.", "कई शब्दों का ऐसा वाक्य चुनें जिसे कोई बूझ न सके।"))
    case .noKey(let reason):
      self.init(
        cause: Wording("No key could be derived: \(reason)", "कुंजी नहीं बन सकी: \(reason)"),
        remedy: Wording("Make 256 MB of memory free, and try again.", "256 MB मेमोरी ख़ाली करके फिर से करें।"))
    case .lockDamaged(let path):
      self.init(
        cause: Wording("\(path) is not readable as a lock.", "\(path) ताले के रूप में पढ़ा नहीं जा सकता।"),
        remedy: Wording(
          "Restore the file from a backup. Without it what is sealed does not open.", "फ़ाइल को बैकअप से लौटाएँ। उसके बिना मुहरबंद फ़ाइलें नहीं खुलतीं।"))
    case .lockNewer(let path):
      self.init(cause: Wording("A newer hearth wrote \(path).", "\(path) को नए hearth ने लिखा है।"), remedy: .useThatVersion)
    case .lockGone(let path):
      self.init(
        cause: Wording("\(path) is sealed, and the file lock.json beside it is gone.", "\(path) मुहरबंद है, और उसके पास की lock.json नहीं रही।"),
        remedy: Wording(
          "Restore lock.json from a backup. Without it what is sealed does not open.", "lock.json को बैकअप से लौटाएँ। उसके बिना मुहरबंद फ़ाइलें नहीं खुलतीं।"))
    case .sealBroken(let path):
      self.init(
        cause: Wording(
          "\(path) does not open: it is damaged, or was put in the place of another file.",
          "\(path) नहीं खुलती: वह ख़राब है, या किसी और फ़ाइल की जगह रखी गई है।"), remedy: Wording("Restore it from a backup.", "उसे बैकअप से लौटाएँ।"))
    case .noDatabase(let path):
      self.init(
        cause: Wording(
          "\(path.printable) is damaged: it is no database, or a part of it is missing or altered.",
          "\(path.printable) ख़राब है: वह डेटाबेस नहीं है, या उसका कोई हिस्सा नहीं रहा या बदल गया है।"),
        remedy: .moveStoreAway)
    case .tooLarge(let path, let bytesMax):
      self.init(
        cause: Wording(
          "\(path.printable) has more than the \(bytesMax) bytes that a file of a locked folder may have.",
          "\(path.printable) में \(bytesMax) से ज़्यादा बाइट हैं, जितने ताले वाले फ़ोल्डर की फ़ाइल में हो सकते हैं।"),
        remedy: Wording("Move it away, or restore a smaller one from a backup.", "उसे हटाएँ, या बैकअप से छोटी फ़ाइल लौटाएँ।"))
    case .inUse(let path):
      self.init(
        cause: Wording("Another call of hearth uses \(path).", "hearth का कोई और आदेश \(path) चला रहा है।"),
        remedy: Wording("End it, such as a feed in another window, and try again.", "उसे बंद करें, जैसे दूसरी खिड़की का feed, और फिर से करें।"))
    case .lockedAlready:
      self.init(
        cause: Wording("The folder is locked already.", "फ़ोल्डर पर पहले से ताला है।"),
        remedy: Wording(
          "For another passphrase, end the lock first: hearth lock --remove", "दूसरे गुप्त वाक्य के लिए पहले ताला हटाएँ: hearth lock --remove"))
    case .notLocked:
      self.init(
        cause: Wording("The folder is not locked.", "फ़ोल्डर पर ताला नहीं है।"), remedy: Wording("Lock it: hearth lock", "ताला लगाएँ: hearth lock"))
    }
  }

  /// What the system would not do.
  private static func words(_ act: HomeFailure.Act, _ path: String, _ reason: String) -> Wording {
    switch act {
    case .read: Wording("Could not read \(path): \(reason).", "\(path) पढ़ी नहीं जा सकी: \(reason)।")
    case .write: Wording("Could not write \(path): \(reason).", "\(path) लिखी नहीं जा सकी: \(reason)।")
    case .replace: Wording("Could not replace \(path): \(reason).", "\(path) बदली नहीं जा सकी: \(reason)।")
    case .lock: Wording("Could not lock \(path): \(reason).", "\(path) रोकी नहीं जा सकी: \(reason)।")
    case .makeFolder: Wording("Could not make the folder \(path): \(reason).", "\(path) का फ़ोल्डर बनाया नहीं जा सका: \(reason)।")
    }
  }
}
