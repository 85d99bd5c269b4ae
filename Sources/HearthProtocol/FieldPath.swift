/// The path of a field at fault, as refusals have it: "add_entry.content.paid[1].minor" within the programs and in
/// protobuf, "addEntry.content.paid[1].minor" in JSON (SPEC ER-07).
public enum FieldPath {
  /// The path with the names that fields have in JSON: each underscore with a small letter behind it is a capital.
  public static func json(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "_")) else { return path }
    var written: [UInt8] = []
    var bytes = Array(path.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "_"), let next = bytes.first, isSmall(next) {
        written.append(next - 0x20)
        bytes = bytes.dropFirst()
      } else {
        written.append(byte)
      }
    }
    return String(decoding: written, as: UTF8.self)
  }

  /// The path with the names of the schema: a name's capital is an underscore and a small letter. A name that begins
  /// with a capital is no field of a message, such as "If-Match", and stays.
  public static func schema(_ path: String) -> String {
    guard path.utf8.contains(where: isCapital) else { return path }
    var written: [UInt8] = []
    var isWithinName = false
    for byte in path.utf8 {
      if isCapital(byte), isWithinName {
        written += [UInt8(ascii: "_"), byte + 0x20]
      } else {
        written.append(byte)
      }
      isWithinName = isSmall(byte) || isWithinName && (isCapital(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_"))
    }
    return String(decoding: written, as: UTF8.self)
  }

  /// The path of a member within the command that a message carries, as refusals of commands have it; the path itself
  /// where it leads into no command.
  ///
  /// - Parameter path: within a message of the client, with the names of JSON or of the schema.
  public static func withinCommand(_ path: String) -> String {
    for outer in ["command.", "previewCommand.command.", "preview_command.command."] where path.hasPrefix(outer) {
      return String(path.dropFirst(outer.count))
    }
    return path
  }

  /// A message as it is written in JSON.
  static func json<Body>(in message: Body) -> Body { renamed(message, json) }

  /// A message that was read from JSON, as it would have come in protobuf.
  public static func schema<Body>(in message: Body) -> Body { renamed(message, schema) }

  private static func renamed<Body>(_ message: Body, _ written: (String) -> String) -> Body {
    guard Body.self is any FieldNaming.Type, var named = message as? any FieldNaming else { return message }
    named.rename(written)
    return named as? Body ?? message
  }

  private static func isSmall(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
}

/// A message that has paths of fields in it.
protocol FieldNaming {
  /// Writes each path anew.
  mutating func rename(_ written: (String) -> String)
}

extension Rejected: FieldNaming {
  mutating func rename(_ written: (String) -> String) {
    if !field.isEmpty { field = written(field) }
  }
}

extension FileFlaw: FieldNaming {
  mutating func rename(_ written: (String) -> String) {
    if !field.isEmpty { field = written(field) }
  }
}

extension PlannedImport: FieldNaming {
  mutating func rename(_ written: (String) -> String) {
    if hasFlaw { flaw.rename(written) }
    for place in lines.indices where lines[place].hasFlaw { lines[place].flaw.rename(written) }
  }
}

extension ServerMessage: FieldNaming {
  mutating func rename(_ written: (String) -> String) {
    switch body {
    case .rejected(var rejected):
      rejected.rename(written)
      body = .rejected(rejected)
    case .plannedImport(var plan):
      plan.rename(written)
      body = .plannedImport(plan)
    default: break
    }
  }
}
