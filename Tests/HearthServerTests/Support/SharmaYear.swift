import Crypto
import EventStore
import Foundation
import HearthLoadKit
import HearthProtocol
import Ledger

/// A year of the Sharma family's money: 3,000 commands by eight people over their connections, each sent when the one before was answered, and
/// what they read meanwhile.
///
/// What is sent follows from the seed alone, and so does what it leads to: the server's clock is the year's own.
struct SharmaYear {
  static let commands = 3_000
  private static let days = 365
  static let day: Int64 = 86_400_000
  /// When it begins, in milliseconds since 1970.
  static let start: Int64 = 1_790_000_000_000

  /// The first six are there all year, then Bua, who was noted down twice, and a guest, who comes and goes.
  static let names = ["Asha", "Ravi", "Meera", "Kabir", "Dadi", "Nani", "Bua", "Chacha"]
  static let bua = 6
  static let guest = 7
  /// How many of them act on any day.
  static let residents = 7

  struct Person {
    let client: WireClient
    var member: String
  }

  struct Line {
    let id: String
    let author: Int
    /// The version that whoever edits has seen.
    var version: UInt64
  }

  /// How often each command was accepted, by its name.
  private(set) var accepted: [String: Int] = [:]
  /// How often a command was refused, by code.
  private(set) var refused: [String: Int] = [:]
  /// How often each request to read was answered, by its name.
  private(set) var answered: [String: Int] = [:]
  /// What accepted commands said, each as the path of a field: "addEntry.content.place.city".
  private(set) var said: Set<String> = []
  /// How many entries several people paid.
  private(set) var severalPaid = 0
  /// Whether the last command was accepted, so that all that had come due before is committed.
  private(set) var isSettled = false
  /// The group that all of it happens in.
  let group: String
  let server: TestServer
  let seed: UInt64
  var random: SplitMix64
  var made: UInt64 = 0
  var sent = 0
  var today = 0
  var people: [Person] = []
  var lines: [Line] = []
  var rules: [(id: String, version: UInt64)] = []
  var budgets: [String] = []
  /// A rule that was made and is not over yet, and an envelope that was and is not removed.
  var passingRule: String?
  var passingFestival: String?
  var guestIsThere = false
  /// SHA-256 over what reading answered, but for what names identities or has salts.
  var answers = SHA256()

  /// Lives the year.
  init(_ server: TestServer, seed: UInt64) throws {
    self.server = server
    self.seed = seed
    random = SplitMix64(seed: seed)
    group = CommandID(milliseconds: Self.start, random: (seed, 0)).description
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

  mutating func id() -> String {
    made += 1
    return CommandID(milliseconds: Self.start, random: (seed, made)).description
  }

  /// Sends the command as one of the people, and counts what came of it.
  @discardableResult
  mutating func send(_ body: Command.OneOf_Body, by person: Int, to group: String? = nil) throws -> Accepted? {
    var command = Command()
    command.id = id()
    command.groupID = group ?? self.group
    command.body = body
    sent += 1
    let answer = try people[person].client.ask(.command(command))
    isSettled = false
    switch answer.body {
    case .accepted(let answer):
      accepted[Self.name(body), default: 0] += 1
      said.formUnion(try Self.paths(of: command))
      if case .addEntry(let wish) = body, wish.content.paid.count > 1 { severalPaid += 1 }
      isSettled = true
      return answer
    case .rejected(let rejected):
      refused[rejected.code, default: 0] += 1
      return nil
    default: throw Unexpected("neither accepted nor rejected: \(answer)")
    }
  }

  /// The name of what a message holds: "addEntry".
  static func name(_ body: some Any) -> String { String(String(describing: body).prefix { $0 != "(" }) }

  /// The fields that a command sets, as JSON has them.
  private static func paths(of command: Command) throws -> Set<String> {
    var paths: Set<String> = []
    func walk(_ value: Any, _ path: String) {
      if !path.isEmpty { paths.insert(path) }
      if let list = value as? [Any] { for element in list { walk(element, path) } }
      if let fields = value as? [String: Any] { for (name, field) in fields { walk(field, path.isEmpty ? name : "\(path).\(name)") } }
    }
    walk(try JSONSerialization.jsonObject(with: command.jsonUTF8Data()), "")
    return paths
  }

  /// Sends the question as one of the people, and notes what was answered.
  mutating func ask(_ body: ClientMessage.OneOf_Body, by person: Int) throws {
    var answer = try people[person].client.ask(body)
    if case .rejected(let rejected) = answer.body { throw Unexpected("not answered: \(rejected)") }
    answered[Self.name(body), default: 0] += 1
    switch answer.body {
    case .settlement, .impact, .dashboard, .entries:
      answer.request = 0
      answers.update(data: try answer.serializedBytes() as [UInt8])
    default: break
    }
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[random.below(choices.count)] }

  func money(_ minor: Int, _ currency: String = "INR") -> Money {
    .with {
      $0.minor = Int64(minor)
      $0.currency = currency
    }
  }

  // MARK: The first day

  private mutating func settleIn() throws {
    for (place, name) in Self.names.enumerated() {
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
    // Nani and Bua have been noted down before they have an account.
    let noted = id()
    for (member, name) in [(people[5].member, "Nani"), (noted, "Bua")] {
      try send(
        .addPlaceholder(
          .with {
            $0.memberID = member
            $0.displayName = name
            $0.role = .adult
          }), by: 0)
    }
    for (place, role) in [(1, Role.admin), (2, .adult), (3, .minor), (4, .viewer), (5, .adult), (Self.bua, .adult)] {
      let code = try invite(as: role)
      try join(place, by: code, claiming: place == 5 ? people[5].member : "")
    }
    // Nani said who she is when she joined; Bua says it now.
    try send(.claimMember(.with { $0.memberID = noted }), by: Self.bua)
    people[Self.bua].member = noted
    for (place, minor) in [(0, 9_000_000), (1, 6_000_000), (2, 4_500_000)] {
      try send(.setMemberIncome(.with { $0.monthly = money(minor) }), by: place)
    }
    try send(.updateGroup(.with { $0.monthlyIncome = money(19_500_000) }), by: 0)
    for number in 0..<4 { try setBudget(number) }
    try setRules()
  }

  /// The code of a new invite.
  mutating func invite(as role: Role) throws -> String {
    var invite = CreateInvite()
    invite.inviteID = id()
    invite.role = role
    return try send(.createInvite(invite), by: 0)?.inviteCode ?? ""
  }

  mutating func join(_ person: Int, by code: String, claiming placeholder: String = "") throws {
    try ask(.previewInvite(.with { $0.code = code }), by: person)
    try send(
      .joinGroup(
        .with {
          $0.code = code
          $0.memberID = people[person].member
          $0.displayName = Self.names[person]
          $0.acceptsTransparency = Command.transparencyVersion
          $0.claimsMemberID = placeholder
        }), by: person, to: "")
  }

  mutating func setBudget(_ number: Int) throws {
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

  var milk: RecurringContent {
    .with {
      $0.recurrence.unit = .week
      $0.template.kind = .expense
      $0.template.amount = money(21_000)
      $0.template.description_p = "Milk"
      $0.template.category = "groceries"
    }
  }

  private mutating func setRules() throws {
    let rent = RecurringContent.with {
      $0.recurrence.unit = .month
      $0.recurrence.firstDate = "2026-10-31"
      $0.template.kind = .expense
      $0.template.amount = money(3_200_000)
      $0.template.description_p = "Rent"
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
}
