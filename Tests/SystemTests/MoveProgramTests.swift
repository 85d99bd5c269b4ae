import Foundation
import HearthClient
import HearthProtocol
import Support
import TestPostgres
import Testing

/// `hearthd move`: a household that outgrows its folder, and one that comes back, with real processes over a real
/// PostgreSQL.
@Suite(.serialized) struct MoveProgramTests {
  private static let postgres = Result { try PostgresServer() }
  private let postgres: PostgresServer
  private let name: String

  init() throws {
    postgres = try Self.postgres.get()
    name = PostgresServer.freshSchema()
    try postgres.psql("CREATE DATABASE \(name)")
  }

  private var address: String { "postgres://hearth@/\(name)?host=\(postgres.folder)&port=5432" }

  private func move(_ from: String, _ to: String, _ options: String...) throws -> (status: Int32, output: String, errors: String) {
    try Program.run("hearthd", ["move", "--from", from, "--to", to] + options)
  }

  /// Subscribes with a cursor and prints which lanes begin with a snapshot. Arguments: URL, token, group, epoch,
  /// position, hash.
  private static let reader = """
    import asyncio, json, sys
    from websockets.asyncio.client import connect

    async def main(url, token, group, epoch, position, hash):
        async with connect(url + "/v1/socket", subprotocols=["hearth.v1.json"]) as socket:
            await socket.send(json.dumps({"request": 1, "hello": {"token": token}}))
            await socket.recv()
            cursors = [{"lane": "shared", "position": position, "hash": hash}]
            await socket.send(json.dumps({"request": 2, "subscribe": {"groupId": group, "epoch": epoch, "cursors": cursors}}))
            lanes = json.loads(await socket.recv())["subscribed"]["lanes"]
            print("|".join(lane["lane"] + ("+snapshot" if lane.get("snapshot") else "") for lane in lanes))

    asyncio.run(main(*sys.argv[1:]))
    """

  @Test("a household moves into PostgreSQL and back: three clients go on by cursor, nobody reads a snapshot, and nothing is lost")
  func household() throws {
    let folder = try TemporaryFolder()
    let (data, key, back) = (folder.path + "/data", folder.path + "/key", folder.path + "/back")
    #expect(try Program.run("hearthd", ["keys", "create", key]).status == 0)
    var server = try ServerProgram(data: data)
    let people = ["asha", "ravi"].map { HearthProgram(name: $0, in: folder) }
    try people[0].run("register", "--server", "\(server.url)", "--name", "Asha")
    try people[0].run("create", "Sharma Family", "--currency", "INR")
    let code = try #require(try people[0].run("invite").firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0
    try people[1].run("register", "--server", "\(server.url)", "--name", "Ravi")
    try people[1].run("join", String(code))
    try people[0].run("add", "450.50", "Vegetables")
    let bill = folder.path + "/bill.pdf"
    let content = Data("%PDF-1.7 ".utf8) + Data(repeating: 7, count: 300_000)
    try content.write(to: URL(filePath: bill))
    try people[0].run("receipt", "add", "last", bill)
    let later = try #require(try people[0].run("invite").firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0
    let (dev, token) = try server.register("Dev")
    let group = try dev.send(.createGroup()).groupID
    _ = try dev.send(.addEntry(group, minor: 5))
    let view = try dev.follow(try #require(GroupID(group)))
    let mark = try #require(view.marks[.shared])
    let balances = try people[0].balances()

    /// Ends the server, moves, starts one on the other place, and sees everybody go on there.
    func goOn(_ from: String, to: String, options: [String], start: () throws -> ServerProgram, events: Int) throws {
      let former = server.url
      server.program.send(SIGTERM)
      #expect(try server.program.status() == 0)
      let moved = try Program.run("hearthd", ["move", "--from", from, "--to", to] + options)
      #expect(moved.status == 0 && moved.output.contains("2 groups, \(events) events, 1 receipt, "), "\(moved)")
      #expect(moved.output.contains("all verified") && moved.output.contains("start no server on"), "\(moved)")
      server = try start()
      for person in ["asha", "ravi"] { try HearthProgram.moveServer(person, in: folder, from: former, to: server.url) }
      for person in people {
        let told = try person.run("balances")
        #expect(!told.contains("backup"), "\(told)")
        #expect(try person.balances() == balances)
        #expect(try person.run("verify").contains("What was seen of it here before is in it unchanged"))
      }
      let reading = try Program(
        path: PythonClient.interpreter(),
        [
          "-c", Self.reader, "\(server.url)", token, group, "\(view.epoch)", "\(mark.position)",
          Data(try #require(mark.hash).bytes).base64EncodedString(),
        ])
      #expect(try reading.status() == 0)
      #expect(try reading.output.all().split(separator: "|").first == "shared")
      try people[1].run("receipt", "get", "last", "--out", folder.path + "/fetched.pdf")
      #expect(try Data(contentsOf: URL(filePath: folder.path + "/fetched.pdf")) == content)
      try FileManager.default.removeItem(atPath: folder.path + "/fetched.pdf")
    }

    let events = try countEvents(["--data", data])
    try goOn(
      data, to: address, options: ["--to-key-file", key], start: { try ServerProgram(store: address, ["--key-file", key]) }, events: events)
    // What is there already is not written over, and neither is a place that is served.
    let twice = try move(data, address)
    #expect(twice.status != 0 && twice.errors.contains("has a schema hearth already"), "\(twice)")
    let served = try move(address, back, "--key-file", key)
    #expect(served.status != 0 && served.errors.contains("is running on it"), "\(served)")
    let visited = try move(address, data)
    #expect(visited.status != 0 && visited.errors.contains("\(data) is there already"), "\(visited)")
    // An invite of before holds, since the server's key came along.
    try HearthProgram(name: "dadi", in: folder).run("join", "\(server.url)/join#\(later)", "--name", "Dadi")
    let balancesNow = try people[0].balances()
    #expect(balancesNow.filter { balances[$0.key] != nil } == balances)

    try goOn(
      address, to: back, options: ["--key-file", key], start: { try ServerProgram(data: back, ["--key-file", key]) },
      events: try countEvents(["--store", address, "--key-file", key]))
    let audit = try Program.run("hearthd", ["audit", "--data", back, "--key-file", key])
    #expect(audit.output.components(separatedBy: "  moved").count == 3, "\(audit)")
    #expect(try Program.run("hearthd", ["audit", "--verify", "--data", back, "--key-file", key]).status == 0)
  }

  private func countEvents(_ place: [String]) throws -> Int {
    let verified = try Program.run("hearthd", ["verify"] + place)
    let count = try #require(verified.output.firstMatch(of: /([0-9]+) events/)).output.1
    return try #require(Int(count))
  }

  @Test("a move that finds damage gives nothing its name, and says what to do")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let data = folder.path + "/data"
    let server = try ServerProgram(data: data)
    let (asha, _) = try server.register("Asha")
    let group = try asha.send(.createGroup()).groupID
    _ = try asha.send(.addEntry(group, minor: 5))
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    let hash = ContentHash(of: Array("a bill".utf8))
    let files = data + "/attachments/\(group)"
    try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
    try Data("another".utf8).write(to: URL(filePath: files + "/\(hash)"))
    let refused = try move(data, address)
    #expect(refused.status != 0 && refused.errors.contains("Run it again, and it goes on."), "\(refused)")
    // Once it is mended the move goes on.
    try Data("a bill".utf8).write(to: URL(filePath: files + "/\(hash)"))
    let moved = try move(data, address)
    #expect(moved.status == 0 && moved.output.contains("of the events were there already"), "\(moved)")
  }
}
