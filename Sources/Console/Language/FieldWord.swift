/// What people call the fields of commands.
enum FieldWord: String, CaseIterable {
  case amount, description, category, categories, date, note, merchant, place, receipts, paid, split, shares, currency, rate, name, color,
    email, role, limit, thresholds, period, principal, reason, key, code, income, target, recurrence, icon

  /// Other fields that are called the same.
  private static let others: [String: FieldWord] = [
    "minor": .amount, "display_name": .name, "latitude_micro": .place, "longitude_micro": .place, "city": .place, "country": .place,
    "conversion": .rate, "monthly": .income, "start_date": .date, "first_date": .date, "last_date": .date, "basis_points": .shares,
    "months_ahead": .target, "count": .recurrence, "interval": .recurrence, "alerts": .thresholds, "weights": .shares,
    "annual_basis_points": .rate, "rollover_cap_minor": .limit,
  ]

  /// The word for a path like "add_entry.content.amount.minor": of the last of its fields that has one. Nil when none has.
  init?(path: String) {
    let fields = path.split { !($0.isLetter || $0 == "_") }.dropFirst().reversed().map(String.init)
    guard let word = fields.lazy.compactMap({ FieldWord(rawValue: $0) ?? Self.others[$0] }).first else { return nil }
    self = word
  }
}
