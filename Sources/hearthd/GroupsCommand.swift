import ArgumentParser
import EventStore
import Foundation
import HearthProtocol
import HearthServer
import PostgresStore

/// `hearthd groups`.
struct Groups: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the groups of a data folder or database; have one moved to another server that shares the database.",
    discussion: """
        hearthd groups --data ./data
        hearthd groups move 0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11 --to two --store service=hearth
      """,
    subcommands: [ListGroups.self, MoveGroup.self], defaultSubcommand: ListGroups.self)
}

/// `hearthd groups list`, which `hearthd groups` runs, too.
struct ListGroups: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the groups of a data folder: how large they are and when they were used.",
    discussion: """
        hearthd groups --data ./data

      For each group its id, the events and bytes of its history, the files of its receipts and their bytes, the people of this server who are in it, and the day on \
      which a device of one of them was used last. It has no names and no amounts. Reads only; a server may be running.
      """)

  @OptionGroup var use: UseOptions

  func run() throws {
    try use.show({ store throws(StoreFailure) in try store.groupUse() }) { group, opened in
      let files = opened.attachments().use(of: group.group)
      return [
        UseColumn("groupId", "", .text("\(group.group)")), UseColumn("events", "events", .count(group.events)),
        UseColumn("bytes", "bytes", .count(group.bytes)), UseColumn("files", "files", .count(files.count)),
        UseColumn("fileBytes", "bytes of files", .count(files.bytes)), UseColumn("members", "members", .count(group.members)),
        UseColumn("usedOn", "used", .day(group.usedDay)),
      ]
    }
  }
}

/// `hearthd groups move`.
struct MoveGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Have a group moved to another of the servers that share a database, while they run.",
    discussion: """
        hearthd groups move 0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11 --to two --store postgres://hearth@db.example/hearth

      The server that has the group finishes what it was given and hands the group over; whoever follows it goes on without noticing. Both servers need --node-listen. \
      A server that comes gets its share of idle groups by itself, and one that ends hands over all of its groups.
      """)

  @Argument(help: "The group's id, as hearthd groups lists it.")
  var group: String

  @Option(help: ArgumentHelp("The server that is to have it, by its --node.", valueName: "node"))
  var to: String

  @OptionGroup var data: DataOptions

  // Limit: how long the server that has the group is waited for, in seconds; then the wish is taken back.
  private static let waitSeconds = 15.0
  private static let paceSeconds = 0.05

  func validate() throws {
    guard GroupID(group) != nil else { throw ValidationError("\"\(group)\" is no id. \(Self.list)") }
  }

  private static let list = "Take it from hearthd groups."

  func run() throws {
    guard let id = GroupID(group) else { return }
    guard data.store.address != nil else {
      throw ServerFailure("A folder has one server alone. Name the database that servers share with --store.")
    }
    let opened = try data.openForEnding()
    guard let store = opened.store as? PostgresStore else { return }
    do throws(StoreFailure) {
      switch try store.askToMove(id, to: to) {
      case .done: break
      case .noGroup: throw .broken("there is no group \(id): take its id from hearthd groups")
      case .noNode: throw .broken("no server \(to) runs that others can reach: start it with --node \(to) and --node-listen")
      case .ownerAlone(let owner):
        throw .broken(
          "the server \(owner) has it and serves no others: start it with --node-listen, or stop it, and another takes its groups")
      case .asked(let owner): try wait(for: id, from: owner, store)
      }
      store.close()
    } catch {
      throw ServerFailure("The group cannot be moved: \(error.sentence).")
    }
    print("\(to) has the group \(id)")
  }

  private func wait(for id: GroupID, from owner: String, _ store: PostgresStore) throws(StoreFailure) {
    let end = Date().addingTimeInterval(Self.waitSeconds)
    while true {
      switch try store.hasMoved(id, to: to) {
      case true?: return
      case false?: throw .broken("\(owner) did not hand it over, as \(to) went away, or has it no longer: run this again")
      case nil:
        guard Date() < end else {
          try store.forgetMove(id)
          throw .broken("\(owner) has not handed it over within \(Int(Self.waitSeconds)) s: see its log, and run this again")
        }
        Thread.sleep(forTimeInterval: Self.paceSeconds)
      }
    }
  }
}
