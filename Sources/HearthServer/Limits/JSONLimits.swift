/// How a client's JSON may be built, before anybody makes objects of it (SPEC HS-04). It is looked at once, byte by
/// byte; whether it is JSON at all is for the codec to say.
public struct JSONLimits: Sendable, Hashable {
  /// Limit: objects and lists within one another. Messages of ours have seven at most; the codec takes 16.
  public var depthMax = 16
  /// Limit: members of one object.
  public var membersMax = 64
  /// Limit: elements of one list.
  public var elementsMax = 100
  /// Limit: characters of one text, a name included; 16 bytes each on average, so that a single one cannot be joined of
  /// thousands.
  public var charactersMax = 1_000

  /// The defaults.
  public init() {}

  /// What is against a message, in a sentence for its sender; nil when nothing is.
  func flaw(in bytes: [UInt8]) -> String? {
    // Of each object or list that is open: how many commas it has had, and how many it may have.
    var commas: [Int] = []
    var isObject: [Bool] = []
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let start = index + 1
        index = end(ofTextFrom: start, in: bytes)
        if index - start > charactersMax, isTooLong(bytes[start..<index]) { return "A text has more than \(charactersMax) characters." }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard commas.count < depthMax else { return "The message is nested deeper than \(depthMax) levels." }
        commas.append(0)
        isObject.append(bytes[index] == UInt8(ascii: "{"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = commas.popLast()
        _ = isObject.popLast()
      case UInt8(ascii: ","):
        guard let count = commas.last, let isObject = isObject.last else { break }
        commas[commas.count - 1] = count + 1
        // So many commas stand between one more.
        if isObject, count + 1 >= membersMax { return "An object has more than \(membersMax) members." }
        if !isObject, count + 1 >= elementsMax { return "A list has more than \(elementsMax) elements." }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The place of the quote that ends a text, or the end of all.
  private func end(ofTextFrom start: Int, in bytes: [UInt8]) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      // What is escaped, a quote too, ends nothing.
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count)
  }

  private func isTooLong(_ text: ArraySlice<UInt8>) -> Bool {
    let plain = unescaped(text)
    return plain.count > charactersMax * 16 || (plain.count > charactersMax && String(decoding: plain, as: UTF8.self).count > charactersMax)
  }

  /// The text without its escapes (RFC 8259 §7), as far as they are some.
  private func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var units: [UInt16] = []
    var plain: [UInt8] = []
    var index = text.startIndex
    // Escaped pairs of surrogates stand side by side.
    func flush() {
      if units.isEmpty { return }
      plain.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
      units = []
    }
    while index < text.endIndex {
      guard text[index] == UInt8(ascii: "\\"), index + 1 < text.endIndex else {
        flush()
        plain.append(text[index])
        index += 1
        continue
      }
      if text[index + 1] == UInt8(ascii: "u"), index + 6 <= text.endIndex,
        let unit = UInt16(String(decoding: text[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
      {
        units.append(unit)
        index += 6
      } else {
        flush()
        // Whatever it stands for, it is one character.
        plain.append(UInt8(ascii: " "))
        index += 2
      }
    }
    flush()
    return plain
  }
}
