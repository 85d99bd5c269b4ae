import HearthProtocol
import Importing
import Ledger

/// Finds members by what people call them, and says what is wrong with a name.
public struct MemberNames: Sendable {
  private let finder: MemberFinder

  /// Names of these members; `me` stands for one of them.
  public init(_ members: some Sequence<MemberState>, me: MemberID) { finder = MemberFinder(members, me: me) }

  /// The same of a group's members, whom the user may call otherwise (product 64).
  public init(_ shared: SharedState, me: MemberID) { finder = MemberFinder(shared, me: me) }

  /// The member who is meant (`MemberFinder.find`).
  public func find(_ text: some StringProtocol, first status: MemberState.Status? = nil) throws(ArgumentFlaw) -> MemberID {
    do throws(MemberFlaw) {
      return try finder.find(text, first: status)
    } catch {
      throw ArgumentFlaw(error)
    }
  }
}
