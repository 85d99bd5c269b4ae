import HearthProtocol
import Ledger

/// What ten members wish, from a seed: the same seed builds the same group.
struct Wishes {
  static let group = GroupID(high: 0x0189_0000_0000_7000, low: 1)
  private static let noon: Int64 = 1_793_000_000_000
  private static let members = 10
  private static let words = [
    "Groceries", "Vegetables at the market", "Milk", "Dinner with the grandparents", "Electricity bill", "Cab to the station",
  ]

  static let categories = ["groceries", "dining", "utilities", "transportation", "healthcare", "shopping"]
  static let today = 20_752
  // Limit: as many as somebody scrolls back to correct.
  private static let latelyMax = 50

  var random: Generator
  private var made: UInt64 = 0
  /// What may still be corrected, the oldest first.
  private(set) var lately: [EntryID] = []

  init(seed: UInt64) { random = Generator(state: seed) }

  // MARK: Commands

  /// Creates the group and lets everybody join.
  mutating func founding() -> [(Command, DecisionContext)] {
    var create = CreateGroup()
    create.name = "Sharma family"
    create.currency = "INR"
    create.memberID = Self.member(0)
    create.displayName = "Ravi"
    var invite = CreateInvite()
    let inviteID = InviteID(high: 0xA000, low: 1)
    invite.inviteID = inviteID.description
    invite.role = .adult
    invite.usesMax = 100
    var result = [(command(.createGroup(create)), context()), (command(.createInvite(invite)), context())]
    for number in 1..<Self.members {
      var join = JoinGroup()
      join.memberID = Self.member(number)
      join.displayName = "Member \(number + 1)"
      var joining = context(number)
      joining.invite = inviteID
      result.append((command(.joinGroup(join)), joining))
    }
    return result
  }

  /// An add with two to ten who share, most often four, in one of many shapes.
  mutating func entry() -> Command {
    let members = sharing(ways: [4, 4, 4, 2, 10][below(5)])
    var add = add(among: members)
    enrich(&add.content, among: members)
    return command(.addEntry(add))
  }

  /// An add that four share equally.
  mutating func fourWays() -> Command { command(.addEntry(add(among: sharing(ways: 4)))) }

  private mutating func sharing(ways: Int) -> [String] {
    let first = below(Self.members)
    return (0..<ways).map { Self.member((first + $0) % Self.members) }
  }

  private mutating func add(among members: [String]) -> AddEntry {
    var add = AddEntry()
    let id = EntryID(milliseconds: Self.noon + Int64(made), random: (random.next(), random.next()))
    if lately.count == Self.latelyMax { lately.removeFirst() }
    lately.append(id)
    add.entryID = id.description
    add.content.kind = .expense
    add.content.amount.minor = Int64(100 + below(1_000_000))
    add.content.amount.currency = "INR"
    add.content.description_p = Self.words[below(Self.words.count)]
    add.content.category = below(4) == 0 ? "" : Self.categories[below(Self.categories.count)]
    add.content.date = CivilDate(daysSince1970: Self.today - below(700)).description
    add.content.split.equal.memberIds = members
    return add
  }

  mutating func command(_ body: Command.OneOf_Body) -> Command {
    made += 1
    var command = Command()
    command.id = CommandID(milliseconds: Self.noon + Int64(made), random: (random.next(), random.next())).description
    command.groupID = Self.group.description
    command.body = body
    return command
  }

  /// Who asks and when.
  func context(_ number: Int = 0) -> DecisionContext {
    DecisionContext(
      holder: HolderID(high: 0x8000, low: UInt64(number)), now: Self.noon + Int64(made) * 1_000,
      today: CivilDate(daysSince1970: Self.today), codeHash: [UInt8](repeating: 7, count: 32))
  }

  // MARK: Events

  /// The event as the log would hold it.
  mutating func sealed(_ decided: DecidedEvent, by actor: MemberID, command: Command) -> Event {
    var event = unsealed(decided, by: actor)
    event.salt = .init(HolderID(high: random.next(), low: random.next()).bytes)
    event.commandID = command.id
    event.commandDigest = random.next()
    return event
  }

  /// The event without what the log adds.
  func unsealed(_ decided: DecidedEvent, by actor: MemberID) -> Event {
    var event = Event()
    event.atMs = Self.noon + Int64(made) * 1_000
    event.memberID = actor.description
    event.body = decided.body
    return event
  }

  private static func member(_ number: Int) -> String { MemberID(high: 0x0189_7000_0000_7000, low: UInt64(number) << 40).description }

  mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  /// Vigna's SplitMix64, in the public domain.
  struct Generator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }
}
