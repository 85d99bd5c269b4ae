import ClientStore
import HearthClient
import HearthProtocol
import Ledger

extension Session {
  /// `hearth rate set`.
  public func setRate(_ from: String, _ rate: String, to: String?, date: String?, source: String, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    let set = try Self.reading { () throws(ArgumentFault) in
      try RateText.command(from, rate, to: to, date: date, source: source, in: view)
    }
    let accepted = try send(.setRate(set), to: group).accepted
    let rate = "1 \(set.rate.from) = \(set.rate.rate) \(set.rate.to)"
    tell(.rateNoted(rate, day: set.rate.date.isEmpty ? nil : set.rate.date), json: WireFormat.line(accepted))
  }

  /// `hearth rate list`.
  public func listRates(group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    show(Screens.rates(view, terminal.theme), json: view.state.shared.rates.all.flatMap { WireFormat.line($0.message) })
  }

  /// `hearth rate import`: says what would be noted, or notes it.
  ///
  /// - Parameters:
  ///   - order: how days are written that are not written like 2026-11-20.
  ///   - commits: whether to send; nothing is sent while a line is at fault, unless `skipsProblems`.
  public func importRates(
    _ path: String, _ order: ImportOptions.DateOrder?, commits: Bool, skipsProblems: Bool, group: String?
  ) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    let bytes = try Self.table(path)
    var plan = try Self.reading { () throws(ArgumentFault) in
      try RatePlan(bytes, order, into: view, today: Self.today(view))
    }
    if !commits || (plan.problems > 0 && !skipsProblems) {
      show(Screens.ratePlan(plan, skipsProblems: skipsProblems, terminal.theme), json: plan.lines.map(\.json))
      guard commits else { return }
      throw ConsoleFailure(
        ["Nothing was noted, since \(plan.problems) of the lines cannot be.", "Correct them, or leave them out with --skip-problems."],
        status: 1)
    }
    var pace = SendingPace()
    var noted = 0
    for rate in plan.new {
      do throws(ConsoleFailure) {
        try sendInTurn(command(.setRate(.with { $0.rate = rate }), to: group), &pace)
        noted += 1
      } catch {
        if error.rejected?.code == RejectionCode.nothingChanges.rawValue {
          plan.isKnown(rate)
          continue
        }
        guard noted > 0 else { throw error }
        throw error.preceded(by: [terminal.theme.phrases.notedOnly(noted)])
      }
    }
    show(Screens.imported(plan, terminal.theme), json: plan.lines.map(\.json))
  }

  /// Changes what the profile says from now on.
  private static func keep(in home: HomeFolder, _ change: (inout Profile) -> Void) throws(ConsoleFailure) {
    let file = ProfileFile(home: home)
    do throws(ProfileFailure) {
      guard try file.load() != nil else {
        throw ProfileFailure(cause: "There is no \(file.path) yet to keep it in.", remedy: "Register first: hearth register")
      }
      _ = try file.update(change)
    } catch {
      throw ConsoleFailure(error)
    }
  }

  /// `hearth currency`: keeps the currency that balances are shown in, or forgets it.
  public static func keepCurrency(_ text: String, isJSON: Bool, _ terminal: Terminal, home: HomeFolder) throws(ConsoleFailure) {
    let currency: Currency? = try reading { () throws(ArgumentFault) in try text.lowercased() == "each" ? nil : Choices.currency(text) }
    try keep(in: home) { profile in profile.currency = currency?.code }
    guard !isJSON else {
      var json = JSONLine()
      json.add("currency", currency?.code ?? "each")
      return terminal.write([json.text])
    }
    terminal.write([terminal.theme.phrases.currencyKept(currency?.code)])
  }

  /// `hearth language`: keeps the language, or forgets it.
  public static func keepLanguage(
    _ text: String, isJSON: Bool, _ terminal: Terminal, home: HomeFolder, environment: [String: String]
  ) throws(ConsoleFailure) {
    let isSystem = text.lowercased() == "system"
    let language: Language? = try reading { () throws(ArgumentFault) in try isSystem ? nil : Language.named(text) }
    try keep(in: home) { profile in profile.language = language?.rawValue }
    guard !isJSON else {
      var json = JSONLine()
      json.add("language", language?.rawValue ?? "system")
      return terminal.write([json.text])
    }
    let spoken = try reading { () throws(ArgumentFault) in try Language(said: nil, kept: language?.rawValue, environment: environment) }
    terminal.write([spoken.phrases.languageKept(isSystem: isSystem)])
  }

  /// `hearth amounts`: keeps whether amounts are shown.
  public static func keepAmounts(_ text: String, isJSON: Bool, _ terminal: Terminal, home: HomeFolder) throws(ConsoleFailure) {
    let isHidden: Bool
    switch text.lowercased() {
    case "hide": isHidden = true
    case "show": isHidden = false
    default: throw ConsoleFailure(ArgumentFault("\"\(text.printable)\" is neither hide nor show."))
    }
    try keep(in: home) { profile in profile.hidesAmounts = isHidden ? true : nil }
    guard !isJSON else {
      var json = JSONLine()
      json.add("amounts", isHidden ? "hide" : "show")
      return terminal.write([json.text])
    }
    terminal.write([terminal.theme.phrases.amountsKept(isHidden: isHidden)])
  }
}
