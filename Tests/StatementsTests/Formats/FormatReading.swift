import Foundation
import Ledger
import Testing

@testable import Statements

/// What the tests of formats read with.
enum FormatReading {
  static let euro = Currency(code: "EUR") ?? Currency.all[0]

  static func file(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent("FormatFiles/" + name)))
  }

  /// Reads a file in the format that its content shows, with euros where it names no currency.
  static func statements(
    _ bytes: [UInt8], currency: String = "EUR", _ order: DayOrder? = nil
  ) throws -> [Statement] {
    let text = try StatementText(bytes)
    let format = try #require(StatementFormat.detect(text))
    var options = StatementOptions(currency: try #require(Currency(code: currency)))
    options.dayOrder = order
    return try format.read(text, options)
  }

  static func statements(
    _ text: String, currency: String = "EUR", _ order: DayOrder? = nil
  ) throws -> [Statement] { try statements(Array(text.utf8), currency: currency, order) }

  static func flaw(_ text: String, currency: String = "EUR") -> StatementFlaw? { flaw(Array(text.utf8), currency: currency) }

  /// Why the whole is refused.
  static func flaw(_ bytes: [UInt8], currency: String = "EUR") -> StatementFlaw? {
    do {
      _ = try statements(bytes, currency: currency)
      return nil
    } catch { return error as? StatementFlaw }
  }
}

extension Statement {
  /// Day, minor units, currency where it is another, reference, text and counterparty of each line; or why it is none.
  var said: [String] {
    records.map { record in
      switch record.outcome {
      case .line(let line):
        "\(line.day) \(line.minor)\(line.currency?.code ?? "") \(line.reference)|\(line.text)|\(line.counterparty)"
      case .nothing(let flaw): "nothing \(flaw.kind)"
      case .problem(let flaw): "problem \(flaw.kind) in line \(flaw.line ?? 0)"
      }
    }
  }

  var problems: [StatementFlaw.Kind] {
    records.compactMap { record in if case .problem(let flaw) = record.outcome { flaw.kind } else { nil } }
  }
}
