import EventStore
import HearthProtocol
import Sealing

/// Receipts' files, cut into pieces. They have connections of their own: what they write waits for no transaction of
/// the log, and may be written within one.
extension PostgresStore: FileStore {
  // Limit: bytes of a piece.
  private static let pieceBytesMax = 256 << 10

  /// Removes what had not arrived when this node ended.
  public func prepareFiles() throws(StoreFailure) {
    try filing { connection in
      _ = try connection.query("DELETE FROM file WHERE node = $1 AND size_bytes IS NULL", [.text(settings.node)])
    }
  }

  /// The groups that have receipts' files, in ascending order.
  public func fileGroups() throws(StoreFailure) -> [GroupID] {
    try reading { connection in
      let rows = try connection.query(
        "SELECT DISTINCT group_id FROM file WHERE size_bytes IS NOT NULL AND shelf <> $1 ORDER BY group_id",
        [.text(FileName.Shelf.exportName)])
      return try Self.groups(rows, Self.damagedRow)
    }
  }

  /// The receipts' files of a group, by lane and hash.
  public func files(of group: GroupID) throws(StoreFailure) -> [KeptFile] {
    try reading { connection in
      let rows = try connection.query(
        """
        SELECT number, shelf, hash, size_bytes FROM file WHERE group_id = $1 AND size_bytes IS NOT NULL AND shelf <> $2
        ORDER BY shelf, hash
        """, [.id(group), .text(FileName.Shelf.exportName)])
      return try rows.indices.map { row in
        guard let number = rows.integer(row, 0), let lane = rows.text(row, 1).flatMap({ Lane(name: $0) }),
          let hash = rows.blob(row, 2).flatMap({ ContentHash(bytes: $0) }), let size = rows.integer(row, 3)
        else { throw Self.damagedRow }
        return KeptFile(
          number: FileNumber(rawValue: number), name: FileName(group: group, shelf: .lane(lane), hash: hash), sizeBytes: Int(clamping: size)
        )
      }
    }
  }

  private static let damagedRow = StoreFailure.damaged("the row of a file")

  /// What the receipts' files of each group say together, in bytes.
  public func fileBytes(segmentBytes: Int, overheadBytes: Int) throws(StoreFailure) -> [GroupID: Int] {
    try reading { connection in
      var found: [GroupID: Int] = [:]
      for part in Self.parts {
        let rows = try connection.query(
          """
          SELECT group_id, sum(size_bytes - (size_bytes + $3 - 1) / $3 * $4)::bigint FROM file
          WHERE size_bytes IS NOT NULL AND shelf <> $5 AND group_id >= $1 AND group_id < $2 GROUP BY group_id
          """,
          part + [.integer(Int64(max(segmentBytes, 1))), .integer(Int64(overheadBytes)), .text(FileName.Shelf.exportName)])
        for row in rows.indices {
          guard let group = rows.identifier(row, 0, of: IdentifierKind.Group.self), let bytes = rows.integer(row, 1) else {
            throw Self.damagedRow
          }
          found[group] = Int(clamping: bytes)
        }
      }
      return found
    }
  }

  /// The file with this name, or nil.
  public func file(_ name: FileName) throws(StoreFailure) -> KeptFile? {
    try reading { connection in
      let rows = try connection.query(
        "SELECT number, size_bytes FROM file WHERE group_id = $1 AND shelf = $2 AND hash = $3 AND size_bytes IS NOT NULL",
        [.id(name.group), .text(name.shelf.name), .bytes(name.hash.bytes)])
      if rows.count == 0 { return nil }
      guard let number = rows.integer(0, 0), let size = rows.integer(0, 1) else { throw Self.damagedRow }
      return KeptFile(number: FileNumber(rawValue: number), name: name, sizeBytes: Int(clamping: size))
    }
  }

  /// At most `count` bytes of a file from an offset on.
  ///
  /// - Throws: `.damaged` when a piece between is missing.
  public func readFile(_ number: FileNumber, from offset: Int, count: Int) throws(StoreFailure) -> [UInt8] {
    guard count > 0, offset >= 0, offset < .max - count else { return [] }
    return try reading { connection in
      // No piece is longer than the longest, so none that begins earlier reaches here.
      let rows = try connection.query(
        """
        SELECT greatest(start, $2),
          substring(bytes FROM (greatest($2 - start, 0) + 1)::integer FOR least($3 - greatest(start, $2), $4)::integer)
        FROM file_piece WHERE file = $1 AND start > $2 - $4 AND start < $3 AND start + octet_length(bytes) > $2 ORDER BY start
        """,
        [.integer(number.rawValue), .integer(Int64(offset)), .integer(Int64(offset + count)), .integer(Int64(Self.pieceBytesMax))])
      var bytes: [UInt8] = []
      for row in rows.indices {
        guard let start = rows.integer(row, 0), let piece = rows.blob(row, 1), start == Int64(offset + bytes.count) else {
          throw StoreFailure.damaged("a piece of file \(number.rawValue) at \(offset + bytes.count)")
        }
        bytes += piece
      }
      return bytes
    }
  }

  /// Begins a file.
  public func beginFile(_ name: FileName) throws(StoreFailure) -> FileNumber {
    try filing { connection in
      let rows = try connection.query(
        "INSERT INTO file (group_id, shelf, hash, node) VALUES ($1, $2, $3, $4) RETURNING number",
        [.id(name.group), .text(name.shelf.name), .bytes(name.hash.bytes), .text(settings.node)])
      guard let number = rows.integer(0, 0) else { throw Self.damagedRow }
      return FileNumber(rawValue: number)
    }
  }

  /// Adds bytes to a file that was begun, in pieces.
  public func addToFile(_ number: FileNumber, _ bytes: [UInt8], at offset: Int) throws(StoreFailure) {
    try filing { connection in
      var start = 0
      while start < bytes.count {
        let piece = Array(bytes[start..<min(start + Self.pieceBytesMax, bytes.count)])
        // The same piece again when the connection was lost.
        _ = try connection.query(
          "INSERT INTO file_piece (file, start, bytes) VALUES ($1, $2, $3) ON CONFLICT (file, start) DO NOTHING",
          [.integer(number.rawValue), .integer(Int64(offset + start)), .bytes(piece)])
        start += piece.count
      }
    }
  }

  /// Gives a file its name, durably.
  public func keepFile(_ number: FileNumber, as name: FileName, sizeBytes: Int) throws(StoreFailure) -> Bool {
    try filing { connection in
      if name.shelf == .export {
        _ = try connection.query(
          "DELETE FROM file WHERE group_id = $1 AND shelf = $2 AND size_bytes IS NOT NULL AND number <> $3",
          [.id(name.group), .text(name.shelf.name), .integer(number.rawValue)])
      }
      do {
        // What was written before has its place in the log before this, and is as durable.
        let rows = try connection.committing(
          "UPDATE file SET size_bytes = $2 WHERE number = $1 RETURNING number", [.integer(number.rawValue), .integer(Int64(sizeBytes))])
        guard rows.count == 1 else { throw StoreFailure.broken("file \(number.rawValue) was removed while it arrived") }
        return true
      } catch DatabaseFailure.refused(state: "23505", _) {
        // unique_violation: another of the same arrived meanwhile.
        _ = try connection.query("DELETE FROM file WHERE number = $1", [.integer(number.rawValue)])
        return false
      }
    }
  }

  /// Forgets a file that was begun.
  public func discardFile(_ number: FileNumber) throws(StoreFailure) {
    try filing { connection in
      _ = try connection.query("DELETE FROM file WHERE number = $1 AND size_bytes IS NULL", [.integer(number.rawValue)])
    }
  }

  /// Removes one file, durably, if it is there.
  public func removeFile(_ name: FileName) throws(StoreFailure) {
    try filing { connection in
      _ = try connection.committing(
        "DELETE FROM file WHERE group_id = $1 AND shelf = $2 AND hash = $3 AND size_bytes IS NOT NULL RETURNING number",
        [.id(name.group), .text(name.shelf.name), .bytes(name.hash.bytes)])
    }
  }

  /// Removes the receipts' files of a group, durably.
  public func removeFiles(of group: GroupID) throws(StoreFailure) {
    try filing { connection in
      // One file in one commit, since a group may have a gigabyte of them.
      while true {
        let rows = try connection.committing(
          """
          DELETE FROM file WHERE number = (SELECT number FROM file WHERE group_id = $1 AND shelf <> $2 ORDER BY number LIMIT 1)
          RETURNING number
          """, [.id(group), .text(FileName.Shelf.exportName)])
        if rows.count == 0 { return }
      }
    }
  }

  /// The server's secret; nil: there is none yet.
  public func serverSecret() throws(StoreFailure) -> [UInt8]? {
    try reading { try Self.serverSecret($0) }
  }

  /// Keeps the server's secret, durably; the first one stays.
  public func keepServerSecret(_ secret: [UInt8]) throws(StoreFailure) -> [UInt8] {
    try filing { connection in
      _ = try connection.committing(
        "INSERT INTO server_secret (id, bytes) VALUES (1, $1) ON CONFLICT (id) DO NOTHING", [.bytes(secret)])
      guard let kept = try Self.serverSecret(connection) else { throw StoreFailure.damaged("the row of the server's secret") }
      return kept
    }
  }

  private static func serverSecret(_ connection: DatabaseConnection) throws -> [UInt8]? {
    let rows = try connection.query("SELECT bytes FROM server_secret WHERE id = 1")
    if rows.count == 0 { return nil }
    guard let bytes = rows.blob(0, 0) else { throw StoreFailure.damaged("the row of the server's secret") }
    return bytes
  }
}

/// Files are sealed with their group's key or the store's.
extension PostgresStore: FileSealing {
  /// What seals files; nil when the store is not encrypted.
  public var fileSealer: (any FileSealing)? { keys == nil ? nil : self }

  /// Seals a segment; its owner's key is made if there is none.
  ///
  /// While a group is imported its key is remembered, so that this needs no row which the import has not committed.
  public func seal(_ content: [UInt8], as segment: FileSegment) throws(StoreFailure) -> [UInt8] {
    guard let keys else { throw .broken("the store is not encrypted") }
    let owner = KeyOwner(of: segment)
    if let remembered = keys.remembered(owner) {
      do { return try [UInt8](remembered.seal(content, at: .segment(segment))) } catch { throw StoreFailure(database: error) }
    }
    return try filing { connection in
      if let group = segment.group, try connection.query("SELECT 1 FROM purged WHERE group_id = $1", [.id(group)]).count > 0 {
        throw StoreFailure.broken("the file's group was deleted")
      }
      return try [UInt8](keys.current(owner, in: connection).seal(content, at: .segment(segment)))
    }
  }

  /// Opens a segment.
  public func open(_ sealed: [UInt8], as segment: FileSegment) throws(StoreFailure) -> [UInt8]? {
    guard let keys else { throw .broken("the store is not encrypted") }
    return try reading { connection in try keys.open(sealed, of: KeyOwner(of: segment), at: .segment(segment), in: connection) }
  }

  /// What a segment grows by.
  public var overheadBytes: Int { DataKey.overheadBytes }
}

extension KeyOwner {
  fileprivate init(of segment: FileSegment) { self = segment.group.map { .group($0) } ?? .folder }
}
