import CLinux
import Glibc

/// A thread that runs one function. Signals are left to the other threads.
struct LoopThread: Sendable {
  private let thread: pthread_t

  init(name: String, body: @escaping @Sendable () -> Void) throws(SystemError) {
    var thread = pthread_t()
    let code = Self.start(&thread, LoopThreadStart(name: name, body: body))
    guard code == 0 else { throw SystemError(code: code) }
    self.thread = thread
  }

  func join() {
    pthread_join(thread, nil)
  }

  private static func start(_ thread: inout pthread_t, _ start: LoopThreadStart) -> Int32 {
    // Safety: the retained object is taken over by the thread, or released here if there is none.
    let argument = Unmanaged.passRetained(start).toOpaque()
    let code = pthread_create(&thread, nil, enterLoopThread, argument)
    if code != 0 { Unmanaged<LoopThreadStart>.fromOpaque(argument).release() }
    return code
  }
}

private final class LoopThreadStart: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}

private func enterLoopThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let start = Unmanaged<LoopThreadStart>.fromOpaque(argument).takeRetainedValue()
  var signals = sigset_t()
  sigfillset(&signals)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  clinux_name_thread(String(decoding: start.name.utf8.prefix(15), as: UTF8.self))
  start.body()
  return nil
}
