import HearthProtocol
import Support
import Testing

@testable import Ledger

/// Budgets over random runs, against a recomputation of the test's own.
struct BudgetPropertyTests {
  // Many short runs rather than a long one, since the recomputation looks at every entry.
  private static let runs = UInt64((Property.cases + steps - 1) / steps)
  private static let steps = 200

  /// A run in which days pass, budgets come, change, go and come back, and expenses fall on any day.
  struct Run {
    var wishes: RandomWishes
    var household = Household.family
    /// Every alert that was ever reached when an act looked, and every one that fired.
    var due: Set<BudgetModel.Alert> = []
    var fired: [BudgetModel.Alert] = []
    var kinds: [String: Int] = [:]

    init(seed: UInt64) { wishes = RandomWishes(seed: seed) }

    private mutating func chance(_ number: Int) -> Bool { Int.random(in: 0..<number, using: &wishes.random) == 0 }

    mutating func step() throws {
      if chance(20) { household.today = household.today.adding(days: Int.random(in: 1...20, using: &wishes.random)) }
      let before = household.state.shared.budgets.map(\.id)
      if chance(6) || before.isEmpty {
        let wish = wishes.anyBudget(today: household.today)
        do {
          let decision = try household.perform(.setBudget(wish))
          expect(["set"], decision, looked: [(BudgetID(wish.budgetID), household.today)])
        } catch Rejection.nothingChanges, Rejection.budgetRemoved, Rejection.choiceNotAllowed(field: "set_budget.effective_from"),
          Rejection.dateOutOfRange(field: "set_budget.content.start_date")
        {
          kinds["refused", default: 0] += 1
        }
      } else if chance(12) {
        let budget = wishes.pick(Array(household.state.shared.budgets))
        if budget.isActive {
          var wish = RemoveBudget()
          wish.budgetID = budget.id.description
          expect(["remove"], try household.perform(.removeBudget(wish)), looked: [])
        } else {
          var wish = ReactivateBudget()
          wish.budgetID = budget.id.description
          expect(["reactivate"], try household.perform(.reactivateBudget(wish)), looked: [(budget.id, household.today)])
        }
      } else {
        let wish = wishes.expense(today: household.today)
        if let entry = household.state.shared.entries.randomElement(using: &wishes.random), chance(3) {
          try act(wishes.change(of: entry, to: wish.content))
        } else {
          try act(.addEntry(wish))
        }
      }
    }

    /// Adds an entry or changes one.
    private mutating func act(_ body: Command.OneOf_Body) throws {
      let before = household.state.shared
      let decision: Decision
      do {
        decision = try household.perform(body)
      } catch is Rejection {
        kinds["refused", default: 0] += 1
        return
      }
      let (kind, id) = Self.entry(of: decision)
      let (old, new) = (id.flatMap { before.entries[$0] }, id.flatMap { household.state.shared.entries[$0] })
      guard old?.spend != new?.spend else { return expect([kind], decision, looked: []) }
      let budgets = household.state.shared.budgets.filter(\.isActive)
      let acted = budgets.flatMap { budget in
        looked(budget, [old, new].compactMap(\.self))
      }
      expect([kind], decision, looked: acted)
    }

    private static func entry(of decision: Decision) -> (String, EntryID?) {
      switch decision.events[0].body {
      case .entryAdded(let added): ("add", EntryID(added.entryID))
      case .entryEdited(let edited): (edited.undoes == 0 ? "edit" : "undo", EntryID(edited.entryID))
      case .entryVoided(let voided): (voided.undoes == 0 ? "void" : "undo", EntryID(voided.entryID))
      case .entryRestored(let restored): (restored.undoes == 0 ? "restore" : "undo", EntryID(restored.entryID))
      default: ("other", nil)
      }
    }

    /// The days that an act on entries of these days looks at.
    private func looked(_ budget: BudgetState, _ entries: [EntryState]) -> [(BudgetID?, CivilDate)] {
      let days = entries.filter { entry in
        BudgetModel.periods(of: budget, to: entry.date).last.flatMap { BudgetModel.counted(entry, by: $0.terms) } != nil
      }.map(\.date)
      let periods = BudgetModel.periods(of: budget, to: household.today)
      // Back from today as far as one period follows from the other.
      let counted = periods.indices.reversed().first { !periods[$0].follows } ?? 0
      let since = periods.indices.first { place in
        place >= counted && days.contains { periods[place].first <= $0 && $0 <= periods[place].last }
      }
      let carries = since.map { periods[$0..<periods.endIndex - 1].contains { [.surplus, .both].contains($0.terms.rollover) } } ?? false
      return (carries ? days + [household.today] : days).map { (budget.id, $0) }
    }

    private mutating func expect(_ kind: [String], _ decision: Decision, looked: [(BudgetID?, CivilDate)]) {
      kinds[kind[0], default: 0] += 1
      let shared = household.state.shared
      for (id, day) in looked {
        guard let budget = id.flatMap({ shared.budgets[$0] }) else { continue }
        due.formUnion(BudgetModel.reached(budget, shared.entries, on: day))
      }
      for decided in decision.events {
        guard case .alertFired(let alert) = decided.body, let id = BudgetID(alert.budgetID),
          let first = CivilDate(iso8601: alert.periodStart)
        else { continue }
        kinds["alert", default: 0] += 1
        fired.append(
          BudgetModel.Alert(
            budget: id, first: first, threshold: alert.over ? .over : .share(basisPoints: Int32(alert.basisPoints))))
        // What the alert says is what the period then is.
        guard let budget = shared.budgets[id] else { continue }
        let figures = BudgetModel.figures(budget, shared.entries, on: first)?.figures
        #expect(figures?.spent == alert.spentMinor && figures?.available == alert.limitMinor)
      }
    }
  }

  @Test(
    "product N16: each threshold fires at most once per budget and period, and whenever an act finds it reached",
    arguments: Property.seeds(5_000))
  func alertsFireOnce(seed: UInt64) throws {
    var kinds: [String: Int] = [:]
    for seed in seed..<seed + Self.runs {
      var run = Run(seed: seed)
      for number in 0..<Self.steps {
        try run.step()
        guard run.fired.count == run.due.count, number + 1 < Self.steps else {
          #expect(run.fired.count == Set(run.fired).count, "seed \(seed), case \(number)")
          #expect(Set(run.fired) == run.due, "seed \(seed), case \(number)")
          break
        }
      }
      kinds.merge(run.kinds, uniquingKeysWith: +)
      let shared = run.household.state.shared
      let kept = shared.budgets.flatMap { budget in
        shared.budgetBook.fired(of: budget.id).map {
          BudgetModel.Alert(budget: budget.id, first: $0.mark.first, threshold: $0.mark.threshold)
        }
      }
      #expect(Set(kept) == run.due && kept.count == run.due.count, "seed \(seed)")
    }
    for kind in ["set", "remove", "reactivate", "add", "edit", "void", "restore", "undo", "alert", "refused"] {
      #expect(kinds[kind, default: 0] >= Property.enough(21), "seed \(seed): too little of \(kind)")
    }
  }

  @Test("product 113: progress kept with every act equals recomputation from the entries", arguments: Property.seeds(6_000))
  func progressEqualsRecomputation(seed: UInt64) throws {
    for seed in seed..<seed + Self.runs {
      var run = Run(seed: seed)
      for number in 0..<Self.steps {
        try run.step()
        let shared = run.household.state.shared
        guard !shared.budgets.isEmpty else { continue }
        let budget = run.wishes.pick(Array(shared.budgets))
        guard budget.isActive else { continue }
        let day = budget.start.adding(days: Int.random(in: 0...900, using: &run.wishes.random))
        let progress = shared.progress(of: budget, on: day)
        let (period, figures) = try #require(BudgetModel.figures(budget, shared.entries, on: day))
        #expect(
          progress.period == period && progress.spentMinor == figures.spent && progress.carriedMinor == figures.carried
            && progress.limitMinor == figures.available,
          "seed \(seed), case \(number): \(progress) and not \(figures) of \(period), day \(day) of \(budget)")
      }
    }
  }

  @Test("Restored from a snapshot or replayed, a group fires what it would have fired and nothing twice", arguments: [521] as [UInt64])
  func restoredGroupsGoOn(seed: UInt64) throws {
    var run = Run(seed: seed)
    for _ in 0..<200 { try run.step() }
    let bytes = try run.household.state.snapshot(of: .shared).serializedBytes() as [UInt8]
    #expect(try run.household.replayed().snapshot(of: .shared).serializedBytes() == bytes)
    var restored = run
    restored.household.state = GroupState(group: Household.group)
    for lane in [Lane.shared, .admin] {
      let snapshot = try LaneSnapshot(serializedBytes: run.household.state.snapshot(of: lane).serializedBytes() as [UInt8])
      try restored.household.state.restore(snapshot)
    }
    for _ in 0..<100 {
      try run.step()
      try restored.step()
      #expect(run.household.log.last?.event == restored.household.log.last?.event)
    }
    #expect(run.fired == restored.fired)
    #expect(run.household.state.snapshot(of: .shared) == restored.household.state.snapshot(of: .shared))
  }

  @Test("Booking and unbooking cancel out, in any order", arguments: [531] as [UInt64])
  func unbookingUndoes(seed: UInt64) throws {
    var run = Run(seed: seed)
    for _ in 0..<300 { try run.step() }
    var shared = run.household.state.shared
    let days = (0...30).map { run.household.today.adding(days: $0 * 17 - 400) }
    func progress() -> [BudgetProgress] { shared.budgets.flatMap { budget in days.map { shared.progress(of: budget, on: $0) } } }
    let before = progress()
    let entries = shared.entries.shuffled(using: &run.wishes.random).prefix(100)
    for entry in entries { shared.unbookSpending(of: entry) }
    #expect(progress() != before)
    for entry in entries.shuffled(using: &run.wishes.random) { shared.bookSpending(of: entry) }
    #expect(progress() == before)
    for entry in shared.entries { shared.unbookSpending(of: entry) }
    #expect(progress().allSatisfy { $0.spentMinor == 0 })
  }

  @Test("What a period would be after an act is what it then is", arguments: [541] as [UInt64])
  func readingAheadIsTrue(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for number in 0..<400 {
      let rollover: Rollover = [Rollover.none, .surplus, .both][number % 3]
      let cap: Int64 = Bool.random(using: &random) ? 0 : .random(in: 1...5_000, using: &random)
      var figures = BudgetFigures(carry: BudgetCarry(limitMinor: .random(in: 1...2_000, using: &random), rollover: rollover, capMinor: cap))
      for _ in 0..<30 {
        let changes = (0...Int.random(in: 0...1, using: &random)).map { _ in
          BudgetFigures.Change(number: .random(in: 0...25, using: &random), minor: .random(in: 1...3_000, using: &random))
        }
        let ahead = (0...27).map { figures.reading(of: $0, after: changes) }
        for change in changes { figures.book(change) }
        #expect((0...27).map { figures.reading(of: $0) } == ahead, "seed \(seed), case \(number)")
      }
    }
  }
}

extension RandomWishes {
  /// A budget of any kind, on categories that `expense` uses.
  mutating func anyBudget(today: CivilDate) -> SetBudget {
    var wish = Household.budget(UInt64.random(in: 1...8, using: &random), minor: Int64.random(in: 1_000...60_000, using: &random))
    // Mostly of one length, so that periods go on as they are when the rest changes.
    wish.content.period = pick([.weekly, .biweekly, .monthly, .monthly, .monthly, .monthly, .yearly])
    wish.content.limit.currency = pick(["INR", "INR", "INR", "JPY"])
    wish.content.categories = Array(
      ["groceries", "dining", "emi", "gold"].shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
    wish.content.rollover = pick([.unspecified, .none, .surplus, .both])
    if wish.content.rollover == .surplus || wish.content.rollover == .both {
      wish.content.rolloverCapMinor = pick([0, 0, 500, 20_000])
    }
    if Bool.random(using: &random) {
      wish.content.alerts.basisPoints = pick([[], [8_000], [10_000, 5_000], [1, 33_333, 100_000]])
      wish.content.alerts.over = Bool.random(using: &random)
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      wish.effectiveFrom = today.adding(days: Int.random(in: -300...40, using: &random)).description
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      wish.content.startDate = today.adding(days: Int.random(in: -300...20, using: &random)).description
    }
    return wish
  }

  /// Mostly of these days, sometimes back-dated or ahead.
  mutating func expense(today: CivilDate) -> AddEntry {
    var wish = entry()
    wish.content.kind = .expense
    wish.content.amount = Money(minor: Int64.random(in: 100...9_000, using: &random), currency: pick(["INR", "INR", "INR", "JPY"]))
    wish.content.clearConversion()
    if wish.content.amount.currency == "JPY", Bool.random(using: &random) { wish.content.conversion.rate = "0.56" }
    wish.content.paid = []
    wish.content.split = Split()
    wish.content.category = pick(["", "groceries", "dining", "emi", "gold", "travel"])
    let distance = pick([0, 0, 3, 40, 350])
    wish.content.date = today.adding(days: Int.random(in: -distance...min(distance, 45), using: &random)).description
    return wish
  }
}
