import HearthClient
import HearthProtocol
import Ledger

/// `hearth dash` and `hearth digest`.
public struct DashboardCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth dash`: the figures of a month.
  ///
  /// - Parameters:
  ///   - month: "2026-11"; nil for this one.
  ///   - currency: nil for the group's.
  public func show(month: String?, currency: String?, group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    var request = ReadDashboard()
    request.period = .month
    if let month { request.date = try reading { () throws(ArgumentFlaw) in try Choices.month(month) }.description }
    if let currency { request.currency = try reading { () throws(ArgumentFlaw) in try Choices.currency(currency) }.code }
    let dashboard = try dashboard(request, view)
    output.show(Self.lines(dashboard, view, output.theme), json: WireFormat.line(dashboard) + Screens.familyJSON(view))
  }

  /// All sections: what everybody has, what the viewer's role adds, and the settings (product 184).
  static func lines(_ dashboard: Dashboard, _ view: GroupView, _ theme: Theme) -> [String] {
    Screens.dashboard(dashboard, view, theme) + Screens.family(view, theme) + Screens.settings(view, theme)
  }

  /// `hearth digest`: what a week or month came to.
  ///
  /// - Parameter date: a day of it; nil for the last one that is over.
  public func digest(_ kind: String, date: String?, group: String?) throws(ConsoleFailure) {
    let period = try reading { () throws(ArgumentFlaw) in try Choices.digest(kind) }
    let view = try sitting.follow(try sitting.group(group))
    let day = try date.map { text throws(ConsoleFailure) in
      try reading { () throws(ArgumentFlaw) in try Choices.date(text, today: view.today) }
    }
    try digest(period, date: day, view)
  }

  func digest(_ period: DashboardPeriod, date: String?, _ view: GroupView) throws(ConsoleFailure) {
    let today = view.today
    let weekStart = view.state.shared.settings?.weekStart ?? .monday
    let last = (period == .week ? today.startOfWeek(from: weekStart) : today.startOfMonth).adding(days: -1)
    var request = ReadDashboard()
    request.period = period
    request.date = date ?? last.description
    let dashboard = try dashboard(request, view)
    output.show(Screens.digest(dashboard, view, output.theme), json: WireFormat.line(dashboard))
  }

  /// As the server answers `read_dashboard`, from the state that is here.
  private func dashboard(_ request: ReadDashboard, _ view: GroupView) throws(ConsoleFailure) -> Dashboard {
    let shared = view.state.shared
    do throws(Rejection) {
      return try view.state.dashboard(request, today: view.today) { Present.day($0, shared) }
    } catch {
      var failure = ConsoleFailure(error)
      failure.status = 64
      throw failure
    }
  }
}
