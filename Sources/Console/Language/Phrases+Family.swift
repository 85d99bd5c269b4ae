import HearthProtocol

/// What is said of minors, of what they spend and of who looks after them.
extension Phrases {
  func guardianAdded(_ actor: String, _ guardian: String, _ minor: String, isViewer: Bool) -> String {
    say(
      isViewer
        ? "\(guardian) looks after you from now on and sees what you spend (\(actor))"
        : "\(guardian) looks after \(minor) from now on and sees what \(minor) spends (\(actor))",
      isViewer
        ? "अब से \(guardian) आपके अभिभावक हैं और आपका ख़र्च देखते हैं (\(actor))"
        : "अब से \(guardian) \(minor) के अभिभावक हैं और \(minor) का ख़र्च देखते हैं (\(actor))")
  }
  /// Said to the guardian.
  func childOpened(_ minor: String) -> String {
    say(
      "You look after \(minor) from now on and see what \(minor) spends",
      "अब से आप \(minor) के अभिभावक हैं और \(minor) का ख़र्च देखते हैं")
  }
  func guardianRemoved(_ guardian: String, _ minor: String) -> String {
    say(
      "\(guardian) does not look after \(minor) any more",
      "\(guardian) अब \(minor) के अभिभावक नहीं हैं")
  }
  /// - Parameter actor: nil where the minor noted it.
  func spent(_ minor: String, _ figure: String, _ what: String, by actor: String?) -> String {
    say(
      "\(minor) spent \(figure): \(what)" + (actor.map { " (noted by \($0))" } ?? ""),
      "\(minor) ने \(figure) ख़र्च किए: \(what)" + (actor.map { " (\($0) ने लिखा)" } ?? ""))
  }
  func spendingVoided(_ actor: String, _ what: String) -> String {
    say(
      "\(actor) took out \(what)",
      "\(actor) ने \(what) हटाया")
  }
  func spendingRestored(_ actor: String, _ what: String) -> String {
    say(
      "\(actor) brought back \(what)",
      "\(actor) ने \(what) वापस जोड़ा")
  }
  func limitSet(_ actor: String, _ minor: String, _ limit: String, _ figure: String, _ period: BudgetPeriod) -> String {
    say(
      "\(actor) set a limit for \(minor): \(limit), \(figure) \(self.period(period))",
      "\(actor) ने \(minor) के लिए सीमा रखी: \(limit), \(figure) \(self.period(period))")
  }
  func limitRemoved(_ actor: String, _ minor: String) -> String {
    say(
      "\(actor) removed a limit of \(minor)",
      "\(actor) ने \(minor) की एक सीमा हटाई")
  }
  func allowanceSet(_ actor: String, _ minor: String, _ figure: String, _ period: BudgetPeriod, from day: String) -> String {
    say(
      "\(actor) gives \(minor) an allowance: \(every(figure, period)), from \(day)",
      "\(actor) \(minor) को भत्ता देते हैं: \(every(figure, period)), \(day) से")
  }
  func allowanceSkipped(_ actor: String, _ minor: String, _ day: String) -> String {
    say(
      "\(actor) left out the allowance of \(minor) on \(day)",
      "\(actor) ने \(minor) का \(day) का भत्ता छोड़ा")
  }
  func allowancePaused(_ minor: String) -> String {
    say(
      "An allowance of \(minor) is paused",
      "\(minor) का एक भत्ता रुका है")
  }
  func allowanceResumed(_ actor: String, _ minor: String) -> String {
    say(
      "\(actor) resumed an allowance of \(minor)",
      "\(actor) ने \(minor) का भत्ता फिर शुरू किया")
  }
  func allowanceEnded(_ actor: String, _ minor: String) -> String {
    say(
      "\(actor) ended an allowance of \(minor)",
      "\(actor) ने \(minor) का भत्ता समाप्त किया")
  }
  func allowanceBooked(_ minor: String, _ figure: String, _ day: String) -> String {
    say(
      "\(minor) may spend \(figure) from \(day) on (allowance)",
      "\(minor) \(day) से \(figure) ख़र्च कर सकते हैं (भत्ता)")
  }
  /// - Parameter account: nil where the reader knows no name of it.
  func allowanceDue(_ minor: String, _ figure: String, _ day: String, into account: String?) -> String {
    say(
      "\(minor)'s allowance of \(figure) is due on \(day), to be \(paidInto(account))",
      "\(minor) का \(figure) का भत्ता \(day) को देय है, \(paidInto(account)) होना है")
  }
  func childReads(_ minor: String, _ account: String, _ type: String, of owner: String) -> String {
    say(
      "\(minor) reads the account \(account) (\(type)) of \(owner)",
      "\(minor) \(owner) का खाता \(account) (\(type)) पढ़ते हैं")
  }
  func childReadsNoMore(_ minor: String, _ account: String, of owner: String) -> String {
    say(
      "\(minor) does not read the account \(account) of \(owner) any more",
      "\(minor) अब \(owner) का खाता \(account) नहीं पढ़ते")
  }
  /// In a child's overview, of an account that the viewer does not receive.
  func childAccess(_ account: String, _ type: String, of owner: String, since day: String) -> String {
    say(
      "\(account) (\(type)) of \(owner), read since \(day)",
      "\(account) (\(type)), \(owner) का, \(day) से पढ़ते हैं")
  }
  func allowances() -> String {
    say(
      "Allowances",
      "भत्ते")
  }
  func noAllowances() -> String {
    say(
      "No allowance.",
      "कोई भत्ता नहीं।")
  }
  func every(_ figure: String, _ period: BudgetPeriod) -> String { "\(figure) \(self.period(period))" }
  func editAllowance() -> String {
    say(
      "Edit Allowance",
      "भत्ता बदलें")
  }
  func lookedAfter(_ guardians: String?) -> String {
    say(
      guardians.map { "Looked after by: \($0)" } ?? "Looked after by nobody",
      guardians.map { "अभिभावक: \($0)" } ?? "कोई अभिभावक नहीं")
  }
  func seenBy(_ names: String?) -> String {
    say(
      names.map { "Who sees this besides you: \($0)" } ?? "Nobody sees this besides you",
      names.map { "आपके अलावा इसे कौन देखता है: \($0)" } ?? "आपके अलावा इसे कोई नहीं देखता")
  }
  func spentSince(_ span: String) -> String {
    say(
      "Spent \(span)",
      "ख़र्च \(span)")
  }
  /// - Parameter owed: nil where it is not known.
  func spentParts(_ total: String, noted: String, owed: String?) -> String {
    guard let owed else { return say("\(noted) noted", "\(noted) लिखे हुए") }
    return say(
      "\(total): \(noted) noted, \(owed) owed in shared entries",
      "\(total): \(noted) लिखे हुए, \(owed) साझा ख़र्चों में हिस्सा")
  }
  func limits() -> String {
    say(
      "Limits",
      "सीमाएँ")
  }
  func noLimits() -> String {
    say(
      "No limits.",
      "कोई सीमा नहीं।")
  }
  func allSpending() -> String {
    say(
      "all spending",
      "सारा ख़र्च")
  }
  func notedSpending() -> String {
    say(
      "Noted last",
      "पिछला लिखा हुआ")
  }
  func nothingNoted() -> String {
    say(
      "Nothing noted yet.",
      "अभी कुछ नहीं लिखा गया।")
  }
  func youMay() -> String {
    say(
      "You may",
      "आप कर सकते हैं")
  }
  func noMinors() -> String {
    say(
      "You are no minor here, and look after none.",
      "आप यहाँ न नाबालिग हैं, न किसी के अभिभावक।")
  }
}
