import EventStore
import HearthProtocol
import Room

/// Takes over a group from a bundle that has been checked (SPEC BN-05): writes all of it or nothing.
public enum GroupImport {
  // Limit: events written between two looks at the file.
  private static let pageEvents = 1_000

  /// Reads a bundle once more and writes its group.
  ///
  /// - Parameters:
  ///   - check: what the first reading found.
  ///   - source: the same file again, from its first byte.
  ///   - store: of a data folder that no server has open.
  ///   - now: milliseconds since 1970.
  /// - Throws: when the group is there already or its time is over, the file is another by now, or the disk refuses;
  ///   nothing has changed then.
  public static func run(
    _ check: BundleCheck, _ source: @escaping BundleCheck.Source, into store: some EventStore & GroupImporting,
    _ attachments: AttachmentFolder, at now: Int64 = Server.systemClock()
  ) throws(ServerFailure) -> BundleFigures {
    let group = check.figures.group
    if let purgeAt = check.purgeAt, purgeAt <= now {
      throw ServerFailure(
        "Group \(group) was to be deleted by now, and a server would do so at once. hearthd import --keep takes that back and imports it.")
    }
    do {
      guard try store.read(group, after: .start, limit: 1).isEmpty else { throw StoreFailure.conflict(head: .start) }
    } catch {
      throw Self.failure(error, group)
    }
    do throws(AttachmentFailure) {
      // What an import left that never became one.
      try attachments.remove(group)
    } catch {
      throw ServerFailure("The attachments of group \(group) cannot be written: \(error.sentence). Nothing has changed.")
    }
    do throws(ServerFailure) {
      try write(check, source, store, attachments)
    } catch {
      // The next import removes what is left.
      try? attachments.remove(group)
      throw error
    }
    // No loss if it fails: the log is the truth.
    if let snapshot = check.history.storedSnapshot() { try? store.saveSnapshot(snapshot) }
    return check.figures
  }

  private static func write(
    _ check: BundleCheck, _ source: @escaping BundleCheck.Source, _ store: some EventStore & GroupImporting, _ attachments: AttachmentFolder
  ) throws(ServerFailure) {
    let group = ImportedGroup(
      group: check.figures.group, epoch: check.epoch, eventBytes: check.eventBytes, holders: check.holders, invites: check.invites,
      due: DueNote(check.history.state, purges: true).instant)
    var pages = ImportPages(
      source: source, group: group.group, attachments: attachments, expected: check.checksum, added: check.added)
    var failure: ServerFailure?
    do throws(StoreFailure) {
      try store.importGroup(group) { () throws(StoreFailure) in
        do throws(ServerFailure) {
          return try pages.next(pageEvents)
        } catch {
          failure = error
          throw .broken(error.description)
        }
      }
    } catch {
      pages.abandon()
      throw failure ?? Self.failure(error, group.group)
    }
  }

  private static func failure(_ failure: any Error, _ group: GroupID) -> ServerFailure {
    guard let failure = failure as? StoreFailure else { return ServerFailure("The bundle cannot be imported: \(failure).") }
    return switch failure {
    case .conflict: ServerFailure("Group \(group) is in this folder already. A bundle is imported once; nothing has changed.")
    case .full: ServerFailure("The disk is full; nothing has changed.")
    case .elsewhere(let node): ServerFailure("The server \(node) has group \(group) and is running. Nothing has changed.")
    // Whether the last commit was made is not known.
    case .away(let what): ServerFailure("The bundle cannot be imported: \(what). Import it again; what is there already is refused.")
    case .broken(let what), .damaged(let what): ServerFailure("The bundle cannot be imported: \(what). Nothing has changed.")
    }
  }
}

/// The second reading of a bundle: events by pages, attachments into their folder on the way.
private struct ImportPages {
  let source: BundleCheck.Source
  let group: GroupID
  let attachments: AttachmentFolder
  /// The checksum of the first reading: a file that has changed meanwhile is not imported.
  let expected: ContentHash?
  private var reader = BundleReader()
  private var sequence = GroupSequence.start
  private var arriving: ArrivingAttachment?
  private var hasEnded = false
  /// Events that follow behind the bundle's.
  private var added: [StoredEvent]

  init(
    source: @escaping BundleCheck.Source, group: GroupID, attachments: AttachmentFolder, expected: ContentHash?, added: [StoredEvent]
  ) {
    self.source = source
    self.group = group
    self.attachments = attachments
    self.expected = expected
    self.added = added
  }

  /// The next events; none only when the bundle has been read to its end, attachments and checksum included.
  mutating func next(_ count: Int) throws(ServerFailure) -> [StoredEvent] {
    var page: [StoredEvent] = []
    while !hasEnded, page.count < count {
      do {
        if let item = try reader.next() {
          try take(item, &page)
        } else {
          let bytes = try source()
          if bytes.isEmpty { try reader.finish() }
          reader.append(bytes)
        }
      } catch let failure as AttachmentFailure {
        throw ServerFailure("An attachment cannot be kept: \(failure.sentence). Nothing has changed.")
      } catch let failure as ServerFailure {
        throw failure
      } catch {
        throw ServerFailure("The file has changed while it was read: \(error). Nothing has changed in the data.")
      }
    }
    if page.isEmpty {
      page = added
      added = []
    }
    return page
  }

  /// Forgets the attachment that is being written.
  mutating func abandon() {
    if let arriving { attachments.discard(arriving) }
    arriving = nil
  }

  private mutating func take(_ item: BundleReader.Item, _ page: inout [StoredEvent]) throws {
    switch item {
    case .header: break
    case .event(let event):
      sequence = sequence.next
      page.append(StoredEvent(sequence: sequence, lane: event.lane, position: event.position, bytes: event.bytes, hash: event.hash))
    case .attachment(let hash, let lane, let size):
      guard let size = Int(exactly: size) else { throw AttachmentFailure.full }
      arriving = try attachments.begin(hash, of: group, lane, sizeBytes: size)
    case .content(let bytes):
      guard var open = arriving else { throw AttachmentFailure.otherContent }
      try attachments.add(bytes, to: &open)
      arriving = open
    case .attachmentEnd:
      if let arriving { _ = try attachments.keep(arriving) }
      arriving = nil
    case .end(let checksum, _):
      guard checksum == expected else { throw BundleFlaw("it has another checksum") }
      hasEnded = true
    }
  }
}
