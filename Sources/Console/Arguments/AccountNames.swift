import HearthProtocol
import Ledger

/// Finds accounts and their entries by what people call them.
struct AccountNames {
  /// An account that the user receives.
  typealias Account = (id: AccountID, state: AccountState)

  let accounts: [Account]

  /// The accounts that a member receives: the member's own first, then by name.
  init(_ state: GroupState, of member: MemberID) {
    let all = state.lanes(readableBy: member).compactMap { lane -> Account? in
      guard case .account(let id) = lane else { return nil }
      return state.account(id).map { (id, $0) }
    }
    func rank(_ account: Account) -> (Int, String, AccountID) {
      (state.shared.members.current(account.state.owner) == member ? 0 : 1, account.state.name, account.id)
    }
    accounts = all.sorted { rank($0) < rank($1) }
  }

  /// The account with this name, id or end of an id.
  func find(_ text: String) throws(ArgumentFlaw) -> Account {
    let wanted = text.lowercased()
    let named = accounts.filter { $0.state.name.lowercased() == wanted }
    // Limit: an end of fewer digits would often be that of several.
    let found = named.isEmpty && wanted.utf8.count >= 4 ? accounts.filter { $0.id.description.hasSuffix(wanted) } : named
    if found.count == 1 { return found[0] }
    let names = (found.isEmpty ? accounts : found).map { "\($0.state.name.printable) (\($0.id.description.suffix(6)))" }
    guard !names.isEmpty else {
      throw ArgumentFlaw(
        "There is no account \"\(text.printable)\". There are none yet, or you do not see them.",
        "\"\(text.printable)\" नाम का खाता नहीं है। अभी कोई नहीं है, या आप उन्हें नहीं देखते।"
      ).naming(.notFound)
    }
    throw found.isEmpty
      ? ArgumentFlaw(
        "There is no account \"\(text.printable)\". There are: \(names.joined(separator: ", ")).",
        "\"\(text.printable)\" नाम का खाता नहीं है। ये हैं: \(names.joined(separator: ", "))।"
      ).naming(.notFound)
      : ArgumentFlaw(
        "\(found.count) accounts are called \"\(text.printable)\". Name the one you mean by the end of its id: \(names.joined(separator: ", ")).",
        "\"\(text.printable)\" नाम के \(found.count) खाते हैं। जो चाहिए उसकी id का अंत लिखें: \(names.joined(separator: ", "))।")
  }

  // Limit: entries that are gone through in the room; older ones are found by name.
  private static let newestMax = 200

  /// The newest entries of an account that are not voided: the newest day first, and the last noted first within a day.
  static func newest(of account: AccountState) -> [AccountEntryState] {
    let all = account.entries.filter { !$0.isVoided }.enumerated()
    return all.sorted { ($0.element.date, $0.offset) > ($1.element.date, $1.offset) }.prefix(newestMax).map(\.element)
  }

  /// The entry with this id or end of an id, the last one for "last", or the one whose description this is.
  ///
  /// - Parameter byPart: whether a part of the description does that one entry alone has, as of what a bank wrote.
  static func entry(_ text: String, of account: AccountState, byPart: Bool = false) throws(ArgumentFlaw) -> AccountEntryState {
    try RecordNames.find(
      text, in: account.entries.filter { !$0.isVoided },
      nothing: {
        ArgumentFlaw(
          "Nothing in the account is called \"\(text.printable)\". Name it by its description, the end of its id, or last.",
          "खाते में \"\(text.printable)\" नाम से कुछ नहीं है। उसका विवरण, उसकी id का अंत, या last लिखें।"
        ).naming(.notFound)
      },
      several: { count, list in
        ArgumentFlaw(
          "\(count) entries are called \"\(text.printable)\". Name the one you mean by the end of its id: \(list).",
          "\"\(text.printable)\" नाम की \(count) प्रविष्टियाँ हैं। जो चाहिए उसकी id का अंत लिखें: \(list)।")
      },
      severalByPart: byPart
        ? { count, list in
          ArgumentFlaw(
            "\(count) entries have \"\(text.printable)\" in their description. Name the one you mean by the end of its id: \(list).",
            "\(count) प्रविष्टियों के विवरण में \"\(text.printable)\" है। जो चाहिए उसकी id का अंत लिखें: \(list)।")
        } : nil)
  }
}

extension Choices {
  /// A kind of account by its word.
  static func accountType(_ text: String) throws(ArgumentFlaw) -> AccountType {
    switch text.lowercased() {
    case "checking": .checking
    case "savings": .savings
    case "cash": .cash
    case "card": .card
    case "gold": .gold
    default:
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no kind of account. Choose checking, savings, cash, card or gold.",
        "\"\(text.printable)\" खाते का कोई प्रकार नहीं है। checking, savings, cash, card या gold चुनें।")
    }
  }

  /// A balance, which may be zero or less.
  static func balance(_ text: String, _ currency: Currency) throws(ArgumentFlaw) -> Int64 {
    let isNegative = text.hasPrefix("-") || text.hasPrefix("−")
    let digits = isNegative ? String(text.dropFirst()) : text
    let minor = try AmountText.minor(digits, currency)
    return isNegative ? -minor : minor
  }
}
