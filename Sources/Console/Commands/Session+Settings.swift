import HearthClient
import HearthProtocol
import Ledger

/// A new group as somebody wishes for it at the command line.
public struct GroupWish: Sendable {
  let name: String
  let currency: String
  /// Family, indian-family or split-group.
  public var template = "family"
  /// A few words; may be empty.
  public var description = ""
  /// A symbol's name; may be empty.
  public var icon = ""
  /// The first day of its weeks.
  public var weekStarts = "monday"
  /// IANA name; nil for this computer's.
  public var timeZone: String?
  /// What the creator is called; nil for what they registered as.
  public var displayName: String?

  /// Makes a wish.
  public init(name: String, currency: String) {
    self.name = name
    self.currency = currency
  }
}

/// What is to change of a group: nil stays as it is.
public struct GroupChange: Sendable {
  /// The name.
  public var name: String?
  /// A few words.
  public var description: String?
  /// A symbol's name.
  public var icon: String?
  /// An ISO code.
  public var currency: String?
  /// An amount, in the group's currency; 0 takes it away.
  public var income: String?
  /// Yes or no.
  public var simplify: String?
  /// IANA name.
  public var timeZone: String?
  /// A day of the week.
  public var weekStarts: String?
  /// 10 to 100.
  public var membersMax: UInt32?

  /// Makes a change of nothing.
  public init() {}

  /// The command, read with the group's currency.
  public func command(in view: GroupView) throws(ArgumentFault) -> UpdateGroup {
    guard let settings = view.state.shared.settings else { throw ArgumentFault("The group is not complete.") }
    var wish = UpdateGroup()
    if let name { wish.name = name }
    if let description { wish.description_p = description }
    if let icon { wish.icon = icon }
    if let currency { wish.currency = currency.uppercased() }
    if let income {
      let minor = income == "0" ? 0 : try AmountText.minor(income, settings.currency)
      wish.monthlyIncome = Money(minor: minor, currency: settings.currency)
    }
    if let simplify { wish.simplifyDebts = try Choices.yes(simplify) }
    if let timeZone { wish.timeZone = timeZone }
    if let weekStarts { wish.weekStartsOn = try Choices.weekday(weekStarts) }
    if let membersMax { wish.membersMax = membersMax }
    guard wish != UpdateGroup() else { throw ArgumentFault("Say what to change, like --name \"Sharma Family\".") }
    return wish
  }
}

extension Session {
  /// `hearth group show`.
  public func showGroup(_ group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    show(Screens.group(view, terminal.theme), json: [Screens.groupJSON(view)])
  }

  /// `hearth group set`.
  public func setGroup(_ change: GroupChange, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    let wish = try Self.reading { () throws(ArgumentFault) in try change.command(in: view) }
    let accepted = try send(.updateGroup(wish), to: group).accepted
    tell(.groupChanged, json: WireFormat.line(accepted))
  }

  /// `hearth group archive`.
  public func archiveGroup(_ group: String?) throws(ConsoleFailure) {
    try perform(.archiveGroup(ArchiveGroup()), saying: .groupArchived, group: group)
  }

  /// `hearth group unarchive`.
  ///
  /// - Parameter isPreview: whether only to show what would be booked at once.
  public func unarchiveGroup(_ group: String?, isPreview: Bool = false) throws(ConsoleFailure) {
    if isPreview {
      let group = try self.group(group)
      return try preview(.unarchiveGroup(UnarchiveGroup()), to: group, try follow(group))
    }
    try perform(.unarchiveGroup(UnarchiveGroup()), saying: .groupUnarchived, group: group)
  }

  /// `hearth group purge`.
  ///
  /// - Parameter isExported: whether the user says that they have an export.
  public func purgeGroup(_ group: String?, isExported: Bool) throws(ConsoleFailure) {
    var wish = RequestPurge()
    wish.exported = isExported
    try perform(.requestPurge(wish), saying: .purgeRequested, group: group)
  }

  /// `hearth group keep`.
  public func keepGroup(_ group: String?) throws(ConsoleFailure) {
    try perform(.cancelPurge(CancelPurge()), saying: .purgeCancelled, group: group)
  }

  private func perform(_ body: Command.OneOf_Body, saying outcome: Outcome, group: String?) throws(ConsoleFailure) {
    let accepted = try send(body, to: try self.group(group)).accepted
    tell(outcome, json: WireFormat.line(accepted))
  }

  /// `hearth policy list`.
  public func listPolicies(group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    show(Screens.policies(view, terminal.theme), json: Policy.all.map { Screens.policyJSON($0, view) })
  }

  /// `hearth policy set`.
  ///
  /// - Parameter isPreview: whether only to show whose rights it would change.
  public func setPolicy(_ key: String, _ value: String, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    var wish = SetPolicy()
    wish.policy = try Self.reading { () throws(ArgumentFault) in try Choices.policy(key) }
    wish.allowed = try Self.reading { () throws(ArgumentFault) in try Choices.yes(value) }
    let group = try self.group(group)
    if isPreview {
      let view = try follow(group)
      let asked = command(.setPolicy(wish), to: group)
      let impact = try asking(of: asked) { connection throws(ConnectionFailure) in try connection.impact(of: asked) }
      let changes = view.state.shared.permissionChanges(setting: wish.policy, to: wish.allowed)
      return show(
        Screens.rehearsed(impact.events, view, terminal.theme) + Screens.permissions(changes, view, terminal.theme),
        json: WireFormat.line(impact) + changes.map(Screens.permissionJSON))
    }
    let accepted = try send(.setPolicy(wish), to: group).accepted
    tell(.policySet(wish.policy, wish.allowed), with: accepted)
  }

  /// `hearth can`: answered from what the user's own client holds, by the function that the server decides by.
  public func can(_ name: String, _ action: String, on object: String?, group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    let question = try Self.reading { () throws(ArgumentFault) in try PermissionQuestion(name, action, object, in: view) }
    show(question.lines(view, terminal.theme), json: [question.json(view)])
  }

  /// `hearth category list`.
  public func listCategories(all: Bool, group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    let categories = view.state.shared.sortedCategories.filter { all || !$0.retired }
    show(Screens.categories(categories, terminal.theme), json: categories.flatMap(WireFormat.line))
  }

  /// `hearth category add` and `change`: what is not said stays as it is, or is as a new category has it.
  public func setCategory(_ change: CategoryChange, isNew: Bool, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    let wish = try Self.reading { () throws(ArgumentFault) in try change.command(in: view.state.shared, isNew: isNew) }
    let accepted = try send(.setCategory(wish), to: group).accepted
    show(
      ["\(wish.content.emoji) \(terminal.theme.phrases.category(wish.content).printable) (\(wish.content.key))"],
      json: WireFormat.line(accepted))
  }

  /// `hearth category retire`.
  public func retireCategory(_ text: String, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    var wish = RetireCategory()
    wish.key = try Self.reading { () throws(ArgumentFault) in try Choices.category(text, of: view.state.shared.categories) }
    let accepted = try send(.retireCategory(wish), to: group).accepted
    tell(.categoryRetired, json: WireFormat.line(accepted))
  }
}
