import Console
import HearthClient
import HearthLoadKit
import HearthProtocol
import HearthServer
import Importing
import Ledger
import Testing

/// What comes in and goes out as files.
extension SharmaYear {
  // MARK: Receipts

  /// A bill, whose file is sent over HTTP if whoever has it may.
  mutating func receipt(by person: Int) throws -> Receipt {
    let count = 2_000 + random.below(2_000)
    let seed = random.next()
    let bytes: [UInt8] = [0xFF, 0xD8, 0xFF] + (0..<count).map { UInt8(truncatingIfNeeded: (seed &* UInt64($0 + 1)) >> 56) }
    let hash = ContentHash(of: bytes)
    let answer = try exchange("PUT", hash, by: person, bytes)
    fileAnswers["PUT \(answer.status)", default: 0] += 1
    if answer.status == 201 { files.append(bytes) }
    return .with {
      $0.sha256 = .init(hash.bytes)
      ($0.mediaType, $0.sizeBytes, $0.name) = ("image/jpeg", UInt64(bytes.count), "bill \(today).jpg")
    }
  }

  /// Somebody looks at a bill; whoever is not in the group does not see it.
  mutating func lookAtABill() throws {
    guard !files.isEmpty else { return }
    let (file, person) = (pick(files), random.below(people.count))
    let answer = try exchange("GET", ContentHash(of: file), by: person)
    fileAnswers["GET \(answer.status)", default: 0] += 1
    let maySee = person != Self.guest || guestIsThere
    #expect(answer.status == (maySee ? 200 : 404))
    #expect((answer.body == file) == maySee)
  }

  func exchange(_ method: String, _ hash: ContentHash, ofMinor minor: String? = nil, by person: Int, _ body: [UInt8]? = nil) throws
    -> Answer
  {
    let lane = minor.map { "/minors/\($0)" } ?? ""
    let path = "/v1/groups/\(group)\(lane)/attachments/\(hash)"
    let head = AttachmentServer.head(method, path, token: people[person].client.token, length: body?.count)
    let socket = try BlockingSocket(server.address)
    socket.send(Array(head.utf8) + (body ?? []))
    return try Answer(socket)
  }

  // MARK: Files in

  /// What came of a file: how many entries are new, and how many lines say nothing new.
  private struct Taken: Equatable {
    var new: Int
    var rest: Int
  }

  /// Reads a file into a group as `hearth import --commit` does: judged here, then sent command by command.
  private mutating func take(
    _ file: String, by person: Int, to group: String? = nil,
    _ read: ([UInt8], SharedState, MemberID) throws(ImportFlaw) -> [ImportLine]
  ) throws -> Taken {
    let view = try view(of: group ?? self.group, by: person)
    let plan = ImportPlan(try read(Array(file.utf8), view.state.shared, view.member), into: view, addsLike: true, now: now, today: date())
    let problems = plan.steps.compactMap { if case .problem(let cause) = $0.outcome { "line \($0.line): \(cause)" } else { nil } }
    #expect(problems == [])
    for command in plan.commands {
      guard try send(command, by: person) != nil else { throw Unexpected("refused: \(command)") }
    }
    return Taken(new: plan.commands.count, rest: plan.steps.count - plan.commands.count)
  }

  /// What four of them shared before comes from Splitwise: the balances change by what it says they are. Brought again,
  /// nothing does.
  mutating func bringFromSplitwise() throws {
    try awaitDue()
    let there = [0, 1, 2, 5]
    let (file, totals) = splitwise(there, try #require(Currency(code: "INR")))
    var options = ImportOptions()
    options.members = there.map { "\(Self.names[$0]) S.=\(people[$0].member)" }
    let before = try balances(of: group, "INR")
    for (new, rest) in [(22, 1), (0, 23)] {
      let taken = try take(file, by: 0) { bytes, shared, me throws(ImportFlaw) in
        try FileImport.lines(bytes, options, in: shared, me: me)
      }
      #expect(taken == Taken(new: new, rest: rest))
      imported["splitwise", default: 0] += taken.new
    }
    let after = try balances(of: group, "INR")
    for (person, total) in zip(there, totals) {
      let member = people[person].member
      #expect((after[member] ?? 0) - (before[member] ?? 0) == total, "\(Self.names[person])")
    }
  }

  /// Splitwise's export: twenty bills, a payment, money that came back, a bill of one's own, and the totals.
  private mutating func splitwise(_ there: [Int], _ rupee: Currency) -> (file: String, totals: [Int64]) {
    var lines = ["Date,Description,Category,Cost,Currency," + there.map { "\(Self.names[$0]) S." }.joined(separator: ","), ""]
    var totals = there.map { _ in Int64(0) }
    func write(_ day: String, _ what: String, _ category: String, _ cost: Int64, _ nets: [Int64]) {
      let texts = nets.map { Money.plain(minor: $0, currency: rupee) }
      lines.append(([day, what, category, Money.plain(minor: cost, currency: rupee), "INR"] + texts).joined(separator: ","))
      for place in nets.indices { totals[place] += nets[place] }
    }
    for _ in 0..<20 {
      let (cost, payer) = (Int64(1_000 + random.below(90_000)), random.below(4))
      let nets = there.indices.map { $0 == payer ? cost / 4 * 3 : -(cost / 4) }
      write(earlier(), pick(["Dosa", "Auto", "Cinema"]), pick(["Dining out", "Taxi", "Movies", "General"]), cost, nets)
    }
    write(earlier(), "Meera paid Asha", "Payment", 12_000, [-12_000, 0, 12_000, 0])
    write(earlier(), "Deposit back", "General", -8_000, [-6_000, 2_000, 2_000, 2_000])
    write(earlier(), "Nobody else's", "General", 5_000, [0, 0, 0, 0])
    let stated = totals.map { Money.plain(minor: $0, currency: rupee) }
    lines += ["", (["\(date())", "Total balance", " ", " ", "INR"] + stated).joined(separator: ",")]
    return (lines.joined(separator: "\n") + "\n", totals)
  }

  /// Ravi's bank has a file with days as people there write them, columns of its own, and everything in it that was in
  /// the one before.
  mutating func bringFromTheBank() throws {
    try awaitDue()
    let known = max(0, statement.count - 1)
    if statement.isEmpty { statement = ["Booked on,Text,Betrag"] }
    for _ in 0..<15 {
      let day = date(daysAgo: random.below(20)).components
      let amount = "\(random.below(2) == 0 ? "-" : "")\(1 + random.below(9)),\(100 + random.below(900)).\(10 + random.below(90))"
      statement.append("\(day.day).\(day.month).\(day.year),\(pick(["Kirana", "Gas", "\"Rent, garage\""])),\"\(amount)\"")
    }
    var options = ImportOptions()
    options.columns = ["date=Booked on", "description=Text", "amount=3"]
    (options.isSigned, options.dateOrder) = (true, .dmy)
    let taken = try take(statement.joined(separator: "\r\n") + "\r\n", by: 1) { bytes, shared, me throws(ImportFlaw) in
      try FileImport.lines(bytes, options, in: shared, me: me)
    }
    #expect(taken == Taken(new: 15, rest: known))
    imported["bank", default: 0] += taken.new
  }

  // MARK: Files out

  /// Who is owed what in a group, by member, as the server has it; nobody whose balance is 0.
  mutating func balances(of group: String, _ currency: String) throws -> [String: Int64] {
    let answer = try ask(.readSettlement(.with { ($0.groupID, $0.currency) = (group, currency) }), by: 0).settlement
    return Dictionary(uniqueKeysWithValues: answer.balances.filter { $0.minor != 0 }.map { ($0.memberID, $0.minor) })
  }

  /// Takes the year out as comma-separated values and for ledger-cli. The first goes into a group of its own, in which
  /// nobody but Asha has an account; there everybody owes what they owe here. The second is added up, and says the
  /// same.
  mutating func takeOut() throws {
    let shared = try view(of: group, by: 0).state.shared
    let file = EntriesCSV.text(shared)
    note(file)
    let lines = shared.entries.count { !$0.isVoided }
    func read(_ bytes: [UInt8], _ shared: SharedState, _ me: MemberID) throws(ImportFlaw) -> [ImportLine] {
      try FileImport.lines(bytes, ImportOptions(), in: shared, me: me)
    }
    // Here all of it is known.
    let here = try take(file, by: 0, read)
    #expect(here == Taken(new: 0, rest: lines))
    let copy = id()
    try openCopy(copy, of: shared)
    let taken = try take(file, by: 0, to: copy, read)
    #expect(taken == Taken(new: lines, rest: 0))
    imported["csv", default: 0] += taken.new
    let journal = LedgerExport.text(shared)
    note(journal)
    let sums = try Self.sums(of: journal)
    for currency in ["INR", "USD"] {
      let (here, there) = (try balances(of: group, currency), try balances(of: copy, currency))
      #expect(there == here && here.count > 3, "\(currency)")
      #expect(sums[currency]?.sorted() == here.values.map { -$0 }.sorted(), "\(currency)")
    }
  }

  /// A group of Asha's with everybody noted down under their ids.
  private mutating func openCopy(_ copy: String, of shared: SharedState) throws {
    let asha = people[0].member
    try send(
      .createGroup(
        .with {
          ($0.name, $0.currency, $0.template) = ("Sharma family, copied", "INR", .indianFamily)
          ($0.memberID, $0.displayName) = (asha, Self.names[0])
        }), by: 0, to: copy)
    for member in shared.members where member.id.description != asha && !member.isReplaced {
      try send(
        .addPlaceholder(.with { ($0.memberID, $0.displayName, $0.role) = (member.id.description, member.displayName, .adult) }), by: 0,
        to: copy)
    }
    for category in shared.categories where category.key == "pets" {
      try send(.setCategory(.with { $0.content = category }), by: 0, to: copy)
    }
  }

  /// What each member's two accounts of a journal come to, by currency, those that come to 0 left out: what the member
  /// owes.
  private static func sums(of journal: String) throws -> [String: [Int64]] {
    var sums: [String: [Substring: Int64]] = [:]
    for transaction in journal.split(separator: "\n\n").dropFirst() {
      var total: Int64 = 0
      for line in transaction.split(separator: "\n").dropFirst() where !line.hasPrefix("    ;") {
        let posting = try #require(line.wholeMatch(of: #/ {4}(\w+):(.+?)  (-?)(\d+)\.(\d\d) ([A-Z]{3})/#), "\(line)")
        let minor = try #require(Int64("\(posting.3)\(posting.4)\(posting.5)"))
        total += minor
        if ["Assets", "Liabilities"].contains(posting.1) { sums[String(posting.6), default: [:]][posting.2, default: 0] += minor }
      }
      #expect(total == 0, "\(transaction)")
    }
    return sums.mapValues { $0.values.filter { $0 != 0 } }
  }
}
