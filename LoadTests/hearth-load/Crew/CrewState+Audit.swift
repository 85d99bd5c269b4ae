import HearthClient
import HearthLoadKit
import HearthProtocol

/// The end of a run: each room's whole log is read, and a fresh connection is compared with one that was there all
/// along.
extension CrewState {
  // Limit: SPEC HI-01.
  private static let pageEvents: UInt32 = 500

  mutating func beginAudit() {
    for room in rooms.indices { read(.shared, after: .start, room: room) }
  }

  private func read(_ lane: Lane, after position: LanePosition, room: Int, by member: Int = 0) {
    loop?.request(.readHistory(rooms[room].group, lane, after: position, limit: Self.pageEvents), by: rooms[room].clients[member])
  }

  mutating func take(_ page: HistoryPage, of reader: ClientMember, _ seat: Seat) {
    for event in page.events {
      rooms[seat.room].judge.logged(event.event, lane: event.lane, position: event.position.rawValue, hash: event.hash)
    }
    if let last = page.events.last, last.position < page.head {
      return read(page.lane, after: last.position, room: seat.room, by: seat.member)
    }
    rooms[seat.room].heads[page.lane] = page.head.rawValue
    switch page.lane {
    case .shared: read(.admin, after: .start, room: seat.room)
    case .admin: read(.income, after: .start, room: seat.room)
    case .income, .inbox, .minor, .account: readNarrow(reader, seat)
    }
  }

  /// Reads the next lane of a few, by one of them; when the owner has read the last, everything is compared.
  private mutating func readNarrow(_ reader: ClientMember, _ seat: Seat) {
    let next = rooms[seat.room].confidences?.lanes.dropFirst(rooms[seat.room].narrowLanesRead).first
    guard let (lane, member) = next else { return conclude(reader, seat) }
    rooms[seat.room].narrowLanesRead += 1
    read(lane, after: .start, room: seat.room, by: member)
  }

  private mutating func conclude(_ owner: ClientMember, _ seat: Seat) {
    rooms[seat.room].judge.conclude(heads: rooms[seat.room].heads)
    if let view = owner.view(of: rooms[seat.room].group) {
      rooms[seat.room].judge.compare(view.balances, of: "the owner's replica")
      for lane in view.marks.keys { rooms[seat.room].live[lane] = view.canonicalBytes(of: lane) }
    }
    // The owner in one room, somebody else in the next: both sets of lanes are compared.
    let member = seat.room.isMultiple(of: 2) ? 0 : plan.members - 1
    var configuration = SyncConfiguration(credentials: .token(rooms[seat.room].tokens[member]))
    configuration.client = "hearth-load"
    let server = plan.servers[0]
    let added = loop?.add(configuration, server: server.url, at: server.addresses, destination: server.destination)
    guard let client = added else { return }
    seats[client] = Seat(room: seat.room, member: member, isFresh: true)
  }

  mutating func takeFresh(_ notice: SyncNotice, of member: ClientMember, _ seat: Seat) {
    switch notice {
    case .welcome: member.request(.subscribe(rooms[seat.room].group))
    case .groupUpdated: compare(member, seat)
    case .fault(_, let fault): rooms[seat.room].judge.violated(.oneState, member: seat.member, "fresh: \(fault)")
    case .rejected(let rejected, _): rooms[seat.room].judge.violated(.oneState, member: seat.member, "fresh: \(rejected.cause)")
    case .registered, .disconnected, .stopped, .accepted, .unsubscribed, .membershipEnded, .preview, .groups, .history, .impact,
      .paymentLink,
      .device, .presence, .headTold, .draft, .verifying, .catchingUp, .unreadable, .message:
      break
    }
  }

  private mutating func compare(_ fresh: ClientMember, _ seat: Seat) {
    guard !rooms[seat.room].isAudited, let view = fresh.view(of: rooms[seat.room].group) else { return }
    rooms[seat.room].isAudited = true
    audited += 1
    for lane in view.marks.keys {
      guard let live = rooms[seat.room].live[lane] else { continue }
      rooms[seat.room].judge.compare(fresh: view.canonicalBytes(of: lane), live: live, lane: lane)
    }
    rooms[seat.room].judge.compare(view.balances, of: "a fresh replica")
    loop?.remove(fresh.id)
  }
}

extension GroupView {
  /// The state of a lane with its place, in canonical bytes.
  fileprivate func canonicalBytes(of lane: Lane) -> [UInt8] {
    var snapshot = state.snapshot(of: lane)
    snapshot.position = marks[lane]?.position.rawValue ?? 0
    snapshot.head.append(contentsOf: marks[lane]?.hash?.bytes ?? [])
    // What cannot be encoded equals nothing.
    return (try? snapshot.serializedBytes()) ?? []
  }

  fileprivate var balances: RoomJudge.Balances {
    var balances: RoomJudge.Balances = [:]
    for member in state.shared.members {
      for currency in state.shared.balances.currencies {
        balances[member.id.description, default: [:]][currency.code] = state.shared.balances[member.id, currency]
      }
    }
    return balances
  }
}
