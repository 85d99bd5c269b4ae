import EventStore
import HearthProtocol
import Ledger
import WebSocket

@testable import HearthServer
@testable import Room

/// What a sabotaged world does to what passes through it. A sound one passes all of it on as it is.
extension World {
  // MARK: On the way to a loop

  func tampered(_ message: LoopMessage, on loop: SimulatedLoop) -> LoopMessage {
    if let sabotage, sabotage.kind == .family { return tampered(message, sabotage) }
    switch (sabotage, message) {
    case (.forgetsCommands, .loaded(let group, .success(var history))):
      history.commands = AcceptedCommands()
      return .loaded(group, .success(history))
    case (.firesAlertTwice, .loaded(let group, .success(var history))):
      var snapshot = history.state.snapshot(of: .shared)
      for index in snapshot.shared.budgets.indices { snapshot.shared.budgets[index].fired = [] }
      try? history.state.restore(snapshot)
      return .loaded(group, .success(history))
    case (.forgetsUses, .loaded(let group, .success(var history))):
      var snapshot = history.state.snapshot(of: .admin)
      for index in snapshot.admin.invites.indices { snapshot.admin.invites[index].uses = 0 }
      try? history.state.restore(snapshot)
      return .loaded(group, .success(history))
    case (.stalesSnapshot, .gathered(let group, let id, let tail, let messages)):
      return .gathered(group, id, tail: tail, snapshots: messages.map(withoutLastEntry))
    case (.leaksPage, .historyRead(let origin, var request, .success)):
      guard let person = loop.person(of: origin.peer), let lane = foreignLane(of: person) else { return message }
      request.lane = lane
      let events = witness.log.filter { $0.lane == lane }.compactMap { stored in
        (try? Event(serializedBytes: stored.bytes)).map { CommittedEvent(stored: stored, event: $0) }
      }
      return .historyRead(origin, request, .success(events))
    case (.ignoresRevocation, .ended): return .ended([])
    default: return message
    }
  }

  /// A lane in which something has happened that somebody is not told of.
  private func foreignLane(of person: Int) -> Lane? {
    ([.admin, .income] as [Lane]).first { witness.head(of: $0) > 0 && !witness.readers(of: $0).contains(person) }
  }

  private func withoutLastEntry(_ message: [UInt8]) -> [UInt8] {
    let format: WireFormat = message.first == UInt8(ascii: "{") ? .json : .protobuf
    guard var part = try? format.decode(ServerMessage.self, from: message), !part.snapshotPart.snapshot.shared.entryRows.isEmpty
    else { return message }
    part.snapshotPart.snapshot.shared.entryRows.removeLast()
    return (try? format.encode(part)) ?? message
  }

  // MARK: On the way to another server

  /// What arrives in place of a frame.
  func tampered(asking bytes: [UInt8]) -> [UInt8] {
    // Behind its length a frame has its kind.
    guard sabotage == .resumesLinkTooFar, bytes.count > 4,
      case .ask(let relay, let group, let peer, let request)? = try? AskingFrame(Array(bytes[4...])),
      case .subscribe(let number, var subscribe, let identity, let format, let subscription, let begin) = request
    else { return bytes }
    for index in subscribe.cursors.indices where subscribe.cursors[index].lane == Lane.shared.name {
      subscribe.cursors[index].position = min(subscribe.cursors[index].position + 1, witness.head(of: .shared))
    }
    let moved = NodeRequest.subscribe(number, subscribe, identity, format, subscription, begin)
    return AskingFrame.ask(relay, group, peer: peer, moved).framed
  }

  // MARK: On the way out of a loop

  /// Whether it does not leave though the server's loop has sent it.
  func ignores(_ contents: [Tap.Content]) -> Bool {
    guard sabotage == .ignoresRemoval else { return false }
    return contents.contains { content in
      switch content {
      case .message(let message): if case .subscriptionEnded = message.body { true } else { false }
      case .close(let code): code == 4003
      case .head, .control: false
      }
    }
  }

  /// Whether it reaches another one on the loop as well.
  func leaks(_ contents: [Tap.Content], to tap: Tap) -> Bool {
    contents.contains { content in
      guard case .message(let message) = content else { return false }
      switch (sabotage, message.body) {
      case (.ignoresRemoval, .laneEvents): return tap.isSpared
      case (.leaksLane, .laneEvents(let told)): return tap.isWelcomed && told.lane != Lane.shared.name
      case (.leaksHeads, .headTold): return tap.isWelcomed
      case (.leaksNarrowLane, .laneEvents(let told)):
        return tap.isWelcomed && isForeign(told.lane, tap.person)
      case (.leaksNarrowSnapshot, .snapshotPart(let part)):
        return tap.isWelcomed && part.snapshot.position > 0 && isForeign(part.snapshot.lane, tap.person)
      case (.outlivesReading, .laneEvents(let told)):
        return tap.isWelcomed && isForeign(told.lane, tap.person) && Lane(name: told.lane).map { witness.hasLost($0, tap.person) } ?? false
      default: return false
      }
    }
  }

  /// What arrives at the client in place of a piece.
  func tampered(_ piece: [UInt8], _ contents: [Tap.Content], _ wire: Wire, _ format: WireFormat) throws -> [[UInt8]] {
    guard sabotage != nil, contents.count == 1, case .message(var message) = contents[0] else { return [piece] }
    if let held, held.wire === wire {
      self.held = nil
      return [piece, held.piece]
    }
    switch (sabotage, message.body) {
    case (.withholdsLane, .laneEvents(let told)) where withholds(told, from: wire): return []
    case (.dropsEvent, .laneEvents) where chance(8): return []
    case (.repeatsEvent, .laneEvents) where chance(8): return [piece, piece]
    case (.swapsEvents, .laneEvents) where chance(6):
      held = (piece, wire)
      return []
    case (.answersElsewhere, .accepted) where chance(3):
      message.accepted.position += 1
      return [try frame(message, format)]
    case (.forksHistory, .laneEvents(let told)) where wire.person == founders - 1:
      guard let lane = Lane(name: told.lane) else { return [piece] }
      let payload = Fork(of: witness.log).encode(told.events.map(\.position), lane: lane, format: format)
      return [frame(payload, format)]
    case (.forksHistory, .snapshotPart(let part)) where wire.person == founders - 1:
      message.snapshotPart.snapshot = Fork(of: witness.log).instead(of: part.snapshot)
      return [try frame(message, format)]
    case (.forksHistory, .history(let page)) where wire.person == founders - 1:
      message.history = Fork(of: witness.log).instead(of: page)
      return [try frame(message, format)]
    default: return [piece]
    }
  }

  private func frame(_ message: ServerMessage, _ format: WireFormat) throws -> [UInt8] { frame(try format.encode(message), format) }

  private func frame(_ payload: [UInt8], _ format: WireFormat) -> [UInt8] {
    var framed: [UInt8] = []
    payload.withUnsafeBytes { FrameEncoder.append(format.opcode, payload: $0, to: &framed) }
    return framed
  }
}
