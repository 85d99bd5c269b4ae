import CLinux
import Glibc

/// Waits for many sockets at once. It belongs to the thread that made it.
final class Epoll {
  private static let eventsMax = 512

  private let fd: Int32
  // Safety: owned here, allocated in `init`, freed in `deinit`, written by the kernel up to `eventsMax`.
  private let events: UnsafeMutablePointer<epoll_event>

  init() throws {
    fd = clinux_epoll_create()
    guard fd >= 0 else { throw CannotRun(description: "No epoll descriptor can be had.") }
    events = .allocate(capacity: Self.eventsMax)
  }

  deinit {
    close(fd)
    events.deallocate()
  }

  /// Reports input and the end of a socket under the token, until it is closed.
  func add(_ socket: Int32, token: Int) throws {
    guard clinux_epoll_control(fd, EPOLL_CTL_ADD, socket, clinux_epoll_in, UInt64(token)) == 0 else {
      throw CannotRun(description: "A socket cannot be watched: \(String(cString: strerror(errno))).")
    }
  }

  /// Reports a socket no more.
  func remove(_ socket: Int32) {
    _ = clinux_epoll_control(fd, EPOLL_CTL_DEL, socket, 0, 0)
  }

  /// Waits up to so many nanoseconds and calls the body with the token of each socket that has something; returns how
  /// many have.
  @discardableResult
  func wait(nanoseconds: Int64, _ body: (Int) throws -> Void) rethrows -> Int {
    let count = clinux_epoll_wait_nanoseconds(fd, events, Int32(Self.eventsMax), max(0, nanoseconds))
    guard count > 0 else { return 0 }
    for index in 0..<Int(count) { try body(Int(events[index].data.u64)) }
    return Int(count)
  }
}
