import HearthClient
import HearthProtocol
import Ledger

extension Session {
  /// What a command would change, as the server finds it; nothing is sent to be done (SPEC IP-01).
  func preview(_ body: Command.OneOf_Body, to group: GroupID, _ view: GroupView) throws(ConsoleFailure) {
    let asked = command(body, to: group)
    let impact = try asking(of: asked) { connection throws(ConnectionFailure) in try connection.impact(of: asked) }
    show(Screens.rehearsal(impact, view, terminal.theme), json: WireFormat.line(impact))
  }

  /// `hearth dash`: the figures of a month.
  ///
  /// - Parameters:
  ///   - month: "2026-11"; nil for this one.
  ///   - currency: nil for the group's.
  public func showDashboard(month: String?, currency: String?, group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    var request = ReadDashboard()
    request.period = .month
    if let month { request.date = try Self.reading { () throws(ArgumentFault) in try Choices.month(month) }.description }
    if let currency { request.currency = try Self.reading { () throws(ArgumentFault) in try Choices.currency(currency) }.code }
    let dashboard = try dashboard(request, view)
    show(Screens.dashboard(dashboard, view, terminal.theme), json: WireFormat.line(dashboard))
  }

  /// `hearth digest`: what a week or month came to.
  ///
  /// - Parameter date: a day of it; nil for the last one that is over.
  public func showDigest(_ kind: String, date: String?, group: String?) throws(ConsoleFailure) {
    let period = try Self.reading { () throws(ArgumentFault) in try Choices.digest(kind) }
    let day = try date.map { text throws(ConsoleFailure) in
      try Self.reading { () throws(ArgumentFault) in try Choices.date(text) }
    }
    try showDigest(period, date: day, try follow(try self.group(group)))
  }

  func showDigest(_ period: DashboardPeriod, date: String?, _ view: GroupView) throws(ConsoleFailure) {
    let today = Self.today(view)
    let weekStart = view.state.shared.settings?.weekStart ?? .monday
    let last = (period == .week ? today.startOfWeek(from: weekStart) : today.startOfMonth).adding(days: -1)
    var request = ReadDashboard()
    request.period = period
    request.date = date ?? last.description
    let dashboard = try dashboard(request, view)
    show(Screens.digest(dashboard, view, terminal.theme), json: WireFormat.line(dashboard))
  }

  /// As the server answers `read_dashboard`, from the state that is here.
  private func dashboard(_ request: ReadDashboard, _ view: GroupView) throws(ConsoleFailure) -> Dashboard {
    let shared = view.state.shared
    do throws(Rejection) {
      return try view.state.dashboard(request, today: Self.today(view)) { Present.day($0, shared) }
    } catch {
      var failure = ConsoleFailure(error)
      failure.status = 64
      throw failure
    }
  }

  /// `hearth notify list`.
  public func showNotices(group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    showNotices(view)
  }

  private func showNotices(_ view: GroupView) {
    let wishes = view.state.shared.preferences[view.member]
    show(
      Screens.notices(wishes, terminal.theme),
      json: NoticeWishes.cells.flatMap { kind, channel in
        WireFormat.line(NoticePreference(kind, channel, isWanted: wishes.wants(kind, in: channel)))
      })
  }

  /// `hearth notify set`: one cell, or all of a kind or channel.
  public func setNotices(_ kind: String, _ channel: String, _ isWanted: String, group: String?) throws(ConsoleFailure) {
    let kinds = try Self.reading { () throws(ArgumentFault) in try Choices.noticeKinds(kind) }
    let channels = try Self.reading { () throws(ArgumentFault) in try Choices.noticeChannels(channel) }
    let wanted = try Self.reading { () throws(ArgumentFault) in try Choices.yes(isWanted) }
    var set = SetPreferences()
    set.preferences = NoticeWishes.cells.filter { kinds.contains($0.kind) && channels.contains($0.channel) }
      .map { NoticePreference($0.kind, $0.channel, isWanted: wanted) }
    guard !set.preferences.isEmpty else {
      throw ConsoleFailure(ArgumentFault("A digest is shown in the feed and nowhere else: hearth notify set digest feed yes"))
    }
    let group = try self.group(group)
    let accepted = try send(.setPreferences(set), to: group).accepted
    guard !isJSON else { return terminal.write(WireFormat.line(accepted)) }
    showNotices(try follow(group))
  }
}
