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
  /// The process; 0 when there is none.
  private(set) var pid: Int32 = 0

  /// Starts `hearthd serve`.
  init(path: String, listen: String, data: String, arguments: [String]) throws {
    self.path = path
    self.arguments = [path, "serve", "--listen", listen, "--data", data] + arguments
    try start()
  }

  /// Starts any other program.
  init(path: String, arguments: [String]) throws {
    self.path = path
    self.arguments = [path] + arguments
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
  func kill() { if pid != 0 { _ = end(SIGKILL) } }

  /// Ends it in order; if it does not end so, or has ended before, that is said and kept (`allEndedInOrder`).
  func terminate() {
    guard pid != 0 else { return }
    let status = end(SIGTERM)
    // Exit status 0, or ended by the signal, which is what a program does that has nothing to put in order.
    guard status != 0, status != SIGTERM else { return }
    Self.haveEndedOtherwise.store(true, ordering: .relaxed)
    let how = status & 0x7F == 0 ? "with exit status \(status >> 8 & 0xFF)" : "by signal \(status & 0x7F)"
    FileHandle.standardError.write(Data("\(path) did not end in order, but \(how).\n".utf8))
  }

  private static let haveEndedOtherwise = Atomic(false)

  /// Whether every server of this process that was to end did so in order.
  static var allEndedInOrder: Bool { !haveEndedOtherwise.load(ordering: .relaxed) }

  /// Whether it is still running.
  var isRunning: Bool {
    guard pid != 0 else { return false }
    var status: Int32 = 0
    if waitpid(pid, &status, WNOHANG) == pid {
      pid = 0
      Self.haveEndedOtherwise.store(true, ordering: .relaxed)
      FileHandle.standardError.write(Data("\(path) has ended by itself, with status \(status) of wait(2).\n".utf8))
    }
    return pid != 0
  }

  /// Texts as C wants them, with nil behind the last; to be freed.
  private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }

  /// Returns the status of wait(2).
  private func end(_ signal: Int32) -> Int32 {
    _ = Foundation.kill(pid, signal)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) == -1 && errno == EINTR {}
    pid = 0
    return status
  }
}
