import ClientStore
import HearthClient
import HearthProtocol
import Ledger

extension KeptCommands {
  /// Keeps a command while the connection is broken; it is sent when it stands again, or by the next call.
  func keep(_ body: Command.OneOf_Body, to group: GroupID) throws(ConsoleFailure) {
    // It is compared with the group as it was seen last, which is newer than what was kept of it.
    if !sitting.isOffline, let view = sitting.views[group], !sitting.doubted.contains(group) {
      try sitting.storing { store throws(ClientStoreFailure) in try store.keep(view, at: Present.now, by: Sitting.client) }
    }
    var command = sitting.command(body, to: group)
    command.saidAtMs = now
    try prepare(&command, for: group)
    try sitting.storing { [command] store throws(ClientStoreFailure) in try store.keep(command, at: Present.now) }
  }

  /// What waits for a group, in words.
  func words(for group: GroupID) -> [String] {
    let waiting = (try? waiting()) ?? []
    return waiting.filter { $0.command.groupID == group.description }.map { $0.command.words(nil, output.phrases) }
  }
}
