import SwiftProtobuf

@testable import Room

extension Sent {
  /// Everything of it that a peer could tell two runs apart by.
  func bytes() throws -> [UInt8] {
    func bytes(_ message: some SwiftProtobuf.Message) throws -> [UInt8] { try message.serializedBytes() }
    switch self {
    case .message(let message): return try bytes(message)
    case .begin(let start, let request):
      return try [UInt8(truncatingIfNeeded: request)] + bytes(start.subscribed) + start.snapshotMessages.joined()
        + start.events.flatMap { lane, events in Array(lane.name.utf8) + events.flatMap(\.stored.bytes) }
    case .events(let lane, let events):
      return Array(lane.name.utf8) + events.flatMap { Array("\($0.stored.position)".utf8) + $0.stored.bytes + $0.stored.hash.bytes }
    case .ended(let reason, let closes): return Array("\(reason) \(closes)".utf8)
    case .page(let request, let events, _): return Array("\(request)".utf8) + events.flatMap(\.stored.bytes)
    }
  }
}
