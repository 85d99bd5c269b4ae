import Foundation
import HearthProtocol
import Ledger
import Support
import Testing

@testable import Room

/// Guardians, grantees and children who lose a lane while others write to it: nothing of it reaches them behind that
/// moment (SPEC SB-08, FA-02, AC-07). The child reads an account. `make leak` races 10,000 times in each way.
struct FamilyRaceTests {
  private static let races = ProcessInfo.processInfo.environment["HEARTH_LEAK_RACES"].flatMap(Int.init) ?? 40

  /// Who loses which lane, and how.
  enum Loss: CaseIterable {
    case guardianRemoved, guardianLowered, minorGrown, minorLowered, grantRevoked, revocationAgreed, granteeRemoved, granteeLowered
    /// The child reads the account no more: it is revoked, the child has another role, the account another type.
    case accessRevoked, accessLowered, accessUnsuited

    /// Who loses the lane.
    var reader: UInt64 {
      switch self {
      case .accessRevoked, .accessLowered, .accessUnsuited: 5
      case .guardianRemoved, .guardianLowered, .minorGrown, .minorLowered, .grantRevoked, .revocationAgreed, .granteeRemoved,
        .granteeLowered:
        3
      }
    }

    /// The lane that they lose.
    var lane: Lane {
      switch self {
      case .guardianRemoved, .guardianLowered, .minorGrown, .minorLowered: FamilyRaceTests.minor
      case .grantRevoked, .revocationAgreed, .granteeRemoved, .granteeLowered, .accessRevoked, .accessLowered, .accessUnsuited:
        FamilyRaceTests.account
      }
    }
  }

  fileprivate static let minor = Lane.minor(Cast.member(5))
  fileprivate static let account = Lane.account(AccountID(high: 0xF5, low: 1))

  private static func guardian(_ number: UInt64, isRemoved: Bool = false) -> Command {
    Cast.wish(
      number,
      .setGuardian(.with { ($0.minorID, $0.memberID, $0.removed) = (Cast.member(5).description, Cast.member(3).description, isRemoved) }))
  }

  private static func spending(_ number: UInt64) -> Command {
    Cast.wish(
      number,
      .setSpending(
        .with {
          ($0.minorID, $0.spendingID) = (Cast.member(5).description, EntryID(high: 0xF1, low: number).description)
          ($0.content.description_p, $0.content.amount) = ("Samosa", .with { ($0.minor, $0.currency) = (500, "INR") })
        }))
  }

  private static func deposit(_ number: UInt64) -> Command {
    Cast.wish(
      number,
      .setAccountEntry(
        .with {
          ($0.accountID, $0.entryID) = (account.subject ?? "", EntryID(high: 0xF6, low: number).description)
          ($0.content.kind, $0.content.amount.minor, $0.content.description_p) = (.deposit, 500, "Salary")
        }))
  }

  /// The owner's account, of this type.
  private static func account(_ number: UInt64, _ type: AccountType) -> Command {
    Cast.wish(
      number,
      .setAccount(.with { ($0.accountID, $0.content.name, $0.content.type) = (account.subject ?? "", "Household", type) }))
  }

  private static func accessRevoked(_ number: UInt64) -> Command {
    Cast.wish(number, .revokeAccount(.with { ($0.accountID, $0.memberID) = (account.subject ?? "", Cast.member(5).description) }))
  }

  /// A write that stands in the lane: by the minor, or by the account's owner. Of who has grown up the lane is told the
  /// ends of what they read alone.
  private static func write(_ loss: Loss, _ number: UInt64, isLost: Bool) -> (command: Command, by: UInt64) {
    if loss == .minorGrown, isLost { return (accessRevoked(number), 1) }
    return loss.lane == minor ? (spending(number), 5) : (deposit(number), 1)
  }

  private static func loss(_ loss: Loss, _ number: UInt64) -> (command: Command, by: UInt64) {
    let (id, member) = (account.subject ?? "", Cast.member(3).description)
    return switch loss {
    case .guardianRemoved: (guardian(number, isRemoved: true), 1)
    case .guardianLowered, .granteeLowered: (Cast.changeRole(number, 3, to: .viewer), 1)
    case .minorGrown: (Cast.changeRole(number, 5, to: .adult), 1)
    case .minorLowered, .accessLowered: (Cast.changeRole(number, 5, to: .viewer), 1)
    case .accessRevoked: (accessRevoked(number), 1)
    case .accessUnsuited: (account(number, .gold), 1)
    case .revocationAgreed:
      (Cast.wish(number, .answerRevocation(.with { ($0.accountID, $0.memberID, $0.confirmed) = (id, member, true) })), 3)
    case .grantRevoked: (Cast.wish(number, .revokeAccount(.with { ($0.accountID, $0.memberID) = (id, member) })), 1)
    case .granteeRemoved: (Cast.wish(number, .removeMember(.with { $0.memberID = member })), 1)
    }
  }

  /// A family of which somebody follows the lane and is about to lose it. The child reads the owner's account.
  private static func before(_ loss: Loss) -> TestShell {
    var shell = TestShell.family()
    let (id, member) = (account.subject ?? "", Cast.member(3).description)
    shell.send(account(11, .checking), by: 1)
    shell.send(
      Cast.wish(12, .grantAccount(.with { ($0.accountID, $0.memberID, $0.permission) = (id, Cast.member(5).description, .read) })), by: 1)
    switch loss {
    case .guardianRemoved, .guardianLowered, .minorGrown, .minorLowered: shell.send(guardian(13), by: 1)
    case .grantRevoked, .revocationAgreed, .granteeRemoved, .granteeLowered:
      let grant = GrantAccount.with {
        ($0.accountID, $0.memberID, $0.permission, $0.needsConsent) = (id, member, .write, loss == .revocationAgreed)
      }
      shell.send(Cast.wish(13, .grantAccount(grant)), by: 1)
      if loss == .revocationAgreed {
        shell.send(Cast.wish(14, .revokeAccount(.with { ($0.accountID, $0.memberID) = (id, member) })), by: 1)
      }
    case .accessRevoked, .accessLowered, .accessUnsuited: break
    }
    shell.subscribe(loss.reader)
    #expect(shell.starts(of: TestShell.peer(loss.reader)).last?.subscribed.lanes.contains { $0.lane == loss.lane.name } == true)
    shell.forget()
    return shell
  }

  /// What of a lane a connection got, by position.
  private static func positions(_ shell: TestShell, _ lane: Lane, of reader: UInt64) -> [UInt64] {
    shell.sent(to: TestShell.peer(reader)).flatMap { sent -> [UInt64] in
      switch sent {
      case .events(lane, let events): events.map(\.stored.position.rawValue)
      case .begin(let start, _):
        start.events.filter { $0.0 == lane }.flatMap { $0.1.map(\.stored.position.rawValue) }
          + start.subscribed.lanes.filter { $0.lane == lane.name }.map(\.head)
      default: []
      }
    }
  }

  /// What goes on beside the commands: appends, catch-ups and turns end in any order, and the reader begins anew.
  private static func act(_ shell: inout TestShell, of reader: UInt64, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: shell.turn()
    case 2, 3: shell.answerAppend()
    case 4: shell.answerGather()
    case 5: shell.subscribe(reader, cursors: Bool.random(using: &random) ? [.shared: 2] : [:])
    default: break
    }
  }

  @Test(
    "SB-08, FA-02, AC-07, AC-09, AC-11, AC-12: in 10,000 races no event reaches who lost the lane behind the one by which they did",
    arguments: Loss.allCases)
  func loses(loss: Loss) throws {
    var random = SeededGenerator(seed: 40)
    var withheld = 0
    for _ in 0..<Self.races {
      var (shell, lane) = (Self.before(loss), loss.lane)
      (shell.holdsAppends, shell.holdsGathers) = (true, true)
      // Writes before and behind the loss, with turns that end anywhere, and appends that take their time.
      let (length, place) = (Int.random(in: 2...8, using: &random), Int.random(in: 0...4, using: &random))
      var (lossCount, isLost) = (UInt64(0), false)
      for step in 0..<length {
        let number = UInt64(1_000 + step)
        if step == min(place, length - 1) {
          let (command, by) = Self.loss(loss, number)
          shell.submit(command, by: by)
          isLost = true
        } else {
          let (command, by) = Self.write(loss, number, isLost: isLost)
          shell.submit(command, by: by)
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) { Self.act(&shell, of: loss.reader, &random) }
      }
      (shell.holdsAppends, shell.holdsGathers) = (false, false)
      shell.settle()
      #expect(isLost)
      let log = try shell.log()
      // The loss stands in the lane itself, or in lane shared between the lane's events.
      let end = try #require(
        log.firstIndex { stored in
          switch (try? Event(serializedBytes: stored.bytes))?.body {
          case .guardianRemoved, .accountRevoked, .roleChanged, .memberRemoved: true
          default: false
          }
        })
      let ownLast = log[end].lane == lane ? log[end].position.rawValue : log[..<end].last { $0.lane == lane }?.position.rawValue ?? 0
      lossCount = UInt64(log[(end + 1)...].count { $0.lane == lane })
      withheld += Int(lossCount)
      let got = Self.positions(shell, lane, of: loss.reader)
      #expect(got.allSatisfy { $0 <= ownLast }, "\(loss): \(got), lost at \(ownLast)")
    }
    #expect(withheld > 0, "\(loss)")
  }
}
