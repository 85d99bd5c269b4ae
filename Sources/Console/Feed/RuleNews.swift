import HearthProtocol
import Ledger

/// A rule that was set, with all that its entries say.
struct RuleNews: Sendable {
  private let rule: RecurringState
  private let category: Category?
  /// What the members whom it names are called, by their ids.
  private let names: [String: String]

  init(_ rule: RecurringState, in shared: SharedState) {
    self.rule = rule
    let template = rule.content.template
    category = shared.category(template.category)
    let named = template.paid.map(\.memberID) + Self.members(of: template.split)
    names = Dictionary(named.map { ($0, shared.name($0)) }) { first, _ in first }
  }

  private static func members(of split: Split) -> [String] {
    switch split.method {
    case .equal(let equal): equal.memberIds
    case .income(let income): income.memberIds
    case .percentage(let percentage): percentage.shares.map(\.memberID)
    case .exact(let exact): exact.shares.map(\.memberID)
    case .weights(let weights): weights.shares.map(\.memberID)
    case nil: []
    }
  }

  /// "Asha set a rule: Rent, ₹25,000.00 monthly from 2026-11-30 · expense · Housing · paid by Asha · split equally".
  func text(by name: String, isNew: Bool, _ phrases: Phrases) -> String {
    let count = rule.loan?.schedule.count
    let text = phrases.ruleText(
      rule.name.printable, rule.amountText, rule.calendar.text(phrases), from: rule.calendar.first.description, instalments: count)
    return ([phrases.ruleSet(name, text, isNew: isNew)] + parts(phrases)).joined(separator: " · ")
  }

  private func parts(_ phrases: Phrases) -> [String] {
    let template = rule.content.template
    var parts: [String] = []
    if let schedule = rule.loan?.schedule {
      // With the count of instalments it tells the share of interest.
      let rate = Amounts.text(AlertThreshold.percentText(Int32(clamping: schedule.annualRateBasisPoints)))
      parts.append(phrases.loan(figure(schedule.principalMinor), rate, schedule.count, figure(schedule.instalmentMinor)))
    } else if let count = rule.calendar.count {
      parts.append(phrases.times(count))
    }
    if let last = rule.calendar.last { parts.append(phrases.until(last.description)) }
    parts.append(phrases.kind(template.kind))
    if let category { parts.append(phrases.category(category).printable) }
    if let payer = template.paid.first {
      let by = template.kind == .income ? phrases.receivedBy : phrases.paidBy
      parts.append(by(template.paid.count == 1 ? called(payer.memberID) : amounts(template.paid)))
    }
    parts.append(split(phrases))
    if !template.merchant.isEmpty { parts.append(phrases.at(template.merchant.printable)) }
    let city = [template.place.city, template.place.country].first { !$0.isEmpty }
    if let city { parts.append(phrases.inPlace(city.printable)) }
    if template.hasConversion { parts.append(phrases.atRate("\(template.conversion.rate) \(template.conversion.to)".printable)) }
    let note = template.note.noteLines
    if !note.isEmpty { parts.append("“\(note.joined(separator: " "))”") }
    return parts
  }

  private func split(_ phrases: Phrases) -> String {
    let template = rule.content.template
    switch template.split.method {
    // What nobody is named for is divided anew each time; an income belongs to who receives it.
    case nil: return template.kind == .income ? phrases.notSplit() : phrases.splitEqually()
    case .equal(let equal):
      if equal.memberIds.isEmpty { return phrases.splitEqually() }
      let people = equal.memberIds.map(called)
      return people.count == 1 ? phrases.forOne(people[0]) : phrases.splitEqually(phrases.list(people))
    case .income(let income):
      return income.memberIds.isEmpty ? phrases.splitByIncome() : phrases.byIncome(phrases.list(income.memberIds.map(called)))
    case .percentage(let percentage):
      return percentage.shares.map { "\(called($0.memberID)) \(FeedEntry.percent($0.basisPoints))" }.joined(separator: ", ")
    case .exact(let exact):
      return template.kind == .income && exact.shares == template.paid ? phrases.notSplit() : amounts(exact.shares)
    case .weights(let weights):
      return weights.shares.map { "\(called($0.memberID)) \(Amounts.text("\($0.weight)×"))" }.joined(separator: ", ")
    }
  }

  private func called(_ id: String) -> String { (names[id] ?? "?").printable }

  private func amounts(_ shares: [Share]) -> String {
    shares.map { "\(called($0.memberID)) \(figure($0.minor))" }.joined(separator: ", ")
  }

  private func figure(_ minor: Int64) -> String {
    Currency(code: rule.content.template.amount.currency)?.text(minor) ?? Amounts.text(String(minor))
  }
}
