import HearthProtocol

/// What was received of a lane about a member or an account, and who might, as the log says in the end.
struct NarrowRecord: Sendable {
  /// The positions that each member received as events.
  var events: [Set<UInt64>]
  /// Where each member began to receive the lane, by a snapshot where something stood before.
  var starts: [[UInt64]]
  /// By position minus one: who received the lane before the event, and who does since.
  var audiences: [(before: Set<Int>, after: Set<Int>)] = []

  init(members: Int) {
    events = Array(repeating: [], count: members)
    starts = Array(repeating: [], count: members)
  }
}

extension RoomJudge {
  /// Somebody is given something of a lane. Who may is known at once where it does not change; the rest is judged in
  /// the end, by the log.
  mutating func requireReader(_ member: Int, of lane: Lane, _ position: UInt64) {
    switch lane {
    case .shared, .minor, .account: return
    case .admin, .income, .inbox: break
    }
    // Without their ids nothing is known of the members.
    guard let oracle, !oracle.readers(of: lane).contains(member) else { return }
    report(.audience, "member \(member) does not receive this lane", lane, position, id(at: position, in: lane))
  }

  /// Notes where a member stands in the lanes about a member or an account, of which some may be new and some gone.
  ///
  /// - Returns: the lanes that are new.
  mutating func noteNarrow(_ positions: [(lane: Lane, position: UInt64)], of member: Int) -> Set<Lane> {
    guard !positions.isEmpty else { return [] }
    var gained: Set<Lane> = []
    for (lane, position) in positions {
      requireReader(member, of: lane, position)
      guard lane.subject != nil, self[lane].cursors[member] == nil else { continue }
      gained.insert(lane)
      self[lane].cursors[member] = position
      narrow[lane, default: NarrowRecord(members: members)].starts[member].append(position)
    }
    let told = Set(positions.map(\.lane))
    for lane in narrower.keys where !told.contains(lane) { narrower[lane]?.cursors[member] = nil }
    return gained
  }

  /// A live subscription goes on with other lanes (SPEC SB-08): in those that stay, exactly where it stood.
  mutating func goOn(_ member: Int, at positions: [(lane: Lane, position: UInt64)], gained: Set<Lane>) {
    for (lane, position) in positions where !gained.contains(lane) {
      let cursor = self[lane].cursors[member] ?? 0
      if position != cursor {
        report(.gapless, "member \(member) stood at \(cursor) when its lanes changed, and goes on there", lane, position)
      }
    }
  }

  /// The next event of such a lane, as the log has it.
  mutating func loggedNarrow(_ event: Event, _ lane: Lane) {
    guard lane.subject != nil, let before = oracle?.take(event, in: lane) else { return }
    narrow[lane, default: NarrowRecord(members: members)].audiences.append((before, oracle?.readers(of: lane) ?? []))
  }

  /// Each such lane has reached those to whom it belongs, and nobody else.
  mutating func concludeNarrow(_ heads: [Lane: UInt64]) {
    guard let oracle else { return }
    for (lane, record) in narrow.sorted(by: { $0.key < $1.key }) {
      for member in 0..<members { judge(record, lane, member) }
      guard heads[lane] ?? 0 > 0 else { continue }
      for member in oracle.readers(of: lane).sorted() where self[lane].cursors[member] == nil {
        report(.liveness, "member \(member) may receive this lane, and does not", lane)
      }
    }
  }

  private mutating func judge(_ record: NarrowRecord, _ lane: Lane, _ member: Int) {
    func isReader(_ position: UInt64) -> Bool {
      guard position > 0, position <= UInt64(record.audiences.count) else { return false }
      let audience = record.audiences[Int(position) - 1]
      return audience.before.contains(member) || audience.after.contains(member)
    }
    for position in record.events[member].sorted() where !isReader(position) {
      report(.audience, "member \(member) received an event that is not for them", lane, position, id(at: position, in: lane))
    }
    for start in record.starts[member] {
      // A member who begins to receive the lane behind an event receives it then or later.
      let since = record.audiences.dropFirst(max(0, Int(clamping: start) - 1))
      let isReader = since.contains { $0.after.contains(member) } || start == 0 && oracle?.readers(of: lane).contains(member) == true
      if !isReader { report(.audience, "member \(member) received a lane that is not for them", lane, start) }
    }
  }
}
