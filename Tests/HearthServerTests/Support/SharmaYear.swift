import Crypto
import EventStore
import HearthLoadKit
import HearthProtocol
import Ledger

/// A year of the Sharma family's money: 3,000 commands by six people over their connections, each sent when the one before was answered.
///
/// What is sent follows from the seed alone, and so does what it leads to: the server's clock is the year's own.
struct SharmaYear {
  static let commands = 3_000
  private static let days = 365
  private static let day: Int64 = 86_400_000

  private struct Person {
    let client: WireClient
    let member: String
  }

  private struct Line {
    let id: String
    let author: Int
    /// The version that whoever edits has seen.
    var version: UInt64
  }

  /// How often each command was accepted, by its name.
  private(set) var accepted: [String: Int] = [:]
  /// How often a command was refused, by code.
  private(set) var refused: [String: Int] = [:]
  /// The group that all of it happens in.
  let group: String
  private let server: TestServer
  private let seed: UInt64
  private var random: SplitMix64
  private var made: UInt64 = 0
  private var sent = 0
  private var today = 0
  private var people: [Person] = []
  private var lines: [Line] = []
  private var rules: [(id: String, version: UInt64)] = []
  private var budgets: [String] = []

  /// Lives the year.
  init(_ server: TestServer, seed: UInt64) throws {
    self.server = server
    self.seed = seed
    random = SplitMix64(seed: seed)
    group = CommandID(milliseconds: 1_790_000_000_000, random: (seed, 0)).description
    try settleIn()
    while sent < Self.commands {
      while today < sent * Self.days / Self.commands {
        server.clock.withLock { $0 += Self.day }
        today += 1
      }
      try live()
    }
  }

  /// SHA-256, in hexadecimal, of all that the group's log says at its end, but for what the server drew at random: who is behind a member, and
  /// what an invite's code is.
  static func stateHash(of group: String, in store: any EventStore) throws -> String {
    guard let id = GroupID(group) else { throw Unexpected("no group's id: \(group)") }
    var state = GroupState(group: id)
    var sequence = GroupSequence.start
    while case let page = try store.read(id, after: sequence, limit: 1_000), let last = page.last {
      for stored in page { try state.apply(Event(serializedBytes: stored.bytes), lane: stored.lane, position: stored.position) }
      sequence = last.sequence
    }
    var hash = SHA256()
    for lane in [Lane.shared, .admin, .income] {
      var snapshot = state.snapshot(of: lane)
      switch lane {
      case .shared: for place in snapshot.shared.members.indices { snapshot.shared.members[place].holder = .init() }
      case .admin: for place in snapshot.admin.invites.indices { snapshot.admin.invites[place].codeHash = .init() }
      case .income: break
      }
      hash.update(data: try snapshot.serializedBytes() as [UInt8])
    }
    return hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  // MARK: Sending

  private mutating func id() -> String {
    made += 1
    return CommandID(milliseconds: 1_790_000_000_000, random: (seed, made)).description
  }

  /// Sends the command as one of the people, and counts what came of it.
  @discardableResult
  private mutating func send(_ body: Command.OneOf_Body, by person: Int, to group: String? = nil) throws -> Accepted? {
    var command = Command()
    command.id = id()
    command.groupID = group ?? self.group
    command.body = body
    sent += 1
    let answer = try people[person].client.ask(.command(command))
    switch answer.body {
    case .accepted(let answer):
      accepted[String(String(describing: body).prefix { $0 != "(" }), default: 0] += 1
      return answer
    case .rejected(let rejected):
      refused[rejected.code, default: 0] += 1
      return nil
    default: throw Unexpected("neither accepted nor rejected: \(answer)")
    }
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element { choices[random.below(choices.count)] }

  private func money(_ minor: Int, _ currency: String = "INR") -> Money {
    .with {
      $0.minor = Int64(minor)
      $0.currency = currency
    }
  }

  // MARK: The first day

  private mutating func settleIn() throws {
    for (place, name) in ["Asha", "Ravi", "Meera", "Kabir", "Dadi", "Nani"].enumerated() {
      people.append(Person(client: try server.register(name, place.isMultiple(of: 2) ? .protobuf : .json), member: id()))
    }
    try send(
      .createGroup(
        .with {
          $0.name = "Sharma family"
          $0.currency = "INR"
          $0.template = .indianFamily
          $0.memberID = people[0].member
          $0.displayName = "Asha"
        }), by: 0)
    // Nani has been noted down before she has an account.
    try send(
      .addPlaceholder(
        .with {
          $0.memberID = people[5].member
          $0.displayName = "Nani"
          $0.role = .adult
        }), by: 0)
    for (place, role) in [(1, Role.admin), (2, .adult), (3, .minor), (4, .viewer), (5, .adult)] {
      var invite = CreateInvite()
      invite.inviteID = id()
      invite.role = role
      let code = try send(.createInvite(invite), by: 0)?.inviteCode ?? ""
      try send(
        .joinGroup(
          .with {
            $0.code = code
            $0.memberID = people[place].member
            $0.displayName = ["Asha", "Ravi", "Meera", "Kabir", "Dadi", "Nani"][place]
            $0.acceptsTransparency = Command.transparencyVersion
            if place == 5 { $0.claimsMemberID = people[5].member }
          }), by: place, to: "")
    }
    for (place, minor) in [(0, 9_000_000), (1, 6_000_000), (2, 4_500_000)] {
      try send(.setMemberIncome(.with { $0.monthly = money(minor) }), by: place)
    }
    try send(.updateGroup(.with { $0.monthlyIncome = money(19_500_000) }), by: 0)
    for number in 0..<4 { try setBudget(number) }
    try setRules()
  }

  private mutating func setBudget(_ number: Int) throws {
    while budgets.count <= number { budgets.append(id()) }
    let limit = (10 + random.below(40)) * 40_000
    try send(
      .setBudget(
        .with {
          $0.budgetID = budgets[number]
          $0.content.name = ["Groceries", "Eating out", "Festivals", "Travel"][number]
          $0.content.limit = money(limit)
          $0.content.period = [.monthly, .weekly, .yearly, .biweekly][number]
          $0.content.categories = [["groceries"], ["dining"], ["festivals", "gold"], ["travel", "transportation"]][number]
          $0.content.rollover = [.surplus, .none, .none, .both][number]
        }), by: random.below(2))
  }

  private mutating func setRules() throws {
    let rent = RecurringContent.with {
      $0.recurrence.unit = .month
      $0.recurrence.firstDate = "2026-10-31"
      $0.template.kind = .expense
      $0.template.amount = money(3_200_000)
      $0.template.description_p = "Rent"
    }
    let milk = RecurringContent.with {
      $0.recurrence.unit = .week
      $0.template.kind = .expense
      $0.template.amount = money(21_000)
      $0.template.description_p = "Milk"
      $0.template.category = "groceries"
    }
    let loan = RecurringContent.with {
      $0.recurrence.unit = .month
      $0.recurrence.count = 24
      $0.template.kind = .expense
      $0.template.amount.currency = "INR"
      $0.template.description_p = "Scooter"
      $0.template.category = "emi"
      $0.loan.principalMinor = 12_000_000
      $0.loan.annualRateBasisPoints = 950
    }
    for content in [rent, milk, loan] {
      let rule = id()
      let answer = try send(
        .setRecurring(
          .with {
            $0.ruleID = rule
            $0.content = content
          }), by: 0)
      rules.append((rule, answer?.position ?? 0))
    }
    try send(
      .setFestival(
        .with {
          $0.festivalID = id()
          $0.content.festival = .diwali
          $0.content.target = money(4_000_000)
        }), by: 0)
  }

  // MARK: A day like others

  private mutating func live() throws {
    let person = random.below(people.count)
    switch random.below(64) {
    case 0..<28: try add(by: person)
    case 28..<40: try change(by: person)
    case 40..<46: try settle(by: person)
    case 46..<50: try setBudget(random.below(4))
    case 50..<53: try arrange()
    case 53..<59: try manage()
    default: try keepRules()
    }
  }

  private mutating func add(by person: Int) throws {
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
      entry.content.split.equal.memberIds = [people[(person + 1) % people.count].member]
    case .income: entry.content.category = "salary"
    case .expense, .unspecified, .UNRECOGNIZED:
      entry.content.category = pick(["", "groceries", "dining", "festivals", "travel", "gold", "pets"])
      entry.content.split = split(minor)
    }
    entry.guardDuplicates = random.below(3) == 0
    guard let answer = try send(.addEntry(entry), by: person) else { return }
    lines.append(Line(id: entry.entryID, author: person, version: answer.position))
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
          switch random.below(3) {
          case 0: $0.changes.note = "seen on day \(today)"
          case 1: $0.changes.category = pick(["groceries", "dining", "travel"])
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
    let other = (person + 1 + random.below(people.count - 1)) % people.count
    if random.below(3) == 0 {
      try send(.remindDebtor(.with { $0.debtorID = people[other].member }), by: person)
    } else {
      let settlement = SettleUp.with {
        $0.entryID = id()
        $0.fromMemberID = people[person].member
        $0.toMemberID = people[other].member
        if random.below(2) == 0 { $0.minor = Int64(5_000 + random.below(50_000)) }
        $0.allowMore = random.below(2) == 0
      }
      try send(.settleUp(settlement), by: person)
    }
  }

  // MARK: What changes the group

  private mutating func arrange() throws {
    switch random.below(8) {
    case 0: try send(.removeBudget(.with { $0.budgetID = budgets[random.below(4)] }), by: 0)
    case 1: try send(.reactivateBudget(.with { $0.budgetID = budgets[random.below(4)] }), by: 0)
    case 2:
      let rate = "\(80 + random.below(9)).\(1 + random.below(9))"
      try send(
        .setRate(
          .with {
            $0.rate.from = "USD"
            $0.rate.to = "INR"
            $0.rate.rate = rate
            $0.rate.source = "the bank's page"
          }), by: random.below(2))
    case 3:
      let allowed = random.below(2) == 0
      let policy = pick([Policy.minorsDispute, .viewersDispute, .adultsSeeIncome, .viewersSeeIncome])
      try send(
        .setPolicy(
          .with {
            $0.policy = policy
            $0.allowed = allowed
          }), by: 0)
    case 4:
      try send(
        .setCategory(
          .with {
            $0.content.key = "pets"
            $0.content.name = "Pets \(today)"
            $0.content.icon = "pawprint"
            $0.content.color = "#8FBC8F"
            $0.content.class = .wants
            $0.content.forExpense = true
          }), by: 0)
    case 5: try send(.retireCategory(.with { $0.key = "pets" }), by: 0)
    case 6:
      let wanted = random.below(2) == 0
      try send(
        .setPreferences(
          .with {
            $0.preferences = [
              .with {
                $0.kind = .budgets
                $0.channel = .bell
                $0.wanted = wanted
              }
            ]
          }), by: random.below(people.count))
    default:
      try send(.updateGroup(.with { $0.description_p = "Day \(today) of the year" }), by: 1)
      guard random.below(3) == 0 else { return }
      try send(.archiveGroup(.init()), by: 0)
      try send(.requestPurge(.with { $0.exported = true }), by: 0)
      try send(.cancelPurge(.init()), by: 0)
      try send(.unarchiveGroup(.init()), by: 0)
    }
  }

  private mutating func manage() throws {
    switch random.below(8) {
    case 0:
      try send(
        .renameMember(
          .with {
            $0.memberID = people[4].member
            $0.displayName = "Dadi \(today)"
          }), by: pick([0, 4]))
    case 1:
      let color = pick(["#112233", "#445566", ""])
      try send(
        .setMemberColor(
          .with {
            $0.memberID = people[2].member
            $0.color = color
          }), by: 2)
    case 2:
      try send(.removeMember(.with { $0.memberID = people[2].member }), by: 0)
      try send(.restoreMember(.with { $0.memberID = people[2].member }), by: 0)
    case 3:
      try send(.requestRole(.with { $0.role = .viewer }), by: 3)
      try send(.declineRole(.with { $0.memberID = people[3].member }), by: 0)
    case 4:
      let role = pick([Role.viewer, .adult])
      try send(
        .changeRole(
          .with {
            $0.memberID = people[4].member
            $0.role = role
          }), by: 0)
    case 5:
      let invite = id()
      try send(
        .createInvite(
          .with {
            $0.inviteID = invite
            $0.role = .viewer
          }), by: 0)
      try send(.revokeInvite(.with { $0.inviteID = invite }), by: 0)
    case 6:
      let minor = 5_000_000 + random.below(5_000_000)
      try send(.setMemberIncome(.with { $0.monthly = money(minor) }), by: random.below(3))
    default:
      // There and back.
      try send(.transferOwnership(.with { $0.memberID = people[1].member }), by: 0)
      try send(.transferOwnership(.with { $0.memberID = people[0].member }), by: 1)
    }
  }

  private mutating func keepRules() throws {
    let place = random.below(3)
    let rule = rules[place].id
    switch random.below(4) {
    case 0: try send(.pauseRecurring(.with { $0.ruleID = rule }), by: 0)
    case 1, 2:
      let catchesUp = random.below(2) == 0
      try send(
        .resumeRecurring(
          .with {
            $0.ruleID = rule
            $0.catchUp = catchesUp
          }), by: 0)
    default:
      let date = "2027-\(pick(["01", "03", "05", "08"]))-31"
      try send(
        .skipOccurrence(
          .with {
            $0.ruleID = rules[0].id
            $0.date = date
          }), by: 0)
    }
  }
}
