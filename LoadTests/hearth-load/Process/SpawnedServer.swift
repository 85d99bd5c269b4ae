import Foundation
import Synchronization

/// Why the test could not be run.
struct CannotRun: Error, CustomStringConvertible {
  var description: String
}

/// A server process that this program started, and may therefore end.
final class SpawnedServer {
  private let path: String
  private let arguments: [String]
  /// Whether it puts things in order at SIGTERM, and exits with 0. What does not is ended by the signal.
  private let drains: Bool
  // Limit: how long a program may take to end in order, in hundredths of a second; hearthd drains for 8 s.
  private static let endingLooks = 3_000
  /// The process; 0 when there is none.
  private(set) var pid: Int32 = 0

  /// Starts `hearthd serve`.
  init(path: String, listen: String, data: String, arguments: [String]) throws {
    self.path = path
    self.arguments = [path, "serve", "--listen", listen, "--data", data] + arguments
    drains = true
    try start()
  }

  /// Starts any other program.
  init(path: String, arguments: [String]) throws {
    self.path = path
    self.arguments = [path] + arguments
    drains = false
    try start()
  }

  /// Starts it again on the same data and port.
  func start() throws {
    let words = Self.copies(of: arguments)
    let environment = Self.copies(of: ProcessInfo.processInfo.environment.map { "\($0)=\($1)" })
    defer { for word in words + environment { free(word) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, path, nil, nil, words, environment)
    guard code == 0 else { throw CannotRun(description: "\(path) cannot be started: \(String(cString: strerror(code))).") }
    pid = child
  }

  /// Ends it without warning.
  func kill() {
    guard pid != 0 else { return }
    _ = Foundation.kill(pid, SIGKILL)
    _ = reap(0)
  }

  /// Ends it in order; if it does not end so, or has ended before, that is said and kept (`allEndedInOrder`).
  func terminate() {
    guard isRunning else { return }
    _ = Foundation.kill(pid, SIGTERM)
    for _ in 0..<Self.endingLooks {
      if let status = reap(WNOHANG) {
        if status != (drains ? 0 : SIGTERM) { complain("did not end in order, but \(Self.ending(status))") }
        return
      }
      _ = poll(nil, 0, 10)
    }
    complain("did not end within \(Self.endingLooks / 100) s of SIGTERM, and was killed")
    kill()
  }

  private func complain(_ what: String) {
    Self.haveEndedOtherwise.store(true, ordering: .relaxed)
    FileHandle.standardError.write(Data("\(path) \(what).\n".utf8))
  }

  private static func ending(_ status: Int32) -> String {
    status & 0x7F == 0 ? "with exit status \(status >> 8 & 0xFF)" : "by signal \(status & 0x7F)"
  }

  private static let haveEndedOtherwise = Atomic(false)

  /// Whether every server of this process that was to end did so in order.
  static var allEndedInOrder: Bool { !haveEndedOtherwise.load(ordering: .relaxed) }

  /// Whether it is still running.
  var isRunning: Bool {
    guard pid != 0 else { return false }
    if let status = reap(WNOHANG) { complain("has ended by itself, \(Self.ending(status))") }
    return pid != 0
  }

  /// Texts as C wants them, with nil behind the last; to be freed.
  private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }

  /// Returns the status of wait(2), and nil while the process runs. It must not have been waited for.
  private func reap(_ options: Int32) -> Int32? {
    var status: Int32 = 0
    var ended = waitpid(pid, &status, options)
    while ended == -1 && errno == EINTR { ended = waitpid(pid, &status, options) }
    guard ended != 0 else { return nil }
    pid = 0
    return status
  }
}
