import EventStore
import Foundation
import HearthProtocol
import HearthServer
import SQLiteStore

/// What an operator did with a folder that a server may have open, for its audit log.
enum OperatorNote {
  /// Notes what was done. A medium that cannot be written is read all the same, and then that is said.
  static func write(_ act: AuditAct, _ name: String, of data: String, group: GroupID? = nil) {
    do throws(StoreFailure) {
      try SQLiteStore.note(AuditNote(act, at: Server.systemClock(), group: group), besideServerOf: data)
    } catch {
      tell(name, error)
    }
  }

  /// Says that something could not be noted.
  static func tell(_ name: String, _ failure: StoreFailure) {
    FileHandle.standardError.write(Data("The \(name) could not be noted in the audit log: \(failure.sentence).\n".utf8))
  }
}
