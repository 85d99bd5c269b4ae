import CLinux
import Dispatch
import Glibc

/// Tells the service manager how the program is getting on, as sd_notify(3) does: systemd with `Type=notify`. Nobody is
/// told where there is none.
struct ServiceManager: Sendable {
  /// The path of its socket; an `@` in front stands for the abstract namespace.
  private let path: [UInt8]?
  /// Microseconds within which the watchdog has to hear of the program; nil: it does not wait for that.
  let watchdogMicroseconds: Int?

  // Limit: bytes of the path of a Unix socket (unix(7)).
  private static let pathBytesMax = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Takes what the environment says out of it, so that nothing the process starts speaks for it. Call it once, before
  /// there are threads that read the environment.
  static func take() -> ServiceManager {
    func value(_ name: String) -> String? {
      guard let value = getenv(name) else { return nil }
      defer { unsetenv(name) }
      return String(cString: value)
    }
    let (socket, microseconds, process) = (value("NOTIFY_SOCKET"), value("WATCHDOG_USEC"), value("WATCHDOG_PID"))
    return ServiceManager(socket: socket, watchdogMicroseconds: microseconds, watchdogProcess: process, ownProcess: getpid())
  }

  /// - Parameter watchdogProcess: whom the watchdog means; others inherit the variable without being meant.
  init(socket: String?, watchdogMicroseconds: String?, watchdogProcess: String?, ownProcess: Int32) {
    let path = Array((socket ?? "").utf8)
    let isUsable = (path.first == UInt8(ascii: "/") || path.first == UInt8(ascii: "@")) && (2...Self.pathBytesMax).contains(path.count)
    self.path = isUsable ? path : nil
    let isMeant = watchdogProcess.map { Int32($0) == ownProcess } ?? true
    self.watchdogMicroseconds = isUsable && isMeant ? watchdogMicroseconds.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } : nil
  }

  /// What is told.
  enum State {
    /// Members are taken.
    case ready(status: String)
    /// They are not yet, and why.
    case waiting(status: String)
    /// Nobody new is taken; what was accepted is finished.
    case stopping
    /// All is well.
    case alive

    fileprivate var text: String {
      switch self {
      case .ready(let status): "READY=1\nSTATUS=\(Self.line(status))"
      case .waiting(let status): "STATUS=\(Self.line(status))"
      case .stopping: "STOPPING=1\nSTATUS=Finishing what was accepted"
      case .alive: "WATCHDOG=1"
      }
    }

    /// A line feed would begin another variable.
    private static func line(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
  }

  /// Tells it. A message that does not arrive is no failure of the program's.
  func tell(_ state: State) {
    guard var path else { return }
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return }
    defer { close(socket) }
    if path[0] == UInt8(ascii: "@") { path[0] = 0 }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
    let text = Array(state.text.utf8)
    // Safety: the address lives as long as the call, which reads no more of it than `length`.
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = sendto(socket, text, text.count, clinux_send_flags, $0, length) }
    }
  }

  /// Tells the watchdog, twice as often as it has to hear of the program, that all is well: as long as `askWhetherWell`
  /// calls back.
  ///
  /// - Returns: what does it, as long as it is kept; nil where there is no watchdog.
  func watch(_ askWhetherWell: @escaping @Sendable (_ well: @escaping @Sendable () -> Void) -> Void) -> (any DispatchSourceTimer)? {
    guard let watchdogMicroseconds else { return nil }
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now(), repeating: .microseconds(max(1, watchdogMicroseconds / 2)))
    timer.setEventHandler { askWhetherWell { tell(.alive) } }
    timer.resume()
    return timer
  }
}
