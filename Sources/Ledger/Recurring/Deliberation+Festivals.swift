import HearthProtocol

extension Deliberation {
  func decide(_ wish: SetFestival) throws(Rejection) -> Decision {
    let asker = try asker(.festivalsSet)
    guard let id = FestivalID(wish.festivalID) else { throw .malformedID(field: "set_festival.festival_id") }
    let old = shared.festivals[id]
    let wished = wish.content
    guard !FestivalCalendar.days(of: wished.festival).isEmpty else { throw .choiceNotAllowed(field: "set_festival.content.festival") }
    guard wished.monthsAhead == 0 || Limits.monthsAhead.contains(wished.monthsAhead) else {
      throw .numberOutOfRange(field: "set_festival.content.months_ahead", bounds: Limits.monthsAhead)
    }
    try amount(wished.target, field: "set_festival.content.target.minor")
    let currency = try currency(wished.target.currency, field: "set_festival.content.target.currency")
    var content = FestivalContent()
    content.festival = wished.festival
    content.monthsAhead = wished.monthsAhead == 0 ? Limits.monthsAheadDefault : wished.monthsAhead
    content.target = Money(minor: wished.target.minor, currency: currency)
    let name = wished.name.isEmpty ? wished.festival.text : wished.name
    content.name = try words(name, field: "set_festival.content.name", charactersMax: Limits.nameCharacters, required: true)
    content.categories = wished.categories.isEmpty ? ["festivals"] : wished.categories
    try checkCategories(content.categories, keeping: old?.content.categories ?? [], field: "set_festival.content.categories")
    let usual = usualStart(of: wished.festival, replacing: old)
    let start = try wished.startDate.isEmpty ? usual : date(wished.startDate, field: "set_festival.content.start_date")
    content.startDate = start.description

    guard old?.isRemoved ?? true || content != old?.content else { throw .nothingChanges }
    if old?.isRemoved ?? true {
      guard old != nil || shared.festivals.count < Limits.festivalsEver else {
        throw .tooManyFestivals(festivalsMax: Limits.festivalsEver)
      }
      guard shared.festivals.count(where: { !$0.isRemoved }) < Limits.festivals else {
        throw .tooManyFestivals(festivalsMax: Limits.festivals)
      }
    }
    var set = FestivalSet()
    set.festivalID = id.description
    set.content = content
    if old == nil { set.createdBy = asker.id.description }
    if let old, old.isRemoved { set.backOn = max(old.removedOn ?? context.saidOn, context.saidOn).description }
    if let old, old.festival == content.festival, old.start == start {
      guard old.gaps(backOn: context.saidOn).count <= Limits.festivalGaps else { throw .tooManyGaps(field: "set_festival.festival_id") }
      // Seasons that are over keep what they were saved for; in the first one there is nothing to keep.
      let first = old.seasonStart(on: context.saidOn)
      if first > start { set.effectiveFrom = first.description }
    }
    return Decision(actor: asker.id, events: [DecidedEvent(.festivalSet(set))])
  }

  func decide(_ wish: RemoveFestival) throws(Rejection) -> Decision {
    let asker = try asker(.festivalsSet)
    guard let id = FestivalID(wish.festivalID) else { throw .malformedID(field: "remove_festival.festival_id") }
    guard let envelope = shared.festivals[id] else { throw .unknownFestival(field: "remove_festival.festival_id") }
    guard !envelope.isRemoved else { throw .nothingChanges }
    var removed = FestivalRemoved()
    removed.festivalID = id.description
    removed.date = context.saidOn.description
    return Decision(actor: asker.id, events: [DecidedEvent(.festivalRemoved(removed))])
  }

  /// From when on an envelope counts that is set without a start: as before, or from now on where it is new or for
  /// another festival.
  private func usualStart(of festival: Festival, replacing old: FestivalState?) -> CivilDate {
    guard let old else { return context.saidOn }
    return old.festival == festival ? old.start : max(old.start, context.saidOn)
  }
}
