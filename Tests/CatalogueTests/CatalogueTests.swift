import HearthLoadKit
import Testing

/// The catalogue of bad input over real sockets: every row plain, over TLS, and in segments of one byte.
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

  @Test("A wrong expectation is found out", arguments: CatalogueCase.Way.allCases)
  func control(way: CatalogueCase.Way) throws {
    for wrong in CatalogueCase.wrong {
      let server = try CatalogueServer(CatalogueServer.Kind(wrong), way)
      #expect(throws: (any Error).self, "\(wrong.name)") { try server.play(wrong) }
    }
  }
}
