import Foundation
import HearthLoadKit
import Testing

/// The model of the disk: what a power cut may leave, and what it must.
@Suite struct DiskTests {
  private static func disk(_ changes: [DiskLog.Change]) throws -> Disk {
    var disk = Disk()
    for change in changes { try disk.apply(change) }
    return disk
  }

  /// What is left of a disk by path, in a thousand power cuts.
  private static func outcomes(_ disk: Disk) -> Set<[String: Data]> {
    var random = SplitMix64(seed: 1)
    return Set((0..<1_000).map { _ in Dictionary(uniqueKeysWithValues: disk.image(.some, random: &random).files.map { ($0, $1) }) })
  }

  private static let (old, new) = (Data("old".utf8), Data("new".utf8))
  private static let synced: [DiskLog.Change] = [
    .created(file: 1, path: "a"), .written(file: 1, offset: 0, bytes: old), .synced(file: 1), .opened(file: 9, path: ""), .synced(file: 9),
  ]

  @Test("Only a synced file in a synced folder is sure to be left")
  func durability() throws {
    let created = Array(Self.synced.prefix(2))
    #expect(Self.outcomes(try Self.disk(created)) == [[:], ["a": Data()], ["a": Self.old]])
    #expect(Self.outcomes(try Self.disk(Array(Self.synced.prefix(3)))) == [[:], ["a": Self.old]])
    #expect(Self.outcomes(try Self.disk(Self.synced)) == [["a": Self.old]])
  }

  @Test("What is written after the last sync is there or not, each write for itself")
  func later() throws {
    let disk = try Self.disk(
      Self.synced + [.written(file: 1, offset: 0, bytes: Self.new), .written(file: 1, offset: 4, bytes: Self.new)])
    let gap = Data([0])
    #expect(
      Self.outcomes(disk) == [
        ["a": Self.old], ["a": Self.new], ["a": Self.old + gap + Self.new], ["a": Self.new + gap + Self.new],
      ])
  }

  @Test("A long write may be torn between two sectors")
  func torn() throws {
    let disk = try Self.disk(
      Self.synced + [.truncated(file: 1, size: 0), .synced(file: 1), .written(file: 1, offset: 0, bytes: Data(repeating: 1, count: 1_024))])
    let found = Self.outcomes(disk).compactMap { $0["a"] }
    #expect(
      Set(found) == [
        Data(), Data(repeating: 1, count: 512), Data(count: 512) + Data(repeating: 1, count: 512), Data(repeating: 1, count: 1_024),
      ])
  }

  @Test("A renamed file is under one of its names, never under none or both")
  func renamed() throws {
    #expect(Self.outcomes(try Self.disk(Self.synced + [.renamed(from: "a", to: "b")])) == [["a": Self.old], ["b": Self.old]])
    #expect(Self.outcomes(try Self.disk(Self.synced + [.renamed(from: "a", to: "b"), .synced(file: 9)])) == [["b": Self.old]])
  }

  @Test("A failed sync takes with it what it was for, also when a later one does not fail")
  func failedSync() throws {
    let changes: [DiskLog.Change] = [.written(file: 1, offset: 0, bytes: Self.new), .syncFailed(file: 1), .synced(file: 1)]
    let disk = try Self.disk(Self.synced + changes)
    #expect(Self.outcomes(disk) == [["a": Self.old]])
    var random = SplitMix64(seed: 1)
    #expect(disk.image(.everything, random: &random).files.map(\.bytes) == [Self.new])
  }

  @Test("A disk without syncs forgets all")
  func withoutSyncs() throws {
    var disk = Disk(honoursSyncs: false)
    for change in Self.synced { try disk.apply(change) }
    #expect(Self.outcomes(disk) == [[:], ["a": Data()], ["a": Self.old]])
  }
}
