import ClientStore
import FoundationEssentials
import HearthProtocol
import Statements

/// What a client keeps of imports: those that were made, the user's rules and profiles, in one file a user, in the
/// folder that only its owner can enter.
///
/// Imports are known here and nowhere else, so no command of the protocol is needed: another device does not list them,
/// and voids what they added entry by entry.
struct ImportFiles: Sendable {
  /// An import.
  struct Record: Codable, Equatable, Sendable {
    /// Counted from 1.
    var number: Int
    /// Milliseconds since 1970.
    var atMs: Int64
    var file: String
    var group: String
    /// The account it went into; nil: the group's entries.
    var account: String?
    /// The ids of what it added.
    var entries: [String]
    /// The ids of people of the file whom it noted down as members; nil: nobody.
    var members: [String]?
    /// Whether it was taken back.
    var isUndone = false
  }

  /// A rule as it is kept.
  struct Rule: Codable, Equatable, Sendable {
    var words: String
    var category: String
  }

  /// What is kept.
  struct Content: Codable, Equatable, Sendable {
    var imports: [Record] = []
    var rules: [Rule] = []
    /// Texts of profiles by name.
    var profiles: [String: String] = [:]
  }

  // Limit: imports of the last years with all their ids, a thousand rules, and some profiles.
  private static let bytesMax = 32 << 20
  // Limit: imports that are listed; the oldest are forgotten.
  static let importsMax = 1_000
  // Limit: profiles of a user.
  static let profilesMax = 50

  private let home: HomeFolder
  private let name: String

  init(home: HomeFolder, identity: String) { (self.home, name) = (home, "\(identity)\(Self.suffix)") }

  /// The end of such files' names.
  static let suffix = ".imports.json"

  func load() throws(ConsoleFailure) -> Content {
    let read: [UInt8]?
    do {
      read = try home.read(name, bytesMax: Self.bytesMax)
    } catch {
      throw ConsoleFailure(ProfileFailure(error))
    }
    guard let bytes = read else { return Content() }
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)) else {
      throw ConsoleFailure(
        ProfileFailure(
          cause: Wording("\(home.path(of: name)) cannot be read.", "\(home.path(of: name)) पढ़ा नहीं जा सकता।"),
          remedy: Wording("Move the file away, or restore it from a backup.", "फ़ाइल को हटाएँ, या बैकअप से लौटाएँ।")))
    }
    return content
  }

  /// Changes what is kept, while no other call of the program does.
  @discardableResult
  func update(_ change: (inout Content) throws(ConsoleFailure) -> Void) throws(ConsoleFailure) -> Content {
    try home.alone({ ConsoleFailure(ProfileFailure($0)) }) { () throws(ConsoleFailure) in
      var content = try load()
      try change(&content)
      if content.imports.count > Self.importsMax { content.imports.removeFirst(content.imports.count - Self.importsMax) }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      do {
        var bytes = Array(try encoder.encode(content)) + [UInt8(ascii: "\n")]
        while bytes.count > Self.bytesMax, content.imports.count > 1 {
          content.imports.removeFirst()
          bytes = Array(try encoder.encode(content)) + [UInt8(ascii: "\n")]
        }
        try home.replace(name, with: bytes)
      } catch let failure as HomeFailure {
        throw ConsoleFailure(ProfileFailure(failure))
      } catch {
        throw ConsoleFailure(ProfileFailure(HomeFailure.refused(.write, path: home.path(of: name), reason: "\(error)")))
      }
      return content
    }
  }
}
