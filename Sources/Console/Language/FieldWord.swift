import HearthProtocol

/// What people call the fields of commands.
enum FieldWord: String, CaseIterable {
  case amount, description, category, categories, date, note, merchant, place, receipts, paid, split, shares, currency, rate, name, color,
    email, role, limit, thresholds, period, principal, reason, key, code, income, target, recurrence, icon, kind, months, uses, expiry,
    label, zone, week, template, `class`, order, festival, policy, mode, notice, group, entry, member, budget, rule, invite, device,
    identity, account, allowance, balance, permission, text, address, comment, search, webhook

  /// Other fields that are called the same.
  static let others: [String: FieldWord] = [
    "opening": .balance, "received": .amount, "needs_consent": .permission, "confirmed": .permission, "type": .kind, "minor": .amount,
    "display_name": .name, "by_party": .member, "latitude_micro": .place, "longitude_micro": .place, "city": .place, "country": .place,
    "conversion": .rate, "monthly": .income, "monthly_income": .income, "start_date": .date, "effective_from": .date, "first_date": .date,
    "last_date": .date, "period_start": .date,
    "months_ahead": .months, "count": .recurrence, "interval": .recurrence, "unit": .recurrence, "alerts": .thresholds, "weights": .shares,
    "annual_basis_points": .rate, "annual_rate_basis_points": .rate, "rollover": .limit, "rollover_cap_minor": .limit, "uses_max": .uses,
    "expires_in_seconds": .expiry, "time_zone": .zone, "week_starts_on": .week, "sort_order": .order, "for_expense": .kind,
    "members_max": .limit, "accepts_transparency": .notice, "principal_minor": .principal,
    "url": .address, "access": .permission, "days": .expiry, "channel": .notice, "language": .notice, "endpoint": .address, "secret": .key,
  ]
  /// Of what a command is about, by its id: said when nothing of it has a word.
  static let subjects: [String: FieldWord] = [
    "entry_id": .entry, "entry_ids": .entry, "budget_id": .budget, "rule_id": .rule, "festival_id": .festival, "invite_id": .invite,
    "webhook_id": .webhook,
    "device_id": .device,
    "group_id": .group, "for_identity_id": .identity, "payee_id": .member, "creditor_id": .member, "debtor_id": .member,
    "recipient_id": .member, "minor_id": .member, "spending_id": .entry, "limit_id": .limit, "allowance_id": .allowance,
    "account_id": .account, "comment_id": .comment, "token_id": .key,
    "from_account_id": .account,
    "to_account_id": .account,
  ]

  /// The word for a path like "add_entry.content.amount.minor": of the last of its fields that has one. Nil when none
  /// has. The path may have JSON's names.
  init?(path: String) {
    let fields = FieldPath.schema(path).split { !($0.isLetter || $0 == "_") }.reversed().map(String.init)
    let word =
      fields.dropLast().lazy.compactMap { FieldWord(rawValue: $0) ?? Self.others[$0] }.first
      ?? fields.first.flatMap { Self.subjects[$0] ?? ($0.hasSuffix("member_id") ? .member : nil) }
    guard let word else { return nil }
    self = word
  }
}
