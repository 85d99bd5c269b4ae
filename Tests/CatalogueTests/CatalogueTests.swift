import HearthLoadKit
import Testing

/// The catalogue of bad input over real sockets: every row plain, over TLS, and either in segments of one byte, but for
/// what `leftOut` lists.
@Suite struct CatalogueTests {
  @Test("Every row, each way", arguments: CatalogueRow.all.map(\.number), CatalogueCase.Way.allCases)
  func row(number: String, way: CatalogueCase.Way) throws {
    let row = try #require(CatalogueRow.all.first { $0.number == number })
    var servers: [CatalogueServer.Kind: CatalogueServer] = [:]
    for scene in row.cases where scene.ways.contains(way) {
      do {
        let kind = CatalogueServer.Kind(scene)
        let server = try servers[kind] ?? CatalogueServer(kind, way)
        servers[kind] = server
        try server.play(scene)
      } catch {
        Issue.record("\(number), \(row.name), \(scene.name), \(way): \(error)")
        // What is left of a failed case must not spoil the next.
        servers[CatalogueServer.Kind(scene)] = nil
      }
    }
  }

  @Test("All 106 rows are there, and each is played at least one way")
  func rows() {
    let numbers = CatalogueRow.all.map(\.number)
    let families = [("T", 9), ("H", 45), ("F", 28), ("C", 13), ("Z", 11)]
    #expect(Set(numbers) == Set(families.flatMap { family, count in (1...count).map { "\(family)\($0)" } }))
    #expect(numbers.count == Set(numbers).count)
    for row in CatalogueRow.all {
      #expect(!row.cases.isEmpty)
      #expect(Set(row.cases.map(\.name)).count == row.cases.count, "\(row.number)")
      for scene in row.cases { #expect(!scene.ways.isEmpty) }
    }
  }

  /// A case and a way that it is not played.
  struct Omission: Hashable, CustomStringConvertible {
    var row: String
    var name: String
    var way: CatalogueCase.Way
    var reason: CatalogueCase.LeftOut

    var description: String { "\(row), \(name), \(way): \(reason)" }
  }

  /// All that is left out. A test that leaves out more says so here, where it is seen.
  private static let leftOut: Set<Omission> = {
    let aboutTLS = [
      ("T2", "slower than the deadline"), ("T3", "a request"), ("T4", "1.0"), ("T4", "1.1"), ("T5", "renegotiation"),
      ("T5", "1,000 KeyUpdates"), ("T6", "where a TLS handshake is due"), ("T7", "RST in the TLS handshake"),
    ]
    return Set(
      aboutTLS.flatMap { row, name in
        ([.plain, .bytewise] as [CatalogueCase.Way]).map { Omission(row: row, name: name, way: $0, reason: .needsTLS) }
      } + [
        Omission(row: "H27", name: "more than 16 KiB", way: .bytewise, reason: .comesTooLate),
        Omission(row: "H27", name: "more than 16 KiB", way: .secureBytewise, reason: .comesTooLate),
        Omission(row: "F24", name: "pongs past the cap of the send queue", way: .bytewise, reason: .takesTooLong),
        Omission(row: "F24", name: "pongs past the cap of the send queue", way: .secureBytewise, reason: .takesTooLong),
      ])
  }()

  @Test("Nothing is left out but what is listed here, and all of that is")
  func omissions() {
    let found = CatalogueRow.all.flatMap { row in
      row.cases.flatMap { scene in
        scene.leftOut.map { way, reason in Omission(row: row.number, name: scene.name, way: way, reason: reason) }
      }
    }
    #expect(Set(found).symmetricDifference(Self.leftOut) == [])
    #expect(found.count == Self.leftOut.count)
    // Only segments of one byte show what this row is about.
    #expect(CatalogueRow.all.filter { $0.cases.contains(where: \.isAboutSegments) }.map(\.number) == ["H23"])
  }

  @Test("The rows that name a time are those that make hostile measures the server's processor time of")
  func processorTime() {
    let named = CatalogueRow.all.compactMap { row in row.processorMax.map { "\(row.number) \($0)" } }
    #expect(named == ["H23 0.005 seconds", "H29 0.005 seconds", "H31 0.005 seconds", "Z11 0.005 seconds"])
  }

  @Test("A wrong expectation is found out", arguments: CatalogueCase.Way.allCases)
  func control(way: CatalogueCase.Way) throws {
    for wrong in CatalogueCase.wrong {
      let server = try CatalogueServer(CatalogueServer.Kind(wrong), way)
      #expect(throws: (any Error).self, "\(wrong.name)") { try server.play(wrong) }
    }
  }
}
