import EventStore
import HearthProtocol
import SwiftProtobuf
import Testing

@testable import Ledger

/// What leaves one server and is taken over by another leaves that one as the same bytes (product N14, SPEC BN-05).
struct BundlePropertyTests {
  /// A household's log as a store has it.
  private struct Log {
    var events: [StoredEvent] = []
    var heads: [Lane: LaneHash] = [:]

    mutating func add(_ stored: Household.Stored, salt: UInt64) throws {
      var event = stored.event
      event.salt = .init((0..<16).map { UInt8(truncatingIfNeeded: salt >> ($0 * 4)) })
      let bytes: [UInt8] = try event.serializedBytes()
      let hash = (heads[stored.lane] ?? .genesis(group: Household.group, lane: stored.lane)).next(stored: bytes)
      heads[stored.lane] = hash
      events.append(
        StoredEvent(
          sequence: GroupSequence(UInt64(events.count) + 1), lane: stored.lane, position: stored.position, bytes: bytes, hash: hash))
    }
  }

  private static let family: Log = {
    var log = Log()
    do {
      for (number, stored) in Household.family.log.enumerated() { try log.add(stored, salt: UInt64(number)) }
    } catch {
      Issue.record("The family's log could not be written: \(error)")
    }
    return log
  }()

  private static func export(_ events: [StoredEvent], _ files: [[UInt8]]) throws -> [UInt8] {
    var writer = try BundleWriter(group: Household.group, epoch: 1, scope: .group)
    for event in events { try writer.add(BundledEvent(lane: event.lane, position: event.position, bytes: event.bytes, hash: event.hash)) }
    for (hash, content) in files.map({ (ContentHash(of: $0), $0) }).sorted(by: { $0.0 < $1.0 }) {
      try writer.beginAttachment(hash, sizeBytes: UInt64(content.count))
      try writer.add(content: content)
    }
    return try writer.finish()
  }

  /// Takes over a bundle that is read in pieces; the files that came with it.
  private static func take(_ bundle: [UInt8], pieceBytes: Int, into store: InMemoryStore) throws -> [[UInt8]] {
    var reader = BundleReader()
    var events: [StoredEvent] = []
    var files: [[UInt8]] = []
    for start in stride(from: 0, to: bundle.count, by: pieceBytes) {
      reader.append(Array(bundle[start..<min(start + pieceBytes, bundle.count)]))
      while let item = try reader.next() {
        switch item {
        case .event(let event):
          events.append(
            StoredEvent(
              sequence: GroupSequence(UInt64(events.count) + 1), lane: event.lane, position: event.position, bytes: event.bytes,
              hash: event.hash))
        case .attachment: files.append([])
        case .content(let content): files[files.count - 1] += content
        case .header, .attachmentEnd, .end: break
        }
      }
    }
    try reader.finish()
    var pages = [events]
    try store.importGroup(ImportedGroup(group: Household.group, eventBytes: bundle.count, holders: [:], invites: [])) {
      pages.popLast() ?? []
    }
    return files
  }

  @Test("product N14: export, import and export again give the same bytes, and the same group", arguments: Property.seeds(801, 802))
  func exportImportExport(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    for number in 0..<Property.cases(of: 2) {
      let what: Comment = "seed \(seed), case \(number)"
      var household = Household.family
      var log = Self.family
      for _ in 0..<Int.random(in: 1...pickLength(&wishes), using: &wishes.random) { try household.perform(anythingFrom: &wishes) }
      for stored in household.log[log.events.count...] { try log.add(stored, salt: wishes.random.next()) }
      let files = Self.files(&wishes)
      let first = try Self.export(log.events, files)
      let store = InMemoryStore()
      let taken = try Self.take(first, pieceBytes: Int.random(in: 1...8_192, using: &wishes.random) + 64, into: store)
      let there = try store.read(Household.group, after: .start, limit: 10_000)
      #expect(try Self.export(there, taken) == first, what)
      // That it folds is shown by more than this test.
      guard number.isMultiple(of: 8) else { continue }
      var state = GroupState(group: Household.group)
      for event in there { try state.apply(Event(serializedBytes: event.bytes), lane: event.lane, position: event.position) }
      for lane in [Lane.shared, .admin, .income] { #expect(state.snapshot(of: lane) == household.state.snapshot(of: lane), what) }
    }
  }

  /// Commands of a history at most: short ones are many, so that many are tried.
  private func pickLength(_ wishes: inout RandomWishes) -> Int { wishes.pick([1, 2, 3, 12]) }

  /// Up to three receipts, seldom one of more than a piece.
  private static func files(_ wishes: inout RandomWishes) -> [[UInt8]] {
    let counts = (0..<wishes.pick([0, 0, 1, 3])).map { _ in
      Int.random(in: 0..<300, using: &wishes.random) == 0 ? 65_537 : Int.random(in: 0...40, using: &wishes.random)
    }
    return Set(counts.map { count in [UInt8](repeating: UInt8(truncatingIfNeeded: wishes.random.next()), count: count) }).map { $0 }
  }
}
