import Dispatch
import EventStore
import HearthProtocol
import Ledger
import Locking
import Logging
import Synchronization

/// Hands notices to the operator's program: each once at most, a few at a time, groups in turns (SPEC NP-04).
///
/// It keeps them in memory alone. What waits when the server ends is not told, as is what comes past a limit: a notice
/// says that there is something to look at, and what there is stands in the group.
final class NoticeDispatch: Sendable {
  fileprivate struct State: Sendable {
    var isStopped = false
    var bounds = NoticeBounds()
  }

  /// What became of notices.
  let counts = NoticeCounts()
  private let settings: NoticeConfiguration
  private let directory: any Directory
  private let programs: NoticePrograms
  private let queue: any WorkQueue
  private let log: Logger
  private let clock: @Sendable () -> Int64
  private let state = Locked(State())
  private let runs = DispatchGroup()

  // What a notice takes besides its texts, about.
  fileprivate static let overheadBytes = 256

  /// - Parameter clock: monotonic milliseconds.
  init(_ settings: NoticeConfiguration, directory: any Directory, log: Logger, clock: @escaping @Sendable () -> Int64) {
    self.settings = settings
    self.directory = directory
    self.log = log
    self.clock = clock
    programs = NoticePrograms(path: settings.program, milliseconds: settings.programMilliseconds, clock: clock)
    queue = ThreadQueue("hearth.notices", threads: settings.programsMax)
  }

  /// Takes notices of a group; any thread, at once.
  func submit(_ notices: [Notice], of group: GroupID) {
    let now = clock()
    let taken = state.withLock { state in notices.filter { state.take($0, of: group, settings, now: now) } }
    if taken.count < notices.count { counts.dropped.add(notices.count - taken.count, ordering: .relaxed) }
    for notice in taken {
      runs.enter()
      // Groups take turns, whoever it is that they tell.
      let owner = WorkOwner(identity: IdentityID(high: 0, low: 0), address: nil, group: group)
      queue.run(for: owner) { [self] _ in
        defer { runs.leave() }
        tell(notice, of: group)
        state.withLock { $0.bounds.waitingBytes -= notice.bytes }
      }
    }
  }

  private func tell(_ notice: Notice, of group: GroupID) {
    guard !state.withLock(\.isStopped) else { return }
    guard let line = NoticePayload(notice).line else {
      counts.dropped.add(1, ordering: .relaxed)
      return
    }
    let outcome: NoticeOutcome
    do throws(StoreFailure) {
      // Only the identities say which of them holds the member.
      let isSuspended = try directory.suspendedIdentities().contains { HolderID(identity: $0, group: group) == notice.to.holder }
      guard !isSuspended else { return }
      outcome = programs.run(line)
    } catch {
      outcome = .failed("who is suspended cannot be read: \(error)")
    }
    switch outcome {
    case .told: counts.told.add(1, ordering: .relaxed)
    case .killed:
      counts.killed.add(1, ordering: .relaxed)
      if !state.withLock(\.isStopped) { log.warning("the program for notices took too long and was killed") }
    case .failed(let why):
      counts.failed.add(1, ordering: .relaxed)
      log.warning("the program for notices did not take one", metadata: ["cause": "\(why)"])
    }
  }

  /// Kills what takes too long; every so often, from one loop.
  func tick() { programs.expire() }

  /// Tells nothing more.
  ///
  /// - Parameter milliseconds: how long what is being told may go on before it is killed.
  func stop(within milliseconds: Int) {
    state.withLock { $0.isStopped = true }
    if runs.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut {
      programs.stop()
      runs.wait()
    }
  }
}

extension NoticeDispatch.State {
  /// Whether a notice is within the limits; it counts then.
  fileprivate mutating func take(_ notice: Notice, of group: GroupID, _ settings: NoticeConfiguration, now: Int64) -> Bool {
    let receivers: [NoticeBounds.Receiver] = [.address(notice.to.channel, notice.to.address), .member(group, notice.member)]
    return !isStopped && bounds.take(notice.bytes, for: receivers, settings, now: now)
  }
}

extension Notice {
  /// Bytes that it takes while it waits, about.
  fileprivate var bytes: Int {
    NoticeDispatch.overheadBytes + to.address.utf8.count + group.utf8.count + title.utf8.count + body.utf8.count
  }
}

/// Counts notices by what became of them.
final class NoticeCounts: Sendable {
  let told = Atomic(0)
  let failed = Atomic(0)
  let killed = Atomic(0)
  let dropped = Atomic(0)

  /// All four, for the operator.
  var figures: [(result: String, count: Int)] {
    [
      ("told", told.load(ordering: .relaxed)), ("failed", failed.load(ordering: .relaxed)), ("killed", killed.load(ordering: .relaxed)),
      ("dropped", dropped.load(ordering: .relaxed)),
    ]
  }
}
