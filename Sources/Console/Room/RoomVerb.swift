/// What a line of the room may begin with, behind a slash.
enum RoomVerb: String, CaseIterable, Sendable {
  case entries, entry, edit, void, restore, undo, dispute, comment, settle, account, balances, budgets, members, history, feed, help, quit

  /// Those that an open entry offers on an empty line, each by its first letter; in the order in which they are shown.
  static let ofOpenEntry: [RoomVerb] = [.edit, .void, .dispute, .comment]

  /// The verb of this name, or the only one that begins so.
  init?(typed text: String) {
    let small = text.lowercased()
    let alike = Self.allCases.filter { $0.rawValue.hasPrefix(small) }
    guard let found = Self(rawValue: small) ?? (alike.count == 1 && !small.isEmpty ? alike.first : nil) else { return nil }
    self = found
  }

  /// Whether it names an entry.
  var namesEntry: Bool {
    switch self {
    case .entry, .edit, .void, .restore, .dispute, .comment: true
    case .entries, .undo, .settle, .account, .balances, .budgets, .members, .history, .feed, .help, .quit: false
    }
  }
}

/// Finds the word that somebody meant.
public enum NearestWord {
  /// The word that is reached by the fewest changes of letters, if these are few.
  public static func of(_ typed: String, among words: [String]) -> String? {
    // Limit: letters of a word that is looked at.
    let wanted = Array(typed.lowercased().prefix(40))
    guard wanted.count > 1 else { return nil }
    let distances = words.map { ($0, distance(wanted, Array($0.prefix(40)))) }
    let most = wanted.count < 5 ? 1 : 2
    guard let nearest = distances.min(by: { $0.1 < $1.1 }), nearest.1 <= most else {
      return words.first { $0.hasPrefix(typed.lowercased()) && typed.count >= 3 }
    }
    return nearest.0
  }

  /// Letters that are put in, left out, changed, or swapped with their neighbour.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var rows = [Array(0...right.count)]
    for (i, letter) in left.enumerated() {
      var row = [i + 1]
      for (j, other) in right.enumerated() {
        var least = min(rows[i][j] + (letter == other ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other { least = min(least, rows[i - 1][j - 1] + 1) }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
