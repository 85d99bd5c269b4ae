import HearthProtocol
import Ledger
import Testing

@testable import Room

/// A minor's lane and an account's in a live room: who receives them when (SPEC LN-14, FA-06).
struct FamilyLaneTests {
  static let lane = Lane.minor(Cast.member(5))
  static let account = Lane.account(AccountID(high: 0xF5, low: 1))

  static func guardian(_ number: UInt64, _ person: UInt64, isRemoved: Bool = false) -> Command {
    Cast.wish(
      number,
      .setGuardian(
        .with { ($0.minorID, $0.memberID, $0.removed) = (Cast.member(5).description, Cast.member(person).description, isRemoved) }))
  }

  static func spending(_ number: UInt64, minor: Int64 = 500, record: UInt64? = nil) -> Command {
    Cast.wish(
      number,
      .setSpending(
        .with {
          ($0.minorID, $0.spendingID) = (Cast.member(5).description, EntryID(high: 0xF1, low: record ?? number).description)
          ($0.content.description_p, $0.content.amount) = ("Samosa", .with { ($0.minor, $0.currency) = (minor, "INR") })
        }))
  }

  static func limit(_ number: UInt64, minor: Int64) -> Command {
    Cast.wish(
      number,
      .setSpendingLimit(
        .with {
          ($0.minorID, $0.limitID) = (Cast.member(5).description, BudgetID(high: 0xF2, low: 1).description)
          ($0.content.name, $0.content.period) = ("Pocket", .weekly)
          $0.content.limit = .with { ($0.minor, $0.currency) = (minor, "INR") }
        }))
  }

  static func allowance(_ number: UInt64) -> Command {
    let content = AllowanceContent.with { ($0.amount, $0.period) = (.with { ($0.minor, $0.currency) = (500, "INR") }, .weekly) }
    return Cast.wish(
      number,
      .setAllowance(
        .with { ($0.minorID, $0.allowanceID, $0.content) = (Cast.member(5).description, allowanceID(number).description, content) }))
  }

  static func allowanceID(_ number: UInt64) -> RecurringID { RecurringID(high: 0xF3, low: number) }

  /// An entry in which the minor owes.
  static func owing(_ number: UInt64, minor: Int64) -> Command {
    var command = Cast.addEntry(number, minor: minor)
    command.addEntry.content.split.equal.memberIds = [Cast.member(5).description]
    return command
  }

  private static func events(_ shell: TestShell, _ peer: PeerID) -> Int {
    shell.sent(to: peer).reduce(0) { count, sent in if case .events(lane, let events) = sent { count + events.count } else { count } }
  }

  @Test("SB-08, FA-01: a new guardian gets the lane's snapshot in the same turn, behind the event that tells the minor")
  func gains() throws {
    var shell = TestShell.family()
    shell.send(Self.spending(10), by: 5)
    for person in [3, 5] as [UInt64] { shell.subscribe(person) }
    shell.forget()
    shell.send(Self.guardian(11, 3), by: 1)
    let start = try #require(shell.starts(of: TestShell.peer(3)).first)
    #expect(start.subscribed.lanes.map(\.lane).last == Self.lane.name && start.snapshots.map(\.lane) == [Self.lane.name])
    #expect(start.snapshots.first?.minor.spending.count == 1 && start.snapshots.first?.minor.guardians.count == 1)
    #expect(Self.events(shell, TestShell.peer(5)) == 1 && shell.starts(of: TestShell.peer(5)).isEmpty)
    // The minor was told before the guardian received anything.
    let told = shell.sent.firstIndex { $0.peer == TestShell.peer(5) }
    let begun = shell.sent.firstIndex { if $0.peer == TestShell.peer(3), case .begin = $0.what { true } else { false } }
    #expect(try #require(told) < #require(begun))
    shell.send(Self.spending(12), by: 5)
    #expect(Self.events(shell, TestShell.peer(3)) == 1)
  }

  @Test("SB-08: an owner who is connected receives the lane of a minor who joins, from the first event on")
  func arrives() throws {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.send(Cast.createInvite(106, role: .minor), by: 1)
    shell.send(Cast.join(206, person: 6), by: 6, invite: 106)
    #expect(shell.starts(of: TestShell.peer(1)).last?.subscribed.lanes.last?.lane == Lane.minor(Cast.member(6)).name)
    shell.forget()
    var spending = Self.spending(10)
    spending.setSpending.minorID = Cast.member(6).description
    shell.send(spending, by: 6)
    #expect(shell.refusals(to: TestShell.peer(6)) == [])
    let lanes = shell.sent(to: TestShell.peer(1)).compactMap { sent in if case .events(let lane, _) = sent { lane } else { nil } }
    #expect(lanes == [.minor(Cast.member(6))])
  }

  @Test("FA-06: overdue allowances keep no rule from being booked before the commands of its turn")
  func overdue() throws {
    /// Where the rule's entry and the command's stand in lane `shared`.
    func order(withAllowances: Bool) throws -> [String] {
      var shell = TestShell.family()
      if withAllowances {
        for number in 1...20 as ClosedRange<UInt64> {
          shell.send(Self.allowance(20 + number), by: 1)
        }
      }
      let last = shell.today.adding(days: 70)
      shell.send(
        Cast.wish(
          50,
          .setRecurring(
            .with {
              ($0.ruleID, $0.content.recurrence.unit) = (RecurringID(high: 0xF4, low: 1).description, .year)
              ($0.content.recurrence.interval, $0.content.recurrence.firstDate) = (1, last.description)
              ($0.content.template.kind, $0.content.template.description_p) = (.expense, "Rent")
              $0.content.template.amount = .with { ($0.minor, $0.currency) = (1_000, "INR") }
            })), by: 1)
      shell.today = last
      var entry = Cast.addEntry(60)
      entry.addEntry.content.description_p = "Tea"
      shell.submit(entry, by: 3)
      shell.settle()
      return shell.history.state.shared.entries.map(\.description)
    }
    let without = try order(withAllowances: false)
    #expect(without == ["Rent", "Tea"])
    #expect(try order(withAllowances: true) == without)
  }

  @Test("SB-08: nothing of the lane reaches a guardian behind the event that ends it, also of the same turn", arguments: 0...2)
  func loses(how: Int) throws {
    var shell = TestShell.family()
    shell.send(Self.guardian(10, 3), by: 1)
    shell.subscribe(3)
    shell.forget()
    // All in one turn.
    shell.submit(Self.spending(11), by: 5)
    switch how {
    case 0: shell.submit(Self.guardian(12, 3, isRemoved: true), by: 1)
    case 1: shell.submit(Cast.changeRole(12, 3, to: .viewer), by: 1)
    default: shell.submit(Cast.changeRole(12, 5, to: .adult), by: 1)
    }
    shell.submit(Self.spending(13), by: how == 2 ? 5 : 1)
    shell.submit(Cast.addEntry(14), by: 1)
    shell.settle()
    let received = Self.events(shell, TestShell.peer(3))
    #expect(received == (how == 0 ? 2 : 1))
    let start = try #require(shell.starts(of: TestShell.peer(3)).last)
    #expect(!start.subscribed.lanes.contains { $0.lane == Self.lane.name })
    shell.readHistory(3, lane: Self.lane.name)
    #expect(shell.refusals(to: TestShell.peer(3)).last == "not_found")
  }

  @Test("SB-08: a minor who becomes an adult has the lane alone, and the owner gets nothing later")
  func grown() throws {
    var shell = TestShell.family()
    shell.send(Self.spending(10), by: 5)
    shell.subscribe(1)
    shell.subscribe(5)
    shell.forget()
    shell.send(Cast.changeRole(11, 5, to: .adult), by: 1)
    #expect(shell.starts(of: TestShell.peer(1)).last?.subscribed.lanes.contains { $0.lane == Self.lane.name } == false)
    #expect(shell.starts(of: TestShell.peer(5)).last?.subscribed.lanes.last?.lane == Self.lane.name)
  }

  @Test("SB-08: what ends with a minor's role stands in their lane behind the change, and reaches nobody who looked after them")
  func endsBehind() {
    var shell = TestShell.family()
    shell.send(Self.guardian(9, 3), by: 1)
    shell.send(Self.account(10), by: 3)
    var grant = Self.grant(11, 5)
    grant.grantAccount.permission = .read
    shell.send(grant, by: 3)
    for person in [1, 3] as [UInt64] { shell.subscribe(person) }
    shell.forget()
    // The control: until then those who look after the child hear what is of the lane.
    shell.send(Self.spending(12), by: 5)
    for person in [1, 3] as [UInt64] { #expect(Self.events(shell, TestShell.peer(person)) == 1) }
    shell.forget()
    shell.send(Cast.changeRole(13, 5, to: .viewer), by: 1)
    let lanes = shell.appends.last?.events.map(\.lane) ?? []
    #expect(lanes.contains(Self.lane), "\(lanes)")
    for person in [1, 3] as [UInt64] { #expect(Self.events(shell, TestShell.peer(person)) == 0) }
  }

  private static func account(_ number: UInt64, account: UInt64 = 1) -> Command {
    Cast.wish(
      number,
      .setAccount(
        .with { ($0.accountID, $0.content.name, $0.content.type) = (AccountID(high: 0xF5, low: account).description, "Savings", .savings) })
    )
  }

  private static func deposit(_ number: UInt64) -> Command {
    Cast.wish(
      number,
      .setAccountEntry(
        .with {
          ($0.accountID, $0.entryID) = (AccountID(high: 0xF5, low: 1).description, EntryID(high: 0xF6, low: number).description)
          ($0.content.kind, $0.content.amount.minor, $0.content.description_p) = (.deposit, 500, "Salary")
        }))
  }

  private static func grant(_ number: UInt64, _ person: UInt64, isRevoked: Bool = false) -> Command {
    let (id, member) = (AccountID(high: 0xF5, low: 1).description, Cast.member(person).description)
    return Cast.wish(
      number,
      isRevoked
        ? .revokeAccount(.with { ($0.accountID, $0.memberID) = (id, member) })
        : .grantAccount(.with { ($0.accountID, $0.memberID, $0.permission) = (id, member, .write) }))
  }

  private static func accountEvents(_ shell: TestShell, _ person: UInt64) -> Int {
    shell.sent(to: TestShell.peer(person)).reduce(0) { count, sent in
      if case .events(account, let events) = sent { count + events.count } else { count }
    }
  }

  @Test("AC-01, AC-03, SB-08: the owner of a new account receives its lane in the same turn, and is billed for making it")
  func opens() throws {
    var shell = TestShell.family()
    shell.subscribe(3)
    shell.forget()
    _ = shell.takeBills()
    shell.submit(Self.account(10), by: 3)
    shell.submit(Self.deposit(11), by: 3)
    shell.settle()
    let start = try #require(shell.starts(of: TestShell.peer(3)).first)
    #expect(start.subscribed.lanes.map(\.lane).last == Self.account.name && start.snapshots.first?.account.entries.count == 1)
    #expect(shell.takeBills().allSatisfy { $0.bytes > 0 })
    #expect(shell.refusals(to: TestShell.peer(3)) == [])
    shell.forget()
    shell.send(Self.deposit(12), by: 3)
    #expect(Self.accountEvents(shell, 3) == 1)
  }

  @Test(
    "product 150, SB-08, AC-07: of one turn a grantee gets what stands up to the end of the grant and nothing behind it, and a new one all of it"
  )
  func passes() throws {
    var shell = TestShell.family()
    shell.send(Self.account(10), by: 1)
    shell.send(Self.grant(11, 3), by: 1)
    for person in 1...3 as ClosedRange<UInt64> { shell.subscribe(person) }
    shell.forget()
    shell.submit(Self.deposit(12), by: 3)
    shell.submit(Self.grant(13, 3, isRevoked: true), by: 1)
    shell.submit(Self.deposit(14), by: 1)
    shell.submit(Self.grant(15, 2), by: 1)
    shell.submit(Self.deposit(16), by: 1)
    shell.settle()
    #expect(Self.accountEvents(shell, 3) == 2 && Self.accountEvents(shell, 1) == 5 && Self.accountEvents(shell, 2) == 0)
    #expect(shell.starts(of: TestShell.peer(2)).first?.snapshots.first?.account.entries.count == 3)
    let start = try #require(shell.starts(of: TestShell.peer(3)).last)
    #expect(!start.subscribed.lanes.contains { $0.lane == Self.account.name })
    // Lost and got back in one turn: nothing is missing.
    shell.forget()
    shell.submit(Self.grant(20, 2, isRevoked: true), by: 1)
    shell.submit(Self.deposit(21), by: 1)
    shell.submit(Self.grant(22, 2), by: 1)
    shell.settle()
    #expect(Self.accountEvents(shell, 2) == 3)
  }

  @Test("SB-06, LN-09: whose newer subscription waits gets the events it misses, whatever becomes of others' accounts meanwhile")
  func waits() throws {
    func start(withAccount: Bool) throws -> [Bool] {
      var shell = TestShell.family()
      shell.send(Cast.addEntry(10), by: 3)
      shell.holdsGathers = true
      shell.subscribe(2, cursors: [.shared: 3, .admin: 1])
      shell.subscribe(2, cursors: [.shared: 3, .admin: 1])
      if withAccount { shell.send(Self.account(11), by: 1) }
      while !shell.heldGathers.isEmpty { shell.answerGather() }
      return try #require(shell.starts(of: TestShell.peer(2)).last).subscribed.lanes.map(\.snapshot)
    }
    #expect(try start(withAccount: true) == start(withAccount: false))
  }

  @Test("PR-01, LN-09: who catches up is present as soon as what was collected has come back, also where they get an account meanwhile")
  func shown() throws {
    func told(withAccount: Bool) throws -> [[UInt8]] {
      var shell = TestShell.family()
      shell.send(Cast.addEntry(10), by: 3)
      shell.subscribe(3)
      shell.holdsGathers = true
      shell.subscribe(1)
      if withAccount { shell.send(Self.account(11), by: 1) }
      shell.answerGather()
      #expect(shell.gathering.isEmpty != withAccount)
      shell.tell(
        .with {
          ($0.groupID, $0.epoch) = (Cast.group.description, 1)
          $0.heads = [.with { ($0.lane, $0.position, $0.hash) = ("shared", 1, .init(Array(repeating: 7, count: 32))) }]
        }, from: TestShell.peer(1))
      shell.send(Cast.addEntry(12), by: 3)
      while !shell.heldGathers.isEmpty { shell.answerGather() }
      return try shell.sent(to: TestShell.peer(3)).map { try $0.bytes() }
    }
    let silent = try told(withAccount: false)
    #expect(try told(withAccount: true) == silent && silent.count >= 4)
  }

  @Test("SB-09, LN-09: a lane that somebody gains and gets in pieces takes from others nothing of what they go on from")
  func former() {
    var shell = TestShell.family()
    shell.holdsGathers = true
    shell.subscribe(2)
    shell.openGather()
    shell.subscribe(1)
    shell.answerGather()
    let kept = shell.box.room.formerStates.map(\.sequence)
    for number in 0..<3 as Range<UInt64> {
      shell.send(Self.account(11 + number, account: 1 + number), by: 1)
      shell.openGather()
      shell.answerStream()
    }
    #expect(shell.starts(of: TestShell.peer(1)).count == 4)
    #expect(shell.box.room.formerStates.map(\.sequence) == kept && kept.count == 1)
    // Nor by a catch-up that they ask for.
    for number in 20..<23 as Range<UInt64> {
      shell.send(Self.spending(number), by: 5)
      shell.subscribe(1)
      shell.openGather()
      shell.answerStream()
    }
    #expect(shell.box.room.formerStates.count == 1)
  }

  @Test("LN-03: where the pieces of a catch-up end says nothing of what stands in other lanes")
  func cuts() {
    func cuts(withSpending: Bool) -> [Int] {
      var shell = TestShell.family()
      for number in 0..<250 as Range<UInt64> {
        shell.send(Cast.addEntry(1_000 + number), by: 2)
        if withSpending, number % 3 == 0 { shell.send(Self.spending(5_000 + number), by: 5) }
      }
      shell.holdsGathers = true
      shell.subscribe(3, cursors: [.shared: 4])
      shell.openGather()
      shell.answerStream()
      return shell.sent(to: TestShell.peer(3)).compactMap { sent in if case .events(_, let events) = sent { events.count } else { nil } }
    }
    let silent = cuts(withSpending: false)
    #expect(cuts(withSpending: true) == silent && silent.count == 3 && silent.first == CatchUpReading.pieceEvents)
  }

  @Test("SB-08, AC-09: a grantee who becomes a viewer gets nothing of the lane, not even that the grant has ended")
  func lowered() {
    var shell = TestShell.family()
    shell.send(Self.account(10), by: 1)
    shell.send(Self.grant(11, 3), by: 1)
    for person in [1, 3] as [UInt64] { shell.subscribe(person) }
    shell.forget()
    shell.submit(Self.deposit(12), by: 1)
    shell.submit(Cast.changeRole(13, 3, to: .viewer), by: 1)
    shell.settle()
    #expect(Self.accountEvents(shell, 3) == 1 && Self.accountEvents(shell, 1) == 2)
  }

  @Test(
    "SB-08: whose catch-up ends while the loss of a lane is on its way to the disk gets nothing of the lane behind it", arguments: 0...2)
  func losesMeanwhile(how: Int) {
    var shell = TestShell.family()
    shell.send(Self.account(10), by: 1)
    shell.send(Self.grant(11, 3), by: 1)
    shell.send(Self.guardian(12, 3), by: 1)
    (shell.holdsGathers, shell.holdsAppends) = (true, true)
    shell.subscribe(3)
    switch how {
    case 0: shell.submit(Self.grant(13, 3, isRevoked: true), by: 1)
    case 1: shell.submit(Self.guardian(13, 3, isRemoved: true), by: 1)
    default: shell.submit(Cast.changeRole(13, 3, to: .viewer), by: 1)
    }
    shell.submit(Self.deposit(14), by: 1)
    shell.submit(Self.spending(15), by: 5)
    shell.turn()
    shell.answerGather()
    shell.forget()
    shell.answerAppend()
    // The end itself, where it stands in the lane, and what is in the other one; a viewer is not told of the ends.
    #expect(Self.accountEvents(shell, 3) == [1, 1, 0][how])
    #expect(Self.events(shell, TestShell.peer(3)) == [1, 1, 0][how])
  }

  @Test("AU-06, FA-06: what a command brings about in a lane that its sender does not receive gets no row of the audit log")
  func notes() {
    /// What the last command wrote: how many events, and the audit log's rows.
    func written(wasGuardian: Bool, _ commands: [(command: Command, by: UInt64)], invite: UInt64? = nil) -> (events: Int, notes: [String]) {
      var shell = TestShell.family()
      if wasGuardian { shell.send(Self.guardian(10, 3), by: 1) }
      for (command, by) in commands.dropLast() { shell.send(command, by: by) }
      let before = shell.appends.count
      if let last = commands.last { shell.send(last.command, by: last.by, invite: invite) }
      let batches = shell.appends[before...]
      return (batches.flatMap(\.events).count, batches.flatMap(\.notes).map { "\($0.act) \($0.member.map { "\($0)" } ?? "")" })
    }
    func role(_ number: UInt64, _ role: Role) -> Command {
      Cast.wish(number, .changeRole(.with { ($0.memberID, $0.role) = (Cast.member(3).description, role) }))
    }
    // Who comes back is a guardian no more, and does not receive the lane where that stands.
    let back: [(command: Command, by: UInt64)] = [
      (Cast.wish(11, .leaveGroup(.init())), 3), (Cast.createInvite(12), 1), (Cast.join(13, person: 3), 3),
    ]
    let (silent, told) = (written(wasGuardian: false, back, invite: 12), written(wasGuardian: true, back, invite: 12))
    #expect(silent.events > 0 && told.events == silent.events + 1 && told.notes == silent.notes, "\(told) \(silent)")
    // The control: the owner, who receives it, raises a guardian.
    let raised: [(command: Command, by: UInt64)] = [(role(11, .viewer), 1), (role(12, .adult), 1)]
    let (without, with) = (written(wasGuardian: false, raised), written(wasGuardian: true, raised))
    #expect(with.events == without.events + 1 && with.notes.count == without.notes.count + 1, "\(with) \(without)")
  }

  @Test("FA-06: what a command brings about in a lane that its sender does not receive is not billed to them")
  func bills() {
    func billed(withLimit: Bool) -> [Int] {
      var shell = TestShell.family()
      if withLimit { shell.send(Self.limit(10, minor: 100), by: 1) }
      _ = shell.takeBills()
      shell.send(Self.owing(11, minor: 500), by: 3)
      let fired = shell.history.state.minor(Cast.member(5)).limits.first?.fired(inPeriodFrom: Cast.today) ?? []
      #expect(fired.isEmpty != withLimit)
      return shell.takeBills().map(\.bytes)
    }
    #expect(billed(withLimit: true) == billed(withLimit: false) && billed(withLimit: true).count == 1)
  }

  @Test("FA-06, AC-11: an owner who ends a child's role is billed for the ends of the child's accesses, and a sender outside is not")
  func roleEnds() {
    /// What the owner is billed for the change of a role, and what stands in the child's lane behind it.
    func ended(withAccess: Bool, to role: Role) -> (bills: [Int], told: Int) {
      var shell = TestShell.family()
      shell.send(Self.guardian(10, 3), by: 1)
      shell.send(Self.account(11), by: 3)
      var grant = Self.grant(12, 5)
      grant.grantAccount.permission = .read
      if withAccess { shell.send(grant, by: 3) }
      _ = shell.takeBills()
      let before = shell.appends.count
      shell.send(Cast.changeRole(13, 5, to: role), by: 1)
      let told = shell.appends[before...].flatMap(\.events).filter { $0.lane == Self.lane }
      return (shell.takeBills().map(\.bytes), told.reduce(0) { $0 + $1.bytes.count + Bill.eventBytes })
    }
    let (with, without) = (ended(withAccess: true, to: .viewer), ended(withAccess: false, to: .viewer))
    // The account's own end is not the owner's to pay: they do not receive its lane.
    #expect(with.told > 0 && without.told == 0 && with.bills.count == 1)
    #expect(with.bills.reduce(0, +) == without.bills.reduce(0, +) + with.told)
    // The control: a child who grows up keeps what they read, and nothing is billed for it.
    let (kept, none) = (ended(withAccess: true, to: .adult), ended(withAccess: false, to: .adult))
    #expect(kept.told == 0 && kept.bills == none.bills)
  }

  @Test(
    "FA-06, AU-06, AC-11: a grant to a child that ends is answered, billed and noted as one to a partner, where its owner sees no child's lane"
  )
  func accessEnds() {
    func ended(of person: UInt64, looksAfter: Bool) -> (bills: [Int], notes: Int, events: Int, answers: [String]) {
      var shell = TestShell.family()
      shell.send(Self.guardian(10, 3), by: 1)
      shell.send(Self.account(11), by: 3)
      var grant = Self.grant(12, person)
      grant.grantAccount.permission = .read
      shell.send(grant, by: 3)
      if !looksAfter { shell.send(Self.guardian(13, 3, isRemoved: true), by: 1) }
      _ = shell.takeBills()
      shell.forget()
      let before = shell.appends.count
      shell.send(Self.grant(14, person, isRevoked: true), by: 3)
      let batches = shell.appends[before...]
      let answers = shell.sent(to: TestShell.peer(3)).compactMap { sent -> String? in
        guard case .message(let message) = sent, case .accepted(let accepted) = message.body else { return nil }
        return "\(accepted.lane) \(accepted.position)"
      }
      return (shell.takeBills().map(\.bytes), batches.flatMap(\.notes).count, batches.flatMap(\.events).count, answers)
    }
    let (child, partner) = (ended(of: 5, looksAfter: false), ended(of: 2, looksAfter: false))
    #expect(child.events == partner.events + 1 && child.bills == partner.bills && child.bills.count == 1)
    #expect(child.notes == partner.notes && child.answers == partner.answers && child.answers.count == 1)
    // The control: to an owner who looks after the child it is billed.
    let told = ended(of: 5, looksAfter: true)
    #expect(told.bills.reduce(0, +) > child.bills.reduce(0, +) && told.answers == child.answers)
  }
}
