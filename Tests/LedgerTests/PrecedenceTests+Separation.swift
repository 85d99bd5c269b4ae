import HearthProtocol

@testable import Ledger

/// The commands of who keeps everything of theirs from the others, spoilt one by one and in order.
extension PrecedenceTests {
  static let separationTables: [(String, Situation, [Fault])] = [
    ("separate", Situation(.separate(Separate())), envelope + asker),
    (
      "end_separation", Situation(.endSeparation(EndSeparation()), household: after(Household.family, [(.separate(Separate()), 1)])),
      envelope + asker.dropLast() + [Fault(.nothingChanges) { $0.state = Household.family.state }]
    ),
  ]
}
