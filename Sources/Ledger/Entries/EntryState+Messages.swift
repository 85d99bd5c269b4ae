import HearthProtocol

extension EntryState {
  /// What a person said of the entry, complete: date, payers and split are filled in.
  public var content: EntryContent {
    var content = EntryContent()
    content.kind = kind
    content.amount = Money(minor: minor, currency: currency)
    content.description_p = description
    content.category = category
    content.date = date.description
    content.paid = paid.map(Share.init)
    content.note = note
    content.merchant = merchant
    content.split = splitMessage
    if let conversion { content.conversion = conversion.message }
    if let story = story?.message {
      if story.hasPlace { content.place = story.place }
      content.receipts = story.receipts
    }
    return content
  }

  /// The files that belong to it, by reference (SPEC EN-08).
  public var receipts: [Receipt] { story?.message.receipts ?? [] }

  private var splitMessage: Split {
    var message = Split()
    let owed = owed
    let names = owed.map { $0.member.description }
    switch split {
    case .equal: message.equal.memberIds = names
    case .exact: message.exact.shares = owed.map(Share.init)
    case .percentage(let points):
      message.percentage.shares = zip(names, points).map { name, points in
        var share = PercentageShare()
        share.memberID = name
        share.basisPoints = points
        return share
      }
    case .weights(let weights):
      message.weights.shares = zip(names, weights).map { name, weight in
        var share = WeightShare()
        share.memberID = name
        share.weight = UInt32(truncatingIfNeeded: weight)
        return share
      }
    case .income: message.income.memberIds = names
    }
    return message
  }

  /// The entry by itself, for programs: members by their ids.
  public var message: Entry {
    var message = Entry()
    message.entryID = id.description
    message.content = content
    message.owed = owed.map(Share.init)
    message.addedBy = addedBy.description
    message.addedAtMs = addedAt
    message.position = position.rawValue
    if let rule { message.ruleID = rule.description }
    if let instalment { message.instalment = instalment }
    return message
  }

  /// The entry as snapshots carry it.
  public var row: EntryRow {
    var row = EntryRow()
    row.entryID = id.description
    row.kind = kind
    row.minor = minor
    row.currency = currency.code
    row.date = date.description
    row.description_p = description
    row.category = category
    row.note = note
    row.merchant = merchant
    row.paidBy = paidShares.map { UInt32($0.member) }
    row.paidMinor = paidShares.map(\.minor)
    row.owedBy = owedShares.map { UInt32($0.member) }
    row.owedMinor = owedShares.map(\.minor)
    row.split = splitKind.message
    row.splitFigures = figures
    row.addedBy = UInt32(addedByNumber)
    row.addedAtMs = addedAt
    row.position = position.rawValue
    if let conversion { row.conversion = conversion.message }
    if let story {
      row.version = story.version.rawValue
      if story.message != EntryStory() { row.story = story.message }
    }
    return row
  }
}

extension EntryFigures.Kind {
  /// As snapshots carry it.
  var message: SplitKind {
    switch self {
    case .equal: .equal
    case .percentage: .percentage
    case .exact: .exact
    case .weights: .weights
    case .income: .income
    }
  }

  init?(_ message: SplitKind) {
    switch message {
    case .equal: self = .equal
    case .percentage: self = .percentage
    case .exact: self = .exact
    case .weights: self = .weights
    case .income: self = .income
    case .unspecified, .UNRECOGNIZED: return nil
    }
  }
}

extension Share {
  init(_ portion: Portion) { self.init(memberText: portion.member.description, minor: portion.minor) }

  init(memberText: String, minor: Int64) {
    self.init()
    memberID = memberText
    self.minor = minor
  }
}

extension Money {
  /// Makes an amount of minor units.
  public init(minor: Int64, currency: Currency) {
    self.init()
    self.minor = minor
    self.currency = currency.code
  }
}
