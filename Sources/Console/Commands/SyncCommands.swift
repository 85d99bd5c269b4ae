import ClientStore
import HearthClient
import HearthProtocol
import Ledger

/// `hearth sync` and `hearth outbox reapply`: what waits here, with a connection.
public struct SyncCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// Sends what waits before anything else is done, and says on standard error what came of it. Nothing of that keeps
  /// the rest from being done.
  public func sendKeptFirst() { sendKeptFirst(but: nil) }

  /// - Parameter ahead: a command that waits too, and that its own caller sends.
  func sendKeptFirst(but ahead: Command?) {
    guard !sitting.isOffline else { return }
    do throws(ConsoleFailure) {
      let sending = KeptSending(sitting)
      let sent = try sending.send(but: ahead)
      sitting.isKeptStuck = sent.stopped != nil
      let stopped = sent.stopped?.lines(in: output.theme.language) ?? []
      guard !sent.accepted.isEmpty || !sent.refused.isEmpty || !stopped.isEmpty else { return }
      output.complain(sending.lines(of: sent) + stopped)
    } catch {
      output.complain(error)
    }
  }

  /// `hearth sync`.
  ///
  /// - Throws: when something was refused, after all else was sent, or when something waits on.
  public func sync() throws(ConsoleFailure) {
    let sending = KeptSending(sitting)
    let sent = try sending.send()
    if let stopped = sent.stopped {
      output.write(sent.accepted.map { sending.line(of: $0.kept) })
      output.complain(sending.refusals(of: sent))
      throw stopped
    }
    let groups = try sitting.groups().compactMap { GroupID($0.groupID) }
    for seen in try sitting.storing({ store throws(ClientStoreFailure) in try store.groups() }) where !groups.contains(seen.id) {
      try sitting.forget(seen.id)
    }
    for group in groups { _ = try sitting.follow(group) }
    let phrases = output.phrases
    let done = sent.accepted.isEmpty && sent.refused.isEmpty ? [phrases.nothingWaits()] : sent.accepted.map { sending.line(of: $0.kept) }
    output.show(
      done,
      json: sent.accepted.flatMap { WireFormat.line($0.answer) }
        + sent.refused.flatMap { KeptCommand(command: $0.kept.command, keptAt: $0.kept.keptAt, rejected: $0.failure.rejected).json })
    guard !sent.refused.isEmpty else { return }
    throw ConsoleFailure(said: sending.refusals(of: sent), status: 1)
  }

  /// `hearth outbox reapply`: sends what was refused once more, as a new command; an edit is then of the entry as it is
  /// now.
  public func reapply(_ name: String) throws(ConsoleFailure) {
    let kept = try OutboxCommands.find(name, in: try sitting.storing { store throws(ClientStoreFailure) in try store.commands() })
    guard kept.rejected != nil, var body = kept.command.body, let group = GroupID(kept.command.groupID) else {
      throw ConsoleFailure(ArgumentFlaw(Wording { $0.waitsAnyway() }))
    }
    let view = try sitting.follow(group)
    if case .editEntry(var wish) = body, let current = EntryID(wish.entryID).flatMap({ view.state.shared.entries[$0] }) {
      wish.baseVersion = current.version.rawValue
      body = .editEntry(wish)
    }
    if case .addEntry(var wish) = body {
      // Who gives it once more has seen that somebody else has entered something like it.
      wish.guardDuplicates = false
      body = .addEntry(wish)
    }
    try KeptCommands(sitting).show(body, to: group, view, insteadOf: kept.command.id)
  }
}
