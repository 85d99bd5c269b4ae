import HearthProtocol

// What members say beside entries (SPEC EN-13).
extension Deliberation {
  func decide(_ wish: CommentEntry) throws(Rejection) -> Decision {
    let asker = try asker(.entriesComment)
    let entry = try entry(wish.entryID, field: "comment_entry.entry_id")
    guard let id = CommentID(wish.commentID) else { throw .malformedID(field: "comment_entry.comment_id") }
    let text = try words(wish.text, field: "comment_entry.text", charactersMax: Limits.commentCharacters, required: true)
    guard !entry.comments.contains(where: { $0.commentID == id.description }) else {
      throw .alreadyExists(field: "comment_entry.comment_id")
    }
    let bytes = entry.comments.reduce(0) { $0 + $1.text.utf8.count }
    let (left, bytesLeft) = (max(0, Limits.comments - entry.comments.count), max(0, Limits.commentBytes - bytes))
    guard left > 0, text.utf8.count <= bytesLeft else { throw .commentsFull(left: left, bytesLeft: bytesLeft) }
    var commented = EntryCommented()
    commented.entryID = entry.id.description
    commented.commentID = id.description
    commented.text = text
    return Decision(actor: asker.id, events: [DecidedEvent(.entryCommented(commented))])
  }

  func decide(_ wish: RemoveComment) throws(Rejection) -> Decision {
    let asker = try asker(.entriesUncomment)
    let entry = try entry(wish.entryID, field: "remove_comment.entry_id")
    guard let id = CommentID(wish.commentID) else { throw .malformedID(field: "remove_comment.comment_id") }
    guard let comment = entry.comments.first(where: { $0.commentID == id.description }) else {
      throw .notFound(field: "remove_comment.comment_id")
    }
    let author = MemberID(comment.memberID).map { shared.members.current($0) }
    try permit(.entriesUncomment, asker, isOwn: author == asker.id)
    var removed = CommentRemoved()
    removed.entryID = entry.id.description
    removed.commentID = id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.commentRemoved(removed))])
  }
}
