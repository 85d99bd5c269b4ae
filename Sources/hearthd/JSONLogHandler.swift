import Foundation
import Glibc
import Logging

/// Writes the log to standard error as JSON, an object a line: `time` (RFC 3339, UTC), `level`, `message`, and the
/// metadata in `data`.
struct JSONLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let data = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
    let line = Self.line(level: event.level, "\(event.message)", data, at: Date().timeIntervalSince1970)
    // In one call, so that lines of several threads stay whole.
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  private struct Line: Encodable {
    var time: String
    var level: String
    var message: String
    var data: [String: String]?
  }

  /// - Parameter instant: seconds since 1970.
  static func line(level: Logger.Level, _ message: String, _ data: [String: String], at instant: Double) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = Line(time: time(instant), level: level.rawValue, message: message, data: data.isEmpty ? nil : data)
    return [UInt8]((try? encoder.encode(line)) ?? Data("{}".utf8)) + [UInt8(ascii: "\n")]
  }

  private static func time(_ instant: Double) -> String {
    let milliseconds = Int64((instant * 1_000).rounded(.down))
    var seconds = time_t(milliseconds / 1_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int32, _ count: Int) -> String { String(String(Int(number) + 10_000).suffix(count)) }
    let day = "\(Int(parts.tm_year) + 1_900)-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
    return
      "\(day)T\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):\(digits(parts.tm_sec, 2)).\(digits(Int32(milliseconds % 1_000), 3))Z"
  }
}
