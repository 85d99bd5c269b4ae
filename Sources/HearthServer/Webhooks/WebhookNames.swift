import Dispatch
import HearthProtocol
import Ledger
import Locking
import Transport

/// Looks up the names of receivers on threads of its own: a lookup ends when the system's resolver says so, and nothing
/// can break it off.
///
/// Who asks waits for a bounded time. A lookup that has not ended then keeps its thread, and of these there are few in
/// all and fewer of one maker, so that names whose servers do not answer keep no other name waiting. A name that is
/// looked up already is not looked up twice at once.
final class WebhookNames: Sendable {
  typealias Resolve = @Sendable (_ name: String, _ port: UInt16) throws(ResolutionFailure) -> [SocketAddress]

  /// What a lookup came to.
  enum Outcome: Sendable, Equatable {
    case addresses([SocketAddress])
    /// There are none, or none yet; says why, for the operator's log.
    case failed(String)
    /// The server stops.
    case brokenOff
  }

  // Limit: how long a request waits for the addresses of its name. The system's resolver asks its second server after
  // five seconds.
  static let milliseconds = 10_000
  // Limit: names of one maker that are looked up at once; a further one counts as not resolved.
  static let lookupsOfMakerMax = 2

  private let resolve: Resolve
  private let lookupsMax: Int
  private let milliseconds: Int
  private let queue: ThreadQueue
  private let state = Locked(State())

  private struct Place: Hashable, Sendable {
    let name: String
    let port: UInt16
  }

  private struct State: Sendable {
    var isStopped = false
    var lookups: [Place: Lookup] = [:]
  }

  /// - Parameters:
  ///   - lookupsMax: names that are looked up at once; a further one counts as not resolved.
  ///   - milliseconds: how long a request waits.
  init(lookupsMax: Int, milliseconds: Int = WebhookNames.milliseconds, resolve: @escaping Resolve) {
    self.resolve = resolve
    self.milliseconds = milliseconds
    self.lookupsMax = lookupsMax
    queue = ThreadQueue("hearth.names", threads: lookupsMax)
  }

  /// The addresses of a name, as soon as they are known.
  ///
  /// - Parameters:
  ///   - maker: who added the webhook.
  ///   - deadline: of the request.
  func addresses(_ name: String, port: UInt16, for maker: IdentityID, until deadline: DispatchTime) -> Outcome {
    if let numeric = SocketAddress(host: name, port: port) { return .addresses([numeric]) }
    let place = Place(name: name, port: port)
    let deadline = min(deadline, .now() + .milliseconds(milliseconds))
    switch begin(place, for: maker) {
    case .refused(let outcome): return outcome
    case .known(let lookup): return lookup.outcome(until: deadline)
    case .new(let lookup):
      queue.run { [state, resolve] in
        let outcome = Self.outcome { () throws(ResolutionFailure) in try resolve(name, port) }
        state.withLock { $0.lookups[place] = nil }
        lookup.set(outcome)
      }
      return lookup.outcome(until: deadline)
    }
  }

  /// Lets nobody wait any longer, and looks up nothing more.
  func stop() {
    let lookups = state.withLock { state in
      state.isStopped = true
      return Array(state.lookups.values)
    }
    for lookup in lookups { lookup.set(.brokenOff) }
  }

  private enum Beginning {
    case refused(Outcome)
    case known(Lookup)
    case new(Lookup)
  }

  private func begin(_ place: Place, for maker: IdentityID) -> Beginning {
    state.withLock { [lookupsMax] state in
      if state.isStopped { return .refused(.brokenOff) }
      if let lookup = state.lookups[place] {
        // Waiting once more for a server that does not answer would keep a thread from others.
        return lookup.isLate ? .refused(.failed("the name is still being looked up")) : .known(lookup)
      }
      if state.lookups.count >= lookupsMax { return .refused(.failed("as many names are being looked up as may be")) }
      if state.lookups.values.count(where: { $0.maker == maker }) >= Self.lookupsOfMakerMax {
        return .refused(.failed("as many names of one maker are being looked up as may be"))
      }
      let lookup = Lookup(for: maker)
      state.lookups[place] = lookup
      return .new(lookup)
    }
  }

  private static func outcome(_ resolve: () throws(ResolutionFailure) -> [SocketAddress]) -> Outcome {
    do throws(ResolutionFailure) {
      return .addresses(try resolve())
    } catch {
      return .failed("\(error)")
    }
  }

  /// A lookup that is under way, and those who wait for it.
  private final class Lookup: Sendable {
    let maker: IdentityID
    private let ended = DispatchGroup()
    private let state = Locked(State())

    private struct State: Sendable {
      var outcome: Outcome?
      var isLate = false
    }

    init(for maker: IdentityID) {
      self.maker = maker
      ended.enter()
    }

    /// Whether somebody waited for it in vain.
    var isLate: Bool { state.withLock { $0.isLate && $0.outcome == nil } }

    /// The first outcome counts.
    func set(_ outcome: Outcome) {
      let isFirst = state.withLock { state in
        guard state.outcome == nil else { return false }
        state.outcome = outcome
        return true
      }
      if isFirst { ended.leave() }
    }

    func outcome(until deadline: DispatchTime) -> Outcome {
      _ = ended.wait(timeout: deadline)
      return state.withLock { state in
        if state.outcome == nil { state.isLate = true }
        return state.outcome ?? .failed("the name could not be looked up in time")
      }
    }
  }
}
