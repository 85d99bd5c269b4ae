import CLinux
import Foundation
import Synchronization

/// Notices when the host takes a processor away, finer than the hundredths of a second of /proc/stat: a thread on each
/// processor that runs before all others is to wake every millisecond, and wakes late when the processor was not there.
///
/// What holds up such a thread is no program on this machine, as long as no single system call takes so long; see
/// `CrowdOutcome` for what is made of that. From `init` to `stop`.
final class ProcessorWitnesses: Sendable {
  private static let intervalNanoseconds: Int64 = 1_000_000
  /// Limit: a wake this late or later is a theft. Wakes that nothing holds up were late by 0.1 ms at most.
  static let lateNanosecondsMin: Int64 = 500_000
  /// Limit: thefts that are kept; older ones are forgotten.
  private static let theftsMax = 4_096

  private let thefts = Mutex<[ClosedRange<Int64>]>([])
  private let stolen = Atomic<Int64>(0)
  private let isOver = Atomic<Bool>(false)
  /// Processors that are watched; zero without the right to (CAP_SYS_NICE).
  private let watched = Atomic<Int>(0)

  /// Starts a thread for each processor, and returns when all of them watch or cannot.
  init() {
    let started = DispatchGroup()
    for processor in 0..<Int32(Self.processorCount) {
      started.enter()
      Thread.detachNewThread { [self] in
        let watches = clinux_watch_processor(processor) == 0
        if watches { watched.add(1, ordering: .relaxed) }
        started.leave()
        if watches { watch() }
      }
    }
    started.wait()
  }

  /// How many processors there are.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// How many processors are watched.
  var count: Int { watched.load(ordering: .relaxed) }

  /// Nanoseconds of all processors together that were taken away since the start.
  var stolenNanoseconds: Int64 { stolen.load(ordering: .relaxed) }

  /// Whether a processor was away at some moment of the range, which must have ended long enough ago for the witnesses
  /// to have woken since.
  func sawTheft(within range: ClosedRange<Int64>) -> Bool {
    thefts.withLock { $0.contains { $0.overlaps(range) } }
  }

  func stop() { isOver.store(true, ordering: .relaxed) }

  private func watch() {
    var due = monotonicNanoseconds()
    while !isOver.load(ordering: .relaxed) {
      due += Self.intervalNanoseconds
      sleep(untilNanoseconds: due)
      let now = monotonicNanoseconds()
      guard now - due >= Self.lateNanosecondsMin else { continue }
      stolen.add(now - due, ordering: .relaxed)
      let theft = due...now
      thefts.withLock {
        if $0.count == Self.theftsMax { $0.removeFirst(Self.theftsMax / 2) }
        $0.append(theft)
      }
      due = now
    }
  }
}
