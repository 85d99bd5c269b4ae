import Foundation

/// A program at a terminal, where a person answers what it asks.
enum TerminalCall {
  private static let script = """
    import os, pty, sys
    pid, terminal = pty.fork()
    if pid == 0: os.execv(sys.argv[3], sys.argv[3:])
    seen = b""
    def read():
        global seen
        try: part = os.read(terminal, 4096)
        except OSError: part = b""
        seen += part
        return part
    ends = tuple(end.encode() for end in sys.argv[2].split("|"))
    for answer in sys.argv[1].split("|"):
        start = len(seen)
        while not seen[start:].endswith(ends) and read(): pass
        os.write(terminal, answer.encode())
    while read(): pass
    sys.stdout.write(seen.decode())
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    """

  /// Runs `hearth` and types each answer when the screen ends as a question does.
  ///
  /// - Parameters:
  ///   - questions: how a question can end.
  ///   - home: the folder of who asks.
  static func run(_ arguments: [String], answers: [String], questions: [String], home: String) throws -> (status: Int32, output: String) {
    let program = try Program(
      path: "/usr/bin/env",
      ["python3", "-c", script, answers.joined(separator: "|"), questions.joined(separator: "|"), Program.products + "/hearth"] + arguments,
      environment: ["HEARTH_HOME": home, "NO_COLOR": "1"])
    return (try program.status(), try program.output.all())
  }
}
