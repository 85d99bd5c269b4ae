import HearthClient
import HearthProtocol
import Ledger

/// What an edit and the edits of others disagree on, field by field: as it was, as it is by now, and as it was wished
/// (product N9).
public struct EntryClash: Sendable {
  /// A field in conflict.
  struct Field: Sendable {
    var field: ChangedField
    /// The version of the last change of it, and who made it.
    var version: String
    var by: String
  }

  /// A part of the money, which changes as a whole.
  enum MoneyPart: CaseIterable { case kind, amount, rate, paid, split }

  let fields: [Field]
  private let base: EntryContent
  private let theirs: EntryContent
  private let mine: EntryContent

  /// Reads the rejection of an edit; nil when it is none for a conflict of fields (SPEC EN-03).
  ///
  /// - Parameters:
  ///   - base: the entry as the editing member saw it.
  ///   - theirs: as it is by now.
  ///   - wished: the edit.
  public init?(_ rejected: Rejected, base: EntryState, theirs: EntryState, _ wished: EntryChanges) {
    let details = Dictionary(rejected.details.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    fields = ChangedField.allCases.compactMap { field in
      details["changed.\(field.rawValue)"].map { Field(field: field, version: $0, by: details["changed_by.\(field.rawValue)"] ?? "") }
    }
    guard rejected.code == RejectionCode.conflict.rawValue, !fields.isEmpty else { return nil }
    self.base = base.content
    self.theirs = theirs.content
    mine = base.content.applying(wished)
  }

  /// The three of each field, for a person.
  func lines(_ shared: SharedState, _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    return fields.flatMap { field -> [String] in
      var lines: [String] = []
      func add(_ label: String, _ text: (EntryContent) -> String) {
        let texts = [base, theirs, mine].map { text($0).noteLines }.map { $0.isEmpty ? [phrases.nothing()] : $0 }
        // Hidden amounts look alike, and are told apart all the same.
        guard Amounts.hiding(false, { Set([base, theirs, mine].map(text)) }).count > 1 else { return }
        let title = phrases.changedSince(label, shared.name(field.by).printable, version: field.version)
        lines.append(theme.paint(title.shortened(to: theme.width), .strong))
        var table = Table()
        for (word, lines) in zip([phrases.itWas(), phrases.itIs(), phrases.yours()], texts) {
          for (place, line) in lines.enumerated() { table.add(Cell(place == 0 ? word : "", .faint), Cell(line)) }
        }
        lines += table.lines(theme.indented(by: 2)).map { "  " + $0 }
      }
      guard field.field == .money else {
        add(phrases.field(field.field)) { $0.text(of: field.field, shared, phrases) }
        return lines
      }
      for part in MoneyPart.allCases { add(phrases.moneyPart(part)) { $0.text(of: part, shared, phrases) } }
      return lines
    }
  }

  /// The three of each field as messages, a line a field.
  func json() -> [String] {
    fields.map { field in
      var json = JSONLine()
      json.add("conflict", field.field.rawValue)
      json.add("version", field.version)
      json.add("changedBy", field.by)
      for (key, content) in [("base", base), ("theirs", theirs), ("mine", mine)] {
        json.add(key, json: WireFormat.line(content.changes(of: field.field)).joined())
      }
      return json.text
    }
  }
}

extension EntryContent {
  /// What an edit of it wishes for, as far as it is known before the server has decided it (SPEC EN-02).
  fileprivate func applying(_ changes: EntryChanges) -> EntryContent {
    var content = self
    if changes.hasDescription_p { content.description_p = changes.description_p }
    if changes.hasCategory { content.category = changes.category }
    if changes.hasDate { content.date = changes.date }
    if changes.hasNote { content.note = changes.note }
    if changes.hasMerchant { content.merchant = changes.merchant }
    if changes.hasPlace { content.place = changes.place }
    if changes.hasReceipts { content.receipts = changes.receipts.receipts }
    guard changes.hasMoney else { return content }
    let money = changes.money
    if money.amount.currency != amount.currency { content.clearConversion() }
    if money.hasConversion {
      let to = content.conversion.to
      content.conversion = money.conversion
      if money.conversion.to.isEmpty { content.conversion.to = to }
    }
    (content.kind, content.amount) = (money.kind, money.amount)
    if !money.paid.isEmpty { content.paid = money.paid } else if paid.count == 1 { content.paid[0].minor = money.amount.minor }
    if money.split.method != nil {
      content.split = money.split
    } else if case .exact(var exact) = content.split.method, exact.shares.count == 1 {
      exact.shares[0].minor = money.amount.minor
      content.split.exact = exact
    }
    return content
  }

  /// The field alone, as an edit would name it.
  fileprivate func changes(of field: ChangedField) -> EntryChanges {
    var changes = EntryChanges()
    switch field {
    case .money:
      (changes.money.kind, changes.money.amount, changes.money.paid, changes.money.split) = (kind, amount, paid, split)
      if hasConversion { changes.money.conversion = conversion }
    case .description: changes.description_p = description_p
    case .category: changes.category = category
    case .date: changes.date = date
    case .note: changes.note = note
    case .merchant: changes.merchant = merchant
    case .place: changes.place = place
    case .receipts: changes.receipts.receipts = receipts
    }
    return changes
  }

  fileprivate func text(of field: ChangedField, _ shared: SharedState, _ phrases: Phrases) -> String {
    switch field {
    case .money: ""
    case .description: description_p
    case .category: shared.category(category).map(phrases.category) ?? category
    case .date: date
    case .note: note
    case .merchant: merchant
    case .place: place.text
    case .receipts: receipts.map(\.text).joined(separator: ", ")
    }
  }

  fileprivate func text(of part: EntryClash.MoneyPart, _ shared: SharedState, _ phrases: Phrases) -> String {
    let currency = Currency(code: amount.currency)
    func figure(_ minor: Int64) -> String { currency?.text(minor) ?? Amounts.text("\(minor) \(amount.currency)") }
    func amounts(_ shares: [Share]) -> String {
      shares.map { "\(shared.name($0.memberID)) \(figure($0.minor))" }.joined(separator: ", ")
    }
    switch part {
    case .kind: return phrases.kind(kind)
    case .amount: return figure(amount.minor)
    case .rate: return [conversion.rate, conversion.to].filter { !$0.isEmpty }.joined(separator: " ")
    case .paid: return paid.count == 1 ? shared.name(paid[0].memberID) : amounts(paid)
    case .split:
      switch split.method {
      case .equal(let equal):
        return equal.memberIds.isEmpty ? phrases.splitEqually() : phrases.splitEqually(phrases.list(equal.memberIds.map(shared.name)))
      case .percentage(let percentage):
        return percentage.shares.map { "\(shared.name($0.memberID)) \(FeedEntry.percent($0.basisPoints))" }.joined(separator: ", ")
      case .exact(let exact): return amounts(exact.shares)
      case .weights(let weights):
        return weights.shares.map { "\(shared.name($0.memberID)) \(Amounts.text("\($0.weight)×"))" }.joined(separator: ", ")
      case .income(let income): return phrases.byIncome(phrases.list(income.memberIds.map(shared.name)))
      case nil: return kind == .income ? phrases.notSplit() : phrases.splitEqually()
      }
    }
  }
}
