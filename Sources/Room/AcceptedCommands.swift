import HearthProtocol
import Ledger

/// The sixteen bytes of a salt, kept as two words, since a group remembers one for every command.
typealias CommandSalt = Identifier<CommandSaltKind>

/// Tells salts from other identifiers; never instantiated.
enum CommandSaltKind {}

extension CommandSalt {
  /// A salt of another length than every event has would be none.
  init(_ bytes: some Collection<UInt8>) { self = Self(bytes: bytes) ?? Self(high: 0, low: 0) }
}

/// The memory of an accepted command: enough to give the first answer again and to notice another body under the
/// same id.
struct AcceptedCommand: Sendable, Hashable {
  /// The sender.
  var member: MemberID
  /// The first event's salt.
  var salt: CommandSalt
  /// The digest that `CommandDigest` gives for the salt and the command.
  var digest: UInt64
  /// Where its first event stands.
  var lane: Lane
  /// Where in the lane its first event stands.
  var position: LanePosition

  /// Whether what it said was erased, and with it what it could be compared by.
  var isErased: Bool { digest == 0 && salt == CommandSalt(high: 0, low: 0) }
}

/// The accepted commands of a group in the order of the log.
///
/// A group keeps every one for ever, so each takes 40 bytes beside its id: senders and lanes stand once and have
/// numbers.
struct AcceptedCommands: Sendable {
  fileprivate struct Kept: Sendable {
    let salt: CommandSalt
    let digest: UInt64
    let position: LanePosition
    let member: UInt32
    let lane: UInt32
  }

  /// Values by the order in which they were first used.
  fileprivate struct Numbers<Value: Hashable & Sendable>: Sendable {
    private(set) var values: [Value] = []
    private var places: [Value: UInt32] = [:]

    init() {}

    /// Takes values that stand once each.
    init(_ values: [Value]) throws(CommandTableFlaw) {
      for value in values { _ = number(of: value) }
      guard self.values.count == values.count else { throw CommandTableFlaw() }
    }

    func known(_ value: Value) -> UInt32? { places[value] }

    mutating func number(of value: Value) -> UInt32 {
      if let place = places[value] { return place }
      let place = UInt32(truncatingIfNeeded: values.count)
      places[value] = place
      values.append(value)
      return place
    }
  }

  fileprivate var list = PersistentList<CommandID, Kept>()
  fileprivate var members = Numbers<MemberID>()
  fileprivate var lanes = Numbers<Lane>()

  init() {}

  /// The command with this id, or nil.
  subscript(id: CommandID) -> AcceptedCommand? { list[id].map(command) }

  /// Puts the command at the end, unless its id is taken; whether it was not.
  mutating func add(_ command: AcceptedCommand, for id: CommandID) -> Bool {
    func add(_ member: UInt32, _ lane: UInt32) -> Bool {
      list.add(Kept(salt: command.salt, digest: command.digest, position: command.position, member: member, lane: lane), for: id)
    }
    // The usual case takes one search for the id.
    if let member = members.known(command.member), let lane = lanes.known(command.lane) { return add(member, lane) }
    // A name that no command has would stand in the table for nothing.
    guard !list.has(id) else { return false }
    return add(members.number(of: command.member), lanes.number(of: command.lane))
  }

  /// Forgets what a command could be compared by, whose first event is the one in this place: guesses at its words
  /// could be tried against it.
  mutating func forgetContent(of id: CommandID, in lane: Lane, at position: LanePosition) {
    guard let kept = list[id], kept.position == position, lanes.values[Int(kept.lane)] == lane else { return }
    list.set(Kept(salt: CommandSalt(high: 0, low: 0), digest: 0, position: position, member: kept.member, lane: kept.lane), for: id)
  }

  /// Says that many commands are to be added and that no copy is made meanwhile; `endFilling` follows.
  mutating func startFilling() { list.startFilling() }

  /// Ends what `startFilling` began.
  mutating func endFilling() { list.endFilling() }

  private func command(_ kept: Kept) -> AcceptedCommand {
    AcceptedCommand(
      member: members.values[Int(kept.member)], salt: kept.salt, digest: kept.digest, lane: lanes.values[Int(kept.lane)],
      position: kept.position)
  }
}

/// A table of commands whose columns do not fit together.
struct CommandTableFlaw: Error {}

extension AcceptedCommands {
  /// Reads a snapshot's table.
  init(_ table: CommandTable) throws(CommandTableFlaw) {
    let count = table.digests.count
    let lanes = table.laneNames.compactMap { Lane(name: $0) }
    guard table.commandIds.count == count * 2, table.salts.count == count * 2, table.members.count == count, table.lanes.count == count,
      table.positions.count == count, table.memberIds.count.isMultiple(of: 2), lanes.count == table.laneNames.count
    else { throw CommandTableFlaw() }
    self.init()
    self.lanes = try Numbers(lanes)
    members = try Numbers(
      stride(from: 0, to: table.memberIds.count, by: 2).map { MemberID(high: table.memberIds[$0], low: table.memberIds[$0 + 1]) })
    list.startFilling(count)
    for place in 0..<count {
      guard table.members[place] < members.values.count, table.lanes[place] < lanes.count else { throw CommandTableFlaw() }
      let kept = Kept(
        salt: CommandSalt(high: table.salts[place * 2], low: table.salts[place * 2 + 1]), digest: table.digests[place],
        position: LanePosition(table.positions[place]), member: table.members[place], lane: table.lanes[place])
      let id = CommandID(high: table.commandIds[place * 2], low: table.commandIds[place * 2 + 1])
      guard list.add(kept, for: id) else { throw CommandTableFlaw() }
    }
    list.endFilling()
  }

  /// As a snapshot has them: equal histories give equal tables.
  var table: CommandTable {
    var table = CommandTable()
    for (id, command) in zip(list.keys, list) {
      table.commandIds.append(id.high)
      table.commandIds.append(id.low)
      table.salts.append(command.salt.high)
      table.salts.append(command.salt.low)
      table.digests.append(command.digest)
      table.positions.append(command.position.rawValue)
      table.members.append(command.member)
      table.lanes.append(command.lane)
    }
    table.memberIds = members.values.flatMap { [$0.high, $0.low] }
    table.laneNames = lanes.values.map(\.name)
    return table
  }
}
