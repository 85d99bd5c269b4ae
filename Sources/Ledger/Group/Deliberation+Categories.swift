import HearthProtocol

extension Deliberation {
  func decide(_ wish: SetCategory) throws(Rejection) -> Decision {
    let asker = try asker(.categoriesSet)
    let wished = wish.content
    guard Self.isKey(wished.key) else { throw .categoryKeyMalformed(field: "set_category.content.key") }
    let old = shared.category(wished.key)
    guard wished.forExpense || wished.forIncome else { throw .choiceNotAllowed(field: "set_category.content.for_expense") }
    switch wished.class {
    case .needs, .wants, .savings: break
    case .unspecified: guard !wished.forExpense else { throw .choiceNotAllowed(field: "set_category.content.class") }
    case .UNRECOGNIZED: throw .choiceNotAllowed(field: "set_category.content.class")
    }
    guard wished.sortOrder <= Limits.sortOrderMax else {
      throw .numberOutOfRange(field: "set_category.content.sort_order", bounds: 0...Limits.sortOrderMax)
    }
    guard Self.isColor(wished.color) else { throw .colorMalformed(field: "set_category.content.color") }

    // Built anew, so that nothing unknown that a peer sent along is stored.
    var content = Category()
    content.key = wished.key
    content.name = try words(
      wished.name, field: "set_category.content.name", charactersMax: Limits.nameCharacters, required: true)
    content.icon = try words(wished.icon, field: "set_category.content.icon", charactersMax: Limits.iconCharacters)
    content.color = wished.color.uppercased()
    content.class = wished.class
    content.forExpense = wished.forExpense
    content.forIncome = wished.forIncome
    let last = shared.categories.reduce(0) { max($0, $1.sortOrder) }
    content.sortOrder = wished.sortOrder != 0 ? wished.sortOrder : old?.sortOrder ?? min(last + 10, Limits.sortOrderMax)

    if let old {
      // Entries and budgets that have it were checked against what it was for.
      guard content.forExpense || !old.forExpense, content.forIncome || !old.forIncome else { throw .categoryInUse }
      guard content != old else { throw .nothingChanges }
    } else {
      guard shared.categories.count < Limits.categories else { throw .groupCategoriesFull }
    }
    var event = CategorySet()
    event.content = content
    return Decision(actor: asker.id, events: [DecidedEvent(.categorySet(event))])
  }

  func decide(_ wish: RetireCategory) throws(Rejection) -> Decision {
    let asker = try asker(.categoriesSet)
    guard let category = shared.category(wish.key) else { throw .unknownCategory(field: "retire_category.key") }
    guard !category.retired else { throw .nothingChanges }
    var event = CategoryRetired()
    event.key = category.key
    return Decision(actor: asker.id, events: [DecidedEvent(.categoryRetired(event))])
  }

  /// Limit: 1 to 40 lower-case letters, digits and hyphens.
  private static func isKey(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }

  private static func isColor(_ text: String) -> Bool {
    text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
      && text.utf8.dropFirst().allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
      }
  }
}
