import Glibc

/// How large the window of a terminal is, as it says at this moment.
struct WindowSize {
  /// Nil where the terminal does not say, and for what is no terminal.
  let columns: Int?
  /// Nil where the terminal does not say, and for what is no terminal.
  let rows: Int?

  /// Asks the terminal behind a descriptor (ioctl_tty(2), TIOCGWINSZ).
  init(of fd: Int32) {
    var size = winsize()
    let isKnown = ioctl(fd, UInt(TIOCGWINSZ), &size) == 0
    columns = isKnown && size.ws_col > 0 ? Int(size.ws_col) : nil
    rows = isKnown && size.ws_row > 0 ? Int(size.ws_row) : nil
  }
}
