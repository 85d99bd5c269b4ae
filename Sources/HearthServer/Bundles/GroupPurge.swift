import EventStore
import HearthProtocol

/// Deletes a group whose time has come (SPEC GR-08): exports it, then removes all of it but its id.
///
/// It may break off anywhere and is then run again: there is no moment at which neither the group nor its export is
/// whole. The caller takes the group out of the directory's list of what is due when it has returned; until then the
/// group is found there and this is run again.
public enum GroupPurge {
  /// Deletes a group, or carries on with a deletion that broke off.
  ///
  /// - Parameters:
  ///   - group: no room of a server has it, or lets anybody to it.
  ///   - instant: milliseconds since 1970.
  /// - Returns: the export's path.
  /// - Throws: when the group cannot be exported, or the store refuses; nothing of the group is gone if it could not be
  ///   exported.
  @discardableResult
  public static func run(
    _ group: GroupID, at instant: Int64, _ store: any EventStore, _ directory: any Directory, _ attachments: AttachmentFolder,
    _ exports: ExportFolder
  ) throws(ServerFailure) -> String {
    // What is left of a group behind its deletion's first commit is no group, and its export is whole.
    if try !stored({ () throws(StoreFailure) in try store.isPurged(group) }) {
      try exports.export(group, from: store, attachments)
      try stored { () throws(StoreFailure) in try directory.note([AuditNote(.groupExported, at: instant, group: group)]) }
    }
    try stored { () throws(StoreFailure) in try store.purge(group, at: instant) }
    do throws(AttachmentFailure) {
      try attachments.delete(group)
    } catch {
      throw ServerFailure("The group's attachments cannot be deleted: \(error.sentence).")
    }
    return exports.path(of: group)
  }

  private static func stored<Value>(_ body: () throws(StoreFailure) -> Value) throws(ServerFailure) -> Value {
    do {
      return try body()
    } catch {
      throw ServerFailure("The store cannot delete the group: \(error).")
    }
  }
}
