import CLinux
import Glibc

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of errno.
  public let code: Int32

  /// Makes an error of an errno value.
  public init(code: Int32) {
    self.code = code
  }

  /// What the system says about the code; not for peers.
  public var description: String { "\(String(cString: strerror(code))) (errno \(code))" }
}

/// The outcome of reading or writing.
enum Transfer {
  /// The number of bytes that were moved; zero on reading is the end of the stream.
  case bytes(Int)
  /// No byte can be moved now.
  case wouldBlock
  /// The connection is broken.
  case failed(SystemError)
}

/// Every system call of the target, in one place: interruptions are retried, errno is captured at once, and a bad
/// descriptor is a bug.
///
/// It must never interpret what an error means for a connection.
enum SystemCall {
  /// The bytes that the kernel holds for a peer who has not acknowledged them.
  static func heldBytes(_ fd: Int32) -> Int { Int(clinux_held_bytes(fd)) }

  /// Retries after EINTR; throws anything else.
  @discardableResult @inline(__always)
  static func retrying(_ call: () -> Int32) throws(SystemError) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code == EINTR { continue }
      precondition(code != EBADF, "a descriptor was used after it was closed")
      throw SystemError(code: code)
    }
  }

  @inline(__always)
  private static func transferring(_ call: () -> Int) -> Transfer {
    while true {
      let result = call()
      if result >= 0 { return .bytes(result) }
      if let outcome = unusualOutcome() { return outcome }
    }
  }

  /// The outcome of a failed transfer by errno; nil for an interruption.
  @inline(never)
  private static func unusualOutcome() -> Transfer? {
    let code = errno
    if code == EINTR { return nil }
    if code == EAGAIN { return .wouldBlock }
    precondition(code != EBADF, "a descriptor was used after it was closed")
    return .failed(SystemError(code: code))
  }

  /// Whether bytes or a connection wait to be taken, or the system cannot tell. It needs no further descriptor.
  static func isReadable(_ fd: Int32) -> Bool {
    var entry = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    // poll(2) fails in a process whose limit of descriptors is 0.
    return poll(&entry, 1, 0) != 0
  }

  @inline(__always)
  static func receive(_ fd: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    transferring { clinux_receive(fd, buffer.baseAddress, buffer.count) }
  }

  /// Sends the vectors in order, with the cheapest call for their number.
  @inline(__always)
  static func send(_ fd: Int32, _ vectors: UnsafeMutablePointer<iovec>, count: Int) -> Transfer {
    if count == 1 { return transferring { clinux_send(fd, vectors[0].iov_base, vectors[0].iov_len) } }
    return sendMessage(fd, vectors, count: count)
  }

  @inline(never)
  private static func sendMessage(_ fd: Int32, _ vectors: UnsafeMutablePointer<iovec>, count: Int) -> Transfer {
    var message = msghdr()
    message.msg_iov = vectors
    message.msg_iovlen = count
    return transferring { sendmsg(fd, &message, clinux_send_flags) }
  }

  static func close(_ fd: Int32) {
    // close(2): the descriptor is gone after EINTR too, so it is never retried; other errors tell nothing a socket's
    // owner could use.
    let result = Glibc.close(fd)
    precondition(result == 0 || errno != EBADF, "a descriptor was closed twice")
  }

  /// The failure is of no use: a connection that is already gone ends all the same.
  static func shutdownWriting(_ fd: Int32) {
    _ = Glibc.shutdown(fd, Int32(SHUT_WR))
  }

  static func wait(_ epoll: Int32, _ events: UnsafeMutablePointer<epoll_event>, count: Int32, timeoutMilliseconds: Int32) -> Int {
    while true {
      let result = epoll_wait(epoll, events, count, timeoutMilliseconds)
      if result >= 0 { return Int(result) }
      precondition(errno == EINTR, "epoll_wait failed")
    }
  }

  /// Milliseconds of the monotonic clock.
  static func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Adds one to an eventfd. It cannot fail short of 2⁶⁴ - 1 signals.
  static func signal(_ fd: Int32) {
    var one: UInt64 = 1
    while write(fd, &one, 8) < 0 && errno == EINTR {}
  }
}
