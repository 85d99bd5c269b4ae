import HearthProtocol

/// Why somebody owes somebody: the ways a debt took from one to the other, down to the entries (SPEC ST-04).
///
/// Direct debts have one way, of one hop. Simplified transfers have the same balances as the direct debts, so the debts
/// forwards and the transfers backwards run in circles, and circles can be taken out one after the other until nothing
/// is left of any transfer. A circle through a transfer is the way that it took; a circle through several is a way of
/// each. So the ways of a transfer always add up to it, to the minor unit.
public struct Explanation: Sendable {
  /// A chain from who pays to who receives. Each hop carries the same amount.
  public struct Route: Sendable, Equatable {
    /// Minor units, at least 1.
    public let minor: Int64
    /// Each begins where the one before ended.
    public let hops: [Hop]
  }

  /// One step of a route.
  public struct Hop: Sendable, Equatable {
    /// Who owes.
    public let from: MemberID
    /// Who is owed.
    public let to: MemberID
    /// False: by the entries. True: `to` pays it to `from` by another transfer of the plan, which takes the place of
    /// this hop.
    public let isReplaced: Bool
    /// The entries that the amount comes from, oldest first; none when it is replaced.
    public let parts: [Part]
  }

  /// What of a hop comes from one entry.
  public struct Part: Sendable, Equatable {
    /// The entry.
    public let entry: EntryID
    /// Minor units, at least 1.
    public let minor: Int64
  }

  /// The routes of each debt, in the order of the debts. Those of one add up to it.
  public private(set) var routes: [[Route]]

  private let members: [MemberID]
  /// What is left of the direct debts, by debtor's number times count plus creditor's number.
  private var direct: [Int64]
  /// What is left of the transfers, likewise.
  private var planned: [Int64]
  /// Where anything is left of the direct debts.
  private var directSteps: StepGraph
  /// Where anything is left of the transfers, backwards.
  private var plannedSteps: StepGraph
  /// The place of each transfer, likewise.
  private var places: [Int: Int] = [:]
  /// What is left of the open shares behind each direct debt, likewise.
  private var shares: [Int: ArraySlice<DebtBook.Share>] = [:]

  /// Explains the direct debts or the transfers of a plan.
  ///
  /// - Parameter debts: all of one or the other, of this state and currency.
  public init(_ debts: [Obligation], in shared: SharedState, _ currency: Currency) {
    let count = shared.members.count
    members = shared.members.map(\.id)
    routes = Array(repeating: [], count: debts.count)
    direct = Array(repeating: 0, count: count * count)
    planned = direct
    directSteps = StepGraph(count: count)
    plannedSteps = directSteps
    let numbers = Dictionary(members.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let book = DebtBook(shared, currency, .direct)
    for from in 0..<count {
      for to in 0..<count where book.open(from: from, to: to) > 0 {
        direct[from * count + to] = book.open(from: from, to: to)
        directSteps[from, to] = true
        shares[from * count + to] = book.openShares(from: from, to: to)[...]
      }
    }
    var steps: [Int] = []
    for (place, debt) in debts.enumerated() {
      guard let from = numbers[debt.debtor], let to = numbers[debt.creditor] else { continue }
      let step = from * count + to
      planned[step] = debt.minor
      plannedSteps[to, from] = debt.minor > 0
      places[step] = place
      steps.append(step)
    }
    // First whatever can do with debts alone, the shortest ways first.
    for step in steps { takeOut(step, replacing: false) }
    for step in steps { takeOut(step, replacing: true) }
  }

  /// Takes circles through a transfer out until nothing is left of it, or of the ways.
  private mutating func takeOut(_ step: Int, replacing: Bool) {
    let count = members.count
    let (from, to) = (step / count, step % count)
    while planned[step] > 0 {
      guard let chain = directSteps.shortestChain(from: from, to: to, besides: replacing ? plannedSteps : nil) else { return }
      let hops = Array(zip(chain, chain.dropFirst()))
      let minor = hops.reduce(planned[step]) { least, hop in
        let debt = direct[hop.0 * count + hop.1]
        return min(least, debt > 0 ? debt : planned[hop.1 * count + hop.0])
      }
      // The circle in hops, the transfer itself being the last, backwards.
      var circle = hops.map { walk(from: $0.0, to: $0.1, minor) }
      plan(from: from, to: to, less: minor)
      circle.append(Hop(from: members[to], to: members[from], isReplaced: true, parts: []))
      keep(circle, minor, numbers: chain)
    }
  }

  private mutating func plan(from: Int, to: Int, less minor: Int64) {
    planned[from * members.count + to] -= minor
    if planned[from * members.count + to] == 0 { plannedSteps[to, from] = false }
  }

  /// Takes a hop's amount out of the debt, or out of the transfer that takes its place.
  private mutating func walk(from: Int, to: Int, _ minor: Int64) -> Hop {
    let step = from * members.count + to
    guard direct[step] > 0 else {
      plan(from: to, to: from, less: minor)
      return Hop(from: members[from], to: members[to], isReplaced: true, parts: [])
    }
    direct[step] -= minor
    if direct[step] == 0 { directSteps[from, to] = false }
    var parts: [Part] = []
    var left = minor
    var open = shares.removeValue(forKey: step) ?? []
    while left > 0, !open.isEmpty {
      let part = min(left, open[open.startIndex].open)
      parts.append(Part(entry: open[open.startIndex].entry, minor: part))
      left -= part
      open[open.startIndex].open -= part
      if open[open.startIndex].open == 0 { open.removeFirst() }
    }
    shares[step] = open
    return Hop(from: members[from], to: members[to], isReplaced: false, parts: parts)
  }

  /// A circle is a route of every transfer that it goes through: the hops that come behind it, all around.
  ///
  /// - Parameter numbers: of the members where the hops begin.
  private mutating func keep(_ circle: [Hop], _ minor: Int64, numbers: [Int]) {
    for (place, hop) in circle.enumerated() where hop.isReplaced {
      let from = numbers[place]
      let to = numbers[(place + 1) % numbers.count]
      guard let transfer = places[to * members.count + from] else { continue }
      routes[transfer].append(Route(minor: minor, hops: Array(circle[(place + 1)...] + circle[..<place])))
    }
  }
}
