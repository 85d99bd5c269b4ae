import Foundation
import Ledger

@testable import Statements

/// The files of this target's tests.
enum Files {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Files")

  static func all() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))) }
}

extension StatementOptions {
  /// Options of a group that counts in this currency.
  static func usual(_ code: String = "INR", _ change: (inout StatementOptions) -> Void = { _ in }) -> StatementOptions {
    var options = StatementOptions(currency: Currency(code: code) ?? Currency.all[0])
    change(&options)
    return options
  }
}

/// What a file says, one text a record: "1 2026-10-01 -4.95 EUR Shop".
func said(_ bytes: [UInt8], _ options: StatementOptions = .usual()) throws -> [String] {
  switch try StatementFile.read(bytes, options) {
  case .tables(let tables): return tables.flatMap { $0.statement.records.map(\.said) }
  case .book(let book): return book.records.map(\.said)
  }
}

func said(_ text: String, _ options: StatementOptions = .usual()) throws -> [String] { try said(Array(text.utf8), options) }

extension StatementRecord {
  var said: String {
    switch outcome {
    case .line(let line):
      let money = "\(line.minor)\(line.currency.map { " \($0)" } ?? "")"
      let other = line.counterparty.isEmpty ? "" : " [\(line.counterparty)]"
      return "\(number) \(line.day) \(money)\(other) \(line.text)\(line.reference.isEmpty ? "" : " #\(line.reference)")"
    case .nothing(let flaw): return "\(number) nothing \(flaw.kind)"
    case .problem(let flaw): return "\(number) problem \(flaw.kind)"
    }
  }
}

extension SharedRecord {
  var said: String {
    switch outcome {
    case .line(let line):
      func parts(_ parts: [SharedPart]) -> String { parts.map { "\($0.name)=\($0.minor)" }.joined(separator: ",") }
      return
        "\(number) \(line.day) \(line.kind) \(line.minor)\(line.currency.map { " \($0)" } ?? "") \(line.text): \(parts(line.paid)) / \(parts(line.owed))"
    case .nothing(let flaw): return "\(number) nothing \(flaw.kind)"
    case .problem(let flaw): return "\(number) problem \(flaw.kind)"
    }
  }
}
