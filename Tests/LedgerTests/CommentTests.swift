import Foundation
import HearthProtocol
import Testing

@testable import Ledger

/// What members say beside an entry.
struct CommentTests {
  private func home() throws -> Household {
    var household = Household.family
    try household.perform(.addEntry(Household.entry(1)), by: 3)
    return household
  }

  private func rejection(_ household: Household, _ body: Command.OneOf_Body, by number: UInt64) -> Rejection? {
    Situation(body, household: household, by: number).rejection
  }

  /// Whether a text stands anywhere in what lane shared is.
  private func holds(_ household: Household, _ text: String) throws -> Bool {
    let bytes: Data = try household.state.snapshot(of: .shared).serializedData()
    return bytes.range(of: Data(text.utf8)) != nil
  }

  @Test("EN-13: a comment stands beside its entry, changes no number, makes no version, and goes when who said it takes it away")
  func comes() throws {
    var household = try home()
    let before = try #require(household.state.shared.entries.last)
    let balance = household.state.shared.balances[Household.member(3), PrecedenceTests.rupee]
    try household.perform(.commentEntry(PrecedenceTests.commenting(1)), by: 2)
    try household.perform(.commentEntry(PrecedenceTests.commenting(1, as: 2, "Thanks")), by: 3)
    let after = try #require(household.state.shared.entries.last)
    #expect(after.comments.map(\.text) == ["The bill is in the drawer", "Thanks"])
    #expect(after.comments.map(\.memberID) == [Household.text(2), Household.text(3)])
    #expect(after.version == before.version && after.content == before.content && !after.isDisputed)
    #expect(household.state.shared.balances[Household.member(3), PrecedenceTests.rupee] == balance)
    // Each takes their own away, and nobody another's.
    #expect(
      rejection(household, .removeComment(PrecedenceTests.uncommenting(1)), by: 1) == .forbidden(right: .entriesUncomment, role: .owner))
    try household.perform(.removeComment(PrecedenceTests.uncommenting(1)), by: 2)
    #expect(household.state.shared.entries.last?.comments.map(\.text) == ["Thanks"])
    #expect(
      rejection(household, .removeComment(PrecedenceTests.uncommenting(1)), by: 2) == .notFound(field: "remove_comment.comment_id"))
    // By replay, and on a voided entry.
    #expect(try household.replayed().shared.entries.last == household.state.shared.entries.last)
    try household.perform(.voidEntry(PrecedenceTests.voiding(1)), by: 3)
    try household.perform(.commentEntry(PrecedenceTests.commenting(1, as: 3, "Why?")), by: 2)
    #expect(household.state.shared.entries.last?.comments.map(\.text) == ["Thanks", "Why?"])
  }

  @Test("EN-13: who has joined behind an entry comments on it, and that is read, live and by replay")
  func joinedLater() throws {
    var household = try home()
    try household.admit(9, as: .adult)
    try household.perform(.commentEntry(PrecedenceTests.commenting(1)), by: 9)
    try household.perform(.commentEntry(PrecedenceTests.commenting(1, as: 2, "Thanks")), by: 3)
    let entry = try #require(household.state.shared.entries.last)
    #expect(entry.comments.map(\.memberID) == [Household.text(9), Household.text(3)])
    let read = try household.state.entries(.with { ($0.entryID, $0.withStanding) = (Household.entry(1).entryID, true) })
    #expect(read.entries.first?.standing.comments.count == 2)
    #expect(try household.replayed().shared.entries.last == entry)
  }

  @Test("EN-13: the words of a comment that was taken away stand nowhere in the state, not with what an undo needs either")
  func goes() throws {
    var household = try home()
    try household.perform(.commentEntry(PrecedenceTests.commenting(1, "A secret of mine")), by: 3)
    try household.perform(.editEntry(PrecedenceTests.note("for Holi")), by: 3)
    #expect(try holds(household, "A secret of mine"))
    try household.perform(.removeComment(PrecedenceTests.uncommenting(1)), by: 3)
    #expect(try !holds(household, "A secret of mine") && holds(household, "for Holi"))
    // What an undo takes back is not what was said.
    try household.perform(.commentEntry(PrecedenceTests.commenting(1, "Well")), by: 3)
    try household.perform(.undoLast(UndoLast()), by: 3)
    #expect(household.state.shared.entries.last?.comments.map(\.text) == ["Well"])
    #expect(household.state.shared.entries.last?.note == "")
  }

  @Test("EN-13: an entry has at most 50 comments, of 500 characters each, and not one more") func number() throws {
    var household = try home()
    for number in 1...50 as ClosedRange<UInt64> {
      try household.perform(.commentEntry(PrecedenceTests.commenting(1, as: number, "ok")), by: 2)
    }
    let more = Command.OneOf_Body.commentEntry(PrecedenceTests.commenting(1, as: 51, "ok"))
    #expect(rejection(household, more, by: 3) == .commentsFull(left: 0, bytesLeft: 8_092))
    try household.perform(.removeComment(PrecedenceTests.uncommenting(1, 7)), by: 2)
    try household.perform(more, by: 3)
    let long = PrecedenceTests.commenting(1, as: 52, String(repeating: "x", count: 501))
    #expect(rejection(try home(), .commentEntry(long), by: 3) == .textTooLong(field: "comment_entry.text", charactersMax: 500))
    #expect(rejection(try home(), .commentEntry(PrecedenceTests.commenting(1, String(repeating: "x", count: 500))), by: 3) == nil)
  }

  @Test("EN-13: the comments of an entry have at most 8,192 bytes together, and not one more") func bytes() throws {
    var household = try home()
    for number in 1...16 as ClosedRange<UInt64> {
      let text = String(repeating: "x", count: 500)
      try household.perform(.commentEntry(PrecedenceTests.commenting(1, as: number, text)), by: 2)
    }
    let most = String(repeating: "x", count: 192)
    let over = Command.OneOf_Body.commentEntry(PrecedenceTests.commenting(1, as: 17, most + "x"))
    #expect(rejection(household, over, by: 3) == .commentsFull(left: 34, bytesLeft: 192))
    try household.perform(.commentEntry(PrecedenceTests.commenting(1, as: 17, most)), by: 3)
    #expect(household.state.shared.entries.last?.comments.reduce(0) { $0 + $1.text.utf8.count } == 8_192)
  }
}
