import ClientStore
import FoundationEssentials
import HearthProtocol

/// The file of an identity's aliases, `IDENTITY.aliases.json`, in the folder that only its owner can enter.
struct AliasFile: Sendable {
  // Limit: as many aliases as may be, each of 50 characters of 36 bytes at most, with what JSON needs beside them.
  private static let bytesMax = Aliases.countMax * 2_048

  private let home: HomeFolder
  private let name: String

  init(home: HomeFolder, identity: String) { (self.home, name) = (home, "\(identity)\(Self.suffix)") }

  /// The end of such files' names.
  static let suffix = ".aliases.json"

  /// Reads the aliases; none where there is no file.
  func load() throws(ProfileFailure) -> Aliases {
    let read: [UInt8]?
    do {
      read = try home.read(name, bytesMax: Self.bytesMax)
    } catch {
      throw ProfileFailure(error)
    }
    var aliases = Aliases()
    guard let bytes = read else { return aliases }
    guard let groups = try? JSONDecoder().decode([String: [String: String]].self, from: Data(bytes)) else {
      throw ProfileFailure(
        cause: Wording("\(home.path(of: name)) cannot be read.", "\(home.path(of: name)) पढ़ा नहीं जा सकता।"),
        remedy: Wording(
          "Move the file away and set your aliases again, or restore it from a backup.", "फ़ाइल को हटाकर नाम फिर से रखें, या बैकअप से लौटाएँ।"))
    }
    for (group, members) in groups {
      for (member, alias) in members {
        guard let group = GroupID(group), let member = MemberID(member) else { continue }
        aliases.take(alias, member, group)
      }
    }
    return aliases
  }

  /// Changes the aliases, while no other call of the program does.
  ///
  /// - Returns: them as they are then.
  func update(_ change: (inout Aliases) throws(ConsoleFailure) -> Void) throws(ConsoleFailure) -> Aliases {
    try home.alone({ ConsoleFailure(ProfileFailure($0)) }) { () throws(ConsoleFailure) in
      var aliases = try Self.failing { () throws(ProfileFailure) in try load() }
      try change(&aliases)
      let changed = aliases
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

  private func save(_ aliases: Aliases) throws(ProfileFailure) {
    let pairs = aliases.names.map { group, members in
      (group.description, Dictionary(uniqueKeysWithValues: members.map { ($0.description, $1) }))
    }
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
