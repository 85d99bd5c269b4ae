import Support
import Testing

/// Dates that people rarely mean are taken, and named.
@Suite struct FarAheadTests {
  @Test("A rule or an entry that is dated years ahead is taken, and its date is named; one of today is not")
  func named() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path + "/data")
    let asha = HearthProgram(name: "Asha", in: folder)
    try asha.run("register", "--server", "\(server.url)", "--name", "Asha")
    try asha.run("create", "Sharma Family", "--currency", "INR", "--time-zone", "UTC")
    let ahead = ["--start", "2090-01-01"]
    for arguments in [["recurring", "add", "5", "Far"] + ahead, ["recurring", "add", "6", "Farther", "--preview"] + ahead] {
      let rule = try asha.start(arguments)
      #expect(try rule.status() == 0)
      #expect(try rule.errors.all().contains("2090-01-01"), "\(arguments)")
    }
    let entry = try asha.start(["add", "7", "Ticket", "--date", "2090-01-01"])
    #expect(try entry.status() == 0)
    #expect(try entry.errors.all().contains("2090-01-01"))
    try asha.run("account", "add", "Savings")
    for arguments in [
      ["account", "deposit", "Savings", "7", "Salary", "--date", "2090-01-01"], ["rate", "set", "EUR", "90", "--date", "2090-01-01"],
      ["budget", "set", "Food", "100", "--category", "groceries", "--start", "2090-01-01"],
    ] {
      let dated = try asha.start(arguments)
      #expect(try dated.status() == 0, "\(arguments)")
      #expect(try dated.errors.all().contains("2090-01-01 is far ahead. If it is not meant, change it."), "\(arguments)")
    }
    // The control.
    let today = try asha.start(["recurring", "add", "8", "Milk"])
    #expect(try today.status() == 0)
    #expect(try today.errors.all() == "")
  }
}
