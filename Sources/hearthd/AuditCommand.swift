import ArgumentParser
import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Ledger
import SQLiteStore

/// `hearthd audit`.
struct Audit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the audit log of a data folder, or verify it.",
    discussion: """
        hearthd audit --data ./data
        hearthd audit --data ./data --verify
        hearthd audit --store postgres://hearth@db/hearth

      What touches security, a row each: identities made, devices linked and revoked, tokens replaced; invites made, revoked and used, roles, owners and \
      policies changed, members who left, were removed, restored or claimed, guardians added or removed, accounts shared or no more, members who keep \
      everything of theirs from a group; groups whose deletion was asked for or taken back, groups exported, imported and deleted, backups and restores, keys \
      replaced. It says who did it and to which device, group and member, by their ids. Logins and refusals (of logins, \
      codes, rights, limits) are only counted by the minute: from what kind of network or in which group, never whose. It has no amounts, names, tokens or \
      addresses. Each row carries the hash of the one before. In PostgreSQL each node has a log of its own, and its rows chain_seen say where the others' stood.

      Reads only; a server may be running. --verify names rows that were altered or are missing, and logs that were cut, changed or deleted since another \
      node saw them, and ends with status 1 if there are any. A person who can rewrite everything can rewrite all logs: keep the last lines of --verify \
      elsewhere, and compare.
      """)

  @OptionGroup var data: DataOptions

  @Flag(help: "Print no rows; check every row against the one before, and where the log ends.")
  var verify = false

  @Flag(help: "Write JSON, one object a line, instead of text.")
  var json = false

  func run() throws {
    let opened = try data.open()
    var flawCount = 0
    for (node, log) in try opened.reading({ store throws(StoreFailure) in try store.auditLogs() }) {
      flawCount += try show(log, of: node, opened)
    }
    try opened.close()
    if flawCount > 0 { throw ExitCode(1) }
  }

  /// Prints a log, or what verifying it finds.
  ///
  /// - Parameter node: whose it is; nil: there is one only.
  /// - Returns: how many flaws it has.
  private func show(_ log: any AuditLog, of node: String?, _ opened: OpenedPlace) throws(ServerFailure) -> Int {
    var verifier = AuditVerifier(log)
    try opened.reading { _ throws(StoreFailure) in
      try verifier.run { row in if !verify { print(json ? row.json(of: node) : Self.text(node) + row.text) } }
    }
    let whose = node.map { ["node": $0.onOneLine] } ?? [:]
    for flaw in verifier.flaws {
      print(json ? AuditLine.json(whose.merging(["damaged": flaw]) { $1 }) : "damaged: \(Self.text(node))\(flaw)")
    }
    if verify {
      let head = verifier.head
      let members = ["rows": "\(head.number)", "hash": "\(head.hash)", "flaws": "\(verifier.flawCount)"]
      print(
        json
          ? AuditLine.json(whose.merging(members) { $1 })
          : "\(Self.text(node))\(head.number) rows, the last one \(head.hash): "
            + (verifier.flawCount == 0 ? "all verified" : "\(verifier.flawCount) damaged"))
    }
    return verifier.flawCount
  }

  private static func text(_ node: String?) -> String { node.map { "node \($0.onOneLine)  " } ?? "" }
}

extension AuditRow {
  /// For a person.
  fileprivate var text: String {
    var words = ["\(number)", AuditLine.time(at), act.onOneLine]
    if count != 1 { words.append("\(count) times") }
    if let network { words.append("from \(network.onOneLine)") }
    if let identity { words.append("identity \(identity)") }
    if let device { words.append("device \(device)") }
    if let group { words.append("group \(group)") }
    if let member { words.append("member \(member)") }
    if let seen { words.append("saw node \(seen.node.onOneLine) at row \(seen.head.number) \(seen.head.hash)") }
    return words.joined(separator: "  ")
  }

  /// For a program.
  fileprivate func json(of node: String?) -> String {
    var members = ["number": "\(number)", "at": AuditLine.time(at), "act": act, "count": "\(count)", "hash": "\(hash)"]
    members["node"] = node?.onOneLine
    members["origin"] = network
    members["identityId"] = identity?.description
    members["deviceId"] = device?.description
    members["groupId"] = group?.description
    members["memberId"] = member?.description
    members["seenNode"] = seen?.node.onOneLine
    members["seenNumber"] = seen.map { "\($0.head.number)" }
    members["seenHash"] = seen.map { "\($0.head.hash)" }
    return AuditLine.json(members)
  }
}

/// How rows are written.
private enum AuditLine {
  /// RFC 3339, in UTC.
  static func time(_ milliseconds: Int64) -> String {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let seconds = max(0, Int(rest / 1_000))
    let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(CivilDate(daysSince1970: Int(days)))T\(parts.joined(separator: ":"))Z"
  }

  static func json(_ members: [String: String]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(members)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
