import HearthProtocol
import Ledger
import Room
import SwiftProtobuf

/// Cuts an answer's lists so that it stays within the bound of a message, measured in the reader's encoding (SPEC
/// section 22).
///
/// What is cut is said by the answer. It is done where the answer is made, off the loops.
struct AnswerBound {
  private let format: WireFormat
  private var left: Int
  /// Whether nothing that was listed has found space yet: the first thing is taken however long it is, so that a client
  /// that goes on comes further.
  private var isFirst = true

  /// - Parameter head: the answer without the lists that may be cut.
  init(_ head: some Message, format: WireFormat, most: Int = MessageBytes.most) {
    self.format = format
    left = most - 256 - ((try? format.encode(head))?.count ?? 0)
  }

  /// How many of a list's first things there is space for.
  mutating func take(_ list: some Sequence<some Message>) -> Int {
    var count = 0
    for item in list {
      // A comma in JSON, a tag and a length in protobuf.
      let bytes = ((try? format.encode(item))?.count ?? 0) + 6
      guard bytes <= left || isFirst else { break }
      left -= bytes
      isFirst = false
      count += 1
    }
    return count
  }

  /// Cuts a list to what there is space for, behind what the asker has.
  ///
  /// - Returns: how many are left out behind it.
  mutating func cut<Item: Message>(_ list: inout [Item], after: Int = 0) -> Int {
    let rest = list.dropFirst(after)
    let count = take(rest)
    list = Array(rest.prefix(count))
    return rest.count - count
  }
}

extension ServerMessage.OneOf_Body {
  /// The same within the bound.
  func bounded(for format: WireFormat, question: Question, most: Int = MessageBytes.most) -> Self {
    switch (self, question) {
    case (.groupContents(let contents), .contents(let read)):
      .groupContents(contents.bounded(after: Int(read.after), format, most))
    case (.entries(let entries), _): .entries(entries.bounded(format, most))
    case (.settlement(let settlement), .settlement(let read)):
      .settlement(settlement.bounded(afterDebts: Int(read.afterDebts), afterShares: Int(read.afterShares), format, most))
    case (.dashboard(let dashboard), _): .dashboard(dashboard.bounded(format, most))
    case (.plannedImport(let plan), .importing(let wish, _)): .plannedImport(plan.bounded(after: Int(wish.after), format, most))
    case (.impact(let impact), _): .impact(impact.bounded(format, most))
    default: self
    }
  }
}

extension GroupContents {
  fileprivate func bounded(after: Int, _ format: WireFormat, _ most: Int) -> GroupContents {
    var answer = self
    (answer.members, answer.categories, answer.budgets, answer.recurring) = ([], [], [], [])
    (answer.festivals, answer.rates, answer.invites, answer.minors, answer.accounts) = ([], [], [], [], [])
    var bound = AnswerBound(answer, format: format, most: most)
    let count =
      members.count + categories.count + budgets.count + recurring.count + festivals.count + rates.count + invites.count
      + minors.count + accounts.count
    (answer.members, answer.categories, answer.budgets, answer.recurring) = (members, categories, budgets, recurring)
    (answer.festivals, answer.rates, answer.invites, answer.minors, answer.accounts) = (festivals, rates, invites, minors, accounts)
    // One of the lists has something, as the part is one.
    let cut =
      bound.cut(&answer.members, after: after) + bound.cut(&answer.categories, after: after) + bound.cut(&answer.budgets, after: after)
      + bound.cut(&answer.recurring, after: after) + bound.cut(&answer.festivals, after: after) + bound.cut(&answer.rates, after: after)
      + bound.cut(&answer.invites, after: after) + bound.cut(&answer.minors, after: after)
      + bound.cut(&answer.accounts, after: after)
    if cut > 0 { answer.next = UInt32(clamping: count - cut) }
    return answer
  }
}

extension Entries {
  fileprivate func bounded(_ format: WireFormat, _ most: Int) -> Entries {
    var answer = self
    answer.entries = []
    var bound = AnswerBound(answer, format: format, most: most)
    answer.entries = entries
    if bound.cut(&answer.entries) > 0, let last = answer.entries.last { answer.next = last.entry.position }
    return answer
  }
}

extension PlannedImport {
  /// Who would be noted down stands with the first lines, since it is sent before them.
  fileprivate func bounded(after: Int, _ format: WireFormat, _ most: Int) -> PlannedImport {
    var answer = self
    if after > 0 { (answer.members, answer.balances) = ([], []) }
    answer.lines = []
    var bound = AnswerBound(answer, format: format, most: most)
    answer.lines = lines
    let cut = bound.cut(&answer.lines, after: after)
    if cut > 0 { answer.next = UInt32(clamping: lines.count - cut) }
    return answer
  }
}

extension Settlement {
  /// What the balances leave is for debts first, and then for shares.
  fileprivate func bounded(afterDebts: Int, afterShares: Int, _ format: WireFormat, _ most: Int) -> Settlement {
    var answer = self
    if afterDebts > 0 || afterShares > 0 { (answer.balances, answer.circles) = ([], []) }
    (answer.debts, answer.openShares) = ([], [])
    var bound = AnswerBound(answer, format: format, most: most)
    (answer.debts, answer.openShares) = (debts.map(\.shortened), openShares)
    let debtsLeft = bound.cut(&answer.debts, after: afterDebts)
    if debtsLeft > 0 { answer.nextDebt = UInt32(clamping: debts.count - debtsLeft) }
    // The shares follow the debts.
    let sharesLeft =
      debtsLeft > 0 ? openShares.count - min(afterShares, openShares.count) : bound.cut(&answer.openShares, after: afterShares)
    if debtsLeft > 0 { answer.openShares = [] }
    answer.moreShares += UInt32(clamping: sharesLeft)
    if answer.moreShares > 0 { answer.nextShare = UInt32(clamping: openShares.count - sharesLeft) }
    return answer
  }
}

extension Debt {
  // Limit: entries that the routes of one debt name; of a debt with more, all its hops' are counted.
  private static let partsMax = 2_000

  /// The same with its entries counted where they are very many.
  fileprivate var shortened: Debt {
    guard routes.reduce(0, { $0 + $1.hops.reduce(0) { $0 + $1.parts.count } }) > Self.partsMax else { return self }
    var debt = self
    for route in debt.routes.indices {
      for hop in debt.routes[route].hops.indices {
        let parts = debt.routes[route].hops[hop].parts
        debt.routes[route].hops[hop].moreEntries += UInt32(clamping: parts.count)
        debt.routes[route].hops[hop].moreMinor += parts.reduce(0) { $0 + $1.minor }
        debt.routes[route].hops[hop].parts = []
      }
    }
    return debt
  }
}

extension Dashboard {
  fileprivate func bounded(_ format: WireFormat, _ most: Int) -> Dashboard {
    var answer = self
    (answer.members, answer.categories, answer.budgets, answer.alerts) = ([], [], [], [])
    var bound = AnswerBound(answer, format: format, most: most)
    (answer.members, answer.categories, answer.budgets, answer.alerts) = (members, categories, budgets, alerts)
    let cut =
      bound.cut(&answer.members) + bound.cut(&answer.categories) + bound.cut(&answer.budgets) + bound.cut(&answer.alerts)
    answer.leftOut = UInt32(clamping: cut)
    return answer
  }
}

extension Impact {
  fileprivate func bounded(_ format: WireFormat, _ most: Int) -> Impact {
    var answer = self
    (answer.events, answer.budgets, answer.alerts, answer.balances, answer.debts) = ([], [], [], [], [])
    var bound = AnswerBound(answer, format: format, most: most)
    (answer.events, answer.budgets, answer.alerts, answer.balances, answer.debts) = (events, budgets, alerts, balances, debts)
    var cut = bound.cut(&answer.events) + bound.cut(&answer.balances) + bound.cut(&answer.debts)
    cut += bound.cut(&answer.budgets) + bound.cut(&answer.alerts)
    answer.leftOut = UInt32(clamping: Int(leftOut) + cut)
    return answer
  }
}
