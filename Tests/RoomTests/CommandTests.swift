import EventStore
import HearthProtocol
import Ledger
import SwiftProtobuf
import Testing

@testable import Room

/// SPEC section 3: commands and their answers.
struct CommandTests {
  let owner = TestShell.peer(1)
  let adult = TestShell.peer(3)

  @Test("CM-01 The answer echoes the request's number")
  func echoesRequest() {
    var shell = TestShell.family()
    shell.send(Cast.addEntry(1), by: 1, request: 7)
    shell.send(Cast.addEntry(2, minor: 0), by: 1, request: 8)
    #expect(shell.messages(to: owner).map(\.request) == [7, 8])
  }

  @Test("CM-03 Every command is answered once, naming the command, its group and its first event")
  func answersOnce() throws {
    var shell = TestShell.family()
    shell.send(Cast.addEntry(1), by: 3)
    let answer = try #require(shell.accepted(by: adult).first)
    #expect(shell.sent.count == 1)
    #expect(answer.commandID == Cast.command(1).description)
    #expect(answer.groupID == Cast.group.description)
    #expect(answer.lane == "shared")
    #expect(answer.position == 7)
    #expect(!answer.duplicate)
  }

  @Test("CM-03 The same command again gets its first answer and changes nothing", arguments: [false, true])
  func duplicates(afterReload: Bool) throws {
    var shell = TestShell.family()
    shell.send(Cast.addEntry(1), by: 3)
    shell.send(Cast.addEntry(2), by: 3)
    if afterReload { shell = TestShell(store: shell.store, history: try GroupHistory.load(Cast.group, from: shell.store)) }
    shell.forget()
    shell.send(Cast.addEntry(1), by: 3, request: 9)
    let answer = try #require(shell.accepted(by: adult).first)
    #expect(answer.duplicate)
    #expect(answer.lane == "shared")
    #expect(answer.position == 7)
    #expect(shell.appends.isEmpty)
    #expect(shell.messages(to: adult).map(\.request) == [9])
  }

  @Test("CM-03 The same command twice in one turn is accepted once")
  func duplicateWithinBatch() throws {
    var shell = TestShell.family()
    shell.submit(Cast.addEntry(1), by: 3)
    shell.submit(Cast.addEntry(1), by: 3)
    shell.turn()
    #expect(shell.accepted(by: adult).map(\.duplicate) == [false, true])
    #expect(Set(shell.accepted(by: adult).map(\.position)) == [7])
    #expect(shell.appends.map(\.events.count) == [1])
  }

  @Test("CM-03 A command whose first answer came from a snapshot's memory")
  func duplicateAfterSnapshot() throws {
    var shell = TestShell.family()
    shell.send(Cast.addEntry(1), by: 3)
    shell.save(shell.history)
    shell = TestShell(store: shell.store, history: try GroupHistory.load(Cast.group, from: shell.store))
    shell.send(Cast.addEntry(1), by: 3)
    shell.send(Cast.addEntry(1, minor: 1), by: 3)
    #expect(shell.accepted(by: adult).map(\.duplicate) == [true])
    #expect(shell.refusals(to: adult) == ["idempotency_conflict"])
  }

  @Test("CM-03 Creating and joining a group again gives the first answer")
  func duplicateCreateAndJoin() {
    var shell = TestShell.family()
    shell.send(Cast.createGroup(), by: 1)
    shell.send(Cast.join(203, person: 3), by: 3, invite: 103)
    #expect(shell.accepted(by: owner).map(\.duplicate) == [true])
    #expect(shell.accepted(by: owner).map(\.position) == [1])
    #expect(shell.accepted(by: adult).map(\.duplicate) == [true])
    #expect(shell.accepted(by: adult).map(\.position) == [4])
  }

  @Test("IN-01 An invite asked for again is answered with the same code")
  func duplicateInvite() {
    var shell = TestShell.family()
    shell.send(Cast.createInvite(9), by: 1)
    shell.send(Cast.createInvite(9), by: 1)
    #expect(shell.accepted(by: owner).map(\.inviteCode) == ["CODE-9", "CODE-9"])
    #expect(shell.accepted(by: owner).map(\.lane) == ["admin", "admin"])
  }

  @Test("CM-04 Another body under the same id is a conflict", arguments: [false, true])
  func otherBody(afterReload: Bool) throws {
    var shell = TestShell.family()
    shell.send(Cast.addEntry(1), by: 3)
    if afterReload { shell = TestShell(store: shell.store, history: try GroupHistory.load(Cast.group, from: shell.store)) }
    shell.forget()
    shell.send(Cast.addEntry(1, minor: 10_001), by: 3)
    shell.send(Cast.setBudget(1, budget: 1), by: 3)
    #expect(shell.refusals(to: adult) == ["idempotency_conflict", "idempotency_conflict"])
    #expect(shell.appends.isEmpty)
  }

  @Test("CM-04 The same body from another member is a conflict")
  func otherMember() {
    var shell = TestShell.family()
    shell.send(Cast.addEntry(1), by: 3)
    shell.send(Cast.addEntry(1), by: 1)
    #expect(shell.refusals(to: owner) == ["idempotency_conflict"])
  }

  @Test("CM-04 A joiner under a used id is refused and does not become a member")
  func strangerUnderUsedID() throws {
    var shell = TestShell.family()
    shell.send(Cast.createInvite(9), by: 1)
    shell.forget()
    var join = Cast.join(300, person: 6)
    join.id = Cast.command(9).description
    shell.send(join, by: 6, invite: 9)
    #expect(shell.refusals(to: TestShell.peer(6)) == ["idempotency_conflict"])
    #expect(shell.history.state.shared.members.count == 5)
    #expect(shell.appends.isEmpty)
  }

  @Test("CM-04 JSON and protobuf may resend for one another", arguments: [(WireFormat.json, WireFormat.protobuf), (.protobuf, .json)])
  func acrossFormats(first: WireFormat, second: WireFormat) throws {
    var shell = TestShell.family()
    var command = Cast.addEntry(1, minor: 10_001, description: "Brötchen, 2 €")
    command.addEntry.content.split.percentage.shares = ([1, 3] as [UInt64]).map { person in
      var share = PercentageShare()
      share.memberID = Cast.member(person).description
      share.basisPoints = 5_000
      return share
    }
    var paid = Share()
    paid.memberID = Cast.member(1).description
    paid.minor = 10_001
    command.addEntry.content.paid = [paid]
    for format in [first, second] {
      shell.send(try format.decode(Command.self, from: try format.encode(command)), by: 3)
    }
    #expect(shell.accepted(by: adult).map(\.duplicate) == [false, true])
  }

  @Test("CM-05 A group that is not there remembers nothing: what was asked of it is decided again once it is")
  func rejectedBeforeTheGroup() {
    var shell = TestShell()
    shell.send(Cast.addEntry(5), by: 1)
    shell.send(Cast.createGroup(), by: 1)
    shell.send(Cast.addEntry(5), by: 1)
    #expect(shell.refusals(to: owner) == ["not_found"])
    #expect(shell.accepted(by: owner).map(\.duplicate) == [false, false])
  }

  @Test("CM-05, I2: a refused command stays refused, whatever becomes of the group; a new one is decided anew, and so is another body")
  func refusedForGood() throws {
    var shell = TestShell.family()
    shell.send(Cast.changeRole(20, 3, to: .viewer), by: 1)
    shell.forget()
    shell.send(Cast.addEntry(5), by: 3)
    shell.send(Cast.changeRole(21, 3, to: .adult), by: 1)
    // It was sent over two connections, of which one was slow.
    shell.send(Cast.addEntry(5), by: 3)
    #expect(shell.refusals(to: adult) == ["forbidden", "forbidden"])
    #expect(shell.accepted(by: adult).isEmpty)
    shell.send(Cast.addEntry(5, minor: 7), by: 3)
    shell.send(Cast.addEntry(6), by: 3)
    #expect(shell.accepted(by: adult).map(\.duplicate) == [false, false])
    shell.send(Cast.addEntry(5), by: 3)
    #expect(shell.refusals(to: adult).last == "idempotency_conflict")
  }

  @Test("CM-05: of the refusals under one id that of the same command counts, also when it was given a moment ago")
  func refusedUnderAUsedID() {
    var shell = TestShell.family()
    shell.send(Cast.wish(20, .archiveGroup(.init())), by: 1)
    shell.forget()
    shell.send(Cast.addEntry(5), by: 3)
    // All of it is decided in one turn.
    shell.submit(Cast.addEntry(5, minor: 7), by: 3)
    shell.submit(Cast.wish(21, .unarchiveGroup(.init())), by: 1)
    shell.submit(Cast.addEntry(5, minor: 7), by: 3)
    shell.turn()
    #expect(shell.refusals(to: adult) == ["group_archived", "group_archived", "group_archived"])
    #expect(shell.accepted(by: adult).isEmpty && shell.accepted(by: owner).count == 1)
  }

  @Test("CM-05, ER-02: a bad request that is answered again has its reason again")
  func refusedWithItsReason() {
    var shell = TestShell.family()
    // A viewer is nobody's guardian.
    let guardian = Cast.wish(
      20, .setGuardian(.with { ($0.minorID, $0.memberID) = (Cast.member(5).description, Cast.member(4).description) }))
    shell.send(guardian, by: 1)
    shell.send(Cast.changeRole(21, 4, to: .adult), by: 1)
    shell.send(guardian, by: 1)
    #expect(shell.rejections(to: owner).map(\.reason) == [.choiceNotAllowed, .choiceNotAllowed])
    #expect(shell.rejections(to: owner).allSatisfy { $0.details.count == 1 } && shell.accepted(by: owner).count == 1)
  }

  @Test("CM-05: what was refused for the time being is decided again")
  func refusedForNow() {
    var shell = TestShell.family()
    shell.store.failNextAppend(with: .full)
    shell.send(Cast.addEntry(5), by: 3)
    shell.send(Cast.addEntry(5), by: 3)
    #expect(shell.refusals(to: adult) == ["storage_full"])
    #expect(shell.accepted(by: adult).map(\.duplicate) == [false])
  }

  @Test("CM-05, ER-04: whoever was removed meanwhile gets not_found in place of the answer of then, until they are back")
  func refusedAndRemoved() {
    var shell = TestShell.family()
    shell.send(Cast.changeRole(20, 3, to: .viewer), by: 1)
    shell.send(Cast.addEntry(5), by: 3)
    shell.send(Cast.remove(21, 3), by: 1)
    shell.send(Cast.addEntry(5), by: 3)
    shell.send(Cast.restore(22, 3), by: 1)
    shell.send(Cast.changeRole(23, 3, to: .adult), by: 1)
    shell.send(Cast.addEntry(5), by: 3)
    #expect(shell.refusals(to: adult) == ["forbidden", "not_found", "forbidden"])
  }

  @Test("CM-05, I2: who was refused to join as a member of the group does not join by the same command once they have left")
  func refusedJoin() {
    var shell = TestShell.family()
    shell.send(Cast.createInvite(20, role: .adult, uses: 5), by: 1)
    shell.send(Cast.join(21, person: 3), by: 3, invite: 20)
    shell.send(Cast.leave(22), by: 3)
    shell.forget()
    shell.send(Cast.join(21, person: 3), by: 3, invite: 20)
    #expect(shell.refusals(to: adult) == ["not_found"])
    shell.send(Cast.join(23, person: 3), by: 3, invite: 20)
    #expect(shell.accepted(by: adult).count == 1)
  }

  @Test("CM-14: a room at another server remembers what the one before has refused, and passes over bytes that are no memory")
  func refusalsMove() {
    var former = TestShell.family()
    former.send(Cast.changeRole(20, 3, to: .viewer), by: 1)
    former.send(Cast.addEntry(5), by: 3)
    #expect(former.box.room.memory.isEmpty == false)
    former.send(Cast.changeRole(21, 3, to: .adult), by: 1)
    let memory = former.box.room.memory
    func answers(_ memory: [UInt8]) -> [String] {
      var next = TestShell(store: former.store, history: former.box.room.history)
      next.box.room.remember(memory)
      next.send(Cast.addEntry(5), by: 3)
      return next.refusals(to: adult)
    }
    #expect(answers(memory) == ["forbidden"])
    #expect(answers(memory + [7]) == ["forbidden"])
    // The control: a room that remembers nothing accepts it.
    #expect(answers([]).isEmpty)
    // It stands by now, which these rooms do not know yet.
    for count in stride(from: 0, to: memory.count, by: 9) { #expect(answers(Array(memory.prefix(count))) == ["unavailable"]) }
    #expect(answers([2] + memory.dropFirst()) == ["unavailable"])
  }

  @Test("CM-05: as many refusals as may be are remembered, and not one more")
  func refusalsAreBounded() {
    for (most, answers) in [(3, ["forbidden"]), (2, [])] as [(Int, [String])] {
      var limits = RoomLimits()
      limits.refusalsOfOneMax = most
      var shell = TestShell.family(limits: limits)
      shell.send(Cast.changeRole(20, 3, to: .viewer), by: 1)
      for number in 5...7 as ClosedRange<UInt64> { shell.send(Cast.addEntry(number), by: 3) }
      shell.send(Cast.changeRole(21, 3, to: .adult), by: 1)
      shell.forget()
      shell.send(Cast.addEntry(5), by: 3)
      #expect(shell.refusals(to: adult) == answers)
    }
    #expect(RoomLimits().refusalsOfOneMax == 200)
  }

  @Test("CM-05: what others are refused makes the room forget nobody's, until there are too many of all; then whoever has the most loses")
  func refusalsAreEachSendersOwn() {
    for (most, answers) in [(6, ["forbidden"]), (5, ["forbidden"]), (1, [])] as [(Int, [String])] {
      var limits = RoomLimits()
      limits.refusalsOfOneMax = 5
      limits.refusalsMax = most
      var shell = TestShell.family(limits: limits)
      shell.send(Cast.changeRole(20, 3, to: .viewer), by: 1)
      shell.send(Cast.addEntry(5), by: 3)
      // A viewer who tries again and again.
      for number in 100...110 as ClosedRange<UInt64> { shell.send(Cast.addEntry(number), by: 4) }
      shell.send(Cast.changeRole(21, 3, to: .adult), by: 1)
      shell.forget()
      shell.send(Cast.addEntry(5), by: 3)
      #expect(shell.refusals(to: adult) == answers, "\(most)")
    }
    #expect(RoomLimits().refusalsMax == 2_000)
  }

  @Test("Commands that wait are as many bytes as may be, and not one more; what was answered makes space")
  func queuedBytesAreBounded() {
    for (size, answers) in [(2 << 20, []), (2 << 20 + 1, ["overloaded"])] as [(Int, [String])] {
      var shell = TestShell.family()
      shell.submit(Cast.addEntry(5), by: 3, sizeBytes: 2 << 20)
      shell.submit(Cast.addEntry(6), by: 3, sizeBytes: size)
      #expect(shell.refusals(to: adult) == answers)
      shell.turn()
      shell.send(Cast.addEntry(7), by: 3, sizeBytes: 4 << 20)
      #expect(shell.refusals(to: adult) == answers)
      shell.store.failNextAppend(with: .full)
      shell.send(Cast.addEntry(8), by: 3, sizeBytes: 4 << 20)
      shell.send(Cast.addEntry(8, minor: 0), by: 3, sizeBytes: 4 << 20)
      let held = shell.box.room.heldBytes
      #expect(held == 0)
    }
    #expect(RoomLimits().heldBytesMax == 4 << 20)
  }

  @Test("CM-07 Commands are decided in the order sent, each against the state the former left")
  func decidedInOrder() {
    var shell = TestShell.family()
    shell.submit(Cast.createInvite(9), by: 1, request: 1)
    shell.submit(Cast.revokeInvite(10, invite: 9), by: 1, request: 2)
    shell.submit(Cast.revokeInvite(11, invite: 9), by: 1, request: 3)
    shell.turn()
    #expect(shell.messages(to: owner).map(\.request) == [1, 2, 3])
    #expect(shell.accepted(by: owner).map(\.position) == [9, 10])
    #expect(shell.refusals(to: owner) == ["nothing_changes"])
  }

  @Test("CM-07 A subscriber receives the command's event before the answer")
  func eventBeforeAnswer() throws {
    var shell = TestShell.family()
    shell.subscribe(3)
    shell.forget()
    shell.send(Cast.addEntry(1), by: 3)
    let sent = shell.sent(to: adult)
    try #require(sent.count == 2)
    guard case .events(.shared, let events) = sent[0], case .message(let answer) = sent[1] else {
      Issue.record("expected the event, then the answer; got \(sent)")
      return
    }
    #expect(events.map(\.stored.position.rawValue) == [answer.accepted.position])
  }

  @Test("CM-09 The event carries what the command left out")
  func fillsIn() throws {
    var shell = TestShell.family()
    shell.send(Cast.addEntry(1), by: 3)
    let content = try #require(shell.history.state.shared.entries.first).content
    #expect(content.date == "2026-10-26")
    #expect(content.paid.map(\.memberID) == [Cast.member(3).description])
    #expect(content.split.equal.memberIds == [1, 2, 3].map { Cast.member($0).description })
  }

  @Test("CM-02 An id that is no UUID is bad_request, whatever the rest says", arguments: ["", "7", String(repeating: "x", count: 36)])
  func malformedID(id: String) {
    var shell = TestShell.family()
    var command = Cast.addEntry(1)
    command.id = id
    shell.send(command, by: 3)
    shell.send(Cast.addEntry(2), by: 3)
    #expect(shell.refusals(to: adult) == ["bad_request"])
    #expect(shell.accepted(by: adult).count == 1)
  }

  @Test("A command without a body is unknown_command, and the next one works")
  func withoutBody() {
    var shell = TestShell.family()
    var command = Cast.addEntry(1)
    command.body = nil
    shell.send(command, by: 3)
    shell.send(Cast.addEntry(2), by: 3)
    #expect(shell.refusals(to: adult) == ["unknown_command"])
    #expect(shell.accepted(by: adult).count == 1)
  }
}
