import SwiftProtobuf

/// Finds the member of a JSON message that cannot be read; the decoder does not say which it was (SPEC HS-04).
///
/// Each member is read by itself within the names that lead to it, then each member of the first that fails. So the
/// text is read about once more a level.
struct MisreadField<M: Message> {
  let options: JSONDecodingOptions
  // Limit: levels that are looked into; the codec reads as many.
  private let depthMax = 16

  init(options: JSONDecodingOptions) { self.options = options }

  /// The path of the first member that cannot be read, as the text has the names:
  /// "command.addEntry.content.paid[1].minor"; empty when it is no single one.
  func path(in text: [UInt8]) -> String {
    var value = text[...]
    var path = ""
    var opening: [UInt8] = []
    var closing: [UInt8] = []
    for _ in 0..<depthMax {
      guard let parts = JSONParts(value) else { break }
      let (first, last) = parts.isObject ? (UInt8(ascii: "{"), UInt8(ascii: "}")) : (UInt8(ascii: "["), UInt8(ascii: "]"))
      closing.insert(last, at: 0)
      // Where there should be no object or list at all, nothing within is wrong.
      guard reads(opening + [first] + closing) else { break }
      guard let place = parts.elements.firstIndex(where: { !reads(opening + [first] + $0 + closing) }) else { break }
      if parts.isObject {
        guard let member = JSONMember(parts.elements[place]) else { break }
        path += (path.isEmpty ? "" : ".") + CodecError.printable(String(decoding: member.name, as: UTF8.self))
        opening.append(first)
        opening += member.quotedName
        opening.append(UInt8(ascii: ":"))
        // A name that is not known is wrong whatever stands behind it.
        guard reads(opening + Array("null".utf8) + closing) else { break }
        value = member.value
      } else {
        path += "[\(place)]"
        opening.append(first)
        value = parts.elements[place]
      }
    }
    return path
  }

  private func reads(_ text: [UInt8]) -> Bool { (try? M(jsonUTF8Bytes: text, options: options)) != nil }
}

extension WireFormat {
  /// The number of a client's message that cannot be read, so that the answer can name it: where the outer object can
  /// be taken apart (SPEC CM-01). 0 where it cannot, and for protobuf.
  public func requestNumber(of message: [UInt8]) -> UInt32 {
    guard self == .json, let parts = JSONParts(message[...]), parts.isObject else { return 0 }
    // Of a name that is repeated the last value counts.
    let member = parts.elements.compactMap(JSONMember.init).last { $0.name.elementsEqual("request".utf8) }
    guard var digits = member?.value.trimmed else { return 0 }
    if digits.count > 1, digits.first == UInt8(ascii: "\""), digits.last == UInt8(ascii: "\"") { digits = digits.dropFirst().dropLast() }
    return digits.allSatisfy { (0x30...0x39).contains($0) } ? UInt32(String(decoding: digits, as: UTF8.self)) ?? 0 : 0
  }
}

/// The members of a JSON object or the elements of a list, each as it stands there. Whether each is JSON is not looked
/// at.
private struct JSONParts {
  let isObject: Bool
  private(set) var elements: [ArraySlice<UInt8>] = []

  /// Nil when it is neither, or does not end where it should.
  init?(_ value: ArraySlice<UInt8>) {
    let value = value.trimmed
    guard let first = value.first, let last = value.last, value.count > 1 else { return nil }
    isObject = first == UInt8(ascii: "{")
    guard isObject ? last == UInt8(ascii: "}") : first == UInt8(ascii: "[") && last == UInt8(ascii: "]") else { return nil }
    let inner = value.dropFirst().dropLast()
    guard !inner.trimmed.isEmpty else { return }
    var depth = 0
    var start = inner.startIndex
    var index = inner.startIndex
    while index < inner.endIndex {
      switch inner[index] {
      case UInt8(ascii: "\""): index = inner.endOfText(from: index)
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        guard depth >= 0 else { return nil }
      case UInt8(ascii: ",") where depth == 0:
        elements.append(inner[start..<index])
        start = index + 1
      default: break
      }
      index += 1
    }
    guard depth == 0 else { return nil }
    elements.append(inner[start...])
  }
}

/// A member of a JSON object: its name and what stands behind it.
private struct JSONMember {
  /// With its quotes.
  let quotedName: ArraySlice<UInt8>
  let value: ArraySlice<UInt8>

  /// Without its quotes; escapes stay.
  var name: ArraySlice<UInt8> { quotedName.dropFirst().dropLast() }

  init?(_ text: ArraySlice<UInt8>) {
    let text = text.trimmed
    guard text.first == UInt8(ascii: "\"") else { return nil }
    let end = text.endOfText(from: text.startIndex)
    guard end < text.endIndex else { return nil }
    quotedName = text[...end]
    let rest = text[(end + 1)...].trimmed
    guard rest.first == UInt8(ascii: ":") else { return nil }
    value = rest.dropFirst()
  }
}

extension ArraySlice<UInt8> {
  /// Without white space around it (RFC 8259 §2).
  fileprivate var trimmed: Self {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
    var rest = drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
    return rest
  }

  /// The place of the quote that ends the text whose first quote stands here, or the end of all.
  fileprivate func endOfText(from quote: Int) -> Int {
    var index = quote + 1
    while index < endIndex, self[index] != UInt8(ascii: "\"") {
      // What is escaped, a quote too, ends nothing.
      index += self[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return Swift.min(index, endIndex)
  }
}
