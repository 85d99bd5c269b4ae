import Cryptography
import EventStore
import HearthProtocol
import Sealing
import Testing

/// How many data keys stay in memory.
@Suite struct KnownKeysTests {
  private let known = KnownKeys(wrappedBy: .random(), of: "store", countMax: 3)

  private func keys(_ count: Int) -> [DataKey] { (1...count).map { DataKey(of: .group(Samples.group(UInt64($0)))) } }

  @Test("As many keys as there is space for stay, to seal and to open with; one more, and those before are forgotten")
  func limit() {
    let keys = keys(4)
    for key in keys.prefix(3) { known.remember(key, isCurrent: true) }
    #expect(keys.prefix(3).allSatisfy { known.current($0.owner)?.id == $0.id && known.key($0.id, of: $0.owner)?.id == $0.id })
    known.remember(keys[3], isCurrent: true)
    #expect(keys.map { known.current($0.owner) != nil } == [false, false, false, true])
    #expect(keys.map { known.key($0.id, of: $0.owner) != nil } == [false, false, false, true])
  }

  @Test("What is read makes nobody forget what to seal with, and a key is told to its owner alone")
  func readers() {
    let keys = keys(5)
    known.remember(keys[0], isCurrent: true)
    for key in keys.dropFirst() { known.remember(key, isCurrent: false) }
    #expect(known.current(keys[0].owner)?.id == keys[0].id && known.key(keys[0].id, of: keys[0].owner) == nil)
    #expect(known.key(keys[4].id, of: keys[4].owner) != nil && known.key(keys[4].id, of: keys[3].owner) == nil)
  }

  @Test("There is space for the keys of all who are asked for")
  func room() {
    let keys = keys(4)
    for key in keys.prefix(2) { known.remember(key, isCurrent: true) }
    #expect(known.missing(of: [keys[2].owner]) == [keys[2].owner])
    known.remember(keys[2], isCurrent: true)
    // One past: all are to be found anew.
    let wanted = keys.suffix(2).map(\.owner)
    #expect(known.missing(of: wanted) == wanted)
  }

  @Test("A key opens as it was wrapped for its owner, and otherwise is damaged")
  func wrapping() throws {
    let key = keys(1)[0]
    let wrapped = [UInt8](try known.wrap(key))
    #expect(try known.unwrap(wrapped, key.id, key.owner).id == key.id)
    #expect(throws: StoreFailure.damaged("the data key of the store was altered")) { try known.unwrap(wrapped, key.id, .folder) }
    #expect(throws: StoreFailure.self) { try known.unwrap(nil, key.id, key.owner) }
  }
}
