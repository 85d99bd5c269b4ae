/// Writes the amounts of an answer that are zero, which the JSON of protocol buffers leaves out: 0 of something is said
/// as every other amount is (SPEC HT-10).
///
/// It goes once through what the codec has written, which has no white space; it never sees what a peer sends.
struct ZeroAmounts {
  private let json: [UInt8]
  private var index = 0
  private var output: [UInt8] = []

  /// - Parameter message: what the schema calls the message: "hearth.v1.Dashboard".
  static func filled(_ json: [UInt8], of message: String) -> [UInt8] {
    let type = message.split(separator: ".").last.map(String.init) ?? ""
    guard json.first == UInt8(ascii: "{"), AmountNames.amounts[type] != nil || AmountNames.types[type] != nil else { return json }
    var writer = ZeroAmounts(json)
    writer.object(type)
    return writer.output
  }

  private init(_ json: [UInt8]) {
    self.json = json
    output.reserveCapacity(json.count + json.count / 8)
  }

  private var next: UInt8? { index < json.count ? json[index] : nil }

  private mutating func copy() {
    if let next { output.append(next) }
    index += 1
  }

  /// Copies an object, and the amounts that it leaves out behind its members.
  private mutating func object(_ type: String?) {
    var missing = type.flatMap { AmountNames.amounts[$0] } ?? []
    let types = type.flatMap { AmountNames.types[$0] } ?? [:]
    var isEmpty = true
    copy()
    while let byte = next, byte != UInt8(ascii: "}") {
      if byte == UInt8(ascii: ",") {
        copy()
        continue
      }
      let name = text()
      missing.removeAll { $0 == name }
      isEmpty = false
      copy()
      value(types[name])
    }
    for name in missing {
      output.append(contentsOf: "\(isEmpty ? "" : ",")\"\(name)\":\"0\"".utf8)
      isEmpty = false
    }
    copy()
  }

  private mutating func value(_ type: String?) {
    switch next {
    case UInt8(ascii: "{"): object(type)
    case UInt8(ascii: "["):
      copy()
      while let byte = next, byte != UInt8(ascii: "]") {
        if byte == UInt8(ascii: ",") { copy() } else { value(type) }
      }
      copy()
    case UInt8(ascii: "\""): _ = text()
    default:
      // A number, or true or false: at least one byte, so that this ends.
      repeat { copy() } while next.map { ![UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")].contains($0) } ?? false
    }
  }

  /// Copies a text; what stands between its quotes.
  private mutating func text() -> String {
    let start = index + 1
    copy()
    while let byte = next, byte != UInt8(ascii: "\"") {
      copy()
      // What is escaped, a quote too, ends nothing.
      if byte == UInt8(ascii: "\\") { copy() }
    }
    let end = min(index, json.count)
    copy()
    return start <= end ? String(decoding: json[start..<end], as: UTF8.self) : ""
  }
}
