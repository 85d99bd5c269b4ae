import HearthProtocol
import Testing

@testable import Ledger

/// The commands about accounts, spoilt one by one and in order.
extension PrecedenceTests {
  static let accountTables: [(String, Situation, [Flaw])] = [
    ("set_account", Situation(.setAccount(AccountTests.account(1))), envelope + asker + accountFlaws),
    (
      "set_account_entry", Situation(.setAccountEntry(AccountTests.entry(1)), household: owning),
      envelope + asker + accountEntryFlaws
    ),
    (
      "void_account_entry", Situation(.voidAccountEntry(AccountTests.voiding(1)), household: deposited),
      envelope + asker + voidAccountEntryFlaws
    ),
    (
      "reconcile_account", Situation(.reconcileAccount(AccountTests.comparing([1])), household: deposited),
      envelope + asker + reconcileFlaws
    ),
    (
      "transfer_between_accounts", Situation(.transferBetweenAccounts(AccountTests.transfer(1)), household: owning),
      envelope + asker + accountTransferFlaws
    ),
    ("grant_account", Situation(.grantAccount(AccountTests.grant(3)), household: owning), envelope + asker + grantFlaws),
    (
      "grant_account to a minor", Situation(.grantAccount(AccountTests.grant(5, of: 3, .read)), household: guarding, by: 3),
      grantToMinorFlaws
    ),
    ("revoke_account", Situation(.revokeAccount(AccountTests.revocation(3)), household: shared), envelope + asker + revokeFlaws),
    (
      "answer_revocation", Situation(.answerRevocation(AccountTests.answer(3)), household: wished),
      envelope + asker + answerRevocationFlaws
    ),
  ]

  /// The owner has two accounts, and the adult has one that the owner reads.
  private static let owning: Household = after(
    .family,
    [
      (.setAccount(AccountTests.account(1)), 1), (.setAccount(AccountTests.account(2)), 1), (.setAccount(AccountTests.account(3)), 3),
      (.grantAccount(AccountTests.grant(1, of: 3, .read)), 3), (.setAccount(AccountTests.account(4)), 3),
    ])
  /// The owner's account is one that children do not read.
  private static let golden: Household = {
    var account = AccountTests.account(1)
    account.content.type = .gold
    return after(owning, [(.setAccount(account), 1)])
  }()
  /// The adult has an account and looks after the minor.
  private static let guarding = after(owning, [(.setGuardian(FamilyTests.guardian(3)), 1)])

  /// As many as may be read the adult's account, the minor among them, in a way that a grant of today does not say
  /// anew.
  ///
  /// - Parameter type: nil: one that children read.
  private static func granted(_ household: Household, _ type: AccountType? = nil, needsConsent: Bool = true) -> GroupState {
    var state = household.state
    var snapshot = state.snapshot(of: AccountTests.lane(3))
    if let type { snapshot.account.content.type = type }
    snapshot.account.grants = ([5] + (101...109)).map { number in
      .with { ($0.memberID, $0.permission, $0.needsConsent) = (Household.text(number), .read, needsConsent) }
    }
    do { try state.restore(snapshot) } catch { Issue.record("The account could not be set up: \(error)") }
    return state
  }

  private static let deposited = after(owning, [(.setAccountEntry(AccountTests.entry(1)), 1)])
  private static let compared = after(deposited, [(.reconcileAccount(AccountTests.comparing([1])), 1)])
  private static let gone = after(deposited, [(.voidAccountEntry(AccountTests.voiding(1)), 1)])
  private static let moved = after(owning, [(.transferBetweenAccounts(AccountTests.transfer(1)), 1)])
  private static let shared = after(owning, [(.grantAccount(AccountTests.grant(3)), 1)])
  private static let wished = after(
    owning,
    [(.grantAccount(AccountTests.grant(3, needsConsent: true)), 1), (.revokeAccount(AccountTests.revocation(3)), 3)])
  /// The owner and the admin read the adult's account.
  private static let among = after(owning, [(.grantAccount(AccountTests.grant(2, of: 3, .read)), 3)])
  private static let waiting = after(
    owning,
    [(.grantAccount(AccountTests.grant(3, needsConsent: true)), 1), (.revokeAccount(AccountTests.revocation(3)), 1)])

  private static let fullOfAccounts = after(
    .family, (11...30 as ClosedRange<UInt64>).map { (.setAccount(AccountTests.account($0)), 1) })
  private static let fullOfGrants: GroupState = {
    var state = owning.state
    var snapshot = state.snapshot(of: AccountTests.lane(1))
    snapshot.account.grants = (101...110 as ClosedRange<UInt64>).map { number in
      .with { ($0.memberID, $0.permission) = (Household.text(number), .read) }
    }
    try? state.restore(snapshot)
    return state
  }()
  /// So much has gone through the accounts that nothing more fits.
  private static let fullOfMoney = full([1, 2])
  private static let fullOfSavings = full([2])

  private static func full(_ accounts: [UInt64]) -> GroupState {
    var household = owning
    for account in accounts {
      for number in 1...9_223 as ClosedRange<UInt64> {
        let set = AccountEntrySet.with {
          ($0.accountID, $0.entryID) = (AccountTests.id(account).description, AccountTests.entryID(1_000 + number).description)
          ($0.content.kind, $0.content.amount) = (.deposit, Money(minor: amountMinorMax, currency: "INR"))
          $0.content.date = Household.today.description
        }
        try? household.store(DecidedEvent(.accountEntrySet(set)), by: Household.member(1))
      }
    }
    return household.state
  }

  /// What can be wrong with the account that a command names.
  private static func account(
    _ field: String, _ right: Right, _ name: @escaping @Sendable (inout Command, String) -> Void
  ) -> [Flaw] {
    [
      Flaw(.malformedID(field: field)) { name(&$0.command, "Savings") },
      // It is another's, and not granted.
      Flaw(.unknownAccount(field: field)) { name(&$0.command, AccountTests.id(4).description) },
      Flaw(.forbidden(right: right, role: .owner)) {
        $0.state = owning.state
        name(&$0.command, AccountTests.id(3).description)
      },
    ]
  }

  private static func closed(_ field: String, _ number: UInt64) -> Flaw {
    Flaw(.accountClosed(field: field)) {
      $0.state = after(deposited, [(.setAccount(AccountTests.account(number, isClosed: true)), 1)]).state
      if number == 1 { $0.command.setAccountEntry.accountID = AccountTests.id(1).description }
    }
  }

  private static let accountFlaws: [Flaw] =
    [
      forbidden(.accountsSet), archivedFlaw,
      Flaw(.malformedID(field: "set_account.account_id")) { $0.command.setAccount.accountID = "Savings" },
    ]
    + [
      Flaw(.unknownAccount(field: "set_account.account_id")) {
        $0.state = owning.state
        $0.command.setAccount.accountID = AccountTests.id(4).description
      },
      Flaw(.forbidden(right: .accountsSet, role: .owner)) {
        $0.state = owning.state
        $0.command.setAccount.accountID = AccountTests.id(3).description
      },
      set(.textTooLong(field: "set_account.content.name", charactersMax: 50)) { $0.name = String(repeating: "n", count: 51) },
      set(.textMissing(field: "set_account.content.name")) { $0.name = " " },
      set(.textNotAllowed(field: "set_account.content.name", .controlCharacter)) { $0.name = "one\ntwo" },
      set(.choiceNotAllowed(field: "set_account.content.type")) { ($0.name, $0.type) = ("Savings", .unspecified) },
      set(.unknownCurrency(field: "set_account.content.opening.currency")) { ($0.type, $0.opening.currency) = (.savings, "RUP") },
      Flaw(.choiceNotAllowed(field: "set_account.content.opening.currency")) {
        $0.state = owning.state
        $0.command.setAccount = AccountTests.account(1, currency: "USD")
      },
      Flaw(.outOfRange(field: "set_account.content.opening.minor", rupee)) {
        $0.command.setAccount = AccountTests.account(1, opening: amountMinorMax + 1)
      },
      Flaw(.nothingChanges) {
        $0.state = owning.state
        $0.command.setAccount = AccountTests.account(1)
      },
      Flaw(.tooManyAccounts(most: 20)) {
        $0.state = fullOfAccounts.state
        $0.command.setAccount = AccountTests.account(31)
      },
    ]

  private static func set(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout AccountContent) -> Void) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.setAccount.content) }
  }

  private static let accountEntryFlaws: [Flaw] =
    [forbidden(.accountsWrite), archivedFlaw]
    + account("set_account_entry.account_id", .accountsWrite) { $0.setAccountEntry.accountID = $1 } + [
      closed("set_account_entry.account_id", 1),
      Flaw(.malformedID(field: "set_account_entry.entry_id")) {
        $0.state = deposited.state
        $0.command.setAccountEntry.entryID = "Salary"
      },
      Flaw(.entryVoided(field: "set_account_entry.entry_id")) {
        $0.state = gone.state
        $0.command.setAccountEntry.entryID = AccountTests.entryID(1).description
      },
      Flaw(.entryReconciled(field: "set_account_entry.entry_id")) { $0.state = compared.state },
      Flaw(.choiceNotAllowed(field: "set_account_entry.entry_id")) { $0.state = moved.state },
      noted(.choiceNotAllowed(field: "set_account_entry.content.kind")) { $0.kind = .unspecified },
      noted(.amountOutOfRange(field: "set_account_entry.content.amount.minor")) { ($0.kind, $0.amount.minor) = (.deposit, 0) },
      noted(.choiceNotAllowed(field: "set_account_entry.content.amount.currency")) { $0.amount = Money(minor: 1, currency: "USD") },
      noted(.textTooLong(field: "set_account_entry.content.description", charactersMax: 200)) {
        $0.amount.currency = "INR"
        $0.description_p = String(repeating: "n", count: 201)
      },
      noted(.textMissing(field: "set_account_entry.content.description")) { $0.description_p = " " },
      noted(.textNotAllowed(field: "set_account_entry.content.description", .controlCharacter)) { $0.description_p = "one\ntwo" },
      noted(.textTooLong(field: "set_account_entry.content.note", charactersMax: 1_000)) {
        ($0.description_p, $0.note) = ("Salary", String(repeating: "n", count: 1_001))
      },
      noted(.textNotAllowed(field: "set_account_entry.content.note", .controlCharacterInLines)) { $0.note = "one\n\ttwo" },
      noted(.unknownCategory(field: "set_account_entry.content.category")) { ($0.note, $0.category) = ("", "yachts") },
      Flaw(.categoryRetired(field: "set_account_entry.content.category")) {
        $0.state = after(owning, [(.retireCategory(retirement("salary")), 1)]).state
        $0.command.setAccountEntry.content.category = "salary"
      },
      noted(.categoryDoesNotFit(field: "set_account_entry.content.category")) { $0.category = "dining" },
      noted(.dateMalformed(field: "set_account_entry.content.date")) { ($0.category, $0.date) = ("salary", "today") },
      noted(.dateOutOfRange(field: "set_account_entry.content.date")) { $0.date = "1926-10-25" },
      Flaw(.nothingChanges) {
        $0.state = deposited.state
        $0.command.setAccountEntry = AccountTests.entry(1)
      },
      Flaw(.outOfRange(field: "set_account_entry.content.amount.minor", rupee)) {
        $0.state = fullOfMoney
        $0.command.setAccountEntry.content.amount.minor = amountMinorMax
      },
    ]

  private static func noted(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout AccountEntryContent) -> Void) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.setAccountEntry.content) }
  }

  private static let voidAccountEntryFlaws: [Flaw] =
    [forbidden(.accountsWrite), archivedFlaw]
    + account("void_account_entry.account_id", .accountsWrite) { $0.voidAccountEntry.accountID = $1 } + [
      Flaw(.malformedID(field: "void_account_entry.entry_id")) {
        $0.state = deposited.state
        $0.command.voidAccountEntry = AccountTests.voiding(1)
        $0.command.voidAccountEntry.entryID = "Salary"
      },
      Flaw(.unknownEntry(field: "void_account_entry.entry_id")) { $0.command.voidAccountEntry = AccountTests.voiding(9) },
      Flaw(.nothingChanges) {
        $0.state = gone.state
        $0.command.voidAccountEntry = AccountTests.voiding(1)
      },
      Flaw(.entryReconciled(field: "void_account_entry.entry_id")) { $0.state = compared.state },
    ]

  private static let reconcileFlaws: [Flaw] =
    [forbidden(.accountsWrite), archivedFlaw]
    + account("reconcile_account.account_id", .accountsWrite) { $0.reconcileAccount.accountID = $1 } + [
      Flaw(.numberOutOfRange(field: "reconcile_account.entry_ids", bounds: 1...100)) {
        $0.state = deposited.state
        $0.command.reconcileAccount = AccountTests.comparing(Array(repeating: 1, count: 101))
      },
      Flaw(.malformedID(field: "reconcile_account.entry_ids[0]")) { $0.command.reconcileAccount.entryIds = ["Salary"] },
      Flaw(.entryVoided(field: "reconcile_account.entry_ids[0]")) {
        $0.state = gone.state
        $0.command.reconcileAccount = AccountTests.comparing([1])
      },
      Flaw(.unknownEntry(field: "reconcile_account.entry_ids[1]")) {
        $0.state = deposited.state
        $0.command.reconcileAccount = AccountTests.comparing([1, 9])
      },
      Flaw(.nothingChanges) { $0.state = compared.state },
    ]

  private static let accountTransferFlaws: [Flaw] =
    [forbidden(.accountsSet), archivedFlaw]
    + account("transfer_between_accounts.from_account_id", .accountsSet) { $0.transferBetweenAccounts.fromAccountID = $1 } + [
      Flaw(.accountClosed(field: "transfer_between_accounts.from_account_id")) {
        $0.state = after(owning, [(.setAccount(AccountTests.account(1, isClosed: true)), 1)]).state
        $0.command.transferBetweenAccounts = AccountTests.transfer(1)
      },
      Flaw(.malformedID(field: "transfer_between_accounts.to_account_id")) {
        $0.state = owning.state
        $0.command.transferBetweenAccounts.toAccountID = "Savings"
      },
      transferred(.unknownAccount(field: "transfer_between_accounts.to_account_id")) { $0.toAccountID = AccountTests.id(4).description },
      transferred(.forbidden(right: .accountsSet, role: .owner)) { $0.toAccountID = AccountTests.id(3).description },
      Flaw(.accountClosed(field: "transfer_between_accounts.to_account_id")) {
        $0.state = after(owning, [(.setAccount(AccountTests.account(2, isClosed: true)), 1)]).state
        $0.command.transferBetweenAccounts = AccountTests.transfer(1)
      },
      Flaw(.choiceNotAllowed(field: "transfer_between_accounts.to_account_id")) {
        $0.state = moved.state
        $0.command.transferBetweenAccounts = AccountTests.transfer(1, into: 1)
      },
      transferred(.malformedID(field: "transfer_between_accounts.entry_id")) {
        ($0.toAccountID, $0.entryID) = (AccountTests.id(2).description, "Salary")
      },
      Flaw(.alreadyExists(field: "transfer_between_accounts.entry_id")) {
        $0.state = moved.state
        $0.command.transferBetweenAccounts.entryID = AccountTests.entryID(1).description
      },
      Flaw(.amountOutOfRange(field: "transfer_between_accounts.amount.minor")) {
        $0.state = owning.state
        $0.command.transferBetweenAccounts.amount.minor = 0
      },
      transferred(.choiceNotAllowed(field: "transfer_between_accounts.amount.currency")) { $0.amount = Money(minor: 300, currency: "USD") },
      transferred(.amountOutOfRange(field: "transfer_between_accounts.received.minor")) {
        ($0.amount, $0.received) = (Money(minor: 300, currency: "INR"), Money(minor: 0, currency: "INR"))
      },
      transferred(.choiceNotAllowed(field: "transfer_between_accounts.received.currency")) {
        $0.received = Money(minor: 300, currency: "USD")
      },
      transferred(.choiceNotAllowed(field: "transfer_between_accounts.received")) { $0.received = Money(minor: 299, currency: "INR") },
      transferred(.textTooLong(field: "transfer_between_accounts.description", charactersMax: 200)) {
        $0.clearReceived()
        $0.description_p = String(repeating: "n", count: 201)
      },
      transferred(.textMissing(field: "transfer_between_accounts.description")) { $0.description_p = " " },
      transferred(.textNotAllowed(field: "transfer_between_accounts.description", .controlCharacter)) { $0.description_p = "one\ntwo" },
      transferred(.dateMalformed(field: "transfer_between_accounts.date")) { ($0.description_p, $0.date) = ("Put aside", "today") },
      transferred(.dateOutOfRange(field: "transfer_between_accounts.date")) { $0.date = "1926-10-25" },
      Flaw(.outOfRange(field: "transfer_between_accounts.amount.minor", rupee)) {
        $0.state = fullOfMoney
        $0.command.transferBetweenAccounts = AccountTests.transfer(1, minor: amountMinorMax)
      },
      Flaw(.outOfRange(field: "transfer_between_accounts.received.minor", rupee)) {
        $0.state = fullOfSavings
        $0.command.transferBetweenAccounts = AccountTests.transfer(1, minor: amountMinorMax)
      },
    ]

  private static func transferred(
    _ rejection: Rejection, _ spoil: @escaping @Sendable (inout TransferBetweenAccounts) -> Void
  ) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.transferBetweenAccounts) }
  }

  private static let grantFlaws: [Flaw] =
    [forbidden(.accountsGrant), archivedFlaw]
    + account("grant_account.account_id", .accountsGrant) { $0.grantAccount.accountID = $1 } + [
      Flaw(.malformedID(field: "grant_account.member_id")) {
        $0.state = owning.state
        $0.command.grantAccount = AccountTests.grant(3)
        $0.command.grantAccount.memberID = "Ravi"
      },
      Flaw(.unknownMember(field: "grant_account.member_id")) { $0.command.grantAccount.memberID = Household.text(99) },
      Flaw(.memberNotActive(field: "grant_account.member_id")) {
        $0.state = after(owning, [(.removeMember(removal(3)), 1)]).state
        $0.command.grantAccount.memberID = Household.text(3)
      },
      Flaw(.choiceNotAllowed(field: "grant_account.member_id")) {
        $0.state = owning.state
        $0.command.grantAccount.memberID = Household.text(4)
      },
      Flaw(.choiceNotAllowed(field: "grant_account.permission")) { $0.command.grantAccount = AccountTests.grant(5) },
      Flaw(.choiceNotAllowed(field: "grant_account.needs_consent")) {
        $0.command.grantAccount = AccountTests.grant(5, .read, needsConsent: true)
      },
      Flaw(.choiceNotAllowed(field: "grant_account.account_id")) {
        $0.state = golden.state
        $0.command.grantAccount = AccountTests.grant(5, .read)
      },
      Flaw(.nothingChanges) {
        $0.state = shared.state
        $0.command.grantAccount = AccountTests.grant(3)
      },
      Flaw(.alreadyGranted(field: "grant_account.member_id")) {
        $0.state = shared.state
        $0.command.grantAccount = AccountTests.grant(3, .read)
      },
      Flaw(.tooManyGrants(most: 10)) {
        $0.state = fullOfGrants
        $0.command.grantAccount = AccountTests.grant(3)
      },
    ]

  /// What is said before that the minor has another grant of the account: each of these minors has one.
  private static let grantToMinorFlaws: [Flaw] = [
    Flaw(.memberNotActive(field: "grant_account.member_id")) {
      $0.state = granted(after(guarding, [(.removeMember(removal(5)), 1)]), .gold)
    },
    Flaw(.choiceNotAllowed(field: "grant_account.permission")) {
      $0.state = granted(guarding, .gold)
      $0.command.grantAccount.permission = .write
    },
    Flaw(.choiceNotAllowed(field: "grant_account.needs_consent")) {
      $0.state = granted(guarding, .gold, needsConsent: false)
      $0.command.grantAccount = AccountTests.grant(5, of: 3, .read, needsConsent: true)
    },
    Flaw(.forbidden(right: .minorsSet, role: .adult)) {
      $0.state = granted(owning, .gold)
      $0.command.grantAccount = AccountTests.grant(5, of: 3, .read)
    },
    // What it has and what it asks for may be the same.
    Flaw(.choiceNotAllowed(field: "grant_account.account_id")) { $0.state = granted(guarding, .gold, needsConsent: false) },
    Flaw(.choiceNotAllowed(field: "grant_account.account_id")) { $0.state = granted(guarding, .gold) },
    Flaw(.nothingChanges) { $0.state = granted(guarding, needsConsent: false) },
    Flaw(.alreadyGranted(field: "grant_account.member_id")) { $0.state = granted(guarding) },
  ]

  /// What can be wrong with the grant that a command names.
  private static func grantee(
    _ command: String, _ household: Household, _ name: @escaping @Sendable (inout Command, String) -> Void
  ) -> [Flaw] {
    [
      Flaw(.malformedID(field: "\(command).member_id")) {
        $0.state = household.state
        name(&$0.command, "Ravi")
      },
      Flaw(.unknownMember(field: "\(command).member_id")) { name(&$0.command, Household.text(99)) },
    ]
  }

  private static let revokeFlaws: [Flaw] =
    account("revoke_account.account_id", .accountsRevoke) { $0.revokeAccount.accountID = $1 }.dropLast()
    + grantee("revoke_account", shared) {
      $0.revokeAccount = AccountTests.revocation(3)
      $0.revokeAccount.memberID = $1
    } + [
      Flaw(.nothingChanges) { $0.command.revokeAccount = AccountTests.revocation(2) },
      Flaw(.forbidden(right: .accountsRevoke, role: .owner)) {
        $0.state = among.state
        $0.command.revokeAccount = AccountTests.revocation(2, of: 3)
      },
      Flaw(.nothingChanges) {
        $0.state = waiting.state
        $0.command.revokeAccount = AccountTests.revocation(3)
      },
    ]

  private static let answerRevocationFlaws: [Flaw] =
    account("answer_revocation.account_id", .accountsRevoke) { $0.answerRevocation.accountID = $1 }.dropLast()
    + grantee("answer_revocation", wished) {
      $0.answerRevocation = AccountTests.answer(3)
      $0.answerRevocation.memberID = $1
    } + [
      Flaw(.noRevocation) { $0.command.answerRevocation = AccountTests.answer(2) },
      Flaw(.forbidden(right: .accountsRevoke, role: .owner)) {
        $0.state = among.state
        $0.command.answerRevocation = AccountTests.answer(2, of: 3)
      },
      Flaw(.choiceNotAllowed(field: "answer_revocation.confirmed")) {
        $0.state = waiting.state
        $0.command.answerRevocation = AccountTests.answer(3)
      },
    ]
}
