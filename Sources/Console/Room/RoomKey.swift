/// A key of a terminal, or what was pasted at once.
public enum RoomKey: Sendable, Equatable {
  /// What a key types: one character, or a mark that joins the one before it.
  case text(String)
  /// What was pasted; ends of lines in it send nothing.
  case paste(String)
  /// A letter with Ctrl, in small.
  case control(Character)
  /// F1 and on.
  case function(Int)
  /// The key of this name.
  case enter, tab, backTab, backspace, delete, left, right, up, down, home, end, pageUp, pageDown, escape
}

/// Reads keys from the bytes of a terminal in raw mode, however they are cut (ECMA-48, xterm's control sequences).
///
/// It must never trap, whatever comes; what it does not know it passes over. The terminal's shell drives it.
public struct KeyParser: Sendable {
  // Limit: bytes of one control sequence; a longer one is none.
  static let sequenceBytesMax = 32
  // Limit: bytes of one paste that are kept; an input line takes fewer.
  static let pasteBytesMax = 65_536

  private var pending: [UInt8] = []
  /// What was pasted so far; nil: nothing is being pasted.
  private var pasted: [UInt8]?

  /// Makes a parser that has seen nothing.
  public init() {}

  /// Whether more bytes may change what the last ones mean: a lone Esc, or the beginning of a sequence.
  public var isWaiting: Bool { !pending.isEmpty && pasted == nil }

  /// Takes bytes as they came.
  public mutating func take(_ bytes: some Sequence<UInt8>) -> [RoomKey] {
    pending += bytes
    return read(isWhole: false)
  }

  /// Nothing more came for a while: what stands there is all.
  public mutating func settle() -> [RoomKey] { isWaiting ? read(isWhole: true) : [] }

  private enum Step {
    case key(RoomKey?, bytes: Int)
    case pasteBegins(bytes: Int)
    case more
  }

  private mutating func read(isWhole: Bool) -> [RoomKey] {
    var keys: [RoomKey] = []
    var rest = pending[...]
    loop: while !rest.isEmpty {
      if pasted != nil {
        guard let key = readPaste(&rest) else { break }
        keys.append(key)
        continue
      }
      switch Self.step(rest, isWhole: isWhole) {
      case .key(let key, let count):
        if let key { keys.append(key) }
        rest = rest.dropFirst(max(count, 1))
      case .pasteBegins(let count):
        pasted = []
        rest = rest.dropFirst(count)
      case .more: break loop
      }
    }
    pending = Array(rest)
    return keys
  }

  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  /// Takes what was pasted; the key when its end has come.
  private mutating func readPaste(_ rest: inout ArraySlice<UInt8>) -> RoomKey? {
    guard let end = rest.firstRange(of: Self.pasteEnd) else {
      // The end may be cut.
      let sure = max(rest.count - Self.pasteEnd.count + 1, 0)
      add(rest.prefix(sure))
      rest = rest.dropFirst(sure)
      return nil
    }
    add(rest[..<end.lowerBound])
    rest = rest[end.upperBound...]
    let text = String(decoding: pasted ?? [], as: UTF8.self)
    pasted = nil
    return .paste(text)
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    let space = Self.pasteBytesMax - (pasted?.count ?? 0)
    pasted?.append(contentsOf: bytes.prefix(max(space, 0)))
  }

  private static func step(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Step {
    guard let first = bytes.first else { return .more }
    switch first {
    case 0x1B: return escape(bytes, isWhole: isWhole)
    case 0x0D, 0x0A: return .key(.enter, bytes: 1)
    case 0x09: return .key(.tab, bytes: 1)
    case 0x7F, 0x08: return .key(.backspace, bytes: 1)
    case 0x01...0x1A: return .key(.control(Character(Unicode.Scalar(first + 0x60))), bytes: 1)
    case 0x00...0x1F: return .key(nil, bytes: 1)
    case 0x20..<0x7F: return .key(.text(String(Unicode.Scalar(first))), bytes: 1)
    default: return scalar(bytes, isWhole: isWhole)
    }
  }

  /// A character of several bytes (RFC 3629 §3).
  private static func scalar(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Step {
    let count =
      switch bytes.first ?? 0 {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard count > 1 else { return .key(nil, bytes: 1) }
    guard bytes.count >= count else { return isWhole ? .key(nil, bytes: bytes.count) : .more }
    guard let text = String(validating: bytes.prefix(count), as: UTF8.self) else { return .key(nil, bytes: 1) }
    return .key(.text(text), bytes: count)
  }

  private static func escape(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Step {
    guard let second = bytes.dropFirst().first else { return isWhole ? .key(.escape, bytes: 1) : .more }
    switch second {
    case UInt8(ascii: "["): return sequence(bytes, isWhole: isWhole)
    case UInt8(ascii: "O"):
      guard let third = bytes.dropFirst(2).first else { return isWhole ? .key(.escape, bytes: 2) : .more }
      return .key(named(final: third, number: 0), bytes: 3)
    // Esc and then a key.
    default: return .key(.escape, bytes: 1)
    }
  }

  /// ECMA-48 §5.4: parameters, intermediates, and a final byte.
  private static func sequence(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Step {
    let body = bytes.dropFirst(2)
    // The console of Linux sends F1 to F5 as ESC [ [ A.
    if body.first == UInt8(ascii: "[") {
      guard let letter = body.dropFirst().first else { return isWhole ? .key(nil, bytes: bytes.count) : .more }
      let number = Int(letter) - 0x40
      return .key((1...5).contains(number) ? .function(number) : nil, bytes: 4)
    }
    guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return isWhole || bytes.count > sequenceBytesMax ? .key(nil, bytes: bytes.count) : .more
    }
    let count = end - bytes.startIndex + 1
    // Something else than a sequence has begun.
    guard (0x40...0x7E).contains(bytes[end]) else { return .key(nil, bytes: count - 1) }
    let number = Int(String(decoding: body[..<end].prefix { (0x30...0x39).contains($0) }, as: UTF8.self)) ?? 0
    if bytes[end] == UInt8(ascii: "~"), number == 200 { return .pasteBegins(bytes: count) }
    return .key(named(final: bytes[end], number: number), bytes: count)
  }

  private static func named(final: UInt8, number: Int) -> RoomKey? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    case UInt8(ascii: "~"): numbered[number]
    default: nil
    }
  }

  private static let numbered: [Int: RoomKey] = [
    1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end, 11: .function(1), 12: .function(2), 13: .function(3),
    14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7), 19: .function(8),
  ]
}
