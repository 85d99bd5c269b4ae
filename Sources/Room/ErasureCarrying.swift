import EventStore
import HearthProtocol
import Ledger

/// Carries the erasures that a group's log has had over to an earlier copy of the log, as a backup has it (SPEC EW-07).
///
/// The copy gets events of its own that name what was erased there, so its chains hold by themselves. What was done is
/// not done again, so a run that broke off is run again.
public struct ErasureCarrying {
  /// What became of a copy.
  public struct Report: Sendable, Hashable {
    /// Events that have no words any more.
    public internal(set) var events = 0
    /// Receipts' files that nothing in the copy names any more.
    public internal(set) var files: [BundledFile] = []

    /// Nothing was erased.
    public init() {}
  }

  /// An event whose words were erased in the newer log.
  private struct Erased {
    var hash: LaneHash
    var event: Event
    var member: String
    var said: ErasedEvent
  }

  /// An event of the copy that is to be erased there.
  private struct Finding {
    var place: ErasureWork.Place
    var erased: Erased
  }

  private let group: GroupID
  private var history: GroupHistory
  private var salts: SaltSource
  private let instant: Int64

  /// Erases in a copy what was erased in a newer log of the group.
  ///
  /// - Parameters:
  ///   - instant: now, in milliseconds since 1970.
  ///   - saltSeed: 32 unpredictable bytes, never used twice.
  /// - Throws: when either cannot be read, or the copy is damaged or another history.
  public static func run(
    _ group: GroupID, from source: some EventStore, to copy: some EventStore, at instant: Int64, saltSeed: [UInt8]
  ) throws(LoadFailure) -> Report {
    do {
      let erased = try erased(group, in: source)
      guard !erased.isEmpty else { return Report() }
      var carrying = ErasureCarrying(group, history: try GroupHistory.load(group, from: copy), SaltSource(seed: saltSeed), instant)
      return try carrying.run(erased, in: copy)
    } catch let failure as LoadFailure {
      throw failure
    } catch let failure as StoreFailure {
      throw .store(failure)
    } catch {
      throw .store(.broken(String(describing: error)))
    }
  }

  private init(_ group: GroupID, history: GroupHistory, _ salts: SaltSource, _ instant: Int64) {
    (self.group, self.history, self.salts, self.instant) = (group, history, salts, instant)
  }

  private static func erased(_ group: GroupID, in source: some EventStore) throws -> [Lane: [LanePosition: Erased]] {
    var events: [Lane: [LanePosition: (hash: LaneHash, event: Event)]] = [:]
    var erased: [Lane: [LanePosition: Erased]] = [:]
    try eachEvent(of: group, in: source) { stored, event in
      if event.erasedBy > 0 { events[stored.lane, default: [:]][stored.position] = (stored.hash, event) }
      guard case .wordsErased(let naming) = event.body else { return }
      for said in naming.events {
        guard let known = events[stored.lane]?[LanePosition(said.position)] else { continue }
        erased[stored.lane, default: [:]][LanePosition(said.position)] = Erased(
          hash: known.hash, event: known.event, member: naming.memberID, said: said)
      }
    }
    return erased
  }

  private static func eachEvent(
    of group: GroupID, in store: some EventStore, _ visit: (StoredEvent, Event) throws -> Void
  ) throws {
    var after = GroupSequence.start
    while true {
      let page = try store.read(group, after: after, limit: GroupHistory.pageEvents)
      guard let last = page.last else { return }
      for stored in page {
        guard let event = try? Event(serializedBytes: stored.bytes) else {
          throw StoreFailure.damaged("event \(stored.sequence) is not readable")
        }
        try visit(stored, event)
      }
      after = last.sequence
    }
  }

  private mutating func run(_ erased: [Lane: [LanePosition: Erased]], in copy: some EventStore) throws -> Report {
    var findings: [Finding] = []
    var report = Report()
    var (files, kept): (Set<BundledFile>, Set<BundledFile>) = ([], [])
    var hashes: [Lane: LaneHash] = [:]
    let group = group
    try Self.eachEvent(of: group, in: copy) { stored, event in
      let before = hashes.updateValue(stored.hash, forKey: stored.lane) ?? .genesis(group: group, lane: stored.lane)
      guard event.erasedBy == 0, let known = erased[stored.lane]?[stored.position], known.hash == stored.hash else {
        kept.formUnion(event.receipts(in: stored.lane))
        return
      }
      files.formUnion(event.receipts(in: stored.lane))
      findings.append(Finding(place: .init(stored: stored, before: before), erased: known))
    }
    report.events = findings.count
    report.files = files.subtracting(kept).sorted()
    // An earlier run may have come so far.
    var members = Set(history.state.shared.erasing.map(\.description)).intersection(erased.values.flatMap { $0.values.map(\.member) })
    var rest = findings[...]
    while !rest.isEmpty {
      let part = rest.prefix(RoomLimits.erasedEventsMax)
      rest = rest.dropFirst(part.count)
      members.formUnion(part.map(\.erased.member))
      try append(part, in: copy)
    }
    if !members.isEmpty { try end(of: members, in: copy) }
    return report
  }

  /// Erases some events in one append.
  private mutating func append(_ findings: ArraySlice<Finding>, in copy: some EventStore) throws {
    var batch = AppendBatch(group: group, expected: history.sequence, events: [])
    let lanes = Set(findings.map(\.erased.member)).sorted().flatMap { member in
      Set(findings.filter { $0.erased.member == member }.map(\.place.stored.lane)).sorted().map { (member, $0) }
    }
    for (member, lane) in lanes {
      let naming = history.head(of: lane).position.next
      var erased = WordsErased()
      erased.memberID = member
      for finding in findings where finding.erased.member == member && finding.place.stored.lane == lane {
        var event = finding.erased.event
        event.erasedBy = naming.rawValue
        let bytes = try event.encoded()
        var said = finding.erased.said
        said.hash = .init(finding.place.before.next(stored: bytes).bytes)
        erased.events.append(said)
        var replacement = finding.place.stored
        replacement.bytes = bytes
        batch.replacements.append(replacement)
      }
      erased.events.sort { $0.position < $1.position }
      batch.events.append(try record(erased, in: lane))
    }
    try store(batch, in: copy)
  }

  /// Says that nothing is left to be erased.
  private mutating func end(of members: Set<String>, in copy: some EventStore) throws {
    var batch = AppendBatch(group: group, expected: history.sequence, events: [])
    for member in members.sorted() where MemberID(member).flatMap({ history.state.shared.member($0) }) != nil {
      var erased = WordsErased()
      (erased.memberID, erased.done) = (member, true)
      batch.events.append(try record(erased, in: .shared))
    }
    batch.endsReplacing = true
    try store(batch, in: copy)
  }

  private func store(_ batch: AppendBatch, in copy: some EventStore) throws {
    for outcome in copy.append([batch]) { try outcome.get() }
  }

  private mutating func record(_ erased: WordsErased, in lane: Lane) throws -> StoredEvent {
    var event = Event()
    event.salt = .init(salts.next(in: lane))
    event.atMs = instant
    event.wordsErased = erased
    let bytes = try event.encoded()
    let head = history.head(of: lane)
    let stored = StoredEvent(
      sequence: history.sequence.next, lane: lane, position: head.position.next, bytes: bytes, hash: head.hash.next(stored: bytes))
    try history.record(event, as: stored)
    return stored
  }
}
