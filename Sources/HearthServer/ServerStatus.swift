import Logging
import Synchronization

/// What `/healthz` and `/readyz` tell, and the log. Any thread may ask.
final class ServerStatus: Sendable {
  let log: Logger
  /// Who speaks for others without being trusted.
  let proxies: ProxyWatch
  /// Milliseconds since 1970.
  let startedAt = Server.systemClock()
  private let connections = Atomic(0)
  private let rooms = Atomic(0)
  private let crossings = Atomic(0)
  private let compressions = Atomic(0)
  private let checkedHistories = Atomic(0)
  private let damagedGroups = Atomic(0)
  private let serving = Atomic(false)
  private let failed = Atomic(false)
  private let onStoreFailure: @Sendable () -> Void
  private let storeIsAway: @Sendable () -> Bool
  private let overtakenGroups = Atomic(0)
  private let nodeLinks = Atomic(0)
  private let nodeRequests = Atomic(0)

  init(
    log: Logger, storeIsAway: @escaping @Sendable () -> Bool = { false }, onStoreFailure: @escaping @Sendable () -> Void
  ) {
    self.storeIsAway = storeIsAway
    self.log = log
    proxies = ProxyWatch(log: log)
    self.onStoreFailure = onStoreFailure
  }

  /// Whether nothing can be stored now.
  var isStoreAway: Bool { storeIsAway() }
  /// Groups that another server has taken while this one stood still.
  var overtakenGroupCount: Int { overtakenGroups.load(ordering: .relaxed) }
  func groupsOvertaken(_ count: Int) { overtakenGroups.add(count, ordering: .relaxed) }

  /// Links to other nodes and from them that stand, over all loops.
  var nodeLinkCount: Int { nodeLinks.load(ordering: .relaxed) }
  /// Requests of members that other nodes were asked.
  var nodeRequestCount: Int { nodeRequests.load(ordering: .relaxed) }
  func nodeLinksChanged(by difference: Int) { nodeLinks.add(difference, ordering: .relaxed) }
  func nodeAsked() { nodeRequests.add(1, ordering: .relaxed) }

  /// True from the end of the start to the beginning of the drain, as long as the store works and can be reached.
  var isReady: Bool {
    get { serving.load(ordering: .acquiring) && !failed.load(ordering: .acquiring) && !isStoreAway }
    set { serving.store(newValue, ordering: .releasing) }
  }

  /// The store is broken. It is logged and told once.
  func fail(_ why: String) {
    guard !failed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    log.critical("the store is broken", metadata: ["cause": "\(why)"])
    onStoreFailure()
  }

  /// Connections of all kinds, over all loops.
  var connectionCount: Int { connections.load(ordering: .relaxed) }
  /// Groups in memory, over all loops.
  var roomCount: Int { rooms.load(ordering: .relaxed) }
  /// Messages that loops have posted to one another.
  var crossingCount: Int { crossings.load(ordering: .relaxed) }
  /// Payloads compressed.
  var compressionCount: Int { compressions.load(ordering: .relaxed) }
  /// Histories checked while the server runs, each group's as often as it was.
  var checkedHistoryCount: Int { checkedHistories.load(ordering: .relaxed) }
  /// Groups that were found damaged when they were checked last.
  var damagedGroupCount: Int { damagedGroups.load(ordering: .relaxed) }

  func connectionOpened() { connections.add(1, ordering: .relaxed) }
  func connectionClosed() { connections.subtract(1, ordering: .relaxed) }
  func crossed(_ messages: Int) { crossings.add(messages, ordering: .relaxed) }
  func compressed() { compressions.add(1, ordering: .relaxed) }
  func historyChecked() { checkedHistories.add(1, ordering: .relaxed) }
  func damagedGroupsChanged(by difference: Int) { damagedGroups.add(difference, ordering: .relaxed) }
  func roomsChanged(by difference: Int) { rooms.add(difference, ordering: .relaxed) }
}
