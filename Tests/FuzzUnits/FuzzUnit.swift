/// Something a fuzzer has found out: what must hold and did not.
public struct Violation: Error, Sendable, CustomStringConvertible {
  /// What must hold.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// What one fuzzer calls: a parser with an oracle behind it.
///
/// A unit takes any bytes whatever. It traps only where the code under test does, keeps no state that another input
/// could notice, and says by a violation what was wrong.
public struct FuzzUnit: Sendable {
  /// Its name, which is also its folder in the corpus.
  public let name: String
  /// Takes one input.
  public let run: @Sendable (UnsafeRawBufferPointer) throws(Violation) -> Void

  /// Those that must find nothing.
  public static let all: [FuzzUnit] = [
    FuzzUnit(name: "request-head", run: fuzzRequestHead),
    FuzzUnit(name: "extensions", run: fuzzExtensions),
    FuzzUnit(name: "response-head", run: fuzzResponseHead),
    FuzzUnit(name: "frames", run: fuzzFrames),
    FuzzUnit(name: "frame-cuts", run: fuzzFrameCuts),
    FuzzUnit(name: "fragments", run: fuzzFragments),
    FuzzUnit(name: "connection", run: fuzzConnection),
    FuzzUnit(name: "inflate", run: fuzzInflate),
    FuzzUnit(name: "distances", run: fuzzDistances),
    FuzzUnit(name: "utf8", run: fuzzUTF8),
    FuzzUnit(name: "proxy-header", run: fuzzProxyHeader),
    FuzzUnit(name: "web-token", run: fuzzWebToken),
    FuzzUnit(name: "client-hello", run: fuzzClientHello),
    FuzzUnit(name: "tls-records", run: fuzzTLSRecords),
    FuzzUnit(name: "tls-handshake", run: fuzzTLSHandshake),
    FuzzUnit(name: "bundle", run: fuzzBundle),
    FuzzUnit(name: "time-zone", run: fuzzTimeZone),
    FuzzUnit(name: "statement-ofx", run: fuzzOFX),
    FuzzUnit(name: "statement-qif", run: fuzzQIF),
    FuzzUnit(name: "statement-camt", run: fuzzCAMT),
    FuzzUnit(name: "statement-mt940", run: fuzzMT940),
    FuzzUnit(name: "statement", run: fuzzStatement),
    FuzzUnit(name: "statement-text", run: fuzzStatementText),
    FuzzUnit(name: "statement-profile", run: fuzzStatementProfile),
    FuzzUnit(name: "import-plan", run: fuzzImportPlan),
    FuzzUnit(name: "webhook-url", run: fuzzWebhookURL),
    FuzzUnit(name: "node-frames", run: fuzzNodeFrames),
    FuzzUnit(name: "messages", run: fuzzMessages),
  ]

  /// Positive controls: each has a planted bug that a fuzzer must find.
  public static let controls: [FuzzUnit] = [
    FuzzUnit(name: "control-cut", run: fuzzWithLostByte),
    FuzzUnit(name: "control-memory", run: fuzzWithOverrun),
    FuzzUnit(name: "control-ticket", run: fuzzWithFreedTicket),
    FuzzUnit(name: "control-leak", run: fuzzWithLeak),
    FuzzUnit(name: "control-distance", run: fuzzWithWiderWindow),
  ]
}

/// Throws unless the condition holds.
@inline(__always)
func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws(Violation) {
  guard condition else { throw Violation(what()) }
}
