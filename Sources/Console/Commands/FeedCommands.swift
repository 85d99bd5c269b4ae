import ClientStore
import HearthClient
import HearthProtocol
import Ledger

/// `hearth feed`.
public struct FeedCommands: CommandFamily {
  // Limit: how long one wait lasts; the feed goes on after it.
  private static let longWait = Duration.seconds(3_600)
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth feed`: live until interrupted, or for so long.
  ///
  /// - Parameter rings: whether the terminal's bell rings for alerts.
  public func watch(for time: String?, rings: Bool = false, group: String?) throws(ConsoleFailure) {
    let seconds = try time.map { text throws(ConsoleFailure) in
      try reading { () throws(ArgumentFlaw) in try DurationText.seconds(text) }
    }
    let end = seconds.map { ContinuousClock.now + .seconds(Int64($0)) }
    let group = try sitting.group(group)
    let connection = try sitting.online()
    let signals = Interrupts { connection.close() }
    defer { signals.cancel() }
    var model = FeedModel(clock: Present.clock)
    // Groups that are asked only to send waiting commands are not watched; nor is the user to be seen in one that comes
    // late.
    for other in sitting.asked where other != group {
      try sitting.asking { connection throws(ConnectionFailure) in try connection.unfollow(other) }
    }
    let view = try sitting.follow(group)
    tell(model.update(.began(view)), model, rings)
    if !output.isJSON, view.state.shared.preferences[view.member].wants(.digest, in: .feed) {
      try DashboardCommands(sitting).digest(.week, date: nil, view)
    }
    while true {
      let left = end.map { ContinuousClock.now.duration(to: $0) } ?? Self.longWait
      guard left > .zero else { return }
      let untilTick = model.deadline.map { Duration.milliseconds($0 - Present.steady) } ?? left
      if let delivery = try sitting.next(within: min(left, untilTick)) {
        guard try take(delivery, group, rings, &model) else { return }
      }
      tell(model.update(.tick(now: Present.steady)), model, rings)
    }
  }

  /// Tells what was delivered; false when the feed is over.
  private func take(_ delivery: Delivery, _ group: GroupID, _ rings: Bool, _ model: inout FeedModel) throws(ConsoleFailure) -> Bool {
    switch delivery.notice {
    case .message(let message):
      if output.isJSON, [nil, group.description].contains(message.namedGroup) { output.write(WireFormat.line(message)) }
    case .groupUpdated(let update):
      if update.group == group, let view = delivery.view { tell(model.update(.changed(update, view)), model, rings) }
    case .presence(group, let member, let isOnline):
      tell(model.update(.presence(member, isOnline: isOnline, now: Present.steady)), model, rings)
    case .disconnected(_, let milliseconds):
      let items = model.update(.disconnected(retryMilliseconds: milliseconds))
      warn(items, model, rings)
    case .headTold(group, let told, let verdict):
      if let own = try contradiction(to: told, verdict, delivery.view) { warn(model.update(.otherHistory(told, own: own)), model, rings) }
    case .fault(group, let fault):
      tell(model.update(.fault(fault)), model, rings)
      if case .stop = fault.recovery { throw ConsoleFailure(.fault(fault)) }
    case .membershipEnded(group):
      output.complain([Wording("You are no member of this group any more.", "अब आप इस समूह के सदस्य नहीं हैं।").text(in: output.theme.language)])
      return false
    case .rejected(let rejected, _):
      // What waited, and what other groups were asked, may be refused late.
      if rejected.commandID.isEmpty, ["", group.description].contains(rejected.groupID) { throw ConsoleFailure(rejected) }
    case .stopped(.asked): return false
    case .stopped(let reason): throw try ConsoleFailure(.stopped(sitting.online().server, reason))
    case .registered, .welcome, .accepted, .unsubscribed, .membershipEnded, .preview, .groups, .history, .impact, .paymentLink, .device,
      .presence,
      .headTold, .draft, .verifying, .catchingUp, .fault, .unreadable:
      break
    }
    return true
  }

  /// What this machine has seen where a member says to have seen something else; nil when it has seen the same, or
  /// nothing.
  func contradiction(to told: ToldHead, _ verdict: HeadVerdict, _ view: GroupView?) throws(ConsoleFailure) -> LaneHash? {
    switch verdict {
    case .same: return nil
    case .different(let own): return own
    case .tooOld:
      guard let view else { return nil }
      let seen = try sitting.storing { store throws(ClientStoreFailure) in try store.heads(of: view.state.group, epoch: view.epoch) }
      let own = seen.first { $0.lane == told.lane && $0.position == told.position }?.hash
      return own == told.hash ? nil : own
    }
  }

  /// Tells what a program that reads the messages is told beside them.
  private func warn(_ items: [FeedItem], _ model: FeedModel, _ rings: Bool) {
    if output.isJSON { output.complain(items.flatMap { $0.lines(Theme(isColored: false, width: 100)) }) } else { tell(items, model, rings) }
  }

  private func tell(_ items: [FeedItem], _ model: FeedModel, _ rings: Bool) {
    guard !output.isJSON else { return }
    // ECMA-48 §8.3.3: BEL, once for all that came together.
    if rings, model.rings(items) { output.terminal.ring() }
    output.write(items.flatMap { $0.lines(output.theme) })
  }
}

extension ServerMessage {
  /// The group that it tells of, followed or not; nil for a message of none.
  fileprivate var namedGroup: String? {
    switch body {
    case .accepted(let message): message.groupID.isEmpty ? nil : message.groupID
    case .rejected(let message): message.groupID.isEmpty ? nil : message.groupID
    case .history(let message): message.groupID.isEmpty ? nil : message.groupID
    case .subscribed(let message): message.groupID
    case .snapshotPart(let message): message.groupID
    case .laneEvents(let message): message.groupID
    case .presenceChanged(let message): message.groupID
    case .headTold(let message): message.groupID
    case .unsubscribed(let message): message.groupID
    case .subscriptionEnded(let message): message.groupID
    default: nil
    }
  }
}
