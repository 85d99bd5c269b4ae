import EventStore
import HearthProtocol
import HearthServer
import Ledger

/// Receipts that entries and minors' records name and whose files are not there.
///
/// An entry may name a file that nobody has put there yet, or ever (SPEC AT-01), so what is missing need not be lost:
/// it is told, and is no damage.
struct ReceiptCheck {
  private struct Missing {
    var group: GroupID
    var entry: EntryID
    var hash: ContentHash
  }

  // Limit: 1,000 are listed; the rest are counted.
  private static let listedMax = 1_000

  private var listed: [Missing] = []
  private var counts: [GroupID: Int] = [:]

  /// How many there are; a file counts for each entry that names it.
  var count: Int { counts.values.reduce(0, +) }

  /// A line each.
  var lines: [String] {
    var lines = listed.map { "group \($0.group), entry \($0.entry), receipt \($0.hash): it was never put there, or it is lost" }
    if count > listed.count { lines.append("\(count - listed.count) more receipts") }
    return lines
  }

  /// Looks for the files of a group's entries and of what its minors have noted, as they stand. One that was voided
  /// counts: it is shown, and can be restored.
  mutating func visit(_ state: GroupState, _ folder: AttachmentFolder) {
    for entry in state.shared.entries {
      visit(entry.receipts, of: entry.id, in: state.group, .shared, folder)
    }
    for subject in state.minorSubjects {
      for record in state.minor(subject).spending { visit(record.receipts, of: record.id, in: state.group, .minor(subject), folder) }
    }
  }

  private mutating func visit(_ receipts: [Receipt], of entry: EntryID, in group: GroupID, _ lane: Lane, _ folder: AttachmentFolder) {
    for receipt in receipts {
      guard let hash = ContentHash(bytes: receipt.sha256), folder.size(of: hash, in: group, lane) == nil else { continue }
      counts[group, default: 0] += 1
      if listed.count < Self.listedMax { listed.append(Missing(group: group, entry: entry, hash: hash)) }
    }
  }

  /// Forgets groups that a server has deleted meanwhile, files and all.
  mutating func forget(where isPurged: (GroupID) throws(StoreFailure) -> Bool) throws(StoreFailure) {
    for group in Array(counts.keys) where try isPurged(group) {
      counts[group] = nil
      listed.removeAll { $0.group == group }
    }
  }
}
