import HearthClient
import HearthProtocol
import Ledger

/// What a line means: decided here by what is known of the group, as the server will decide it.
extension RoomModel {
  /// Stands for ids until something is sent.
  private static let anyEntry = EntryID(high: 0x7000, low: 0xBFFF_FFFF_FFFF_FFFF)
  private static let anyCommand = CommandID(high: 0x7000, low: 0xBFFF_FFFF_FFFF_FFFF)

  func draft(of line: String) -> RoomDraft {
    guard let view else { return .nothing }
    let text = line.trimmingSpaces
    do throws(ArgumentFlaw) {
      if text.hasPrefix("/") { return try command(QuickWord.words(of: text.dropFirst()), view) }
      switch QuickEntry(view, today: today, presets: presets, split: split).read(text) {
      case .empty: return .nothing
      case .incomplete(let wording): return .incomplete(wording.text(in: language) + verbMeant(by: text))
      case .wrong(let flaw): throw flaw
      case .complete(let wish):
        var add = AddEntry()
        add.content = try wish.content(in: view)
        view.fillSplit(of: &add.content, at: now)
        add.guardDuplicates = wish.guardsDuplicates
        return rehearsed(.addEntry(add), view)
      }
    } catch {
      return .wrong([error.wording.text(in: language)])
    }
  }

  /// Said behind what is missing where the line is a command without its slash; empty otherwise.
  private func verbMeant(by line: String) -> String {
    let word = line.prefix { $0 != " " }.lowercased()
    return RoomVerb(rawValue: word).map { " · " + phrases.roomVerbMeant($0.rawValue) } ?? ""
  }

  /// Decides a command by what is known here; nothing is sent.
  private func rehearsed(_ body: Command.OneOf_Body, _ view: GroupView) -> RoomDraft {
    var command = Command()
    command.id = Self.anyCommand.description
    command.groupID = view.state.group.description
    command.body = body.named(Self.anyEntry)
    let holder = view.state.shared.member(view.member)?.holder ?? HolderID(high: 0, low: 0)
    do throws(Rejection) {
      let context = DecisionContext(holder: holder, now: now, today: today)
      guard let impact = try impact(of: command, in: view.state, context: context) else { return .nothing }
      return .ready(body, impact)
    } catch {
      return .wrong(ConsoleFailure(error, of: command, in: view.state.shared).lines(in: language, isInRoom: true))
    }
  }

  private func command(_ words: [QuickWord], _ view: GroupView) throws(ArgumentFlaw) -> RoomDraft {
    guard let first = words.first else { return .incomplete(RoomVerb.allCases.map { "/\($0.rawValue)" }.joined(separator: " ")) }
    guard let verb = RoomVerb(typed: first.text) else {
      let near = NearestWord.of(first.text, among: RoomVerb.allCases.map(\.rawValue))
      throw ArgumentFlaw(Wording { [text = first.text] in $0.roomNoVerb(text.printable, near) })
    }
    let rest = Array(words.dropFirst())
    if verb.namesEntry, rest.isEmpty { return .incomplete("/\(verb.rawValue) \(phrases.roomArguments(of: verb))") }
    switch verb {
    case .entries: return .opens(.entries(chosen: 0), nil)
    case .balances: return .opens(.balances, nil)
    case .budgets: return .opens(.budgets, nil)
    case .members: return .opens(.members, nil)
    case .feed: return .opens(.feed, nil)
    case .help: return .opens(.help, nil)
    case .quit: return .quits
    case .history:
      guard let text = rest.first?.text else { return .opens(.history, nil) }
      guard let day = SpokenDay.day(text, today: today) else { throw Choices.noDay(text) }
      return .opens(.history, day)
    case .entry: return .opens(.entry(try entry(rest, view).id), nil)
    case .settle: return try settle(rest, view)
    case .account: return try account(rest, view)
    case .undo: return rehearsed(.undoLast(UndoLast()), view)
    case .void:
      var wish = VoidEntry()
      wish.entryID = try entry(rest, view).id.description
      return rehearsed(.voidEntry(wish), view)
    case .restore:
      var wish = RestoreEntry()
      wish.entryID = try entry(rest, view).id.description
      return rehearsed(.restoreEntry(wish), view)
    case .dispute: return try dispute(rest, view)
    case .comment: return try comment(rest, view)
    case .edit: return try edit(rest, view)
    }
  }

  private func entry(_ words: some Sequence<QuickWord>, _ view: GroupView) throws(ArgumentFlaw) -> EntryState {
    try EntryNames(view.state.shared).find(words.map(\.text).joined(separator: " "))
  }

  private func settle(_ words: [QuickWord], _ view: GroupView) throws(ArgumentFlaw) -> RoomDraft {
    var wish = SettleWish()
    if let name = words.first?.text {
      let bare = name.hasPrefix("@") ? name.dropFirst() : name[...]
      wish.name = try QuickEntry(view, today: today).person(bare).description
    }
    wish.amount = words.dropFirst().first?.text
    return rehearsed(.settleUp(try wish.command(in: view)), view)
  }

  /// An account's ledger, or a line of it that is shared with the group.
  private func account(_ words: [QuickWord], _ view: GroupView) throws(ArgumentFlaw) -> RoomDraft {
    let names = AccountNames(view.state, of: view.member)
    let split = words.firstIndex { $0.text.lowercased() == "split" && !$0.isQuoted }
    let name = words.prefix(split ?? words.count).map(\.text).joined(separator: " ")
    if name.isEmpty, names.accounts.count != 1 {
      let all = names.accounts.map { $0.state.name.printable }.joined(separator: ", ")
      return .incomplete(all.isEmpty ? phrases.noAccounts(mayMake: view.offers(.accountsSet)) : all)
    }
    let account = try name.isEmpty ? names.accounts[0] : names.find(name)
    guard let split else { return .opens(.account(account.id, chosen: 0), nil) }
    let rest = Array(words[(split + 1)...])
    guard let entry = rest.first else { return .incomplete(phrases.roomAccountSplit(account.state.name.printable)) }
    let quick = QuickEntry(view, today: today)
    let people = try quick.split(quick.parts(of: Array(rest.dropFirst()), of: account.state.currency).people)
    var add = try AccountCommands.shared(AccountNames.entry(entry.text, of: account.state, byPart: true), people ?? "", in: view)
    view.fillSplit(of: &add.content, at: now)
    return rehearsed(.addEntry(add), view)
  }

  /// A dispute, or the end of one's own.
  private func dispute(_ words: [QuickWord], _ view: GroupView) throws(ArgumentFlaw) -> RoomDraft {
    let entry = try entry(words.prefix(1), view)
    if entry.disputes.contains(where: { $0.member == view.member }) {
      var wish = WithdrawDispute()
      wish.entryID = entry.id.description
      return rehearsed(.withdrawDispute(wish), view)
    }
    guard words.count > 1 else { return .incomplete(phrases.roomWhy()) }
    var wish = DisputeEntry()
    wish.entryID = entry.id.description
    wish.reason = words.dropFirst().map(\.text).joined(separator: " ")
    return rehearsed(.disputeEntry(wish), view)
  }

  /// Words beside an entry (SPEC EN-13).
  private func comment(_ words: [QuickWord], _ view: GroupView) throws(ArgumentFlaw) -> RoomDraft {
    let entry = try entry(words.prefix(1), view)
    guard words.count > 1 else { return .incomplete(phrases.roomSayWhat()) }
    var wish = CommentEntry()
    wish.entryID = entry.id.description
    wish.text = words.dropFirst().map(\.text).joined(separator: " ")
    return rehearsed(.commentEntry(wish), view)
  }

  private func edit(_ words: [QuickWord], _ view: GroupView) throws(ArgumentFlaw) -> RoomDraft {
    let entry = try entry(words.prefix(1), view)
    let quick = QuickEntry(view, today: today)
    let parts = try quick.parts(of: Array(words.dropFirst()), of: entry.currency)
    var edit = EntryEdit()
    // What stands there already is no change.
    if let minor = parts.minor, let currency = parts.currency, minor != entry.minor || currency != entry.currency {
      edit.amount = Money.plain(minor: minor, currency: currency)
      if currency != entry.currency { edit.currency = currency.code }
    }
    let description = parts.words.joined(separator: " ")
    if !description.isEmpty, description != entry.description { edit.description = description }
    edit.category = parts.category
    edit.kind = parts.kind
    edit.date = parts.date?.description
    edit.note = parts.note
    edit.merchant = parts.merchant
    edit.rate = parts.rate
    edit.paidBy = parts.paid
    edit.split = try quick.split(parts.people)
    var wish = EditEntry()
    wish.entryID = entry.id.description
    wish.baseVersion = entry.version.rawValue
    wish.changes = try edit.changes(of: entry, in: view)
    guard wish.changes != EntryChanges() else { return .incomplete(phrases.roomChangeWhat()) }
    view.fillSplit(of: &wish.changes, at: now)
    return rehearsed(.editEntry(wish), view)
  }
}

extension Command.OneOf_Body {
  /// The same with an id for the entry or the comment that it makes, if it makes one and has none.
  func named(_ entry: EntryID) -> Command.OneOf_Body {
    switch self {
    case .addEntry(var add):
      if add.entryID.isEmpty { add.entryID = entry.description }
      return .addEntry(add)
    case .settleUp(var settle):
      settle.entryID = entry.description
      return .settleUp(settle)
    case .commentEntry(var comment):
      if comment.commentID.isEmpty { comment.commentID = entry.description }
      return .commentEntry(comment)
    default: return self
    }
  }
}
