import HearthClient
import HearthLoadKit
import HearthProtocol
import Ledger
import Testing

/// What is asked: how the group stands, what would be, and what was.
extension SharmaYear {
  mutating func read(by person: Int) throws {
    let group = group
    switch random.below(10) {
    case 0:
      let after = pick(["", group])
      try ask(.listGroups(.with { $0.after = after }), by: person)
    case 1:
      let after = UInt64(random.below(200))
      try ask(.readHistory(.with { ($0.groupID, $0.lane, $0.after, $0.limit) = (group, "shared", after, 5) }), by: person)
    case 2:
      let (currency, mode) = (pick(["", "INR", "USD"]), pick([SettlementMode.unspecified, .direct, .simplified]))
      try ask(
        .readSettlement(
          .with {
            ($0.groupID, $0.currency, $0.mode, $0.explain, $0.shares) = (group, currency, mode, true, true)
            // The second page of those who owe much.
            if currency == "USD" { ($0.afterDebts, $0.afterShares) = (1, 1) }
          }), by: person)
      let parties = try ask(.readSettlement(.with { ($0.groupID, $0.currency, $0.byParty) = (group, currency, true) }), by: person)
      // Ravi stands with Asha.
      let ravi = people[1].member
      #expect(!parties.settlement.balances.contains { $0.memberID == ravi })
      // How Ravi is paid, whoever owes him.
      try ask(
        .readPaymentLink(
          .with { ($0.groupID, $0.payeeID, $0.minor, $0.currency, $0.mode) = (group, ravi, 12_000, "INR", mode) }),
        by: person, mayBeRefused: true)
    case 3, 4: try preview()
    case 7: try lookAtABill()
    case 5:
      let (period, day, currency) = (pick([DashboardPeriod.month, .week]), pick(["", earlier()]), pick(["", "INR", "USD"]))
      try ask(.readDashboard(.with { ($0.groupID, $0.period, $0.date, $0.currency) = (group, period, day, currency) }), by: person)
    case 6:
      let (part, one) = pick([
        (GroupPart.settings, ""), (.members, people[1].member), (.budgets, budgets[0]), (.recurring, ""), (.festivals, ""), (.rates, ""),
        (.categories, "groceries"),
      ])
      let after: UInt32 = one.isEmpty ? 1 : 0
      try ask(.readGroup(.with { ($0.groupID, $0.part, $0.id, $0.after) = (group, part, one, after) }), by: person)
    default: try readEntries(by: person)
    }
  }

  /// Some entries with how they stand: all of somebody's, a choice of them, the page behind one, or one alone.
  private mutating func readEntries(by person: Int) throws {
    var request = ReadEntries()
    request.groupID = group
    request.withStanding = random.below(3) > 0
    switch random.below(4) {
    case 0: (request.memberID, request.limit, request.withVoided) = (people[random.below(Self.residents)].member, 20, true)
    case 1:
      (request.kind, request.category) = (.expense, pick(["groceries", "dining"]))
      (request.from, request.to, request.currency) = (date(daysAgo: 60).description, date().description, pick(["INR", "USD"]))
      try search("Pizza", by: person)
    case 2:
      let first = try ask(.readEntries(.with { ($0.groupID, $0.limit) = (group, 5) }), by: person).entries
      (request.before, request.limit) = (first.next, 10)
    default: request.entryID = pick(lines).id
    }
    let answer = try ask(.readEntries(request), by: person).entries
    let standings = answer.entries.filter(\.hasStanding)
    #expect(standings.count == (request.withStanding ? answer.entries.count : 0))
    for entry in standings { openShares += entry.standing.shares.count { $0.state != .paid } }
  }

  /// What somebody finds by a word that no name and no category has.
  private mutating func search(_ word: String, by person: Int) throws {
    let group = group
    let found = try ask(.readEntries(.with { ($0.groupID, $0.search) = (group, word.lowercased()) }), by: person).entries.entries
    #expect(found.allSatisfy { $0.entry.content.description_p == word }, "\(found)")
    foundByWord += found.count
  }

  /// Somebody asks what would come of it.
  private mutating func preview() throws {
    var command = Command()
    (command.id, command.groupID) = (id(), group)
    let line = lines[max(0, lines.count - 1 - random.below(30))]
    switch random.below(6) {
    case 0:
      command.addEntry.entryID = id()
      (command.addEntry.content.kind, command.addEntry.content.amount) = (.expense, money(45_000))
      (command.addEntry.content.description_p, command.addEntry.content.category) = ("A film for all", "dining")
    case 1: command.voidEntry.entryID = line.id
    case 2: command.setBudget = budget(random.below(4))
    case 3:
      (command.settleUp.entryID, command.settleUp.currency, command.settleUp.allowMore) = (id(), "USD", true)
      (command.settleUp.fromMemberID, command.settleUp.toMemberID) = (people[1].member, people[0].member)
      (command.settleUp.minor, command.settleUp.conversion) = (2_500, conversion("in rupees"))
    case 4:
      (command.setRecurring.ruleID, command.setRecurring.content) = (id(), milk)
      command.setRecurring.content.recurrence.firstDate = date(daysAgo: 30).description
    default:
      (command.editEntry.entryID, command.editEntry.baseVersion) = (line.id, line.version)
      (command.editEntry.changes.money.kind, command.editEntry.changes.money.amount) = (.expense, money(70_000))
    }
    let body = command.body.map(Self.name) ?? ""
    if case .impact = try ask(.previewCommand(.with { $0.command = command }), by: 0, mayBeRefused: true).body {
      previewed[body, default: 0] += 1
    }
  }

  // MARK: What was

  /// The project's own client, logged in as one of the people.
  func connection(of person: Int) throws -> HearthConnection {
    let connection = try HearthConnection(
      SyncConfiguration(credentials: .token(people[person].client.token)), server: ServerURL("ws://\(server.address)"))
    _ = try connection.open(within: .seconds(60))
    return connection
  }

  /// A group as one of the people sees it, by the project's own client.
  func view(of group: String, by person: Int) throws -> GroupView {
    let connection = try connection(of: person)
    defer { connection.close() }
    return try connection.follow(try #require(GroupID(group)), within: .seconds(60))
  }

  /// Keeps what the group is now. Asha reads all lanes.
  mutating func endQuarter() throws {
    try awaitDue()
    quarters.append(Quarter(moment: now, today: date(), state: try view(of: group, by: 0).state))
  }

  /// Travels back to the end of each quarter: the history, stopped there, says what was seen then, and what lies
  /// between two of them adds up.
  mutating func lookBack() throws {
    try endQuarter()
    let connection = try connection(of: 0)
    defer { connection.close() }
    var replay = Replay(group: try #require(GroupID(group)))
    var (before, day) = (replay.state.shared, date(daysAgo: today))
    #expect(quarters.count == 4)
    for quarter in quarters {
      for lane in [Lane.shared, .admin, .income] {
        while try replay.take(
          connection.history(of: replay.group, lane: lane, after: replay.position(in: lane), limit: 500, within: .seconds(60)),
          until: quarter.moment)
        {}
        #expect(replay.state.snapshot(of: lane) == quarter.state.snapshot(of: lane), "day \(quarter.today)")
      }
      let after = replay.state.shared
      let difference = GroupDifference(from: before, on: day, to: after, on: quarter.today)
      #expect(difference.entries.count { $0.kind == .added } == after.entries.count - before.entries.count)
      for member in after.members {
        for currency in after.balances.currencies {
          let change = difference.balances.first { $0.member == member.id && $0.currency == currency }
          let was = before.balances[member.id, currency]
          #expect((change?.afterMinor ?? was) == after.balances[member.id, currency] && (change?.beforeMinor ?? was) == was)
        }
      }
      note("\(quarter.today) \(difference.entries.count) \(difference.balances.count) \(difference.budgets.count)")
      (before, day) = (after, quarter.today)
    }
  }
}
