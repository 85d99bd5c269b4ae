import ClientStore
import FoundationEssentials
import HearthProtocol

/// Texts that an identity keeps on this device for each of its groups, such as aliases; they are never sent.
protocol KeptTexts: Sendable {
  /// The end of the file's name.
  static var suffix: String { get }
  /// Bytes of the file.
  static var bytesMax: Int { get }
  /// What to do where the file cannot be read.
  static var remedy: Wording { get }

  init()

  /// All of them, by group and by what each is of.
  var texts: [GroupID: [String: String]] { get }

  /// Takes one as a file has it; what could not have been set is passed over.
  mutating func take(_ text: String, of key: String, _ group: GroupID)
}

/// The file of such texts, `IDENTITY.aliases.json` and the like, in the folder that only its owner can enter.
struct KeptTextsFile<Kept: KeptTexts>: Sendable {
  private let home: HomeFolder
  private let name: String

  init(home: HomeFolder, identity: String) { (self.home, name) = (home, "\(identity)\(Kept.suffix)") }

  /// Reads the texts; none where there is no file.
  func load() throws(ProfileFailure) -> Kept {
    let read: [UInt8]?
    do {
      read = try home.read(name, bytesMax: Kept.bytesMax)
    } catch {
      throw ProfileFailure(error)
    }
    var kept = Kept()
    guard let bytes = read else { return kept }
    guard let groups = try? JSONDecoder().decode([String: [String: String]].self, from: Data(bytes)) else {
      throw ProfileFailure(
        cause: Wording("\(home.path(of: name)) cannot be read.", "\(home.path(of: name)) पढ़ा नहीं जा सकता।"), remedy: Kept.remedy)
    }
    for (group, texts) in groups {
      guard let group = GroupID(group) else { continue }
      for (key, text) in texts.sorted(by: { $0.key < $1.key }) { kept.take(text, of: key, group) }
    }
    return kept
  }

  /// Changes the texts, while no other call of the program does.
  ///
  /// - Returns: them as they are then.
  func update(_ change: (inout Kept) throws(ConsoleFailure) -> Void) throws(ConsoleFailure) -> Kept {
    try home.alone({ ConsoleFailure(ProfileFailure($0)) }) { () throws(ConsoleFailure) in
      var kept = try Self.failing { () throws(ProfileFailure) in try load() }
      try change(&kept)
      let changed = kept
      try Self.failing { () throws(ProfileFailure) in try save(changed) }
      return changed
    }
  }

  private static func failing<Value>(_ body: () throws(ProfileFailure) -> Value) throws(ConsoleFailure) -> Value {
    do {
      return try body()
    } catch {
      throw ConsoleFailure(error)
    }
  }

  private func save(_ kept: Kept) throws(ProfileFailure) {
    let pairs = kept.texts.map { ($0.description, $1) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try home.replace(name, with: Array(try encoder.encode(Dictionary(uniqueKeysWithValues: pairs))) + [UInt8(ascii: "\n")])
    } catch let failure as HomeFailure {
      throw ProfileFailure(failure)
    } catch {
      throw ProfileFailure(HomeFailure.refused(.write, path: home.path(of: name), reason: "\(error)"))
    }
  }
}
