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
    let addresses = view.state.shared.member(view.member).map { view.state.noticeAddresses(of: $0) } ?? []
    // Without a connection they are not known, and where accounts are an issuer's there are none.
    let known = sitting.isOffline ? [] : (try? DeviceCommands(sitting).devices()) ?? []
    let devices = known.filter(\.told)
    output.show(
      Screens.notices(wishes, output.theme, addresses: addresses, devices: devices),
      json: NoticeWishes.cells.flatMap { kind, channel in
        WireFormat.line(NoticePreference(kind, channel, isWanted: wishes.wants(kind, in: channel)))
      }
        + addresses.map { said in
          var json = JSONLine()
          json.add("channel", said.channel.key)
          json.add("address", said.address)
          json.add("language", said.language.rawValue)
          json.add("hidesAmounts", json: said.hidesAmounts ? "true" : "false")
          return json.text
        } + devices.flatMap(WireFormat.line))
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

  /// `hearth notify address`: where notices of a channel that leaves the server go. They are written in the language of
  /// the call.
  ///
  /// - Parameter address: empty: nowhere any more.
  public func setAddress(_ channel: String, _ address: String, hidesAmounts: Bool, group: String?) throws(ConsoleFailure) {
    guard let known = NoticeChannel.all.first(where: { $0.isOutside && $0.key == channel.lowercased() }) else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "There are addresses for push and mail, not for \"\(channel.printable)\".",
          "पते push और mail के होते हैं, \"\(channel.printable)\" का नहीं।"))
    }
    let (group, view) = try sitting.view(of: group)
    var set = SetNoticeAddress()
    (set.channel, set.address, set.hidesAmounts) = (known, address, hidesAmounts)
    set.language = (output.phrases.language == .hindi ? NoticeLanguage.hindi : .english).rawValue
    try KeptCommands(sitting).show(.setNoticeAddress(set), to: group, view)
  }
}
