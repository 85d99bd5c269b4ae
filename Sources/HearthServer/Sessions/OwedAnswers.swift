import HearthProtocol

/// The requests of a connection that have no answer yet. A client that ends its stream right behind a request still
/// gets the answer by this (SPEC HS-10).
///
/// It only counts: the session and the room decide the answers. It lives with its session, on one loop.
struct OwedAnswers {
  private var count = 0
  /// The newest subscribe to each group, by its request. An older subscribe is not answered once a newer one is.
  private var starts: [GroupID: UInt32] = [:]
  /// Requests that are answered only when they are refused.
  private var silent: [UInt32] = []
  // Limit: silent requests that are remembered. The refusal of an older one counts as the answer to another request.
  private static let silentMax = 8

  /// Whether nothing is owed.
  var isEmpty: Bool { count == 0 && starts.isEmpty }

  /// Whether a subscribe to a group has no answer yet.
  func isStarting(_ group: GroupID) -> Bool { starts[group] != nil }

  /// Notes a message that will be answered.
  mutating func add(_ message: ClientMessage) {
    switch message.body {
    case .subscribe(let subscribe):
      guard let group = GroupID(subscribe.groupID) else { return addOne() }
      starts[group] = message.request
    case .tellHeads, .tellDraft:
      if silent.count == Self.silentMax { silent.removeFirst() }
      silent.append(message.request)
    default: addOne()
    }
  }

  /// Notes a message that will have exactly one answer.
  mutating func addOne() { count += 1 }

  /// Notes what is sent to the connection.
  mutating func answered(by message: ServerMessage) {
    switch message.body {
    case .subscribed(let subscribed): forget(subscribed.groupID)
    case .subscriptionEnded(let ended): forget(ended.groupID)
    case .unsubscribed(let unsubscribed):
      forget(unsubscribed.groupID)
      answeredOne()
    case .rejected(let rejected):
      if rejected.commandID.isEmpty {
        if let group = GroupID(rejected.groupID) ?? starts.first(where: { $0.value == message.request })?.key,
          starts[group] == message.request
        {
          starts[group] = nil
          return
        }
        if let place = silent.firstIndex(of: message.request) {
          silent.remove(at: place)
          return
        }
      }
      answeredOne()
    case .welcome, .accepted, .invitePreview, .groups, .history, .settlement, .impact, .dashboard, .groupContents, .entries, .paymentLink,
      .plannedImport,
      .devices,
      .deviceRevoked, .tokenRotated, .linkCode, .groupTokenCreated, .groupTokens, .groupTokenRevoked:
      answeredOne()
    case .registered, .snapshotPart, .laneEvents, .presenceChanged, .headTold, .draftChanged, nil: break
    }
  }

  /// Notes an answer that was encoded elsewhere.
  mutating func answeredOne() { count = max(0, count - 1) }

  /// Notes that a subscribe was answered.
  mutating func answered(start group: GroupID) { starts[group] = nil }

  private mutating func forget(_ name: String) { if let group = GroupID(name) { starts[group] = nil } }
}
