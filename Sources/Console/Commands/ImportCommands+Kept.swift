import Ledger

/// What a user keeps of how files are read: rules and profiles. Both are on this device alone.
extension ImportCommands {
  /// `hearth import rules`.
  public func listRules() throws(ConsoleFailure) {
    let rules = try files.load().rules
    let json = rules.map { rule in
      var json = JSONLine()
      json.add("words", rule.words)
      json.add("category", rule.category)
      return json.text
    }
    output.show(Screens.importRules(rules, output.theme), json: json)
  }

  /// `hearth import rules --remove`.
  ///
  /// - Parameter words: those of the rule, in capitals or not.
  public func removeRule(_ words: String) throws(ConsoleFailure) {
    let wanted = words.trimmingSpaces.lowercased()
    try files.update { content throws(ConsoleFailure) in
      let left = content.rules.filter { $0.words != wanted }
      guard left.count < content.rules.count else {
        throw ConsoleFailure(
          ArgumentFlaw(
            "There is no rule with the words \"\(words.printable)\". See hearth import rules.",
            "\"\(words.printable)\" शब्दों का कोई नियम नहीं है। देखें: hearth import rules।"))
      }
      content.rules = left
    }
    removed("words", wanted, output.phrases.ruleRemoved(wanted.printable))
  }

  /// `hearth import profiles`.
  public func listProfiles() throws(ConsoleFailure) {
    let names = try files.load().profiles.keys.sorted()
    let json = names.map { name in
      var json = JSONLine()
      json.add("profile", name)
      return json.text
    }
    output.show(names.isEmpty ? [output.phrases.noProfiles()] : names.map(\.printable), json: json)
  }

  /// `hearth import profiles --remove`.
  public func removeProfile(_ name: String) throws(ConsoleFailure) {
    let wanted = name.lowercased()
    try files.update { content throws(ConsoleFailure) in
      guard content.profiles.removeValue(forKey: wanted) != nil else {
        throw ConsoleFailure(
          ArgumentFlaw(
            "You keep no profile \"\(name.printable)\". See hearth import profiles.",
            "आपकी \"\(name.printable)\" नाम की कोई प्रोफ़ाइल नहीं है। देखें: hearth import profiles।"))
      }
    }
    removed("profile", wanted, output.phrases.profileRemoved(wanted.printable))
  }

  private func removed(_ field: String, _ name: String, _ line: String) {
    var json = JSONLine()
    json.add("removed", json: "true")
    json.add(field, name)
    output.show([line], json: [json.text])
  }
}
