/// What lives together in a simulated group.
enum HouseholdKind {
  /// A few people who share what they spend.
  case usual
  /// Minors, guardians and accounts too, and members who do what a family does.
  case family
  /// So many people that a plan of who pays whom is reckoned beside the loop, and members who settle.
  case flat
  /// The same as usual, who are connected to several servers over one database.
  case nodes

  /// How many people there are, of whom the last two may have to join.
  var people: ClosedRange<Int> {
    switch self {
    case .usual, .nodes: 3...8
    case .family: 5...8
    case .flat: 12...14
    }
  }

  /// How many servers there are.
  var servers: Int { self == .nodes ? 3 : 1 }

  /// What they are called in what a run prints.
  var title: String {
    switch self {
    case .usual: "lives"
    case .family: "lives of families"
    case .flat: "lives of flats"
    case .nodes: "lives over several servers"
    }
  }
}
