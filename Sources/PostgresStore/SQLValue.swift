import HearthProtocol

/// A parameter of a statement, with its type and its binary form (PostgreSQL 15, "Frontend/Backend Protocol": numbers
/// most significant byte first).
enum SQLValue: Sendable {
  case bytes([UInt8]?)
  case integer(Int64)
  case text(String)
  case byteses([[UInt8]?])
  case integers([Int64])
  case texts([String?])

  /// Of an identifier, its sixteen bytes.
  static func id<Kind>(_ id: Identifier<Kind>) -> SQLValue { .bytes(id.bytes) }
  /// Of identifiers.
  static func ids<Kind>(_ ids: some Sequence<Identifier<Kind>>) -> SQLValue { .byteses(ids.map(\.bytes)) }

  /// The type's number in the catalogue `pg_type`, which is the same everywhere.
  var type: UInt32 {
    switch self {
    case .bytes: Self.bytea
    case .integer: Self.bigint
    case .text: Self.text
    case .byteses: 1_001
    case .integers: 1_016
    case .texts: 1_009
    }
  }

  private static let bytea: UInt32 = 17
  private static let bigint: UInt32 = 20
  private static let text: UInt32 = 25

  /// As it goes over the wire; nil: null.
  var encoded: [UInt8]? {
    switch self {
    case .bytes(let bytes): bytes
    case .integer(let number): withUnsafeBytes(of: number.bigEndian) { Array($0) }
    case .text(let text): Array(text.utf8)
    case .byteses(let all): Self.array(of: Self.bytea, all.lazy.map { $0 })
    case .integers(let all): Self.array(of: Self.bigint, all.lazy.map { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } })
    case .texts(let all): Self.array(of: Self.text, all.lazy.map { $0.map { Array($0.utf8) } })
    }
  }

  /// One dimension, counted from 1.
  private static func array(of type: UInt32, _ elements: some Collection<[UInt8]?>) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ number: Int32) { withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) } }
    add(elements.isEmpty ? 0 : 1)
    add(elements.contains { $0 == nil } ? 1 : 0)
    add(Int32(bitPattern: type))
    if elements.isEmpty { return bytes }
    add(Int32(clamping: elements.count))
    add(1)
    for element in elements {
      add(element.map { Int32(clamping: $0.count) } ?? -1)
      if let element { bytes.append(contentsOf: element) }
    }
    return bytes
  }
}
