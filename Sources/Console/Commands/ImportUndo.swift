import HearthClient
import HearthProtocol
import Ledger

extension ImportFiles.Record {
  /// How much of it the group or account has, voided or not: an import that broke off added less than it would have.
  func added(in state: GroupState) -> Int {
    let account = account.flatMap(AccountID.init)
    // Of an account that the user does not see any more nothing is known.
    if let account, state.account(account) == nil { return entries.count }
    return entries.compactMap(EntryID.init).count { id in
      account.map { state.account($0)?.entries[id] != nil } ?? (state.shared.entries[id] != nil)
    }
  }
}

/// What taking an import back comes to.
struct ImportUndo {
  /// Void what it added and what still stands.
  private(set) var wishes: [Command.OneOf_Body] = []
  /// How much of it had been voided before.
  private(set) var voidedBefore = 0
  /// The people that it noted down as members, who are still in the group and whom no other entry names.
  private(set) var unnamed: [MemberState] = []

  /// - Parameter state: the group, as the user sees it.
  init(_ record: ImportFiles.Record, in state: GroupState) {
    let added = record.entries.compactMap(EntryID.init)
    let account = record.account.flatMap(AccountID.init)
    for id in added {
      let isVoided = account.map { state.account($0)?.entries[id]?.isVoided } ?? state.shared.entries[id]?.isVoided
      switch (isVoided, account) {
      case (nil, _): continue
      case (true?, _): voidedBefore += 1
      case (false?, let account?):
        wishes.append(.voidAccountEntry(.with { ($0.accountID, $0.entryID) = (account.description, id.description) }))
      case (false?, nil): wishes.append(.voidEntry(.with { $0.entryID = id.description }))
      }
    }
    let wanted = Set((record.members ?? []).compactMap(MemberID.init))
    guard !wanted.isEmpty else { return }
    let gone = Set(added)
    var named: Set<MemberID> = []
    for entry in state.shared.entries where !entry.isVoided && !gone.contains(entry.id) {
      named.formUnion(entry.paid.map(\.member))
      named.formUnion(entry.owed.map(\.member))
    }
    unnamed = state.shared.members.filter { $0.status == .unclaimed && wanted.contains($0.id) && !named.contains($0.id) }
  }
}
