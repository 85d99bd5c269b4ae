import Locking
import Logging

/// Keeps every line with its level and its metadata.
struct RecordingLog: LogHandler {
  let written: Locked<String>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  init(written: Locked<String>) { self.written = written }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    written.withLock { $0 += "\(event.level): \(event.message) \(event.metadata ?? [:])\n" }
  }
}
