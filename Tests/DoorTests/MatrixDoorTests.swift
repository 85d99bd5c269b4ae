import HearthProtocol
import Room
import Testing

@testable import HearthServerTests
@testable import Ledger
@testable import LedgerTests

/// The permission matrix on a real server, cell by cell: the attempts of `MatrixAttempts`, over a WebSocket and over
/// HTTP, come out as the table of `MatrixTests` says.
@Suite struct MatrixDoorTests {
  /// A cell: whose it is, and whether it is about their own record.
  struct Cell: Hashable {
    var right: Right
    /// 1 to 5 for owner, admin, adult, viewer and minor.
    var number: UInt64
    var isOwn: Bool
  }

  /// What came of something that falls under a cell.
  struct Trial {
    var cell: Cell
    /// The door and what went through it.
    var what: String
    /// What it is refused with by a cell that denies it.
    var refusal: Rejected
    /// What came of it; nil: it was done.
    var outcome: Rejected?
    /// Whether it is refused with the same where it is allowed: nothing waits for an answer.
    var isVain = false
    /// Whether the group's history became longer.
    var hasChanged = false
    /// Whether it asks for a change.
    var isCommand = true
  }

  typealias Table = [(right: Right, row: String)]

  /// The cells in which a trial came out otherwise than the table says, with what was tried.
  static func mismatches(_ trials: [Trial], _ table: Table) -> [(cell: Cell, what: String)] {
    let signs = table.reduce(into: [Cell: Character]()) { signs, line in
      for (number, cell) in zip(1...5 as ClosedRange<UInt64>, line.row.split(separator: " ")) {
        for (isOwn, sign) in zip([true, false], cell) { signs[Cell(right: line.right, number: number, isOwn: isOwn)] = sign }
      }
    }
    return trials.compactMap { trial in
      let isRefused = trial.outcome.map {
        ($0.code, $0.field, $0.details) == (trial.refusal.code, trial.refusal.field, trial.refusal.details)
      }
      let isRight =
        switch signs[trial.cell] {
        case "+": trial.isVain ? isRefused == true && !trial.hasChanged : isRefused == nil && trial.hasChanged == trial.isCommand
        case "-": isRefused == true && !trial.hasChanged && !trial.isVain
        default: false
        }
      guard !isRight else { return nil }
      let (role, whose) = (MatrixTests.roles[Int(trial.cell.number) - 1].text, trial.cell.isOwn ? "own" : "others'")
      let came = trial.outcome.map { "\($0.code) \($0.field) \($0.details)" } ?? "done, \(trial.hasChanged)"
      return (trial.cell, "\(trial.cell.right.rawValue) by \(role), \(whose): \(trial.what): \(came)")
    }
  }

  /// Every cell of which there is a trial.
  private static func cells() -> [Cell] {
    MatrixTests.cells.flatMap { line in
      (1...5 as ClosedRange<UInt64>).flatMap { number in [true, false].map { Cell(right: line.right, number: number, isOwn: $0) } }
    }
  }

  // MARK: Commands

  /// Tries every command of a cell through both doors.
  private static func tries(_ cell: Cell, on server: HouseholdServer) throws -> [Trial] {
    let isAllowed = isAllowed(cell)
    let role = MatrixTests.roles[Int(cell.number) - 1]
    return try MatrixAttempts.attempts(cell.right, by: cell.number, isOwn: cell.isOwn).flatMap { attempt in
      let household = attempt.household
      let isVain = isAllowed && attempt.refusal == .nothingPending
      let refusal = Rejected(attempt.refusal ?? .forbidden(right: cell.right, role: role))
      func trial(_ what: String, _ send: (GroupID) throws -> Rejected?) throws -> Trial {
        let group = try isAllowed ? server.newGroup(household) : server.group(household)
        let outcome = try send(group)
        return Trial(
          cell: cell, what: what, refusal: refusal, outcome: outcome, isVain: isVain,
          hasChanged: try server.hasChanged(group, household))
      }
      let overSocket = try trial("WebSocket: \(attempt.command)") { try server.send(attempt.body, to: $0, by: cell.number) }
      let overHTTP = try CallRequest.all(attempt.body).map { request in
        try trial("\(request.method) \(request.path)") { try server.call(request, in: $0, by: cell.number) }
      }
      return [overSocket] + overHTTP
    }
  }

  private static func isAllowed(_ cell: Cell) -> Bool {
    let row = MatrixTests.cells.first { $0.right == cell.right }?.row.split(separator: " ").map(String.init) ?? []
    return row[Int(cell.number) - 1].first == "+" && cell.isOwn || row[Int(cell.number) - 1].last == "+" && !cell.isOwn
  }

  // MARK: Reading

  /// The lane that a cell is about, and where; nil: no lane shows it.
  private static func lane(_ cell: Cell) -> (Household, Lane)? {
    switch cell.right {
    case .groupRead: (MatrixAttempts.everyone, .shared)
    case .incomeRead: (MatrixAttempts.everyone, .income)
    case .adminLaneRead: (MatrixAttempts.everyone, .admin)
    // One's own are minors whose guardian one is, and of a minor themself.
    case .minorsRead:
      cell.isOwn ? (MatrixAttempts.guarded, .minor(Household.member(5))) : (MatrixAttempts.others, .minor(Household.member(36)))
    // Nobody has a grant for the second account of another.
    case .accountsRead:
      (MatrixAttempts.accounts, AccountTests.lane(cell.isOwn ? cell.number : 10 + (cell.number == 1 ? 2 : 1)))
    default: nil
    }
  }

  /// Reads what a cell is about in every way that there is.
  private static func reads(_ cell: Cell, on server: HouseholdServer) throws -> [Trial] {
    guard let (household, lane) = lane(cell) else { return [] }
    let group = try server.group(household)
    let refusal = Rejected.with { $0.code = "not_found" }
    func trial(_ what: String, _ field: String, _ outcome: Rejected?) throws -> Trial {
      var refusal = refusal
      (refusal.field, refusal.details) = (field, outcome?.details ?? [])
      return Trial(
        cell: cell, what: what, refusal: refusal, outcome: outcome, hasChanged: try server.hasChanged(group, household),
        isCommand: false)
    }
    let (id, by) = (group.description, cell.number)
    let isFollowed = try server.followed(group, by: by).contains(lane.name)
    var trials = [
      try trial("WebSocket: subscribe", "", isFollowed ? nil : refusal),
      try trial(
        "WebSocket: read_history \(lane)", "",
        server.ask(.readHistory(.with { ($0.groupID, $0.lane) = (id, lane.name) }), by: by)
      ),
      try trial(
        "GET history of \(lane)", "",
        server.call(CallRequest(reading: "/v1/groups/{group_id}/history?lane=\(lane.name)"), in: group, by: by)),
    ]
    let part: (GroupPart, String, String)? =
      switch lane {
      case .minor(let minor): (.minors, "minors", minor.description)
      case .account(let account): (.accounts, "accounts", account.description)
      default: nil
      }
    if let (part, name, one) = part {
      let question = ClientMessage.OneOf_Body.readGroup(.with { ($0.groupID, $0.part, $0.id) = (id, part, one) })
      let call = CallRequest(reading: "/v1/groups/{group_id}/\(name)/\(one)")
      trials.append(try trial("WebSocket: read_group \(name)", "read_group.id", server.ask(question, by: by)))
      trials.append(try trial("GET \(name)", "id", server.call(call, in: group, by: by)))
    }
    return trials
  }

  // MARK: Tests

  @Test(
    "product 60, SB-08, HT-01: every cell of the matrix comes out on a server as the table says, over WebSocket and HTTP; a cell that is turned over is found"
  )
  func everyCell() throws {
    // HTTP speaks the other format.
    let server = try HouseholdServer(.protobuf)
    var trials: [Trial] = []
    for cell in Self.cells() { trials += try Self.tries(cell, on: server) + Self.reads(cell, on: server) }
    let mismatches = Self.mismatches(trials, MatrixTests.cells)
    for mismatch in mismatches { Issue.record("\(mismatch.what)") }

    // Every cell of the family's rows was tried, through both doors, but for those that no command can be about.
    let doors = Dictionary(grouping: trials, by: \.cell).mapValues { Set($0.map { $0.what.hasPrefix("WebSocket") }) }
    let family: Set<Right> = [
      .minorsRead, .minorsSet, .spendingSet, .guardiansSet, .accountsRead, .accountsSet, .accountsWrite, .accountsGrant, .accountsRevoke,
      .coachingSend, .coachingMute, .coachingRestrict, .separationSet, .paymentsSet, .categoriesShare, .rolesRequest, .rolesChange,
      .rolesAcknowledge,
    ]
    for cell in Self.cells() where family.contains(cell.right) {
      let isTried = cell.isOwn || !MatrixAttempts.isAboutOneself(cell.right, by: cell.number)
      #expect((doors[cell] == [true, false]) == isTried, "\(cell)")
    }
    // The positive control: each cell of the table, turned over, is the only one in which there are mismatches.
    for (index, line) in MatrixTests.cells.enumerated() {
      for place in line.row.indices where line.row[place] != " " {
        var table = MatrixTests.cells
        table[index].row.replaceSubrange(place...place, with: line.row[place] == "+" ? "-" : "+")
        let (column, isOwn) = (
          line.row.distance(from: line.row.startIndex, to: place) / 3, line.row.distance(from: line.row.startIndex, to: place) % 3 == 0
        )
        let cell = Cell(right: line.right, number: UInt64(column) + 1, isOwn: isOwn)
        guard doors[cell] != nil else { continue }
        #expect(Set(Self.mismatches(trials, table).map(\.cell)) == [cell], "\(cell)")
      }
    }
  }

  @Test("AC-03, product 147, 151: whose grant it is reads an account through every door, and nobody else does")
  func grantees() throws {
    let server = try HouseholdServer(.json)
    let group = try server.group(MatrixAttempts.accounts)
    // Who has what of whom: numbers of members by numbers of accounts.
    let readers: [UInt64: Set<UInt64>] = [1: [1, 2, 3, 5], 2: [1, 2, 3], 3: [1, 3], 4: [1, 4], 5: [1, 5], 11: [1], 13: [3]]
    for (number, those) in readers {
      for by in 1...5 as ClosedRange<UInt64> {
        let (lane, id) = (AccountTests.lane(number), AccountTests.id(number).description)
        let question = ClientMessage.OneOf_Body.readGroup(.with { ($0.groupID, $0.part, $0.id) = (group.description, .accounts, id) })
        let outcomes = [
          try server.followed(group, by: by).contains(lane.name), try server.ask(question, by: by) == nil,
          try server.call(CallRequest(reading: "/v1/groups/{group_id}/accounts/\(id)"), in: group, by: by) == nil,
        ]
        #expect(outcomes == Array(repeating: those.contains(by), count: 3), "account \(number) by \(by)")
      }
    }
  }
}
