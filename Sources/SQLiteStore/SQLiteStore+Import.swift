import EventStore
import GRDB
import HearthProtocol
import Sealing

extension SQLiteStore: GroupImporting {
  /// Writes a whole group in one synced commit, or nothing.
  public func importGroup(_ group: ImportedGroup, nextPage: () throws(StoreFailure) -> [StoredEvent]) throws(StoreFailure) {
    _ = try writing(pages: group.eventBytes / 4_096 + 2) { database in
      let head = try Heads.read(group.group, in: database)
      guard head == .start else { throw StoreFailure.conflict(head: head) }
      // Before the attachments that arrive on the way are sealed with it.
      _ = try keys?.current(.group(group.group), in: database)
      var last = head
      while true {
        let page = try nextPage()
        guard let end = page.last else { break }
        try insert(page, of: group.group, in: database)
        last = end.sequence
      }
      try database.cachedStatement(sql: "DELETE FROM purged WHERE group_id = ?").execute(arguments: [group.group.blob])
      try Self.set(epoch: group.epoch, of: group.group, in: database)
      for projection in group.invites { try apply(projection, in: database) }
      if let due = group.due { try apply(.due(group: group.group, at: due), in: database) }
      // The log names holders only, so each identity of this store is tried against them.
      let rows = try Row.fetchCursor(database, sql: "SELECT identity FROM identity ORDER BY created_at, identity")
      while let row = try rows.next() {
        guard let identity = row.identifier(0, of: IdentifierKind.Identity.self) else { throw StoreFailure.damaged("an identity's row") }
        for projection in group.memberships(of: identity) { try apply(projection, in: database) }
      }
      return last
    } whenDurable: { head in
      heads.keep([group.group: head])
    }
  }
}
