import HearthProtocol
import Ledger
import Testing

@testable import Room

/// A preview tells its asker what a room then sends them, in whatever lane, and no more (SPEC IP-03, SB-08).
struct PreviewDeliveryTests {
  private typealias Lanes = FamilyLaneTests

  /// Commands by which somebody loses a lane, or something follows in a lane of few readers.
  enum Act: CaseIterable {
    case childLowered, childGrown, guardianRemoved, guardianLowered, guardianLeaves, ownershipTransferred
    case grantRevoked, grantGivenBack, revokedByFormerGuardian, accountMadeGold, grantedToChild, entryAdded

    /// What is asked, and by whom.
    var command: (command: Command, by: UInt64) {
      let child = Cast.member(5).description
      func revoked(_ person: UInt64) -> Command {
        Cast.wish(90, .revokeAccount(.with { ($0.accountID, $0.memberID) = (PreviewDeliveryTests.id(1), Cast.member(person).description) }))
      }
      return switch self {
      case .childLowered: (Cast.changeRole(90, 5, to: .viewer), 1)
      case .childGrown: (Cast.changeRole(90, 5, to: .adult), 1)
      case .guardianRemoved: (Lanes.guardian(90, 3, isRemoved: true), 1)
      case .guardianLowered: (Cast.changeRole(90, 3, to: .viewer), 1)
      case .guardianLeaves: (Cast.leave(90), 3)
      case .ownershipTransferred: (Cast.wish(90, .transferOwnership(.with { $0.memberID = Cast.member(2).description })), 1)
      case .grantRevoked, .revokedByFormerGuardian: (revoked(5), 3)
      case .grantGivenBack: (revoked(2), 2)
      case .accountMadeGold: (PreviewDeliveryTests.account(90, 1, .gold), 3)
      case .grantedToChild:
        (
          Cast.wish(
            90, .grantAccount(.with { ($0.accountID, $0.memberID, $0.permission) = (PreviewDeliveryTests.id(2), child, .read) })), 3
        )
      case .entryAdded: (Lanes.owing(90, minor: 500), 1)
      }
    }

    /// Whether something that stands in a lane which the asker receives before does not reach them.
    var withholds: Bool { self == .childLowered }
  }

  private static func id(_ account: UInt64) -> String { AccountID(high: 0xF5, low: account).description }

  private static func account(_ number: UInt64, _ account: UInt64, _ type: AccountType) -> Command {
    Cast.wish(number, .setAccount(.with { ($0.accountID, $0.content.name, $0.content.type) = (id(account), "Account \(account)", type) }))
  }

  /// A child whose guardian keeps two accounts, of which the child and the admin read the first, and pays an allowance.
  private static func family() -> TestShell {
    var shell = TestShell.family()
    shell.send(Lanes.guardian(10, 3), by: 1)
    shell.send(account(11, 1, .savings), by: 3)
    shell.send(account(12, 2, .checking), by: 3)
    for (number, person) in [(13, 5), (14, 2)] as [(UInt64, UInt64)] {
      let grant = GrantAccount.with { ($0.accountID, $0.memberID, $0.permission) = (id(1), Cast.member(person).description, .read) }
      shell.send(Cast.wish(number, .grantAccount(grant)), by: 3)
    }
    var allowance = Lanes.allowance(15)
    allowance.setAllowance.content.accountID = id(1)
    shell.send(allowance, by: 3)
    shell.send(Lanes.limit(16, minor: 100), by: 1)
    _ = shell.turnUntilNothingIsDue()
    return shell
  }

  /// Events without what nobody knows beforehand, by lane.
  private static func told(_ events: [Event]) -> [Lane: [Event.OneOf_Body]] {
    Dictionary(grouping: events.compactMap(\.body), by: \.traits.lane)
  }

  @Test(
    "IP-03, SB-08: a preview tells what its asker is then sent, and nothing of a lane behind the event by which they lose it",
    arguments: Act.allCases)
  func sameAsDelivered(act: Act) throws {
    var shell = Self.family()
    if act == .revokedByFormerGuardian { shell.send(Lanes.guardian(20, 3, isRemoved: true), by: 1) }
    let (command, by) = act.command
    shell.subscribe(by)
    shell.forget()
    let context = DecisionContext(
      holder: Cast.asker(by).holder, now: shell.now, settled: shell.now, today: shell.today, saidOn: shell.today)
    let impact = try #require(try Ledger.impact(of: command, in: shell.history.state, context: context))
    let received = shell.history.state.lanes(readableBy: Cast.member(by))
    let before = shell.appends.count
    shell.send(command, by: by)
    #expect(shell.refusals(to: TestShell.peer(by)) == [])
    let sent = shell.sent(to: TestShell.peer(by)).flatMap { sent -> [Event] in
      if case .events(_, let events) = sent { events.map(\.event) } else { [] }
    }
    #expect(Self.told(impact.events) == Self.told(sent), "\(act)")
    #expect(!impact.events.isEmpty)
    // The control: what does not reach them stands in a lane that they had.
    let written = shell.appends[before...].flatMap(\.events).filter { received.contains($0.lane) }
    #expect((written.count > sent.count) == act.withholds, "\(act): \(written.map(\.lane))")
  }
}
