import EventStore
import HearthProtocol

extension PostgresStore {
  /// The identity of the subject with this hash, or nil.
  public func identity(subjectHash: [UInt8]) throws(StoreFailure) -> IdentityID? {
    try reading { try Self.identity(of: subjectHash, $0) }
  }

  /// Makes identities of subjects in one commit; a subject that has one keeps it. One whom two nodes admit at once gets
  /// the identity of the first.
  public func admit(_ admissions: [SubjectAdmission]) throws(StoreFailure) -> [IdentityID] {
    if admissions.isEmpty { return [] }
    return try writing { turn in
      var notes: [AuditNote] = []
      // Nodes that admit the same people wait for each other here, and see who is there in the statements after it.
      _ = try turn.connection.query("SELECT pg_advisory_xact_lock($1)", [.integer(Self.admissionLock)])
      let admitted = try admissions.map { admission in
        if let known = try Self.identity(of: admission.subjectHash, turn.connection) { return known }
        let name = try stored("", at: .name(admission.identity), in: turn.connection)
        try turn.connection.pipeline([
          Self.identity(admission.identity, name, admission.createdAt),
          (
            "INSERT INTO subject (subject_hash, identity) VALUES ($1, $2)",
            [.bytes(admission.subjectHash), .id(admission.identity)]
          ),
        ])
        notes.append(admission.note)
        return admission.identity
      }
      try Self.note(notes, turn)
      return admitted
    }
  }

  // Any number.
  private static let admissionLock: Int64 = 0x7375_626a_6563_74

  private static func identity(of subjectHash: [UInt8], _ connection: DatabaseConnection) throws -> IdentityID? {
    let rows = try connection.query("SELECT identity FROM subject WHERE subject_hash = $1", [.bytes(subjectHash)])
    if rows.count == 0 { return nil }
    guard let identity = rows.identifier(0, 0, of: IdentifierKind.Identity.self) else {
      throw StoreFailure.damaged("a subject's identity")
    }
    return identity
  }
}
