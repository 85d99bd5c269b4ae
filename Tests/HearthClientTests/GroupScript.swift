import HearthClient
import HearthProtocol
import Ledger
import SwiftProtobuf

/// A group's history as a server would hold it: events appended by hand, hashed, and given out as messages.
struct GroupScript {
  let group = GroupID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
  let owner = MemberID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0002)
  let other = MemberID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0003)
  var epoch: UInt64 = 1
  /// The client's own member; nil: the owner.
  var reader: MemberID?
  /// The server's instant of what is appended next.
  var at: Int64 = 0
  private(set) var lanes: [Lane: [SealedLaneEvent]] = [.shared: [], .admin: []]
  private(set) var state: GroupState

  /// The group with its owner, another member and so many entries.
  init(entries: Int = 0) {
    state = GroupState(group: group)
    var created = GroupCreated()
    created.name = "Sharma Family"
    created.currency = "INR"
    created.membersMax = 10
    append(.groupCreated(created))
    for (member, name, role) in [(owner, "Asha", Role.owner), (other, "Ravi", .adult)] {
      var joined = MemberJoined()
      joined.memberID = member.description
      joined.displayName = name
      joined.role = role
      joined.holder = .init(member.bytes)
      append(.memberJoined(joined))
    }
    for number in 0..<entries { addEntry(number) }
  }

  mutating func addEntry(_ number: Int, command: String = "") {
    var share = Share()
    share.memberID = owner.description
    share.minor = 100
    var added = EntryAdded()
    added.entryID = EntryID(high: 0x7000, low: 0x8000_0000_0000_0000 | UInt64(number)).description
    added.content.kind = .expense
    added.content.amount = Money(minor: 100, currency: Currency(code: "INR") ?? Currency.all[0])
    added.content.description_p = "Entry \(number)"
    added.content.date = "2026-11-20"
    added.content.paid = [share]
    added.content.split.exact.shares = [share]
    added.owed = [share]
    append(.entryAdded(added), command: command)
  }

  mutating func addInvite(_ number: UInt64) {
    var created = InviteCreated()
    created.inviteID = InviteID(high: 0x7000, low: 0x9000_0000_0000_0000 | number).description
    created.role = .adult
    created.usesMax = 1
    created.expiresAtMs = 1_000
    created.codeHash = .init(repeating: 7, count: 32)
    append(.inviteCreated(created), lane: .admin)
  }

  /// Somebody joins; without a holder a placeholder is added.
  mutating func join(_ member: MemberID, as name: String, holder: [UInt8] = []) {
    var joined = MemberJoined()
    joined.memberID = member.description
    joined.displayName = name
    joined.role = .adult
    joined.holder = .init(holder)
    append(.memberJoined(joined))
  }

  /// A member is held by somebody else: a placeholder by whoever was another member, or a member by whom no one was.
  mutating func claim(_ member: MemberID, as role: Role, holder: [UInt8], from former: [UInt8] = [], replacing replaced: MemberID? = nil) {
    var claimed = MemberClaimed()
    claimed.memberID = member.description
    claimed.displayName = "Asha"
    claimed.role = role
    claimed.holder = .init(holder)
    claimed.formerHolder = .init(former)
    claimed.replacedMemberID = replaced?.description ?? ""
    append(.memberClaimed(claimed))
  }

  mutating func changeRole(of member: MemberID, to role: Role) {
    var changed = RoleChanged()
    changed.memberID = member.description
    changed.role = role
    append(.roleChanged(changed))
  }

  mutating func append(_ body: Event.OneOf_Body?, lane: Lane = .shared, command: String = "") {
    var event = Event()
    let position = head(lane) + 1
    event.salt = .init([UInt8](repeating: UInt8(truncatingIfNeeded: position), count: 16))
    event.memberID = owner.description
    event.atMs = at
    event.commandID = command
    event.body = body
    let bytes = (try? WireFormat.protobuf.encode(event)) ?? []
    var sealed = SealedLaneEvent()
    sealed.position = position
    sealed.event = .init(bytes)
    sealed.hash = .init(hash(lane).next(stored: bytes).bytes)
    lanes[lane, default: []].append(sealed)
    if body != nil { try? state.apply(event, lane: lane, position: LanePosition(position)) }
  }

  /// Erases the words of an event that added an entry, and appends what names it.
  ///
  /// - Parameters:
  ///   - names: whether what is appended names it.
  ///   - alter: changes the event further, which nothing answers for.
  mutating func eraseEntry(at position: UInt64, names: Bool = true, alter: (inout Event) -> Void = { _ in }) throws {
    let place = Int(position) - 1
    guard let sealed = lanes[.shared]?[place], let before = lanes[.shared]?[place - 1].hash, let last = LaneHash(bytes: before) else {
      return
    }
    var event = try Event(serializedBytes: sealed.event)
    event.salt = .init()
    event.entryAdded.content.description_p = ""
    event.erasedBy = head(.shared) + 1
    let bytes = try WireFormat.protobuf.encode(event)
    alter(&event)
    lanes[.shared]?[place].event = .init(try WireFormat.protobuf.encode(event))
    var erased = WordsErased()
    erased.memberID = owner.description
    if names {
      erased.events = [
        .with { ($0.position, $0.hash, $0.subjectID) = (position, .init(last.next(stored: bytes).bytes), event.entryAdded.entryID) }
      ]
    }
    append(.wordsErased(erased))
  }

  func head(_ lane: Lane) -> UInt64 { UInt64(lanes[lane]?.count ?? 0) }

  private func hash(_ lane: Lane) -> LaneHash {
    lanes[lane]?.last.flatMap { LaneHash(bytes: $0.hash) } ?? .genesis(group: group, lane: lane)
  }

  // MARK: What the server says

  /// A start after a cursor, or at the head by snapshot.
  func start(_ lane: Lane, after: UInt64? = nil) -> LaneStart {
    var start = LaneStart()
    start.lane = lane.name
    start.start = after ?? head(lane)
    start.head = head(lane)
    start.snapshot = after == nil
    return start
  }

  func subscribed(_ starts: LaneStart...) -> Subscribed {
    var subscribed = Subscribed()
    subscribed.groupID = group.description
    subscribed.memberID = (reader ?? owner).description
    subscribed.epoch = epoch
    subscribed.lanes = starts
    subscribed.online = [owner.description]
    return subscribed
  }

  /// The lane's snapshot, its entries cut into parts of so many.
  func parts(_ lane: Lane, entriesPerPart: Int = .max) -> [SnapshotPart] {
    var whole = state.snapshot(of: lane)
    whole.position = head(lane)
    whole.head = .init(hash(lane).bytes)
    var pieces: [LaneSnapshot] = []
    if case .shared(let shared) = whole.state, shared.entryRows.count > entriesPerPart {
      for start in stride(from: 0, to: shared.entryRows.count, by: entriesPerPart) {
        var piece = whole
        piece.shared = start == 0 ? shared : SharedSnapshot()
        piece.shared.entryRows = Array(shared.entryRows[start..<min(start + entriesPerPart, shared.entryRows.count)])
        pieces.append(piece)
      }
    } else {
      pieces = [whole]
    }
    return pieces.enumerated().map { index, piece in
      var part = SnapshotPart()
      part.groupID = group.description
      part.snapshot = piece
      part.last = index == pieces.count - 1
      return part
    }
  }

  /// The page of history that is asked for.
  func page(_ read: ReadHistory, _ change: (inout SealedHistory) -> Void = { _ in }) -> SealedServerMessage.OneOf_Body {
    let all = Lane(name: read.lane).flatMap { lanes[$0] } ?? []
    var page = SealedHistory()
    page.groupID = group.description
    page.lane = read.lane
    page.events = Array(all.dropFirst(Int(read.after)).prefix(Int(read.limit)))
    page.head = UInt64(all.count)
    change(&page)
    return .history(page)
  }

  /// The events from one position to another, both included.
  func events(_ lane: Lane = .shared, _ positions: ClosedRange<Int>) -> SealedLaneEvents {
    var events = SealedLaneEvents()
    events.groupID = group.description
    events.lane = lane.name
    events.events = Array((lanes[lane] ?? [])[(positions.lowerBound - 1)...(positions.upperBound - 1)])
    return events
  }
}

extension SealedLaneEvents {
  /// The same events as JSON carries them.
  var open: LaneEvents {
    (try? LaneEvents(serializedBytes: (try? WireFormat.protobuf.encode(self)) ?? [])) ?? LaneEvents()
  }
}
