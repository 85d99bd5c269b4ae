import Foundation

/// How many random cases a property is tried on, and from which seeds.
///
/// A case is one random act, one debt, or one household where a property looks at a household as a whole. `make test`
/// tries 4,000 of each; `make properties` as many as it is told, from other seeds when it is told one. A failure names
/// seed and case, and the same seed gives the same cases.
///
/// | what holds | the test |
/// |---|---|
/// | balances sum to zero, whoever comes, goes or claims | `PropertyTests.sumsAlwaysMatch` |
/// | splits sum to the amount | `PropertyTests.sumsAlwaysMatch`, `divisionIsFair` |
/// | no sum overflows at the cap of amounts | `PropertyTests.sumsAtTheCapAreRefusedInTime` |
/// | nor does anything else at the limits of amounts, rates and parts | `LimitsPropertyTests.everythingAtTheLimits` |
/// | nobody is more than a minor unit ahead over equal splits | `FairnessTests.nobodyIsAhead` |
/// | undo after do is the identity on balances | `FairnessTests.undoIsIdentity` |
/// | replay equals snapshot plus tail, and answers the same | `SnapshotPropertyTests.snapshotsEqualReplay` |
/// | export, import, export is identical | `BundlePropertyTests.exportImportExport` |
/// | incremental budgets equal recomputed ones | `BudgetPropertyTests.progressEqualsRecomputation` |
/// | alerts fire at most once per threshold and period | `BudgetPropertyTests.alertsFireOnce` |
/// | plans settle everything with the fewest transfers | `SettlementPlanTests.plansAreMinimalAndStable` |
/// | settling the plan leaves nothing open | `SettlementTests.settlingThePlanPaysEverything` |
/// | open shares equal debts | `SettlementTests.openSharesEqualDirectDebts` |
/// | explanations sum to the transfer | `ExplanationTests.explanationsAddUp` |
/// | one owner, never too many members, nobody twice | `MemberPropertyTests.membersAlwaysFit` |
/// | converted balances total 0 and are exact to the minor unit | `RateTests.convertedBalancesTotalZero` |
/// | nobody owes in one currency who owes in none | `ConvertedBalancesTests.histories` |
/// | what is handed over at a rate pays exactly the debt | `ConvertedSettlementTests.backAgain` |
/// | allocations total the amount | `CategoryTests.exact` |
/// | garbage is answered, never a trap | `FuzzTests.garbageCommandsAreAnswered` |
enum Property {
  /// Cases of each property, over all of its seeds.
  static let cases = number("HEARTH_PROPERTY_CASES") ?? 4_000

  /// Whether as many cases are tried as always, of the seeds that are always tried.
  static let isUsual = number("HEARTH_PROPERTY_CASES") == nil && number("HEARTH_PROPERTY_SEED") == nil

  /// As many seeds as given, those given unless others were asked for.
  static func seeds(_ usual: UInt64...) -> [UInt64] {
    let shift = UInt64(number("HEARTH_PROPERTY_SEED") ?? 0)
    return usual.map { $0 &+ shift &* 1_000_003 }
  }

  /// Each seed's part of the cases.
  static func cases(of seeds: Int) -> Int { (cases + seeds - 1) / seeds }

  /// How often something has to have happened for a test to mean something.
  ///
  /// Fewer cases have a part of it, less three standard deviations, since small numbers scatter; more cases have no
  /// more.
  ///
  /// - Parameter usual: with 10,000 cases.
  static func enough(_ usual: Int) -> Int {
    guard cases < 10_000 else { return usual }
    let part = Double(usual) * Double(cases) / 10_000
    return max(0, Int(part - 3 * part.squareRoot()))
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].map { text in
      guard let number = Int(text), number > 0 else { preconditionFailure("\(name) is a whole number above 0, not \"\(text)\"") }
      return number
    }
  }
}
