import HearthLoadKit
import HearthProtocol
import Ledger

extension SharmaYear {
  // MARK: A day like others

  mutating func live() throws {
    let person = random.below(Self.residents)
    switch random.below(64) {
    case 0..<28: try add(by: person)
    case 28..<40: try change(by: person)
    case 40..<46: try settle(by: person)
    case 46..<50: try send(.setBudget(budget(random.below(4))), by: random.below(2))
    case 50..<53: try arrange()
    case 53..<60: try manage()
    default: try keepRules()
    }
    if isSettled, random.below(6) == 0 { try read(by: person) }
  }

  mutating func add(by person: Int) throws {
    let kind = pick([EntryKind.expense, .expense, .expense, .expense, .income, .transfer])
    let minor = 1_000 + random.below(400_000)
    var entry = AddEntry()
    entry.entryID = id()
    entry.content.kind = kind
    entry.content.amount = money(minor, pick(["INR", "INR", "INR", "INR", "INR", "USD"]))
    entry.content.description_p = pick(["Vegetables", "दूध", "Petrol", "Pizza", "School fees", "Sari", "Train to Pune"])
    switch kind {
    case .transfer:
      entry.content.paid = [share(person, minor)]
      entry.content.split.equal.memberIds = [people[(person + 1) % Self.residents].member]
    case .income: entry.content.category = "salary"
    case .expense, .unspecified, .UNRECOGNIZED:
      entry.content.category = pick(["", "groceries", "dining", "festivals", "travel", "gold", "pets"])
      entry.content.split = split(minor)
      try note(in: &entry.content, minor, by: person)
    }
    entry.guardDuplicates = random.below(3) == 0
    guard let answer = try send(.addEntry(entry), by: person) else { return }
    lines.append(Line(id: entry.entryID, author: person, version: answer.position))
  }

  /// What people say besides, now and then: who else paid, when and where it was, and what the bill looks like.
  private mutating func note(in content: inout EntryContent, _ minor: Int, by person: Int) throws {
    switch random.below(10) {
    case 0:
      content.note = "day \(today)"
      content.merchant = pick(["Big Bazaar", "शर्मा स्टोर"])
    case 1: content.place = place()
    case 2: content.receipts = [try receipt(by: person)]
    case 3, 4: content.paid = payers(minor, with: person)
    case 5: content.date = earlier()
    default: break
    }
    if content.amount.currency == "USD", random.below(2) == 0 { content.conversion = conversion("the card's statement") }
  }

  /// A rate that somebody gives with an amount in dollars. Its day is not looked at, whatever it is.
  mutating func conversion(_ source: String) -> Conversion {
    let rate = "\(82 + random.below(4)).\(25 + random.below(50))"
    return .with { ($0.to, $0.rate, $0.date, $0.source) = ("INR", rate, "2026-01-31", source) }
  }

  /// Somebody and one of the others.
  private mutating func payers(_ minor: Int, with person: Int) -> [Share] {
    let other = (person + 1 + random.below(Self.residents - 1)) % Self.residents
    return [share(person, minor / 3), share(other, minor - minor / 3)]
  }

  /// One of the last twenty days.
  mutating func earlier() -> String { date(daysAgo: random.below(20)).description }

  private mutating func place() -> Place {
    let (city, latitude, longitude) = pick([("Pune", 18_520_430, 73_856_743), ("Jaipur", 26_912_434, 75_787_270)])
    return .with {
      $0.city = city
      $0.country = "India"
      ($0.latitudeMicro, $0.longitudeMicro) = (Int32(latitude), Int32(longitude))
    }
  }

  /// One of the ways to divide, or among everybody, which is not said.
  private mutating func split(_ minor: Int) -> Split {
    let among = Split.with { $0.equal.memberIds = [people[random.below(3)].member, people[3 + random.below(3)].member] }
    return pick(Array(splits(minor).dropLast()) + [among, Split()])
  }

  private mutating func change(by person: Int) throws {
    guard !lines.isEmpty else { return try add(by: person) }
    // Mostly what is not long ago.
    let place = max(0, lines.count - 1 - random.below(12))
    let line = lines[place]
    let author = random.below(4) == 0 ? person : line.author
    let body: Command.OneOf_Body
    switch random.below(7) {
    case 0..<3:
      let changes = try changes(by: author)
      body = .editEntry(.with { ($0.entryID, $0.baseVersion, $0.changes) = (line.id, line.version, changes) })
    case 3: body = .voidEntry(.with { $0.entryID = line.id })
    case 4: body = .restoreEntry(.with { $0.entryID = line.id })
    case 5: body = .undoLast(.init())
    default: body = .disputeEntry(.with { ($0.entryID, $0.reason) = (line.id, "I was not there") })
    }
    guard let answer = try send(body, by: author) else { return }
    if case .editEntry = body { lines[place].version = answer.position }
    if case .disputeEntry = body, random.below(2) == 0 { try send(.withdrawDispute(.with { $0.entryID = line.id }), by: author) }
  }

  private mutating func changes(by author: Int) throws -> EntryChanges {
    var changes = EntryChanges()
    switch random.below(9) {
    case 0: changes.note = "seen on day \(today)"
    case 1: changes.category = pick(["groceries", "dining", "travel"])
    case 2: changes.description_p = "What it was, on day \(today)"
    case 3:
      changes.merchant = "Apna Bazaar"
      changes.date = earlier()
    case 4: changes.place = place()
    case 5: changes.receipts.receipts = [try receipt(by: author)]
    default:
      let minor = 1_000 + random.below(90_000)
      changes.money.kind = .expense
      changes.money.amount = money(minor, pick(["INR", "INR", "USD"]))
      // What several have paid has to be said anew, since the amount is another.
      changes.money.paid = random.below(2) == 0 ? payers(minor, with: author) : [share(author, minor)]
      if random.below(3) > 0 { changes.money.split = pick(splits(minor)) }
      if changes.money.amount.currency == "USD", random.below(2) == 0 { changes.money.conversion = conversion("as the bank had it") }
    }
    return changes
  }

  private mutating func settle(by person: Int) throws {
    let other = (person + 1 + random.below(Self.residents - 1)) % Self.residents
    let currency = pick(["", "INR", "USD", "USD"])
    if random.below(3) == 0 {
      let creditor = random.below(3) == 0 ? people[(other + 1) % Self.residents].member : ""
      let mode: SettlementMode = pick([.unspecified, .direct, .simplified])
      try send(
        .remindDebtor(.with { ($0.debtorID, $0.creditorID, $0.currency, $0.mode) = (people[other].member, creditor, currency, mode) }),
        by: person)
      return
    }
    let isAtARate = currency == "USD" && random.below(2) == 0
    let paidIn: Conversion? = isAtARate ? conversion("what was handed over") : nil
    let settlement = SettleUp.with {
      $0.entryID = id()
      $0.fromMemberID = people[person].member
      $0.toMemberID = people[other].member
      $0.currency = currency
      if random.below(2) == 0 { $0.minor = Int64(5_000 + random.below(50_000)) }
      $0.allowMore = random.below(2) == 0
      $0.mode = pick([.unspecified, .direct, .simplified])
      $0.note = pick(["", "in cash"])
      if let paidIn { $0.conversion = paidIn }
    }
    if try send(.settleUp(settlement), by: person) != nil, isAtARate { paidAtARate += 1 }
  }
}
