import EventStore
import Foundation
import HearthProtocol
import SQLiteStore
import Support
import Testing

/// What every store must do about those whom an issuer vouches for.
@Suite("Every store, of subjects")
struct SubjectContract {
  private static func admission(_ subject: UInt8, as identity: UInt64) -> SubjectAdmission {
    SubjectAdmission(subjectHash: Samples.hash(subject), identity: Samples.identity(identity), createdAt: 9)
  }

  @Test(
    "ID-11 a subject has one identity, that of its first admission, also when it is admitted twice at once", arguments: StoreKind.allCases)
  func admits(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    #expect(try store.identity(subjectHash: Samples.hash(1)) == nil)
    #expect(try store.admit([]) == [])
    let both = try store.admit([Self.admission(1, as: 1), Self.admission(2, as: 2), Self.admission(1, as: 3)])
    #expect(both == [Samples.identity(1), Samples.identity(2), Samples.identity(1)])
    #expect(try store.admit([Self.admission(2, as: 4)]) == [Samples.identity(2)])
    #expect(try store.identity(subjectHash: Samples.hash(1)) == Samples.identity(1))
    #expect(try store.identity(subjectHash: Samples.hash(3)) == nil)
    // Nobody of them has a device, and who is new has a row.
    #expect(try store.devices(of: Samples.identity(1)) == [])
    let rows = try store.auditRows(after: 0, limit: 10)
    #expect(rows.map(\.act) == ["registered", "registered"] && rows.map(\.device) == [nil, nil] && rows.map(\.at) == [9, 9])
    #expect(rows.map(\.identity) == [Samples.identity(1), Samples.identity(2)])
  }

  @Test("ID-11 many who come at once have one identity each", arguments: StoreKind.allCases)
  func races(_ kind: StoreKind) async throws {
    let open = try kind.open()
    let found = try await withThrowingTaskGroup(of: IdentityID.self) { tasks in
      for number in 1...20 as ClosedRange<UInt64> {
        tasks.addTask { try #require(try open.store.admit([Self.admission(7, as: number)]).first) }
      }
      return try await tasks.reduce(into: Set<IdentityID>()) { $0.insert($1) }
    }
    #expect(try found == [#require(try open.store.identity(subjectHash: Samples.hash(7)))])
  }

  @Test("ID-11 an imported group knows its members among those whom an issuer vouches for", arguments: StoreKind.allCases)
  func imports(_ kind: StoreKind) throws {
    let open = try kind.open()
    _ = try open.store.admit([Self.admission(1, as: 1)])
    var writer = LogWriter(Samples.group(1))
    var left = [writer.batch(3).events]
    let holder = HolderID(identity: Samples.identity(1), group: writer.group)
    let group = ImportedGroup(group: writer.group, eventBytes: 120, holders: [holder: false], invites: [], due: nil)
    try open.store.importGroup(group) { () throws(StoreFailure) in left.isEmpty ? [] : left.removeFirst() }
    #expect(try open.store.groups(of: Samples.identity(1)) == [writer.group])
  }

  @Test("ID-11 a subject keeps its identity when the folder is opened again, encrypted or not", arguments: [false, true])
  func reopens(isEncrypted: Bool) throws {
    let folder = try TemporaryFolder()
    let key = isEncrypted ? try Samples.key(1) : nil
    for number in 1...2 as ClosedRange<UInt64> {
      let store = try SQLiteStore(directory: folder.path, key: key)
      #expect(try store.admit([Self.admission(1, as: number)]) == [Samples.identity(1)])
      #expect(try store.integrityFindings() == [])
      try store.close()
    }
  }
}
