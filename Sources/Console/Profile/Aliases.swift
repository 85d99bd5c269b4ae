import HearthProtocol
import Ledger

/// What the user calls members of their groups (product 64).
///
/// It is shown on this device in place of names, and must never be sent or exported.
struct Aliases: Sendable, Equatable {
  // Limit: aliases of one identity, in all of its groups.
  static let countMax = 1_000

  /// By group and member.
  private(set) var names: [GroupID: [MemberID: String]] = [:]

  /// How many there are.
  var count: Int { names.values.reduce(0) { $0 + $1.count } }

  /// Those of a group's members.
  subscript(group: GroupID) -> [MemberID: String] { names[group] ?? [:] }

  /// Calls a member so from now on.
  ///
  /// - Parameter shared: the group, in which nobody else may be called the same.
  mutating func set(_ text: String, for member: MemberID, of group: GroupID, in shared: SharedState) throws(ArgumentFlaw) {
    let alias = try Self.checked(text)
    guard !alias.hasPrefix("@") else { throw ArgumentFlaw("An alias does not begin with @.", "उपनाम @ से शुरू नहीं होता।") }
    let others = shared.members.filter { $0.id != member && !$0.isReplaced }
    let isTaken = others.contains { other in
      [other.displayName, self[group][other.id] ?? ""].contains { $0.lowercased() == alias.lowercased() }
    }
    guard !isTaken else {
      throw ArgumentFlaw(
        "Somebody else in the group is called \"\(alias.printable)\". Choose another alias.",
        "समूह में किसी और का नाम \"\(alias.printable)\" है। कोई दूसरा नाम चुनें।")
    }
    guard self[group][member] != nil || count < Self.countMax else {
      throw ArgumentFlaw(
        "You keep \(Self.countMax) aliases, as many as may be. Take one away first: hearth alias NAME --remove",
        "आपने \(Self.countMax) नाम रखे हैं, इतने ही रखे जा सकते हैं। पहले एक हटाएँ: hearth alias नाम --remove")
    }
    names[group, default: [:]][member] = alias
  }

  /// Takes an alias away; false where there is none.
  mutating func remove(_ member: MemberID, of group: GroupID) -> Bool {
    let was = names[group]?.removeValue(forKey: member)
    if names[group]?.isEmpty == true { names[group] = nil }
    return was != nil
  }

  /// Takes all of a group away.
  mutating func remove(_ group: GroupID) { names[group] = nil }

  /// What a member may be called, as members' names have it.
  private static func checked(_ text: String) throws(ArgumentFlaw) -> String {
    do {
      return try MemberName.checked(text)
    } catch {
      throw switch error {
      case .textMissing:
        ArgumentFlaw(
          "An alias has at least one character. Take one away with hearth alias NAME --remove",
          "नाम में कम से कम एक अक्षर होता है। हटाने के लिए: hearth alias नाम --remove")
      case .textTooLong(_, let max):
        ArgumentFlaw("The alias is too long. Write at most \(max) characters.", "नाम बहुत लंबा है। ज़्यादा से ज़्यादा \(max) अक्षर लिखें।")
      default:
        ArgumentFlaw(
          "The alias has characters that no name may have, such as control characters. Remove these characters.",
          "नाम में ऐसे चिह्न हैं जो किसी नाम में नहीं हो सकते, जैसे नियंत्रण चिह्न। उन्हें हटाएँ।")
      }
    }
  }
}

extension Aliases: KeptTexts {
  static let suffix = ".aliases.json"
  // Limit: as many aliases as may be, each of 50 characters of 36 bytes at most, with what JSON needs beside them.
  static let bytesMax = countMax * 2_048
  static let remedy = Wording(
    "Move the file away and set your aliases again, or restore it from a backup.", "फ़ाइल को हटाकर नाम फिर से रखें, या बैकअप से लौटाएँ।")

  var texts: [GroupID: [String: String]] {
    names.mapValues { members in Dictionary(uniqueKeysWithValues: members.map { ($0.description, $1) }) }
  }

  mutating func take(_ text: String, of key: String, _ group: GroupID) {
    guard count < Self.countMax, let member = MemberID(key), let alias = try? Self.checked(text) else { return }
    names[group, default: [:]][member] = alias
  }
}
