import Foundation
import Locking
import Support
import Testing

/// A program in a terminal of its own, and what that shows.
///
/// The terminal knows what the room writes: places, clearing and the other screen. Letters take one column each; a room
/// says the place of what stands behind others.
final class PseudoTerminal: Sendable {
  private struct State {
    var cells: [[Character]]
    var row = 0
    var column = 0
    var written = ""
    var rest: [UInt8] = []
    var ending = "it is read"
  }

  private let master: Int32
  /// The program's side, open as long as this is: what a program wrote before it ended is there to be read.
  private let slave: FileHandle
  private let process: Locked<Process>
  private let state: Locked<State>
  private let ended = DispatchSemaphore(value: 0)
  let processID: Int32

  /// Starts the program of this name as built.
  init(_ name: String, _ arguments: [String], environment: [String: String], columns: Int = 100, rows: Int = 30) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // ioctl_tty(2): TIOCSPTLCK, TIOCGPTN.
    var (locked, number): (Int32, UInt32) = (0, 0)
    guard master >= 0, ioctl(master, 0x4004_5431, &locked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
      throw Unexpected("no terminal")
    }
    let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw Unexpected("no terminal") }
    let handle = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
    self.slave = handle
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.products + "/" + name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm-256color"]) { $1 }.merging(environment) { $1 }
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    let ended = ended
    process.terminationHandler = { _ in ended.signal() }
    state = Locked(State(cells: Array(repeating: Array(repeating: " ", count: 400), count: 200)))
    Self.resize(master, columns, rows)
    try process.run()
    processID = process.processIdentifier
    self.process = Locked(process)
    read()
  }

  deinit {
    if process.withLock({ $0.isRunning }) { kill(processID, SIGKILL) }
    close(master)
  }

  private static func resize(_ master: Int32, _ columns: Int, _ rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Makes the terminal another size; the program has no terminal that controls it, so it is told.
  func resize(columns: Int, rows: Int) {
    Self.resize(master, columns, rows)
    // What stood below is nowhere any more.
    state.withLock { state in for row in state.cells.indices.dropFirst(rows) { Self.clear(row, &state) } }
    send(SIGWINCH)
  }

  func send(_ signal: Int32) { kill(processID, signal) }

  private func read() {
    let (master, state) = (master, state)
    Thread { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = Foundation.read(master, &buffer, buffer.count)
        let failure = errno
        // A signal to this process, which runs many programs, ends a read, and not what is written.
        if count < 0, failure == EINTR || failure == EAGAIN { continue }
        guard count > 0, self != nil else { return state.withLock { $0.ending = "a read gave \(count), errno \(failure)" } }
        let bytes = Array(buffer.prefix(count))
        state.withLock { Self.take(bytes, &$0) }
      }
    }.start()
  }

  private static func take(_ bytes: [UInt8], _ state: inout State) {
    state.rest += bytes
    // A letter or a sequence may be cut: what is not whole waits.
    let text = String(decoding: state.rest, as: UTF8.self)
    let end = text.lastIndex(of: "\u{1B}").flatMap { last in text[last...].dropFirst(2).contains { $0.isLetter || $0 == "~" } ? nil : last }
    let whole = text[..<(end ?? text.endIndex)]
    guard !whole.contains("\u{FFFD}") else { return }
    state.rest = Array(text[whole.endIndex...].utf8)
    state.written += whole
    var scalars = whole.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\u{1B}" else {
        put(scalar, &state)
        continue
      }
      _ = scalars.popFirst()
      let parameters = String(scalars.prefix { !("@"..."~").contains($0) })
      scalars = scalars.dropFirst(parameters.unicodeScalars.count)
      let final = scalars.popFirst()
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      if final == "H", numbers.count == 2 { (state.row, state.column) = (numbers[0] - 1, numbers[1] - 1) }
      if final == "J" { for row in state.cells.indices { clear(row, &state) } }
      if final == "K" { clear(state.row, &state) }
    }
  }

  private static func clear(_ row: Int, _ state: inout State) { state.cells[row] = Array(repeating: " ", count: state.cells[row].count) }

  private static func put(_ scalar: Unicode.Scalar, _ state: inout State) {
    guard scalar.value >= 0x20, state.row < state.cells.count, state.column < state.cells[0].count else { return }
    state.cells[state.row][state.column] = Character(scalar)
    state.column += 1
  }

  /// What stands on the screen.
  var screen: String {
    state.withLock { $0.cells }.map { row in
      var line = String(row)
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  /// Whether the terminal is still read, or why not.
  var ending: String { state.withLock { $0.ending } }

  /// Everything that was written.
  var written: String { state.withLock { $0.written } }

  /// Types bytes.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Foundation.write(master, bytes, bytes.count)
  }

  /// Waits until the screen shows a text.
  func wait(for text: String) throws {
    eventually("the terminal shows \(text)") { [self] in screen.contains(text) }
    guard screen.contains(text) else { throw Unexpected("\"\(text)\" is not shown:\n\(screen)") }
  }

  /// Waits for the end.
  ///
  /// - Returns: the exit status; a negative number is the signal that ended it.
  func status() throws -> Int32 {
    guard ended.wait(timeout: .now() + 60) == .success else { throw Unexpected("it does not end:\n\(screen)") }
    return process.withLock { $0.terminationReason == .exit ? $0.terminationStatus : -$0.terminationStatus }
  }
}
