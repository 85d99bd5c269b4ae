import HearthClient
import HearthLoadKit
import HearthProtocol

/// One simulated room: its members' connections, what they make up and who judges it.
struct CrewRoom: Sendable {
  /// Limit: budgets of a room.
  private static let budgetCount = 3

  let number: Int
  let names: CommandNames
  let group: GroupID
  let memberIDs: [MemberID]
  var clients: [ClientID] = []
  var tokens: [String]
  var isWelcome: [Bool]
  var hasJoined: [Bool]
  var isReady: [Bool]
  /// The codes of the invites, by their commands' numbers: that of the adults first, then that of the child.
  var invites: [Int] = []
  var codes: [Int: String] = [:]
  var judge: RoomJudge
  var household: Household
  /// What a few of them keep among themselves; nil: nothing.
  var confidences: Confidences?
  /// Commands that have to be accepted before the load begins; nil: they were not given yet.
  var unfurnished: Set<Int>?
  /// Number of the entry that comes next; commands and entries count alike.
  private var random: SplitMix64
  /// What the owner's replica held when the log had been read.
  var live: [Lane: [UInt8]] = [:]
  /// Whether log and fresh connection have been compared.
  var isAudited = false
  var heads: [Lane: UInt64] = [:]
  /// Lanes of a few whose log has been read.
  var narrowLanesRead = 0

  init(number: Int, plan: CrewPlan, startedAt: Int64) {
    self.number = number
    var random = SplitMix64(seed: plan.seed &+ 1, stream: UInt64(number))
    names = CommandNames(startedAt: startedAt, random: plan.seed, room: number)
    group = GroupID(milliseconds: startedAt, random: (random.next(), random.next()))
    let ids = (0..<plan.members).map { _ in MemberID(milliseconds: startedAt, random: (random.next(), random.next())) }
    memberIDs = ids
    tokens = Array(repeating: "", count: plan.members)
    isWelcome = Array(repeating: false, count: plan.members)
    hasJoined = isWelcome
    isReady = isWelcome
    let isShared = plan.narrowOneIn == nil
    let account = AccountID(milliseconds: startedAt, random: (random.next(), random.next()))
    confidences = isShared ? nil : Confidences(members: ids, account: account, seed: plan.seed, room: number)
    let oracle = LaneOracle(members: ids, children: isShared ? [] : [plan.members - 1])
    judge = RoomJudge(room: number, members: plan.members, names: names, oracle: oracle)
    // A child enters nothing.
    household = Household(members: (isShared ? ids : ids.dropLast()).map(\.description), seed: plan.seed, room: number)
    self.random = random
  }

  /// The next command of load, noted with the judge.
  ///
  /// - Returns: who sends it, the command and its number.
  mutating func nextCommand(due: Int64, wrongOneIn: Int?, narrowOneIn: Int?) -> (member: Int, command: Command, number: Int) {
    // The judge numbers commands one after the other; entries are named alike.
    let entry: EntryID = names.id(judge.issued)
    let isWrong = wrongOneIn.map { random.below($0) == 0 } ?? false
    if !isWrong, let narrowOneIn, random.below(narrowOneIn) == 0, let wish = confidences?.next(record: entry) {
      return command(wish.body, by: wish.member, .narrow(wish.lanes), due: due)
    }
    let wish =
      isWrong
      ? household.wrong(entry: entry.description)
      : household.next(entry: entry.description, budgets: (0..<Self.budgetCount).map { budgetID($0).description })
    return command(wish.body, by: wish.member, isWrong ? .wrong : .load, due: due)
  }

  /// A command that makes the room, noted with the judge.
  mutating func setup(_ body: Command.OneOf_Body, by member: Int) -> (member: Int, command: Command, number: Int) {
    command(body, by: member, .setup, due: monotonicNanoseconds())
  }

  private mutating func command(
    _ body: Command.OneOf_Body, by member: Int, _ purpose: CommandPurpose, due: Int64
  ) -> (member: Int, command: Command, number: Int) {
    let number = judge.issue(purpose, by: member, due: due)
    var command = Command()
    let id: CommandID = names.id(number)
    command.id = id.description
    if case .joinGroup = body {} else { command.groupID = group.description }
    command.body = body
    return (member, command, number)
  }

  /// The code with which a member joins, once the owner has it.
  func code(of member: Int) -> String {
    guard let first = invites.first, let last = invites.last else { return "" }
    return codes[member == confidences?.child ? last : first] ?? ""
  }

  /// Whether everything is there that the load is about.
  var isFurnished: Bool { confidences == nil || unfurnished?.isEmpty == true }

  private func budgetID(_ place: Int) -> BudgetID { names.id(place) }
}
