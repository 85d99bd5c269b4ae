import EventStore
import Foundation
import GRDB
import HearthProtocol

// A damaged file can hold any type in any column, and GRDB's own typed subscripts trap on a mismatch: every value is
// asked for.

extension Row {
  func blob(_ column: Int) -> [UInt8]? {
    let value: DatabaseValue = self[column]
    guard case .blob(let data) = value.storage else { return nil }
    return data.withUnsafeBytes { [UInt8]($0) }
  }

  func text(_ column: Int) -> String? {
    let value: DatabaseValue = self[column]
    guard case .string(let text) = value.storage else { return nil }
    return text
  }

  func integer(_ column: Int) -> Int64? {
    let value: DatabaseValue = self[column]
    guard case .int64(let number) = value.storage else { return nil }
    return number
  }

  func number(_ column: Int) -> UInt64? { integer(column).flatMap { UInt64(exactly: $0) } }

  func identifier<Kind>(_ column: Int, of kind: Kind.Type = Kind.self) -> Identifier<Kind>? {
    blob(column).flatMap { Identifier(bytes: $0) }
  }
}

extension Identifier {
  /// The sixteen bytes as SQLite binds them.
  var blob: Data { Data(bytes) }
}

extension GroupSequence {
  /// The number as SQLite binds it; nil past its largest integer, where no event can be.
  var integer: Int64? { Int64(exactly: rawValue) }
}
