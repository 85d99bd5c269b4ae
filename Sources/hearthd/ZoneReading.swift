import Dispatch
import Glibc
import Logging
import TimeZones

/// The system's time zones for `hearthd serve`: read at its start and at each SIGHUP, and said in the log.
enum ZoneReading {
  /// Reads all zones, off the loops. Groups go by them from their next turn on.
  static func read(_ log: Logger, _ zones: TimeZones = .system) {
    let found = zones.readAll()
    guard found.zones > 0 else {
      return log.warning(
        "no time zones there: those that are built into the program count, which may be out of date. Install tzdata and send SIGHUP",
        metadata: ["folder": "\(zones.folder)"])
    }
    log.info(
      "time zones read",
      metadata: ["folder": "\(zones.folder)", "version": "\(found.version ?? "not said")", "zones": "\(found.zones)"])
    guard !found.damaged.isEmpty else { return }
    let names = found.damaged.prefix(5).joined(separator: ", ") + (found.damaged.count > 5 ? ", …" : "")
    log.warning(
      "files of time zones cannot be read: for these zones what is built into the program counts. Install tzdata again and send SIGHUP",
      metadata: ["count": "\(found.damaged.count)", "zones": "\(names)"])
  }

  /// Reads them again at each SIGHUP, as long as the result is kept.
  static func readAtHangup(_ log: Logger) -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
    source.setEventHandler { read(log) }
    source.resume()
    return source
  }
}
