import CPostgreSQL
import HearthProtocol

/// What a statement answered, in binary form. Every value is asked for: a schema that somebody changed can answer
/// anything.
final class Rows {
  private let result: OpaquePointer

  /// Takes the result over.
  init(_ result: OpaquePointer) { self.result = result }

  deinit { PQclear(result) }

  var count: Int { Int(PQntuples(result)) }
  var indices: Range<Int> { 0..<count }
  /// How many rows an INSERT, UPDATE or DELETE has changed.
  var changed: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }
  /// What was done, such as COMMIT.
  var command: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

  func isNull(_ row: Int, _ column: Int32) -> Bool { PQgetisnull(result, Int32(row), column) == 1 }

  func blob(_ row: Int, _ column: Int32) -> [UInt8]? { value(row, column).map { [UInt8]($0) } }

  func text(_ row: Int, _ column: Int32) -> String? { value(row, column).flatMap { String(validating: $0, as: UTF8.self) } }

  func integer(_ row: Int, _ column: Int32) -> Int64? {
    guard let bytes = value(row, column), bytes.count == 8 else { return nil }
    return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
  }

  func number(_ row: Int, _ column: Int32) -> UInt64? { integer(row, column).flatMap { UInt64(exactly: $0) } }

  func identifier<Kind>(_ row: Int, _ column: Int32, of kind: Kind.Type = Kind.self) -> Identifier<Kind>? {
    value(row, column).flatMap { Identifier(bytes: $0) }
  }

  /// Nil within: there is none; nil: what is there is no such thing.
  func optional<Kind>(_ row: Int, _ column: Int32, of kind: Kind.Type) -> Identifier<Kind>?? {
    if isNull(row, column) { return .some(nil) }
    guard let id = identifier(row, column, of: kind) else { return nil }
    return .some(id)
  }

  /// The same of a text.
  func optionalText(_ row: Int, _ column: Int32) -> String?? {
    if isNull(row, column) { return .some(nil) }
    guard let text = text(row, column) else { return nil }
    return .some(text)
  }

  /// Safety: libpq answers null and no bytes for a row or column that the result does not have, and what it points to
  /// lives as long as the result.
  private func value(_ row: Int, _ column: Int32) -> UnsafeRawBufferPointer? {
    guard row < count, column < PQnfields(result), !isNull(row, column), let start = PQgetvalue(result, Int32(row), column) else {
      return nil
    }
    return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, Int32(row), column)))
  }
}
