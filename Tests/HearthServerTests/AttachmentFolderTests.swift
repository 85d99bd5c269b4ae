import Dispatch
import Foundation
import HearthProtocol
import Locking
import Support
import Testing

@testable import HearthServer

/// What a group's quota, and that of all together, is charged when several files arrive at once (SPEC AT-04).
@Suite struct AttachmentFolderTests {
  private let home: TemporaryFolder
  private let folder: AttachmentFolder
  private let group: GroupID

  init() throws {
    home = try TemporaryFolder()
    var quota = AttachmentFolder.Quota()
    quota.countMax = 3
    quota.bytesMax = 30
    folder = AttachmentFolder(dataFolder: home.path, quota: quota)
    try folder.prepare()
    group = try #require(GroupID(Fresh.id()))
  }

  private func arrive(_ content: [UInt8]) throws(AttachmentFailure) -> ArrivingAttachment {
    var arriving = try folder.begin(ContentHash(of: content), of: group, sizeBytes: content.count)
    try folder.add(content, to: &arriving)
    return arriving
  }

  @Test("AT-04 Two equal files that arrive at once are kept once and charged once, while something else is arriving and after it")
  func equalArrivals() throws {
    // Keeps the count from being made anew.
    let open = try arrive([1])
    let same = [UInt8](repeating: 2, count: 10)
    let twins = [try arrive(same), try arrive(same)]
    #expect(try twins.map { try folder.keep($0) } == [true, false])
    let third = try arrive([UInt8](repeating: 3, count: 19))
    #expect(throws: AttachmentFailure.quotaReached) { try arrive([4]) }
    #expect(try folder.keep(third))
    #expect(try folder.keep(open))
    #expect(throws: AttachmentFailure.quotaReached) { try arrive([4]) }
    #expect(try folder.attachments(of: group).count == 3)
    // What is there already needs no space.
    #expect(try !folder.keep(try arrive(same)))
  }

  @Test("GR-08 What arrives while its group is deleted is not kept")
  func arrivesTooLate() throws {
    let arriving = try arrive([1, 2, 3])
    #expect(try folder.keep(try arrive([4])))
    try folder.delete(group)
    #expect(throws: AttachmentFailure.self) { try folder.keep(arriving) }
    #expect(folder.groups().isEmpty)
  }

  @Test("AT-04 What is given up gives its space back, no matter who counted meanwhile")
  func givenUp() throws {
    for _ in 0..<3 { folder.discard(try arrive([UInt8](repeating: 5, count: 30))) }
    #expect(throws: AttachmentFailure.otherContent) {
      try folder.keep(try folder.begin(ContentHash(of: [6]), of: group, sizeBytes: 30))
    }
    #expect(try folder.keep(try arrive([UInt8](repeating: 5, count: 30))))
  }

  @Test("AT-04 Of 200 files that come at once from many threads exactly as many are kept as may be")
  func manyAtOnce() throws {
    var quota = AttachmentFolder.Quota()
    quota.countMax = 100
    let folder = AttachmentFolder(dataFolder: home.path, quota: quota)
    let refused = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 200) { [group] number in
      let content = [UInt8(number), 7]
      do throws(AttachmentFailure) {
        var arriving = try folder.begin(ContentHash(of: content), of: group, sizeBytes: 2)
        try folder.add(content, to: &arriving)
        if try !folder.keep(arriving) { Issue.record("\(number) was there already") }
      } catch {
        #expect(error == .quotaReached)
        refused.withLock { $0 += 1 }
      }
    }
    #expect(try folder.attachments(of: group).count == 100)
    #expect(refused.withLock { $0 } == 100)
  }

  // MARK: All groups together

  /// A folder of the same place in which all groups together may have so many bytes.
  private func shared(bytesMax: Int) -> AttachmentFolder {
    var quota = AttachmentFolder.Quota()
    quota.serverBytesMax = bytesMax
    return AttachmentFolder(dataFolder: home.path, quota: quota)
  }

  private func arrive(
    _ content: [UInt8], of group: GroupID, in folder: AttachmentFolder
  ) throws(AttachmentFailure) -> ArrivingAttachment {
    var arriving = try folder.begin(ContentHash(of: content), of: group, sizeBytes: content.count)
    try folder.add(content, to: &arriving)
    return arriving
  }

  @Test("AT-04 All groups together keep what they may to the byte and not one more; what is there already needs no space")
  func serverQuota() throws {
    let other = try #require(GroupID(Fresh.id()))
    let folder = shared(bytesMax: 30)
    let same = [UInt8](repeating: 2, count: 10)
    let twins = [try arrive(same, of: group, in: folder), try arrive(same, of: group, in: folder)]
    // Both count while they arrive.
    #expect(throws: AttachmentFailure.serverQuotaReached) { try arrive([UInt8](repeating: 3, count: 11), of: other, in: folder) }
    #expect(try twins.map { try folder.keep($0) } == [true, false])
    #expect(throws: AttachmentFailure.serverQuotaReached) { try arrive([UInt8](repeating: 3, count: 21), of: other, in: folder) }
    #expect(try folder.keep(try arrive([UInt8](repeating: 3, count: 20), of: other, in: folder)))
    for group in [group, other] { #expect(throws: AttachmentFailure.serverQuotaReached) { try arrive([4], of: group, in: folder) } }
    #expect(try !folder.keep(try arrive(same, of: group, in: folder)))
  }

  @Test("AT-04 What was there at the start counts, what is given up does not, and a group that is deleted makes space")
  func serverQuotaMoves() throws {
    let other = try #require(GroupID(Fresh.id()))
    let before = shared(bytesMax: .max)
    #expect(try before.keep(try arrive([UInt8](repeating: 1, count: 12), of: group, in: before)))
    #expect(try before.keep(try arrive([UInt8](repeating: 2, count: 10), of: other, in: before)))
    let folder = shared(bytesMax: 30)
    folder.discard(try arrive([UInt8](repeating: 3, count: 8), of: other, in: folder))
    #expect(throws: AttachmentFailure.serverQuotaReached) { try arrive([UInt8](repeating: 3, count: 9), of: other, in: folder) }
    #expect(throws: AttachmentFailure.otherContent) {
      try folder.keep(try folder.begin(ContentHash(of: [6]), of: other, sizeBytes: 8))
    }
    #expect(try folder.keep(try arrive([UInt8](repeating: 3, count: 8), of: other, in: folder)))
    let late = try arrive([UInt8](repeating: 1, count: 12), of: group, in: folder)
    try folder.delete(group)
    #expect(throws: AttachmentFailure.self) { try folder.keep(late) }
    #expect(throws: AttachmentFailure.serverQuotaReached) { try arrive([UInt8](repeating: 4, count: 13), of: other, in: folder) }
    #expect(try folder.keep(try arrive([UInt8](repeating: 4, count: 12), of: other, in: folder)))
  }

  @Test("AT-04 A group whose files cannot be listed is named and takes no more; those of the others are counted, and taken to the byte")
  func unreadableGroup() throws {
    let other = try #require(GroupID(Fresh.id()))
    #expect(try folder.keep(try arrive([UInt8](repeating: 1, count: 10))))
    // Where its folder would be stands a file.
    let path = home.path + "/attachments/\(other)"
    try Data().write(to: URL(filePath: path))
    let all = shared(bytesMax: 30)
    for _ in 0..<2 { #expect(all.countAll() == [other]) }
    #expect(throws: AttachmentFailure.broken("cannot list \(path)")) { try arrive([2], of: other, in: all) }
    #expect(try all.keep(try arrive([UInt8](repeating: 2, count: 20), of: group, in: all)))
    #expect(throws: AttachmentFailure.serverQuotaReached) { try arrive([3], of: group, in: all) }
  }

  @Test("AT-04 Of 200 files that come at once from many threads for 20 groups as many are kept as all together may have")
  func serverQuotaAtOnce() throws {
    let groups = try (0..<20).map { _ in try #require(GroupID(Fresh.id())) }
    let folder = shared(bytesMax: 200)
    let kept = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      let content = [UInt8(number), 7]
      do throws(AttachmentFailure) {
        let arriving = try arrive(content, of: groups[number % 20], in: folder)
        if try folder.keep(arriving) { kept.withLock { $0 += 1 } }
      } catch {
        #expect(error == .serverQuotaReached)
      }
    }
    #expect(kept.withLock { $0 } == 100)
    #expect(throws: AttachmentFailure.serverQuotaReached) { try arrive([1], of: groups[0], in: folder) }
  }
}
