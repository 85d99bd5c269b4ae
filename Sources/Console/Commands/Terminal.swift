import Glibc

/// Where a program writes: its own standard output and error, as they are.
public struct Terminal: Sendable {
  private let isColored: Bool
  private let language: Language
  /// Columns by the environment, where standard output does not say them.
  private let columnsSaid: Int?

  /// Looks at standard output: colour only on a terminal, and not when the user has set NO_COLOR.
  public init(environment: [String: String], language: Language = .english) {
    let wantsNone = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    isColored = isatty(STDOUT_FILENO) == 1 && !wantsNone && environment["TERM"] != "dumb"
    columnsSaid = environment["COLUMNS"].flatMap { Int($0) }
    self.language = language
  }

  /// How screens are drawn here, as wide as the terminal is by now.
  public var theme: Theme {
    Theme(isColored: isColored, width: WindowSize(of: STDOUT_FILENO).columns ?? columnsSaid ?? 100, language: language)
  }

  /// The columns of help: those of the terminal, also behind a pipe into a pager, otherwise 80.
  public var helpColumns: Int {
    WindowSize(of: STDOUT_FILENO).columns ?? WindowSize(of: STDERR_FILENO).columns ?? columnsSaid ?? 80
  }

  /// On a terminal no line is wider than that: it is parted at words. What programs read stays as it is.
  private static func fitted(_ lines: [String], to fd: Int32) -> [String] {
    guard let columns = WindowSize(of: fd).columns else { return lines }
    return lines.flatMap { $0.hasPrefix("{") ? [$0] : $0.folded(to: columns) }
  }

  /// Writes lines to standard output at once.
  public func write(_ lines: [String]) { Self.write(Self.fitted(lines, to: STDOUT_FILENO), to: STDOUT_FILENO) }

  /// Writes sentences in the user's language to standard output.
  func say(_ sentences: [Wording]) { write(sentences.map { $0.text(in: theme.language) }) }

  /// Writes a text as it is to standard output.
  public func write(text: String) { Self.write(text, to: STDOUT_FILENO) }

  /// Writes a text as it is to standard error.
  func complain(text: String) { Self.write(text, to: STDERR_FILENO) }

  /// Writes lines to standard error.
  public func complain(_ lines: [String]) { Self.write(Self.fitted(lines, to: STDERR_FILENO), to: STDERR_FILENO) }

  /// Rings the bell, which is one byte of standard output.
  public func ring() { Self.write("\u{7}", to: STDOUT_FILENO) }

  private static func write(_ lines: [String], to fd: Int32) { write(lines.map { $0 + "\n" }.joined(), to: fd) }

  private static func write(_ text: String, to fd: Int32) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(fd, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // Nobody reads any more: there is nobody to tell either.
      guard count > 0 else { return }
      written += count
    }
  }
}
