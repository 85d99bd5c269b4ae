import HearthProtocol
import SwiftProtobuf

/// Accounts, what goes into them and out, and who sees them.
extension VectorSamples {
  static let account = "01900000-0000-7000-8000-0000000000f4"
  static let otherAccount = "01900000-0000-7000-8000-0000000000f5"
  private static let accountEntry = "01900000-0000-7000-8000-0000000000f6"

  private static let savings: AccountContent = make {
    ($0.name, $0.type, $0.opening, $0.closed) = ("बचत", .savings, money(-20_000), true)
  }

  private static let salary: AccountEntryContent = make {
    ($0.kind, $0.amount, $0.date) = (.deposit, money(50_000), "2026-11-20")
    ($0.description_p, $0.category, $0.note) = ("वेतन", "salary", "नवंबर")
  }

  static var accountCommands: [VectorSample] {
    [
      VectorSample("set_account in full", commandMessage(.setAccount(make { ($0.accountID, $0.content) = (account, savings) }))),
      VectorSample(
        "set_account_entry in full",
        commandMessage(.setAccountEntry(make { ($0.accountID, $0.entryID, $0.content) = (account, accountEntry, salary) }))),
      VectorSample(
        "reconcile_account that takes the mark off",
        commandMessage(.reconcileAccount(make { ($0.accountID, $0.entryIds, $0.undone) = (account, [accountEntry], true) }))),
      VectorSample(
        "transfer_between_accounts in full",
        commandMessage(
          .transferBetweenAccounts(
            make {
              ($0.entryID, $0.fromAccountID, $0.toAccountID) = (accountEntry, account, otherAccount)
              ($0.amount, $0.received, $0.description_p, $0.date) = (money(50_000), money(600), "अंतरण", "2026-11-20")
            }))),
      VectorSample(
        "grant_account in full",
        commandMessage(
          .grantAccount(make { ($0.accountID, $0.memberID, $0.permission, $0.needsConsent) = (account, meera, .write, true) }))),
    ]
  }

  static var accountEvents: [VectorSample] {
    [
      VectorSample("account_set", event(.accountSet(make { ($0.accountID, $0.content) = (account, savings) }))),
      VectorSample(
        "account_entry_set",
        event(
          .accountEntrySet(
            make { ($0.accountID, $0.entryID, $0.content, $0.transfer) = (account, accountEntry, salary, true) }))),
      VectorSample("account_entry_voided", event(.accountEntryVoided(make { ($0.accountID, $0.entryID) = (account, accountEntry) }))),
      VectorSample(
        "account_reconciled",
        event(.accountReconciled(make { ($0.accountID, $0.entryIds, $0.undone) = (account, [accountEntry], true) }))),
      VectorSample(
        "account_granted",
        event(.accountGranted(make { ($0.accountID, $0.memberID, $0.permission, $0.needsConsent) = (account, meera, .write, true) }))),
      VectorSample("account_revoked", event(.accountRevoked(make { ($0.accountID, $0.memberID) = (account, meera) }))),
      VectorSample(
        "account_revocation_asked", event(.accountRevocationAsked(make { ($0.accountID, $0.memberID) = (account, meera) }))),
      VectorSample(
        "account_revocation_declined", event(.accountRevocationDeclined(make { ($0.accountID, $0.memberID) = (account, meera) }))),
    ]
  }

  static var accountSnapshots: [VectorSample] {
    [
      VectorSample(
        "the snapshot of an account's lane",
        make { (snapshot: inout LaneSnapshot) in
          (snapshot.lane, snapshot.position) = ("account/" + account, 5)
          (snapshot.account.ownerID, snapshot.account.content) = (ravi, savings)
          snapshot.account.grants = [
            make {
              ($0.memberID, $0.permission, $0.needsConsent, $0.atMs) = (meera, .write, true, 1_793_016_000_000)
              ($0.revocationBy, $0.revocationAtMs) = (ravi, 1_793_016_100_000)
            }
          ]
          snapshot.account.entries = [
            make {
              ($0.entryID, $0.content, $0.transfer) = (accountEntry, salary, true)
              ($0.addedBy, $0.addedAtMs, $0.reconciled, $0.voided) = (meera, 1_793_016_000_000, true, true)
            }
          ]
        })
    ]
  }
}
