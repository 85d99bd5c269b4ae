import Glibc

/// One measured number; its name ends in its unit.
struct Figure {
  let name: String
  let value: Double

  func line(limit: Double?) -> String {
    let text = padded(name, to: 32) + padded(Self.text(value), to: 12)
    guard let limit else { return text }
    return text + "at most " + Self.text(limit)
  }

  private func padded(_ text: String, to width: Int) -> String { text + String(repeating: " ", count: max(1, width - text.count)) }

  private static func text(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// The largest values allowed, one "name value" a line; lines that begin with # are comments.
struct Thresholds {
  private var limits: [String: Double] = [:]

  init(path: String) throws {
    guard let file = fopen(path, "r") else { throw CannotMeasure.noThresholds(path) }
    defer { fclose(file) }
    while let line = readLine(of: file) {
      let words = line.split(separator: " ")
      guard words.count == 2, let name = words.first, !name.hasPrefix("#"), let limit = Double(words[1]) else { continue }
      limits[String(name)] = limit
    }
  }

  subscript(name: String) -> Double? { limits[name] }

  private func readLine(of file: UnsafeMutablePointer<FILE>) -> String? {
    var text = ""
    while true {
      let byte = fgetc(file)
      if byte == EOF { return text.isEmpty ? nil : text }
      if byte == Int32(UInt8(ascii: "\n")) { return text }
      text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: byte)))
    }
  }
}

/// Why nothing could be measured.
enum CannotMeasure: Error {
  case noThresholds(String)
  case notAnIdentifier
}
