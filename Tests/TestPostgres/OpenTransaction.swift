import Foundation

/// A transaction that is under way until it is ended, by a client of its own.
public final class OpenTransaction {
  private let client = Process()
  private let input = Pipe()

  /// Begins it; when this returns the statement is done.
  public init(_ address: String, _ statement: String) throws {
    client.executableURL = URL(filePath: "/usr/lib/postgresql/15/bin/psql")
    client.arguments = ["-X", "-q", "-A", "-t", "-d", address]
    client.standardInput = input
    let output = Pipe()
    client.standardOutput = output
    try client.run()
    try input.fileHandleForWriting.write(contentsOf: Data("BEGIN; \(statement); SELECT 'done';\n".utf8))
    _ = output.fileHandleForReading.availableData
  }

  /// Ends it, with COMMIT or ROLLBACK.
  public func end(_ statement: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(statement);\n".utf8))
    try input.fileHandleForWriting.close()
    client.waitUntilExit()
  }
}
