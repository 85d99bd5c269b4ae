import HearthProtocol
import Ledger
import SwiftProtobuf

/// A table of commands whose columns do not fit together.
struct CommandTableFlaw: Error {}

extension CommandTable {
  /// Equal histories give equal tables.
  init(_ commands: AcceptedCommands) {
    self.init()
    var places: [MemberID: UInt32] = [:]
    var laneNames: [String] = []
    for (id, command) in zip(commands.keys, commands) {
      commandIds.append(id.high)
      commandIds.append(id.low)
      salts.append(command.salt.high)
      salts.append(command.salt.low)
      digests.append(command.digest)
      positions.append(command.position.rawValue)
      if let place = places[command.member] {
        members.append(place)
      } else {
        members.append(UInt32(places.count))
        places[command.member] = UInt32(places.count)
        memberIds += [command.member.high, command.member.low]
      }
      if let lane = laneNames.firstIndex(of: command.lane.name) {
        lanes.append(UInt32(lane))
      } else {
        lanes.append(UInt32(laneNames.count))
        laneNames.append(command.lane.name)
      }
    }
    self.laneNames = laneNames
  }

  /// Reads the table.
  func commands() throws(CommandTableFlaw) -> AcceptedCommands {
    let count = digests.count
    let people = stride(from: 1, to: memberIds.count, by: 2).map { MemberID(high: memberIds[$0 - 1], low: memberIds[$0]) }
    let lanes = laneNames.compactMap { Lane(name: $0) }
    guard commandIds.count == count * 2, salts.count == count * 2, members.count == count, self.lanes.count == count,
      positions.count == count, lanes.count == laneNames.count
    else { throw CommandTableFlaw() }
    var commands = AcceptedCommands()
    commands.startFilling(count)
    for place in 0..<count {
      guard let member = element(members[place], of: people), let lane = element(self.lanes[place], of: lanes)
      else { throw CommandTableFlaw() }
      let id = CommandID(high: commandIds[place * 2], low: commandIds[place * 2 + 1])
      let command = AcceptedCommand(
        member: member, salt: CommandSalt(high: salts[place * 2], low: salts[place * 2 + 1]), digest: digests[place], lane: lane,
        position: LanePosition(positions[place]))
      guard commands.add(command, for: id) else { throw CommandTableFlaw() }
    }
    commands.endFilling()
    return commands
  }

  private func element<Value>(_ place: UInt32, of values: [Value]) -> Value? {
    Int(place) < values.count ? values[Int(place)] : nil
  }
}
