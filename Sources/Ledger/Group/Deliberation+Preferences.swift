import HearthProtocol

extension Deliberation {
  func decide(_ wish: SetPreferences) throws(Rejection) -> Decision {
    let asker = try asker(.preferencesSet)
    let field = "set_preferences.preferences"
    guard !wish.preferences.isEmpty else { throw .choiceNotAllowed(field: field) }
    var seen: [NoticePreference] = []
    for (place, cell) in wish.preferences.enumerated() {
      // Limit: no cell twice, so there are at most as many as the table has.
      guard NoticeWishes.has(cell.kind, cell.channel), !seen.contains(where: { $0.kind == cell.kind && $0.channel == cell.channel }) else {
        throw .choiceNotAllowed(field: "\(field)[\(place)]")
      }
      seen.append(cell)
    }
    let wishes = shared.preferences[asker.id]
    var event = PreferencesSet()
    for (kind, channel) in NoticeWishes.cells {
      guard let cell = seen.first(where: { $0.kind == kind && $0.channel == channel }) else { continue }
      if cell.wanted != wishes.wants(kind, in: channel) {
        event.preferences.append(NoticePreference(kind, channel, isWanted: cell.wanted))
      }
    }
    guard !event.preferences.isEmpty else { throw .nothingChanges }
    return Decision(actor: asker.id, events: [DecidedEvent(.preferencesSet(event))])
  }
}
