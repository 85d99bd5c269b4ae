import Foundation
import HearthClient
import HearthProtocol
import Support
import Testing

/// Several people, several programs, one group.
@Suite struct WalkTests {
  /// Finds an invite code in what `hearth invite` prints.
  private func code(in output: String) throws -> String {
    guard let found = output.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/) else { throw Unexpected("no code in: \(output)") }
    return String(found.output.0)
  }

  @Test func threeTerminalsAndAPythonClientSeeTheSame() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path + "/data")
    let people = ["Asha", "Ravi", "Mira"].map { HearthProgram(name: $0, in: folder) }
    for (person, name) in zip(people, ["Asha", "Ravi", "Mira"]) { try person.run("register", "--server", "\(server.url)", "--name", name) }
    try people[0].run("create", "Sharma Family", "--currency", "INR", "--time-zone", "Asia/Kolkata")
    for (person, name) in zip(people.dropFirst(), ["Ravi", "Mira"]) {
      try person.run("join", code(in: people[0].run("invite", "--role", "adult")), "--as", name)
    }
    let codeForPython = try code(in: people[0].run("invite", "--role", "adult"))
    let feeds = try people.map { try $0.start("feed", "--json") }
    for feed in feeds { _ = try feed.output.next(containing: "subscribed") }

    // Group and four members take positions 1 to 5; then 30 entries of the one, and 3 of each of the others, in
    // whatever order.
    let last = 5 + 30 + 3 * 3
    let python = try Program(
      path: PythonClient.interpreter(), ["-c", PythonClient.member, "\(server.url)", codeForPython, "30", "\(last)"])
    _ = try python.output.next(containing: "ready")
    // Each adds what the others have just added, which without --again they would be asked about.
    let additions = try people.flatMap { person in
      [
        try person.start("add", "450.50", "Vegetables", "--category", "groceries", "--again"),
        try person.start("add", "1200", "Electricity", "--split", "percent:Asha=60,Ravi=40", "--again"),
        try person.start("add", "999", "Dinner", "--paid-by", "Asha=500,Ravi=499", "--split", "exact:Asha=333,Mira=666", "--again"),
      ]
    }
    for addition in additions { #expect(try addition.status() == 0, "\(addition.errors.seen)") }

    var printed = try feeds.map { try $0.output.entries(through: last) }
    #expect(try python.status() == 0, "\(python.errors.seen)")
    let pythonLines = try python.output.all().split(separator: "\n").map(String.init)
    printed.append(try pythonLines.dropFirst().dropLast().map { try JSONDecoder().decode(PrintedEntry.self, from: Data($0.utf8)) })
    #expect(printed[0].map(\.position) == (6...last).map(String.init))
    #expect(Set(printed).count == 1, "all four print the same entries, order and hashes")

    var balances = try people.map { try $0.balances() }
    balances.append(try JSONDecoder().decode([String: Int].self, from: Data(try #require(pythonLines.last).utf8)))
    #expect(Set(balances).count == 1, "\(balances)")
    #expect(balances[0].count == 4)
    #expect(balances[0].values.reduce(0, +) == 0)

    for feed in feeds { feed.send(SIGINT) }
    for feed in feeds { #expect(try feed.status() == 0) }
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    #expect(try Program.run("hearthd", ["verify", "--data", folder.path + "/data"]).status == 0)
  }

  @Test func thePythonExampleWorksAsWritten() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path)
    let block = try #require(try Page("docs/clients.md").blocks.first { $0.language == "python" }).text
    let example = try Program(
      path: PythonClient.interpreter(), ["-c", block.replacing("127.0.0.1:7433", with: server.url.authority)])
    #expect(try example.status() == 0, "\(example.errors.seen)")
    let lines = try example.output.all().split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].wholeMatch(of: /keep this token: [0-9a-f]{32}\.[0-9a-f]{64}/) != nil)
    #expect(lines[1].contains("'request': 2, 'accepted': "))
    #expect(lines[2].contains("'request': 3, 'accepted': "))
  }

  @Test func whatOneSendsTheOtherPrintsAtOnce() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path + "/data")
    let ravi = HearthProgram(name: "Ravi", in: folder)
    try ravi.run("register", "--server", "\(server.url)", "--name", "Ravi")
    try ravi.run("create", "Flat 4B", "--currency", "INR")
    let invitation = try code(in: ravi.run("invite", "--role", "adult"))
    let (asha, _) = try server.register("Asha")
    let group = try asha.send(
      .with {
        $0.id = Command.id()
        $0.joinGroup.code = invitation
        $0.joinGroup.memberID = Command.id()
        $0.joinGroup.displayName = "Asha"
      }
    ).groupID
    let feed = try ravi.start("feed", "--json")
    _ = try feed.output.next(containing: "snapshotPart")
    var latencies: [Duration] = []
    for number in 1...100 {
      let sent = ContinuousClock.now
      let position = try asha.send(.addEntry(group, minor: Int64(number))).position
      #expect(try feed.output.entries(through: Int(position)).map(\.position) == ["\(position)"])
      latencies.append(sent.duration(to: .now))
    }
    latencies.sort()
    print(
      "From sending to the line printed by another process, 100 times: median \(latencies[50]), 99 of 100 \(latencies[98]), worst \(latencies[99])"
    )
  }
}
