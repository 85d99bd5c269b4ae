import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// What the group says of itself.
  public static func group(_ view: GroupView, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    let phrases = theme.phrases
    guard let settings = shared.settings else { return [phrases.notComplete()] }
    var table = Table()
    func line(_ name: GroupLine, _ text: String) { if !text.isEmpty { table.add(Cell(phrases.label(name), .faint), Cell(text)) } }
    func day(_ instant: Int64) -> String { Present.day(instant, shared).description }
    line(.name, settings.name)
    line(.description, settings.description)
    line(.icon, settings.icon)
    line(.template, phrases.template(settings.template))
    line(.currency, settings.currency.code)
    line(.income, income(view, phrases))
    line(.debts, phrases.debts(isSimplified: settings.simplifiesDebts))
    line(.timeZone, settings.timeZone)
    line(.weekStart, phrases.weekday(settings.weekStart))
    line(.members, phrases.members(shared.members.presentIDs.count, of: settings.membersMax))
    let founder = settings.createdBy.flatMap { shared.member(shared.members.current($0)) }
    line(.created, phrases.created(on: day(settings.createdAt), by: founder.map(shared.name(of:))))
    line(.changed, settings.updatedAt == settings.createdAt ? "" : day(settings.updatedAt))
    line(.archived, settings.archivedAt.map(day) ?? "")
    line(.purge, settings.purgeAt.map { phrases.purge(from: day($0)) } ?? "")
    return table.lines(theme)
  }

  private static func income(_ view: GroupView, _ phrases: Phrases) -> String {
    guard view.marks[.income] != nil else { return phrases.notShown() }
    guard let money = view.state.income.monthly, let currency = Currency(code: money.currency) else { return phrases.notSaid() }
    return currency.text(money.minor)
  }

  /// The same for a program.
  static func groupJSON(_ view: GroupView) -> String {
    let shared = view.state.shared
    guard let settings = shared.settings else { return "{}" }
    var json = JSONLine()
    json.add("groupId", view.state.group.description)
    json.add("name", settings.name)
    json.add("description", settings.description)
    json.add("icon", settings.icon)
    json.add("template", settings.template.word)
    json.add("currency", settings.currency.code)
    if let income = view.state.income.monthly {
      json.add("monthlyIncomeMinor", String(income.minor))
      json.add("monthlyIncomeCurrency", income.currency)
    }
    json.add("simplifyDebts", json: settings.simplifiesDebts ? "true" : "false")
    json.add("timeZone", settings.timeZone)
    json.add("weekStartsOn", settings.weekStart.word)
    json.add("membersMax", json: String(settings.membersMax))
    json.add("createdAtMs", String(settings.createdAt))
    json.add("createdBy", settings.createdBy?.description ?? "")
    json.add("updatedAtMs", String(settings.updatedAt))
    if let archivedAt = settings.archivedAt { json.add("archivedAtMs", String(archivedAt)) }
    if let purgeAt = settings.purgeAt { json.add("purgeAtMs", String(purgeAt)) }
    return json.text
  }

  /// What the group has decided for itself.
  public static func policies(_ view: GroupView, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    var table = Table()
    for policy in Policy.all {
      let isAllowed = shared.policies.allows(policy)
      table.add(
        Cell(policy.key), Cell(theme.phrases.yes(isAllowed), isAllowed ? .good : .plain),
        Cell(PermissionQuestion.setting(policy, shared, theme.phrases), .faint),
        Cell(theme.isNarrow ? "" : theme.phrases.policy(policy)))
    }
    guard theme.isNarrow else { return table.lines(theme) }
    // What a policy means is put below it, whole.
    return zip(table.linesByRow(theme), Policy.all).flatMap { row, policy in
      row + theme.phrases.policy(policy).wrapped(to: theme.width - 3).map { "   " + theme.paint($0, .faint) }
    }
  }

  /// Whose rights a policy would change, if it were set (SPEC PM-06).
  public static func permissions(_ changes: [PermissionChange], _ view: GroupView, _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    var table = Table()
    for change in changes {
      guard let member = view.state.shared.member(change.member) else { continue }
      let tint: Tint = change.after == .nothing || change.before == .everything ? .due : .good
      table.add(
        Cell(name(member, view, phrases)), Cell(phrases.role(member.role), .faint), Cell(change.right.rawValue),
        Cell("\(phrases.reach(change.before)) → \(phrases.reach(change.after))", tint))
    }
    let lines = changes.isEmpty ? [phrases.noRightChanges()] : table.lines(theme)
    return lines + [theme.paint(phrases.isPreview(), .faint)]
  }

  /// One of them for a program.
  static func permissionJSON(_ change: PermissionChange) -> String {
    var json = JSONLine()
    json.add("memberId", change.member.description)
    json.add("rule", change.right.rawValue)
    json.add("before", change.before.word)
    json.add("after", change.after.word)
    return json.text
  }

  /// A policy for a program.
  static func policyJSON(_ policy: Policy, _ view: GroupView) -> String {
    let policies = view.state.shared.policies
    var json = JSONLine()
    json.add("policy", policy.key)
    json.add("allowed", json: policies.allows(policy) ? "true" : "false")
    if let setting = policies.setting(of: policy) {
      json.add("setBy", setting.setBy.description)
      json.add("setAtMs", String(setting.setAt))
    }
    return json.text
  }

  /// The group's categories, in their order.
  public static func categories(_ categories: [Category], _ theme: Theme) -> [String] {
    var table = Table()
    for category in categories {
      let phrases = theme.phrases
      table.add(
        Cell(category.emoji), Cell(category.key), Cell(phrases.category(category)), Cell(phrases.categoryClass(category.class)),
        Cell(phrases.use(isExpense: category.forExpense, isIncome: category.forIncome)), Cell(category.color, .faint),
        Cell(category.retired ? phrases.retired() : "", .faint))
    }
    return table.lines(theme)
  }

  /// An income divided, part by part.
  static func allocation(_ allocation: Allocation, _ amounts: [Int64], _ currency: Currency, _ theme: Theme) -> [String] {
    var table = Table()
    for (part, minor) in zip(allocation.parts, amounts) {
      let hundredths = part.basisPoints % 100
      let percent =
        hundredths == 0 ? "\(part.basisPoints / 100) %" : "\(part.basisPoints / 100).\(hundredths < 10 ? "0" : "")\(hundredths) %"
      table.add(
        Cell(theme.phrases.allocationPart(part.name)), Cell(Amounts.text(percent), .faint, right: true),
        Cell(currency.text(minor), right: true))
    }
    return table.lines(theme)
  }
}

extension GroupTemplate {
  /// The template as it is chosen.
  var word: String {
    switch self {
    case .family, .unspecified, .UNRECOGNIZED: "family"
    case .indianFamily: "indian-family"
    case .splitGroup: "split-group"
    }
  }
}

extension CategoryClass {
  /// The class in words.
  var word: String {
    switch self {
    case .needs: "needs"
    case .wants: "wants"
    case .savings: "savings"
    case .unspecified, .UNRECOGNIZED: ""
    }
  }
}

extension PermissionChange.Reach {
  /// The reach in one word.
  fileprivate var word: String {
    switch self {
    case .nothing: "nothing"
    case .own: "own"
    case .everything: "everything"
    }
  }
}
