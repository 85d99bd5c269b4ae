import EventStore
import Foundation

/// Threads that do jobs one after the other, each with a state of its own, such as a connection; whoever has a job
/// waits until it is done.
///
/// Safety: all that changes is reached with the condition locked, and a state on its thread alone.
final class Workers<State>: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [Job] = []
  private var isClosed = false
  private var running = 0

  // Limit: jobs that wait for a thread; a caller with one more waits before the queue.
  private static var waitingMax: Int { 256 }

  /// Safety: the waiting caller goes on only when the job is done, and looks at it only then.
  private final class Job: @unchecked Sendable {
    let body: (State) -> Void
    var isDone = false

    init(_ body: @escaping (State) -> Void) { self.body = body }
  }

  /// Starts the threads.
  init(count: Int, name: String, makeState: @escaping @Sendable () -> State) {
    running = count
    for _ in 0..<count {
      let thread = Thread { [self] in work(makeState()) }
      thread.name = name
      thread.start()
    }
  }

  private func work(_ state: State) {
    condition.lock()
    while true {
      while waiting.isEmpty, !isClosed { condition.wait() }
      if waiting.isEmpty { break }
      let job = waiting.removeFirst()
      condition.broadcast()
      condition.unlock()
      job.body(state)
      condition.lock()
      job.isDone = true
      condition.broadcast()
    }
    running -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// Does something on one of the threads and returns when it is done.
  func run<Value>(_ body: (State) throws -> Value) throws -> Value {
    var result: Result<Value, any Error> = .failure(StoreFailure.broken("the store is closed"))
    withoutActuallyEscaping({ (state: State) in result = Result { try body(state) } }) { escaping in
      let job = Job(escaping)
      condition.lock()
      defer { condition.unlock() }
      while waiting.count >= Self.waitingMax, !isClosed { condition.wait() }
      if isClosed { return }
      waiting.append(job)
      condition.broadcast()
      while !job.isDone { condition.wait() }
    }
    return try result.get()
  }

  /// Does what waits and ends the threads.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    while running > 0 { condition.wait() }
    condition.unlock()
  }
}
