import HearthProtocol

extension RoomJudge {
  /// Balances as a replica shows them, in minor units, by member and currency; zeros may be left out.
  public typealias Balances = [String: [String: Int64]]

  /// The next event of the log, read in the end from the first on.
  ///
  /// - Parameter position: where the server says it stands.
  public mutating func logged(_ event: Event, lane: Lane, position: UInt64, hash: LaneHash?) {
    let id = CommandID(event.commandID)
    loggedNarrow(event, lane)
    if let received = self[lane].hash(at: position), received != hash {
      report(.durable, "members received another event than the log holds", lane, position, self.id(at: position, in: lane) ?? id)
    }
    if let number = names.number(of: event.commandID), commands.indices.contains(number) {
      let command = commands[number]
      // A command has all its events at once, so the second of a load command is a repetition, unless it is an alert
      // that the first one set off.
      let isAlert = if case .alertFired = event.body { true } else { false }
      if isAlert {
        if command.logged == 0 { report(.oneHistory, "an alert stands before what set it off", lane, position, id) }
      } else {
        commands[number].logged += 1
      }
      let isWhole = command.logged >= command.lanes.count
      if command.purpose != .setup, isWhole, !isAlert {
        report(.acknowledgedOnce, "the log holds it \(command.logged + 1) times", lane, position, id)
      }
      if case .narrow(let lanes) = command.purpose, !lanes.contains(lane) {
        report(.audience, "it stands here and belongs in \(lanes.map(\.name).joined(separator: " and "))", lane, position, id)
      }
      // Of what stands in several lanes, the answer names one.
      let isNamed = command.lanes.count == 1 || command.lane == lane
      if command.outcome == .accepted, command.logged == 0, isNamed, (command.lane, command.position) != (lane, position) {
        report(.acknowledgedOnce, "it was acknowledged at \(command.lane) \(command.position)", lane, position, id)
      }
    } else {
      report(.oneHistory, "nobody sent the command \"\(event.commandID)\"", lane, position)
    }
    for finding in account.take(event) { report(.money, finding, lane, position, id) }
  }

  /// The log has been read up to these heads: what should be there must be there, and everybody must have it.
  public mutating func conclude(heads: [Lane: UInt64]) {
    for number in commands.indices {
      let command = commands[number]
      let id: CommandID = names.id(number)
      switch command.outcome {
      case .accepted:
        let least = command.purpose == .setup ? 1 : command.lanes.count
        guard command.logged < least else { continue }
        lost += 1
        report(.durable, "it was acknowledged and is lost", command.lane, command.position, id)
      case .rejected:
        if command.logged > 0 { report(.rejectedAbsent, "it was rejected and is in the log", nil, nil, id) }
      case .unknown: report(.liveness, "it has no answer", nil, nil, id)
      }
    }
    concludeNarrow(heads)
    for (lane, head) in heads.sorted(by: { $0.key < $1.key }) {
      if self[lane].head > head {
        let missing = self[lane].head
        report(.durable, "it was delivered, and the log ends at \(head)", lane, missing, self.id(at: missing, in: lane))
      }
      for (member, cursor) in self[lane].cursors.enumerated() {
        guard let cursor, cursor < head else { continue }
        report(.liveness, "member \(member) stands at \(cursor), the log at \(head)", lane, head, self.id(at: head, in: lane))
      }
    }
    for (currency, total) in account.totals where total != 0 { report(.money, "the balances in \(currency) total \(total)") }
  }

  /// Compares a replica's balances with those of the independent account.
  public mutating func compare(_ balances: Balances, of replica: String) {
    var totals: [String: Int64] = [:]
    for (_, minors) in balances {
      for (currency, minor) in minors { totals[currency, default: 0] &+= minor }
    }
    for (currency, total) in totals.sorted(by: { $0.key < $1.key }) where total != 0 {
      report(.money, "in \(replica) the balances in \(currency) total \(total)")
    }
    for member in Set(balances.keys).union(account.balances.keys).sorted() {
      let (theirs, ours) = (balances[member] ?? [:], account.balances[member] ?? [:])
      for currency in Set(theirs.keys).union(ours.keys).sorted() where theirs[currency] ?? 0 != ours[currency] ?? 0 {
        report(.money, "in \(replica) member \(member) stands at \(theirs[currency] ?? 0) \(currency), the log says \(ours[currency] ?? 0)")
      }
    }
  }

  /// Compares the state that a fresh connection was given with the one that was folded live; both in the canonical
  /// bytes.
  public mutating func compare(fresh: [UInt8], live: [UInt8], lane: Lane) {
    if fresh != live { report(.oneState, "a fresh connection shows another state than the one that was there all along", lane) }
  }
}
