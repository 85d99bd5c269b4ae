import HearthClient
import HearthProtocol
import Ledger

/// An entry as it was typed.
public struct EntryWish: Sendable {
  /// "450.50".
  public var amount: String
  /// What it was for.
  public var description: String
  /// Key or name of a category; empty for none.
  public var category = ""
  /// "expense" or "income".
  public var kind = "expense"
  /// "2026-11-20"; empty means today.
  public var date = ""
  /// Free text.
  public var note = ""
  /// Where it was spent.
  public var merchant = ""
  /// "Asha=500,Ravi=499", or a name that paid it all; empty means the user paid it all.
  public var paidBy = ""
  /// "percent:Asha=60,Ravi=40" and the like; empty means equally among those who share by default, of an income to who
  /// received it.
  public var split = ""
  /// City, country and coordinates.
  public var place = PlaceWish()
  /// Whether the entry is refused when somebody else has just added one much like it.
  public var guardsDuplicates = true
  /// The amount's currency by its code; empty means the group's.
  public var currency = ""
  /// What one unit of that currency counts for in the group's; empty means as the group knows it.
  public var rate = ""

  /// Makes a wish.
  public init(amount: String, description: String) {
    self.amount = amount
    self.description = description
  }

  /// The command's content, read with the group's members, categories and currency.
  public func content(in view: GroupView) throws(ArgumentFault) -> EntryContent {
    let shared = view.state.shared
    guard let home = shared.settings?.currency else { throw ArgumentFault("The group is not complete.") }
    let currency = try self.currency.isEmpty ? home : Choices.currency(self.currency)
    let names = MemberNames(shared, me: view.member)
    var content = EntryContent()
    if !rate.isEmpty { content.conversion.rate = try Choices.rate(rate).description }
    content.kind = try Choices.kind(kind)
    content.amount = Money(minor: try AmountText.minor(amount, currency), currency: currency)
    content.description_p = description
    if !category.isEmpty { content.category = try Choices.category(category, of: shared.categories) }
    if !date.isEmpty { content.date = try Choices.date(date) }
    content.note = note
    content.merchant = merchant
    if !paidBy.isEmpty { content.paid = try SplitText.Part.paid(paidBy, of: amount, names, currency) }
    if let place = try place.place(), place != Place() { content.place = place }
    if !split.isEmpty { content.split = try SplitText(split).resolved(names, currency) }
    try Self.check(content.paid.map(\.minor), of: content.amount.minor, currency) { missing, total, whole in
      ArgumentFault("\(missing) is not paid: \(total) of \(whole) so far.")
    } tooMuch: { total, more, whole in
      ArgumentFault("What was paid comes to \(total), which is \(more) more than \(whole).")
    }
    try Self.check(content.split.exact.shares.map(\.minor), of: content.amount.minor, currency) { missing, total, whole in
      ArgumentFault("\(missing) left to assign: \(total) of \(whole) so far.")
    } tooMuch: { total, more, whole in
      ArgumentFault("The shares come to \(total), which is \(more) more than \(whole).")
    }
    return content
  }

  /// What does not add up is said before it is sent, with the difference (product 98).
  private static func check(
    _ parts: [Int64], of whole: Int64, _ currency: Currency, tooLittle: (String, String, String) -> ArgumentFault,
    tooMuch: (String, String, String) -> ArgumentFault
  ) throws(ArgumentFault) {
    guard !parts.isEmpty else { return }
    // Limit: beyond the largest amount the server says what is wrong.
    let total = parts.reduce(Int64(0)) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 }
    let difference = whole.subtractingReportingOverflow(total).partialValue
    if difference > 0 { throw tooLittle(currency.text(difference), currency.text(total), currency.text(whole)) }
    if difference < 0 { throw tooMuch(currency.text(total), currency.text(-difference), currency.text(whole)) }
  }
}

extension Session {
  /// `hearth add`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func add(_ wish: EntryWish, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    try add(to: self.group(group), guarded: wish.guardsDuplicates, isPreview: isPreview) { view throws(ConsoleFailure) in
      try Self.reading { () throws(ArgumentFault) in try wish.content(in: view) }
    }
  }

  /// `hearth pay`: a transfer from the user.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func pay(_ wish: PayWish, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    try add(to: self.group(group), guarded: wish.guardsDuplicates, isPreview: isPreview) { view throws(ConsoleFailure) in
      try Self.reading { () throws(ArgumentFault) in try wish.content(in: view) }
    }
  }

  /// Sends the entry and shows it as the feed does, with the budgets it touches.
  private func add(
    to group: GroupID, guarded: Bool, isPreview: Bool = false, _ content: (GroupView) throws(ConsoleFailure) -> EntryContent
  ) throws(ConsoleFailure) {
    let id: EntryID = Present.id()
    func body(_ view: GroupView) throws(ConsoleFailure) -> Command.OneOf_Body {
      var add = AddEntry()
      add.entryID = id.description
      add.content = try content(view)
      view.fillSplit(of: &add.content, at: Present.now)
      add.guardDuplicates = guarded
      return .addEntry(add)
    }
    if isPreview {
      let view = try follow(group)
      let written = try body(view)
      try preview(written, to: group, view)
      return warn(ifFarAhead: written.entryDate, view)
    }
    let (view, written, ahead) = try write(to: group, body)
    // Which group it goes to is always said before (product 82).
    if !isJSON { terminal.write([terminal.theme.phrases.addingTo((view.state.shared.settings?.name ?? "").printable)]) }
    try show(written, to: group, view, ahead: ahead)
    // Only now: what was refused has nothing to be mended.
    warn(ifFarAhead: written.entryDate, view)
  }

  /// Says that an entry that was taken is dated further ahead than people enter things ahead.
  ///
  /// - Parameter date: "2027-11-20"; empty says nothing.
  func warn(ifFarAhead date: String, _ view: GroupView) {
    guard let day = CivilDate(iso8601: date), day.isFarAhead(of: Self.today(view)) else { return }
    terminal.complain([terminal.theme.phrases.isFarAhead(date)])
  }

  /// Sends a command and shows what comes of it as the feed does.
  func show(
    _ body: Command.OneOf_Body, to group: GroupID, _ view: GroupView, insteadOf former: String? = nil, ahead: Command? = nil
  ) throws(ConsoleFailure) {
    let (command, accepted) = try sendOrKeep(body, to: group, insteadOf: former, ahead: ahead)
    guard let accepted else { return try showKept(command, view) }
    guard !isJSON else { return terminal.write(WireFormat.line(accepted)) }
    try tell(whatCameOf: command, view)
  }

  /// Tells what comes of a command that was accepted, as the feed does.
  ///
  /// - Parameter view: the group before it.
  func tell(whatCameOf command: Command, _ view: GroupView) throws(ConsoleFailure) {
    var feed = FeedModel(tellsAll: true)
    _ = feed.update(.began(view))
    // SPEC CM-07: the event has come before the answer.
    while let delivery = try next(within: .zero) {
      guard case .groupUpdated(let update) = delivery.notice, let view = delivery.view else { continue }
      let isOurs = update.events.contains { $0.event.commandID == command.id }
      let items = feed.update(.changed(update, view))
      if isOurs { terminal.write(items.flatMap { $0.lines(terminal.theme) }) }
    }
  }
}

extension GroupView {
  /// Names those who share an entry that names nobody, so that it is divided among the people that its user has seen,
  /// whenever it arrives (SPEC CM-09).
  ///
  /// - Parameter now: milliseconds since 1970.
  func fillSplit(of content: inout EntryContent, at now: Int64) {
    if content.kind == .expense, content.split.method == nil { content.split.equal = EqualSplit() }
    fillNames(of: &content.split, at: now)
  }

  /// The same of an edit that says anew how its entry divides.
  func fillSplit(of changes: inout EntryChanges, at now: Int64) {
    if changes.hasMoney { fillNames(of: &changes.money.split, at: now) }
  }

  private func fillNames(of split: inout Split, at now: Int64) {
    // Where nobody shares the server says what is wrong.
    let names = state.shared.members.sharing(at: now).map(\.id.description)
    switch split.method {
    case .equal(let equal): if equal.memberIds.isEmpty { split.equal.memberIds = names }
    case .income(let income): if income.memberIds.isEmpty { split.income.memberIds = names }
    case .percentage, .exact, .weights, nil: break
    }
  }
}

extension Command.OneOf_Body {
  /// The date of the entry that is added; empty for none.
  fileprivate var entryDate: String { if case .addEntry(let add) = self { add.content.date } else { "" } }
}
