import HearthProtocol
import Ledger
import SwiftProtobuf
import Testing

@testable import Room

/// SPEC PR-06 to PR-09: the others see what somebody is entering just now, and nothing of it stays (product N6).
struct DraftTests {
  private static let asha = TestShell.peer(1)
  private static let ravi = TestShell.peer(2)
  private static let mira = TestShell.peer(3)
  private static let viewer = TestShell.peer(4)
  private static let minor = TestShell.peer(5)

  /// What a peer was told of others' drafts: the words, or nil for the end of one.
  private func seen(_ shell: TestShell, by peer: PeerID) -> [String?] {
    shell.messages(to: peer).compactMap { message -> String?? in
      guard case .draftChanged(let changed) = message.body else { return nil }
      return .some(changed.hasDraft ? changed.draft.text : nil)
    }
  }

  /// Everybody follows the group; nothing of that is left in what was sent.
  private func family(limits: RoomLimits = RoomLimits()) -> TestShell {
    var shell = TestShell.family(limits: limits)
    for person in 1...5 as ClosedRange<UInt64> { shell.subscribe(person, format: person == 2 ? .protobuf : .json) }
    shell.forget()
    return shell
  }

  @Test("PR-06: the others who receive the lane are told, and none of the member's own connections")
  func passedOn() throws {
    var shell = family()
    shell.subscribe(1, peer: PeerID(11))
    shell.forget()
    shell.tell(Cast.draft("Groceries"), from: Self.asha)
    let changed = try #require(shell.messages(to: Self.ravi).first).draftChanged
    #expect(changed.memberID == Cast.member(1).description && changed.groupID == Cast.group.description && changed.lane == "shared")
    #expect(changed.draft == Cast.draft("Groceries").draft)
    for peer in [Self.ravi, Self.mira, Self.viewer, Self.minor] { #expect(seen(shell, by: peer) == ["Groceries"]) }
    #expect(shell.sent(to: Self.asha).isEmpty && shell.sent(to: PeerID(11)).isEmpty)
  }

  @Test("PR-06: what a peer sends beside the fields of a draft reaches nobody, and its words are as a group keeps them")
  func builtAnew() throws {
    var shell = family()
    var told = Cast.draft("  Groceries ")
    told.draft = try DraftContent(serializedBytes: told.draft.serializedData() + [0x98, 0x06, 0x01])
    #expect(!told.draft.unknownFields.data.isEmpty)
    shell.tell(told, from: Self.asha)
    #expect(shell.messages(to: Self.ravi).first?.draftChanged.draft == Cast.draft("Groceries").draft)
  }

  @Test("PR-06, PR-08: it ends when it is cleared, and when the connection leaves, before its member does")
  func ends() {
    var shell = family()
    shell.tell(Cast.draft("Groceries"), from: Self.asha)
    shell.now += 250
    shell.tell(Cast.draft(nil), from: Self.asha)
    #expect(seen(shell, by: Self.ravi) == ["Groceries", nil])
    shell.now += 250
    shell.tell(Cast.draft("Fruit"), from: Self.asha)
    shell.forget()
    shell.unsubscribe(Self.asha)
    let told = shell.messages(to: Self.ravi)
    #expect(told.count == 2 && !told[0].draftChanged.hasDraft && told[1].presenceChanged.online == false)
    shell.now += 250
    shell.tickDrafts()
    #expect(!shell.hasDrafts)
  }

  @Test("PR-08: it ends where its member subscribes quietly, and stays where the connection begins anew")
  func begunAnew() {
    var shell = family()
    shell.tell(Cast.draft("Groceries"), from: Self.asha)
    shell.subscribe(1)
    #expect(seen(shell, by: Self.ravi) == ["Groceries"])
    shell.subscribe(1, quiet: true)
    #expect(seen(shell, by: Self.ravi) == ["Groceries", nil])
  }

  @Test("PR-08: it ends with the entry that comes of it, behind the entry, and not with another member's or a private one")
  func entered() {
    var shell = family()
    shell.tell(Cast.draft("Groceries"), from: Self.asha)
    shell.send(Cast.addEntry(10), by: 2)
    shell.send(Cast.setIncome(11), by: 1)
    #expect(seen(shell, by: Self.mira) == ["Groceries"])
    shell.forget()
    shell.send(Cast.addEntry(12), by: 1)
    let told = shell.sent(to: Self.mira)
    guard told.count == 2, case .events = told[0], case .message(let last) = told[1] else {
      Issue.record("\(told)")
      return
    }
    #expect(last.draftChanged.memberID == Cast.member(1).description && !last.draftChanged.hasDraft)
  }

  @Test("PR-07, PR-08: who loses the right to add entries shows none any more, and neither does anybody in an archive")
  func rightLost() {
    var shell = family()
    for peer in [Self.ravi, Self.mira] { shell.tell(Cast.draft("Groceries"), from: peer) }
    shell.forget()
    shell.send(Cast.changeRole(10, 3, to: .viewer), by: 1)
    #expect(seen(shell, by: Self.asha) == [nil])
    shell.send(Cast.wish(11, .archiveGroup(.init())), by: 1)
    #expect(seen(shell, by: Self.asha) == [nil, nil])
    shell.tell(Cast.draft("Groceries"), from: Self.ravi)
    #expect(shell.refusals(to: Self.ravi) == ["group_archived"])
  }

  @Test("PR-08: somebody who is removed shows none any more, and is told of none")
  func removed() {
    var shell = family()
    for peer in [Self.asha, Self.mira] { shell.tell(Cast.draft("Groceries"), from: peer) }
    shell.forget()
    shell.send(Cast.remove(10, 3), by: 1)
    #expect(seen(shell, by: Self.ravi) == [nil])
    shell.forget()
    shell.now += 250
    shell.tell(Cast.draft("Fruit"), from: Self.asha)
    #expect(seen(shell, by: Self.ravi) == ["Fruit"] && shell.sent(to: Self.mira).isEmpty)
  }

  @Test("PR-07: minors and viewers show none, nor does somebody who does not follow the group, or does so quietly")
  func refused() {
    var shell = family()
    for peer in [Self.minor, Self.viewer] {
      shell.tell(Cast.draft("Sweets"), from: peer)
      #expect(shell.refusals(to: peer) == ["forbidden"])
      shell.tell(Cast.draft(nil), from: peer)
    }
    shell.subscribe(3, quiet: true)
    shell.forget()
    for peer in [Self.mira, PeerID(99)] {
      shell.tell(Cast.draft("Groceries"), from: peer)
      #expect(shell.refusals(to: peer) == ["not_found"])
    }
    #expect(shell.sent(to: Self.ravi).isEmpty)
  }

  @Test("SE-01: of somebody who is separated none is shown, and one that is shown ends as if they had left; they see others'")
  func separated() {
    var (left, gone) = (family(), family())
    left.tell(Cast.draft("Groceries"), from: Self.mira)
    gone.tell(Cast.draft("Groceries"), from: Self.mira)
    left.send(Cast.wish(10, .separate(Separate())), by: 3)
    gone.unsubscribe(Self.mira)
    #expect(left.messages(to: Self.asha) == gone.messages(to: Self.asha))
    left.forget()
    left.tell(Cast.draft("Fruit"), from: Self.mira)
    #expect(left.sent.isEmpty)
    left.tell(Cast.draft("Bread"), from: Self.asha)
    #expect(seen(left, by: Self.mira) == ["Bread"])
  }

  @Test("Limit: a draft is told every 250 ms; of those that come sooner the last is told at the next tick")
  func pace() {
    var shell = family()
    shell.tell(Cast.draft("G"), from: Self.asha)
    shell.now += 250
    shell.tell(Cast.draft("Gr"), from: Self.asha)
    #expect(seen(shell, by: Self.ravi) == ["G", "Gr"])
    shell.now += 249
    for text in ["Gro", "Groc", "Groceries"] { shell.tell(Cast.draft(text), from: Self.asha) }
    shell.tickDrafts()
    #expect(seen(shell, by: Self.ravi) == ["G", "Gr"])
    shell.now += 1
    shell.tickDrafts()
    shell.tickDrafts()
    #expect(seen(shell, by: Self.ravi) == ["G", "Gr", "Groceries"] && shell.refusals(to: Self.asha).isEmpty)
    // The end waits as well, and the pace is the member's, whichever connection tells.
    shell.subscribe(1, peer: PeerID(11))
    shell.tell(Cast.draft("Bread"), from: PeerID(11))
    shell.tell(Cast.draft(nil), from: PeerID(11))
    shell.tell(Cast.draft(nil), from: Self.asha)
    shell.now += 250
    shell.tickDrafts()
    #expect(seen(shell, by: Self.ravi) == ["G", "Gr", "Groceries", nil])
  }

  @Test("Limit: a draft stands 30 s without a new word, and not a millisecond more")
  func expires() {
    var shell = family()
    shell.tell(Cast.draft("Groceries"), from: Self.asha)
    shell.now += 29_999
    shell.tickDrafts()
    #expect(seen(shell, by: Self.ravi) == ["Groceries"])
    shell.tell(Cast.draft("Groceries"), from: Self.asha)
    shell.now += 29_999
    shell.tickDrafts()
    #expect(seen(shell, by: Self.ravi) == ["Groceries", "Groceries"], "said again, it is told again, for those who came later")
    shell.now += 1
    shell.tickDrafts()
    #expect(seen(shell, by: Self.ravi) == ["Groceries", "Groceries", nil])
    shell.now += 250
    shell.tickDrafts()
    #expect(!shell.hasDrafts)
  }

  @Test(
    "Limit: at most half of the digits and two of them, 18 digits in all, 200 bytes of words; lane shared, a currency, a category that is there"
  )
  func shape() throws {
    var shell = family()
    let wrong: [(TellDraft, String, String)] = [
      (Cast.draft("x", lane: .admin), "bad_request", "lane"),
      (Cast.draft("x", lane: .minor(Cast.member(5))), "bad_request", "lane"),
      (Cast.draft(String(repeating: "ん", count: 67)), "bad_request", "draft.text"),
      (Cast.draft("a\nb"), "bad_request", "draft.text"),
      (Cast.draft("x", leading: "123", digits: 9), "bad_request", "draft.leading_digits"),
      (Cast.draft("x", leading: "12", digits: 3), "bad_request", "draft.leading_digits"),
      (Cast.draft("x", leading: "1", digits: 1), "bad_request", "draft.leading_digits"),
      (Cast.draft("x", leading: "01", digits: 4), "bad_request", "draft.leading_digits"),
      (Cast.draft("x", leading: "1१", digits: 4), "bad_request", "draft.leading_digits"),
      (Cast.draft("x", digits: 19), "bad_request", "draft.digit_count"),
      (with(Cast.draft("x")) { $0.draft.currency = "QQQ" }, "unknown_currency", "draft.currency"),
      (with(Cast.draft("x")) { $0.draft.category = "no-such" }, "unknown_category", "draft.category"),
    ]
    for (told, code, field) in wrong {
      shell.tell(told, from: Self.asha)
      let refusal = try #require(shell.messages(to: Self.asha).last?.rejected)
      #expect(refusal.code == code && refusal.field == "tell_draft." + field && !refusal.cause.isEmpty, "\(refusal)")
    }
    #expect(shell.sent(to: Self.ravi).isEmpty)
    let right = [
      Cast.draft(String(repeating: "ん", count: 66) + "ab"), Cast.draft("x", leading: "12", digits: 18),
      Cast.draft("x", leading: "1", digits: 3),
      Cast.draft("", leading: "", digits: 1), with(Cast.draft("x", leading: "", digits: 0)) { $0.draft.currency = "" },
    ]
    for told in right {
      shell.now += 250
      shell.tell(told, from: Self.asha)
      #expect(shell.messages(to: Self.ravi).last?.draftChanged.draft == told.draft)
    }
  }

  private func with(_ told: TellDraft, _ change: (inout TellDraft) -> Void) -> TellDraft {
    var changed = told
    change(&changed)
    return changed
  }

  @Test("PR-06: nothing of it is stored, and no catch-up tells of it")
  func neverStored() throws {
    var shell = family()
    let before = try shell.log().count
    shell.tell(Cast.draft("Groceries"), from: Self.asha)
    shell.turn()
    shell.subscribe(3, peer: PeerID(33))
    #expect(shell.appends.isEmpty)
    #expect(try shell.log().count == before)
    #expect(seen(shell, by: PeerID(33)).isEmpty)
  }
}
