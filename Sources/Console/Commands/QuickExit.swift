import Glibc

/// `hearth quick-exit`: what was on the terminal is gone (product N11).
public enum QuickExit {
  /// The screen erased line by line, then as a whole (ECMA-48 §8.3.39), since a terminal may have more lines than it
  /// says; and xterm's ED 3, by which terminals forget what scrolled away.
  static func clearing(rows: Int) -> String { ScreenErasing.lines(rows) + "\u{1B}[2J\u{1B}[3J\u{1B}[H" }

  /// Clears the terminal. It needs no profile, and says nothing whatever happens.
  public static func run(environment: [String: String]) {
    let rows = WindowSize(of: STDOUT_FILENO).rows ?? ScreenErasing.usualRows
    Terminal(environment: environment).write(text: clearing(rows: rows))
    // tmux and screen keep what scrolled away themselves, and take the wish from within them; one may run in the other.
    if let socket = environment["TMUX"], !socket.isEmpty {
      output(of: ["tmux", "clear-history", "-t", environment["TMUX_PANE"] ?? ""])
    }
    if let session = environment["STY"], !session.isEmpty {
      let window = ["screen", "-S", session, "-p", environment["WINDOW"] ?? "0"]
      guard let lines = historyLines(output(of: window + ["-Q", "info"])) else { return }
      // A history of no lines forgets all it had.
      output(of: window + ["-X", "scrollback", "0"])
      output(of: window + ["-X", "scrollback", String(lines)])
    }
  }

  /// How many lines screen keeps of a window, as its `info` says behind the window's size: "(1,24)/(80,24)+100 +flow".
  static func historyLines(_ info: String) -> Int? {
    guard let match = info.firstMatch(of: /^\([0-9]+,[0-9]+\)\/\([0-9]+,[0-9]+\)\+([0-9]+)/) else { return nil }
    return Int(match.1)
  }

  // Limit: bytes that are read of what such a program says.
  private static let outputMax = 4_096

  /// Runs a program in silence and waits for it.
  @discardableResult
  private static func output(of arguments: [String]) -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return "" }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var (reading, writing) = (ends[0], ends[1])
    defer { for end in [reading, writing] where end >= 0 { close(end) } }
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return "" }
    defer { posix_spawn_file_actions_destroy(&actions) }
    for fd in [STDIN_FILENO, STDERR_FILENO] { posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0) }
    posix_spawn_file_actions_adddup2(&actions, writing, STDOUT_FILENO)
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let isStarted = posix_spawnp(&child, arguments[0], &actions, nil, &words, environ) == 0
    close(writing)
    writing = -1
    guard isStarted else { return "" }
    var bytes = Array(repeating: UInt8(0), count: outputMax)
    let count = max(0, read(reading, &bytes, bytes.count))
    // A program that says more must not wait for a reader.
    close(reading)
    reading = -1
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
