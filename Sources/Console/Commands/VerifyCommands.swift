import ClientStore
import HearthClient
import HearthProtocol
import Ledger

/// `hearth verify`.
public struct VerifyCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth verify`: reads the group's whole history, and holds it against what was seen of it here (SPEC LN-08).
  ///
  /// - Parameters:
  ///   - heads: as other members were shown them.
  ///   - trusts: whether what was seen is forgotten first.
  public func verify(_ heads: [String], trusts: Bool, group: String?) throws(ConsoleFailure) {
    let group = try sitting.group(group)
    var told: [SeenHead] = []
    for text in heads { told.append(try reading { () throws(ArgumentFlaw) in try HeadText(text).head }) }
    if trusts { try sitting.forget(group, isMember: true) }
    // As the server tells it, and not as it goes on from what was seen: that is compared with it event by event.
    sitting.doubted.insert(group)
    let view = try sitting.asking { connection throws(ConnectionFailure) in try connection.follow(group) }
    let seen = try sitting.storing { store throws(ClientStoreFailure) in try store.heads(of: group, epoch: view.epoch) }
    let before = try sitting.storing { store throws(ClientStoreFailure) in try store.heads(of: group, notOf: view.epoch) }
    let (walked, metAgain) = try walk(view, recalling: seen + told, before)
    try sitting.storing { store throws(ClientStoreFailure) in
      try store.remember(walked, of: group, epoch: view.epoch)
      try store.forgetHeads(of: group, notOf: view.epoch)
      try store.keep(view, at: Present.now, by: Sitting.client)
    }
    // Nobody else has what stands in one's own inbox.
    let ends = view.marks.keys.sorted().filter { $0 != .inbox(view.member) }.compactMap { lane in walked.last { $0.lane == lane } }.map {
      HeadText($0).text
    }
    let (phrases, name) = (output.phrases, (view.state.shared.settings?.name ?? "").printable)
    var json = JSONLine()
    json.add("groupId", group.description)
    json.add("events", json: String(walked.count))
    json.add("metAgain", json: String(metAgain))
    json.add("heads", json: "[" + ends.map { "\"\($0)\"" }.joined(separator: ",") + "]")
    output.show(
      (trusts ? [phrases.trusted(name)] : []) + [phrases.historyHolds(name, events: walked.count), phrases.metAgain(metAgain)]
        + [phrases.headsToCompare()] + ends.map { "  " + $0 },
      json: [json.text])
  }

  /// Reads every lane from its first event to where the view stands.
  ///
  /// - Parameter former: heads of before the server was restored from a backup, as it says.
  /// - Returns: the hash of each event, and how many of the heads were met again.
  private func walk(
    _ view: GroupView, recalling heads: [SeenHead], _ former: [SeenHead]
  ) throws(ConsoleFailure) -> (walked: [SeenHead], metAgain: Int) {
    let now = Present.now
    var replay = Replay(group: view.state.group)
    // The view has to stand on this very history too.
    let own = view.marks.filter { $0.value.position > .start }.compactMap { lane, mark in
      mark.hash.map { SeenHead(lane: lane, position: mark.position, hash: $0, seenAt: now) }
    }
    var recollection = Recollection(heads + own)
    var formerly = Recollection(former)
    var walked: [SeenHead] = []
    var pace = SendingPace()
    for lane in view.marks.keys.sorted() {
      var hasMore = true
      while hasMore {
        let page = try HistoryReading(sitting).page(
          of: replay.group, lane, after: replay.position(in: lane), limit: HistoryReading.eventsPerPage, &pace)
        do throws(ReplicaFault) {
          hasMore = try replay.take(page, until: .max)
        } catch {
          throw distrust(output.phrases.fault(error))
        }
        for event in page.events {
          try requireSame { () throws(HistoryAlteration) in try recollection.compare(event) }
          try requireSame(before: true) { () throws(HistoryAlteration) in try formerly.compare(event) }
          if let hash = event.hash { walked.append(SeenHead(lane: lane, position: event.position, hash: hash, seenAt: now)) }
        }
      }
      let end = replay.position(in: lane)
      try requireSame { () throws(HistoryAlteration) in try recollection.end(of: lane, at: end) }
      try requireSame(before: true) { () throws(HistoryAlteration) in try formerly.end(of: lane, at: end) }
    }
    do throws(ReplicaFault) {
      try replay.requireNamed()
    } catch {
      throw distrust(output.phrases.fault(error))
    }
    // What came meanwhile is in the history already.
    let isSameMoment = view.marks.allSatisfy { replay.position(in: $0.key) == $0.value.position }
    guard !isSameMoment || replay.state.shared.figures == view.state.shared.figures else {
      throw distrust(output.phrases.doesNotAddUp())
    }
    return (walked, recollection.metAgain - own.count + formerly.metAgain)
  }

  /// - Parameter before: whether it was seen before the server was restored from a backup, as it says.
  private func requireSame(before: Bool = false, _ body: () throws(HistoryAlteration) -> Void) throws(ConsoleFailure) {
    do throws(HistoryAlteration) {
      try body()
    } catch {
      throw distrust(words(for: error), before ? [output.phrases.restored()] : [])
    }
  }

  private func words(for alteration: HistoryAlteration) -> String {
    let phrases = output.phrases
    func ago(_ seenAt: Int64?) -> String? { seenAt.map { Screens.time(Present.now - $0, phrases) } }
    return switch alteration {
    case .altered(let lane, let first, let last, let seenAt):
      phrases.altered(lane.name, first: first.rawValue, last: last.rawValue, ago: ago(seenAt))
    case .cutOff(let lane, let had, let found, let seenAt):
      phrases.cutOff(lane.name, had: had.rawValue, found: found.rawValue, ago: ago(seenAt))
    }
  }

  private func distrust(_ cause: String, _ circumstances: [String] = []) -> ConsoleFailure {
    ConsoleFailure(said: [cause] + circumstances + [output.phrases.alterationHint()], status: 1)
  }
}

extension SharedState {
  /// What each member is owed in each currency.
  fileprivate var figures: [Currency: [MemberID: Int64]] {
    let currencies = balances.currencies.map { currency in
      (currency, Dictionary(uniqueKeysWithValues: members.map { ($0.id, balances[$0.id, currency]) }))
    }
    return Dictionary(uniqueKeysWithValues: currencies)
  }
}
