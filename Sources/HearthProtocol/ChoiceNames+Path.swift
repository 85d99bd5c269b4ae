extension ChoiceNames {
  /// What may be said at a place in a message.
  ///
  /// - Parameters:
  ///   - path: as `CodecError.field` has it: "command.setBudget.content.period", the names as they were sent.
  ///   - message: what the schema calls the whole message: "hearth.v1.ClientMessage".
  /// - Returns: nil where the schema has no enumeration there.
  static func names(of path: String, in message: String) -> [String]? {
    var type = message.split(separator: ".").last.map(String.init)
    for step in path.split(separator: ".") {
      guard let fields = type.flatMap({ types[$0] }) else { return nil }
      type = fields[lowerCamel(step.prefix { $0 != "[" })]
    }
    return type.flatMap { names[$0] }
  }

  /// "memberId" of "member_id" and of itself.
  private static func lowerCamel(_ name: Substring) -> String {
    let words = name.split(separator: "_")
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
