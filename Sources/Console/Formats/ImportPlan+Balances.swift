import HearthClient
import HearthProtocol
import Importing
import Ledger

extension ImportPlan {
  /// A balance that the new lines would change.
  struct Change: Equatable {
    /// Whose or what it is.
    enum Holder: Equatable {
      case member(MemberID)
      case account(AccountID)
    }

    var holder: Holder
    var currency: Currency
    /// In minor units.
    var before: Int64
    /// In minor units.
    var after: Int64

    /// The change for a program.
    var json: String {
      var json = JSONLine()
      json.add("outcome", "balance")
      switch holder {
      case .member(let id): json.add("memberId", id.description)
      case .account(let id): json.add("accountId", id.description)
      }
      json.add("currency", currency.code)
      json.add("beforeMinor", json: String(before))
      json.add("afterMinor", json: String(after))
      return json.text
    }
  }

  /// The balances that the new lines would change, by currency and in the order of the members.
  func changes(_ view: GroupView) -> [Change] {
    if case .account(let id, let currency) = target {
      guard !commands.isEmpty, let before = view.state.account(id)?.balanceMinor, let after = after.account(id)?.balanceMinor else {
        return []
      }
      return [Change(holder: .account(id), currency: currency, before: before, after: after)]
    }
    return sums.flatMap { sum in
      after.shared.members.compactMap { member in
        let (before, after) = (view.state.shared.balances[member.id, sum.currency], after.shared.balances[member.id, sum.currency])
        return before == after ? nil : Change(holder: .member(member.id), currency: sum.currency, before: before, after: after)
      }
    }
  }
}
