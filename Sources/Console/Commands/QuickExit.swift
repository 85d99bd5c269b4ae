import Glibc

/// `hearth quick-exit`: what was on the terminal is gone (product N11).
public enum QuickExit {
  /// ECMA-48 §8.3.57 and §8.3.39: attributes off, the cursor home, the whole screen erased; and xterm's ED 3, by which
  /// terminals forget what scrolled away.
  static let clearing = "\u{1B}[0m\u{1B}[H\u{1B}[2J\u{1B}[3J\u{1B}[H"

  /// Clears the terminal. It needs no profile, and says nothing whatever happens.
  public static func run(environment: [String: String]) {
    Terminal(environment: environment).write(text: clearing)
    // tmux keeps what scrolled away itself, and takes the wish from within it.
    guard let socket = environment["TMUX"], !socket.isEmpty else { return }
    tmux(["clear-history", "-t", environment["TMUX_PANE"] ?? ""])
  }

  /// Runs tmux in silence and waits for it.
  private static func tmux(_ arguments: [String]) {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return }
    defer { posix_spawn_file_actions_destroy(&actions) }
    for fd in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0) }
    var words = (["tmux"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    guard posix_spawnp(&child, "tmux", &actions, nil, &words, environ) == 0 else { return }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }
}
