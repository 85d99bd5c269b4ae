import HearthClient
import HearthProtocol
import Ledger

/// `hearth group`: one group, its settings and its end.
public struct GroupSettingCommands: CommandFamily {
  let session: Session

  /// Commands of this call.
  public init(_ session: Session) { self.session = session }

  /// `hearth group show`.
  public func show(_ group: String?) throws(ConsoleFailure) {
    let view = try session.follow(try session.group(group))
    output.show(Screens.group(view, output.theme), json: [Screens.groupJSON(view)])
  }

  /// `hearth group set`.
  public func set(_ change: GroupChange, group: String?) throws(ConsoleFailure) {
    let (group, view) = try session.view(of: group)
    let wish = try reading { () throws(ArgumentFault) in try change.command(in: view) }
    let accepted = try session.send(.updateGroup(wish), to: group).accepted
    output.tell(.groupChanged, json: WireFormat.line(accepted))
  }

  /// `hearth group archive`.
  public func archive(_ group: String?) throws(ConsoleFailure) {
    try perform(.archiveGroup(ArchiveGroup()), saying: .groupArchived, group: group)
  }

  /// `hearth group unarchive`.
  ///
  /// - Parameter isPreview: whether only to show what would be booked at once.
  public func unarchive(_ group: String?, isPreview: Bool = false) throws(ConsoleFailure) {
    if isPreview {
      let group = try session.group(group)
      return try session.preview(.unarchiveGroup(UnarchiveGroup()), to: group, try session.follow(group))
    }
    try perform(.unarchiveGroup(UnarchiveGroup()), saying: .groupUnarchived, group: group)
  }

  /// `hearth group purge`.
  ///
  /// - Parameter isExported: whether the user says that they have an export.
  public func purge(_ group: String?, isExported: Bool) throws(ConsoleFailure) {
    var wish = RequestPurge()
    wish.exported = isExported
    try perform(.requestPurge(wish), saying: .purgeRequested, group: group)
  }

  /// `hearth group keep`.
  public func keep(_ group: String?) throws(ConsoleFailure) {
    try perform(.cancelPurge(CancelPurge()), saying: .purgeCancelled, group: group)
  }

  private func perform(_ body: Command.OneOf_Body, saying outcome: Outcome, group: String?) throws(ConsoleFailure) {
    let accepted = try session.send(body, to: try session.group(group)).accepted
    output.tell(outcome, json: WireFormat.line(accepted))
  }
}
