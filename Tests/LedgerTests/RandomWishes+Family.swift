import HearthProtocol
import Support

@testable import Ledger

extension RandomWishes {
  /// Something about some account of whoever asks, or of another.
  mutating func accountWish(in household: Household) -> Command.OneOf_Body { wishes(in: household).aboutAccount(using: &random) }

  /// Something about some minor: mostly one who is there, and now and then somebody who is none.
  mutating func familyWish(in household: Household) -> Command.OneOf_Body { wishes(in: household).aboutFamily(using: &random) }

  private func wishes(in household: Household) -> FamilyWishes {
    FamilyWishes(
      people: 1...5, minors: household.state.shared.members.present.filter { $0.role == .minor }.map(\.id.low), accounts: [1, 2, 3, 4],
      member: Household.text, day: { household.today.adding(days: $0).description },
      month: { household.today.adding(months: $0).description })
  }
}
