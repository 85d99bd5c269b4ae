import HearthProtocol

@testable import Ledger

/// What can be wrong with what an entry says, wherever in a command it stands: flaws in the order in which they are
/// found.
struct ContentFlaws: Sendable {
  /// Where texts stand, "edit_entry.changes", and where kind, amount, payers and split do, "edit_entry.changes.money".
  var texts: String
  var money: String
  /// The command's amount, in minor units of the group's currency.
  var minor: Int64
  /// Changes what the command says of the entry.
  var change: @Sendable (inout Situation, (inout EntryContent) -> Void) -> Void
  /// Has the category "salary" be retired.
  var retire: @Sendable (inout Situation) -> Void
  /// Has member 32 be one who was removed.
  var lose: @Sendable (inout Situation) -> Void

  typealias Spoil = @Sendable (inout EntryContent) -> Void

  private func flaw(
    _ rejection: Rejection, given state: @escaping @Sendable (inout Situation) -> Void = { _ in }, _ spoil: @escaping Spoil
  ) -> Flaw {
    Flaw(rejection) { situation in
      state(&situation)
      change(&situation, spoil)
    }
  }

  // MARK: Figures and rates

  var figures: [Flaw] {
    [
      flaw(.choiceNotAllowed(field: money + ".kind")) { $0.kind = .UNRECOGNIZED(9) },
      flaw(.choiceNotAllowed(field: money + ".kind")) { $0.kind = .unspecified },
      flaw(.amountOutOfRange(field: money + ".amount.minor")) { $0.amount.minor = 0 },
      flaw(.amountOutOfRange(field: money + ".amount.minor")) { $0.amount.minor = .min },
      flaw(.amountOutOfRange(field: money + ".amount.minor")) { $0.amount.minor = amountMinorMax + 1 },
      flaw(.unknownCurrency(field: money + ".amount.currency")) { $0.amount.currency = "inr" },
    ]
  }

  var conversions: [Flaw] {
    let field = money + ".conversion"
    let own = flaw(.choiceNotAllowed(field: field)) {
      $0.amount.currency = "INR"
      $0.conversion.rate = "1"
    }
    let foreign = [
      flaw(.choiceNotAllowed(field: field + ".to")) {
        $0.amount.currency = "USD"
        $0.conversion.to = "EUR"
      },
      flaw(.rateMalformed(field: field + ".rate")) {
        $0.amount.currency = "USD"
        ($0.conversion.to, $0.conversion.rate) = ("INR", "")
      },
    ]
    return [own] + foreign
      + words(field + ".source", 100) {
        $0.amount.currency = "USD"
        ($0.conversion.to, $0.conversion.rate, $0.conversion.source) = ("", "83.1525", $1)
      }
  }

  // MARK: Texts, categories and dates

  /// What can be wrong with a text; in one of several lines a line feed is not.
  private func words(
    _ field: String, _ charactersMax: Int, isRequired: Bool = false, hasLines: Bool = false,
    _ set: @escaping @Sendable (inout EntryContent, String) -> Void
  ) -> [Flaw] {
    let control: TextFlaw = hasLines ? .controlCharacterInLines : .controlCharacter
    let tooLong = [
      String(repeating: "ä", count: charactersMax + 1),
      // One character of too many bytes.
      String(repeating: "\u{1F468}\u{200D}", count: charactersMax * Limits.characterBytes / 7 + 1),
    ]
    let flaws: [(String, TextFlaw)] = [
      ("a\u{0}b", control), ("a\u{1B}[31mb", control), (hasLines ? "one\u{2028}two\n" : "one\ntwo", control),
      ("a\u{202E}b", .directionOverride),
      // No composed letter takes one of them in.
      ("x" + String(repeating: "\u{301}", count: 9), .combiningMarks),
    ]
    return tooLong.map { text in flaw(.textTooLong(field: field, charactersMax: charactersMax)) { set(&$0, text) } }
      + (isRequired ? [flaw(.textMissing(field: field)) { set(&$0, " \n\t ") }] : [])
      + flaws.map { text, textFlaw in flaw(.textNotAllowed(field: field, textFlaw)) { set(&$0, text) } }
  }

  var descriptions: [Flaw] {
    words(texts + ".description", 200, isRequired: true) { $0.description_p = $1 }
      + words(texts + ".note", 1_000, hasLines: true) { $0.note = $1 }
      + words(texts + ".merchant", 100) { $0.merchant = $1 }
  }

  var categories: [Flaw] {
    [
      flaw(.unknownCategory(field: texts + ".category")) { $0.category = "yachts" },
      // It is not for expenses either.
      flaw(.categoryRetired(field: texts + ".category"), given: retire) { $0.category = "salary" },
      flaw(.categoryDoesNotFit(field: texts + ".category")) { $0.category = "salary" },
    ]
  }

  var dates: [Flaw] {
    [
      flaw(.dateMalformed(field: texts + ".date")) { $0.date = "2026-02-29" },
      flaw(.dateOutOfRange(field: texts + ".date")) { $0.date = "1926-10-25" },
      flaw(.dateOutOfRange(field: texts + ".date")) { $0.date = "9999-12-31" },
    ]
  }

  // MARK: Place and receipts

  var places: [Flaw] {
    let field = texts + ".place"
    let points: [(latitude: Int32?, longitude: Int32?)] = [
      (0, nil), (nil, 0), (90_000_001, 0), (-90_000_001, 0), (0, 180_000_001), (0, -180_000_001),
    ]
    let choices = points.map { point in
      flaw(.choiceNotAllowed(field: field)) {
        let (city, country) = ($0.place.city, $0.place.country)
        $0.place = Place()
        ($0.place.city, $0.place.country) = (city, country)
        if let latitude = point.latitude { $0.place.latitudeMicro = latitude }
        if let longitude = point.longitude { $0.place.longitudeMicro = longitude }
      }
    }
    return words(field + ".city", 100) { $0.place.city = $1 } + words(field + ".country", 100) { $0.place.country = $1 } + choices
  }

  /// - Parameter list: where the receipts stand below `texts`.
  func receipts(_ list: String) -> [Flaw] {
    let field = "\(texts).\(list)"
    let good = Receipt.with {
      $0.sha256 = .init(repeating: 7, count: 32)
      ($0.sizeBytes, $0.mediaType) = (1, "image/png")
    }
    func one(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout Receipt) -> Void) -> Flaw {
      flaw(rejection) {
        $0.receipts = [good]
        spoil(&$0.receipts[0])
      }
    }
    return [
      flaw(.tooManyReceipts(field: field)) { $0.receipts = Array(repeating: good, count: 11) },
      one(.choiceNotAllowed(field: field + "[0].sha256")) { $0.sha256 = .init(repeating: 7, count: 31) },
      flaw(.choiceNotAllowed(field: field + "[1].sha256")) { $0.receipts = [good, good] },
      one(.choiceNotAllowed(field: field + "[0].size_bytes")) { $0.sizeBytes = 0 },
      one(.choiceNotAllowed(field: field + "[0].size_bytes")) { $0.sizeBytes = 10_485_761 },
    ]
      + words(field + "[0].media_type", 100, isRequired: true) {
        $0.receipts = [good]
        $0.receipts[0].mediaType = $1
      }
      + words(field + "[0].name", 100) {
        $0.receipts = [good]
        $0.receipts[0].name = $1
      }
  }

  // MARK: Who paid and who owes

  /// What can be wrong with the members that a list names.
  private func members(
    _ list: String, _ suffix: String = "", _ set: @escaping @Sendable (inout EntryContent, [String]) -> Void
  ) -> [Flaw] {
    let field = "\(money).\(list)"
    let first = Household.text(1)
    return [
      flaw(.tooManyShares(field: field)) { set(&$0, Array(repeating: first, count: 101)) },
      flaw(.malformedMember(field: "\(field)[1]\(suffix)")) { set(&$0, [first, "me"]) },
      flaw(.memberRepeated(field: "\(field)[1]\(suffix)")) { set(&$0, [first, first.uppercased()]) },
      flaw(.unknownMember(field: "\(field)[0]\(suffix)")) { set(&$0, [Household.text(66)]) },
    ]
  }

  var payers: [Flaw] {
    let (field, minor) = (money + ".paid", minor)
    return members("paid", ".member_id") { $0.paid = $1.map { Share(memberText: $0, minor: 1) } } + [
      flaw(.shareOutOfRange(field: field + "[1].minor")) { $0.paid = [Household.share(1, 1), Household.share(2, -1)] },
      flaw(.paidDoesNotAddUp(field: field, Difference(total: minor - 10, wanted: minor, currency: PrecedenceTests.rupee))) {
        $0.amount = Money(minor: minor, currency: "INR")
        $0.paid = [Household.share(1, minor - 10)]
      },
    ]
  }

  var owers: [Flaw] { nobody + equal + exact + percentage + weights + income }

  /// The split names nobody, and nobody shares by default.
  private var nobody: [Flaw] {
    [
      flaw(
        .sharesMissing(field: money + ".split"),
        given: {
          for var member in $0.state.shared.members {
            member.sharingSet = false
            $0.state.shared.members.update(member)
          }
        }
      ) {
        ($0.amount, $0.paid, $0.split.equal) = (Money(minor: minor - 1, currency: "INR"), [], EqualSplit())
      }
    ]
  }

  private var equal: [Flaw] { members("split.equal.member_ids") { $0.split.equal.memberIds = $1 } }

  private var exact: [Flaw] {
    let (field, minor) = (money + ".split.exact.shares", minor)
    return [flaw(.sharesMissing(field: field)) { $0.split.exact = ExactSplit() }]
      + members("split.exact.shares", ".member_id") { $0.split.exact.shares = $1.map { Share(memberText: $0, minor: 1) } } + [
        flaw(.shareOutOfRange(field: field + "[0].minor")) { $0.split.exact.shares = [Household.share(1, .max)] },
        flaw(.sharesDoNotAddUp(field: field, Difference(total: 7, wanted: minor, currency: PrecedenceTests.rupee))) {
          $0.amount = Money(minor: minor, currency: "INR")
          $0.split.exact.shares = [Household.share(2, 7)]
        },
      ]
  }

  private var percentage: [Flaw] {
    let field = money + ".split.percentage.shares"
    return [flaw(.sharesMissing(field: field)) { $0.split.percentage = PercentageSplit() }]
      + members("split.percentage.shares", ".member_id") { content, names in
        content.split.percentage.shares = names.map { name in .with { ($0.memberID, $0.basisPoints) = (name, 1) } }
      } + [
        flaw(.percentageOutOfRange(field: field + "[1].basis_points")) {
          $0.split.percentage.shares = PrecedenceTests.points([(1, 10_000), (2, 0)])
        },
        flaw(.percentagesDoNotAddUp(field: field, basisPoints: 10_001)) {
          $0.split.percentage.shares = PrecedenceTests.points([(1, 5_001), (2, 5_000)])
        },
      ]
  }

  private var weights: [Flaw] {
    let field = money + ".split.weights.shares"
    @Sendable func shares(_ names: [String], _ weight: UInt32) -> [WeightShare] {
      names.map { name in .with { ($0.memberID, $0.weight) = (name, weight) } }
    }
    return [flaw(.sharesMissing(field: field)) { $0.split.weights = WeightSplit() }]
      + members("split.weights.shares", ".member_id") { $0.split.weights.shares = shares($1, 1) }
      + [0, 10_001].map { weight in
        flaw(.numberOutOfRange(field: field + "[0].weight", bounds: 1...10_000)) {
          $0.split.weights.shares = shares([Household.text(1)], weight)
        }
      }
  }

  private var income: [Flaw] {
    let field = money + ".split.income.member_ids"
    return members("split.income.member_ids") { $0.split.income.memberIds = $1 } + [
      flaw(.incomeUnknown(field: field, members: [Household.member(2)])) { $0.split.income.memberIds = [Household.text(2)] }
    ]
  }

  /// What a transfer asks for besides, and who is no longer there.
  var transfersAndAbsent: [Flaw] {
    let minor = minor
    let field = money + ".split"
    return [
      flaw(.transferNeedsTwoMembers(field: field)) {
        $0.kind = .transfer
        $0.split.equal.memberIds = [Household.text(2), Household.text(3)]
      },
      flaw(.transferNeedsTwoMembers(field: field)) {
        ($0.kind, $0.amount.minor) = (.transfer, minor)
        $0.paid = [Household.share(1, minor)]
        $0.split.equal.memberIds = [Household.text(1)]
      },
      flaw(.transferNeedsTwoMembers(field: field)) {
        ($0.kind, $0.amount.minor) = (.transfer, minor)
        $0.paid = [Household.share(1, 1), Household.share(2, minor - 1)]
        $0.split.equal.memberIds = [Household.text(3)]
      },
      flaw(.memberNotActive(field: money + ".paid"), given: lose) {
        ($0.kind, $0.amount.minor) = (.expense, minor)
        $0.paid = [Household.share(32, minor)]
      },
      flaw(.memberNotActive(field: field), given: lose) {
        ($0.kind, $0.amount.minor) = (.expense, minor)
        $0.split.equal.memberIds = [Household.text(32)]
      },
    ]
  }
}
