import Foundation
import HearthProtocol
import Testing

@testable import Ledger

/// That the tables have a line for all that can happen, and none for what cannot.
extension PrecedenceTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// What the source throws, by command; read once.
  private static let thrown: [String: Set<ThrownRejections.Site>] = {
    do {
      let thrown = try ThrownRejections(readingFrom: root.appendingPathComponent("Sources/Ledger")) { name in
        Right.allCases.first { "\($0)" == name }.map { right in
          (right.holdsInArchive, RoleSet.order.allSatisfy { right.row[$0].policy == nil && right.row[$0].allowsSome(Policies()) })
        }
      }
      return Dictionary(uniqueKeysWithValues: thrown.commands.map { ($0, thrown.sites(of: $0)) })
    } catch {
      Issue.record("The source could not be read: \(error)")
      return [:]
    }
  }()

  /// What the source seems to throw and does not, with the reason; by command.
  private static let impossible: [String: Set<ThrownRejections.Site>] = [
    // Whose address it is follows from who sends it, and everybody has a word about their own.
    "SetMemberEmail": [.init(rejection: "forbidden", field: "*")],
    "SetPaymentAddress": [.init(rejection: "forbidden", field: "*")],
    // The member they asked to be is looked for as a placeholder where there is such a member.
    "ApproveJoin": [.init(rejection: "unknownMember", field: "approve_join.member_id")],
    // Every member may leave but the owner, who must transfer the ownership first.
    "LeaveGroup": [.init(rejection: "forbidden", field: "*")],
    // Nobody stands before the creditor.
    "RemindDebtor": [.init(rejection: "memberRepeated", field: "remind_debtor.creditor_id")],
    "SettleUp": [.init(rejection: "memberRepeated", field: "settle_up.from_member_id")],
    // Where none is named it is for what festivals cost.
    "SetSpendingLimit": [.init(rejection: "categoriesMissing", field: "set_spending_limit.content.categories")],
    "SetFestival": [.init(rejection: "categoriesMissing", field: "set_festival.content.categories")],
  ]

  private static func name(_ rejection: Rejection) -> String { String("\(rejection)".prefix { $0 != "(" }) }

  /// The flaws of all tables of a command, by its name: "AddEntry".
  private static let flaws: [String: [Flaw]] = tables.reduce(into: [:]) { flaws, table in
    let name = table.1.command.body.map { String("\($0)".prefix { $0 != "(" }) } ?? ""
    flaws[name.prefix(1).uppercased() + name.dropFirst(), default: []] += table.2
  }

  /// Each code of errors.json has a line: in the tables here, in the one of sessions, or it says there why no server
  /// says it.
  @Test func everyCodeHasALine() throws {
    let path = "Tests/HearthServerTests/SessionRefusalTests.swift"
    let text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    let named = text.matches(of: /^ +(?:Line\(|)\.(\w+)(?:,|:) "/.anchorsMatchLineEndings()).map { String($0.1) }
    let sessions = try Set(named.map { name in try #require(RejectionCode.allCases.first { "\($0)" == name }, "\(name)") })
    let commands = Set(Self.tables.flatMap { $0.2.map(\.rejection.code) })
    #expect(sessions.count > 10 && commands.isDisjoint(with: sessions))
    #expect(try commands.union(sessions).map(\.rawValue).sorted() == ErrorsFileTests.file().rejections.map(\.code).sorted())
  }

  @Test func everyRejectionThatCanHappenHasALine() {
    #expect(Set(Self.thrown.keys) == Set(Self.flaws.keys) && Self.thrown.count > 40)
    var missing: [String] = []
    for (command, sites) in Self.thrown {
      let lines = (Self.flaws[command] ?? []).map { (Self.name($0.rejection), $0.rejection.field) }
      for site in sites where !lines.contains(where: { site.covers($0.0, $0.1) }) {
        if Self.impossible[command]?.contains(site) != true { missing.append("\(command): \(site)") }
      }
    }
    #expect(missing.sorted() == [])
  }

  /// What is found in the source is all that the tables show to happen; so nothing that can happen is overlooked by the
  /// way it is written.
  @Test func everyLineIsThrownSomewhere() {
    var unknown: [String] = []
    for (command, flaws) in Self.flaws {
      let (all, impossible) = (Self.thrown[command] ?? [], Self.impossible[command] ?? [])
      #expect(impossible.isSubset(of: all), "\(command)")
      for flaw in flaws {
        let (name, field) = (Self.name(flaw.rejection), flaw.rejection.field)
        // Before the command's own `decide`.
        if name == "unknownCommand" || (name, field) == ("malformedEnvelope", "id") { continue }
        if !all.subtracting(impossible).contains(where: { $0.covers(name, field) }) { unknown.append("\(command): \(name) \(field)") }
      }
    }
    #expect(unknown.sorted() == [])
  }
}
