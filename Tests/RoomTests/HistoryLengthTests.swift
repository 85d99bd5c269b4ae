import HearthProtocol
import Ledger
import Testing

@testable import Room

/// A group's history may become as long as the operator lets it.
struct HistoryLengthTests {
  /// A family whose history has space for so many events more.
  private static func family(room: UInt64, _ prepare: (inout TestShell) -> Void = { _ in }) -> TestShell {
    var other = TestShell.family()
    prepare(&other)
    var limits = RoomLimits()
    limits.historyLengthMax = Int(other.history.sequence.rawValue + room)
    var shell = TestShell.family(limits: limits)
    prepare(&shell)
    return shell
  }

  @Test("GR-11 The last event that there is space for is taken, one more is history_full, and sending the last again gives its answer")
  func bound() throws {
    var shell = Self.family(room: 1)
    let last = Cast.addEntry(1)
    shell.send(last, by: 1)
    shell.send(Cast.addEntry(2), by: 1)
    shell.send(last, by: 1)
    #expect(shell.refusals(to: TestShell.peer(1)) == ["history_full"])
    #expect(shell.accepted(by: TestShell.peer(1)).suffix(2).map(\.duplicate) == [false, true])
    #expect(try shell.log().count == shell.limits.historyLengthMax)
  }

  @Test("GR-11 In one turn only so many commands are taken as there is space for")
  func turn() throws {
    var shell = Self.family(room: 2)
    for number in 1...4 { shell.submit(Cast.addEntry(UInt64(number)), by: 1) }
    shell.turn()
    shell.settle()
    #expect(shell.refusals(to: TestShell.peer(1)) == ["history_full", "history_full"])
    #expect(try shell.log().count == shell.limits.historyLengthMax)
  }

  @Test("GR-11, SE-01, AC-07: a full history keeps nobody from separating, and no grant from ending")
  func safety() {
    let (account, member) = (AccountID(high: 0xF5, low: 1).description, Cast.member(3).description)
    var shell = Self.family(room: 0) { shell in
      shell.send(
        Cast.wish(60, .setAccount(.with { ($0.accountID, $0.content.name, $0.content.type) = (account, "Savings", .savings) })), by: 1)
      shell.send(Cast.wish(61, .grantAccount(.with { ($0.accountID, $0.memberID, $0.permission) = (account, member, .read) })), by: 1)
      shell.send(FamilyLaneTests.guardian(62, 3), by: 1)
      shell.send(Cast.wish(63, .shareCategory(.with { ($0.category, $0.shared) = ("dining", true) })), by: 3)
    }
    shell.send(FamilyLaneTests.guardian(64, 3, isRemoved: true), by: 1)
    shell.send(Cast.wish(65, .shareCategory(.with { $0.category = "dining" })), by: 3)
    shell.send(FamilyLaneTests.guardian(66, 2), by: 1)
    #expect(shell.refusals(to: TestShell.peer(1)) == ["history_full"] && shell.refusals(to: TestShell.peer(3)) == [])
    shell.forget()
    shell.send(Cast.addEntry(1), by: 2)
    shell.send(Cast.wish(2, .revokeAccount(.with { ($0.accountID, $0.memberID) = (account, member) })), by: 1)
    shell.send(Cast.wish(3, .separate(Separate())), by: 2)
    #expect(shell.refusals(to: TestShell.peer(1)) == [] && shell.refusals(to: TestShell.peer(2)) == ["history_full"])
    #expect(shell.history.state.account(AccountID(high: 0xF5, low: 1))?.grants.isEmpty == true)
    #expect(shell.history.state.inbox(of: Cast.member(2)).separation != nil)
  }

  @Test("GR-11 What ends something is carried out in a full group, what begins it again is not")
  func ending() throws {
    var shell = Self.family(room: 0) { $0.send(Cast.createInvite(50), by: 1) }
    shell.send(Cast.revokeInvite(1, invite: 50), by: 1)
    shell.send(Cast.remove(2, 3), by: 1)
    shell.send(Cast.restore(3, 3), by: 1)
    shell.send(Cast.wish(4, .archiveGroup(ArchiveGroup())), by: 1)
    shell.send(Cast.wish(5, .unarchiveGroup(UnarchiveGroup())), by: 1)
    shell.send(Cast.leave(6), by: 2)
    #expect(shell.refusals(to: TestShell.peer(1)) == ["history_full", "history_full"])
    #expect(shell.refusals(to: TestShell.peer(2)) == [])
    #expect(shell.history.state.shared.member(Cast.member(2))?.status != .active)
  }

  @Test("GR-11 Nothing is booked in a full group, and nothing asks for it turn by turn")
  func booking() throws {
    let rule = { (shell: inout TestShell) in shell.send(Cast.setRecurring(1), by: 1) }
    var full = Self.family(room: 0, rule)
    var roomy = Self.family(room: 1, rule)
    for shell in [full, roomy] { #expect(shell.due != nil) }
    let length = try full.log().count
    let later = try #require(CivilDate(iso8601: "2027-10-26"))
    full.today = later
    roomy.today = later
    full.turn()
    roomy.turn()
    #expect(try full.log().count == length)
    // The control: with space the same day books.
    #expect(try roomy.log().count > length)
  }
}
