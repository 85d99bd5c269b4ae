import EventStore
import HearthProtocol
import SQLiteStore
import Testing

/// A family's year through the real server, with all that the ledger knows.
struct YearTests {
  @Test("A year in the life of the Sharma family ends in the same state every time, in memory and on disk")
  func aYear() throws {
    let memory = InMemoryStore()
    let first = try SharmaYear(TestServer(memory), seed: 2026)
    let hash = try SharmaYear.stateHash(of: first.group, in: memory)
    // Whoever changes what the year sends, or what it comes to, writes down the state that it ends in from then on.
    #expect(hash == "6b36f603f0787eccc4fa0615f1a502c4ee31a5980ef1a556efafdccc8a028adc")

    let folder = try TemporaryFolder()
    let disk = try SQLiteStore(directory: folder.path)
    let second = try SharmaYear(TestServer(disk) { $0.loops = 3 }, seed: 2026)
    #expect(try SharmaYear.stateHash(of: second.group, in: disk) == hash)
    #expect(first.accepted == second.accepted && first.refused == second.refused)

    // Another year is another state: the hash says something.
    let other = InMemoryStore()
    let third = try SharmaYear(TestServer(other), seed: 2027)
    #expect(try SharmaYear.stateHash(of: third.group, in: other) != hash)

    let wanted: Set<String> = [
      "createGroup", "addPlaceholder", "createInvite", "joinGroup", "setMemberIncome", "updateGroup", "setBudget", "setRecurring",
      "setFestival", "addEntry", "editEntry", "voidEntry", "restoreEntry", "undoLast", "disputeEntry", "withdrawDispute", "settleUp",
      "remindDebtor", "removeBudget", "reactivateBudget", "setRate", "setPolicy", "setCategory", "retireCategory", "setPreferences",
      "archiveGroup", "requestPurge", "cancelPurge", "unarchiveGroup", "renameMember", "setMemberColor", "removeMember",
      "restoreMember", "requestRole", "declineRole", "changeRole", "revokeInvite", "transferOwnership", "pauseRecurring",
      "resumeRecurring", "skipOccurrence",
    ]
    #expect(wanted.subtracting(first.accepted.keys).isEmpty, "\(wanted.subtracting(first.accepted.keys))")
    let sum = first.accepted.values.reduce(0, +) + first.refused.values.reduce(0, +)
    #expect(sum >= SharmaYear.commands && first.accepted.values.reduce(0, +) > 1_800, "\(first.accepted) \(first.refused)")
    print("The year: \(sum) commands, \(first.accepted.values.reduce(0, +)) accepted; state \(hash)")
  }
}
