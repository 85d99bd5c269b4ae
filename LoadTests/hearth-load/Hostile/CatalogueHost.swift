import CatalogueRunner
import Foundation
import HearthLoadKit

/// What the servers are started with.
struct CataloguePrograms {
  /// `hearthd`.
  var server: String
  /// A folder.
  var data: String
  var certificate: String
  var key: String
}

/// A server of its own that rows are played against, with witnesses in it.
final class CatalogueHost {
  let name: String
  let watch: ServerUnderTest
  /// The same server for each of the workers: an address and an account of their own.
  let targets: [CatalogueTarget]
  private let server: SpawnedServer
  /// What the others are compared with; nil until it begins.
  private var first: Figures?

  /// What a leak would make grow.
  struct Figures {
    var residentBytes: Int
    var descriptors: Int
  }

  /// The deadlines that the servers are started with, in milliseconds.
  private static let deadlineMilliseconds = 1_000

  /// Starts the server, and settles in.
  init(
    _ setting: CatalogueCase.Setting, isSecure: Bool, workers: Int, _ programs: CataloguePrograms, folder: String? = nil
  ) throws {
    name = "\(setting)\(isSecure ? " over TLS" : "")"
    let folder = folder ?? "\(setting)-\(isSecure ? "secure" : "plain")"
    let port = try LoopbackPort.free()
    let security = isSecure ? ["--tls-cert", programs.certificate, "--tls-key", programs.key] : []
    server = try SpawnedServer(
      path: programs.server, listen: "127.0.0.1:\(port)", data: "\(programs.data)/\(folder)",
      arguments: Self.arguments(setting) + security)
    guard LoopbackPort.waitUntilOpen(port, seconds: 20) else {
      server.kill()
      throw CannotRun(description: "A server does not listen after 20 s: \(name).")
    }
    let way = isSecure ? CatalogueCase.Way.secure : .plain
    let target = CatalogueTarget(port: port, deadlineMilliseconds: Self.deadlineMilliseconds)
    let others = try (0..<workers).map { worker in
      var own = target
      // A crowded server counts those of one address.
      if setting != .crowded { own.source = 0x7F00_0101 + UInt32(worker) }
      try own.settle(worker + 1, way)
      return own
    }
    watch = try ServerUnderTest(target, way, setting, process: server.pid)
    // Where identities are counted it is the crowd's that has all it may.
    targets = setting == .familiar ? [watch.target] : others
  }

  private static func arguments(_ setting: CatalogueCase.Setting) -> [String] {
    let most = setting == .full ? Catalogue.crowd : 20_000
    let mostOfAddress = setting == .crowded ? Catalogue.crowd : 20_000
    let seconds = String(Double(deadlineMilliseconds) / 1_000)
    return [
      "--log-level", "critical", "--origin", Catalogue.webOrigin, "--message-rate", "1000000", "--identity-message-rate", "1000000",
      "--registrations-per-hour", "1000000", "--groups-per-hour", "1000000",
      "--identity-read-ms-per-minute", "1000000", "--address-read-ms-per-minute", "1000000",
      "--identity-history-bytes-per-hour", "1099511627776", "--address-history-bytes-per-hour", "1099511627776",
      "--connections-max", "\(most)", "--connections-per-address", "\(mostOfAddress)", "--connections-per-identity",
      "\(setting == .familiar ? Catalogue.crowd : 20_000)",
      "--request-seconds", seconds, "--login-seconds", seconds, "--message-seconds", seconds,
      "--handshake-seconds", seconds, "--close-seconds", seconds,
      // Witnesses may have to wait for a row of many plays, and answer no pings.
      "--ping-seconds", "3600",
    ] + special(setting)
  }

  private static func special(_ setting: CatalogueCase.Setting) -> [String] {
    switch setting {
    case .usual, .full, .crowded, .familiar: []
    case .compressing: ["--deflate"]
    case .narrow: ["--control-frame-rate", "10000", "--pongs-max", "255", "--queue-messages", "10", "--send-buffer-bytes", "4096"]
    }
  }

  /// Whether the process still runs.
  var isRunning: Bool { server.isRunning }

  var figures: Figures {
    Figures(
      residentBytes: ProcessFigures(pid: server.pid)?.residentBytes ?? 0, descriptors: ProcessFigures.descriptors(pid: server.pid) ?? 0)
  }

  /// Notes what the others are compared with.
  func begin() { first = figures }

  /// Once it has begun, no descriptor of any kind is left over: files and the loops' own are counted too.
  func requireDescriptors() throws {
    guard first != nil else { return }
    let (before, after) = growth
    guard after.descriptors <= before.descriptors else {
      throw Mismatch("\(name) has \(after.descriptors) descriptors, \(before.descriptors) when it began")
    }
  }

  /// What there was at first and is now, once those who have just left are gone.
  var growth: (before: Figures, after: Figures) {
    var now = figures
    let first = first ?? now
    // Limit: looks of 10 ms each, 5 s in all.
    for _ in 0..<500 where now.descriptors > first.descriptors {
      _ = poll(nil, 0, 10)
      now = figures
    }
    return (first, now)
  }

  /// By how much the resident memory rises while a body runs, in bytes; nil when the system does not tell.
  func rise(_ body: () throws -> Void) rethrows -> Int? {
    let before = figures.residentBytes
    guard ProcessFigures.forgetPeak(pid: server.pid) else { return nil }
    try body()
    return ProcessFigures.peakBytes(pid: server.pid).map { $0 - before }
  }

  /// The server's processor time meanwhile, in seconds: outside the kernel, and in all.
  func processorSeconds(_ body: () throws -> Void) throws -> (user: Double, inAll: Double) {
    guard let before = ProcessFigures(pid: server.pid) else { throw CannotRun(description: "A server has gone: \(name).") }
    try body()
    guard let after = ProcessFigures(pid: server.pid) else { throw CannotRun(description: "A server has gone: \(name).") }
    return (after.userSeconds - before.userSeconds, after.cpuSeconds - before.cpuSeconds)
  }

  func stop() { server.terminate() }
}
