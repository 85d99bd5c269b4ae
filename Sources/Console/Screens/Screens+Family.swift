import HearthClient
import HearthProtocol
import Ledger

/// What is shown of a minor: who they are, what they spend, and what is agreed about it.
struct ChildReport {
  let state: GroupState
  /// The minor, or a member who was one.
  let member: MemberState
  let viewer: MemberID
  /// In the group's time zone.
  let today: CivilDate
  /// Whether it is looked back at, so that nothing can be done about it.
  var isPast = false

  private var shared: SharedState { state.shared }
  var record: MinorState { state.minor(state.minorSubject(of: member.id)) }
  var currency: Currency? { shared.settings?.currency }
  var isViewer: Bool { member.id == viewer }

  /// The month of today.
  var month: ClosedRange<CivilDate> {
    let first = today.adding(days: 1 - today.components.day)
    return first...first.adding(months: 1).adding(days: -1)
  }

  /// Who sees it besides the minor; nobody where they are a minor no more.
  var guardians: [MemberID] { member.role == .minor ? state.guardians(of: member.id) : [] }

  /// What of a limit is spent in the running period.
  func progress(of limit: SpendingLimitState) -> BudgetProgress { state.progress(of: limit, for: member.id, on: today) }

  /// Whether what they owe in shared entries is counted: only of who is a minor now. Of others what was noted is known
  /// alone, and how far a limit was spent is not.
  var countsOwed: Bool { member.role == .minor }

  /// What is spent this month in the group's currency, and of that what was noted.
  var spent: (total: Int64, noted: Int64) {
    guard let currency else { return (0, 0) }
    return (state.spent(by: member.id, in: currency, month), record.noted(in: currency, month))
  }

  /// What `spent` leaves out this month: spending without a rate into the group's currency.
  var leftOut: [(currency: Currency, minor: Int64)] { currency.map { state.leftOut(by: member.id, in: $0, month) } ?? [] }

  /// What of `spent` each category comes to, the most first; in the order of keys while amounts are hidden.
  var categories: [(key: String, minor: Int64)] {
    let sums = currency.map { state.spentByCategory(by: member.id, in: $0, month) } ?? []
    return Amounts.areHidden ? sums : sums.sorted { ($1.minor, $0.key) < ($0.minor, $1.key) }
  }

  /// What the progress of a limit leaves out.
  func leftOut(of limit: SpendingLimitState) -> [(currency: Currency, minor: Int64)] {
    state.leftOut(by: member.id, limit.terms.categories, in: limit.terms.currency, progress(of: limit).period)
  }

  /// The accounts that the minor may read and the viewer sees.
  var accounts: [AccountNames.Account] {
    AccountNames(state, of: viewer).accounts.filter { state.grant(of: $0.state, to: member) != nil }
  }

  /// The other accounts that the minor reads, as the minor's lane tells them: without amounts, which the viewer does
  /// not receive.
  var accesses: [ChildAccessState] {
    let seen = Set(accounts.map(\.id))
    return record.accesses.filter { !seen.contains($0.account) }
  }

  /// A name for a limit that none of the minor's has, so that setting it changes none.
  var freeLimitName: String {
    let taken = Set(record.limits.map { $0.name.lowercased() })
    let names = ["Pocket"] + (2...(record.limits.count + 2)).map { "Pocket\($0)" }
    return names.first { !taken.contains($0.lowercased()) } ?? "Pocket"
  }

  /// An account of the viewer's that the minor does not read yet.
  var shareable: AccountNames.Account? {
    AccountNames(state, of: viewer).accounts.first { account in
      account.state.isShareable(with: .minor) && shared.members.current(account.state.owner) == viewer
        && !account.state.grants.contains { shared.members.current($0.member) == member.id }
    }
  }

  /// What was said to the viewer; of a minor's inbox nobody else sees anything.
  var received: [CoachingRecord] {
    guard isViewer else { return [] }
    return state.inbox(of: viewer).coaching.messages.filter { shared.members.current($0.recipient) == viewer }
  }

  /// The records that count, the newest day first.
  var noted: [SpendingState] {
    record.spending.filter { !$0.isVoided }.enumerated().sorted { ($0.element.date, $0.offset) > ($1.element.date, $1.offset) }
      .map(\.element)
  }
}

extension ChildReport {
  /// Nil where the viewer does not receive the member's lane, or did not at that moment.
  init?(of id: MemberID, _ look: HistoryReading.Look) {
    let (state, viewer) = (look.view.state, look.view.member)
    let lane = Lane.minor(state.minorSubject(of: id))
    guard let member = state.shared.member(id), state.lanes(readableBy: viewer).contains(lane), look.lanes.contains(lane) else {
      return nil
    }
    self.init(state: state, member: member, viewer: viewer, today: look.day, isPast: look.isPast)
  }
}

extension Screens {
  // Limit: records and categories that a person reads; JSON has them all.
  private static let notedShown = 10
  private static let categoriesShown = 10
  private static let messagesShown = 5

  /// A minor's overview (product 132).
  static func child(_ report: ChildReport, _ theme: Theme) -> [String] {
    let (phrases, shared) = (theme.phrases, report.state.shared)
    let name = shared.name(of: report.member).printable
    var lines = [theme.paint("\(name)  \(phrases.role(report.member.role))".shortened(to: theme.width), .strong)]
    func add(_ text: String, _ tint: Tint = .plain) { lines += text.wrapped(to: theme.width - 3).map { "   " + theme.paint($0, tint) } }
    func title(_ text: String) { lines.append(theme.paint(text.shortened(to: theme.width), .strong)) }
    let others = report.guardians.filter { $0 != report.viewer }.map { shared.name($0) }
    let all = report.guardians.map { shared.name($0) }
    add(
      report.isViewer
        ? phrases.seenBy(others.isEmpty ? nil : phrases.list(others)) : phrases.lookedAfter(all.isEmpty ? nil : phrases.list(all)))
    if let requested = report.state.requestedRole(of: report.member.id) { add(phrases.asksToBecome(requested), .due) }
    if report.member.role == .minor { add(phrases.coachedBy(ownerAlone: report.member.isCoachingRestricted)) }
    let span = phrases.span(report.month.lowerBound.description, report.month.upperBound.description)
    title(phrases.spentSince(span))
    if let currency = report.currency {
      let (total, noted) = report.spent
      let owed = report.countsOwed ? currency.text(total - noted) : nil
      add(phrases.spentParts(currency.text(total), noted: currency.text(noted), owed: owed))
      lines += categories(report, currency, theme)
      lines += leftOut(report.leftOut, of: currency, indent: 3, theme)
    }
    title(phrases.limits())
    if report.record.limits.isEmpty { add(phrases.noLimits(), .faint) }
    for limit in report.record.limits { lines += self.limit(limit, report, theme) }
    let allowances = report.record.allowances.filter { !$0.isEnded }
    title(phrases.allowances())
    if allowances.isEmpty { add(phrases.noAllowances(), .faint) }
    for allowance in allowances { lines += self.allowance(allowance, report, theme) }
    let (accounts, accesses) = (report.accounts, report.accesses)
    if !accounts.isEmpty || !accesses.isEmpty { title(phrases.accounts()) }
    for account in accounts { add("\(account.state.name.printable): \(account.state.currency.text(account.state.balanceMinor))") }
    for access in accesses {
      let (owner, day) = (shared.name(shared.members.current(access.owner)).printable, "\(Present.day(access.at, shared))")
      add(phrases.childAccess(access.name.printable, phrases.accountType(access.type), of: owner, since: day))
    }
    title(phrases.notedSpending())
    let noted = report.noted.prefix(notedShown)
    if noted.isEmpty { add(phrases.nothingNoted(), .faint) }
    var table = Table()
    let isNarrow = theme.width < recordLineFrom
    var below: [String] = []
    for record in noted {
      let category = shared.category(record.category).map(phrases.category) ?? record.category
      let (date, amount) = (Cell(record.date.description, .faint), Cell(record.currency.text(record.minor), right: true))
      let end = String(record.id.description.suffix(6))
      let id = record.receipts.isEmpty ? end : "\(end), \(phrases.receipts(record.receipts.count))"
      if isNarrow {
        table.add(date, Cell(record.description), amount)
      } else {
        table.add(date, Cell(record.description), Cell(category, .faint), amount, Cell(id, .faint))
      }
      let line = category.isEmpty ? id : "\(category.printable.shortened(to: theme.width - 15)), \(id)"
      below.append("      " + theme.paint(line, .faint))
    }
    for (row, details) in zip(table.linesByRow(theme.indented(by: 3)), below) {
      lines += row.map { "   " + $0 } + (isNarrow ? [details] : [])
    }
    if !report.received.isEmpty { title(phrases.coachingTitle()) }
    for record in report.received.suffix(messagesShown) {
      lines += coaching(record, shared, me: report.viewer, theme.indented(by: 3)).map { "   " + $0 }
    }
    let actions = actions(report, named: name)
    if !actions.isEmpty { title(phrases.youMay()) }
    for action in actions { add(action, .faint) }
    return lines
  }

  /// What the month's spending is made of (product 132).
  private static func categories(_ report: ChildReport, _ currency: Currency, _ theme: Theme) -> [String] {
    var table = Table()
    for (key, minor) in report.categories.prefix(categoriesShown) {
      let name = key.isEmpty ? theme.phrases.noCategory() : report.state.shared.category(key).map(theme.phrases.category) ?? key
      table.add(Cell(name, .faint), Cell(currency.text(minor), right: true))
    }
    return table.lines(theme.indented(by: 6)).map { "      " + $0 }
  }

  /// What the viewer may do about it, as they would type it.
  private static func actions(_ report: ChildReport, named name: String) -> [String] {
    guard report.member.role == .minor, !report.isPast else { return [] }
    func typed(_ name: String) -> String { name.contains(" ") ? "\"\(name)\"" : name }
    let name = typed(name)
    // One of the viewer's that the child does not read yet; else one is to be made first.
    let shared = report.shareable.map { "hearth account share \(typed($0.state.name.printable)) \(name)" }
    let offers = { (right: Right) in report.state.offers(right, to: report.viewer) }
    guard !report.isViewer else {
      guard offers(.spendingSet) else { return [] }
      let mayDine = report.state.shared.category("dining")?.retired == false
      return [mayDine ? "hearth spend 120 \"Samosa\" --category dining" : "hearth spend 120 \"Samosa\""]
    }
    var actions: [String] = []
    if report.state.requestedRole(of: report.member.id) != nil, offers(.rolesChange) {
      actions += ["approve", "decline"].map { "hearth role \($0) \(name)" }
    }
    if offers(.minorsSet) {
      actions.append("hearth limit set \(name) \(report.freeLimitName) 500 --period weekly")
      actions.append("hearth allowance set \(name) 500 --period weekly")
    }
    if offers(.accountsGrant) {
      actions.append(shared ?? "hearth account add \"For \(report.state.shared.name(of: report.member).printable)\" --type savings")
    }
    if offers(.spendingSet) { actions.append("hearth spend 120 \"Samosa\" --for \(name)") }
    return actions
  }

  /// An allowance: how much and how often, when next, and what is spent of what was booked last.
  private static func allowance(_ allowance: AllowanceState, _ report: ChildReport, _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    let next = allowance.next?.description ?? ""
    let standing = allowance.isPaused ? phrases.paused(at: nil, "") : phrases.next(next)
    let target = allowance.account.map { ", " + phrases.paidInto(report.state.account($0)?.name.printable) } ?? ""
    let title = phrases.every(allowance.currency.text(allowance.minor), allowance.period) + target + ", " + standing
    let id = theme.paint(String(allowance.id.description.suffix(6)), .faint)
    let texts = noted(title, allowance.note, to: max(theme.width - 11, 8))
    var lines = texts.enumerated().map { $0 == 0 ? "   \($1)  \(id)" : "   \($1)" }
    if report.countsOwed, let progress = report.state.progress(of: allowance, for: report.member.id, on: report.today) {
      let figures = phrases.figures(allowance.currency.text(progress.spentMinor), of: allowance.currency.text(progress.limitMinor))
      let span = phrases.span(progress.period.lowerBound.description, progress.period.upperBound.description)
      let (gauge, text) = ("      " + progress.gauge(theme), "\(figures) · \(span)")
      if text.displayWidth <= theme.width - 20 {
        lines.append(gauge + "  " + theme.paint(text, .faint))
      } else {
        lines.append(gauge)
        lines += parted([figures, span], to: theme.width - 6).map { "      " + theme.paint($0, .faint) }
      }
      let left = report.state.leftOut(by: report.member.id, in: allowance.currency, progress.period)
      lines += leftOut(left, of: allowance.currency, indent: 6, theme)
    }
    return lines
  }

  /// A text parted at spaces, and a note behind it or below, which is cut.
  private static func noted(_ text: String, _ note: String, to columns: Int) -> [String] {
    var lines = text.wrapped(to: columns)
    guard !note.isEmpty, let last = lines.last else { return lines }
    let space = columns - last.displayWidth - 2
    let quoted = "“\(note.printable)”"
    if space >= 8 { lines[lines.count - 1] += "  " + quoted.shortened(to: space) } else { lines.append(quoted.shortened(to: columns)) }
    return lines
  }

  /// A limit with how far it is spent in the running period.
  private static func limit(_ limit: SpendingLimitState, _ report: ChildReport, _ theme: Theme) -> [String] {
    let (phrases, shared) = (theme.phrases, report.state.shared)
    let progress = report.progress(of: limit)
    let currency = limit.terms.currency
    let badge = "[\(phrases.period(limit.terms.period))]"
    guard report.countsOwed else {
      return gauged(limit.name, currency.text(progress.limitMinor), badge, indent: 3, theme)
    }
    let left = progress.limitMinor - min(progress.spentMinor, progress.limitMinor)
    let over = progress.spentMinor - min(progress.spentMinor, progress.limitMinor)
    let rest = progress.isOver ? phrases.over(currency.text(over)) : phrases.rest(currency.text(left))
    // Hidden, neither a word nor a colour tells whether the limit is passed.
    let (isHidden, isOver) = (Amounts.areHidden, progress.isOver && !Amounts.areHidden)
    let figures =
      phrases.figures(currency.text(progress.spentMinor), of: currency.text(progress.limitMinor)) + (isHidden ? "" : ", " + rest)
    var lines = gauged(limit.name, progress.gauge(theme), badge, indent: 3, theme)
    lines += figures.wrapped(to: theme.width - 6).map { "      " + theme.paint($0, isOver ? .bad : .plain) }
    lines += leftOut(report.leftOut(of: limit), of: currency, indent: 6, theme)
    let categories = limit.terms.categories.map { (shared.category($0).map(phrases.category) ?? $0).printable }
    let span = phrases.span(progress.period.lowerBound.description, progress.period.upperBound.description)
    let what = [span, categories.isEmpty ? phrases.allSpending() : categories.joined(separator: ", ")]
    lines += parted(what, to: theme.width - 6).map { "      " + theme.paint($0, .faint) }
    let fired = limit.fired(inPeriodFrom: progress.period.lowerBound).map { $0.text(phrases) }
    if !fired.isEmpty, !isHidden {
      lines += phrases.fired(fired.joined(separator: ", ")).wrapped(to: theme.width - 6).map { "      " + theme.paint($0, .faint) }
    }
    return lines
  }

  /// The same for a program: the minor, then each limit, then each record.
  static func childJSON(_ report: ChildReport) -> [String] {
    var json = JSONLine()
    json.add("minorId", report.member.id.description)
    json.add("displayName", report.member.displayName)
    json.add("role", report.member.role.word)
    json.add("guardianIds", json: "[" + report.guardians.map { "\"\($0)\"" }.joined(separator: ",") + "]")
    if let requested = report.state.requestedRole(of: report.member.id) { json.add("requestedRole", requested.word) }
    json.add("coachingRestricted", json: report.member.isCoachingRestricted ? "true" : "false")
    json.add("periodStart", report.month.lowerBound.description)
    json.add("periodEnd", report.month.upperBound.description)
    json.add("currency", report.currency?.code ?? "")
    if report.countsOwed { json.add("spentMinor", String(report.spent.total)) }
    json.add("notedMinor", String(report.spent.noted))
    let categories = report.categories.map { key, minor in
      var json = JSONLine()
      json.add("category", key)
      json.add("minor", String(minor))
      return json.text
    }
    json.add("categories", json: "[" + categories.joined(separator: ",") + "]")
    addLeftOut(report.leftOut, to: &json)
    let limits = report.record.limits.map { limit in
      let progress = report.progress(of: limit)
      var json = JSONLine()
      json.add("limit", json: WireFormat.line(limit.message).joined())
      json.add("periodStart", progress.period.lowerBound.description)
      json.add("periodEnd", progress.period.upperBound.description)
      if report.countsOwed {
        json.add("spentMinor", String(progress.spentMinor))
        json.add("basisPoints", String(progress.basisPoints))
        addLeftOut(report.leftOut(of: limit), to: &json)
      }
      return json.text
    }
    let records = report.record.spending.map { record in
      var json = JSONLine()
      json.add("spending", json: WireFormat.line(record.message).joined())
      return json.text
    }
    let allowances = report.record.allowances.map { allowance in
      var json = JSONLine()
      json.add("allowance", json: WireFormat.line(allowance.message).joined())
      if let next = allowance.next, !allowance.isPaused { json.add("nextDate", next.description) }
      if report.countsOwed, let progress = report.state.progress(of: allowance, for: report.member.id, on: report.today) {
        json.add("spentMinor", String(progress.spentMinor))
        json.add("basisPoints", String(progress.basisPoints))
        addLeftOut(report.state.leftOut(by: report.member.id, in: allowance.currency, progress.period), to: &json)
      }
      return json.text
    }
    let accounts = report.accounts.map { account in
      var json = JSONLine()
      json.add("accountId", account.id.description)
      json.add("name", account.state.name)
      json.add("balanceMinor", String(account.state.balanceMinor))
      return json.text
    }
    let accesses = report.record.accesses.map { access in
      var json = JSONLine()
      json.add("access", json: WireFormat.line(access.message).joined())
      return json.text
    }
    let messages = report.received.map { coachingJSON("coaching", WireFormat.line($0.message)) }
    return [json.text] + limits + allowances + accounts + accesses + records + messages
  }
}
