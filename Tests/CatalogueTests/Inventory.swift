import Dispatch
import Locking
import Testing

@testable import HearthServer

/// What there is in a server besides what was there when nobody was being played.
struct Inventory: Sendable {
  private let server: Server
  private let quiet: ServerCensus

  // Limit: streams of zlib that rows make the server keep: to compress with its window, and to inflate with those of 8,
  // 10 and 15 bits.
  private static let streamsMax = 4
  // Limit: bytes of space for output that the one loop of a server here keeps when a turn is over.
  private static let arenaBytesMax = 1 << 20

  /// Takes stock of a server at which nothing is being played.
  init(_ server: Server) {
    self.server = server
    quiet = Self.census(server) ?? ServerCensus()
  }

  /// What differs by now, by the names of the census.
  ///
  /// Of what is kept for whoever comes next it is only said that it is not too much; whose messages were counted lately
  /// is left out.
  func leftovers() -> Set<String> {
    guard var census = Self.census(server) else { return ["no answer"] }
    #expect(census.streams <= Self.streamsMax)
    census.streams = quiet.streams
    if census.loops.arenaBytes <= Self.arenaBytesMax { census.loops.arenaBytes = quiet.loops.arenaBytes }
    census.limits.buckets = quiet.limits.buckets
    return Self.differences(quiet, census, "")
  }

  /// Streams of zlib that are kept for whoever comes next.
  var streams: Int { Self.census(server)?.streams ?? 0 }

  /// The labels of the counts that are not the same.
  private static func differences(_ old: Any, _ new: Any, _ path: String) -> Set<String> {
    zip(Mirror(reflecting: old).children, Mirror(reflecting: new).children).reduce(into: []) { names, pair in
      let name = path + (pair.0.label ?? "")
      if let old = pair.0.value as? Int, let new = pair.1.value as? Int {
        if old != new { names.insert(name) }
      } else {
        names.formUnion(differences(pair.0.value, pair.1.value, name + "."))
      }
    }
  }

  private static func census(_ server: Server) -> ServerCensus? {
    let answer = Locked<ServerCensus?>(nil)
    let came = DispatchSemaphore(value: 0)
    server.takeCensus { census in
      answer.withLock { $0 = census }
      came.signal()
    }
    return came.wait(timeout: .now() + 20) == .success ? answer.withLock { $0 } : nil
  }
}
