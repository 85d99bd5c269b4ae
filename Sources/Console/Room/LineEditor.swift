/// The text of an input line and where its cursor stands.
struct LineEditor: Sendable, Equatable {
  // Limit: characters of an input line; no entry needs more.
  static let charactersMax = 500

  /// What stands before the cursor.
  private(set) var before = ""
  /// What stands behind it.
  private(set) var after = ""

  var text: String { before + after }

  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Replaces it all; the cursor stands at the end.
  mutating func set(_ text: String) { (before, after) = (String(text.prefix(Self.charactersMax)), "") }

  /// Replaces what stands before the cursor.
  mutating func setBefore(_ text: String) { before = String(text.prefix(max(Self.charactersMax - after.count, 0))) }

  mutating func insert(_ text: String) {
    guard before.count + after.count + text.count <= Self.charactersMax else { return }
    before += text
  }

  /// Changes the line as a key says.
  ///
  /// - Returns: whether the key is one of a line's.
  mutating func take(_ key: RoomKey) -> Bool {
    switch key {
    case .text(let text): insert(text)
    case .paste(let text):
      let line = text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
      insert(String(line.prefix(max(Self.charactersMax - before.count - after.count, 0))))
    case .backspace: if !before.isEmpty { before.removeLast() }
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .control("d") where !isEmpty: if !after.isEmpty { after.removeFirst() }
    case .left, .control("b"): if let last = before.popLast() { after = String(last) + after }
    case .right, .control("f"): if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"):
      while before.last == " " { before.removeLast() }
      while let last = before.last, last != " " { before.removeLast() }
    default: return false
    }
    return true
  }
}
