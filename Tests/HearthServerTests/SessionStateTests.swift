import HearthProtocol
import Room
import Testing

@testable import HearthServer

/// What a session keeps, without a socket.
struct SessionStateTests {
  private static func group(_ number: UInt64) -> GroupID { GroupID(high: 0x7000, low: 0x8000_0000_0000_0000 | number) }

  @Test("SB-08: only the newest wish to follow a group is ended by its own number")
  func following() {
    var following = SessionFollowing()
    let first = following.follow(Self.group(1))
    let second = following.follow(Self.group(1))
    following.unfollow(Self.group(1), first)
    #expect(following.groups[Self.group(1)] == second)
    following.unfollow(Self.group(1), second)
    #expect(following.groups.isEmpty)
    _ = following.follow(Self.group(2))
    following.unfollow(Self.group(2))
    #expect(following.groups.isEmpty)
  }

  @Test("CM-11: eight reads are under way at once, and one that has ended makes space")
  func reads() {
    var reads = SessionReads()
    let begun = (0...SessionReads.most).map { _ in reads.begin() }
    #expect(begun == Array(repeating: true, count: 8) + [false])
    reads.end()
    let again = reads.begin()
    #expect(again)
    let number = reads.begin(GroupListing(request: 1, groups: [], after: nil))
    #expect(reads[number] != nil)
    reads[number] = nil
    #expect(reads[number] == nil)
  }

  @Test("ER-04: groups that the identity has met are known until too many are")
  func acquaintances() {
    var account = SessionAccount()
    for number in 1...UInt64(SessionAccount.acquaintancesMax) { account.meet(Self.group(number)) }
    #expect(account.knows(Self.group(1)))
    account.meet(Self.group(1_000))
    #expect(!account.knows(Self.group(1)) && account.knows(Self.group(1_000)))
  }

  @Test("A connection knows whose it is once it is logged in, and not before")
  func logins() {
    var account = SessionAccount()
    #expect(!account.isKnown && !account.isLoggingIn)
    account.login = .pending
    #expect(!account.isKnown && account.isLoggingIn)
    let identity = IdentityID(high: 1, low: 2)
    account.login = .identity(identity)
    #expect(account.isKnown && !account.isLoggingIn)
    let asker = account.asker(identity, in: Self.group(1))
    #expect(asker == Asker(identity: identity, group: Self.group(1)))
  }

  @Test("HS-07: what arrives ends a silence and answers a ping")
  func silence() {
    var silence = SessionSilence(pingMilliseconds: 25_000, now: 10)
    silence.pingedAt = 25_010
    silence.end(at: 26_000)
    #expect(silence.heardAt == 26_000 && silence.pingedAt == nil && silence.isWhole)
  }
}
