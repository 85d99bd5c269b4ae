import HearthProtocol
import Importing
import Ledger
import Statements

extension GroupState {
  /// What the lines of a file would add for a member (SPEC CV-12); all of them, however many a message has space for.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - today: in the group's time zone.
  ///   - goesOn: asked before each person and each line, and again before each is judged; when it says no, nothing is
  ///     planned.
  /// - Throws: why the member may not add anything, or has no such account.
  func plan(
    _ wish: PlanImport, for member: MemberState, now: Int64, today: CivilDate, goesOn: () -> Bool = { true }
  ) throws(Rejection) -> PlannedImport {
    let target = try target(of: wish, for: member)
    var planned = PlannedImport()
    planned.groupID = group.description
    let plan: ImportPlan
    do throws(ImportFlaw) {
      let options = try ImportOptions(wish)
      let wanted = try ImportOptions.numbers(wish.addLines)
      let file = try FileImport.file(Array(wish.file), options, in: shared)
      var joined = self
      if wish.addMembers {
        planned.members = try FileImport.newcomers(
          of: file, options, in: &joined, me: member.id, now: now, today: today, goesOn: goesOn)
      }
      let lines = try FileImport.lines(file, options, in: joined.shared, me: member.id, goesOn: goesOn)
      guard lines.count <= ImportLimits.linesMax else { throw .statement(StatementFlaw(.tooManyLines(ImportLimits.linesMax))) }
      try FileImport.check(wanted, in: lines)
      plan = ImportPlan(
        lines, into: joined, by: member.id, target, addsLike: wish.addSimilar, addsLines: wanted, now: now, today: today, goesOn: goesOn)
      guard !plan.isCut else { throw .takesTooLong }
    } catch {
      planned.flaw = error.message
      planned.members = []
      return planned
    }
    planned.lines = plan.steps.map(\.message)
    planned.sums = plan.sums.map { sum in
      .with {
        ($0.currency, $0.spentMinor, $0.receivedMinor, $0.transferredMinor) = (sum.currency.code, sum.spent, sum.received, sum.transferred)
      }
    }
    planned.balances = Array(
      plan.sums.flatMap { sum in changes(to: plan.after.shared, in: sum.currency) }.prefix(ImportLimits.balancesMax))
    for outcome in PlannedOutcome.allCases where outcome != .unspecified {
      let count = planned.lines.count { $0.outcome == outcome }
      if count > 0 { planned.counts.append(.with { ($0.outcome, $0.lines) = (outcome, UInt32(clamping: count)) }) }
    }
    return planned
  }

  /// Where the lines go, if the member may add anything there.
  private func target(of wish: PlanImport, for member: MemberState) throws(Rejection) -> ImportPlan.Target {
    let right: Right = wish.accountID.isEmpty ? .entriesAdd : .accountsWrite
    guard !isSeparated(member) else { throw .separated }
    guard wish.accountID.isEmpty ? shared.verdict(right, for: member).isAllowed : member.status == .active else {
      throw .forbidden(right: right, role: member.role)
    }
    guard shared.settings?.isArchived != true else { throw .groupArchived }
    guard !wish.accountID.isEmpty else { return .group }
    guard let id = AccountID(wish.accountID) else { throw .malformedID(field: "plan_import.account_id") }
    // Of others' accounts nobody is told that they are there.
    guard lanes(readableBy: member.id).contains(.account(id)), let account = account(id) else {
      throw .unknownAccount(field: "plan_import.account_id")
    }
    return .account(id, account.currency)
  }

  private func changes(to after: SharedState, in currency: Currency) -> [BalanceImpact] {
    after.members.compactMap { member in
      let (old, new) = (shared.balances[member.id, currency], after.balances[member.id, currency])
      guard old != new else { return nil }
      return .with { ($0.memberID, $0.currency, $0.beforeMinor, $0.afterMinor) = (member.id.description, currency.code, old, new) }
    }
  }
}

extension ImportOptions {
  /// What a refusal of a line's number names.
  static let addLinesField = "addLines"

  /// The numbers of lines that are wanted, each counted from 1.
  fileprivate static func numbers(_ text: String) throws(ImportFlaw) -> Set<Int> {
    var numbers: Set<Int> = []
    for text in text.split(separator: "\n") {
      guard let number = Int(text), number > 0 else { throw .unknownChoice(addLinesField, String(text)) }
      numbers.insert(number)
    }
    return numbers
  }

  /// - Throws: a text that stands for none of a few things.
  fileprivate init(_ wish: PlanImport) throws(ImportFlaw) {
    self.init()
    func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
    (columns, members) = (lines(wish.columns), lines(wish.members))
    (isSigned, isCard) = (wish.signs == "minus", wish.signs == "plus")
    if !wish.currency.isEmpty { currency = wish.currency }
    if !wish.encoding.isEmpty { encoding = wish.encoding }
    if !wish.profile.isEmpty { profile = wish.profile }
    dateOrder = DateOrder(rawValue: wish.dates)
    setDecimals(wish.decimals)
    guard isSigned || isCard || wish.signs.isEmpty else { throw .unknownChoice("signs", wish.signs) }
    guard dateOrder != nil || wish.dates.isEmpty else { throw .unknownChoice("dates", wish.dates) }
    guard decimals != nil || wish.decimals.isEmpty else { throw .unknownChoice("decimals", wish.decimals) }
  }
}
