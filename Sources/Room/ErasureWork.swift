import EventStore
import HearthProtocol
import Ledger

/// Looking for a member's words in a group's log: off the loop, a bounded number of findings at a time.
public struct ErasureWork: Sendable {
  /// The findings, and how far the log was searched.
  public struct Outcome: Sendable {
    /// The work that is to go on.
    public var work: ErasureWork
    /// The words to be erased, in the order in which they were found.
    var findings: [Finding]
    /// Receipts' files that nothing names any more once that is erased; they are removed before, so
    /// that an erasure that breaks off finds them again.
    public var files: [BundledFile] = []

    /// The same by lane, in the order in which the lanes first appear.
    var byLane: [(Lane, [Finding])] {
      var lanes: [(Lane, [Finding])] = []
      for finding in findings {
        if let place = lanes.firstIndex(where: { $0.0 == finding.found.lane }) {
          lanes[place].1.append(finding)
        } else {
          lanes.append((finding.found.lane, [finding]))
        }
      }
      return lanes
    }
  }

  /// An event as it lies in the log, and the chain before it.
  struct Place: Sendable {
    var stored: StoredEvent
    var before: LaneHash
  }

  /// An event that has words, and what is left of it.
  struct Finding: Sendable {
    var place: Place
    var found: ErasureScan.Finding
  }

  /// The group.
  public let group: GroupID
  /// Tells this work from another of the group.
  let id: UInt64
  var scan: ErasureScan
  /// The last event that was looked at.
  var after: GroupSequence = .start
  /// Where the log ends, for now.
  var until: GroupSequence
  /// Events that were looked at and stay for now: what names a member is erased when they have another name.
  private var held: [Lane: [LanePosition: Place]] = [:]
  private var hashes: [Lane: LaneHash] = [:]
  /// Receipts that events name which stay as they are; nil: that was not looked at yet.
  private var keptFiles: Set<BundledFile>?

  init(group: GroupID, id: UInt64, scan: ErasureScan, until: GroupSequence) {
    (self.group, self.id, self.scan, self.until) = (group, id, scan, until)
  }

  /// Whether it was looked at everything that was to be.
  public var isAtEnd: Bool { after >= until }

  /// Looks on until there are enough findings for one append, or to the end. Blocks; called off the loops.
  ///
  /// - Parameter between: called between two slices of it.
  public func look(
    in store: some EventStore, most: Int = RoomLimits.erasedEventsMax, bytesMost: Int = RoomLimits.erasedBytesMax, between: () -> Void = {}
  ) throws(StoreFailure) -> Outcome {
    var work = self
    if work.keptFiles == nil { work.keptFiles = try work.lookAhead(in: store, between: between) }
    var findings: [Finding] = []
    var files: Set<BundledFile> = []
    var bytes = 0
    while work.after < until {
      let page = try store.read(group, after: work.after, limit: GroupHistory.pageEvents)
      if page.isEmpty { throw .damaged("the log ends at \(work.after), before \(until)") }
      for stored in page where stored.sequence <= until {
        guard let event = try? Event(serializedBytes: stored.bytes) else { throw .damaged("event \(stored.sequence) is not readable") }
        work.after = stored.sequence
        let before = work.hashes.updateValue(stored.hash, forKey: stored.lane) ?? .genesis(group: group, lane: stored.lane)
        let place = Place(stored: stored, before: before)
        if event.isNaming { work.held[stored.lane, default: [:]][stored.position] = place }
        guard let found = work.scan.take(event, in: stored.lane, at: stored.position) else { continue }
        findings.append(Finding(place: work.held[found.lane]?[LanePosition(found.erased.position)] ?? place, found: found))
        bytes += stored.bytes.count
        files.formUnion(event.receipts(in: stored.lane))
        if findings.count >= most || bytes >= bytesMost { return work.outcome(findings, files) }
      }
      between()
    }
    return work.outcome(findings, files)
  }

  private func outcome(_ findings: [Finding], _ files: Set<BundledFile>) -> Outcome {
    Outcome(work: self, findings: findings, files: files.subtracting(keptFiles ?? []).sorted())
  }

  /// Looks ahead through the whole log, once.
  ///
  /// - Returns: the receipts of all events that stay as they are.
  private mutating func lookAhead(in store: some EventStore, between: () -> Void) throws(StoreFailure) -> Set<BundledFile> {
    var trial = scan
    var files: Set<BundledFile> = []
    var last = GroupSequence.start
    while last < until {
      let page = try store.read(group, after: last, limit: GroupHistory.pageEvents)
      guard let end = page.last else { break }
      for stored in page where stored.sequence <= until {
        guard let event = try? Event(serializedBytes: stored.bytes) else { throw .damaged("event \(stored.sequence) is not readable") }
        scan.foresee(event, in: stored.lane, at: stored.position)
        if trial.take(event, in: stored.lane, at: stored.position) == nil { files.formUnion(event.receipts(in: stored.lane)) }
      }
      last = end.sequence
      between()
    }
    return files
  }
}

extension Event {
  /// The receipts that it names; their files belong to its lane.
  func receipts(in lane: Lane) -> [BundledFile] {
    let receipts =
      switch body {
      case .entryAdded(let added): added.content.receipts
      case .entryEdited(let edited): edited.changes.receipts.receipts
      case .spendingSet(let set): set.content.receipts
      default: [Receipt]()
      }
    return receipts.compactMap { ContentHash(bytes: $0.sha256) }.map { BundledFile(lane: lane, hash: $0) }
  }

  /// Whether it says what somebody is called.
  fileprivate var isNaming: Bool {
    switch body {
    case .memberJoined, .memberClaimed, .memberRenamed, .memberRestored: true
    default: false
    }
  }
}
