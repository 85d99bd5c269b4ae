// Limit: 10^15 leaves space for thousands of the largest entries before a sum leaves 64 bits, and for exact arithmetic
// in basis points.

/// The largest amount of one entry or budget, in minor units.
public let amountMinorMax: Int64 = 1_000_000_000_000_000

// Limit: hostile-inputs A8.

/// The longest note of an entry, in characters.
public let noteCharactersMax = 1_000

// Limit: as many as a group can have members.

/// The most members who are named as payers of an entry, or as those who share it.
public let portionsMax = 100

/// The bounds on what a command may hold; each has its rejection.
enum Limits {
  // Limit: bytes a character on average, so that a single one cannot be joined of thousands; the longest emoji, a
  // couple with two tones of skin, has 35.
  static let characterBytes = 36
  // Limit: product 2, 61.
  static let nameCharacters = 50
  // Limit: product 3.
  static let groupDescriptionCharacters = 280
  // Limit: a symbol's name.
  static let iconCharacters = 64
  // Limit: RFC 5321, the longest path less its brackets.
  static let emailBytes = 254
  // Limit: what a person reads in one line of the feed.
  static let entryDescriptionCharacters = 200
  static let noteCharacters = noteCharactersMax
  // Limit: the reasons of all disputes of one entry in UTF-8, so that an entry fits into one message (SPEC, "How long
  // messages are").
  static let entryDisputeBytes = 16_384
  // Limit: a few sentences.
  static let commentCharacters = 500
  // Limit: comments of one entry, and their bytes together in UTF-8, so that an entry with them fits into one message
  // as well.
  static let comments = 50
  static let commentBytes = 8_192
  static let merchantCharacters = 100
  // Limit: the longest name of the IANA database has 32 bytes.
  static let timeZoneBytes = 64

  static let amountMinor: ClosedRange<Int64> = 1...amountMinorMax
  static let portions = portionsMax
  static let basisPoints: ClosedRange<Int32> = 1...10_000
  static let basisPointsTotal = 10_000
  // Limit: catches a mistyped century.
  static let yearsFromToday = 100
  static let weight: ClosedRange<UInt32> = 1...10_000

  // Limit: a bill has a page or two; their bytes lie elsewhere.
  static let receipts = 10
  static let receiptBytes: ClosedRange<UInt64> = 1...10_485_760
  // Limit: a city's name, a file's name, a media type.
  static let placeCharacters = 100
  static let latitudeMicro: ClosedRange<Int32> = -90_000_000...90_000_000
  static let longitudeMicro: ClosedRange<Int32> = -180_000_000...180_000_000

  // Limit: how far back a twin is looked for, in time and in entries, so that a look costs the same in every group.
  static let duplicateMilliseconds: Int64 = 600_000
  // Limit: how long after one's own entry the same again is taken for the same command given twice.
  static let ownDuplicateMilliseconds: Int64 = 60_000
  static let duplicateEntries = 32

  // Limit: product 15.
  static let membersMax = 10
  static let membersMaxBounds: ClosedRange<UInt32> = 10...100
  // Limit: all who ever were in a group, since its entries go on naming them and every settlement looks at all.
  static let membersEver = 1_000
  // Limit: product 56, 7 days.
  static let placeholderRoleMilliseconds: Int64 = 604_800_000
  // Limit: as many as a person can choose from.
  static let categories = 100
  static let sortOrderMax: UInt32 = 1_000_000
  // Limit: product 23: thirty days.
  static let purgeDelayMilliseconds: Int64 = 30 * 86_400_000
  static let budgets = 100
  // Limit: removed ones included; they are kept for what they have fired.
  static let budgetsEver = 1_000
  static let budgetCategories = 50
  static let thresholds = 10
  // Limit: more changes than a budget sees in sixteen years of months; each is kept for the periods in which it was in
  // force.
  static let budgetVersions = 200
  // Limit: from 0.01 % to ten times what may be spent.
  static let thresholdBasisPoints: ClosedRange<UInt32> = 1...100_000

  // Limit: alerts that one act of a member fires; the others fire with the next act in their period.
  static let alertsOfOneAct = 100
  // Limit: alerts that one booking of a rule fires, of which there may be hundreds at once; the others as above.
  static let alertsOfOneBooking = 20

  // Limit: product 103. It also bounds what is kept: at most one reminder for each debtor and creditor.
  static let reminderMilliseconds: Int64 = 86_400_000

  // Limit: three currencies for nine years of days.
  static let rates = 10_000
  static let rateSourceCharacters = 100

  // Limit: more than any family has; each is looked at when one of them changes.
  static let recurring = 100
  // Limit: those that are over included; they are kept for what they have booked.
  static let recurringEver = 1_000
  static let interval: ClosedRange<UInt32> = 1...100
  // Limit: a year of days and a month; what is due when a rule is set is booked at once.
  static let occurrencesDueAtOnce = 400
  // Limit: 27 years of days.
  static let occurrences: ClosedRange<UInt32> = 1...10_000
  // Limit: two years of weeks, left out one by one.
  static let skips = 100
  // Limit: fifty years of months.
  static let instalments: ClosedRange<UInt32> = 1...600
  // Limit: 100 % a year.
  static let annualRateBasisPoints: ClosedRange<UInt32> = 0...10_000
  static let festivals = 20
  // Limit: removed ones included.
  static let festivalsEver = 100
  /// Limit: times that an envelope is removed and comes back a day later or more.
  static let festivalGaps = 100
  static let monthsAhead: ClosedRange<UInt32> = 1...12
  static let monthsAheadDefault: UInt32 = 6

  // Limit: of one minor, each: more than any family has.
  static let guardians = 10
  static let spendingLimits = 20
  static let allowances = 20
  // Limit: those that are over included; they are kept for the dates that they have booked.
  static let allowancesEver = 100

  // Limit: accounts that one member makes, closed ones included.
  static let accounts = 20
  // Limit: members who see an account besides its owner.
  static let accountGrants = 10
  // Limit: accounts of others that one member receives; those granted later wait until one of these ends.
  static let accountsReceived = 50
  // Limit: entries marked by one command.
  static let reconciledAtOnce: ClosedRange<UInt32> = 1...100
  static let openingMinor: ClosedRange<Int64> = -amountMinorMax...amountMinorMax
  // Limit: 14 days for an answer.
  static let revocationMilliseconds: Int64 = 1_209_600_000

  // Limit: a few sentences.
  static let coachingCharacters = 500
  // Limit: product 154: more of one member to another within 24 hours are asked for again.
  static let coachingInOneDay = 3
  static let coachingMilliseconds: Int64 = 86_400_000
  // Limit: of one member to another, the newest; no fewer than count in one day. The history keeps all.
  static let coachingKept = 20

  // Limit: of each category that a member shares, a year of months; a category's totals stand beside the member.
  static let sharedMonths = 12

  static let inviteUses: ClosedRange<UInt32> = 1...100
  static let inviteUsesDefault: UInt32 = 1
  static let inviteSeconds: ClosedRange<UInt32> = 60...2_592_000
  static let inviteSecondsDefault: UInt32 = 604_800
  static let inviteLabelCharacters = 100
  // Limit: each is sent everything that happens.
  static let webhooks = 5
  static let webhookLabelCharacters = 50
  // Limit: bytes of an address; no text that comes as JSON is longer (SPEC HS-04).
  static let webhookURLBytes = 1_000
  // Limit: 24 hours in which the former secret signs besides the new one.
  static let webhookSecretMilliseconds: Int64 = 86_400_000
  // Limit: requests to join without an answer; each is shown to owner and admins.
  static let joinRequests = 20
  // Limit: keeps guessing hopeless: fewer live codes, fewer hits.
  static let openInvites = 20
}
