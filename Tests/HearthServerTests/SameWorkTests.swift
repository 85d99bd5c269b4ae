import Foundation
import HearthProtocol
import Testing

/// Whether there is a group that one is not in, a code that holds no more, is not to be told from how much the server
/// does (SPEC ER-04, IN-04).
@Suite(.onOneAndThreeLoops) struct SameWorkTests {
  /// What is read of the store to answer a message.
  private func reads(_ body: ClientMessage.OneOf_Body, _ client: WireClient, _ store: GatedStore) throws -> [String] {
    _ = store.takeReads()
    #expect(["not_found", "invite_invalid"].contains(try client.rejected(body).code), "\(body)")
    return store.takeReads()
  }

  @Test(
    "ER-04: a group of others costs the same look-ups as one that there never was, and is not opened: live, at rest, deleted, or left by somebody"
  )
  func groups() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    // One in memory; one that is on the disk only, since the server that wrote it has ended.
    let resting = try asha.createGroup()
    for _ in 0..<3 { _ = try asha.accepted(.addEntry(resting)) }
    server.drain()
    let second = try TestServer(store)
    let again = try second.logIn(asha.token)
    let live = try again.createGroup()
    let rooms = second.server.roomCount
    for body in ClientMessage.OneOf_Body.allAboutGroup(live) {
      // Each on a connection of its own, which has not asked before.
      let work = try [live, resting, Fresh.id()].map { group in
        let eve = try second.register("Eve")
        return [try reads(body.with(group: group), eve, store), try reads(body.with(group: group), eve, store)]
      }
      #expect(Set(work).count == 1 && work[0][0] == ["knows"], "\(body): \(work)")
    }
    #expect(second.server.roomCount == rooms)
    // The control: who is in it has the group read.
    _ = store.takeReads()
    _ = try again.ask(.readHistory(.with { ($0.groupID, $0.lane) = (resting, "shared") }))
    #expect(store.takeReads().contains("read") && second.server.roomCount == rooms + 1)
  }

  @Test("IN-04, IN-07: codes that are wrong, used, revoked, expired and for somebody else: nobody learns more than that they do not hold")
  func codes() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let past = try asha.codesThatHoldNoMore(in: group, at: server)
    let eve = try server.register("Eve")
    let work = try (past + ["0000-0000-0000-0000", "x", ""]).map { code in
      [try reads(.previewInvite(.with { $0.code = code }), eve, store), try reads(.command(.join(code)), eve, store)]
    }
    #expect(Set(work) == [[["invite"], ["invite"]]], "\(work)")
  }

  /// As many questions of each kind as `make leak` asks for; without it nothing is timed.
  private static let samples = ProcessInfo.processInfo.environment["HEARTH_LEAK_SAMPLES"].flatMap(Int.init) ?? 0

  /// Welch's t of two series.
  private static func welch(_ first: [Double], _ second: [Double]) -> Double {
    func moments(_ values: [Double]) -> (mean: Double, squaredError: Double) {
      let mean = values.reduce(0, +) / Double(values.count)
      let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
      return (mean, variance / Double(values.count))
    }
    let (a, b) = (moments(first), moments(second))
    return (a.mean - b.mean) / (a.squaredError + b.squaredError).squareRoot()
  }

  /// Without the slowest tenth, which is other programs' doing.
  private static func trimmed(_ values: [Double]) -> [Double] { Array(values.sorted().prefix(values.count * 9 / 10)) }

  @Test("reliability S4: a group of others is answered in the time of none, by Welch's t", .enabled(if: samples > 0))
  func timing() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    // One id of each kind, made before: what is made between two questions would let the server fall asleep before one
    // kind of them only.
    let (group, nobodys) = (try asha.createGroup(), Fresh.id())
    let eve = try server.register("Eve", .protobuf)
    func nanoseconds(_ group: String) throws -> Double {
      let start = DispatchTime.now().uptimeNanoseconds
      _ = try eve.rejected(.readHistory(.with { ($0.groupID, $0.lane) = (group, "shared") }))
      return Double(DispatchTime.now().uptimeNanoseconds - start)
    }
    var (others, none, members): ([Double], [Double], [Double]) = ([], [], [])
    for number in 0..<(Self.samples + 100) {
      // By turns, so that both meet the same machine; the first hundred warm it up.
      let isFirst = number % 2 == 0
      let first = try nanoseconds(isFirst ? group : nobodys)
      let second = try nanoseconds(isFirst ? nobodys : group)
      guard number >= 100 else { continue }
      others.append(isFirst ? first : second)
      none.append(isFirst ? second : first)
      let start = DispatchTime.now().uptimeNanoseconds
      _ = try asha.ask(.readHistory(.with { ($0.groupID, $0.lane) = (group, "shared") }))
      members.append(Double(DispatchTime.now().uptimeNanoseconds - start))
    }
    let t = Self.welch(Self.trimmed(others), Self.trimmed(none))
    print("Welch's t over \(Self.samples) pairs: \(t)")
    // Limit: reliability.md S4.
    #expect(abs(t) < 4.5)
    // The control: what differs is seen.
    #expect(abs(Self.welch(Self.trimmed(members), Self.trimmed(none))) > 4.5)
  }
}
