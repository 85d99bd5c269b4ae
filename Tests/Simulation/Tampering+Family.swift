import HearthProtocol
import Ledger

@testable import HearthServer
@testable import Room

/// What a sabotaged world does to lanes about a member or an account.
extension World {
  /// Whether it is such a lane, and nothing that the person receives.
  func isForeign(_ name: String, _ person: Int) -> Bool {
    guard let lane = Lane(name: name), lane.subject != nil else { return false }
    return !witness.readers(of: lane).contains(person)
  }

  /// Whether what others wrote into a minor's lane is kept from the owner.
  func withholds(_ told: LaneEvents, from wire: Wire) -> Bool {
    guard wire.person == 0, case .minor? = Lane(name: told.lane) else { return false }
    return told.events.contains { $0.event.memberID != Household.member(0).description }
  }

  /// What a loop is told in place of a message.
  func tampered(_ message: LoopMessage, _ sabotage: Sabotage) -> LoopMessage {
    switch message {
    case .gathered(let group, let id, let tail, let messages) where sabotage == .stalesNarrowSnapshot:
      return .gathered(group, id, tail: tail, snapshots: messages.map(withoutLastRecord))
    case .loaded(let group, .success(var history)):
      let lanes = history.state.shared.members.map { Lane.inbox($0.id) } + witness.oracle.minorLanes + witness.oracle.accountLanes
      for lane in lanes where history.head(of: lane).position > .start {
        var snapshot = history.state.snapshot(of: lane)
        spoil(&snapshot, sabotage)
        try? history.state.restore(snapshot)
      }
      return .loaded(group, .success(history))
    default: return message
    }
  }

  private func spoil(_ snapshot: inout LaneSnapshot, _ sabotage: Sabotage) {
    let everybody = clients.map { Household.member($0.person).description }
    switch (sabotage, snapshot.state) {
    case (.forgetsSeparations, .inbox): snapshot.inbox.clearSeparation()
    case (.forgetsMutes, .inbox): snapshot.inbox.coachingMutes = []
    case (.widensGrants, .account(let account)):
      let others = everybody.filter { member in member != account.ownerID && !account.grants.contains { $0.memberID == member } }
      snapshot.account.grants += others.map { member in .with { ($0.memberID, $0.permission) = (member, .read) } }
      snapshot.account.grants.sort { $0.memberID < $1.memberID }
    case (.widensGuardians, .minor(let minor)):
      let others = everybody.filter { member in !minor.guardians.contains { $0.memberID == member } }
      snapshot.minor.guardians += others.map { member in .with { ($0.memberID, $0.addedBy, $0.atMs) = (member, everybody[0], 1) } }
    default: break
    }
  }

  private func withoutLastRecord(_ message: [UInt8]) -> [UInt8] {
    let format: WireFormat = message.first == UInt8(ascii: "{") ? .json : .protobuf
    guard var part = try? format.decode(ServerMessage.self, from: message) else { return message }
    switch part.snapshotPart.snapshot.state {
    case .minor(let minor) where !minor.spending.isEmpty: part.snapshotPart.snapshot.minor.spending.removeLast()
    case .account(let account) where !account.entries.isEmpty: part.snapshotPart.snapshot.account.entries.removeLast()
    default: return message
    }
    return (try? format.encode(part)) ?? message
  }
}
