import HearthProtocol

/// Commands that have no answer yet, in the order in which they were given (SPEC CM-06, CM-07).
///
/// A command enters before it is first sent and leaves with its answer, so that a client that keeps the outbox on disk
/// can send again after a crash what may not have arrived.
public struct Outbox: Sendable {
  /// A command on its way.
  struct Item: Sendable {
    var command: Command
    var request: UInt32
    var tag: UInt64
    /// Whether it waits until its group's history is verified, and so was not sent yet, as far as this core knows.
    var isHeld = false
    /// Whether it may have arrived before it entered (`SyncRequest.resend`).
    var mayBeKnown = false
  }

  private(set) var items: [Item] = []
  private var heldCount = 0

  /// The commands without an answer, oldest first.
  public var commands: [Command] { items.map(\.command) }
  /// How many have no answer.
  public var count: Int { items.count }

  init() {}

  mutating func add(_ item: Item) {
    items.append(item)
    if item.isHeld { heldCount += 1 }
  }

  /// The answer has come; nil when there is no such command, as for the second answer to one that was sent twice.
  mutating func settle(commandID: String, request: UInt32) -> Item? {
    // Answers come nearly in the order of the commands, so the first is usually the one.
    let place = items.firstIndex { commandID.isEmpty ? $0.request == request && request != 0 : $0.command.id == commandID }
    guard let settled = place.map({ items.remove(at: $0) }) else { return nil }
    if settled.isHeld { heldCount -= 1 }
    return settled
  }

  /// What waited, oldest first, and need not any more.
  mutating func release(where isFree: (Item) -> Bool) -> [Item] {
    guard heldCount > 0 else { return [] }
    var freed: [Item] = []
    for place in items.indices where items[place].isHeld && isFree(items[place]) {
      items[place].isHeld = false
      freed.append(items[place])
    }
    heldCount -= freed.count
    return freed
  }
}
