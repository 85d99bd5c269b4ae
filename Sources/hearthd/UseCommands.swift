import ArgumentParser
import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Ledger
import SQLiteStore

/// What the three commands that tell of a folder's use have in common.
struct UseOptions: ParsableArguments {
  @OptionGroup var data: DataOptions

  @Flag(help: "Write JSON, one object a line, instead of text.")
  var json = false

  /// Reads the store, which a server may be using, and prints a line for each thing.
  func show<Use>(_ read: (any ServedStore) throws(StoreFailure) -> [Use], line: (Use, OpenedPlace) -> [UseColumn]) throws {
    let opened = try data.open()
    for use in try opened.reading(read) { print(json ? Self.json(line(use, opened)) : Self.text(line(use, opened))) }
    try opened.close()
  }

  private static func text(_ columns: [UseColumn]) -> String {
    columns.map { column in
      switch column.value {
      case .text(let text): text
      case .count(let count): "\(count) \(column.words)"
      case .day(let day): "\(column.words) \(day.map { "\(CivilDate(daysSince1970: Int($0)))" } ?? "never")"
      }
    }.joined(separator: "  ")
  }

  private static func json(_ columns: [UseColumn]) -> String {
    let members = columns.map { column in
      let value =
        switch column.value {
        case .text(let text): "\"\(text)\""
        case .count(let count): "\(count)"
        case .day(let day): day.map { "\"\(CivilDate(daysSince1970: Int($0)))\"" } ?? "null"
        }
      return "\"\(column.name)\":\(value)"
    }
    return "{\(members.joined(separator: ","))}"
  }
}

/// One thing that is told of a group, an identity or a device.
struct UseColumn {
  enum Value {
    /// An id.
    case text(String)
    case count(Int)
    /// Days since 1970.
    case day(Int64?)
  }

  /// For a program, and for a person.
  let name: String
  let words: String
  let value: Value

  init(_ name: String, _ words: String, _ value: Value) {
    (self.name, self.words, self.value) = (name, words, value)
  }
}

/// `hearthd identities`.
struct Identities: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the people of a data folder, by ids: their devices, groups and last use; or shut some out.",
    discussion: """
        hearthd identities --data ./data
        hearthd identities --data ./data --suspend 0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11
        hearthd identities --data ./data --resume 0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11

      For each identity its id, the day on which it was made, its devices, its tokens for groups, the groups that it is in, the day on which a device was used last, and since when it is \
      suspended. It has no names. Reads only; a server may be running.

      With --suspend the identity is let in no more, and what it has open ends within two seconds; with --resume its devices and tokens are good again. A server may be \
      running, and the audit log says so. What a suspended person entered, and the groups that they are in, stay as they are.
      """)

  @OptionGroup var use: UseOptions

  @Option(help: ArgumentHelp("Shut this identity out, as it is listed. Repeatable.", valueName: "identity"))
  var suspend: [String] = []

  @Option(help: ArgumentHelp("Let this identity in again. Repeatable.", valueName: "identity"))
  var resume: [String] = []

  func validate() throws {
    for (option, texts) in [("--suspend", suspend), ("--resume", resume)] {
      for text in texts where IdentityID(text) == nil { throw ValidationError("\(option) \"\(text)\" is no id. \(Self.list)") }
    }
    let both = Set(suspend.compactMap { IdentityID($0) }).intersection(resume.compactMap { IdentityID($0) })
    if let first = both.min() { throw ValidationError("Identity \(first) cannot be suspended and resumed at once. Leave one option out.") }
  }

  private static let list = "Take it from hearthd identities."

  func run() throws {
    guard suspend.isEmpty && resume.isEmpty else { return try change() }
    try use.show({ store throws(StoreFailure) in try store.identityUse() }) { identity, _ in
      [
        UseColumn("identityId", "", .text("\(identity.identity)")), UseColumn("madeOn", "made", .day(identity.createdAt / 86_400_000)),
        UseColumn("devices", "devices", .count(identity.devices)), UseColumn("tokens", "tokens", .count(identity.groupTokens)),
        UseColumn("groups", "groups", .count(identity.groups)),
        UseColumn("usedOn", "used", .day(identity.usedDay)),
        UseColumn("suspendedOn", "suspended", .day(identity.suspendedAt.map { $0 / 86_400_000 })),
      ]
    }
  }

  /// Shuts out and lets in who is named; nothing is done when one of them is not there.
  private func change() throws {
    let (suspended, resumed) = (Set(suspend.compactMap { IdentityID($0) }), Set(resume.compactMap { IdentityID($0) }))
    let outcome = try use.data.suspend(suspended, resume: resumed)
    switch outcome {
    case .changed(let suspended, let resumed): print("Suspended: \(suspended). Resumed: \(resumed).")
    case .unknown(let identities):
      throw ServerFailure(
        "There is no identity \(identities.map { "\($0)" }.joined(separator: ", no ")). Nothing was changed. \(Self.list)")
    }
  }
}

/// `hearthd sessions`.
struct Sessions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the devices of a data folder that can log in, those first that were used last; or end some.",
    discussion: """
        hearthd sessions --data ./data
        hearthd sessions --data ./data --end 0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11

      For each device its id, its identity's, the day on which it was linked, the day on which it was used last, and the tokens for groups that it made. \
      Its owner ends it with hearth devices revoke. It has no names and no addresses; /metrics tells how many connections there are now. Reads only; a server may be running.

      With --end or --end-identity the devices are ended instead: their tokens let in no more, and the audit log says so. No server may be running on the folder; servers \
      over a --store may, and end what the devices have open within a second. A person all of \
      whose devices are ended has no way in, and comes back as somebody new. What they entered, and the groups that they are in, stay as they are.
      """)

  @OptionGroup var use: UseOptions

  @Option(
    name: .customLong("end"),
    help: ArgumentHelp("End this device, as it is listed; stop a server of the folder first. Repeatable.", valueName: "device"))
  var endedDevices: [String] = []

  @Option(
    name: .customLong("end-identity"),
    help: ArgumentHelp("End all devices of this identity; stop a server of the folder first. Repeatable.", valueName: "identity"))
  var endedIdentities: [String] = []

  func validate() throws {
    for text in endedDevices where DeviceID(text) == nil { throw ValidationError("--end \"\(text)\" is no id. \(Self.lists)") }
    for text in endedIdentities where IdentityID(text) == nil {
      throw ValidationError("--end-identity \"\(text)\" is no id. \(Self.lists)")
    }
  }

  private static let lists = "Take it from hearthd sessions, which lists both."

  func run() throws {
    guard endedDevices.isEmpty && endedIdentities.isEmpty else { return try end() }
    try use.show({ store throws(StoreFailure) in try store.deviceUse() }) { device, _ in
      [
        UseColumn("deviceId", "", .text("\(device.device)")), UseColumn("identityId", "", .text("\(device.identity)")),
        UseColumn("linkedOn", "linked", .day(device.createdAt / 86_400_000)), UseColumn("usedOn", "used", .day(device.usedDay)),
        UseColumn("tokens", "tokens", .count(device.groupTokens)),
      ]
    }
  }

  /// Takes the tokens of the devices that are named; nothing is done when one of them is not there.
  private func end() throws {
    let (devices, identities) = (Set(endedDevices.compactMap { DeviceID($0) }), Set(endedIdentities.compactMap { IdentityID($0) }))
    var unknown: [String] = []
    var count = 0
    let opened: OpenedPlace
    do {
      opened = try use.data.openForEnding()
    } catch {
      guard use.data.store.address == nil else { throw error }
      throw ServerFailure("\(error) Devices are ended while no server is running.")
    }
    do throws(StoreFailure) {
      let known = try opened.store.deviceUse()
      unknown = devices.subtracting(known.map(\.device)).map { "device \($0)" }
      unknown += identities.subtracting(known.map(\.identity)).map { "device of identity \($0)" }
      if unknown.isEmpty {
        for use in known where devices.contains(use.device) || identities.contains(use.identity) {
          if try opened.store.revoke(use.device, of: use.identity, at: Server.systemClock()) { count += 1 }
        }
      }
      try opened.store.close()
    } catch {
      throw ServerFailure("The data in \(opened.place.name) cannot be changed: \(error.sentence).")
    }
    guard unknown.isEmpty else {
      throw ServerFailure("There is no \(unknown.sorted().joined(separator: ", no ")). Nothing was ended. \(Self.lists)")
    }
    print("\(count) devices ended.")
  }
}
