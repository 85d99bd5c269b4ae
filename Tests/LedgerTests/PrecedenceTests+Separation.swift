import HearthProtocol

@testable import Ledger

/// The commands of who keeps everything of theirs from the others, spoilt one by one and in order.
extension PrecedenceTests {
  static let separationTables: [(String, Situation, [Flaw])] = [
    ("separate", Situation(.separate(Separate())), envelope + asker),
    (
      "end_separation", Situation(.endSeparation(EndSeparation()), household: after(Household.family, [(.separate(Separate()), 1)])),
      envelope + asker.dropLast() + [Flaw(.nothingChanges) { $0.state = Household.family.state }]
    ),
  ]
}
