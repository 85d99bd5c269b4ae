import HearthClient
import HearthProtocol
import Ledger

/// Lines of quick entry that the user keeps under names, for each group.
///
/// They stand on this device alone and are never sent: what is sent is the entry that they make.
struct Presets: Sendable, Equatable {
  // Limit: presets of one identity, in all of its groups.
  static let countMax = 200
  // Limit: characters of a preset's name.
  static let nameMax = 30
  // Limit: bytes of a preset's line.
  static let lineBytesMax = 500

  /// By group and name, in small letters.
  private(set) var lines: [GroupID: [String: String]] = [:]

  /// How many there are.
  var count: Int { lines.values.reduce(0) { $0 + $1.count } }

  /// Those of a group.
  subscript(group: GroupID) -> [String: String] { lines[group] ?? [:] }

  /// Keeps a line under a name from now on.
  ///
  /// - Returns: the name as it is kept, in small letters.
  mutating func set(_ line: String, as name: String, in view: GroupView) throws(ArgumentFlaw) -> String {
    let (name, group) = (try Self.checked(name, in: view), view.state.group)
    let text = line.trimmingSpaces
    guard text.utf8.count <= Self.lineBytesMax else {
      throw ArgumentFlaw(
        "The line has more than \(Self.lineBytesMax) bytes. Write a shorter one.",
        "पंक्ति \(Self.lineBytesMax) बाइट से लंबी है। छोटी लिखें।")
    }
    switch QuickEntry(view, today: view.today).read(text) {
    case .complete, .incomplete: break
    case .wrong(let flaw): throw flaw
    case .empty:
      throw ArgumentFlaw(
        "A preset has some words or an amount, like \"milk 60 #groceries\".", "झटपट पंक्ति में कुछ शब्द या राशि होती है, जैसे \"दूध 60 #groceries\"।")
    }
    guard self[group][name] != nil || count < Self.countMax else {
      throw ArgumentFlaw(
        "You keep \(Self.countMax) presets, as many as may be. Remove one first: hearth preset NAME --remove",
        "आपने \(Self.countMax) झटपट पंक्तियाँ रखी हैं, इतनी ही रखी जा सकती हैं। पहले एक हटाएँ: hearth preset नाम --remove")
    }
    lines[group, default: [:]][name] = text
    return name
  }

  /// Removes a preset; false where there is none.
  mutating func remove(_ name: String, of group: GroupID) -> Bool {
    let was = lines[group]?.removeValue(forKey: name.lowercased())
    if lines[group]?.isEmpty == true { lines[group] = nil }
    return was != nil
  }

  /// Removes all of a group.
  mutating func remove(_ group: GroupID) { lines[group] = nil }

  /// A name that a line can begin with and that means nothing else there.
  private static func checked(_ text: String, in view: GroupView) throws(ArgumentFlaw) -> String {
    let name = text.lowercased()
    guard (1...nameMax).contains(name.count) else {
      throw ArgumentFlaw(
        "A preset's name has 1 to \(nameMax) characters.", "झटपट पंक्ति के नाम में 1 से \(nameMax) अक्षर होते हैं।")
    }
    let isWord = QuickWord.words(of: name) == [QuickWord(text: name, isQuoted: false)] && !name.contains { ":/@#!=".contains($0) }
    let home = view.state.shared.settings?.currency
    let isAmount = home.map { SumText.isOne(name, home: $0) } ?? false
    guard isWord, !isAmount, SpokenDay.day(name, today: view.today) == nil, name.printable == name else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" cannot name a preset: it is one word, no amount, no day, and without : / @ # ! =.",
        "\"\(text.printable)\" झटपट पंक्ति का नाम नहीं हो सकता: वह एक शब्द हो, राशि या दिन न हो, और उसमें : / @ # ! = न हों।")
    }
    return name
  }
}

extension Presets: KeptTexts {
  static let suffix = ".presets.json"
  static let bytesMax = countMax * 1_024
  static let remedy = Wording(
    "Move the file away and set your presets again, or restore it from a backup.",
    "फ़ाइल को हटाकर झटपट पंक्तियाँ फिर से रखें, या बैकअप से लौटाएँ।")

  var texts: [GroupID: [String: String]] { lines }

  mutating func take(_ text: String, of key: String, _ group: GroupID) {
    guard count < Self.countMax, (1...Self.nameMax).contains(key.count), key == key.lowercased(), text.utf8.count <= Self.lineBytesMax
    else {
      return
    }
    lines[group, default: [:]][key] = text
  }
}
