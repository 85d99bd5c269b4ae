import HearthProtocol

@testable import Ledger

extension PrecedenceTests {
  static let settingsTables: [(String, Situation, [Flaw])] = [
    ("update_group", Situation(.updateGroup(everything)), envelope + asker + updateGroupFlaws),
    ("set_policy", Situation.valid("set_policy"), envelope + asker + setPolicyFlaws),
    ("archive_group", Situation.valid("archive_group"), envelope + asker + archiveFlaws),
    ("unarchive_group", Situation.valid("unarchive_group", household: archived), envelope + asker + unarchiveFlaws),
    ("request_purge", Situation.valid("request_purge", household: archived), envelope + asker + requestPurgeFlaws),
    ("cancel_purge", Situation.valid("cancel_purge", household: condemned), envelope + asker + cancelPurgeFlaws),
    ("set_category", Situation(.setCategory(category("pets"))), envelope + asker + setCategoryFlaws),
    ("retire_category", Situation.valid("retire_category"), envelope + asker + retireCategoryFlaws),
    ("set_preferences", Situation.valid("set_preferences", by: 5), envelope + asker + setPreferencesFlaws),
  ]

  // MARK: Commands

  static func rename(_ name: String) -> UpdateGroup {
    var wish = UpdateGroup()
    wish.name = name
    return wish
  }

  static func policy(_ policy: Policy, _ isAllowed: Bool) -> SetPolicy {
    var wish = SetPolicy()
    wish.policy = policy
    wish.allowed = isAllowed
    return wish
  }

  static func category(_ key: String, name: String = "Pets", expense: Bool = true, income: Bool = false) -> SetCategory {
    var wish = SetCategory()
    wish.content.key = key
    wish.content.name = name
    wish.content.icon = "pawprint.fill"
    wish.content.color = "#a0b1c2"
    wish.content.class = expense ? .wants : .unspecified
    wish.content.forExpense = expense
    wish.content.forIncome = income
    return wish
  }

  static func retirement(_ key: String) -> RetireCategory {
    var wish = RetireCategory()
    wish.key = key
    return wish
  }

  static let purge: RequestPurge = {
    var wish = RequestPurge()
    wish.exported = true
    return wish
  }()

  /// No entries in the feed.
  static let quiet: SetPreferences = {
    var wish = SetPreferences()
    wish.preferences = [NoticePreference(.entries, .feed, isWanted: false)]
    return wish
  }()

  private static let setPreferencesFlaws: [Flaw] = [
    archivedFlaw,
    Flaw(.choiceNotAllowed(field: "set_preferences.preferences")) { $0.command.setPreferences.preferences = [] },
    Flaw(.choiceNotAllowed(field: "set_preferences.preferences[0]")) { $0.command.setPreferences.preferences[0].kind = .unspecified },
    Flaw(.choiceNotAllowed(field: "set_preferences.preferences[0]")) {
      $0.command.setPreferences.preferences[0] = NoticePreference(.digest, .bell, isWanted: true)
    },
    Flaw(.choiceNotAllowed(field: "set_preferences.preferences[0]")) {
      $0.command.setPreferences.preferences[0].channel = .UNRECOGNIZED(9)
    },
    Flaw(.choiceNotAllowed(field: "set_preferences.preferences[1]")) {
      $0.command.setPreferences.preferences.append($0.command.setPreferences.preferences[0])
    },
    Flaw(.nothingChanges) { $0.command.setPreferences.preferences = [NoticePreference(.entries, .feed, isWanted: true)] },
  ]

  static let archived = family([.archiveGroup(ArchiveGroup())])
  static let condemned = family([.archiveGroup(ArchiveGroup()), .requestPurge(purge)])

  /// A change of everything that can be changed.
  static let everything: UpdateGroup = {
    var wish = rename("Sharma Parivar")
    wish.description_p = "Three generations"
    wish.icon = "house.fill"
    wish.currency = "EUR"
    wish.monthlyIncome = Money(minor: 8_500_000, currency: "INR")
    wish.simplifyDebts = false
    wish.timeZone = "Europe/Berlin"
    wish.weekStartsOn = .sunday
    wish.membersMax = 100
    return wish
  }()

  // MARK: Faults

  static let archivedFlaw = Flaw(.groupArchived) { $0.state = archived.state }

  private static func update(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout UpdateGroup) -> Void) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.updateGroup) }
  }

  private static let updateGroupFlaws: [Flaw] = [
    forbidden(.groupSet),
    archivedFlaw,
    update(.choiceNotAllowed(field: "update_group.week_starts_on")) { $0.weekStartsOn = .UNRECOGNIZED(8) },
    update(.numberOutOfRange(field: "update_group.members_max", bounds: 10...100)) { $0.membersMax = 101 },
    update(.numberOutOfRange(field: "update_group.members_max", bounds: 10...100)) { $0.membersMax = 9 },
    update(.amountOutOfRange(field: "update_group.monthly_income.minor")) { $0.monthlyIncome.minor = -1 },
    update(.amountOutOfRange(field: "update_group.monthly_income.minor")) { $0.monthlyIncome.minor = amountMinorMax + 1 },
    update(.unknownCurrency(field: "update_group.monthly_income.currency")) { $0.monthlyIncome = Money(minor: 1, currency: "") },
    update(.unknownCurrency(field: "update_group.currency")) { $0.currency = "inr" },
    update(.timeZoneMalformed(field: "update_group.time_zone")) { $0.timeZone = "+1" },
    update(.textTooLong(field: "update_group.name", charactersMax: 50)) { $0.name = String(repeating: "घ", count: 51) },
    update(.textMissing(field: "update_group.name")) { $0.name = " " },
    update(.textNotAllowed(field: "update_group.name", .controlCharacter)) { $0.name = "a\nb" },
    update(.textTooLong(field: "update_group.description", charactersMax: 280)) { $0.description_p = String(repeating: "d", count: 281) },
    update(.textNotAllowed(field: "update_group.description", .controlCharacter)) { $0.description_p = "one\ntwo" },
    update(.textTooLong(field: "update_group.icon", charactersMax: 64)) { $0.icon = String(repeating: "i", count: 65) },
    update(.textNotAllowed(field: "update_group.icon", .controlCharacter)) { $0.icon = "a\u{7}" },
    Flaw(.currencyFixed) {
      $0.state = family([.addEntry(Household.entry(1))]).state
      $0.command.updateGroup.currency = "EUR"
    },
    Flaw(.nothingChanges) { $0.command.updateGroup = UpdateGroup() },
    Flaw(.nothingChanges) { $0.state = family([.updateGroup(everything)]).state },
  ]

  private static let setPolicyFlaws: [Flaw] = [
    forbidden(.policiesSet),
    archivedFlaw,
    Flaw(.choiceNotAllowed(field: "set_policy.policy")) { $0.command.setPolicy.policy = .unspecified },
    Flaw(.choiceNotAllowed(field: "set_policy.policy")) { $0.command.setPolicy.policy = .UNRECOGNIZED(99) },
    Flaw(.nothingChanges) { $0.command.setPolicy = policy(.adultsVoidOwn, true) },
  ]

  private static let archiveFlaws: [Flaw] = [forbidden(.groupArchive), Flaw(.nothingChanges) { $0.state = archived.state }]
  private static let unarchiveFlaws: [Flaw] = [
    forbidden(.groupUnarchive), Flaw(.nothingChanges) { $0.state = Household.family.state },
  ]
  private static let requestPurgeFlaws: [Flaw] = [
    forbidden(.groupPurge),
    Flaw(.groupNotArchived) { $0.state = Household.family.state },
    Flaw(.exportMissing) { $0.command.requestPurge.exported = false },
    Flaw(.nothingChanges) { $0.state = condemned.state },
  ]
  private static let cancelPurgeFlaws: [Flaw] = [
    forbidden(.groupPurge),
    Flaw(.nothingChanges) { $0.state = archived.state },
    Flaw(.nothingChanges) { $0.state = family([.archiveGroup(ArchiveGroup()), .requestPurge(purge), .cancelPurge(CancelPurge())]).state },
  ]

  private static func category(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout Category) -> Void) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.setCategory.content) }
  }

  private static let setCategoryFlaws: [Flaw] =
    [forbidden(.categoriesSet), archivedFlaw] + keyFlaws + choiceFlaws + colorFlaws + categoryTextFlaws

  private static let keyFlaws: [Flaw] = ["", "Pets", "pet_food", "haus\u{308}", String(repeating: "k", count: 41)].map { key in
    category(.categoryKeyMalformed(field: "set_category.content.key")) { $0.key = key }
  }

  private static let choiceFlaws: [Flaw] = [
    category(.choiceNotAllowed(field: "set_category.content.for_expense")) { $0.forExpense = false },
    category(.choiceNotAllowed(field: "set_category.content.class")) { $0.class = .unspecified },
    category(.choiceNotAllowed(field: "set_category.content.class")) { $0.class = .UNRECOGNIZED(7) },
    category(.numberOutOfRange(field: "set_category.content.sort_order", bounds: 0...1_000_000)) { $0.sortOrder = 1_000_001 },
  ]

  private static let colorFlaws: [Flaw] = ["", "#12345", "#1234567", "1234567", "#12345g", "#12é5"].map { color in
    category(.colorMalformed(field: "set_category.content.color")) { $0.color = color }
  }

  private static let categoryTextFlaws: [Flaw] = [
    category(.textTooLong(field: "set_category.content.name", charactersMax: 50)) { $0.name = String(repeating: "n", count: 51) },
    category(.textMissing(field: "set_category.content.name")) { $0.name = "" },
    category(.textNotAllowed(field: "set_category.content.name", .directionOverride)) { $0.name = "a\u{202E}" },
    category(.textTooLong(field: "set_category.content.icon", charactersMax: 64)) { $0.icon = String(repeating: "i", count: 65) },
    category(.textNotAllowed(field: "set_category.content.icon", .controlCharacter)) { $0.icon = "a\u{7}" },
    Flaw(.categoryInUse) { $0.command.setCategory = category("salary") },
    Flaw(.nothingChanges) { $0.state = family([.setCategory(category("pets"))]).state },
    Flaw(.groupCategoriesFull) { $0.state = full },
  ]

  /// A hundred categories, with those that the group began with.
  private static let full = family((1...76).map { .setCategory(category("c\($0)")) }).state

  private static let retireCategoryFlaws: [Flaw] = [
    forbidden(.categoriesSet),
    archivedFlaw,
    Flaw(.unknownCategory(field: "retire_category.key")) { $0.command.retireCategory.key = "pets" },
    Flaw(.nothingChanges) { $0.state = family([.retireCategory(retirement("gold"))]).state },
  ]
}
