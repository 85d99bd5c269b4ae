import HearthClient
import HearthProtocol
import Ledger

/// An entry of an account as it was typed; what is nil stays as it was.
public struct AccountEntryWish: Sendable {
  /// "500".
  public var amount: String?
  /// What it was for.
  public var description: String?
  /// Key or name of a category; "none" for none.
  public var category: String?
  /// "2026-11-20"; today when it is new.
  public var date: String?
  /// Anything else to remember.
  public var note: String?

  /// Makes a wish.
  public init(
    amount: String? = nil, description: String? = nil, category: String? = nil, date: String? = nil, note: String? = nil
  ) {
    (self.amount, self.description, self.category, self.date, self.note) = (amount, description, category, date, note)
  }

  fileprivate func content(changing old: AccountEntryContent, in account: AccountState, _ shared: SharedState) throws(ArgumentFlaw)
    -> AccountEntryContent
  {
    var content = old
    if let amount { content.amount.minor = try AmountText.minor(amount, account.currency) }
    content.amount.currency = account.currency.code
    if let description { content.description_p = description }
    if let note { content.note = note }
    if let category { content.category = category.lowercased() == "none" ? "" : try Choices.category(category, of: shared.categories) }
    if let date { content.date = try Choices.date(date, today: Present.day(Present.now, shared)) }
    return content
  }
}

/// `hearth account`: accounts, and what goes into them and out.
public struct AccountCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth account list`.
  ///
  /// - Parameter moment: as typed; nil for now.
  public func list(asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let view = try HistoryReading(sitting).view(of: try sitting.group(group), asOf: moment).view
    let accounts = AccountNames(view.state, of: view.member).accounts
    output.show(Screens.accounts(accounts, view, output.theme), json: accounts.map { Screens.accountJSON($0, view) })
  }

  /// `hearth account show`.
  ///
  /// - Parameter moment: as typed; nil for now.
  public func show(_ name: String, asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let look = try HistoryReading(sitting).look(at: try sitting.group(group), asOf: moment)
    let account = try account(name, in: look.view)
    output.show(
      Screens.account(account, look.view, at: look.instant, isPast: look.isPast, output.theme),
      json: [Screens.accountJSON(account, look.view)] + Screens.accountEntriesJSON(account))
  }

  /// `hearth account add`.
  ///
  /// - Parameters:
  ///   - type: "checking", "savings", "cash", "card" or "gold"; cash when nil.
  ///   - opening: what was in it at the beginning; nothing when nil.
  ///   - currency: the group's when nil.
  public func add(_ name: String, type: String?, opening: String?, currency: String?, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let set = try reading { () throws(ArgumentFlaw) -> SetAccount in
      guard let home = view.state.shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
      let currency = try currency.map { text throws(ArgumentFlaw) in try Choices.currency(text) } ?? home
      let fresh: AccountID = Present.id()
      var set = SetAccount()
      set.accountID = fresh.description
      set.content.name = name
      set.content.type = try type.map { text throws(ArgumentFlaw) in try Choices.accountType(text) } ?? .cash
      let minor = try opening.map { text throws(ArgumentFlaw) in try Choices.balance(text, currency) } ?? 0
      set.content.opening = Money(minor: minor, currency: currency)
      return set
    }
    try KeptCommands(sitting).show(.setAccount(set), to: group, view)
  }

  /// `hearth account edit`, `close` and `reopen`; what is nil stays as it was.
  public func edit(
    _ name: String, rename: String? = nil, type: String? = nil, opening: String? = nil, isClosed: Bool? = nil, group: String?
  ) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let account = try account(name, in: view)
    var set = SetAccount()
    (set.accountID, set.content) = (account.id.description, account.state.content)
    if let rename { set.content.name = rename }
    if let isClosed { set.content.closed = isClosed }
    if let type { set.content.type = try reading { () throws(ArgumentFlaw) in try Choices.accountType(type) } }
    if let opening {
      set.content.opening.minor = try reading { () throws(ArgumentFlaw) in try Choices.balance(opening, account.state.currency) }
    }
    try KeptCommands(sitting).show(.setAccount(set), to: group, view)
  }

  /// `hearth account deposit` and `withdraw`.
  public func note(_ name: String, _ kind: AccountEntryKind, _ wish: AccountEntryWish, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let account = try account(name, in: view)
    let fresh: EntryID = Present.id()
    var set = SetAccountEntry()
    (set.accountID, set.entryID) = (account.id.description, fresh.description)
    set.content = try reading { () throws(ArgumentFlaw) in
      var new = AccountEntryContent()
      new.kind = kind
      return try wish.content(changing: new, in: account.state, view.state.shared)
    }
    try KeptCommands(sitting).show(.setAccountEntry(set), to: group, view)
  }

  /// `hearth account correct`.
  public func correct(_ name: String, _ entry: String, _ wish: AccountEntryWish, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let account = try account(name, in: view)
    let set = try reading { () throws(ArgumentFlaw) -> SetAccountEntry in
      let old = try AccountNames.entry(entry, of: account.state)
      var set = SetAccountEntry()
      (set.accountID, set.entryID) = (account.id.description, old.id.description)
      set.content = try wish.content(changing: old.content, in: account.state, view.state.shared)
      return set
    }
    try KeptCommands(sitting).show(.setAccountEntry(set), to: group, view)
  }

  /// `hearth account void`.
  public func void(_ name: String, _ entry: String, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let account = try account(name, in: view)
    var void = VoidAccountEntry()
    void.accountID = account.id.description
    void.entryID = try reading { () throws(ArgumentFlaw) in try AccountNames.entry(entry, of: account.state).id.description }
    try KeptCommands(sitting).show(.voidAccountEntry(void), to: group, view)
  }

  /// `hearth account reconcile`.
  public func reconcile(_ name: String, _ entries: [String], isUndone: Bool, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let account = try account(name, in: view)
    var reconcile = ReconcileAccount()
    (reconcile.accountID, reconcile.undone) = (account.id.description, isUndone)
    for entry in entries {
      reconcile.entryIds.append(
        try reading { () throws(ArgumentFlaw) in try AccountNames.entry(entry, of: account.state).id.description })
    }
    try KeptCommands(sitting).show(.reconcileAccount(reconcile), to: group, view)
  }

  /// `hearth account transfer`.
  ///
  /// - Parameter received: what arrives, where the currencies differ.
  public func transfer(
    from: String, into: String, _ amount: String, _ description: String, received: String?, date: String?, group: String?
  ) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let (from, into) = (try account(from, in: view), try account(into, in: view))
    let transfer = try reading { () throws(ArgumentFlaw) -> TransferBetweenAccounts in
      let fresh: EntryID = Present.id()
      var transfer = TransferBetweenAccounts()
      transfer.entryID = fresh.description
      (transfer.fromAccountID, transfer.toAccountID) = (from.id.description, into.id.description)
      transfer.amount = Money(minor: try AmountText.minor(amount, from.state.currency), currency: from.state.currency)
      if let received {
        transfer.received = Money(minor: try AmountText.minor(received, into.state.currency), currency: into.state.currency)
      }
      transfer.description_p = description
      if let date { transfer.date = try Choices.date(date, today: view.today) }
      return transfer
    }
    try KeptCommands(sitting).show(.transferBetweenAccounts(transfer), to: group, view)
  }

  /// `hearth account split`: shares an entry of an account with the group, as paid or received by the user (product
  /// 83).
  ///
  /// The entry's id follows from that of the account's entry, so that none is shared twice.
  ///
  /// - Parameter split: as in `hearth add`; empty means equally among those who share by default.
  public func split(_ name: String, _ entry: String, _ split: String, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let account = try account(name, in: view)
    let add = try reading { () throws(ArgumentFlaw) -> AddEntry in
      try Self.shared(AccountNames.entry(entry, of: account.state, byPart: true), split, in: view)
    }
    var filled = add
    view.fillSplit(of: &filled.content, at: Present.now)
    try KeptCommands(sitting).show(.addEntry(filled), to: group, view)
  }

  /// What shares an entry of an account with the group.
  static func shared(_ old: AccountEntryState, _ split: String, in view: GroupView) throws(ArgumentFlaw) -> AddEntry {
    var add = AddEntry()
    add.entryID = try sharedID(of: old, in: view).description
    add.content.kind = old.kind == .deposit ? .income : .expense
    add.content.amount = Money(minor: old.minor, currency: old.currency)
    (add.content.description_p, add.content.note) = (old.description, old.note)
    (add.content.category, add.content.date) = (old.category, old.date.description)
    if !split.isEmpty { add.content.split = try SplitText(split).resolved(MemberNames(view.state.shared, me: view.member), old.currency) }
    return add
  }

  /// Whether an entry of an account stands in the group.
  static func isShared(_ entry: AccountEntryState, in view: GroupView) -> Bool { (try? sharedID(of: entry, in: view)) == nil }

  /// The id of the group's entry; another one when the former was voided.
  static func sharedID(of entry: AccountEntryState, in view: GroupView) throws(ArgumentFlaw) -> EntryID {
    // Limit: how often an entry is shared and voided again.
    for again in 0..<100 {
      let id = EntryID(derivedFrom: ["hearth.account.shared", view.state.group.description, entry.id.description, String(again)])
      guard let there = view.state.shared.entries[id] else { return id }
      guard there.isVoided else { break }
    }
    throw ArgumentFlaw(
      "\"\(entry.description.printable)\" is shared with the group already. Void it there to share it anew.",
      "\"\(entry.description.printable)\" पहले से समूह में है। फिर से बाँटने के लिए उसे वहाँ रद्द करें।")
  }

  // MARK: Who sees it

  /// `hearth account share` without a name: the accounts that can be shared, and with whom.
  public func showShareable(group: String?) throws(ConsoleFailure) {
    let (_, view) = try sitting.view(of: group)
    let shareable = Self.shareable(view)
    output.show(Screens.shareable(shareable, view, output.theme), json: shareable.map { Screens.shareableJSON($0, view) })
  }

  /// The user's open accounts with the members whom each may be shared with. Those who have it already are left out,
  /// and so are accounts that everybody has (product 145).
  static func shareable(_ view: GroupView) -> [(account: AccountNames.Account, members: [MemberState])] {
    let shared = view.state.shared
    return AccountNames(view.state, of: view.member).accounts.compactMap { account in
      guard shared.members.current(account.state.owner) == view.member, account.state.isShareable else { return nil }
      let members = shared.members.filter { member in
        guard member.status == .active, member.id != view.member, member.role != .viewer else { return false }
        let isOfAnother = member.role == .minor && !view.state.guardians(of: member.id).contains(view.member)
        guard !isOfAnother, account.state.isShareable(with: member.role) else { return false }
        return !account.state.grants.contains { shared.members.current($0.member) == member.id }
      }
      return members.isEmpty ? nil : (account, members)
    }
  }

  /// `hearth account share`: as a joint account with a partner, to read with a child.
  ///
  /// - Parameters:
  ///   - other: the partner or child; it has to be named.
  ///   - readsOnly: whether a partner may not write.
  ///   - needsConsent: whether both must agree to end it.
  ///   - isSure: whether not to ask first.
  public func share(
    _ name: String, with other: String?, readsOnly: Bool, needsConsent: Bool, isSure: Bool, group: String?
  ) throws(ConsoleFailure) {
    guard let other else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "Say with whom: hearth account share \(name.printable) Ravi", "किसके साथ, यह लिखें: hearth account share \(name.printable) Ravi"))
    }
    let (group, view) = try sitting.view(of: group)
    let account = try account(name, in: view)
    let member = try sitting.member(other, in: view)
    let isChild = view.state.shared.member(member)?.role == .minor
    var grant = GrantAccount()
    (grant.accountID, grant.memberID) = (account.id.description, member.description)
    grant.permission = readsOnly || isChild ? .read : .write
    grant.needsConsent = needsConsent && !isChild
    if !isChild {
      let phrases = output.phrases
      let shown = view.state.shared.name(member).printable
      let question = phrases.askJoint(account.state.name.printable, shown, readsOnly: readsOnly, needsConsent: grant.needsConsent)
      guard try Dialogue(output).confirms(question, isSure: isSure) else { return output.show([phrases.notShared()], json: []) }
    }
    try KeptCommands(sitting).show(.grantAccount(grant), to: group, view)
  }

  /// `hearth account unshare`.
  public func unshare(_ name: String, with other: String, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var revoke = RevokeAccount()
    revoke.accountID = try account(name, in: view).id.description
    revoke.memberID = try sitting.member(other, in: view).description
    try KeptCommands(sitting).show(.revokeAccount(revoke), to: group, view)
  }

  /// `hearth account confirm` and `decline`.
  public func answer(_ name: String, with other: String, isConfirmed: Bool, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var answer = AnswerRevocation()
    answer.accountID = try account(name, in: view).id.description
    answer.memberID = try sitting.member(other, in: view).description
    answer.confirmed = isConfirmed
    try KeptCommands(sitting).show(.answerRevocation(answer), to: group, view)
  }

  private func account(_ name: String, in view: GroupView) throws(ConsoleFailure) -> AccountNames.Account {
    try reading { () throws(ArgumentFlaw) in try AccountNames(view.state, of: view.member).find(name) }
  }
}
