import Dispatch
import EventStore
import HearthProtocol
import Ledger
import Locking
import Logging

/// Sends what happens in groups to their webhooks: each event in its order, one request of a receiver at a time, again
/// until it is taken or three days are over (SPEC WH-02, WH-05).
///
/// It reads the log from the place that the directory has of each webhook, and keeps no events of its own: what a crash
/// leaves unsaid is sent again under the same id. Before each request it asks the directory anew, from which a commit
/// that ends the right of who added the webhook has taken it. Where several servers share a store, the one that has the
/// group sends; a group that nobody has is opened where there is something to send. Threads of its own wait for
/// receivers; makers take turns, so that one with receivers that never answer keeps nobody waiting but themselves.
final class WebhookDispatch: Sendable {
  /// What the server does with it: pauses a webhook of a group, in whose history that stands.
  typealias Pause = @Sendable (WebhookKey, WebhookPause, _ status: UInt32) -> Void
  /// What else it does: opens a group, whose server this one is from then on.
  typealias Open = @Sendable (GroupID) -> Void

  fileprivate struct Entry: Sendable {
    let identity: IdentityID
    /// Told from an earlier one under the same id, which clients may use again.
    let generation: UInt64
    /// Whether something may have come since the log was read last.
    var isWoken = true
    /// Whether a round is under way or waits for its turn.
    var isBusy = false
    /// Not before then, milliseconds since 1970.
    var notBefore: Int64 = 0
    /// Whether nothing is sent for now, as far as rounds and commits have shown.
    var isPaused = false
    /// The places of the events of lane shared that wait for the receiver, the first as many as are read at once; for
    /// the metrics alone.
    var unsent: [GroupSequence] = []
    /// Whether those from before the start are among them.
    var isCounted = false

    /// Notes whether nothing is sent: then nothing waits that is counted.
    mutating func pause(_ isPaused: Bool) {
      self.isPaused = isPaused
      if isPaused { unsent = [] }
    }

    /// Notes events that are there to send.
    mutating func wait(_ events: [StoredEvent]) {
      guard !isPaused else { return }
      let last = unsent.last ?? .start
      let new = events.lazy.filter { $0.lane == .shared && $0.sequence > last }
      unsent += new.map(\.sequence).prefix(WebhookDispatch.eventsRead - unsent.count)
    }
  }

  fileprivate struct State: Sendable {
    /// When it was last asked which webhooks there are, milliseconds since 1970; nil: it is to be asked.
    var listedAt: Int64?
    var isStopped = false
    var entries: [GroupID: [WebhookID: Entry]] = [:]
    /// Of the entry that was made last.
    var generation: UInt64 = 0
    /// Those that are to be looked at when their time has come.
    var waiting: Set<WebhookKey> = []
    /// Requests that have ended.
    var figures = WebhookFigures()

    subscript(key: WebhookKey) -> Entry? {
      get { entries[key.group]?[key.id] }
      set {
        entries[key.group, default: [:]][key.id] = newValue
        if entries[key.group]?.isEmpty == true { entries[key.group] = nil }
        if newValue == nil { waiting.remove(key) }
      }
    }
  }

  /// A round that has begun, of one entry and no other under the same id.
  fileprivate struct Turn: Sendable {
    let key: WebhookKey
    let identity: IdentityID
    let generation: UInt64
  }

  /// How a round ended.
  fileprivate enum End {
    /// There is no such webhook any more.
    case gone
    /// There was nothing more to send.
    case idle
    /// There is more.
    case more
    /// It goes on then, milliseconds since 1970.
    case later(Int64)
  }

  // Limit: events that are sent before another maker has a turn; so many are sent twice after a crash.
  static let eventsPerRound = 20
  // Limit: events that are read at once.
  static let eventsRead = 200
  // Limit: how long nothing is tried where the store cannot be read, or who added the webhook is suspended.
  private static let pauseMilliseconds: Int64 = 60_000
  // Limit: how often it is asked which webhooks there are where several servers share a store: what another one has
  // left unsent waits no longer.
  static let listMilliseconds: Int64 = 60_000

  private let store: any EventStore
  private let directory: any Directory
  private let signing: WebhookSigning
  private let sender: any WebhookSending
  private let queue: any WorkQueue
  private let log: Logger
  private let clock: @Sendable () -> RoomHost.Instant
  private let pause: Pause
  private let open: Open
  private let state = Locked(State())
  private let rounds = DispatchGroup()

  init(
    store: any EventStore, directory: any Directory, signing: WebhookSigning, sender: any WebhookSending, queue: any WorkQueue,
    log: Logger, clock: @escaping @Sendable () -> RoomHost.Instant, pause: @escaping Pause,
    open: @escaping Open = { _ in }
  ) {
    self.store = store
    self.directory = directory
    self.signing = signing
    self.sender = sender
    self.queue = queue
    self.log = log
    self.clock = clock
    self.pause = pause
    self.open = open
  }

  /// How sending stands.
  var figures: WebhookFigures {
    state.withLock { state in
      var figures = state.figures
      for webhooks in state.entries.values {
        for entry in webhooks.values {
          figures.webhooks += 1
          if entry.isPaused { figures.paused += 1 }
          figures.waitingEvents += entry.unsent.count
        }
      }
      return figures
    }
  }

  // MARK: What wakes it

  /// Batches became durable, or did not; called where the commit was made. Where no group has a webhook it costs one
  /// lock for a commit.
  func committed(_ batches: [AppendBatch], _ results: [Result<Void, StoreFailure>]) {
    let ready = state.withLock { state -> [Turn] in
      var ready: [Turn] = []
      for (batch, result) in zip(batches, results) {
        guard case .success = result else {
          // It may have been stored.
          if case .failure(.away) = result { ready += state.wake(batch.group) }
          continue
        }
        for case .webhook(let key, let change) in batch.projections { state.follow(change, of: key) }
        if !state.entries.isEmpty { ready += state.wake(batch.group, batch.events) }
      }
      return ready
    }
    for turn in ready { run(turn) }
  }

  /// A group was read from a store that several servers share: another may have added webhooks to it, or have left
  /// something unsent, and what became of a commit in doubt is known by now.
  func opened(_ group: GroupID) {
    rounds.enter()
    queue.run { [self] in
      defer { rounds.leave() }
      // What cannot be read now is found when all are listed again.
      guard let known = try? directory.webhooks(of: group) else { return }
      let ready = state.withLock { state -> [Turn] in
        for (key, identity) in known {
          if state[key] == nil { state.make(key, of: identity) }
          state[key]?.notBefore = 0
        }
        return known.isEmpty ? [] : state.wake(group)
      }
      for turn in ready { run(turn) }
    }
  }

  /// Looks for what is due again; every so often, from one loop.
  ///
  /// - Parameter now: milliseconds since 1970, by the clock that does not jump.
  func tick(now: Int64) {
    let (lists, ready) = state.withLock { state -> (Bool, [Turn]) in
      if state.isStopped { return (false, []) }
      let lists = state.listedAt.map { store.mayBeAway && now - $0 >= Self.listMilliseconds } ?? true
      if lists { state.listedAt = now }
      let waiting = state.waiting
      return (lists, waiting.compactMap { state.begin($0, now: now) })
    }
    for turn in ready { run(turn) }
    if lists { list() }
  }

  /// Learns which webhooks there are from before the start, or that other servers have added, and looks at each again.
  private func list() {
    rounds.enter()
    queue.run { [self] in
      defer { rounds.leave() }
      do throws(StoreFailure) {
        let known = try directory.webhooks()
        state.withLock { state in
          for (key, identity) in known {
            if state[key] == nil { state.make(key, of: identity) }
            state[key]?.isWoken = true
            state.waiting.insert(key)
          }
        }
      } catch {
        if !error.isAway { log.error("webhooks cannot be listed; it is tried again", metadata: ["cause": "\(error)"]) }
        state.withLock { $0.listedAt = nil }
      }
    }
  }

  /// Sends nothing more; returns when what was under way has ended. Limit: after two seconds at the latest.
  func stop() {
    state.withLock { $0.isStopped = true }
    sender.stop()
    _ = rounds.wait(timeout: .now() + 2)
  }

  // MARK: Rounds

  private func run(_ turn: Turn) {
    rounds.enter()
    queue.run(for: WorkOwner(identity: turn.identity, address: nil)) { [self] _ in
      defer { rounds.leave() }
      let isCurrent = state.withLock { state in
        guard state.isCurrent(turn) else { return false }
        state[turn.key]?.isWoken = false
        return true
      }
      guard isCurrent else { return }
      let end: End
      do throws(StoreFailure) {
        end = try round(turn)
      } catch {
        if !error.isAway {
          log.error("a webhook's group cannot be read", metadata: ["group": "\(turn.key.group)", "cause": "\(error)"])
        }
        end = .later(clock().settled + Self.pauseMilliseconds)
      }
      if let next = state.withLock({ $0.finish(turn, end) }) { run(next) }
    }
  }

  /// Sends what there is to send, one event after the other.
  private func round(_ turn: Turn) throws(StoreFailure) -> End {
    let key = turn.key
    guard let first = try directory.webhook(key) else { return .gone }
    state.withLock { $0.note(turn) { $0.pause(first.isPaused) } }
    if first.isPaused { return .idle }
    // What waits from before the start is counted although its time has not come.
    if state.withLock({ $0[key]?.isCounted == false }) { _ = try read(turn, after: first.progress.sequence) }
    let now = clock().settled
    if try directory.isSuspended(first.identity) { return .later(now + Self.pauseMilliseconds) }
    guard first.progress.nextAt <= now else { return .later(first.progress.nextAt) }
    let owner = try store.owner(of: key.group)
    // The server that has it sends. When that ends, all are listed again, or the group is opened here.
    if owner == .elsewhere { return .idle }
    // Only this round moves the place, and only at its end: another place is that of a webhook added since under the
    // id.
    func isOther(_ record: WebhookRecord) -> Bool {
      record.identity != first.identity || record.url != first.url || record.progress.sequence != first.progress.sequence
        || !state.withLock { $0.isCurrent(turn) }
    }
    var progress = first.progress
    let events = try read(turn, after: progress.sequence)
    var sent = 0
    for event in events {
      guard let message = try WebhookMessage(event, for: key) else {
        progress.sequence = event.sequence
        continue
      }
      if sent == Self.eventsPerRound {
        try directory.noteProgress(progress, of: key)
        return .more
      }
      if owner == .nobody {
        // It goes on when the group is open.
        open(key.group)
        return .idle
      }
      // The right of who added it is judged before each request: the commit that ends it removes the record.
      guard let record = try directory.webhook(key) else { return .gone }
      if isOther(record) { return .more }
      if record.isPaused {
        state.withLock { $0.note(turn) { $0.pause(true) } }
        if sent > 0 { try directory.noteProgress(progress, of: key) }
        return .idle
      }
      if try directory.isSuspended(record.identity) {
        let end = End.later(clock().settled + Self.pauseMilliseconds)
        if sent > 0 { try directory.noteProgress(progress, of: key) }
        return end
      }
      guard let url = WebhookURL(record.url) else { throw .damaged("the address of webhook \(key.id)") }
      let answer = send(message, to: url, record)
      guard answer == .taken else {
        // What one address answered pauses no other.
        guard let record = try directory.webhook(key) else { return .gone }
        return isOther(record) ? .more : try failed(progress, key, answer)
      }
      sent += 1
      state.withLock { $0.note(turn) { $0.unsent.removeAll { $0 <= event.sequence } } }
      progress = WebhookProgress(sequence: event.sequence)
    }
    // What was only passed over need not be noted each time: reading it again is cheap.
    if sent > 0 || events.count == Self.eventsRead { try directory.noteProgress(progress, of: key) }
    return events.count == Self.eventsRead ? .more : .idle
  }

  /// Reads what may be to send, and counts it.
  private func read(_ turn: Turn, after sequence: GroupSequence) throws(StoreFailure) -> [StoredEvent] {
    let events = try store.read(turn.key.group, after: sequence, limit: Self.eventsRead)
    state.withLock { state in
      state.note(turn) { entry in
        // Those that were committed since the log was read are behind what was read.
        let read = events.last?.sequence ?? sequence
        let since = entry.unsent.filter { $0 > read }
        entry.isCounted = true
        entry.unsent = []
        entry.wait(events)
        entry.unsent += since.prefix(Self.eventsRead - entry.unsent.count)
      }
    }
    return events
  }

  private func send(_ message: WebhookMessage, to url: WebhookURL, _ record: WebhookRecord) -> WebhookAnswer {
    let now = clock()
    var commands = [record.secrets.current]
    if let former = record.secrets.former, now.settled < record.secrets.formerUntil { commands.append(former) }
    let seconds = now.wall / 1_000
    let signatures = commands.map { command in
      signing.secret(group: record.key.group, webhook: record.key.id, command: command)
        .signature(id: message.id, seconds: seconds, body: message.body)
    }
    let began = Stopwatch.now
    let answer = sender.send(WebhookRequest(maker: record.identity, url: url, message: message, seconds: seconds, signatures: signatures))
    let nanoseconds = Stopwatch.now - began
    state.withLock { $0.figures.count(answer, nanoseconds: nanoseconds) }
    return answer
  }

  /// Notes that an event was not taken, and pauses the webhook where no further try is of use.
  private func failed(_ progress: WebhookProgress, _ key: WebhookKey, _ answer: WebhookAnswer) throws(StoreFailure) -> End {
    let now = clock().settled
    if answer == .brokenOff {
      try directory.noteProgress(progress, of: key)
      return .later(now)
    }
    let failed = WebhookRetry.failed(progress, now: now)
    try directory.noteProgress(failed, of: key)
    log.info(
      "a webhook's receiver did not take an event",
      metadata: ["group": "\(key.group)", "webhook": "\(key.id)", "answer": "\(answer)", "attempts": "\(failed.attempts)"])
    switch answer {
    case .addressRefused: pause(key, .addressRefused, 0)
    case .refused(let status) where status == 410: pause(key, .gone, status)
    case .refused(let status): if WebhookRetry.isOver(failed, now: now) { pause(key, .failing, status) }
    case .failed: if WebhookRetry.isOver(failed, now: now) { pause(key, .failing, 0) }
    case .taken, .brokenOff: break
    }
    return .later(failed.nextAt)
  }
}

extension WebhookDispatch.State {
  /// Follows what a commit has done to a webhook.
  fileprivate mutating func follow(_ change: WebhookChange, of key: WebhookKey) {
    switch change {
    case .added(let identity, _, _, _): make(key, of: identity)
    case .removed: self[key] = nil
    case .resumed:
      self[key]?.notBefore = 0
      self[key]?.pause(false)
    case .paused: self[key]?.pause(true)
    case .rotated: break
    }
  }

  /// Notes what a round has seen, if its webhook is still the one.
  fileprivate mutating func note(_ turn: WebhookDispatch.Turn, _ change: (inout WebhookDispatch.Entry) -> Void) {
    guard isCurrent(turn), var entry = self[turn.key] else { return }
    change(&entry)
    self[turn.key] = entry
  }

  /// Something may have come in a group, these events among it: begins rounds of its webhooks.
  fileprivate mutating func wake(_ group: GroupID, _ events: [StoredEvent] = []) -> [WebhookDispatch.Turn] {
    (entries[group] ?? [:]).keys.compactMap { id in
      let key = WebhookKey(group: group, id: id)
      self[key]?.isWoken = true
      self[key]?.wait(events)
      return begin(key, now: 0)
    }
  }

  /// Makes the entry of a webhook; a round of one that was there under the same id acts on it no more.
  fileprivate mutating func make(_ key: WebhookKey, of identity: IdentityID) {
    generation += 1
    self[key] = WebhookDispatch.Entry(identity: identity, generation: generation)
  }

  /// Whether a round is of the entry that is there now.
  fileprivate func isCurrent(_ turn: WebhookDispatch.Turn) -> Bool { self[turn.key]?.generation == turn.generation }

  /// Begins a round, if there may be something to send and its time has come; if it has not, it is looked at again.
  ///
  /// - Parameter now: milliseconds since 1970; 0: where nothing waits for a time.
  fileprivate mutating func begin(_ key: WebhookKey, now: Int64) -> WebhookDispatch.Turn? {
    guard !isStopped, let entry = self[key], entry.isWoken, !entry.isBusy else { return nil }
    guard entry.notBefore <= now else {
      waiting.insert(key)
      return nil
    }
    waiting.remove(key)
    self[key]?.isBusy = true
    return WebhookDispatch.Turn(key: key, identity: entry.identity, generation: entry.generation)
  }

  /// Ends a round; another one when it begins at once. Nothing happens to a webhook that was added since.
  fileprivate mutating func finish(_ turn: WebhookDispatch.Turn, _ end: WebhookDispatch.End) -> WebhookDispatch.Turn? {
    guard isCurrent(turn) else { return nil }
    let key = turn.key
    self[key]?.isBusy = false
    switch end {
    case .gone: self[key] = nil
    case .idle: self[key]?.notBefore = 0
    case .more:
      self[key]?.isWoken = true
      self[key]?.notBefore = 0
    case .later(let instant):
      self[key]?.isWoken = true
      self[key]?.notBefore = instant
    }
    return begin(key, now: 0)
  }
}
