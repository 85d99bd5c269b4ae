import HearthProtocol

/// What a notice says of an event, in each language.
struct NoticeNews {
  let kind: NoticeKind
  /// Whose act it was: they are not told; nil: everybody is.
  private let actor: MemberID?
  /// For whom alone it is; nil: for everybody who receives the event.
  private let recipient: MemberID?
  private let group: String
  private let saying: Saying

  private enum Saying {
    /// One sentence with what it is with the amount; nil: it has none.
    case line(_ english: String, _ hindi: String, amount: String?)
    /// An alert: whose, of what, how far, and the two amounts.
    case alert(subject: String, percent: String, budget: String, spent: String, limit: String)
  }

  /// Limit: characters of an entry's description, a budget's or a member's name in a notice; the rest is cut.
  static let nameCharactersMax = 80

  /// Nil for what is no notice.
  init?(_ event: Event, in state: GroupState) {
    let shared = state.shared
    group = shared.settings?.name ?? ""
    func name(_ id: String) -> String { Self.cut(MemberID(id).flatMap { shared.member(shared.members.current($0)) }?.displayName ?? "?") }
    let author = name(event.memberID)
    var recipient: MemberID?
    var isToldToActor = false
    switch event.body {
    case .entryAdded(let added)?:
      guard let entry = EntryID(added.entryID).flatMap({ shared.entries[$0] }) else { return nil }
      let what = Self.title(of: entry, name)
      kind = .entries
      let isBooked = event.memberID.isEmpty
      saying = .line(
        isBooked ? "Booked: \(what.english)" : "\(author) added \(what.english)",
        isBooked ? "दर्ज: \(what.hindi)" : "\(author) ने जोड़ा: \(what.hindi)", amount: Self.amount(entry.minor, entry.currency))
    case .entryEdited(let edited)?:
      guard let entry = EntryID(edited.entryID).flatMap({ shared.entries[$0] }) else { return nil }
      let what = Self.title(of: entry, name)
      kind = .entries
      saying = .line(
        "\(author) changed \(what.english)", "\(author) ने बदला: \(what.hindi)",
        amount: edited.changes.hasMoney ? Self.amount(entry.minor, entry.currency) : nil)
    case .entryVoided(let voided)?:
      guard let what = Self.title(voided.entryID, shared, name) else { return nil }
      kind = .entries
      saying = .line("\(author) voided \(what.english)", "\(author) ने रद्द किया: \(what.hindi)", amount: nil)
    case .entryRestored(let restored)?:
      guard let what = Self.title(restored.entryID, shared, name) else { return nil }
      kind = .entries
      saying = .line("\(author) restored \(what.english)", "\(author) ने वापस लाया: \(what.hindi)", amount: nil)
    case .entryDisputed(let disputed)?:
      guard let what = Self.title(disputed.entryID, shared, name) else { return nil }
      kind = .entries
      saying = .line("\(author) disputes \(what.english)", "\(author) को आपत्ति है: \(what.hindi)", amount: nil)
    case .disputeWithdrawn(let withdrawn)?:
      guard let what = Self.title(withdrawn.entryID, shared, name) else { return nil }
      kind = .entries
      saying = .line("\(author) no longer disputes \(what.english)", "\(author) को अब आपत्ति नहीं है: \(what.hindi)", amount: nil)
    case .entryCommented(let commented)?:
      guard let what = Self.title(commented.entryID, shared, name) else { return nil }
      kind = .entries
      saying = .line("\(author) commented on \(what.english)", "\(author) ने टिप्पणी की: \(what.hindi)", amount: nil)
    case .budgetSet(let set)?:
      kind = .budgets
      let budget = Self.cut(set.content.name)
      saying = .line("\(author) set the budget \(budget)", "\(author) ने बजट \(budget) तय किया", amount: nil)
    case .budgetRemoved(let removed)?:
      guard let budget = BudgetID(removed.budgetID).flatMap({ shared.budgets[$0] }).map({ Self.cut($0.name) }) else { return nil }
      kind = .budgets
      saying = .line("\(author) removed the budget \(budget)", "\(author) ने बजट \(budget) हटाया", amount: nil)
    case .budgetReactivated(let reactivated)?:
      guard let budget = BudgetID(reactivated.budgetID).flatMap({ shared.budgets[$0] }).map({ Self.cut($0.name) }) else { return nil }
      kind = .budgets
      saying = .line("\(author) brought the budget \(budget) back", "\(author) ने बजट \(budget) वापस लाया", amount: nil)
    case .alertFired?, .childAlertFired?:
      guard let alert = state.alertText(of: event)?.parts else { return nil }
      kind = .alerts
      // Their act may be what fired it.
      isToldToActor = true
      saying = .alert(
        subject: Self.cut(alert.subject), percent: alert.percent, budget: Self.cut(alert.budget), spent: alert.spent, limit: alert.limit)
    case .memberJoined(let joined)?:
      kind = .members
      let newcomer = Self.cut(joined.displayName)
      saying =
        joined.holder.isEmpty
        ? .line("\(author) added \(newcomer), who has no account yet", "\(author) ने \(newcomer) को जोड़ा, जिनका अभी खाता नहीं है", amount: nil)
        : .line("\(newcomer) joined", "\(newcomer) शामिल हुए", amount: nil)
    case .memberClaimed(let claimed)?:
      kind = .members
      let newcomer = Self.cut(claimed.displayName)
      saying =
        claimed.replacedMemberID.isEmpty
        ? .line("\(newcomer) joined", "\(newcomer) शामिल हुए", amount: nil)
        : .line("A member turned out to be \(newcomer)", "एक सदस्य असल में \(newcomer) हैं", amount: nil)
    case .memberLeft(let left)?:
      kind = .members
      saying = .line("\(name(left.memberID)) left", "\(name(left.memberID)) छोड़ गए", amount: nil)
    case .memberRemoved(let removed)?:
      kind = .members
      saying = .line("\(author) removed \(name(removed.memberID))", "\(author) ने \(name(removed.memberID)) को हटाया", amount: nil)
    case .memberRestored(let restored)?:
      kind = .members
      saying = .line("\(Self.cut(restored.displayName)) is back", "\(Self.cut(restored.displayName)) वापस आए", amount: nil)
    case .roleChanged(let changed)?:
      kind = .members
      saying = .line("\(name(changed.memberID)) has another role", "\(name(changed.memberID)) की भूमिका बदली", amount: nil)
    case .joinRequested(let requested)?:
      kind = .members
      let newcomer = Self.cut(requested.displayName)
      saying = .line("\(newcomer) asks to join", "\(newcomer) शामिल होना चाहते हैं", amount: nil)
    case .debtorReminded(let reminded)?:
      guard let debtor = MemberID(reminded.debtorID), let currency = Currency(code: reminded.owed.currency) else { return nil }
      kind = .reminders
      recipient = shared.members.current(debtor)
      let isCreditor = MemberID(event.memberID).map(shared.members.current) == MemberID(reminded.creditorID).map(shared.members.current)
      let creditor = name(reminded.creditorID)
      saying = .line(
        "\(author) reminds you of what you owe \(isCreditor ? "them" : creditor)",
        "\(author) याद दिलाते हैं कि आपको \(isCreditor ? "उन्हें" : "\(creditor) को") देना है", amount: Self.amount(reminded.owed.minor, currency))
    case .coachingSent(let sent)?:
      guard let reader = MemberID(sent.recipientID) else { return nil }
      kind = .reminders
      recipient = shared.members.current(reader)
      saying = .line("\(author) wrote to you", "\(author) ने आपको लिखा", amount: nil)
    default: return nil
    }
    self.recipient = recipient
    actor = isToldToActor ? nil : MemberID(event.memberID).map(shared.members.current)
  }

  /// Whether it is for a member who receives the event.
  func isFor(_ member: MemberID) -> Bool { recipient.map { $0 == member } ?? true && actor != member }

  /// The two lines.
  ///
  /// - Parameter hidesAmounts: whether they say no amounts and no shares of them.
  func text(in language: NoticeLanguage, hidesAmounts: Bool) -> (title: String, body: String) {
    switch saying {
    case .line(let english, let hindi, let amount):
      return (group, language.say(english, hindi) + (hidesAmounts ? "" : amount.map { ": \($0)" } ?? ""))
    case .alert(let subject, let percent, let budget, let spent, let limit):
      if hidesAmounts {
        return (group, language.say("\(subject): \(budget) has reached a threshold", "\(subject): \(budget) एक सीमा तक पहुँचा"))
      }
      return (
        language.say("\(subject) at \(percent)% of \(budget)", "\(subject): \(budget) का \(percent)%"),
        language.say("\(spent) of \(limit) spent", "\(limit) में से \(spent) ख़र्च")
      )
    }
  }

  /// What an entry is called, in each language.
  private static func title(of entry: EntryState, _ name: (String) -> String) -> (english: String, hindi: String) {
    guard entry.kind == .transfer, let payer = entry.paid.first, let receiver = entry.owed.first else {
      let text = cut(entry.description)
      return (text, text)
    }
    let (from, to) = (name(payer.member.description), name(receiver.member.description))
    return ("\(from) → \(to)", "\(from) → \(to)")
  }

  private static func title(_ id: String, _ shared: SharedState, _ name: (String) -> String) -> (english: String, hindi: String)? {
    EntryID(id).flatMap { shared.entries[$0] }.map { title(of: $0, name) }
  }

  private static func amount(_ minor: Int64, _ currency: Currency) -> String { Money.formatted(minor: minor, currency: currency) }

  static func cut(_ text: String) -> String {
    text.count <= nameCharactersMax ? text : text.prefix(nameCharactersMax - 1) + "…"
  }
}

extension NoticeLanguage {
  /// One of the two.
  func say(_ english: String, _ hindi: String) -> String {
    switch self {
    case .english: english
    case .hindi: hindi
    }
  }
}
