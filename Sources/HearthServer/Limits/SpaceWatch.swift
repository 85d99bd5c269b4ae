import EventStore
import Locking
import Logging
import Synchronization

/// Keeps the last of the disk for what protects somebody: while less is free than the operator says, the server takes
/// nothing that can wait (SPEC ER-05).
///
/// Loops ask when it is time to look, have it looked off the loop, and read what was found. The queue that commits has
/// it looked as often as it writes. It must never be asked to look on a loop: that may block.
final class SpaceWatch: Sendable {
  // Limit: how old what was found last is, in milliseconds, while little is written.
  static let lookMilliseconds: Int64 = 1_000
  // Limit: how much is written between two looks: this part of the floor.
  static let lookFloorPart = 8

  private struct State: Sendable {
    /// Monotonic milliseconds.
    var askedAt: Int64?
    var isLooking = false
    /// What may have been written since the last look began, in bytes.
    var writtenBytes = 0
  }

  /// Bytes below which space is short.
  let floor: Int
  private let freeBytes: (@Sendable () -> Int?)?
  private let status: ServerStatus?
  private let state = Locked(State())
  private let short = Atomic(false)
  /// Whether it was said that the store has no space, and not yet that it has again.
  private let saidFull = Atomic(false)
  /// As of the last look; -1 while nobody could say.
  private let lastFree = Atomic(-1)

  /// - Parameters:
  ///   - floor: bytes below which space is short; 0: it never is.
  ///   - freeBytes: asks the system, and may block; nil: nobody does, and space is never short.
  ///   - status: where it is logged.
  init(floor: Int, freeBytes: (@Sendable () -> Int?)?, status: ServerStatus?) {
    self.floor = floor
    self.freeBytes = floor > 0 ? freeBytes : nil
    self.status = status
  }

  /// Space is never short.
  static var never: SpaceWatch { SpaceWatch(floor: 0, freeBytes: nil, status: nil) }

  /// Whether space is short: only what protects somebody is written.
  var isShort: Bool { short.load(ordering: .relaxed) }

  /// Bytes that were free at the last look; nil while nobody could say.
  var lastFreeBytes: Int? {
    let free = lastFree.load(ordering: .relaxed)
    return free < 0 ? nil : free
  }

  /// Whether it is time to look. After a yes somebody looks.
  func isDue(now: Int64) -> Bool {
    guard freeBytes != nil else { return false }
    return state.withLock { state in
      guard !state.isLooking, now - (state.askedAt ?? .min / 2) >= Self.lookMilliseconds else { return false }
      state.askedAt = now
      state.isLooking = true
      state.writtenBytes = 0
      return true
    }
  }

  /// Before so much is written: looks if an eighth of the floor may have been written since the last look, so that no
  /// burst passes through the floor between two looks by the clock. Where it is called may block.
  ///
  /// - Parameter bytes: what is about to be written, rather too much than too little.
  func willWrite(_ bytes: Int) {
    guard freeBytes != nil else { return }
    let isDue = state.withLock { state in
      state.writtenBytes = state.writtenBytes.addingReportingOverflow(bytes).overflow ? .max : state.writtenBytes + bytes
      guard !state.isLooking, state.writtenBytes >= floor / Self.lookFloorPart else { return false }
      state.isLooking = true
      state.writtenBytes = 0
      return true
    }
    if isDue { look() }
  }

  /// After a commit: says once when the store has no space though none was seen to be short, as on a database's own
  /// disk or at a quota, and once when it has again.
  func committed(_ results: [Result<Void, StoreFailure>]) {
    if results.contains(where: { if case .failure(.full) = $0 { true } else { false } }) {
      guard !isShort, !saidFull.exchange(true, ordering: .relaxed) else { return }
      status?.log.error("the store has no space left: what it cannot keep is answered storage_full; reading goes on")
    } else if results.contains(where: { if case .success = $0 { true } else { false } }) {
      guard saidFull.exchange(false, ordering: .relaxed) else { return }
      status?.log.notice("the store has space again")
    }
  }

  /// Looks how much space there is. What cannot be said is as it was.
  func look() {
    defer { state.withLock { $0.isLooking = false } }
    guard let free = freeBytes?() else { return }
    lastFree.store(free, ordering: .relaxed)
    // A little more than the floor ends it, so that what is freed by a checkpoint and written by the next commit does
    // not begin it again and again.
    let isNowShort = free < (isShort ? ample : floor)
    guard short.exchange(isNowShort, ordering: .relaxed) != isNowShort else { return }
    let metadata: Logger.Metadata = ["free": "\(free)", "floor": "\(floor)"]
    if isNowShort {
      status?.log.error(
        "the disk is nearly full: commands, receipts and newcomers are answered storage_full; reading, leaving, removing and revoking go on",
        metadata: metadata)
    } else {
      status?.log.notice("the disk has space again", metadata: metadata)
    }
  }

  /// Whether a receipt's file may be begun: files are refused before anything else is. It asks the system, and may
  /// block.
  ///
  /// - Parameter bytes: all that is arriving, this file's included.
  func hasSpace(forFilesOf bytes: Int) -> Bool {
    guard let free = freeBytes?() else { return !isShort }
    return free - bytes >= ample
  }

  /// Where space is not short any more, in bytes.
  private var ample: Int { floor + floor / 4 }
}
