import CLinux
import Foundation
import HearthLoadKit
import Synchronization

/// Clients that trouble a server by means that the protocol allows: readers that stall, requests that never end,
/// floods of pings.
///
/// It runs on a thread of its own, from `start` to `stop`.
final class Disturbance: Sendable {
  struct Plan: Sendable {
    var port: UInt16
    /// Where half a ClientHello is sent instead of half a request; nil for nowhere.
    var tlsPort: UInt16?
    var stalled: Int
    var halfOpen: Int
    /// Whether those with half a handshake come all at once, end all at once and come again.
    var halfTogether: Bool
    /// Connections that ping as often as they may.
    var pinging: Int
    /// Connections that ping far more often.
    var flooding: Int
  }

  /// What a disturbance came to.
  struct Outcome {
    var round = DisturbanceRound()
    /// Why it could not go on.
    var failure: String?
  }

  enum Phase: Int {
    case beginning
    case going
    case ending
    case over
  }

  private let plan: Plan
  private let phase = Atomic<Int>(Phase.beginning.rawValue)
  private let outcome = Mutex(Outcome())

  init(_ plan: Plan) { self.plan = plan }

  /// Where it stands.
  var current: Phase { Phase(rawValue: phase.load(ordering: .acquiring)) ?? .over }

  /// Begins; returns at once.
  func start() {
    Thread.detachNewThread {
      // It stands for other machines, and must not take the processor from the members or the server, who would wait
      // for it.
      _ = clinux_run_when_idle(0, 1)
      do {
        // As they would have on other machines.
        guard clinux_own_descriptors() == 0 else {
          throw CannotRun(description: "The trouble-makers cannot have descriptors of their own.")
        }
        let guests = try Guests(self.plan)
        try guests.arrive()
        self.phase.store(Phase.going.rawValue, ordering: .releasing)
        try guests.stay { self.current == .going }
        try guests.leave()
        self.outcome.withLock { $0.round = guests.round }
      } catch {
        self.outcome.withLock { $0.failure = "\(error)" }
      }
      self.phase.store(Phase.over.rawValue, ordering: .releasing)
    }
  }

  /// Lets the stalled readers find out what has become of them, once the server's limits have passed. Returns at once;
  /// see `current`.
  func stop() {
    _ = phase.compareExchange(expected: Phase.going.rawValue, desired: Phase.ending.rawValue, ordering: .acquiringAndReleasing)
  }

  /// What it came to, when it is over.
  var result: Outcome { outcome.withLock { $0 } }
}
