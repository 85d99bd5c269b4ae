import HearthClient
import HearthProtocol
import Ledger

/// Which entries somebody wants to see, as typed.
public struct EntriesWish: Sendable {
  // Limit: entries that are listed at once.
  static let limits: ClosedRange<UInt32> = 1...1_000

  /// At most so many, 1 to 1,000.
  public var limit: UInt32 = 20
  /// Where a list before this one has ended; 0: from the newest.
  public var before: UInt64 = 0
  /// Expense, income or payment (transfer); nil for any.
  public var kind: String?
  /// A category's key or name; nil for any.
  public var category: String?
  /// A member who paid or owes a part; nil for anybody.
  public var member: String?
  /// The first day; nil for any.
  public var from: String?
  /// The last day; nil for any.
  public var to: String?
  /// Words that all have to fit; empty for none.
  public var search = ""
  /// A currency's code; nil for any.
  public var currency: String?
  /// Whether voided ones are listed too.
  public var withVoided = false

  /// Makes a wish to see the newest.
  public init() {}

  /// The request for all of them, but for its limit.
  func request(in view: GroupView) throws(ArgumentFlaw) -> ReadEntries {
    try Self.check(limit)
    let shared = view.state.shared
    var request = ReadEntries()
    request.before = before
    if let kind { request.kind = try Choices.anyKind(kind) }
    if let category { request.category = try Choices.category(category, of: shared.categories) }
    if let member { request.memberID = try MemberNames(shared, me: view.member).find(member).description }
    if let from { request.from = try Choices.date(from, today: view.today) }
    if let to { request.to = try Choices.date(to, today: view.today) }
    if let from = CivilDate(iso8601: request.from), let to = CivilDate(iso8601: request.to) { try Self.check(from, to) }
    if let currency { request.currency = try Choices.currency(currency).code }
    request.withVoided = withVoided
    request.search = search
    return request
  }

  static func check(_ limit: UInt32) throws(ArgumentFlaw) {
    guard limits.contains(limit) else {
      throw ArgumentFlaw(
        "--limit \(limit) is not possible. Write a number from \(limits.lowerBound) to \(limits.upperBound).",
        "--limit \(limit) संभव नहीं है। \(limits.lowerBound) से \(limits.upperBound) तक की संख्या लिखें।")
    }
  }

  static func check(_ from: CivilDate, _ to: CivilDate) throws(ArgumentFlaw) {
    guard from <= to else {
      throw ArgumentFlaw(
        "--from \(from) is after --to \(to). Say the earlier day with --from.", "--from \(from), --to \(to) के बाद है। पहले का दिन --from से बताएँ।")
    }
  }
}
