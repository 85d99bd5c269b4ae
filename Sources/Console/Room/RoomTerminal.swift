import Dispatch
import Glibc
import Locking

/// A terminal in raw mode, on its other screen: the thin shell below the room.
///
/// It reads bytes, tells of signals and arrivals, and gives the terminal back as it was, however the room ends.
final class RoomTerminal {
  /// What made a wait end.
  struct Events {
    var bytes: [UInt8] = []
    /// Something has arrived from the server.
    var hasArrivals = false
    var isResized = false
    var isToStop = false
    var isToEnd = false
  }

  private enum Mark: UInt8 { case arrival = 1, resized, stop, end }

  /// Wakes the wait from any thread.
  struct Waker: Sendable {
    fileprivate let fd: Int32
    fileprivate func wake(_ mark: UInt8) {
      var byte = mark
      // A full pipe wakes as well.
      _ = Glibc.write(fd, &byte, 1)
    }

    func arrived() { wake(Mark.arrival.rawValue) }
  }

  private let reading: Int32
  let waker: Waker
  private var former = termios()
  private var isRaw = false
  private var sources: [any DispatchSourceSignal] = []
  private var interrupts: Interrupts?

  /// Whether there is a terminal at both ends that knows how to place a cursor.
  static func isThere(_ environment: [String: String]) -> Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb" && environment["TERM"]?.isEmpty == false
  }

  /// Nil when the system gives no pipe.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, waker) = (ends[0], Waker(fd: ends[1]))
  }

  deinit {
    leave()
    close(reading)
    close(waker.fd)
  }

  /// Takes the terminal: raw, on its other screen, with pastes marked.
  func enter() {
    guard !isRaw, tcgetattr(STDIN_FILENO, &former) == 0 else { return }
    var raw = former
    cfmakeraw(&raw)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    isRaw = true
    let waker = waker
    interrupts = Interrupts { waker.wake(Mark.end.rawValue) }
    watch()
    write("\u{1B}[?1049h\u{1B}[?2004h")
  }

  /// Gives it back as it was; twice is as good as once.
  func leave() {
    guard isRaw else { return }
    isRaw = false
    // Where the other screen is none of its own, what was drawn would stay.
    write(ScreenErasing.lines(size.rows) + "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &former)
    interrupts?.cancel()
    interrupts = nil
  }

  /// Stops the program as Ctrl-Z does, and takes the terminal again when it goes on.
  func suspend() {
    leave()
    kill(getpid(), SIGSTOP)
    enter()
  }

  private func watch() {
    guard sources.isEmpty else { return }
    let waker = waker
    for (number, mark) in [(SIGWINCH, Mark.resized), (SIGTSTP, .stop)] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      let byte = mark.rawValue
      source.setEventHandler { waker.wake(byte) }
      source.activate()
      sources.append(source)
    }
  }

  /// Columns and rows; 80 by 24 where they are not known.
  var size: (columns: Int, rows: Int) {
    let size = WindowSize(of: STDOUT_FILENO)
    guard let columns = size.columns, let rows = size.rows else { return (80, 24) }
    return (columns, rows)
  }

  /// Waits for keys, signals and arrivals, at most so long.
  func wait(milliseconds: Int) -> Events {
    var descriptors = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0), pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    var events = Events()
    guard poll(&descriptors, 2, Int32(clamping: max(milliseconds, 0))) > 0 else { return events }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    if descriptors[1].revents != 0 {
      let count = Glibc.read(reading, &buffer, buffer.count)
      for byte in buffer.prefix(max(count, 0)) {
        switch Mark(rawValue: byte) {
        case .arrival: events.hasArrivals = true
        case .resized: events.isResized = true
        case .stop: events.isToStop = true
        case .end: events.isToEnd = true
        case nil: break
        }
      }
    }
    if descriptors[0].revents != 0 {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      // The terminal is gone.
      if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { events.isToEnd = true }
      events.bytes = Array(buffer.prefix(max(count, 0)))
    }
    return events
  }

  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // Nobody looks any more.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
