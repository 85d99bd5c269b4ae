import HearthLoadKit

/// What the rows of the catalogue came to, and what they left behind.
struct CatalogueReport {
  // Limit: bytes that a server's resident memory may grow by after its warm-up.
  private static let growthBytesMax = 1 << 20
  // Limit: bytes that a bomb may raise it by while it is inflated.
  private static let bombBytesMax = 256 << 10
  // Limit: how long each of the delays may be.
  private static let delayMax = Duration.seconds(1)

  var rows: [Row] = []
  var hosts: [Host] = []
  var notBytewise: [NotBytewise] = []
  var seconds = 0.0
  /// Wrong expectations that were found out, and all of them: the judge can fail.
  var wrongFound = 0
  var wrongInAll = 0

  var delays = Delays()
  var bomb: Bomb?
  var costs: [Cost] = []

  /// The longest of each.
  struct Delays {
    /// From a Close, the head of a refusal or what the peer sent last, to the end of the server's stream.
    var ending = Delay()
    /// From a deadline that was waited for to the end of what came of it, the handshakes before included.
    var deadline = Delay()
    /// From a row's last play until one witness has heard the other.
    var roundTrip = Delay()
    /// From then until the server has given back every descriptor.
    var descriptors = Delay()

    private var named: [(String, Delay)] {
      [
        ("end of the stream", ending), ("past a deadline", deadline), ("round trip of the witnesses", roundTrip),
        ("descriptors back", descriptors),
      ]
    }
    var holds: Bool { named.allSatisfy(\.1.holds) }
    var text: String {
      let figures = named.map { "\($0) \($1.length.milliseconds) ms" }.joined(separator: ", ")
      return figures + " at most" + (holds ? "" : "  FAILED") + named.filter { !$1.holds }.map { "\n      \($0): \($1.of)" }.joined()
    }
  }

  /// The longest time of a kind.
  struct Delay {
    var length = Duration.zero
    /// Where it was, and what was seen meanwhile.
    var of = ""

    var holds: Bool { length <= CatalogueReport.delayMax }

    mutating func add(_ other: Duration, of what: @autoclosure () -> String) {
      guard other > length else { return }
      self = Delay(length: other, of: what())
    }
  }

  /// The bomb of row Z1.
  struct Bomb {
    /// By how much the resident memory of the server rose meanwhile.
    var riseBytes: Int

    var holds: Bool { riseBytes <= CatalogueReport.bombBytesMax }
  }

  /// The processor time of a case whose row names a limit, in milliseconds each.
  struct Cost {
    var row: String
    var name: String
    /// Outside the kernel.
    var user: Double
    var inAll: Double
    var most: Double

    var holds: Bool { inAll <= most }
    var text: String {
      func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
      return "\(row), \(name): \(hundredths(inAll)) ms (\(hundredths(most)) at most), \(hundredths(user)) ms of it outside the kernel"
        + (holds ? "" : "  FAILED")
    }
  }

  /// One row.
  struct Row {
    var number: String
    var name: String
    /// Cases, each way counted for itself.
    var cases: Int
    var times: Int
    var failed: Int
    var first: String?
    /// By how much the resident memory of its servers has grown.
    var grownBytes: Int

    mutating func add(_ other: Row) {
      grownBytes = other.grownBytes
      times += other.times
      failed += other.failed
      first = first ?? other.first
    }
  }

  /// A case that was not played in segments of one byte.
  struct NotBytewise {
    var row: String
    var name: String
    var byteCount: Int
    /// Why nobody plays it so; nil when only its bytes are too many for here.
    var reason: CatalogueCase.LeftOut?

    var text: String { "\(row), \(name): \(reason?.sentence ?? "its \(byteCount) bytes are too many here, and the tests play it")" }
  }

  /// One server.
  struct Host {
    var name: String
    var isRunning: Bool
    var before: CatalogueHost.Figures
    var after: CatalogueHost.Figures

    var grownBytes: Int { after.residentBytes - before.residentBytes }
    var holds: Bool { isRunning && grownBytes < CatalogueReport.growthBytesMax && after.descriptors <= before.descriptors }
  }

  var holds: Bool {
    wrongFound == wrongInAll && rows.allSatisfy { $0.failed == 0 } && hosts.allSatisfy(\.holds) && delays.holds && bomb?.holds ?? false
      && !costs.isEmpty
      && costs.allSatisfy(\.holds)
  }

  var text: String {
    var lines = ["row   times  cases and ways  outcome"]
    for row in rows {
      let outcome = row.failed == 0 ? "as it must be" : "WRONG \(row.failed) times"
      lines.append(
        "\(row.number.padded(6))\(String(row.times).padded(7))\(String(row.cases).padded(16))\(outcome)  (\(row.name))"
          // What is less comes and goes.
          + (row.grownBytes >> 10 < 64 ? "" : ", after the warm-up \(row.grownBytes >> 10) KiB more"))
      if let first = row.first { lines.append("      \(first)") }
    }
    let plays = rows.reduce(0) { $0 + $1.times }
    lines.append("played      \(rows.count) rows, \(plays) connections in \(Int(seconds)) s")
    lines.append("control     \(wrongFound) of \(wrongInAll) wrong expectations found out")
    for host in hosts {
      lines.append(
        "\(host.name.padded(24))resident \(host.before.residentBytes >> 10) KiB before, \(host.after.residentBytes >> 10) KiB after; "
          + "descriptors \(host.before.descriptors) before, \(host.after.descriptors) after\(host.holds ? "" : "  FAILED")")
    }
    lines.append("delays      \(delays.text)")
    let bombText = bomb.map { "\($0.riseBytes >> 10) KiB more resident while it is inflated\($0.holds ? "" : "  FAILED")" }
    lines.append("bomb        \(bombText ?? "the system does not tell what it costs  FAILED")")
    lines.append("processor   of one connection:")
    lines += costs.map { "      " + $0.text }
    lines.append("bytewise    all but \(notBytewise.count) cases:")
    lines += notBytewise.map { "      " + $0.text }
    lines.append(holds ? "verdict     every row got what it must, and nothing was left behind" : "verdict     FAILED")
    return lines.joined(separator: "\n")
  }
}

extension CatalogueCase.LeftOut {
  fileprivate var sentence: String {
    switch self {
    case .needsTLS: "it is about TLS"
    case .comesTooLate: "the answer comes before its bytes have"
    case .takesTooLong: "it takes longer than anything may stay unsent"
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}

extension String {
  fileprivate func padded(_ count: Int) -> String { self + String(repeating: " ", count: max(1, count - self.count)) }
}
