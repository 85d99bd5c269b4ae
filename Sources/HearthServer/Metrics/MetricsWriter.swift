/// Writes metrics as text, as OpenMetrics 1.0 or in the form that Prometheus had before (0.0.4). Both have the same
/// samples; they differ in how a counter's family is called, and in the end.
struct MetricsWriter {
  /// What a family measures.
  enum Kind: String {
    case counter
    case gauge
    case histogram
  }

  /// A label's name and its value, which is escaped.
  typealias Label = (name: String, value: String)

  let isOpenMetrics: Bool
  private(set) var text = ""

  init(isOpenMetrics: Bool) { self.isOpenMetrics = isOpenMetrics }

  /// What the whole is to be sent as.
  var contentType: String {
    isOpenMetrics ? "application/openmetrics-text; version=1.0.0; charset=utf-8" : "text/plain; version=0.0.4; charset=utf-8"
  }

  /// Whether one of the values of Accept names OpenMetrics, and does not rule it out.
  static func wantsOpenMetrics(_ accepted: [String]) -> Bool {
    accepted.joined(separator: ",").lowercased().split(separator: ",").contains { element in
      let parts = element.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      return parts.first == "application/openmetrics-text" && !parts.contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
    }
  }

  /// Writes a family of counters, which end with `_total`.
  ///
  /// - Parameter name: without `_total`.
  mutating func counter(_ name: String, _ help: String, _ samples: [(labels: [Label], value: String)]) {
    begin(isOpenMetrics ? name : name + "_total", .counter, help)
    for sample in samples { line(name + "_total", sample.labels, sample.value) }
  }

  mutating func counter(_ name: String, _ help: String, _ value: Int) { counter(name, help, [([], "\(value)")]) }

  mutating func gauge(_ name: String, _ help: String, _ samples: [(labels: [Label], value: String)]) {
    begin(name, .gauge, help)
    for sample in samples { line(name, sample.labels, sample.value) }
  }

  mutating func gauge(_ name: String, _ help: String, _ value: Int) { gauge(name, help, [([], "\(value)")]) }

  /// Writes a distribution with the number, the sum and the count up to each bound.
  ///
  /// - Parameter perUnit: how many of what was measured are one of the metric's unit.
  mutating func histogram(_ name: String, _ help: String, _ distribution: Distribution, perUnit: Int = 1) {
    begin(name, .histogram, help)
    var below = 0
    for (bound, count) in zip(distribution.bounds, distribution.counts) {
      below += count
      line(name + "_bucket", [("le", Self.decimal(bound, perUnit))], "\(below)")
    }
    line(name + "_bucket", [("le", "+Inf")], "\(distribution.count)")
    line(name + "_sum", [], Self.decimal(distribution.sum, perUnit))
    line(name + "_count", [], "\(distribution.count)")
  }

  /// Ends the text; nothing may follow.
  mutating func end() { if isOpenMetrics { text += "# EOF\n" } }

  private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# TYPE \(name) \(kind.rawValue)\n# HELP \(name) \(Self.escaped(help))\n"
  }

  private mutating func line(_ name: String, _ labels: [Label], _ value: String) {
    let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
    text += list.isEmpty ? "\(name) \(value)\n" : "\(name){\(list)} \(value)\n"
  }

  /// A number of smaller units as decimals of the larger one, exactly.
  static func decimal(_ value: Int, _ perUnit: Int) -> String {
    let (whole, rest) = value.quotientAndRemainder(dividingBy: max(1, perUnit))
    // A float, which OpenMetrics wants of bounds.
    guard rest != 0 else { return "\(whole).0" }
    var digits = "\(perUnit + rest)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default: result.append(character)
      }
    }
  }
}
