import EventStore
import HearthProtocol
import Ledger
import Testing

@testable import Room

/// What lanes cost that nobody uses, and what those that are used cost a delivery in another (SPEC LN-14).
struct ManyLaneTests {
  private static func account(_ number: UInt64) -> Command {
    Cast.wish(
      number,
      .setAccount(
        .with { ($0.accountID, $0.content.name, $0.content.type) = (AccountID(high: 0xF5, low: number).description, "Savings", .savings) }))
  }

  private static func coaching(_ number: UInt64, to person: UInt64) -> Command {
    Cast.wish(
      number, .sendCoaching(.with { ($0.recipientID, $0.text, $0.anyway) = (Cast.member(person).description, "Well done!", true) }))
  }

  /// The family, followed by all; with more, something stands in 30 lanes.
  private static func family(withMore: Bool) -> TestShell {
    var shell = TestShell.family()
    // So that income, which all here but viewer and minor receive, is there in both.
    shell.send(Cast.setIncome(800), by: 1)
    if withMore {
      shell.send(FamilyLaneTests.spending(801), by: 5)
      for (number, person) in [(802, 2), (803, 3), (804, 4), (805, 5)] as [(UInt64, UInt64)] {
        shell.send(coaching(number, to: person), by: 1)
      }
      for number in 0..<21 as Range<UInt64> { shell.send(account(820 + number), by: number % 3 + 1) }
    }
    for person in 1...5 as ClosedRange<UInt64> { shell.subscribe(person, format: person % 2 == 0 ? .json : .protobuf) }
    shell.forget()
    return shell
  }

  /// What the room has its shell do for one command: each effect with its size and how many it goes to.
  private static func work(_ command: Command, by person: UInt64, in shell: inout TestShell) throws -> [String] {
    shell.submit(command, by: person)
    var told: [String] = []
    var open = shell.box.room.endTurn(now: shell.now, today: shell.today, settledDay: shell.today)
    while !open.isEmpty {
      let effect = open.removeFirst()
      switch effect {
      case .append(let batch):
        told.append("append \(batch.events.map(\.bytes.count)) \(batch.notes.count) \(batch.projections.count)")
        open += shell.box.room.appended(shell.store.append([batch])[0])
      case .deliver(let lane, let events, let recipients):
        told.append("deliver \(lane) \(events.count) \(recipients.json.count) \(recipients.protobuf.count)")
      case .answer(let message, _): told.append("answer \(try WireFormat.protobuf.encode(message).count)")
      default: told.append("\(effect)")
      }
    }
    return told
  }

  @Test("LN-14: an entry is encoded once a format and sent once to each, and nothing else is done, however many lanes there are")
  func delivery() throws {
    var (few, many) = (Self.family(withMore: false), Self.family(withMore: true))
    #expect(few.history.chain.heads.count == 3 && many.history.chain.heads.count == 30, "\(many.history.chain.heads.keys.sorted())")
    let wanted = try Self.work(Cast.addEntry(1_900), by: 3, in: &few)
    #expect(wanted.count == 3 && wanted.contains("deliver shared 1 2 3"), "\(wanted)")
    #expect(try Self.work(Cast.addEntry(1_900), by: 3, in: &many) == wanted)
    // The control: something for one lane more is seen.
    let other = try Self.work(FamilyLaneTests.owing(1_901, minor: 500), by: 3, in: &many)
    #expect(other.count == 3)
    many.send(FamilyLaneTests.limit(1_902, minor: 10_000), by: 1)
    #expect(try Self.work(FamilyLaneTests.owing(1_903, minor: 9_000), by: 3, in: &many).count > wanted.count)
  }

  @Test("LN-14: a lane in which nothing has happened has no head, no fold and no place in a snapshot, though it can be followed")
  func unused() throws {
    var shell = TestShell()
    shell.send(Cast.createGroup(), by: 1)
    // Ten, of whom nobody is a minor; then the last is one.
    func join(_ person: UInt64, _ role: Role) {
      shell.send(Cast.createInvite(100 + person, role: role), by: 1)
      shell.send(Cast.join(200 + person, person: person), by: person, invite: 100 + person)
    }
    for person in 2...9 as ClosedRange<UInt64> { join(person, .adult) }
    for role in [Role.adult, .minor] {
      join(role == .adult ? 10 : 11, role)
      for person in [1, 9] as [UInt64] { shell.subscribe(person) }
      #expect(shell.history.chain.heads.keys.sorted() == [.shared, .admin], "\(role.text)")
      #expect(shell.history.snapshot().lanes.map(\.lane) == ["shared", "admin"], "\(role.text)")
      if role == .adult { shell.send(Cast.remove(300, 10), by: 1) }
    }
    let start = try #require(shell.starts(of: TestShell.peer(1)).last)
    let lane = Lane.minor(Cast.member(11))
    #expect(start.subscribed.lanes.last?.lane == lane.name && start.snapshots.map(\.lane) == ["shared", "admin"])
    // The control: with the first event there is one.
    var spending = FamilyLaneTests.spending(400)
    spending.setSpending.minorID = Cast.member(11).description
    shell.send(spending, by: 11)
    #expect(shell.history.chain.heads.keys.sorted() == [.shared, .admin, lane])
    #expect(shell.history.snapshot().lanes.map(\.lane) == ["shared", "admin", lane.name])
  }
}
