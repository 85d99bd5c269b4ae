import EventStore
import TestPostgres
import Testing

@testable import PostgresStore

/// How statements are called in the database's session, which a pooler may hand to another connection.
@Suite("The names of PostgreSQL's prepared statements")
struct PostgresStatementsTests {
  @Test("come of the text: two connections have one name for one statement, in whichever order, and none for two")
  func namesOfTexts() throws {
    let settings = try PostgresSettings(address: PostgresServer.shared.get().address, schema: PostgresServer.freshSchema(), node: "names")
    let (one, two) = (try DatabaseConnection(settings), try DatabaseConnection(settings))
    let (read, write) = ("SELECT 1::bigint AS read", "SELECT 1::bigint AS written")
    for text in [read, write] { _ = try one.query(text) }
    for text in [write, read] { _ = try two.query(text) }
    func name(of text: String, in connection: DatabaseConnection) throws -> String {
      let rows = try connection.query("SELECT name FROM pg_prepared_statements WHERE statement = $1", [.text(text)])
      return try #require(rows.text(0, 0))
    }
    let names = try [read, write].map { try name(of: $0, in: one) }
    #expect(try [read, write].map { try name(of: $0, in: two) } == names)
    #expect(Set(names).count == 2)
  }

  @Test("stand already where a pooler gives the session to others too: the failure says so, and what to do")
  func pooler() throws {
    let settings = try PostgresSettings(address: PostgresServer.shared.get().address, schema: PostgresServer.freshSchema(), node: "pooler")
    let connection = try DatabaseConnection(settings)
    let text = "SELECT 1::bigint AS read"
    try connection.command("PREPARE \"\(DatabaseConnection.name(of: text))\" AS SELECT 2::bigint AS written")
    do {
      _ = try connection.query(text)
      Issue.record("another connection's statement was run")
    } catch { #expect("\(StoreFailure(database: error))".contains("put it into session mode")) }
  }
}
