import Foundation
import HearthProtocol
import SwiftProtobuf

/// The kinds of a message that has one body of many, as the protocol has them: so no test keeps a list of them.
public enum Kinds {
  // Limit: past the highest number of a field that the protocol has.
  private static let numbers = 1..<UInt32(2_048)

  /// The message with each body that it can have, empty, by the body's name in JSON.
  public static func bodies<M: Message>(of message: M.Type) -> [(name: String, message: M)] {
    numbers.compactMap { number in
      // Protocol Buffers, encoding: the field's tag with wire type 2, and no bytes.
      var bytes: [UInt8] = []
      var tag = number << 3 | 2
      while tag > 0x7F {
        bytes.append(UInt8(tag & 0x7F | 0x80))
        tag >>= 7
      }
      bytes += [UInt8(tag), 0]
      guard let message = try? M(serializedBytes: bytes), let json = try? message.jsonString(), json.hasSuffix(":{}}") else { return nil }
      return (String(json.dropFirst(2).prefix { $0 != "\"" }), message)
    }
  }

  /// The message with the body of this name in JSON, which says of the fields those that it has, by their names in
  /// JSON.
  ///
  /// - Throws: when the body has a field of such a name that is no text.
  public static func message<M: Message>(_ type: M.Type, _ body: String, saying fields: [String: String]) throws -> M {
    let said = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
    var options = JSONDecodingOptions()
    options.ignoreUnknownFields = true
    return try M(jsonString: #"{"\#(body)":\#(said)}"#, options: options)
  }

  /// The kinds of command, by their names in the schema: "add_entry".
  public static let commands: [(name: String, body: Command.OneOf_Body)] = bodies(of: Command.self).compactMap { name, command in
    command.body.map { (schemaName(name), $0) }
  }

  /// "add_entry" of "addEntry".
  public static func schemaName(_ name: String) -> String {
    name.reduce(into: "") { name, letter in name += letter.isUppercase ? "_" + letter.lowercased() : String(letter) }
  }
}
