import FoundationEssentials
import HearthClient
import HearthProtocol
import Ledger

/// `hearth export --bundle`.
public struct BundleCommands: CommandFamily {
  // Limit: events the server gives at once (SPEC HI-01).
  private static let bundlePageEvents: UInt32 = 500
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth export --bundle`: all that the user can read of the group, events as they are stored and receipts' files,
  /// in one file (SPEC BN-06).
  public func export(to path: String, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let file = try GrowingFile(path: path)
    let (events, attachments): (Int, Int)
    do {
      (events, attachments) = try writeBundle(of: group, view, to: file)
      try file.finish()
    } catch {
      file.abandon()
      if let failure = error as? ConsoleFailure { throw failure }
      throw Self.unbelievable(Wording(said: "\(error)"))
    }
    var json = JSONLine()
    json.add("file", path)
    json.add("events", json: String(events))
    json.add("attachments", json: String(attachments))
    output.tell(.wroteBundle(events: events, receipts: attachments, to: path.printable), json: [json.text])
  }

  private static func unbelievable(_ cause: Wording) -> ConsoleFailure {
    ConsoleFailure(
      [
        Wording("The group's history cannot be believed: \(cause)", "समूह के इतिहास पर भरोसा नहीं किया जा सकता: \(cause)"),
        Wording("Tell the server's operator.", "सर्वर चलाने वाले को बताएँ।"),
      ], status: 1)
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
        let page = try sitting.asking { connection throws(ConnectionFailure) in
          try connection.history(of: group, lane: lane, after: from, limit: count)
        }
        for event in page.events {
          guard let stored = event.stored, let hash = event.hash else {
            throw Self.unbelievable(Wording("the server keeps the stored bytes back", "सर्वर रखे हुए बाइट नहीं देता"))
          }
          try writer.add(BundledEvent(lane: lane, position: event.position, bytes: stored, hash: hash))
        }
        guard let end = page.events.last?.position, end > from else {
          throw Self.unbelievable(Wording("lane \(lane) ends at \(from), not at \(head)", "धारा \(lane) \(from) पर समाप्त होती है, \(head) पर नहीं"))
        }
        last = end
        events += page.events.count
        try file.write(writer.takeOutput())
      }
    }
    for (lane, hash) in Self.receipts(of: view) {
      // What the server does not have was never put there, or kept elsewhere.
      guard
        case .content(let bytes) = try FileExchange(sitting).exchange(
          group, { (door, group) throws(ConnectionFailure) in try door.fetch(hash, of: group, lane) })
      else { continue }
      try writer.beginAttachment(hash, of: lane, sizeBytes: UInt64(bytes.count))
      try writer.add(content: bytes)
      try file.write(writer.takeOutput())
      attachments += 1
    }
    try file.write(writer.finish())
    return (events, attachments)
  }

  /// The receipts of all entries as they stand, and of what minors noted whose lanes the user receives, each lane's
  /// once, in the order of bundles.
  private static func receipts(of view: GroupView) -> [(Lane, ContentHash)] {
    view.marks.keys.sorted().flatMap { lane -> [(Lane, ContentHash)] in
      let receipts: [Receipt] =
        switch lane {
        case .shared: view.state.shared.entries.flatMap(\.receipts)
        case .minor(let subject): view.state.minor(subject).spending.flatMap(\.receipts)
        case .admin, .income, .inbox, .account: []
        }
      return Set(receipts.compactMap { ContentHash(bytes: $0.sha256) }).sorted().map { (lane, $0) }
    }
  }
}
