import HearthClient
import HearthProtocol
import Ledger

/// What a room in a terminal knows: the group as it was told, what is typed, and what is looked at.
///
/// One place changes it, once per message: `update`, which returns what is to be done. It must never ask for the time,
/// write anything or send what was not shown and confirmed; `RoomCommands` drives it, and `RoomView` draws it.
public struct RoomModel: Sendable {
  // Limit: things that the feed keeps; what is older stands in the history.
  static let itemsMax = 400
  // Limit: lines that were typed and can be had again.
  static let typedMax = 100

  let isColored: Bool
  let language: Language
  let clock: FeedClock
  /// Lines that the user keeps for this group, by name.
  let presets: [String: String]
  /// How an expense is divided that names nobody, as the user keeps it; nil: among all who share.
  let split: String?
  private(set) var columns = 80
  private(set) var rows = 24
  private(set) var now: Int64 = 0
  private(set) var today = CivilDate(daysSince1970: 0)
  private var steady: Int64 = 0
  private(set) var view: GroupView?
  private var feed: FeedModel
  private(set) var items: [FeedItem] = []
  private(set) var connection = RoomConnection.live
  /// What waits here to be sent, in words.
  private(set) var waiting: [String] = []
  var input = LineEditor()
  private(set) var draft = RoomDraft.nothing
  /// What was typed, the latest last, and how far back somebody looks.
  private var typed: [String] = []
  private var typedBack = 0
  private(set) var panel = RoomPanel.feed
  /// Lines that the panel is moved by; of the feed from its end.
  private(set) var scroll = 0
  /// Lines that the card of the draft is moved by.
  private(set) var cardScroll = 0
  private(set) var history: RoomHistory?
  /// What was last refused or is to be known, in the user's language.
  private(set) var notice: [String] = []
  /// What Tab may complete to, and which of it stands there.
  private(set) var completion: RoomCompletion?
  /// Whether the draft as it stands was shown to its end.
  private(set) var isShown = false
  /// Whether what the draft would bring about has changed without a key.
  private(set) var hasShifted = false

  /// What is told of the line while it is typed, and what others type.
  private(set) var drafting: RoomDrafting
  /// Whether it was asked if another is not entering just this.
  private var hasAskedOfTwin = false

  /// Makes a room that knows nothing yet.
  public init(
    isColored: Bool, language: Language, clock: FeedClock, drafts: DraftChoice = DraftChoice(), presets: [String: String] = [:],
    split: String? = nil
  ) {
    (self.presets, self.split) = (presets, split)
    drafting = RoomDrafting(drafts)
    self.isColored = isColored
    self.language = language
    self.clock = clock
    feed = FeedModel(clock: clock)
  }

  var phrases: Phrases { language.phrases }

  /// When to say that time has passed, in milliseconds of the steady clock; nil for not at all.
  var deadline: Int64? { [feed.deadline, drafting.deadline].compactMap(\.self).min() }

  /// Takes what happened.
  ///
  /// - Returns: what is to be done about it, in order.
  public mutating func update(_ message: RoomMessage) -> [RoomStep] {
    let effects = take(message)
    return effects + drafting.follow(isLive: connection == .live, now: steady)
  }

  private mutating func take(_ message: RoomMessage) -> [RoomStep] {
    switch message {
    case .key(let key): return take(key)
    case .resized(let columns, let rows):
      // What a larger terminal has besides stays empty, and the input line stands where the screen ends.
      (self.columns, self.rows) = (min(columns, ScreenGrid.columnsMax), min(rows, ScreenGrid.rowsMax))
      isShown = false
    case .time(let now, let today, let steady):
      let isNewDay = today != self.today
      (self.now, self.today, self.steady) = (now, today, steady)
      tell(feed.update(.tick(now: steady)))
      if isNewDay { read(byKey: false) }
    case .began(let view):
      self.view = view
      items = []
      drafting.begin()
      tell(feed.update(.began(view)))
      read(byKey: false)
    case .changed(let update, let view):
      self.view = view
      connection = .live
      if update.kind != .live { drafting.begin() }
      tell(feed.update(.changed(update, view)))
      read(byKey: false)
    case .presence(let member, let isOnline, let view):
      if let view { self.view = view }
      if !isOnline { drafting.forget(member) }
      tell(feed.update(.presence(member, isOnline: isOnline, now: steady)))
    case .disconnected(let milliseconds):
      connection = .broken(retryMilliseconds: milliseconds)
      drafting.disconnected()
      tell(feed.update(.disconnected(retryMilliseconds: milliseconds)))
    case .draft(let member, let draft): drafting.heard(draft, of: member, now: steady)
    case .connected: connection = .live
    case .offline: connection = .offline
    case .warned(let message): tell(feed.update(message))
    case .waiting(let words): waiting = words
    case .sent: notice = []
    case .kept(let lines): notice = lines.isEmpty ? [phrases.roomKept()] : lines
    case .refused(let lines, let line):
      notice = lines
      // Nobody types it again.
      if input.isEmpty { input.set(line) }
      read(byKey: true)
    case .history(let page, let isWhole):
      history?.add(page, isWhole: isWhole) { [clock] in clock.moment($0, $1).day }
    case .painted: isShown = true
    }
    return []
  }

  private mutating func tell(_ new: [FeedItem]) {
    items += new
    if items.count > Self.itemsMax { items.removeFirst(items.count - Self.itemsMax) }
  }

  /// Reads the input line anew.
  ///
  /// - Parameter byKey: whether its user has changed it; otherwise the group has changed under it.
  mutating func read(byKey: Bool) {
    let former = draft
    draft = draft(of: input.text)
    isShown = false
    drafting.typed(ownDraft, now: steady)
    if byKey {
      (hasShifted, hasAskedOfTwin, cardScroll) = (false, false, 0)
    } else if case .ready(let was, let impact) = former, case .ready(let body, let now) = draft, was == body, impact == now {
      // As it was shown.
    } else if case .ready = draft {
      hasShifted = true
    }
  }
}

// MARK: - Keys

extension RoomModel {
  private mutating func take(_ key: RoomKey) -> [RoomStep] {
    if key != .tab, key != .backTab { completion = nil }
    switch key {
    case .control("c"), .escape: return leave(key)
    case .control("d") where input.isEmpty: return [.quit]
    case .control("z"): return [.suspend]
    case .control("l"): return [.repaint]
    case .control("p"): recall(1)
    case .control("n"): recall(-1)
    case .enter: return confirm()
    case .tab, .backTab: complete(backwards: key == .backTab)
    case .function(let number): open(functionKey: number)
    case .pageUp: move(by: -1, pages: true)
    case .pageDown: move(by: 1, pages: true)
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .left where input.isEmpty: move(by: -1, sideways: true)
    case .right where input.isEmpty: move(by: 1, sideways: true)
    case .home where input.isEmpty: move(by: -RoomHistory.eventsMax, sideways: true)
    case .end where input.isEmpty: move(by: RoomHistory.eventsMax, sideways: true)
    case .text(let text) where input.isEmpty && takes(letter: text): break
    default:
      notice = []
      if input.take(key) { read(byKey: true) }
    }
    return []
  }

  /// A letter that does something by itself on an empty line; false for one that begins a line.
  private mutating func takes(letter: String) -> Bool {
    if letter == "?" {
      open(.help)
      return true
    }
    if letter == "s", case .account(let id, let chosen) = panel { return shares(chosen, of: id) }
    guard case .entry(let id) = panel, let entry = view?.state.shared.entries[id] else { return false }
    guard let verb = RoomVerb.ofOpenEntry.first(where: { $0.rawValue.prefix(1) == letter }) else { return false }
    let name = id.description.suffix(6)
    if verb == .edit {
      // It is for the user to change one of these.
      input.set("/edit \(name) \(Money.plain(minor: entry.minor, currency: entry.currency)) \"\(entry.description.printable)\"")
    } else if verb == .void {
      input.set("/\(entry.isVoided ? "restore" : "void") \(name)")
    } else {
      input.set("/\(verb.rawValue) \(name) ")
    }
    notice = []
    read(byKey: true)
    return true
  }

  /// Puts the line in that shares the chosen entry of an account; what it would do is shown before Enter sends it.
  private mutating func shares(_ chosen: Int, of id: AccountID) -> Bool {
    guard let state = view?.state.account(id) else { return false }
    let entries = AccountNames.newest(of: state)
    guard entries.indices.contains(chosen) else { return false }
    input.set("/account \(id.description.suffix(12)) split \(entries[chosen].id.description.suffix(12)) ")
    notice = []
    read(byKey: true)
    return true
  }

  private mutating func leave(_ key: RoomKey) -> [RoomStep] {
    notice = []
    if !input.isEmpty {
      input.set("")
      read(byKey: true)
    } else if panel != .feed || scroll != 0 {
      open(.feed)
    } else if key == .control("c") {
      return [.quit]
    }
    return []
  }

  /// Enter: sends what was shown, and nothing else.
  private mutating func confirm() -> [RoomStep] {
    switch draft {
    case .nothing:
      if case .entries(let chosen) = panel, let entry = recentEntry(chosen) { open(.entry(entry.id)) }
      return []
    case .incomplete, .wrong: return []
    case .quits: return [.quit]
    case .opens(let panel, let day):
      remember()
      open(panel, on: day)
      guard panel == .history else { return [] }
      return [.readHistory]
    case .ready(let body, _):
      guard isShown else {
        notice = [phrases.roomLookFirst()]
        return []
      }
      guard !hasShifted else {
        hasShifted = false
        isShown = false
        notice = [phrases.roomHasShifted()]
        return []
      }
      if !hasAskedOfTwin, let name = twin(of: body) {
        hasAskedOfTwin = true
        isShown = false
        notice = [phrases.roomTwin(name)]
        return []
      }
      let line = input.text
      remember()
      notice = [phrases.roomSending()]
      return [.send(body, line: line)]
    }
  }

  /// Keeps the line and empties it.
  private mutating func remember() {
    typed.append(input.text)
    if typed.count > Self.typedMax { typed.removeFirst() }
    typedBack = 0
    notice = []
    input.set("")
    read(byKey: true)
  }

  private mutating func recall(_ steps: Int) {
    typedBack = min(max(typedBack + steps, 0), typed.count)
    input.set(typedBack == 0 ? "" : typed[typed.count - typedBack])
    read(byKey: true)
  }

  private mutating func complete(backwards: Bool) {
    guard let view else { return }
    var next = completion ?? RoomCompletion(input.before, view, language, presets: presets)
    guard let text = next.next(backwards: backwards) else { return }
    completion = next
    input.setBefore(text)
    read(byKey: true)
  }

  private mutating func open(functionKey number: Int) {
    switch number {
    case 1: open(.help)
    case 2: open(.entries(chosen: 0))
    case 3: open(.balances)
    case 4: open(.budgets)
    case 5: open(.members)
    default: break
    }
  }

  private mutating func open(_ panel: RoomPanel, on day: CivilDate? = nil) {
    self.panel = panel
    scroll = 0
    history = panel == .history ? view.map { RoomHistory($0.state.group, wanted: day) } : nil
  }

  /// The entries that can be chosen, the newest first.
  func recentEntry(_ place: Int) -> EntryState? {
    guard let entries = view?.state.shared.entries, place >= 0, place < min(entries.count, Self.entriesChosenMax) else { return nil }
    return entries[entries.count - 1 - place]
  }

  // Limit: entries that can be chosen by moving; older ones are found by name.
  static let entriesChosenMax = 200

  private mutating func move(by steps: Int, pages: Bool = false, sideways: Bool = false) {
    if sideways {
      guard panel == .history else { return }
      history?.move(by: steps)
      return
    }
    if pages, case .ready = draft, RoomView.cardIsCut(self) {
      cardScroll = max(cardScroll + steps * 3, 0)
      isShown = false
      return
    }
    switch panel {
    case .feed where !pages && steps < 0 && scroll == 0 && view?.state.shared.entries.isEmpty == false:
      open(.entries(chosen: 0))
    case .entries(let chosen):
      let wanted = chosen + steps * (pages ? 10 : 1)
      // Above the newest entry is the feed again.
      if wanted < 0 { return open(.feed) }
      let count = min(view?.state.shared.entries.count ?? 0, Self.entriesChosenMax)
      panel = .entries(chosen: min(wanted, max(count - 1, 0)))
    case .account(let id, let chosen):
      let count = view?.state.account(id).map { AccountNames.newest(of: $0).count } ?? 0
      panel = .account(id, chosen: min(max(chosen + steps * (pages ? 10 : 1), 0), max(count - 1, 0)))
    case .history: history?.move(by: steps * (pages ? 20 : 1))
    case .feed, .entry, .balances, .budgets, .members, .help:
      let most = RoomView.scrollMax(self)
      let lines = steps * (pages ? max(rows - 8, 1) : 1)
      scroll = min(max(scroll + (panel == .feed ? -lines : lines), 0), most)
    }
  }
}
