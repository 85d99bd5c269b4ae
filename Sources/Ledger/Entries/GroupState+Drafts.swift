import HearthProtocol

// What a member is entering is shown to others by the rule of adding entries (SPEC PR-07).
extension GroupState {
  /// Whether a member may show what they are entering: whether they may add an entry.
  public func mayShowDrafts(_ member: MemberID) -> Bool { (try? checkDrafts(of: member)) != nil }

  /// What of a draft may be shown to others. It is built anew, so that nothing unknown that a peer sent along reaches
  /// them.
  ///
  /// - Throws: why the member may show none, or what is wrong with this one.
  public func shown(_ draft: DraftContent, by member: MemberID) throws(Rejection) -> DraftContent {
    try checkDrafts(of: member)
    var shown = DraftContent()
    guard draft.currency.isEmpty && draft.digitCount == 0 || Currency(code: draft.currency) != nil else {
      throw .unknownCurrency(field: "tell_draft.draft.currency")
    }
    shown.currency = draft.currency
    shown.leadingDigits = draft.leadingDigits
    shown.digitCount = draft.digitCount
    guard draft.category.isEmpty || shared.categoryPlaces[draft.category] != nil else {
      throw .unknownCategory(field: "tell_draft.draft.category")
    }
    shown.category = draft.category
    shown.text = try Deliberation.words(
      draft.text, field: "tell_draft.draft.text", charactersMax: Limits.entryDescriptionCharacters, required: false)
    return shown
  }

  private func checkDrafts(of member: MemberID) throws(Rejection) {
    guard let member = shared.member(member), member.status == .active else { throw .notFound(field: "group_id") }
    guard Matrix.standard[.entriesAdd, member.role].allowsSome(shared.policies) else {
      throw .forbidden(right: .entriesAdd, role: member.role)
    }
    guard !shared.isArchived else { throw .groupArchived }
  }
}
