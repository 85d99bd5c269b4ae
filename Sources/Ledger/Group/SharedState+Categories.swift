import HearthProtocol

extension SharedState {
  mutating func set(_ event: CategorySet) throws(HistoryFlaw) {
    guard settings != nil else { throw .contradiction(.groupCreatedOnce) }
    let category = event.content
    guard !category.key.isEmpty else { throw .malformed("key") }
    if let place = categoryPlaces[category.key] {
      categories[place] = category
    } else {
      categoryPlaces[category.key] = categories.count
      categories.append(category)
    }
  }

  mutating func retire(_ event: CategoryRetired) throws(HistoryFlaw) {
    guard let place = categoryPlaces[event.key] else { throw .contradiction(.namesKnown) }
    categories[place].retired = true
  }

  /// The categories as lists show them: the lowest sort order first, equal ones in the order of addition.
  public var sortedCategories: [Category] {
    categories.enumerated().sorted { ($0.element.sortOrder, $0.offset) < ($1.element.sortOrder, $1.offset) }.map(\.element)
  }
}
