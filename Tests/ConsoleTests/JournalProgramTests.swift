import Foundation
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// The journals as the programs read them that they are for: ledger, hledger and beancount's bean-check, of Debian.
/// What is not installed is left out, but not in `.ci/run`.
@Suite struct JournalProgramTests {
  /// Where a program is; nil when it is nowhere.
  private static func path(of program: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func isWanted(_ program: String) -> Bool {
    path(of: program) != nil || ProcessInfo.processInfo.environment["HEARTH_SKIP_NOTHING"] != nil
  }

  /// What a program says of a file with this text.
  private func ask(_ program: String, _ arguments: [String], of text: String, kind: String) throws -> (output: String, status: Int32) {
    let file = NSTemporaryDirectory() + "household-\(UUID().uuidString).\(kind)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data(text.utf8).write(to: URL(filePath: file))
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.path(of: program), "\(program) is not installed"))
    process.arguments = arguments.map { $0 == "FILE" ? file : $0 }
    process.environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (output, process.terminationStatus)
  }

  /// A household whose texts look like everything that journals have a meaning for.
  private static let hostile: Household = {
    var home = Household(name: "Sharma; \"Family\" \\", meera: "मीरा; (M)\u{1B}[2J")
    let (asha, ravi, meera) = (home.asha, home.ravi, home.meera)
    home.rate("USD", "83.123456", on: "2026-11-01")
    let texts = [
      "Rice; dal", "; all of it", "(1) ! * x", "=2026-01-01 x", "a | b", "[2026/99/99]", "\"quoted\" \\ 'x'", "@ 5 USD", "{5 USD}",
      "#tag ^link",
      "चावल और दाल", "~ monthly", "2026-01-01 * y", "include /etc/passwd", "date: 2026-99-99, :x:", "comment\nend comment", "", "%",
      "a\u{202E}b",
    ]
    for text in texts {
      home.add(text, 60_00, "groceries", paid: [(ravi, 60_00)], owed: [(asha, 20_00), (ravi, 20_00), (meera, 20_00)]) {
        ($0.note, $0.merchant) = (text, text)
      }
    }
    home.add("Museum", 19_99, paid: [(asha, 19_99)], owed: [(meera, 19_99)]) {
      $0.amount.currency = "USD"
      ($0.conversion.to, $0.conversion.rate, $0.conversion.date) = ("INR", "84.654321", "2026-11-20")
    }
    home.add("Tokyo", 600, paid: [(asha, 600)], owed: [(ravi, 600)]) { $0.amount.currency = "JPY" }
    home.add("Kuwait", 1_234, paid: [(asha, 1_234)], owed: [(ravi, 1_234)]) { $0.amount.currency = "KWD" }
    home.add("Paris", 12_50, paid: [(ravi, 12_50)], owed: [(asha, 6_25), (meera, 6_25)]) { $0.amount.currency = "EUR" }
    home.add("Salary", 90_00, "salary", kind: .income, paid: [(asha, 90_00)], owed: [(asha, 90_00)])
    home.add("Paid back", 7_00, kind: .transfer, paid: [(meera, 7_00)], owed: [(ravi, 7_00)], isEqual: false)
    return home
  }()

  /// What `balance --flat` says, by account: minor units by currency.
  private func sums(_ output: String) throws -> [String: [String: Int64]] {
    var sums: [String: [String: Int64]] = [:]
    var waiting: [String: Int64] = [:]
    for line in output.split(separator: "\n") {
      if line.hasPrefix("---") { break }
      let parts = try #require(line.wholeMatch(of: #/ *(-?[0-9.]+) ([A-Z]{3})(?:  (.+))?/#), "\(line)")
      waiting[String(parts.2)] = Int64(String(parts.1.filter { $0 != "." })) ?? 0
      // The account stands behind the last of its amounts.
      guard let account = parts.3 else { continue }
      sums[String(account)] = waiting
      waiting = [:]
    }
    return sums
  }

  private func amounts(_ output: String) -> Set<String> {
    Set(output.matches(of: #/-?[0-9][0-9.]* [A-Z]{3}/#).map { String($0.output) })
  }

  @Test(
    "LC-01: ledger and hledger read the journal, and sum members up to their balances",
    arguments: ["ledger", "hledger"].filter(isWanted))
  func journals(_ program: String) throws {
    let shared = Self.hostile.view.state.shared
    let (output, status) = try ask(program, ["-f", "FILE", "balance", "--flat"], of: LedgerExport.text(shared), kind: "journal")
    #expect(status == 0, "\(output)")
    let sums = try sums(output)
    #expect(shared.balances.currencies.count == 5)
    for (member, account) in zip(shared.members, ["Asha", "Ravi", "मीरा- -M-�-2J"]) {
      for currency in shared.balances.currencies {
        let owed = ["Assets:", "Liabilities:"].reduce(0) { $0 + (sums[$1 + account]?[currency.code] ?? 0) }
        #expect(owed == -shared.balances[member.id, currency], "\(program): \(account) in \(currency)")
      }
    }
    // All of it adds up to nothing, in every currency.
    #expect(amounts(output.components(separatedBy: "----").last ?? "") == [], "\(output)")
  }

  @Test(
    "LC-01: no part of a description is lost, and rates spread no decimals", arguments: ["ledger", "hledger"].filter(isWanted))
  func descriptions(_ program: String) throws {
    let text = LedgerExport.text(Self.hostile.view.state.shared)
    let printed = try ask(program, ["-f", "FILE", "print"], of: text, kind: "journal")
    #expect(printed.status == 0, "\(printed.output)")
    for description in ["Rice, dal", "description: Rice; dal", ", all of it", "चावल और दाल"] {
      #expect(printed.output.contains(description), "\(description)")
    }
    let rice = try ask(
      program, ["-f", "FILE", "register", program == "ledger" ? "@dal" : "desc:dal"] + (program == "ledger" ? ["-w"] : ["-w", "200"]),
      of: text, kind: "journal")
    #expect(rice.output.contains("Rice, dal"), "\(rice.output)")
    // Amounts have the decimals of their currency, although rates have six.
    let sums = try ask(program, ["-f", "FILE", "balance", "Expenses"], of: text, kind: "journal").output
    #expect(amounts(sums).isSuperset(of: ["1140.00 INR", "19.99 USD", "600 JPY", "1.234 KWD"]), "\(sums)")
    // The entry's own rate is what it counts for.
    let counted = try ask(
      program, ["-f", "FILE", "balance", "-X", "INR", "^Expenses:Other"],
      of: text, kind: "journal")
    #expect(counted.output.contains("1692.24 INR") || counted.output.contains("1692.23 INR"), "\(counted.output)")
  }

  @Test(
    "CV-10: ledger, hledger and bean-check read one's own shares, and come to the same sums",
    arguments: ["ledger", "hledger", "bean-check"].filter(isWanted))
  func shares(_ program: String) throws {
    let rows = OwnShares.rows(of: Self.hostile.view)
    guard program != "bean-check" else {
      for text in [MirrorFiles.beancount(rows), MirrorFiles.beancount([])] {
        let (output, status) = try ask(program, ["FILE"], of: text, kind: "beancount")
        #expect(status == 0 && output.isEmpty, "\(output)\n\(text)")
      }
      return
    }
    let (output, status) = try ask(program, ["-f", "FILE", "balance", "--flat"], of: MirrorFiles.ledger(rows), kind: "journal")
    #expect(status == 0, "\(output)")
    let shared = try sums(output).filter { $0.key.hasPrefix("Liabilities:Shared:") }.values.first
    let rupees = rows.filter { $0.entry.currency.code == "INR" }.reduce(0) { $0 + $1.signed }
    #expect(rupees != 0 && shared?["INR"] == rupees, "\(output)")
    #expect(amounts(output.components(separatedBy: "----").last ?? "") == [], "\(output)")
  }

  @Test("LC-02: bean-check finds nothing wrong", .enabled(if: isWanted("bean-check")))
  func beancount() throws {
    for home in [Self.hostile, LedgerExportTests.household(), Household()] {
      let text = BeancountExport.text(home.view.state.shared)
      let (output, status) = try ask("bean-check", ["FILE"], of: text, kind: "beancount")
      #expect(status == 0 && output.isEmpty, "\(output)\n\(text)")
    }
  }

  /// What bean-query says that each account comes to: minor units by currency.
  private func positions(_ output: String) throws -> [String: [String: Int64]] {
    var sums: [String: [String: Int64]] = [:]
    for line in output.split(whereSeparator: \.isNewline).dropFirst() {
      let comma = try #require(line.firstIndex(of: ","), "\(output)")
      for found in line[line.index(after: comma)...].matches(of: #/(-?[0-9]+)(?:\.([0-9]+))? +([A-Z]{3})/#) {
        let currency = try #require(Currency(code: String(found.3)))
        let decimals = String(found.2 ?? "")
        #expect(decimals.count == Int(currency.exponent), "\(line)")
        let figure = Int64(String(found.1) + decimals)
        let minor: Int64 = try #require(figure)
        sums[String(line[..<comma]).trimmingSpaces, default: [:]][currency.code] = minor
      }
    }
    return sums
  }

  @Test("LC-02: beancount sums members up to their balances, in five currencies", .enabled(if: isWanted("bean-query")))
  func beancountSums() throws {
    let shared = Self.hostile.view.state.shared
    let (output, status) = try ask(
      "bean-query", ["-q", "-f", "csv", "FILE", "SELECT account, sum(position) GROUP BY account ORDER BY account"],
      of: BeancountExport.text(shared), kind: "beancount")
    #expect(status == 0, "\(output)")
    let sums = try positions(output)
    #expect(shared.balances.currencies.count == 5)
    let names = Journal(shared, separator: "-", part: BeancountExport.part).memberNames
    for (member, name) in zip(shared.members, names) {
      for currency in shared.balances.currencies {
        let owed = ["Assets:", "Liabilities:"].reduce(0) { $0 + (sums[$1 + name.part]?[currency.code] ?? 0) }
        #expect(owed == -shared.balances[member.id, currency], "\(name.part) in \(currency)\n\(output)")
      }
    }
    // The control: somebody owes something, and all of it adds up to nothing.
    #expect(shared.members.contains { shared.balances[$0.id, .init(code: "EUR") ?? shared.balances.currencies[0]] == -6_25 })
    for currency in shared.balances.currencies { #expect(sums.values.reduce(0) { $0 + ($1[currency.code] ?? 0) } == 0) }
  }

  @Test("LC-02: two equal entries of a day are no duplicates for beancount's plugin", .enabled(if: isWanted("bean-check")))
  func equalEntries() throws {
    var home = Household()
    for _ in 1...2 { home.add("Coffee", 4_00, paid: [(home.asha, 4_00)], owed: [(home.ravi, 4_00)]) }
    let text = "plugin \"beancount.plugins.noduplicates\"\n" + BeancountExport.text(home.view.state.shared)
    #expect(text.components(separatedBy: "\"Coffee\"").count == 3)
    let (output, status) = try ask("bean-check", ["FILE"], of: text, kind: "beancount")
    #expect(status == 0 && output.isEmpty, "\(output)\n\(text)")
  }
}
