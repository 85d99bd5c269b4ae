import SwiftProtobuf

// The messages of the way of a command, each with a writer that is compiled for it alone.

extension Event {
  /// Its protobuf bytes, as they are stored (SPEC LN-06).
  public func encoded() throws -> [UInt8] { try BinaryWriter.bytes(of: self) }
}

extension Command {
  /// Lends its protobuf bytes.
  public func withEncodedBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) throws -> Result {
    try BinaryWriter.withBytes(of: self, body)
  }
}

extension ServerMessage {
  /// Lends its protobuf bytes.
  public func withEncodedBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) throws -> Result {
    try BinaryWriter.withBytes(of: self, body)
  }
}

extension WireFormat {
  /// Writes a message of the server.
  public func encode(_ message: ServerMessage) throws(CodecError) -> [UInt8] {
    try encode(message, protobuf: BinaryWriter.bytes)
  }

  /// Writes a message of the server that holds events as they are stored.
  public func encode(_ message: SealedServerMessage) throws(CodecError) -> [UInt8] {
    try encode(message, protobuf: BinaryWriter.bytes)
  }

  /// Writes a message of a client.
  public func encode(_ message: ClientMessage) throws(CodecError) -> [UInt8] {
    try encode(message, protobuf: BinaryWriter.bytes)
  }
}
