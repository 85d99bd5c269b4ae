import HearthProtocol
import SwiftProtobuf

/// Messages of the hot path: whatever a message is decoded from, our writer and SwiftProtobuf's say it with the same
/// bytes (SPEC LN-06).
func fuzzMessages(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let kind = input.byte() % 5
  let rest = Array(input.takeRest())
  switch kind {
  case 0: try compare(Event.self, rest) { try? $0.encoded() }
  case 1: try compare(Command.self, rest) { try? $0.withEncodedBytes { [UInt8]($0) } }
  case 2: try compare(ServerMessage.self, rest) { try? WireFormat.protobuf.encode($0) }
  case 3: try compare(SealedServerMessage.self, rest) { try? WireFormat.protobuf.encode($0) }
  default: try compare(ClientMessage.self, rest) { try? WireFormat.protobuf.encode($0) }
  }
}

private func compare<M: Message>(_ type: M.Type, _ bytes: [UInt8], _ written: (M) -> [UInt8]?) throws(Violation) {
  guard let message = try? M(serializedBytes: bytes), let expected: [UInt8] = try? message.serializedBytes() else { return }
  try expect(written(message) == expected, "\(type) is written as SwiftProtobuf writes it")
}
