import FoundationEssentials
import HearthClient
import HearthProtocol
import Ledger

extension Session {
  // Limit: events the server gives at once (SPEC HI-01).
  private static let bundlePageEvents: UInt32 = 500

  /// `hearth export --bundle`: all that the user can read of the group, events as they are stored and receipts' files,
  /// in one file (SPEC BN-06).
  public func exportBundle(to path: String, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    let file = try GrowingFile(path: path)
    let (events, attachments): (Int, Int)
    do {
      (events, attachments) = try writeBundle(of: group, view, to: file)
      try file.finish()
    } catch {
      file.abandon()
      if let failure = error as? ConsoleFailure { throw failure }
      throw Self.unbelievable("\(error)")
    }
    var json = JSONLine()
    json.add("file", path)
    json.add("events", json: String(events))
    json.add("attachments", json: String(attachments))
    tell(.wroteBundle(events: events, receipts: attachments, to: path.printable), json: [json.text])
  }

  private static func unbelievable(_ cause: Wording) -> ConsoleFailure {
    ConsoleFailure(["The group's history cannot be believed: \(cause)", "Tell the server's operator."], status: 1)
  }

  private func writeBundle(of group: GroupID, _ view: GroupView, to file: GrowingFile) throws -> (events: Int, attachments: Int) {
    var events = 0
    var attachments = 0
    var writer = try BundleWriter(group: group, epoch: view.epoch, scope: .member)
    for lane in view.marks.keys.sorted() {
      // What is committed from now on is not in it.
      let head = view.marks[lane]?.position ?? .start
      var last = LanePosition.start
      while last < head {
        let from = last
        let count = UInt32(min(head.rawValue - from.rawValue, UInt64(Self.bundlePageEvents)))
        let page = try asking { connection throws(ConnectionFailure) in
          try connection.history(of: group, lane: lane, after: from, limit: count)
        }
        for event in page.events {
          guard let stored = event.stored, let hash = event.hash else {
            throw Self.unbelievable(Wording("the server keeps the stored bytes back"))
          }
          try writer.add(BundledEvent(lane: lane, position: event.position, bytes: stored, hash: hash))
        }
        guard let end = page.events.last?.position, end > from else {
          throw Self.unbelievable(Wording("lane \(lane) ends at \(from), not at \(head)"))
        }
        last = end
        events += page.events.count
        try file.write(writer.takeOutput())
      }
    }
    for hash in Self.receipts(of: view.state.shared) {
      // What the server does not have was never put there, or kept elsewhere.
      guard case .content(let bytes) = try exchange(group, { (door, group) throws(ConnectionFailure) in try door.fetch(hash, of: group) })
      else { continue }
      try writer.beginAttachment(hash, sizeBytes: UInt64(bytes.count))
      try writer.add(content: bytes)
      try file.write(writer.takeOutput())
      attachments += 1
    }
    try file.write(writer.finish())
    return (events, attachments)
  }

  /// The receipts of all entries as they stand, each once, in the order of bundles.
  private static func receipts(of shared: SharedState) -> [ContentHash] {
    Set(shared.entries.flatMap { entry in entry.receipts.compactMap { ContentHash(bytes: $0.sha256) } }).sorted()
  }
}

/// `hearth verify-bundle`: what anybody can do with a bundle, without a server.
public enum BundleVerification {
  /// Reads a bundle and says what it has.
  public static func run(_ path: String, isJSON: Bool, _ terminal: Terminal) throws(ConsoleFailure) {
    let audit = try audit(path)
    let count = audit.events.values.reduce(0, +)
    var json = JSONLine()
    json.add("groupId", audit.state?.group.description ?? "")
    json.add("whole", json: audit.scope == .group ? "true" : "false")
    json.add("events", json: String(count))
    json.add("attachments", json: String(audit.attachments))
    json.add("checksum", audit.checksum?.description ?? "")
    if let signer = audit.signer { json.add("signer", signer.description) }
    guard !isJSON else { return terminal.write([json.text]) }
    let shared = audit.state?.shared
    let lanes = audit.events.keys.sorted().map { "\($0) \(audit.events[$0] ?? 0)" }.joined(separator: ", ")
    let name = shared?.settings.map { Wording("\($0.name.printable)") } ?? Wording("A group")
    let whole = audit.scope == .group
    terminal.say([
      whole ? Wording("\(name): the whole history") : Wording("\(name): one member's share of the history"),
      Wording("\(count) events (\(lanes)), \(shared?.entries.count ?? 0) entries, \(audit.attachments) receipts"),
      Wording("Order, hash chains, receipts and checksum hold."),
      voucher(of: audit),
    ])
    if audit.unknownEvents > 0 {
      terminal.say([Wording("\(audit.unknownEvents) events are of a later version and were not looked into.")])
    }
  }

  /// Whose word the bundle is (SPEC BN-08).
  private static func voucher(of audit: BundleAudit) -> Wording {
    if let signer = audit.signer { return Wording("The server with the key \(signer.description) has signed it and vouches for it.") }
    return audit.scope == .member
      ? Wording("It is the word of the member who exported it: nobody has signed it.")
      : Wording("Nobody has signed it: who made its events cannot be told.")
  }

  private static func audit(_ path: String) throws(ConsoleFailure) -> BundleAudit {
    guard let file = ReadFile(path: path) else {
      throw ConsoleFailure(["Could not read \(path.printable).", "Check the path, and that you may read the file."], status: 1)
    }
    defer { file.close() }
    var audit = BundleAudit()
    do throws(BundleFault) {
      while let bytes = file.next() { try audit.take(bytes) }
      try audit.finish()
    } catch {
      throw ConsoleFailure(["\(path.printable) does not verify: \(error)", "Get the file anew from where it came from."], status: 1)
    }
    return audit
  }
}
