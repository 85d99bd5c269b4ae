import ClientStore
import HearthClient
import HearthProtocol
import Ledger

/// `hearth room`: drives the model of a room with a terminal and a connection.
public struct RoomCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// Whether a room can be shown here: there is a terminal at both ends.
  public static func isPossible(_ environment: [String: String]) -> Bool { RoomTerminal.isThere(environment) }

  /// `hearth room`: until its user leaves, or for so long. Without a terminal, and for programs, it is the feed.
  public func open(for time: String?, group: String?, _ environment: [String: String]) throws(ConsoleFailure) {
    guard Self.isPossible(environment), !output.isJSON, let terminal = RoomTerminal() else {
      return try FeedCommands(sitting).watch(for: time, group: group)
    }
    let seconds = try time.map { text throws(ConsoleFailure) in
      try reading { () throws(ArgumentFlaw) in try DurationText.seconds(text) }
    }
    let group = try sitting.group(group)
    if !sitting.isOffline {
      // Groups that were asked for to send what waited are not what is watched.
      for other in sitting.asked where other != group {
        try sitting.asking { connection throws(ConnectionFailure) in try connection.unfollow(other) }
      }
    }
    let view = try sitting.follow(group)
    var run = RoomRun(sitting, group, terminal)
    defer { terminal.leave() }
    let end = try run.run(view, until: seconds.map { Present.steady + Int64($0) * 1_000 })
    terminal.leave()
    if end == .membershipEnded {
      output.complain([Wording("You are no member of this group any more.", "अब आप इस समूह के सदस्य नहीं हैं।").text(in: output.theme.language)])
    }
  }
}

/// One stay in a room.
struct RoomRun: CommandFamily {
  enum End { case left, membershipEnded }

  // Limit: how long a lone Esc waits for the rest of a sequence; terminals send one at once, lines delay it.
  private static let escapeMilliseconds = 50
  // Limit: how long nothing happens before the clock is looked at again.
  private static let quietMilliseconds: Int64 = 30_000

  let sitting: Sitting
  private let group: GroupID
  private let terminal: RoomTerminal
  private var model: RoomModel
  private var renderer = ScreenRenderer()
  private var parser = KeyParser()
  private var end: End?

  init(_ sitting: Sitting, _ group: GroupID, _ terminal: RoomTerminal) {
    self.sitting = sitting
    self.group = group
    self.terminal = terminal
    let theme = sitting.output.theme
    model = RoomModel(
      isColored: theme.isColored, language: theme.language, clock: Present.clock, drafts: sitting.profile.drafts,
      presets: sitting.presets[group], split: sitting.presets.splits[group])
  }

  /// - Parameter last: milliseconds of the steady clock; nil: until its user leaves.
  mutating func run(_ view: GroupView, until last: Int64?) throws(ConsoleFailure) -> End {
    let waker = terminal.waker
    let connection = sitting.isOffline ? nil : try sitting.online()
    connection?.onArrival { waker.arrived() }
    defer { connection?.onArrival(nil) }
    terminal.enter()
    try resize()
    try take(.began(view))
    if sitting.isOffline { try take(.offline) }
    try takeWaiting()
    while end == nil {
      try draw()
      let left = last.map { $0 - Present.steady } ?? .max
      guard left > 0 else { return .left }
      let events = terminal.wait(milliseconds: min(patience, Int(clamping: left)))
      try take(time)
      if events.isToEnd { return .left }
      if events.isToStop { try suspend() }
      if events.isResized { try resize() }
      let keys = events.bytes.isEmpty && parser.isWaiting && !events.hasArrivals ? parser.settle() : parser.take(events.bytes)
      for key in keys where end == nil { try take(.key(key)) }
      if !sitting.isOffline { try takeDeliveries() }
    }
    return end ?? .left
  }

  /// Milliseconds until something is due without a key.
  private var patience: Int {
    if parser.isWaiting { return Self.escapeMilliseconds }
    let due = model.deadline.map { max($0 - Present.steady, 0) } ?? Self.quietMilliseconds
    return Int(min(due, Self.quietMilliseconds))
  }

  private var time: RoomMessage {
    let zone = model.view?.state.shared.settings?.timeZone ?? "UTC"
    return .time(now: Present.now, today: Present.today(in: zone), steady: Present.steady)
  }

  private mutating func draw() throws(ConsoleFailure) {
    terminal.write(renderer.output(for: RoomView.grid(model)))
    if RoomView.showsWholeCard(model) { _ = model.update(.painted) }
  }

  private mutating func resize() throws(ConsoleFailure) {
    let (columns, rows) = terminal.size
    renderer.forget()
    try take(.resized(columns: columns, rows: rows))
  }

  private mutating func suspend() throws(ConsoleFailure) {
    terminal.suspend()
    try resize()
  }

  /// Tells the model, and does what it asks for.
  private mutating func take(_ message: RoomMessage) throws(ConsoleFailure) {
    for effect in model.update(message) {
      switch effect {
      case .send(let body, let line):
        try draw()
        try send(body, line)
      case .tellDraft(let draft): if !sitting.isOffline { try sitting.online().tellDraft(draft, of: group) }
      case .readHistory: try readHistory()
      case .repaint: renderer.forget()
      case .suspend: try suspend()
      case .quit: end = .left
      }
    }
  }

  private mutating func takeWaiting() throws(ConsoleFailure) { try take(.waiting(KeptCommands(sitting).words(for: group))) }
}

extension RoomRun {
  private mutating func send(_ body: Command.OneOf_Body, _ line: String) throws(ConsoleFailure) {
    let fresh: EntryID = Present.id()
    let body = body.named(fresh)
    let kept = KeptCommands(sitting)
    let waited = kept.words(for: group).count
    do throws(ConsoleFailure) {
      if model.connection == .live {
        try sendOrKeep(body, kept)
      } else {
        try kept.keep(body, to: group)
        try take(.kept([]))
      }
    } catch {
      let lines = error.lines(in: output.theme.language, isInRoom: true)
      // What waits here is not to be typed again.
      try take(kept.words(for: group).count > waited ? .kept(lines) : .refused(lines, line: line))
    }
    try takeWaiting()
  }

  private mutating func sendOrKeep(_ body: Command.OneOf_Body, _ kept: KeptCommands) throws(ConsoleFailure) {
    let accepted = try kept.sendOrKeep(body, to: group).accepted
    try takeDeliveries()
    try take(accepted == nil ? .kept([]) : .sent)
  }

  /// Reads the shared lane from its beginning, as much of it as can be looked at.
  private mutating func readHistory() throws(ConsoleFailure) {
    guard !sitting.isOffline, model.connection == .live, let head = model.view?.marks[.shared]?.position else { return }
    try draw()
    var pace = SendingPace()
    var after = LanePosition.start
    do throws(ConsoleFailure) {
      while after < head, after.rawValue < UInt64(RoomHistory.eventsMax) {
        let page = try HistoryReading(sitting).page(of: group, .shared, after: after, limit: HistoryReading.eventsPerPage, &pace)
        guard let last = page.events.last, last.position > after else { break }
        after = last.position
        try take(.history(page.events, isWhole: false))
      }
      try take(.history([], isWhole: true))
    } catch {
      try take(.refused(error.lines(in: output.theme.language, isInRoom: true), line: ""))
    }
  }

  private mutating func takeDeliveries() throws(ConsoleFailure) {
    while end == nil, let delivery = try sitting.next(within: .zero) { try take(delivery) }
  }

  private mutating func take(_ delivery: Delivery) throws(ConsoleFailure) {
    switch delivery.notice {
    case .groupUpdated(let update):
      if update.group == group, let view = delivery.view { try take(.changed(update, view)) }
    case .presence(group, let member, let isOnline): try take(.presence(member, isOnline: isOnline, delivery.view))
    case .draft(group, let member, let draft): try take(.draft(member, draft))
    case .disconnected(_, let milliseconds): try take(.disconnected(retryMilliseconds: milliseconds))
    case .welcome:
      try take(.connected)
      try sendKept()
    case .headTold(group, let told, let verdict):
      if let own = try FeedCommands(sitting).contradiction(to: told, verdict, delivery.view) {
        try take(.warned(.otherHistory(told, own: own)))
      }
    case .fault(group, let fault):
      try take(.warned(.fault(fault)))
      if case .stop = fault.recovery { throw ConsoleFailure(.fault(fault)) }
    case .membershipEnded(group): end = .membershipEnded
    case .rejected(let rejected, _):
      if rejected.commandID.isEmpty, ["", group.description].contains(rejected.groupID) { throw ConsoleFailure(rejected) }
    case .stopped(.asked): end = .left
    case .stopped(let reason): throw try ConsoleFailure(.stopped(sitting.online().server, reason))
    case .registered, .accepted, .unsubscribed, .membershipEnded, .preview, .groups, .history, .impact, .paymentLink, .device, .presence,
      .headTold,
      .draft,
      .verifying, .catchingUp, .fault, .unreadable, .message:
      break
    }
  }

  /// The connection stands again: what waited is sent.
  private mutating func sendKept() throws(ConsoleFailure) {
    guard !KeptCommands(sitting).words(for: group).isEmpty else { return }
    let sending = KeptSending(sitting)
    do throws(ConsoleFailure) {
      let sent = try sending.send()
      let refusals = sending.refusals(of: sent, isInRoom: true)
      if !refusals.isEmpty { try take(.refused(refusals, line: "")) }
    } catch {
      try take(.refused(error.lines(in: output.theme.language, isInRoom: true), line: ""))
    }
    try takeWaiting()
  }
}
