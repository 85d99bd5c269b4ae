import HearthProtocol

/// What each member owes each other entry by entry, and how much of it is still open: entries are walked in order, and
/// what is owed one way pays off what is owed the other way, the oldest first (SPEC ST-05). A query, made anew from the
/// entries; its cost grows with their number and no faster: each step of a chain ends a debt that an entry made.
struct DebtBook {
  /// What one entry made one member owe one other.
  struct Share {
    let entry: EntryID
    let debtor: MemberID
    let creditor: MemberID
    let minor: Int64
    /// What of it is not settled.
    var open: Int64
    /// What of it nobody paid: it was offset against what was owed the other way (SPEC ST-05).
    var offset: Int64
    /// Whether the entry is a payment, so that what it settles is paid.
    let isTransfer: Bool
  }

  /// What was settled at once, and what of it without a payment.
  private struct Settled {
    var minor: Int64 = 0
    var offset: Int64 = 0
  }

  private struct Queue {
    /// Places in `shares`, oldest first.
    var places: [Int] = []
    /// How many at the front are paid.
    var paid = 0
    /// What is open in all.
    var minor: Int64 = 0
  }

  /// In the order of the entries.
  private(set) var shares: [Share] = []
  private let numbers: [MemberID: Int]
  private let count: Int
  /// Of those between whom there was ever anything open.
  private var queues: [Queue] = []
  /// Places in `queues`, by debtor's number times count plus creditor's number; -1: none.
  private var places: [Int32]
  /// Who owes whom something that is open.
  private var openSteps: StepGraph
  private var balances: [Int64]
  private var openBalances = 0

  init(_ shared: SharedState, _ currency: Currency, _ reckoning: ShareReckoning) {
    count = shared.members.count
    numbers = Dictionary(shared.members.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    places = Array(repeating: -1, count: count * count)
    openSteps = StepGraph(count: count)
    balances = Array(repeating: 0, count: count)
    for entry in shared.entries where entry.currency == currency && !entry.isVoided {
      for obligation in entry.obligations { book(obligation, entry, reckoning) }
      guard reckoning == .simplified, entry.kind == .transfer, openBalances == 0 else { continue }
      payEverything()
    }
  }

  /// What is open between two members, oldest first.
  func openShares(from debtor: Int, to creditor: Int) -> [Share] {
    guard let place = place(debtor, creditor) else { return [] }
    let queue = queues[place]
    return queue.places[queue.paid...].map { shares[$0] }
  }

  /// What one owes the other in all, in minor units.
  func open(from debtor: Int, to creditor: Int) -> Int64 { place(debtor, creditor).map { queues[$0].minor } ?? 0 }

  private func place(_ debtor: Int, _ creditor: Int) -> Int? {
    let place = places[debtor * count + creditor]
    return place < 0 ? nil : Int(place)
  }

  private mutating func book(_ obligation: Obligation, _ entry: EntryState, _ reckoning: ShareReckoning) {
    guard let debtor = numbers[obligation.debtor], let creditor = numbers[obligation.creditor] else { return }
    move(debtor, by: -obligation.minor)
    move(creditor, by: obligation.minor)
    let isTransfer = entry.kind == .transfer
    let settled = pay(creditor, to: debtor, atMost: obligation.minor, isPayment: isTransfer)
    var left = obligation.minor - settled.minor
    if reckoning == .simplified, isTransfer {
      // The receiver of a transfer owes it; its payer passes on what stands between the two.
      while left > 0, let chain = chain(from: creditor, to: debtor) {
        let hops = zip(chain, chain.dropFirst())
        let minor = hops.reduce(left) { min($0, open(from: $1.0, to: $1.1)) }
        for (from, to) in hops { pay(from, to: to, atMost: minor, isPayment: true) }
        left -= minor
      }
    }
    // Shares are listed with what is paid of them from the start, so that the list has every share of every entry.
    if left > 0 {
      if places[debtor * count + creditor] < 0 {
        // Limit: `Limits.membersEver` squared is far below 2^31.
        places[debtor * count + creditor] = Int32(truncatingIfNeeded: queues.count)
        queues.append(Queue())
      }
      let place = Int(places[debtor * count + creditor])
      queues[place].places.append(shares.count)
      queues[place].minor += left
      openSteps[debtor, creditor] = true
    }
    shares.append(
      Share(
        entry: entry.id, debtor: obligation.debtor, creditor: obligation.creditor, minor: obligation.minor, open: left,
        offset: settled.offset, isTransfer: isTransfer))
  }

  private mutating func move(_ member: Int, by minor: Int64) {
    if balances[member] == 0 { openBalances += 1 }
    balances[member] += minor
    if balances[member] == 0 { openBalances -= 1 }
  }

  /// Settles what is open, the oldest first.
  ///
  /// - Parameter isPayment: whether it is settled by a transfer. Otherwise only what is open of transfers is paid by
  ///   it, and the rest is offset.
  @discardableResult
  private mutating func pay(_ debtor: Int, to creditor: Int, atMost minor: Int64, isPayment: Bool) -> Settled {
    guard let place = place(debtor, creditor) else { return Settled(minor: 0) }
    var left = min(minor, queues[place].minor)
    var settled = Settled(minor: left)
    queues[place].minor -= left
    while left > 0 {
      let share = queues[place].places[queues[place].paid]
      let part = min(left, shares[share].open)
      shares[share].open -= part
      left -= part
      if !isPayment, !shares[share].isTransfer {
        shares[share].offset += part
        settled.offset += part
      }
      if shares[share].open == 0 { queues[place].paid += 1 }
    }
    if queues[place].minor == 0 { openSteps[debtor, creditor] = false }
    return settled
  }

  /// What still goes round in circles when every balance is zero: nobody pays it, since each would get it back.
  private mutating func payEverything() {
    for debtor in 0..<count {
      for creditor in openSteps.steps(from: debtor) {
        pay(debtor, to: creditor, atMost: open(from: debtor, to: creditor), isPayment: false)
      }
    }
  }

  /// The shortest chain of open debts, the first in the order of joining among equals.
  private func chain(from: Int, to: Int) -> [Int]? { openSteps.shortestChain(from: from, to: to) }
}
