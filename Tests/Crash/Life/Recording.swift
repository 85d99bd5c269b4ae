import Foundation
import HearthLoadKit
import Programs

/// Two hundred commands of a couple, written down change by change, with all that a server does beside them: three
/// starts, one of them behind a kill, snapshots, checkpoints, receipts, and a group that is deleted.
struct Recording: Sendable {
  let couple: Couple
  let log: DiskLog
  /// The disk at the end.
  let end: DiskImage

  /// One for all suites.
  static let shared = Result { try Recording() }

  private init() throws {
    let folder = try WatchedFolder()
    var couple = Couple(in: folder, seed: 1)
    try couple.visit(folder.start())
    try couple.settle()
    try couple.live(60)
    try couple.keepReceipt()
    try couple.giveUpFlat()
    try Self.expect(couple.leave(), 0)
    try couple.visit(folder.start())
    try couple.live(70)
    try couple.keepReceipt()
    try Self.expect(couple.leave(SIGKILL), -SIGKILL)
    // SPEC GR-08
    try couple.visit(folder.start(daysAhead: 31))
    try couple.seeFlatGone()
    try couple.live(70)
    try Self.expect(couple.leave(), 0)
    self.couple = couple
    log = try folder.read()
    end = try DiskImage(of: folder.path)
  }

  private static func expect(_ status: Int32, _ expected: Int32) throws {
    guard status == expected else { throw Unexpected("hearthd ended with \(status)") }
  }
}

extension DiskLog {
  /// The places of the entries that change something.
  var changes: [Int] { entries.indices.filter { entries[$0].change.isChange } }

  /// Goes through the log and stops before some of its entries, in ascending order.
  func walk(_ disk: Disk, stoppingAt places: [Int], _ body: (_ disk: Disk, _ entry: Entry) throws -> Void) throws {
    var disk = disk
    var next = places[...]
    for (index, entry) in entries.enumerated() {
      while next.first == index {
        next.removeFirst()
        try body(disk, entry)
      }
      try disk.apply(entry.change)
    }
  }
}
