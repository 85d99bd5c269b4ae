import ClientStore
import HearthClient
import HearthProtocol
import Ledger

/// Sends the commands that wait here, and says what became of them.
struct KeptSending: CommandFamily {
  let sitting: Sitting

  init(_ sitting: Sitting) { self.sitting = sitting }

  /// What became of the commands that waited.
  struct Sent {
    var accepted: [(kept: KeptCommand, answer: Accepted)] = []
    var refused: [(kept: KeptCommand, failure: ConsoleFailure)] = []
    /// Why the rest waits on; nil: there is none.
    var stopped: ConsoleFailure?
  }

  /// Sends what waits, in the order in which it was given, each group's once the server has shown that it goes on from
  /// what was seen of it.
  ///
  /// What is refused stays until its user has decided about it; what the server cannot take just now waits on, and so
  /// does what stands behind it, in its group only if only that cannot be served or is not shown.
  ///
  /// - Parameter ahead: a command that waits too, and that its own caller sends.
  func send(but ahead: Command? = nil) throws(ConsoleFailure) -> Sent {
    var sent = Sent()
    var line = SendingInTurn(sitting)
    var verified: Set<String> = []
    var unserved: Set<String> = []
    for kept in try KeptCommands(sitting).waiting(but: ahead) where !unserved.contains(kept.command.groupID) {
      do throws(ConsoleFailure) {
        if verified.insert(kept.command.groupID).inserted { try verify(kept.command.groupID) }
        sent.accepted.append((kept, try line.send(kept.command, isKept: true)))
        try KeptCommands(sitting).settle(kept.command)
      } catch {
        guard let rejected = error.rejected, !rejected.isTemporary else {
          sent.stopped = sent.stopped ?? error
          guard error.concernsGroup else { return sent }
          unserved.insert(kept.command.groupID)
          continue
        }
        try sitting.storing { store throws(ClientStoreFailure) in try store.refuse(kept.command.id, rejected) }
        sent.refused.append((kept, try explained(error, rejected, kept.command)))
      }
    }
    return sent
  }

  /// Nothing is written on a history that is not the one that was seen (SPEC LN-08).
  private func verify(_ name: String) throws(ConsoleFailure) {
    guard let group = GroupID(name), !sitting.followed.contains(group), (try? sitting.store.view(of: group, by: Sitting.client)) != nil
    else { return }
    do throws(ConsoleFailure) {
      _ = try sitting.follow(group)
    } catch {
      // A person who may not follow a group may still be owed an answer, as after leaving it (CM-03).
      if let rejected = error.rejected, !rejected.isTemporary { return }
      throw error.isUnanswered && giveUp(group) ? error.ofGroup() : error
    }
  }

  /// Follows a group no more that the server does not show; whether it answers that, so that it can be asked for
  /// others.
  private func giveUp(_ group: GroupID) -> Bool {
    // Without a connection the client answers by itself.
    guard let connection = try? sitting.online(), connection.isReached else { return false }
    return (try? connection.unfollow(group)) != nil
  }

  func lines(of sent: Sent) -> [String] { sent.accepted.map { line(of: $0.kept) } + refusals(of: sent) }

  func line(of kept: KeptCommand) -> String { output.phrases.sent(kept.command.words(nil, output.phrases)) }

  /// - Parameter isInRoom: whether it is said in the room.
  func refusals(of sent: Sent, isInRoom: Bool = false) -> [String] {
    let phrases = output.phrases
    return sent.refused.flatMap { kept, failure in
      [phrases.wasRefused(kept.command.words(nil, phrases))]
        + failure.lines(in: output.theme.language, isInRoom: isInRoom).map { "  " + $0 }
    } + (sent.refused.isEmpty ? [] : [phrases.refusalHint()])
  }

  /// The refusal, for an edit that clashes with all three versions of it (product N9).
  private func explained(_ failure: ConsoleFailure, _ rejected: Rejected, _ command: Command) throws(ConsoleFailure) -> ConsoleFailure {
    guard case .editEntry(let wish) = command.body, rejected.code == RejectionCode.conflict.rawValue,
      let group = GroupID(command.groupID), let id = EntryID(wish.entryID)
    else { return failure }
    let view = try sitting.follow(group)
    guard let theirs = view.state.shared.entries[id] else { return failure }
    let base = try HistoryReading(sitting).entry(theirs, at: wish.baseVersion, in: view)
    guard let clash = EntryClash(rejected, base: base, theirs: theirs, wish.changes) else { return failure }
    return failure.explained(by: clash.lines(view.state.shared, output.theme))
  }
}

extension ConsoleFailure {
  /// Whether it is said of one group, and others can be served.
  fileprivate var concernsGroup: Bool { isOfGroup || rejected?.concernsGroup == true }
}
