import Dispatch
import Foundation
import HearthClient
import HearthProtocol
import Locking

/// Somebody who gives one command after the other on a thread of their own, entries and now and then a new group, until
/// told to stop.
final class Spender: Sendable {
  private struct State: Sendable {
    var answered = 0
    /// Where the last entry stands.
    var position: UInt64 = 0
    var groups: [String]
    var failure: String?
    var isOver = false
  }

  /// For logging in again.
  let token: String
  /// The group that the entries are in.
  let home: String
  private let state: Locked<State>
  private let ended = DispatchSemaphore(value: 0)

  /// Registers, makes the group and begins.
  init(_ name: String, at server: ServerProgram) throws {
    let (connection, token) = try server.register(name)
    let home = try connection.send(.createGroup()).groupID
    self.token = token
    self.home = home
    state = Locked(State(groups: [home]))
    Thread.detachNewThread { [self] in
      spend(connection)
      ended.signal()
    }
  }

  /// Commands that were accepted.
  var answered: Int { state.withLock { $0.answered } }

  /// Ends once the command that is under way has its answer.
  ///
  /// - Returns: where the last entry stands, and the groups that were made.
  func stop() throws -> (position: UInt64, groups: [String]) {
    state.withLock { $0.isOver = true }
    guard ended.wait(timeout: .now() + 60) == .success else { throw Unexpected("a command has no answer") }
    let last = state.withLock { $0 }
    if let failure = last.failure { throw Unexpected(failure) }
    return (last.position, last.groups)
  }

  private func spend(_ connection: HearthConnection) {
    defer { connection.close() }
    do {
      var number = 0
      while !state.withLock({ $0.isOver }) {
        number += 1
        if number.isMultiple(of: 5) {
          let group = try connection.send(.createGroup()).groupID
          state.withLock { $0.groups.append(group) }
        } else {
          let position = try connection.send(.addEntry(home, minor: Int64(number))).position
          state.withLock { $0.position = position }
        }
        state.withLock { $0.answered += 1 }
      }
    } catch {
      let failure = "\(error)"
      state.withLock { $0.failure = failure }
    }
  }
}
