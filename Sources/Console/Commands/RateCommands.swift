import HearthClient
import HearthProtocol
import Importing
import Ledger

/// `hearth rate`.
public struct RateCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth rate set`.
  public func set(_ from: String, _ rate: String, to: String?, date: String?, source: String, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let set = try reading { () throws(ArgumentFlaw) in
      try RateText.command(from, rate, to: to, date: date, source: source, in: view)
    }
    let accepted = try sitting.send(.setRate(set), to: group).accepted
    let rate = "1 \(set.rate.from) = \(set.rate.rate) \(set.rate.to)"
    output.tell(.rateNoted(rate, day: set.rate.date.isEmpty ? nil : set.rate.date), json: WireFormat.line(accepted))
    output.warn(ifFarAhead: set.rate.date, view, of: .other)
  }

  /// `hearth rate list`.
  public func list(group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    output.show(Screens.rates(view, output.theme), json: view.state.shared.rates.all.flatMap { WireFormat.line($0.message) })
  }

  /// `hearth rate import`: says what would be noted, or notes it.
  ///
  /// - Parameters:
  ///   - order: how days are written that are not written like 2026-11-20.
  ///   - commits: whether to send; nothing is sent while a line is wrong, unless `skipsProblems`.
  public func importFile(
    _ path: String, _ order: ImportOptions.DateOrder?, commits: Bool, skipsProblems: Bool, group: String?
  ) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let bytes = try UserFile.table(path)
    var plan = try reading { () throws(ArgumentFlaw) in
      try RatePlan(bytes, order, into: view, today: view.today)
    }
    if !commits || (plan.problems > 0 && !skipsProblems) {
      output.show(Screens.ratePlan(plan, skipsProblems: skipsProblems, output.theme), json: plan.lines.map(\.json))
      guard commits else { return }
      throw ConsoleFailure(
        [
          Wording("Nothing was noted, since \(plan.problems) of the lines cannot be.", "कुछ दर्ज नहीं हुआ, क्योंकि \(plan.problems) पंक्तियाँ दर्ज नहीं हो सकतीं।"),
          .correctOrSkip,
        ],
        status: 1)
    }
    var line = SendingInTurn(sitting)
    var noted = 0
    for rate in plan.new {
      do throws(ConsoleFailure) {
        try line.send(sitting.command(.setRate(.with { $0.rate = rate }), to: group))
        noted += 1
      } catch {
        if error.rejected?.code == RejectionCode.nothingChanges.rawValue {
          plan.isKnown(rate)
          continue
        }
        guard noted > 0 else { throw error }
        throw error.preceded(by: [output.phrases.notedOnly(noted)])
      }
    }
    output.show(Screens.imported(plan, output.theme), json: plan.lines.map(\.json))
  }
}
