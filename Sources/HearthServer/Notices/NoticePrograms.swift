import CLinux
import Glibc
import Locking

/// What became of a notice that was handed to the program.
enum NoticeOutcome: Sendable, Equatable {
  /// The program ended with status 0.
  case told
  /// It ended with another status, or by a signal of its own.
  case failed(String)
  /// It took too long and was killed.
  case killed
}

/// Runs the operator's program, without a shell: a notice on its standard input, nowhere to write to, an environment of
/// two variables, no descriptor of the server's, and a process group of its own.
///
/// A thread waits for each run. Whether one takes too long is looked at by `expire`; what a run has started and left
/// behind ends with it.
final class NoticePrograms: Sendable {
  private struct State: Sendable {
    var isStopped = false
    /// The runs under way, each with its deadline and whether it was killed. A process stands here until it is reaped,
    /// so that no other is ever meant by its number.
    var running: [pid_t: (deadline: Int64, isKilled: Bool)] = [:]
  }

  /// What the program finds in its environment, and nothing else.
  static let environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"]

  private let path: String
  private let milliseconds: Int64
  private let clock: @Sendable () -> Int64
  private let state = Locked(State())

  /// - Parameters:
  ///   - path: absolute.
  ///   - milliseconds: time for one run.
  ///   - clock: monotonic milliseconds.
  init(path: String, milliseconds: Int64, clock: @escaping @Sendable () -> Int64) {
    self.path = path
    self.milliseconds = milliseconds
    self.clock = clock
  }

  /// How many run.
  var count: Int { state.withLock { $0.running.count } }

  /// Runs the program and waits for its end; any thread but a loop's.
  ///
  /// - Parameter input: at most `NoticePayload.bytesMax` bytes.
  func run(_ input: [UInt8]) -> NoticeOutcome {
    var ends: [Int32] = [0, 0]
    guard clinux_pipe(&ends) == 0 else { return .failed("there is no pipe: \(Self.text(errno))") }
    // Nobody reads yet: a pipe takes so little at once, and then it ends.
    let written = input.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    close(ends[1])
    defer { close(ends[0]) }
    guard written == input.count else { return .failed("the pipe did not take the notice") }
    guard !state.withLock(\.isStopped) else { return .failed("the server stops") }
    switch start(reading: ends[0]) {
    case .failure(let failure): return .failed(failure.why)
    case .success(let process):
      state.withLock { state in
        // A stop may have come meanwhile.
        if state.isStopped { kill(-process, SIGKILL) }
        state.running[process] = (clock() + milliseconds, state.isStopped)
      }
      return outcome(of: process)
    }
  }

  private struct StartFailure: Error { let why: String }

  private func start(reading input: Int32) -> Result<pid_t, StartFailure> {
    var words = [strdup(path), nil]
    var variables = Self.environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var process = pid_t()
    let error = clinux_spawn(path, &words, &variables, input, &process)
    return error == 0 ? .success(process) : .failure(StartFailure(why: "it cannot be started: \(Self.text(error))"))
  }

  private func outcome(of process: pid_t) -> NoticeOutcome {
    clinux_await_end(process)
    var status: Int32 = 0
    let isKilled = state.withLock { state in
      kill(-process, SIGKILL)
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      return state.running.removeValue(forKey: process)?.isKilled ?? false
    }
    if isKilled { return .killed }
    if status == 0 { return .told }
    let signal = status & 0x7F
    return .failed(signal == 0 ? "it ended with status \((status >> 8) & 0xFF)" : "it ended by signal \(signal)")
  }

  /// Kills what has run too long; every so often.
  func expire() {
    let now = clock()
    state.withLock { state in
      for (process, run) in state.running where run.deadline <= now && !run.isKilled {
        kill(-process, SIGKILL)
        state.running[process]?.isKilled = true
      }
    }
  }

  /// Kills what runs, and starts nothing more.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for process in state.running.keys {
        kill(-process, SIGKILL)
        state.running[process]?.isKilled = true
      }
    }
  }

  private static func text(_ error: Int32) -> String { String(cString: strerror(error)) }
}
