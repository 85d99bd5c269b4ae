import Dispatch
import Glibc
import Locking

/// Lets SIGINT and SIGTERM end something cleanly instead of killing the program, one at a time.
struct Interrupts {
  /// From the first use on the signals are watched for good: Dispatch takes a signal over once, so what gave it back
  /// could not have it again.
  private static let watch = Watch()

  /// From here on `action` is called. Before it the signals end the program, so that none is lost in between.
  init(_ action: @escaping @Sendable () -> Void) { Self.watch.action.withLock { $0 = action } }

  /// From here on the signals end the program again.
  func cancel() { Self.watch.action.withLock { $0 = nil } }

  private final class Watch: Sendable {
    let action = Locked<(@Sendable () -> Void)?>(nil)
    private let sources: Locked<[any DispatchSourceSignal]>

    init() {
      let (registered, action) = (DispatchSemaphore(value: 0), action)
      sources = Locked(
        [SIGINT, SIGTERM].map { number in
          let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
          source.setEventHandler {
            if let action = action.withLock({ $0 }) { action() } else { Self.end(by: number) }
          }
          source.setRegistrationHandler { registered.signal() }
          source.activate()
          registered.wait()
          return source
        })
    }

    /// Ends the program as the signal does by itself, which the program's parent can tell from an exit.
    private static func end(by number: Int32) {
      signal(number, SIG_DFL)
      var only = sigset_t()
      sigemptyset(&only)
      sigaddset(&only, number)
      pthread_sigmask(SIG_UNBLOCK, &only, nil)
      raise(number)
    }
  }
}
