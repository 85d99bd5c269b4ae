import SwiftProtobuf

/// How session messages are written on a connection: one WebSocket subprotocol each. Same messages, same order, same
/// errors (SPEC HS-03).
public enum WireFormat: String, Sendable, CaseIterable {
  /// Text frames with proto3 JSON.
  case json = "hearth.v1.json"
  /// Binary frames with protobuf.
  case protobuf = "hearth.v1.proto"

  // Limit: how deep messages nest.
  private static let depthMax = 16

  /// Writes a message.
  public func encode(_ message: some Message) throws(CodecError) -> [UInt8] {
    try encode(message) { try $0.serializedBytes() }
  }

  /// Writes a message, in protobuf by a function.
  func encode<M: Message>(_ message: M, protobuf: (M) throws -> [UInt8]) throws(CodecError) -> [UInt8] {
    do {
      switch self {
      // SPEC ER-07.
      case .json: return try FieldPath.json(in: message).jsonUTF8Bytes()
      case .protobuf: return try protobuf(message)
      }
    } catch {
      throw CodecError(cause: String(describing: error))
    }
  }

  /// Reads a message. Unknown JSON fields, trailing bytes and nesting deeper than 16 are errors.
  public func decode<M: Message>(_ type: M.Type, from bytes: [UInt8]) throws(CodecError) -> M {
    switch self {
    case .json:
      var options = JSONDecodingOptions()
      options.messageDepthLimit = Self.depthMax
      do {
        return FieldPath.schema(in: try M(jsonUTF8Bytes: bytes, options: options))
      } catch {
        let field = MisreadField<M>(options: options).path(in: bytes)
        var cause = CodecError.describe(error)
        if case JSONDecodingError.unrecognizedEnumValue = error, let names = ChoiceNames.names(of: field, in: M.protoMessageName) {
          cause = "A name of an enumeration is not known; known are \(names.joined(separator: ", "))."
        }
        throw CodecError(cause: cause, field: field)
      }
    case .protobuf:
      var options = BinaryDecodingOptions()
      options.messageDepthLimit = Self.depthMax
      do {
        return try M(serializedBytes: bytes, options: options)
      } catch {
        throw CodecError(cause: CodecError.describe(error))
      }
    }
  }
}

/// Bytes that are no message of the wanted type.
public struct CodecError: Error, Sendable, Equatable {
  /// One sentence fit to be shown to the sender.
  public var cause: String
  /// The path of the JSON member that cannot be read; empty when it is no single one, and for protobuf.
  public var field: String

  /// Makes an error of its parts.
  public init(cause: String, field: String = "") {
    self.cause = cause
    self.field = field
  }

  /// Words for the sender: what the decoder says of itself stays here (SPEC ER-03).
  static func describe(_ error: any Error) -> String {
    switch error {
    case JSONDecodingError.unknownField(let name): "There is no field \"\(printable(name))\" here."
    case JSONDecodingError.unrecognizedEnumValue: "A name of an enumeration is not known."
    case JSONDecodingError.numberRange: "A number is out of range."
    case JSONDecodingError.malformedNumber: "A number is not written as JSON writes it, or is not whole."
    case JSONDecodingError.malformedString, JSONDecodingError.invalidUTF8: "A string is not written as JSON writes it."
    case JSONDecodingError.malformedBool: "A field that is true or false holds something else."
    case JSONDecodingError.trailingGarbage: "Something follows the end of the message."
    case JSONDecodingError.truncated: "The message ends too early."
    case JSONDecodingError.messageDepthLimit, BinaryDecodingError.messageDepthLimit: "The message is nested deeper than 16 levels."
    case is JSONDecodingError: "The text is not the JSON of this message."
    case is BinaryDecodingError: "The bytes are not the protobuf of this message."
    default: "The message cannot be read."
    }
  }

  /// At most 40 characters of a name, without control characters.
  static func printable(_ name: String) -> String {
    let scalars = name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    return String(String(String.UnicodeScalarView(scalars)).prefix(40))
  }
}
