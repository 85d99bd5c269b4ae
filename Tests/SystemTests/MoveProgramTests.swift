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
  private let address: String

  init() throws { address = try Self.postgres.get().freshDatabase() }

  private func move(_ from: String, _ to: String, _ options: String...) throws -> (status: Int32, output: String, errors: String) {
    try Program.run("hearthd", ["move", "--from", from, "--to", to] + options)
  }

  /// Asha and Ravi with a receipt between them, and Dev with a group of their own, in a folder.
  private final class House {
    let folder: TemporaryFolder
    let people: [HearthProgram]
    var server: ServerProgram
    let bill = Data("%PDF-1.7 ".utf8) + Data(repeating: 7, count: 300_000)
    /// An invite that nobody has used.
    let code: String
    let token: String
    let group: String
    let view: GroupView

    init(_ folder: TemporaryFolder) throws {
      self.folder = folder
      server = try ServerProgram(data: folder.path + "/data")
      people = ["asha", "ravi"].map { HearthProgram(name: $0, in: folder) }
      let (asha, ravi) = (people[0], people[1])
      try asha.run("register", "--server", "\(server.url)", "--name", "Asha")
      try asha.run("create", "Sharma Family", "--currency", "INR")
      try ravi.run("register", "--server", "\(server.url)", "--name", "Ravi")
      try ravi.run("join", Self.code(of: asha))
      // The control: who looks for the first time reads one.
      let (first, beginning) = try Self.follow(ravi)
      #expect(beginning.contains(Self.snapshot))
      first.send(SIGINT)
      #expect(try first.status() == 0)
      try ravi.run("balances")
      try asha.run("add", "450.50", "Vegetables")
      try bill.write(to: URL(filePath: folder.path + "/bill.pdf"))
      try asha.run("receipt", "add", "last", folder.path + "/bill.pdf")
      code = try Self.code(of: asha)
      let dev: HearthConnection
      (dev, token) = try server.register("Dev")
      group = try dev.send(.createGroup()).groupID
      _ = try dev.send(.addEntry(group, minor: 5))
      view = try dev.follow(try #require(GroupID(group)))
    }

    private static func code(of person: HearthProgram) throws -> String {
      String(try #require(try person.run("invite").firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0)
    }

    private static let snapshot = "\"snapshot\":true"

    /// Somebody who follows the group, and the message by which that begins.
    private static func follow(_ person: HearthProgram) throws -> (feed: Program, beginning: String) {
      let feed = try person.start("feed", "--json")
      return (feed, try feed.output.next(containing: "\"subscribed\""))
    }

    /// Ends the server under those who follow, moves, starts one on the other place, and sees everybody go on there
    /// without a snapshot.
    func goOn(_ from: String, to: String, options: [String], events: Int, start: () throws -> ServerProgram) throws {
      let (former, balances) = (server.url, try people[0].balances())
      let feeds = try people.map { try Self.follow($0).feed }
      server.program.send(SIGTERM)
      #expect(try server.program.status() == 0)
      for feed in feeds {
        feed.send(SIGINT)
        #expect(try feed.status() == 0)
      }
      let moved = try Program.run("hearthd", ["move", "--from", from, "--to", to] + options)
      #expect(moved.status == 0 && moved.output.contains("2 groups, \(events) events, 1 receipt, "), "\(moved)")
      #expect(moved.output.contains("all verified") && moved.output.contains("start no server on"), "\(moved)")
      server = try start()
      for person in ["asha", "ravi"] { try HearthProgram.moveServer(person, in: folder, from: former, to: server.url) }
      for person in people {
        let (feed, beginning) = try Self.follow(person)
        #expect(!beginning.contains(Self.snapshot), "\(beginning)")
        feed.send(SIGINT)
        #expect(try feed.status() == 0)
        #expect(try !person.run("balances").contains("backup"))
        #expect(try person.balances() == balances)
        #expect(try person.run("verify").contains("What was seen of it here before is in it unchanged"))
      }
      let marks = view.marks.sorted { $0.key < $1.key }
      let cursors = marks.map { lane, mark in [lane.name, "\(mark.position)"] }
      let reading = try Program(
        path: PythonClient.interpreter(), ["-c", reader, "\(server.url)", token, group, "\(view.epoch)"] + cursors.joined())
      #expect(try reading.status() == 0)
      #expect(try reading.output.all().split(separator: "|").map(String.init).sorted() == marks.map(\.key.name).sorted())
      try people[1].run("receipt", "get", "last", "--out", folder.path + "/fetched.pdf")
      #expect(try Data(contentsOf: URL(filePath: folder.path + "/fetched.pdf")) == bill)
      try FileManager.default.removeItem(atPath: folder.path + "/fetched.pdf")
    }
  }

  @Test("a household moves into PostgreSQL and back: three clients go on by cursor, nobody reads a snapshot, and nothing is lost")
  func household() throws {
    let folder = try TemporaryFolder()
    let (data, key, back) = (folder.path + "/data", folder.path + "/key", folder.path + "/back")
    #expect(try Program.run("hearthd", ["keys", "create", key]).status == 0)
    let house = try House(folder)
    try house.goOn(data, to: address, options: ["--to-key-file", key], events: countEvents(["--data", data])) {
      try ServerProgram(store: address, ["--key-file", key])
    }
    // What is there already is not written over, and neither is a place that is served.
    let twice = try move(data, address)
    #expect(twice.status != 0 && twice.errors.contains("has a schema hearth already"), "\(twice)")
    let served = try move(address, back, "--key-file", key)
    #expect(served.status != 0 && served.errors.contains("is running on it"), "\(served)")
    let visited = try move(address, data)
    #expect(visited.status != 0 && visited.errors.contains("\(data) is there already"), "\(visited)")
    // An invite of before holds, since the server's key came along.
    try HearthProgram(name: "dadi", in: folder).run(
      "join", "\(house.server.url)/join#\(house.code)".replacing("ws://", with: "http://"), "--name", "Dadi")

    try house.goOn(
      address, to: back, options: ["--key-file", key], events: countEvents(["--store", address, "--key-file", key])
    ) { try ServerProgram(data: back, ["--key-file", key]) }
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

/// Subscribes with cursors and prints which lanes begin with a snapshot. Arguments: URL, token, group, epoch; then a
/// lane and a position for each cursor.
private let reader = """
  import asyncio, json, sys
  from websockets.asyncio.client import connect

  async def main(url, token, group, epoch, *marks):
      async with connect(url + "/v1/socket", subprotocols=["hearth.v1.json"]) as socket:
          await socket.send(json.dumps({"request": 1, "hello": {"token": token}}))
          await socket.recv()
          cursors = [{"lane": lane, "position": position} for lane, position in zip(marks[::2], marks[1::2])]
          await socket.send(json.dumps({"request": 2, "subscribe": {"groupId": group, "epoch": epoch, "cursors": cursors}}))
          lanes = json.loads(await socket.recv())["subscribed"]["lanes"]
          print("|".join(lane["lane"] + ("+snapshot" if lane.get("snapshot") else "") for lane in lanes))

  asyncio.run(main(*sys.argv[1:]))
  """
