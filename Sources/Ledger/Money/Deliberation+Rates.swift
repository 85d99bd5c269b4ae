import HearthProtocol

extension Deliberation {
  func decide(_ wish: SetRate) throws(Rejection) -> Decision {
    let asker = try asker(.ratesSet)
    let from = try currency(wish.rate.from, field: "set_rate.rate.from")
    let to = try currency(wish.rate.to, field: "set_rate.rate.to")
    guard from != to else { throw .choiceNotAllowed(field: "set_rate.rate.to") }
    let rate = try rate(wish.rate.rate, field: "set_rate.rate.rate")
    let source = try words(wish.rate.source, field: "set_rate.rate.source", charactersMax: Limits.rateSourceCharacters)
    let date = try date(wish.rate.date, field: "set_rate.rate.date")

    let old = shared.rates.rate(from: from, to: to, of: date)
    let new = KnownRate(from: from, to: to, rate: rate, date: date, source: source)
    guard new != old else { throw .nothingChanges }
    guard old != nil || shared.rates.count < Limits.rates else { throw .tooManyRates }
    var set = RateSet()
    set.rate = new.message
    return Decision(actor: asker.id, events: [DecidedEvent(.rateSet(set))])
  }

  /// The rate to freeze into an entry: as given, otherwise as known on its day; nil for the group's own currency and
  /// when none is known.
  func conversion(of wished: EntryContent, in currency: Currency, field: @autoclosure () -> String) throws(Rejection) -> FrozenConversion? {
    guard let home = shared.settings?.currency else { return nil }
    guard wished.hasConversion || currency != home else { return nil }
    // A wrong date is rejected in its turn; until then any day will do.
    let day = (try? date(wished.date, field: field())) ?? context.saidOn
    guard wished.hasConversion else { return knownConversion(in: currency, on: day) }
    let given = wished.conversion
    guard currency != home else { throw .choiceNotAllowed(field: field()) }
    guard given.to.isEmpty || given.to == home.code else { throw .choiceNotAllowed(field: field() + ".to") }
    let rate = try rate(given.rate, field: field() + ".rate")
    let source = try words(given.source, field: field() + ".source", charactersMax: Limits.rateSourceCharacters)
    return FrozenConversion(to: home, rate: rate, date: day, source: source)
  }

  /// The rate as it is known on a day; nil for the group's own currency and when none is known.
  func knownConversion(in currency: Currency, on day: CivilDate) -> FrozenConversion? {
    guard let home = shared.settings?.currency, currency != home, let known = shared.rates.rate(from: currency, to: home, on: day) else {
      return nil
    }
    return FrozenConversion(to: home, rate: known.rate, date: known.date, source: known.source)
  }

  private func rate(_ text: String, field: String) throws(Rejection) -> DecimalRate {
    guard let rate = DecimalRate(text) else { throw .rateMalformed(field: field) }
    return rate
  }
}
