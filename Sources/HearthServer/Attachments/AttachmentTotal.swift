import Dispatch
import HearthProtocol
import Locking

/// What all groups together keep of receipts' files (SPEC AT-04): counted once, and right from then on, as long as
/// nobody else touches the folder.
///
/// The first to take a file has all counted before, so nothing is kept before that; and nothing is removed while it is
/// counted. Any thread but an event loop's may call: counting blocks.
final class AttachmentTotal: Sendable {
  private struct State: Sendable {
    var isCounted = false
    /// Of each group that has any.
    var groups: [GroupID: Int] = [:]
    /// Those whose files could not be listed when they were counted.
    var uncounted: [GroupID] = []
    var bytes = 0
    var arrivingBytes = 0
  }

  private let bytesMax: Int
  private let state = Locked(State())
  /// Counting and removing exclude one another.
  private let folder = DispatchQueue(label: "hearth.attachments")

  /// - Parameter bytesMax: what may be kept; `.max`: any number, and nothing is counted.
  init(bytesMax: Int) { self.bytesMax = bytesMax }

  /// Bytes for which space is kept and which are not there yet, or not all of them.
  var arrivingBytes: Int { state.withLock { $0.arrivingBytes } }

  /// Counts what is there, unless that was done. A later caller waits for it.
  ///
  /// - Parameters:
  ///   - groups: those that have a folder; nil when that cannot be said now: then a later caller counts.
  ///   - bytes: what one of them keeps; nil when that cannot be said: then it counts as nothing.
  /// - Returns: the groups of which it could not be said.
  func count(_ groups: () -> [GroupID]?, _ bytes: (GroupID) -> Int?) -> [GroupID] {
    guard bytesMax < .max else { return [] }
    if !state.withLock({ $0.isCounted }) {
      folder.sync {
        guard !state.withLock({ $0.isCounted }) else { return }
        var found: [GroupID: Int] = [:]
        var uncounted: [GroupID] = []
        guard let all = groups() else { return }
        for group in all {
          if let bytes = bytes(group) { found[group] = bytes } else { uncounted.append(group) }
        }
        state.withLock { [found, uncounted] state in
          state.isCounted = true
          state.groups = found
          state.uncounted = uncounted
          state.bytes = found.values.reduce(0, +)
        }
      }
    }
    return state.withLock { $0.uncounted }
  }

  /// Keeps space for so many bytes; false when there is none. A yes is given back once, with `arrived` or `release`.
  func reserve(_ bytes: Int) -> Bool {
    state.withLock { [bytesMax] state in
      guard bytes <= bytesMax - state.bytes - state.arrivingBytes else { return false }
      state.arrivingBytes += bytes
      return true
    }
  }

  /// Gives space back.
  func release(_ bytes: Int) { state.withLock { $0.arrivingBytes -= bytes } }

  /// A group keeps so many bytes more.
  func kept(_ bytes: Int, of group: GroupID) {
    state.withLock { state in
      guard state.isCounted else { return }
      state.groups[group, default: 0] += bytes
      state.bytes += bytes
    }
  }

  /// Removes one of a group's files, of so many bytes.
  func removing(_ bytes: Int, of group: GroupID, _ body: () throws(AttachmentFailure) -> Void) throws(AttachmentFailure) {
    try folder.sync { Result { () throws(AttachmentFailure) in try body() } }.get()
    kept(-bytes, of: group)
  }

  /// Removes a group's files. What is kept for it meanwhile has to be removed by whoever kept it.
  func removing(_ group: GroupID, _ body: () throws(AttachmentFailure) -> Void) throws(AttachmentFailure) {
    try folder.sync { Result { () throws(AttachmentFailure) in try body() } }.get()
    state.withLock { state in state.bytes -= state.groups.removeValue(forKey: group) ?? 0 }
  }
}
