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
    case 46..<50: try setBudget(random.below(4))
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
      note(in: &entry.content, minor, by: person)
    }
    entry.guardDuplicates = random.below(3) == 0
    guard let answer = try send(.addEntry(entry), by: person) else { return }
    lines.append(Line(id: entry.entryID, author: person, version: answer.position))
  }

  /// What people say besides, now and then: who else paid, when and where it was, and what the bill looks like.
  private mutating func note(in content: inout EntryContent, _ minor: Int, by person: Int) {
    switch random.below(10) {
    case 0:
      content.note = "day \(today)"
      content.merchant = pick(["Big Bazaar", "शर्मा स्टोर"])
    case 1: content.place = place()
    case 2: content.receipts = [receipt()]
    case 3, 4:
      let other = (person + 1 + random.below(Self.residents - 1)) % Self.residents
      content.paid = [share(person, minor / 3), share(other, minor - minor / 3)]
    case 5: content.date = earlier()
    default: break
    }
    if content.amount.currency == "USD", random.below(2) == 0 {
      content.conversion.rate = "84.5"
      content.conversion.source = "the card's statement"
    }
  }

  /// One of the last twenty days.
  private mutating func earlier() -> String {
    CivilDate(daysSince1970: Int(Self.start / Self.day) + today - random.below(20)).description
  }

  private mutating func place() -> Place {
    let (city, latitude, longitude) = pick([("Pune", 18_520_430, 73_856_743), ("Jaipur", 26_912_434, 75_787_270)])
    return .with {
      $0.city = city
      $0.country = "India"
      ($0.latitudeMicro, $0.longitudeMicro) = (Int32(latitude), Int32(longitude))
    }
  }

  private mutating func receipt() -> Receipt {
    let bytes = (0..<32).map { _ in UInt8(random.below(256)) }
    return .with {
      $0.sha256 = .init(bytes)
      ($0.mediaType, $0.sizeBytes, $0.name) = ("image/jpeg", UInt64(20_000 + today), "bill \(today).jpg")
    }
  }

  private func share(_ person: Int, _ minor: Int) -> Share {
    .with {
      $0.memberID = people[person].member
      $0.minor = Int64(minor)
    }
  }

  private mutating func split(_ minor: Int) -> Split {
    var split = Split()
    switch random.below(6) {
    case 0: split = .percent([people[0].member: 6_000, people[1].member: 2_500, people[2].member: 1_500])
    case 1: split.exact.shares = [share(0, minor / 3), share(3, minor - minor / 3)]
    case 2:
      split.weights.shares = (0..<3).map { place in
        .with {
          $0.memberID = people[place].member
          $0.weight = UInt32(place) + 1
        }
      }
    case 3: split.income.memberIds = [people[0].member, people[1].member, people[2].member]
    case 4: split.equal.memberIds = [people[random.below(3)].member, people[3 + random.below(3)].member]
    default: break
    }
    return split
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
      body = .editEntry(
        .with {
          $0.entryID = line.id
          $0.baseVersion = line.version
          switch random.below(8) {
          case 0: $0.changes.note = "seen on day \(today)"
          case 1: $0.changes.category = pick(["groceries", "dining", "travel"])
          case 2: $0.changes.description_p = "What it was, on day \(today)"
          case 3:
            $0.changes.merchant = "Apna Bazaar"
            $0.changes.date = earlier()
          case 4: $0.changes.place = self.place()
          case 5: $0.changes.receipts.receipts = [receipt()]
          default:
            $0.changes.money.kind = .expense
            $0.changes.money.amount = money(1_000 + random.below(90_000))
          }
        })
    case 3: body = .voidEntry(.with { $0.entryID = line.id })
    case 4: body = .restoreEntry(.with { $0.entryID = line.id })
    case 5: body = .undoLast(.init())
    default:
      body = .disputeEntry(
        .with {
          $0.entryID = line.id
          $0.reason = "I was not there"
        })
    }
    guard let answer = try send(body, by: author) else { return }
    if case .editEntry = body { lines[place].version = answer.position }
    if case .disputeEntry = body, random.below(2) == 0 { try send(.withdrawDispute(.with { $0.entryID = line.id }), by: author) }
  }

  private mutating func settle(by person: Int) throws {
    let other = (person + 1 + random.below(Self.residents - 1)) % Self.residents
    if random.below(3) == 0 {
      try send(.remindDebtor(.with { $0.debtorID = people[other].member }), by: person)
    } else {
      let settlement = SettleUp.with {
        $0.entryID = id()
        $0.fromMemberID = people[person].member
        $0.toMemberID = people[other].member
        if random.below(2) == 0 { $0.minor = Int64(5_000 + random.below(50_000)) }
        $0.allowMore = random.below(2) == 0
        $0.mode = pick([.unspecified, .direct, .simplified])
        $0.note = pick(["", "in cash"])
      }
      try send(.settleUp(settlement), by: person)
    }
  }

  // MARK: Reading

  private mutating func read(by person: Int) throws {
    let group = group
    switch random.below(7) {
    case 0: try ask(.listGroups(.init()), by: person)
    case 1: try ask(.readHistory(.with { ($0.groupID, $0.lane, $0.limit) = (group, "shared", 5) }), by: person)
    case 2: try ask(.readSettlement(.with { ($0.groupID, $0.explain, $0.shares) = (group, true, true) }), by: person)
    case 3:
      var command = Command()
      (command.id, command.groupID) = (id(), group)
      command.addEntry.entryID = id()
      command.addEntry.content.kind = .expense
      command.addEntry.content.amount = money(45_000)
      command.addEntry.content.description_p = "A film for all"
      try ask(.previewCommand(.with { $0.command = command }), by: 0)
    case 4:
      let period = pick([DashboardPeriod.month, .week])
      try ask(.readDashboard(.with { ($0.groupID, $0.period) = (group, period) }), by: person)
    case 5:
      let part = pick([GroupPart.settings, .members, .budgets, .recurring, .festivals, .rates, .categories])
      try ask(.readGroup(.with { ($0.groupID, $0.part) = (group, part) }), by: person)
    default:
      let member = people[random.below(Self.residents)].member
      try ask(.readEntries(.with { ($0.groupID, $0.memberID, $0.limit, $0.withVoided) = (group, member, 20, true) }), by: person)
    }
  }
}
