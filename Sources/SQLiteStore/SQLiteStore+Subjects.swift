import EventStore
import Foundation
import GRDB
import HearthProtocol

extension SQLiteStore {
  /// The identity of the subject with this hash, or nil.
  public func identity(subjectHash: [UInt8]) throws(StoreFailure) -> IdentityID? {
    try reading { try Self.identity(of: subjectHash, in: $0) }
  }

  /// Makes identities of subjects in one synced commit; a subject that has one keeps it. Nothing is written when all
  /// have.
  public func admit(_ admissions: [SubjectAdmission]) throws(StoreFailure) -> [IdentityID] {
    try writing(pages: 1 + admissions.count * 3) { database in
      let identities = try database.cachedStatement(sql: "INSERT INTO identity (identity, display_name, created_at) VALUES (?, ?, ?)")
      let subjects = try database.cachedStatement(sql: "INSERT INTO subject (subject_hash, identity) VALUES (?, ?)")
      var notes: [AuditNote] = []
      let admitted = try admissions.map { admission in
        // Admitted meanwhile, or twice at once.
        if let known = try Self.identity(of: admission.subjectHash, in: database) { return known }
        try identities.execute(arguments: [
          admission.identity.blob, stored("", at: .name(admission.identity), in: database), admission.createdAt,
        ])
        try subjects.execute(arguments: [Data(admission.subjectHash), admission.identity.blob])
        notes.append(admission.note)
        return admission.identity
      }
      try Self.note(notes, in: database)
      return admitted
    }
  }

  private static func identity(of subjectHash: [UInt8], in database: Database) throws -> IdentityID? {
    let statement = try database.cachedStatement(sql: "SELECT identity FROM subject WHERE subject_hash = ?")
    guard let row = try Row.fetchOne(statement, arguments: [Data(subjectHash)]) else { return nil }
    guard let identity = row.identifier(0, of: IdentifierKind.Identity.self) else { throw StoreFailure.damaged("a subject's identity") }
    return identity
  }
}
