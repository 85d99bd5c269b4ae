import HearthClient
import HearthProtocol
import Ledger

/// `hearth group`: one group, its settings and its end.
public struct GroupSettingCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth group show`.
  public func show(_ group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    output.show(Screens.group(view, output.theme), json: [Screens.groupJSON(view)])
  }

  /// `hearth group set`.
  public func set(_ change: GroupChange, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let wish = try reading { () throws(ArgumentFlaw) in try change.command(in: view) }
    let accepted = try sitting.send(.updateGroup(wish), to: group).accepted
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
      let group = try sitting.group(group)
      return try sitting.preview(.unarchiveGroup(UnarchiveGroup()), to: group, try sitting.follow(group))
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
    let accepted = try sitting.send(body, to: try sitting.group(group)).accepted
    output.tell(outcome, json: WireFormat.line(accepted))
  }
}
