import HearthProtocol

/// What a notice says of an event, in each language.
struct NoticeNews: Sendable {
  /// What it is about.
  var kind: NoticeKind { told.kind }
  /// The event's name.
  let event: String
  fileprivate let told: Told
  /// Whose act it was: they are not told; nil: everybody is.
  private let actor: MemberID?
  private let group: String

  fileprivate struct Told: Sendable {
    let kind: NoticeKind
    let saying: Saying
    /// For whom alone it is; nil: for everybody who receives the event.
    var recipient: MemberID?

    /// One sentence in each language, with an amount behind it or none.
    init(_ kind: NoticeKind, _ english: String, _ hindi: String, amount: String? = nil, to recipient: MemberID? = nil) {
      (self.kind, self.recipient) = (kind, recipient)
      saying = .line(english, hindi, amount: amount)
    }

    init(_ alert: AlertText.Parts) {
      (kind, saying) = (.alerts, .alert(alert))
    }
  }

  fileprivate enum Saying: Sendable {
    case line(_ english: String, _ hindi: String, amount: String?)
    case alert(AlertText.Parts)
  }

  /// Limit: characters of an entry's description, a budget's or a member's name in a notice; the rest is cut.
  static let nameCharactersMax = 80

  /// Nil for what is no notice.
  init?(_ event: Event, in state: GroupState) {
    guard let body = event.body else { return nil }
    let names = Names(event.memberID, state.shared)
    let alert = state.alertText(of: event).map { Told($0.parts) }
    guard let told = alert ?? names.ofEntry(body) ?? names.ofBudget(body) ?? names.ofMember(body) ?? names.ofReminder(body) else {
      return nil
    }
    self.told = told
    self.event = body.name
    group = state.shared.settings?.name ?? ""
    // Their act may be what fired an alert.
    actor = alert == nil ? names.authorID : nil
  }

  /// Whether it is for a member who receives the event.
  func isFor(_ member: MemberID) -> Bool { told.recipient.map { $0 == member } ?? true && actor != member }

  /// The two lines.
  ///
  /// - Parameter hidesAmounts: whether they say no amounts and no shares of them.
  func text(in language: NoticeLanguage, hidesAmounts: Bool) -> (title: String, body: String) {
    switch told.saying {
    case .line(let english, let hindi, let amount):
      return (group, language.say(english, hindi) + (hidesAmounts ? "" : amount.map { ": \($0)" } ?? ""))
    case .alert(let parts):
      let (subject, budget) = (Self.cut(parts.subject), Self.cut(parts.budget))
      if hidesAmounts {
        return (group, language.say("\(subject): \(budget) has reached a threshold", "\(subject): \(budget) एक सीमा तक पहुँचा"))
      }
      return (
        language.say("\(subject) at \(parts.percent)% of \(budget)", "\(subject): \(budget) का \(parts.percent)%"),
        language.say("\(parts.spent) of \(parts.limit) spent", "\(parts.limit) में से \(parts.spent) ख़र्च")
      )
    }
  }

  static func cut(_ text: String) -> String {
    text.count <= nameCharactersMax ? text : text.prefix(nameCharactersMax - 1) + "…"
  }
}

extension NoticeNews {
  /// The names that an event needs, and what is said with them.
  fileprivate struct Names {
    let shared: SharedState
    /// Who brought it about, as they are called now; nil: the server did.
    let authorID: MemberID?
    let author: String

    init(_ author: String, _ shared: SharedState) {
      self.shared = shared
      authorID = MemberID(author).map(shared.members.current)
      self.author = Self.name(author, shared)
    }

    private static func name(_ id: String, _ shared: SharedState) -> String {
      NoticeNews.cut(MemberID(id).flatMap { shared.member(shared.members.current($0)) }?.displayName ?? "?")
    }

    fileprivate func name(_ id: String) -> String { Self.name(id, shared) }

    fileprivate func entry(_ id: String) -> EntryState? { EntryID(id).flatMap { shared.entries[$0] } }

    /// What an entry is called.
    fileprivate func title(_ entry: EntryState) -> String {
      guard entry.kind == .transfer, let payer = entry.paid.first, let receiver = entry.owed.first else {
        return NoticeNews.cut(entry.description)
      }
      return "\(name(payer.member.description)) → \(name(receiver.member.description))"
    }

    fileprivate func budget(_ id: String) -> String? { BudgetID(id).flatMap { shared.budgets[$0] }.map { NoticeNews.cut($0.name) } }
  }
}

extension NoticeNews.Names {
  fileprivate func ofEntry(_ body: Event.OneOf_Body) -> NoticeNews.Told? {
    func told(_ id: String, _ english: String, _ hindi: String) -> NoticeNews.Told? {
      entry(id).map { NoticeNews.Told(.entries, "\(english) \(title($0))", "\(hindi): \(title($0))") }
    }
    switch body {
    case .entryAdded(let added):
      guard let entry = entry(added.entryID) else { return nil }
      let (what, amount) = (title(entry), Money.formatted(minor: entry.minor, currency: entry.currency))
      guard authorID != nil else { return NoticeNews.Told(.entries, "Booked: \(what)", "दर्ज: \(what)", amount: amount) }
      return NoticeNews.Told(.entries, "\(author) added \(what)", "\(author) ने जोड़ा: \(what)", amount: amount)
    case .entryEdited(let edited):
      guard let entry = entry(edited.entryID) else { return nil }
      let amount = edited.changes.hasMoney ? Money.formatted(minor: entry.minor, currency: entry.currency) : nil
      return NoticeNews.Told(.entries, "\(author) changed \(title(entry))", "\(author) ने बदला: \(title(entry))", amount: amount)
    case .entryVoided(let voided): return told(voided.entryID, "\(author) voided", "\(author) ने रद्द किया")
    case .entryRestored(let restored): return told(restored.entryID, "\(author) restored", "\(author) ने वापस लाया")
    case .entryDisputed(let disputed): return told(disputed.entryID, "\(author) disputes", "\(author) को आपत्ति है")
    case .disputeWithdrawn(let withdrawn):
      return told(withdrawn.entryID, "\(author) no longer disputes", "\(author) को अब आपत्ति नहीं है")
    case .entryCommented(let commented): return told(commented.entryID, "\(author) commented on", "\(author) ने टिप्पणी की")
    default: return nil
    }
  }

  fileprivate func ofBudget(_ body: Event.OneOf_Body) -> NoticeNews.Told? {
    switch body {
    case .budgetSet(let set):
      let budget = NoticeNews.cut(set.content.name)
      return NoticeNews.Told(.budgets, "\(author) set the budget \(budget)", "\(author) ने बजट \(budget) तय किया")
    case .budgetRemoved(let removed):
      return budget(removed.budgetID).map {
        NoticeNews.Told(.budgets, "\(author) removed the budget \($0)", "\(author) ने बजट \($0) हटाया")
      }
    case .budgetReactivated(let reactivated):
      return budget(reactivated.budgetID).map {
        NoticeNews.Told(.budgets, "\(author) brought the budget \($0) back", "\(author) ने बजट \($0) वापस लाया")
      }
    default: return nil
    }
  }

  fileprivate func ofMember(_ body: Event.OneOf_Body) -> NoticeNews.Told? {
    func told(_ english: String, _ hindi: String) -> NoticeNews.Told { NoticeNews.Told(.members, english, hindi) }
    switch body {
    case .memberJoined(let joined):
      let newcomer = NoticeNews.cut(joined.displayName)
      guard joined.holder.isEmpty else { return told("\(newcomer) joined", "\(newcomer) शामिल हुए") }
      return told("\(author) added \(newcomer), who has no account yet", "\(author) ने \(newcomer) को जोड़ा, जिनका अभी खाता नहीं है")
    case .memberClaimed(let claimed):
      let newcomer = NoticeNews.cut(claimed.displayName)
      guard !claimed.replacedMemberID.isEmpty else { return told("\(newcomer) joined", "\(newcomer) शामिल हुए") }
      return told("A member turned out to be \(newcomer)", "एक सदस्य असल में \(newcomer) हैं")
    case .memberLeft(let left): return told("\(name(left.memberID)) left", "\(name(left.memberID)) छोड़ गए")
    case .memberRemoved(let removed):
      return told("\(author) removed \(name(removed.memberID))", "\(author) ने \(name(removed.memberID)) को हटाया")
    case .memberRestored(let restored):
      return told("\(NoticeNews.cut(restored.displayName)) is back", "\(NoticeNews.cut(restored.displayName)) वापस आए")
    case .roleChanged(let changed):
      return told("\(name(changed.memberID)) has another role", "\(name(changed.memberID)) की भूमिका बदली")
    case .joinRequested(let requested):
      let newcomer = NoticeNews.cut(requested.displayName)
      return told("\(newcomer) asks to join", "\(newcomer) शामिल होना चाहते हैं")
    default: return nil
    }
  }

  fileprivate func ofReminder(_ body: Event.OneOf_Body) -> NoticeNews.Told? {
    switch body {
    case .debtorReminded(let reminded):
      guard let debtor = MemberID(reminded.debtorID), let currency = Currency(code: reminded.owed.currency) else { return nil }
      let isCreditor = authorID != nil && authorID == MemberID(reminded.creditorID).map(shared.members.current)
      let creditor = name(reminded.creditorID)
      return NoticeNews.Told(
        .reminders, "\(author) reminds you of what you owe \(isCreditor ? "them" : creditor)",
        "\(author) याद दिलाते हैं कि आपको \(isCreditor ? "उन्हें" : "\(creditor) को") देना है",
        amount: Money.formatted(minor: reminded.owed.minor, currency: currency), to: shared.members.current(debtor))
    case .coachingSent(let sent):
      guard let reader = MemberID(sent.recipientID) else { return nil }
      return NoticeNews.Told(.reminders, "\(author) wrote to you", "\(author) ने आपको लिखा", to: shared.members.current(reader))
    default: return nil
    }
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
