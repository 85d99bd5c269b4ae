import Foundation
import GRDB
import HearthProtocol
import SwiftProtobuf

/// A command that has no answer yet, or one that was refused when nobody was there to hear it.
public struct KeptCommand: Equatable, Sendable {
  /// As it is sent, every time with the same id.
  public var command: Command
  /// When it was given, in milliseconds since 1970 by this machine's clock.
  public var keptAt: Int64
  /// Why the server refused it; nil while it waits.
  public var rejected: Rejected?

  /// Makes one.
  public init(command: Command, keptAt: Int64, rejected: Rejected? = nil) {
    self.command = command
    self.keptAt = keptAt
    self.rejected = rejected
  }
}

extension ClientStore {
  /// Limit: commands that wait or were refused.
  public static let commandsMax = 10_000

  /// Keeps a command until it is settled; one that is there already stays as it is (SPEC CM-06).
  ///
  /// - Parameters:
  ///   - instant: milliseconds since 1970 by this machine's clock.
  ///   - former: a refused command in whose place it is given, which goes in the same transaction.
  /// - Throws: `.tooMany` where as many wait as may.
  public func keep(_ command: Command, at instant: Int64, insteadOf former: String? = nil) throws(ClientStoreFailure) {
    try writing { database in
      if let former { try database.execute(sql: "DELETE FROM command WHERE id = ?", arguments: [former]) }
      guard try !isKept(command.id, database) else { return }
      guard try Int.fetchOne(database, sql: "SELECT count(*) FROM command") ?? 0 < Self.commandsMax else {
        throw ClientStoreFailure.tooMany(max: Self.commandsMax)
      }
      let bytes: Data = try command.serializedBytes()
      try database.execute(
        sql: "INSERT INTO command (id, kept_at, command) VALUES (?, ?, ?)", arguments: [command.id, instant, bytes])
    }
  }

  private func isKept(_ id: String, _ database: Database) throws -> Bool {
    try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM command WHERE id = ?)", arguments: [id]) ?? false
  }

  /// The command is answered, or no longer wanted.
  public func settle(_ id: String) throws(ClientStoreFailure) {
    try writing { try $0.execute(sql: "DELETE FROM command WHERE id = ?", arguments: [id]) }
  }

  /// The command was refused: it is not sent again, and stays until its user has decided what becomes of it.
  public func refuse(_ id: String, _ rejected: Rejected) throws(ClientStoreFailure) {
    try writing { database in
      let bytes: Data = try rejected.serializedBytes()
      try database.execute(sql: "UPDATE command SET rejected = ? WHERE id = ?", arguments: [bytes, id])
    }
  }

  /// All commands, in the order in which they were given.
  public func commands() throws(ClientStoreFailure) -> [KeptCommand] {
    let path = path
    return try reading { database in
      try Row.fetchAll(database, sql: "SELECT kept_at, command, rejected FROM command ORDER BY place").map { row in
        let (bytes, refusal): (Data, Data?) = (row["command"], row["rejected"])
        guard let command = try? Command(serializedBytes: bytes) else { throw ClientStoreFailure.damaged(path, "a command in it") }
        return KeptCommand(
          command: command, keptAt: row["kept_at"], rejected: refusal.map { (try? Rejected(serializedBytes: $0)) ?? Rejected() })
      }
    }
  }
}
