import HearthClient
import HearthProtocol
import Ledger

/// What a minor has spent, as it was typed; what is nil stays as it was.
public struct SpendingWish: Sendable {
  /// "120".
  public var amount: String?
  /// What it was for.
  public var description: String?
  /// Key or name of a category; "none" for none.
  public var category: String?
  /// "2026-11-20"; today when it is new.
  public var date: String?
  /// Anything else to remember.
  public var note: String?
  /// Its currency; the group's when it is new.
  public var currency: String?
  /// Paths of receipts' files to add.
  public var receipts: [String] = []

  /// Makes a wish.
  public init(amount: String? = nil, description: String? = nil) { (self.amount, self.description) = (amount, description) }

  fileprivate func content(changing old: SpendingContent?, in view: GroupView) throws(ArgumentFlaw) -> SpendingContent {
    guard let home = view.state.shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
    var content = old ?? SpendingContent()
    let kept = Currency(code: content.amount.currency) ?? home
    let currency = try currency.map { text throws(ArgumentFlaw) in try Choices.currency(text) } ?? kept
    if let amount { content.amount.minor = try AmountText.minor(amount, currency) }
    content.amount.currency = currency.code
    if let description { content.description_p = description }
    if let note { content.note = note }
    if let category {
      content.category = category.lowercased() == "none" ? "" : try Choices.category(category, of: view.state.shared.categories)
    }
    if let date { content.date = try Choices.date(date, today: view.today) }
    return content
  }
}

/// `hearth guardian`, `hearth spend`, `hearth limit`, `hearth child` and `hearth me`.
public struct FamilyCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth guardian add` and `remove`.
  public func setGuardian(_ minor: String, _ guardian: String, isRemoved: Bool, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var set = SetGuardian()
    set.minorID = try id(minor, in: view)
    set.memberID = try id(guardian, in: view)
    set.removed = isRemoved
    try KeptCommands(sitting).show(.setGuardian(set), to: group, view)
  }

  /// `hearth spend`.
  ///
  /// - Parameter minor: whose record it is; nil: one's own.
  public func spend(_ wish: SpendingWish, of minor: String?, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var set = SetSpending()
    let id: EntryID = Present.id()
    set.spendingID = id.description
    if let minor { set.minorID = try self.id(minor, in: view) }
    set.content = try reading { () throws(ArgumentFlaw) in try wish.content(changing: nil, in: view) }
    try add(wish.receipts, to: &set, group, view)
    try KeptCommands(sitting).show(.setSpending(set), to: group, view)
  }

  /// Puts receipts' files on the server and names them in a record.
  private func add(_ paths: [String], to set: inout SetSpending, _ group: GroupID, _ view: GroupView) throws(ConsoleFailure) {
    for path in paths {
      let receipt = try ReceiptCommands(sitting).put(path, into: group, .minor(MemberID(set.minorID) ?? view.member))
      set.content.receipts = set.content.receipts.adding(receipt)
    }
  }

  /// `hearth spend edit`.
  public func editSpending(_ name: String, _ wish: SpendingWish, of minor: String?, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var set = SetSpending()
    if let minor { set.minorID = try id(minor, in: view) }
    let record = try self.record(name, of: set.minorID, in: view)
    set.spendingID = record.id.description
    set.content = try reading { () throws(ArgumentFlaw) in try wish.content(changing: record.content, in: view) }
    try add(wish.receipts, to: &set, group, view)
    try KeptCommands(sitting).show(.setSpending(set), to: group, view)
  }

  /// `hearth spend void`.
  public func voidSpending(_ name: String, of minor: String?, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var void = VoidSpending()
    if let minor { void.minorID = try id(minor, in: view) }
    void.spendingID = try record(name, of: void.minorID, in: view).id.description
    try KeptCommands(sitting).show(.voidSpending(void), to: group, view)
  }

  /// `hearth spend restore`.
  public func restoreSpending(_ name: String, of minor: String?, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var restore = RestoreSpending()
    if let minor { restore.minorID = try id(minor, in: view) }
    restore.spendingID = try record(name, of: restore.minorID, isVoided: true, in: view).id.description
    try KeptCommands(sitting).show(.restoreSpending(restore), to: group, view)
  }

  /// `hearth limit set`: changes the minor's limit of that name, or makes it.
  ///
  /// - Parameters:
  ///   - amount: nil keeps that of the limit that is there.
  ///   - period: "weekly", "biweekly" or "monthly"; a new limit is weekly.
  ///   - categories: none keeps those of the limit that is there; "all" for all spending.
  ///   - thresholds: "80,100,over" or "none".
  public func setLimit(
    _ minor: String, _ name: String, _ amount: String?, period: String?, categories: [String], thresholds: String?, group: String?
  ) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let id = try id(minor, in: view)
    let set = try reading { () throws(ArgumentFlaw) -> SetSpendingLimit in
      let shared = view.state.shared
      guard let home = shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
      let old = Self.limits(of: id, view).first { $0.name.lowercased() == name.lowercased() }
      guard old != nil || amount != nil else {
        throw ArgumentFlaw(
          "There is no limit \"\(name.printable)\" yet. Say how much: hearth limit set Riya Pocket 500",
          "\"\(name.printable)\" नाम की सीमा अभी नहीं है। कितनी हो, यह लिखें: hearth limit set Riya Pocket 500")
      }
      let fresh: BudgetID = Present.id()
      var set = SetSpendingLimit()
      set.minorID = id
      set.limitID = (old?.id ?? fresh).description
      set.content = old?.content ?? SpendingLimitContent()
      set.content.name = old?.name ?? name
      let currency = old?.terms.currency ?? home
      if let amount { set.content.limit = Money(minor: try AmountText.minor(amount, currency), currency: currency) }
      if let period { set.content.period = try Choices.minorPeriod(period) } else if old == nil { set.content.period = .weekly }
      // Another period begins on its usual day.
      if set.content.period != old?.terms.period { set.content.startDate = "" }
      if categories.map({ $0.lowercased() }) == ["all"] {
        set.content.categories = []
      } else if !categories.isEmpty {
        set.content.categories = []
        for category in categories { set.content.categories.append(try Choices.category(category, of: shared.categories)) }
      }
      if let thresholds { set.content.alerts = try Choices.thresholds(thresholds) }
      return set
    }
    try KeptCommands(sitting).show(.setSpendingLimit(set), to: group, view)
  }

  /// `hearth limit remove`.
  public func removeLimit(_ minor: String, _ name: String, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var remove = RemoveSpendingLimit()
    let id = try id(minor, in: view)
    remove.minorID = id
    remove.limitID = try reading { () throws(ArgumentFlaw) in
      let limits = Self.limits(of: id, view)
      if let found = limits.first(where: { $0.name.lowercased() == name.lowercased() || $0.id.description == name.lowercased() }) {
        return found.id.description
      }
      let names = limits.map(\.name.printable).joined(separator: ", ")
      throw names.isEmpty
        ? ArgumentFlaw(
          "There is no limit \"\(name.printable)\". There are none yet, or you do not see them.",
          "\"\(name.printable)\" नाम की सीमा नहीं है। अभी कोई नहीं है, या आप उन्हें नहीं देखते।"
        ).naming(.notFound)
        : ArgumentFlaw(
          "There is no limit \"\(name.printable)\". There are: \(names).",
          "\"\(name.printable)\" नाम की सीमा नहीं है। ये हैं: \(names)।"
        ).naming(.notFound)
    }
    try KeptCommands(sitting).show(.removeSpendingLimit(remove), to: group, view)
  }

  /// `hearth child`: a minor's overview, for the minor and who looks after them.
  public func showChild(_ name: String, asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let look = try HistoryReading(sitting).look(at: try sitting.group(group), asOf: moment)
    let id = try sitting.member(name, in: look.view)
    guard let report = ChildReport(of: id, look) else {
      let shared = look.view.state.shared
      let shown = shared.name(id).printable
      throw ConsoleFailure(
        shared.member(id)?.role != .minor
          ? ArgumentFlaw(
            "\(shown) is not a minor, so what \(shown) notes of their own is seen by nobody else.",
            "\(shown) नाबालिग नहीं हैं, इसलिए अपना जो ख़र्च वे लिखते हैं, उसे कोई और नहीं देखता।")
          : ArgumentFlaw(
            "You do not see what \(shown) spends: only a minor's guardians do.",
            "आप \(shown) का ख़र्च नहीं देखते: केवल नाबालिग के अभिभावक देखते हैं।"))
    }
    output.show(Screens.child(report, output.theme), json: Screens.childJSON(report))
  }

  /// `hearth me`: one's own overview; of who is no minor that of each minor whom they look after.
  public func showMe(asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let look = try HistoryReading(sitting).look(at: try sitting.group(group), asOf: moment)
    let (shared, viewer) = (look.view.state.shared, look.view.member)
    let own = ChildReport(of: viewer, look)
    let others = shared.members.filter { $0.isPresent && $0.role == .minor && $0.id != viewer }.compactMap { ChildReport(of: $0.id, look) }
    let reports = own.map { [$0] } ?? others
    guard !reports.isEmpty else { return output.show([output.phrases.noMinors()], json: []) }
    output.show(reports.flatMap { Screens.child($0, output.theme) }, json: reports.flatMap(Screens.childJSON))
  }

  private func id(_ name: String, in view: GroupView) throws(ConsoleFailure) -> String {
    try sitting.member(name, in: view).description
  }

  private static func limits(of minor: String, _ view: GroupView) -> [SpendingLimitState] {
    MemberID(minor).map { view.state.minor(view.state.minorSubject(of: $0)).limits } ?? []
  }

  /// The record with this id or end of an id, the last one for "last", or the one whose description this is.
  ///
  /// - Parameters:
  ///   - minor: an id; empty: the viewer's.
  ///   - isVoided: whether it is one that was taken out.
  func record(_ text: String, of minor: String, isVoided: Bool = false, in view: GroupView) throws(ConsoleFailure) -> SpendingState {
    let subject = view.state.minorSubject(of: MemberID(minor) ?? view.member)
    let records = view.state.minor(subject).spending.filter { $0.isVoided == isVoided }
    return try reading { () throws(ArgumentFlaw) in
      try RecordNames.find(
        text, in: records,
        nothing: {
          ArgumentFlaw(
            "Nothing noted is called \"\(text.printable)\". Name it by its description, the end of its id, or last.",
            "\"\(text.printable)\" नाम से कुछ नहीं लिखा है। उसका विवरण, उसकी id का अंत, या last लिखें।"
          ).naming(.notFound)
        },
        several: { count, list in
          ArgumentFlaw(
            "\(count) records are called \"\(text.printable)\". Name the one you mean by the end of its id: \(list).",
            "\"\(text.printable)\" नाम से \(count) बातें लिखी हैं। जो चाहिए उसकी id का अंत लिखें: \(list)।")
        })
    }
  }
}
