import HearthProtocol
import SwiftProtobuf
import Testing

/// SPEC LN-06: `SealedServerMessage` and `ServerMessage` are the same bytes on the wire.
struct SealedFormTests {
  @Test(
    "LN-06 Every message of the server reads as sealed and back without losing a byte", arguments: VectorSamples.serverMessages.map(\.name))
  func sameBytes(name: String) throws {
    let sample = try #require(VectorSamples.serverMessages.first { $0.name == name })
    let bytes: [UInt8] = try sample.message.serializedBytes()
    let sealed = try SealedServerMessage(serializedBytes: bytes)
    #expect(sealed.unknownFields.data.isEmpty, "a field of ServerMessage is missing in SealedServerMessage")
    #expect(sealed.body != nil)
    #expect(try sealed.serializedBytes() == bytes)
    let reread: ServerMessage = try ServerMessage(serializedBytes: sealed.serializedBytes() as [UInt8])
    #expect(reread.isEqualTo(message: sample.message))
  }

  @Test("LN-06 Field 2 of a sealed event holds the stored bytes, even those that a re-encoding would change")
  func storedBytes() throws {
    // The varint of at_ms is written longer than it needs to be; field 1 comes after it.
    let stored: [UInt8] = [0x10, 0x81, 0x80, 0x00, 0x0A, 0x01, 0x07]
    var sealed = SealedServerMessage()
    sealed.laneEvents.lane = "shared"
    var event = SealedLaneEvent()
    event.position = 1
    event.event = .init(stored)
    sealed.laneEvents.events = [event]
    let bytes: [UInt8] = try sealed.serializedBytes()
    #expect(try Array(SealedServerMessage(serializedBytes: bytes).laneEvents.events[0].event) == stored)
    let open = try ServerMessage(serializedBytes: bytes).laneEvents.events[0].event
    #expect(open.atMs == 1 && Array(open.salt) == [7])
    let reencoded: [UInt8] = try open.serializedBytes()
    #expect(reencoded != stored)
  }
}
