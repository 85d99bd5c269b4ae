import HearthClient
import HearthProtocol
import Ledger

/// `hearth notify`.
public struct NoticeCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth notify list`.
  public func list(group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    show(view)
  }

  private func show(_ view: GroupView) {
    let wishes = view.state.shared.preferences[view.member]
    output.show(
      Screens.notices(wishes, output.theme),
      json: NoticeWishes.cells.flatMap { kind, channel in
        WireFormat.line(NoticePreference(kind, channel, isWanted: wishes.wants(kind, in: channel)))
      })
  }

  /// `hearth notify set`: one cell, or all of a kind or channel.
  public func set(_ kind: String, _ channel: String, _ isWanted: String, group: String?) throws(ConsoleFailure) {
    let kinds = try reading { () throws(ArgumentFlaw) in try Choices.noticeKinds(kind) }
    let channels = try reading { () throws(ArgumentFlaw) in try Choices.noticeChannels(channel) }
    let wanted = try reading { () throws(ArgumentFlaw) in try Choices.yes(isWanted) }
    var set = SetPreferences()
    set.preferences = NoticeWishes.cells.filter { kinds.contains($0.kind) && channels.contains($0.channel) }
      .map { NoticePreference($0.kind, $0.channel, isWanted: wanted) }
    guard !set.preferences.isEmpty else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "A digest is shown in the feed and nowhere else: hearth notify set digest feed yes",
          "सार केवल फ़ीड में दिखता है: hearth notify set digest feed yes"))
    }
    let group = try sitting.group(group)
    let accepted = try sitting.send(.setPreferences(set), to: group).accepted
    guard !output.isJSON else { return output.write(WireFormat.line(accepted)) }
    show(try sitting.follow(group))
  }
}
