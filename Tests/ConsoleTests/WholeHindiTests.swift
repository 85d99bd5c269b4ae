import Foundation
import HearthClient
import HearthProtocol
import Ledger
import Support
import Testing

@testable import Console

/// Everything that the client shows, in Hindi: what is in Latin letters must be a name or something that is typed.
@Suite struct WholeHindiTests {
  private let hindi = Theme(isColored: false, width: 160, language: .hindi)
  private let english = Theme(isColored: false, width: 160)

  static let budget = BudgetID(high: 0x7000, low: 0xA000_0000_0000_0001).description
  static let entry = EntryID(high: 0x7000, low: 0x9000_0000_0000_0001).description

  /// A household in which there is one of everything.
  func household() -> Household {
    var home = Household(name: "शर्मा परिवार", meera: "मीरा")
    home.setBudget("राशन", 500_00, "groceries") {
      $0.rollover = .surplus
      $0.rolloverCapMinor = 100_00
    }
    home.add("चावल", 600_00, "groceries", paid: [(home.ravi, 600_00)], owed: [(home.asha, 300_00), (home.ravi, 300_00)], by: home.ravi)
    home.add("टैक्सी", 80_00, paid: [(home.asha, 80_00)], owed: [(home.ravi, 80_00)])
    home.add("वेतन", 900_00, "salary", kind: .income, paid: [(home.asha, 900_00)], owed: [(home.asha, 900_00)])
    home.rate("USD", "83.1525", on: "2026-11-01")
    home.append(
      .recurringSet(
        RecurringTests.set {
          $0.template.description_p = "किराया"
        }))
    home.append(.festivalSet(Self.festival(home)))
    return home
  }

  private static func festival(_ home: Household) -> FestivalSet {
    .with {
      $0.festivalID = RecurringTests.festival.description
      $0.createdBy = home.asha.description
      $0.content.festival = .diwali
      $0.content.name = "दिवाली"
      $0.content.target.minor = 6_000_000
      $0.content.target.currency = "INR"
      $0.content.monthsAhead = 6
      $0.content.categories = ["groceries"]
      $0.content.startDate = "2026-11-10"
    }
  }

  // MARK: What is shown

  @Test("product 163: with amounts hidden no screen has one, nor a gauge that tells it", arguments: Language.allCases)
  func hidden(language: Language) throws {
    let theme = Theme(isColored: false, width: 100, language: language)
    // What the user is typing just now is theirs.
    let own: Set<String> = ["forms", "faults"]
    func told(_ lines: [String]) -> [String] { lines.filter { $0.contains(/[₹$]\s*[0-9]/) || $0.contains("▓") } }
    let shown = try screens(theme).filter { !told($0.lines).isEmpty }.map(\.name)
    #expect(shown.count > 12, "the control: \(shown)")
    try Amounts.hiding(true) {
      for (name, lines) in try screens(theme) where !own.contains(name) { #expect(told(lines) == [], "\(name)") }
    }
  }

  private func screens(_ theme: Theme) throws -> [(name: String, lines: [String])] {
    var home = household()
    let view = home.view
    let shared = view.state.shared
    let today = try #require(CivilDate(iso8601: "2026-11-22"))
    let rupee = try #require(Currency(code: "INR"))
    let dashboards = try dashboards(home, today)
    var debts = Screens.DebtsWish()
    debts.explains = true
    var direct = debts
    direct.isDirect = true
    let rule = try #require(shared.recurring.rules.first)
    var loans = Household()
    loans.append(.recurringSet(RecurringTests.loan))
    loans.book("2026-11-30", of: RecurringTests.loan, RecurringTests.rule)
    let loanRule = try #require(loans.view.state.shared.recurring.rules.first)
    let loan = try #require(loanRule.loan)
    let before = view.state.shared
    home.add("रात का खाना", 9_00, paid: [(home.asha, 9_00)], owed: [(home.ravi, 9_00)])
    home.void(2)
    home.append(.memberLeft(MemberLeft.with { $0.memberID = home.meera.description }), by: home.meera)
    home.append(.budgetRemoved(BudgetRemoved.with { $0.budgetID = Self.budget }))
    let difference = GroupDifference(from: before, on: today, to: home.view.state.shared, on: today)
    let same = GroupDifference(from: before, on: today, to: before, on: today)
    let first = try #require(shared.budgets.first)
    let (converted, plan) = try RateText.plan(view, in: "USD", at: ["INR=0.012"], on: today)
    return [
      ("history", try history(home, theme)), ("balances", Screens.balances(view, theme) + Screens.balances(Household().view, theme)),
      ("converted", Screens.balances(try RateText.balances(view, in: "USD", at: [], on: CivilDate(daysSince1970: 20_780)), view, theme)),
      ("members", Screens.members(home.view, all: true, theme)), ("plan", Screens.debts(plan, of: nil, converted, view, theme)),
      ("budgets", Screens.budgets(view, today: today, theme) + Screens.budgets(home.view, today: today, theme)),
      ("no budgets", Screens.budgets(Household().view, today: today, theme)),
      ("budget", Screens.budget(first, on: today, view, theme) + [Screens.rolloverText(first, theme.phrases)]),
      ("hints", Screens.hints(income: 1_000_000_00, rupee, theme)), ("rates", Screens.rates(view, theme)),
      ("no rates", Screens.rates(Household().view, theme)), ("group", Screens.group(view, theme)),
      ("policies", Screens.policies(view, theme)),
      ("categories", Screens.categories(defaultCategories, theme)),
      ("allocation", Screens.allocation(Allocation.templates[0].allocation, [1, 2, 3], rupee, theme)),
      ("dashboard", Screens.dashboard(dashboards[0], view, theme)), ("digests", dashboards.flatMap { Screens.digest($0, view, theme) }),
      ("notices", Screens.notices(NoticeWishes(), theme)), ("difference", Screens.difference(difference, home.view, theme)),
      ("no difference", Screens.difference(same, view, theme)), ("debts", Screens.debts(view, debts, theme)),
      ("direct", Screens.debts(view, direct, theme)), ("settled", Screens.debts(Household().view, debts, theme)),
      ("rules", Screens.recurring([rule], view, theme)), ("no rules", Screens.recurring([], view, theme)),
      ("loan", Screens.loan(loanRule, loan, theme) + Screens.recurring([loanRule], loans.view, theme)),
      ("festivals", Screens.festivals(view, today: today, theme)),
      ("no festivals", Screens.festivals(Household().view, today: today, theme)),
      ("impact", Screens.impact(impact(home), view, theme)), ("entry list", try entryLists(home, theme)),
      ("one date", Screens.impact(.with { $0.dueDates = 1 }, view, theme)),
      ("dates", Screens.impact(.with { $0.dueDates = 101 }, view, theme)), ("no impact", Screens.impact(Impact(), view, theme)),
      ("groups", Screens.groups([group()], current: nil, theme) + Screens.groups([], current: nil, theme)),
      ("archived groups", Screens.groups([], hidden: 2, current: nil, theme)),
      ("preview", Screens.preview(invitePreview(), theme)), ("no invites", Screens.invites(view, now: 0, theme)),
      (
        "invite",
        Screens.invite(code: "", link: "", id: "", role: .adult, uses: 1, seconds: 604_800, theme)
          + Screens.invite(code: "", link: "", id: "", role: .minor, uses: 2, seconds: 60, theme)
          + Screens.invite(code: "", link: "", id: "", role: .adult, uses: 1, seconds: 60, isBound: true, theme)
          + Screens.invite(code: "", link: "", id: "", role: .adult, uses: 1, seconds: 60, needsApproval: true, theme)
          + [
            theme.phrases.needsApproval(), theme.phrases.joinNeedsApproval(), theme.phrases.memberPending(), theme.phrases.memberAccepted(),
          ]
          + [theme.phrases.isBound(), theme.phrases.isIdentity("7")]
          + [true, false].map(theme.phrases.languageKept)
      ), ("family", coaching(home, theme) + sharedCategories(theme)), ("can", try questions(theme)),
      ("entry", try standing(home, theme)), ("clash", try clash(home, theme)),
      ("forms", try budgets(theme) + split(theme)),
      ("welcome", Screens.welcome(isRegistered: false, theme)), ("outcomes", outcomes(theme)),
      ("feed", feed().flatMap { $0.lines(theme) }), ("faults", faults().flatMap { FeedItem.fault($0).lines(theme) }),
    ]
  }

  /// Whatever stands in the way of what one may.
  private func questions(_ theme: Theme) throws -> [String] {
    var home = household()
    func answer(_ action: String, _ object: String? = nil) throws -> [String] {
      try PermissionQuestion("ravi", action, object, in: home.view).lines(home.view, theme)
    }
    var lines = try answer("void") + answer("undo") + answer("dispute", "वेतन")
    home.append(.groupArchived(.init()))
    lines += try answer("void", "वेतन") + answer("add")
    home.append(.groupUnarchived(.init()))
    home.append(.entryVoided(.with { $0.entryID = Self.entry }), by: home.ravi)
    lines += try answer("undo") + answer("edit", "वेतन") + answer("dispute", "वेतन") + answer("void", "वेतन")
    home.append(.entryRestored(.with { $0.entryID = Self.entry }), by: home.ravi)
    lines += try answer("restore", "वेतन")
    for policy in [Policy.adultsVoidOwn, .adultsEditOthers, .adminsInvite] {
      lines += Screens.permissions(home.view.state.shared.permissionChanges(setting: policy, to: false), home.view, theme)
    }
    let fresh = Household().view
    return try lines + PermissionQuestion("ravi", "undo", nil, in: fresh).lines(fresh, theme)
  }

  /// An entry with shares in every state, and disputed.
  private func standing(_ home: Household, _ theme: Theme) throws -> [String] {
    var home = home
    let first = try #require(home.view.state.shared.entries.first)
    func lines() -> [String] { Screens.entry(home.view.state.shared.entries[first.id] ?? first, home.view, theme) }
    var all = lines()
    for minor in [100_00, 220_00] as [Int64] {
      home.add("नक़द", minor, kind: .transfer, paid: [(home.asha, minor)], owed: [(home.ravi, minor)], isEqual: false)
      all += lines()
    }
    home.append(.entryDisputed(.with { ($0.entryID, $0.reason) = (Self.entry, "मैं नहीं था") }))
    home.append(.entryCommented(.with { ($0.entryID, $0.commentID, $0.text) = (Self.entry, Self.entry, "बिल दराज़ में है") }))
    all += lines()
    home.append(.partySet(.with { ($0.memberID, $0.withMemberID) = (home.ravi.description, home.asha.description) }))
    all += Screens.parties(home.view, theme) + Screens.members(home.view, theme)
    home.append(.partySet(.with { $0.memberID = home.ravi.description }))
    all += Screens.parties(home.view, theme)
    home.append(.entryVoided(.with { $0.entryID = Self.entry }))
    return all + lines() + [
      theme.phrases.share(.open, paid: "", offset: ""), theme.phrases.share(.partlyPaid, paid: "", offset: "1"),
      theme.phrases.share(.partlyPaid, paid: "1", offset: "1"), theme.phrases.share(.paid, paid: "", offset: "1"),
      theme.phrases.share(.paid, paid: "1", offset: "1"), theme.phrases.reckoned(.direct), theme.phrases.reckoned(.simplified),
      theme.phrases.allVoided(), theme.phrases.problemsHint(), theme.phrases.handedOver("1", isReceived: true),
      theme.phrases.handedOver("1", isReceived: false), theme.phrases.recordedOnly(1, of: 2), theme.phrases.notedOnly(1),
    ]
  }

  /// Entries of every kind that a list tells apart, with more behind them, and none; roles with labels.
  private func entryLists(_ home: Household, _ theme: Theme) throws -> [String] {
    var home = home
    home.append(.entryDisputed(.with { ($0.entryID, $0.reason) = (Self.entry, "मैं नहीं था") }))
    let disputed = Array(home.view.state.shared.entries)
    home.append(.entryVoided(.with { $0.entryID = Self.entry }))
    let entries = disputed + Array(home.view.state.shared.entries)
    return Screens.entries(entries, next: 7, home.view, theme) + Screens.entries([], next: 0, home.view, theme)
      + RoleLabel.allCases.map(theme.phrases.label)
  }

  /// Every field in conflict.
  private func clash(_ home: Household, _ theme: Theme) throws -> [String] {
    let shared = home.view.state.shared
    let (first, other) = (try #require(shared.entries.first), try #require(shared.entries.dropFirst(2).first))
    let rejected = Rejected.with {
      $0.code = RejectionCode.conflict.rawValue
      $0.details = ChangedField.allCases.flatMap { field -> [Detail] in
        [
          .with { ($0.key, $0.value) = ("changed.\(field.rawValue)", "7") },
          .with { ($0.key, $0.value) = ("changed_by.\(field.rawValue)", home.ravi.description) },
        ]
      }
    }
    let wished = EntryChanges.with {
      ($0.note, $0.category, $0.place.city) = ("मीठा", "", "पुणे")
      ($0.money.kind, $0.money.amount, $0.money.conversion.rate) = (.transfer, first.content.amount, "84")
      $0.money.split.income.memberIds = [home.asha.description]
    }
    let clash = try #require(EntryClash(rejected, base: first, theirs: other, wished))
    return clash.lines(shared, theme) + [theme.phrases.whichCurrency("INR", "USD"), theme.phrases.reapplyHint()]
  }

  private func impact(_ home: Household) -> Impact {
    .with {
      $0.budgets = [
        .with {
          ($0.name, $0.currency) = ("राशन", "INR")
          ($0.before.basisPoints, $0.after.spentMinor, $0.after.limitMinor) = (8_200, 2, 1)
        }, .with { ($0.name, $0.currency, $0.after.limitMinor) = ("मौज", "INR", 500_00) },
        .with { ($0.name, $0.currency, $0.before.basisPoints) = ("पुराना", "INR", 100) },
      ]
      $0.alerts = [.with { ($0.budgetID, $0.over, $0.spentMinor, $0.limitMinor) = (Self.budget, true, 2, 1) }]
      $0.debts = [(1, 2), (-1, -2), (1, 0), (1, -1), (-1, 1)].map { before, after in
        .with {
          ($0.memberID, $0.currency, $0.beforeMinor, $0.afterMinor) = (home.ravi.description, "INR", before, after)
        }
      }
    }
  }

  /// A month and a week with everything in them.
  private func dashboards(_ home: Household, _ today: CivilDate) throws -> [Dashboard] {
    let shared = home.view.state.shared
    var dashboards: [Dashboard] = []
    for period in [DashboardPeriod.month, .week] {
      var request = ReadDashboard()
      request.period = period
      var dashboard = try home.view.state.dashboard(request, today: today) { Present.day($0, shared) }
      dashboard.alerts = [
        .with { ($0.budgetID, $0.basisPoints) = (Self.budget, 8_000) }, .with { ($0.budgetID, $0.over) = (Self.budget, true) },
      ]
      (dashboard.joinedMemberIds, dashboard.leftMemberIds) = ([home.ravi.description], [home.meera.description])
      dashboards.append(dashboard)
    }
    return dashboards
  }

  /// The questions of the wizard, with too little and too much assigned.
  private func budgets(_ theme: Theme) throws -> [String] {
    let rupee = try #require(Currency(code: "INR"))
    var form = BudgetForm(defaultCategories, rupee, theme.phrases)
    let askIncome = form.question(theme)
    try form.take("85000")
    let askTemplate = form.question(theme)
    try form.take("1")
    try form.take("1=10%")
    let askLines = form.question(theme)
    try form.take("1=90%")
    return askIncome + askTemplate + askLines + form.question(theme)
  }

  private func split(_ theme: Theme) -> [String] {
    guard let rupee = Currency(code: "INR") else { return [] }
    var form = SplitForm("चाय", 100, rupee, in: household().view, theme.phrases)
    var lines: [String] = []
    while !form.isComplete {
      lines += form.question(theme)
      try? form.take("")
    }
    let phrases = theme.phrases
    return lines + [
      phrases.addingTo("घर"), phrases.nothingAdded(), phrases.sharedWith("घर"), phrases.noBudgetsSet("घर"), phrases.answersEnded(),
    ]
  }

  private func outcomes(_ theme: Theme) -> [String] {
    let money: [Outcome] = [
      .entryChanged("चाय"), .entryVoided("चाय"), .entryRestored("चाय"), .undone, .disputed("चाय"), .disputeWithdrawn("चाय"), .commented("चाय"),
      .commentRemoved("चाय"), .memberParty("Ravi", with: "Asha"), .memberParty("Ravi", with: nil),
      .earns(figure: nil), .earns(figure: "1"), .budgetSet("चाय", limit: "1", .monthly, rollover: ""), .budgetRemoved("चाय"),
      .budgetReactivated("चाय"), .rateNoted("1", day: nil), .rateNoted("1", day: "2"), .receiptAdded("बिल", to: "चाय"),
      .receiptRemoved("बिल", from: "चाय"),
      .wroteBytes(1, to: "बिल"), .wroteEntries(1, to: "बिल"), .wroteEntries(2, to: "बिल"), .wroteAccounts(1, to: "बिल"),
      .wroteAccounts(2, to: "बिल"), .wroteShares(1, to: "बिल"), .wroteShares(2, to: "बिल"), .wroteBundle(events: 1, receipts: 1, to: "बिल"),
      .wroteBundle(events: 2, receipts: 2, to: "बिल"),
    ]
    let members: [Outcome] = [
      .memberAdded("मीरा", .viewer), .memberRenamed("मीरा", to: "मीरा"), .memberColored("मीरा", color: ""),
      .memberColored("मीरा", color: "#123456"), .becomesMinor("मीरा", isAccepting: true), .becomesMinor("मीरा", isAccepting: false),
      .memberIs("मीरा", .adult), .memberRemoved("मीरा"), .memberIsBack("मीरा", .adult), .claimed("मीरा"), .left, .owns("मीरा"),
      .asked(.adult), .stays("मीरा", .minor), .roleAccepted, .asksToJoin(group: "घर", owner: "मीरा"), .letIn("मीरा", .adult), .notLetIn("मीरा"),
    ]
    let groups: [Outcome] = [
      .created(group: "घर", currency: "INR"), .joined(group: "घर", .adult), .joined(group: nil, nil), .mayClaim(id: ""),
      .means(group: "घर"),
      .groupChanged, .groupArchived, .groupUnarchived, .purgeRequested, .purgeCancelled, .erasing(keepsName: true),
      .erasing(keepsName: false), .policySet(.adminsInvite, true), .categoryRetired,
      .inviteRevoked("1"), .separated("प्रतियाँ"), .rejoined, .webhookAdded("12345678", secret: "whsec_"),
      .webhookRotated("घर", secret: "whsec_"), .webhookTested("घर"), .webhookResumed("घर"), .webhookRemoved("घर"),
    ]
    let ended = [theme.phrases.ended(invites: 1, rules: [], allowances: 1), theme.phrases.ended(invites: 2, rules: ["चाय"], allowances: 2)]
      .compactMap(\.self)
    return (money + members + groups).flatMap { $0.lines(theme.phrases) } + ended
  }

  private func group() -> GroupSummary {
    .with { ($0.groupID, $0.name, $0.currency, $0.role, $0.memberCount, $0.archived) = ("", "घर", "INR", .viewer, 2, true) }
  }

  private func invitePreview() -> InvitePreview {
    .with { ($0.groupName, $0.ownerName, $0.memberCount, $0.role, $0.transparencyVersion) = ("घर", "लीला", 3, .minor, "1") }
  }

  private func feed() -> [FeedItem] {
    [
      .header(name: "घर", members: 1, othersOnline: []), .header(name: "घर", members: 2, othersOnline: ["मीरा", "लीला"]),
      .earlier(entries: 1), .earlier(entries: 2), .presence(name: "मीरा", isOnline: true), .presence(name: "मीरा", isOnline: false),
      .disconnected(retryMilliseconds: 0), .disconnected(retryMilliseconds: 5_000), .reconnected,
    ]
  }

  private func faults() -> [ReplicaFault] {
    let at = LanePosition(7)
    return [
      .gap(.shared, expected: at, found: at), .repeated(.shared, expected: at, found: at), .hashMismatch(.shared, at),
      .unreadable(.shared, at), .unexpected(.shared), .truncated(.shared, had: at, found: at),
      .impossible(.shared, at, .malformed("member_id")),
    ]
  }

  /// What may be in Latin letters: names, codes, what is typed and what stands in rules.
  private static let known: Set<String> = {
    let typed =
      "Asha Ravi Phone INR USD Enter Hearth x yes no L shared group own if housing groceries wants savings rate commit skip problems reapply asha examplebank hooks example com whsec"
    let codes = "before member not active Asia Kolkata owner admin adult viewer minor entries void restore undo dispute add currency"
    let keys = Policy.all.map(\.key) + NoticeKind.all.map(\.key) + NoticeChannel.all.map(\.key) + defaultCategories.map(\.key)
    let words = [typed, codes] + keys
    return Set(words.flatMap { $0.split { " _-".contains($0) }.map(String.init) })
  }()

  @Test("product 191: no screen and no line of the feed says anything in English")
  func nothingInEnglish() throws {
    for (name, lines) in try screens(hindi) {
      #expect(!lines.isEmpty, "\(name)")
      for line in lines {
        // A command to type goes up to the next word in Hindi, and on with options behind one that is to be put in.
        let rest = line.replacing(/hearthd? [A-Za-z0-9 "=.,:\/-]+/, with: "").replacing(/--[a-z-]+( [a-z-]+)?/, with: "")
          .replacing(/#[0-9A-F]{6}/, with: "")
        let words = rest.matches(of: /[A-Za-z]+/).map { String($0.0) }
        #expect(words.filter { !Self.known.contains($0) } == [], "\(name): \(line)")
      }
    }
  }

  @Test("product 191: every line is another in each language, but for names and figures")
  func everythingDiffers() throws {
    // Rates are figures and codes.
    for (one, other) in zip(try screens(english), try screens(hindi)) where one.name != "rates" {
      #expect(one.lines != other.lines, "\(one.name)")
    }
  }

  @Test("product 191: a transfer that nobody named is called so in Hindi, in tables and in the feed; what somebody wrote stays")
  func unnamedTransfers() throws {
    var home = Household()
    func add(_ description: String, _ kind: EntryKind) {
      home.add(description, 100_00, kind: kind, paid: [(home.ravi, 100_00)], owed: [(home.asha, 100_00)], isEqual: false, by: home.ravi)
    }
    for name in ["Settlement", "Payment", "For the train"] { add(name, .transfer) }
    add("Payment", .expense)
    let entries = Array(home.view.state.shared.entries)
    #expect(entries.map(hindi.phrases.description) == ["हिसाब चुकता", "भुगतान", "For the train", "Payment"])
    #expect(entries.map(english.phrases.description) == entries.map(\.description))
    let (list, feed) = (
      Screens.entries(entries, next: 0, home.view, hindi), try #require(entries.first.map { Screens.entry($0, home.view, hindi) })
    )
    #expect(list.joined().contains("हिसाब चुकता") && !list.joined().contains("Settlement") && feed.joined().contains("हिसाब चुकता"))
    // Erased words leave an entry that can be told from its neighbours.
    for kind in [EntryKind.transfer, .income] { add("", kind) }
    let erased = home.view.state.shared.entries.filter(\.description.isEmpty)
    #expect(erased.map(hindi.phrases.description) == ["हिसाब चुकता", "(मिटाया गया)"])
    #expect(erased.map(english.phrases.description) == ["Settlement", "(erased)"])
  }

  @Test("Times, wishes and words of one thing or of several")
  func plurals() {
    for language in Language.allCases {
      let phrases = language.phrases
      for unit in TimeUnit.allCases { #expect(phrases.time(1, unit) != phrases.time(2, unit)) }
      for field in ChangedField.allCases { #expect(!phrases.field(field).isEmpty) }
      for line in GroupLine.allCases { #expect(!phrases.label(line).isEmpty) }
      for unit in [OccurrenceCalendar.Unit.day, .week, .month, .year] {
        #expect(Set([1, 2, 3].map { phrases.every(unit, $0) }).count == 3)
      }
    }
  }
}
