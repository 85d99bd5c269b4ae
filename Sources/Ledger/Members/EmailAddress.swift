import HearthProtocol

/// What counts as an address to write to. Nothing is sent there by the server, so it need not be more than plausible.
enum EmailAddress {
  /// Whether a text is written as NAME@HOST: one `@` with something on either side, at most 254 bytes, no white space,
  /// no controls and nothing that turns the direction of writing.
  static func isWellFormed(_ text: String) -> Bool {
    guard text.utf8.count <= Limits.emailBytes else { return false }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), parts[1].contains("."), !parts[1].hasPrefix("."), !parts[1].hasSuffix(".")
    else { return false }
    // By their numbers: what a character is called may change with the version of Unicode, and a stored event must not.
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0...0x20, 0x7F...0xA0, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x3000, 0xFEFF: false
      default: true
      }
    }
  }
}

extension Deliberation {
  func decide(_ wish: SetMemberEmail) throws(Rejection) -> Decision {
    let asker = try asker(.emailsSet)
    // Whose it is follows from who sends it.
    try permit(.emailsSet, asker, isOwn: true)
    let field = "set_member_email.email"
    let email = try words(wish.email, field: field, charactersMax: Limits.emailBytes)
    guard email.isEmpty || EmailAddress.isWellFormed(email) else { throw .emailMalformed(field: field) }
    let names = shared.members.names(of: asker.id)
    guard email != admin.email(under: names) ?? "" else { throw .nothingChanges }
    var set = MemberEmailSet()
    set.email = email
    set.formerMemberIds = names.dropFirst().filter { admin.emails[$0] != nil }.map(\.description)
    return Decision(actor: asker.id, events: [DecidedEvent(.memberEmailSet(set))])
  }
}

extension GroupState {
  /// Where a member can be written to; nil when they have not said, or when the lane that says it is not there.
  public func email(of member: MemberID) -> String? { admin.email(under: shared.members.names(of: member)) }
}
