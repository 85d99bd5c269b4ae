import HearthClient
import HearthProtocol
import Importing
import Ledger

extension ImportPlan {
  /// Judges the lines against the group as its user sees it.
  ///
  /// - Parameters:
  ///   - addsLike: whether lines are added although somebody typed an entry much like them.
  ///   - addsLines: the numbers of lines of which the same holds.
  ///   - now: milliseconds since 1970.
  ///   - today: in the group's time zone.
  public init(
    _ lines: [ImportLine], into view: GroupView, _ target: Target = .group, addsLike: Bool = false, addsLines: Set<Int> = [],
    now: Int64, today: CivilDate
  ) {
    self.init(lines, into: view.state, by: view.member, target, addsLike: addsLike, addsLines: addsLines, now: now, today: today)
  }
}
