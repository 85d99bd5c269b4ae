import Glibc

/// The passphrase of a locked folder: from `HEARTH_PASSPHRASE`, otherwise typed at the terminal, where it is not shown.
public enum Passphrase {
  /// The variable in which a script gives it.
  public static let variable = "HEARTH_PASSPHRASE"

  // Limit: bytes that are read of a line; a passphrase has at most 1,000 characters.
  private static let bytesMax = 36_000

  /// Asks for the passphrase of a folder that is locked; nil when nobody can be asked or gives one.
  public static func ask(_ environment: [String: String]) -> [UInt8]? {
    if let said = taken() { return said }
    let language = (try? Language(said: nil, kept: nil, environment: environment)) ?? .english
    return typed(language.phrases.askPassphrase())
  }

  /// The passphrase in the environment, which is taken out of it, so that nothing that the program starts inherits it;
  /// nil when the variable is not set.
  static func taken() -> [UInt8]? {
    guard let value = getenv(variable) else { return nil }
    let bytes = Array(String(cString: value).utf8)
    // unsetenv forgets where the value stands and leaves it there, where /proc/PID/environ shows it.
    memset(value, 0, strlen(value))
    unsetenv(variable)
    return bytes
  }

  /// What is typed at the terminal after a question; nil when there is none, or it was broken off.
  static func typed(_ question: String) -> [UInt8]? {
    let fd = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard fd >= 0 else { return nil }
    defer { close(fd) }
    var former = termios()
    guard tcgetattr(fd, &former) == 0 else { return nil }
    var silent = former
    // Read byte by byte, so that a broken-off question leaves the terminal as it was.
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard tcsetattr(fd, TCSAFLUSH, &silent) == 0 else { return nil }
    defer {
      tcsetattr(fd, TCSAFLUSH, &former)
      write("\n", fd)
    }
    write(question, fd)
    var bytes: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = read(fd, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, bytes.count < bytesMax else { return nil }
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return bytes
      // Ctrl-C, Ctrl-D and Ctrl-\.
      case 3, 4, 28: return nil
      // Ctrl-U.
      case 21: bytes = []
      // Backspace takes a character's bytes away.
      case 8, 127: while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      default: bytes.append(byte)
      }
    }
  }

  private static func write(_ text: String, _ fd: Int32) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(fd, bytes, bytes.count)
  }
}
