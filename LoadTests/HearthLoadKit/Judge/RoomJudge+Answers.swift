import HearthProtocol

extension RoomJudge {
  /// A command was accepted.
  ///
  /// - Returns: the answer's latency in nanoseconds; nil for a command that is no load, or has its answer already.
  public mutating func accepted(
    _ number: Int, lane: Lane?, position: UInt64, isDuplicate: Bool, by member: Int, at now: Int64
  ) -> Int64? {
    guard commands.indices.contains(number) else { return nil }
    if isDuplicate { duplicates += 1 }
    let command = commands[number]
    let id: CommandID = names.id(number)
    guard let lane else {
      report(.oneAnswer, "the answer names no known lane", nil, position, id)
      return nil
    }
    switch command.outcome {
    case .unknown: break
    case .accepted:
      if (command.lane, command.position) != (lane, position) {
        report(.oneAnswer, "it was accepted before, at \(command.lane) \(command.position)", lane, position, id)
      }
      return nil
    case .rejected:
      report(.oneAnswer, "it was rejected before", lane, position, id)
      return nil
    }
    accepted += 1
    commands[number].outcome = .accepted
    commands[number].lane = lane
    commands[number].position = position
    guard command.purpose != .setup else { return nil }
    if command.purpose == .wrong { report(.rejectedAbsent, "a command that breaks a rule was accepted", lane, position, id) }
    if lane != command.lanes.first {
      report(.audience, "the command belongs in \(command.lanes.first ?? .shared)", lane, position, id)
    } else if position <= command.floor {
      report(.realTime, "position \(command.floor) was acknowledged before the command was sent", lane, position, id)
    }
    // SPEC CM-07
    if isSubscribed[member], let cursor = self[lane].cursors[member], cursor < position {
      report(.eventBeforeAnswer, "the sender stood at \(cursor)", lane, position, id)
    }
    acknowledged[lane] = max(acknowledged[lane] ?? 0, position)
    return now - command.due
  }

  /// A command was rejected.
  public mutating func rejected(_ number: Int, code: String) {
    guard commands.indices.contains(number) else { return }
    let id: CommandID = names.id(number)
    switch commands[number].outcome {
    case .unknown: break
    case .accepted: return report(.oneAnswer, "it was accepted before, and is now rejected (\(code))", nil, nil, id)
    case .rejected: return
    }
    commands[number].outcome = .rejected
    rejected += 1
    if commands[number].purpose != .setup { completed += 1 }
  }
}
