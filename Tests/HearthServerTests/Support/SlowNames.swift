import Dispatch
import Locking
import Transport

/// A resolver whose answers wait until they are let go.
final class SlowNames: Sendable {
  private let state = Locked(State())
  private let changed = DispatchSemaphore(value: 0)
  private let gate = DispatchGroup()

  private struct State: Sendable {
    var asked: [String] = []
    var isOpen = false
  }

  init() { gate.enter() }

  /// What names were asked for, in order.
  var asked: [String] { state.withLock(\.asked) }

  /// Looks up a name: those of `dead.example` wait, the others are at 127.0.0.1.
  func addresses(_ name: String, _ port: UInt16) -> [SocketAddress] {
    state.withLock { $0.asked.append(name) }
    changed.signal()
    guard name.hasSuffix("dead.example") else { return [SocketAddress(ipv4: 0x7F00_0001, port: port)] }
    gate.wait()
    return [SocketAddress(ipv4: 0x0A00_0001, port: port)]
  }

  /// Returns when the next name was asked for.
  func waitForQuestion() { changed.wait() }

  /// Lets the answers go.
  func open() {
    let isFirst = state.withLock { state in
      defer { state.isOpen = true }
      return !state.isOpen
    }
    if isFirst { gate.leave() }
  }
}
