import HearthProtocol
import Ledger

/// The first budgets of a new group (products 25, 116, 128): from what comes in, by a template or parts of one's own,
/// to limits that can be changed before anything is sent.
struct BudgetForm: Form {
  /// A budget to be.
  struct Line: Equatable, Sendable {
    let name: String
    /// Keys; no category is in two lines.
    let categories: [String]
    /// A month, in minor units, at least 1.
    var minor: Int64
  }

  private enum Step { case income, template, lines, done }

  private let currency: Currency
  private let categories: [Category]
  private let phrases: Phrases
  private var step = Step.income

  /// What comes in each month, in minor units; 0 until it was said.
  private(set) var income: Int64 = 0
  /// As fits the template that was chosen.
  private var hints = SpendingHint.all
  /// The budgets; none when none are wished.
  private(set) var lines: [Line] = []

  var isComplete: Bool { step == .done }

  /// - Parameters:
  ///   - categories: of the group; those that are retired or for income only are no budget's.
  ///   - phrases: in which budgets are named.
  init(_ categories: [Category], _ currency: Currency, _ phrases: Phrases) {
    self.categories = categories.filter { $0.forExpense && !$0.retired }
    self.currency = currency
    self.phrases = phrases
  }

  func question(_ theme: Theme) -> [String] {
    switch step {
    case .income: return [phrases.askIncome()]
    case .template:
      var table = Table()
      for (number, template) in Allocation.templates.enumerated() {
        let parts = template.allocation.parts.map { phrases.allocationPart($0.name) }.joined(separator: ", ")
        table.add(Cell("\(number + 1)", right: true), Cell(template.name, .strong), Cell(parts, .faint))
      }
      return [phrases.askTemplate()] + table.lines(theme) + [phrases.askParts()]
    case .lines:
      var lines = Screens.budgetLines(self.lines, income: income, categories, currency, theme)
      lines.append(theme.paint(phrases.typical(), .strong))
      lines += Screens.hints(hints, income: income, currency, theme).map { "  " + $0 }
      // Hidden, neither words nor colour tell whether the lines come to less than the income or to more.
      if rest != 0, !Amounts.areHidden { lines.append(theme.paint(restText, rest < 0 ? .bad : .due)) }
      return lines + [phrases.askLines()]
    case .done: return []
    }
  }

  mutating func take(_ answer: String) throws(ArgumentFlaw) {
    let answer = answer.trimmingSpaces
    switch step {
    case .income:
      guard !answer.isEmpty else { return giveUp() }
      let minor = try AmountText.minor(answer, currency)
      guard minor > 0 else {
        throw ArgumentFlaw(
          "An income of nothing cannot be divided. Write it like 85000, or press Enter for no budgets.",
          "शून्य आय बाँटी नहीं जा सकती। 85000 जैसी लिखें, या बिना बजट के लिए Enter दबाएँ।")
      }
      (income, step) = (minor, .template)
    case .template:
      let templates = Allocation.templates
      let number = answer.isEmpty ? 1 : Int(answer) ?? 0
      let allocation = try (1...templates.count).contains(number) ? templates[number - 1].allocation : AllocationText.allocation(answer)
      (lines, step) = (try lines(of: allocation), .lines)
      hints = allocation.needs.map(SpendingHint.fitting) ?? SpendingHint.all
    case .lines:
      switch answer.lowercased() {
      case "yes", "y", "हाँ":
        guard rest >= 0 else {
          let example = Amounts.areHidden ? "20%" : Money.plain(minor: income / 2, currency: currency)
          throw ArgumentFlaw(
            "\(restText). Lower a line first, like 1=\(example).", "\(restText)। पहले कोई पंक्ति घटाएँ, जैसे 1=\(example)।")
        }
        step = .done
      case "no", "n", "नहीं": giveUp()
      default: try change(answer)
      }
    case .done: break
    }
  }

  /// What no line has of the income; negative when they have more. Lines are at most 100 of at most 10^15.
  var rest: Int64 { income - lines.reduce(0) { $0 + $1.minor } }

  private var restText: String {
    let figure = currency.text(Int64(clamping: rest.magnitude))
    return rest < 0 ? phrases.assignedTooMuch(figure) : phrases.leftToAssign(figure)
  }

  private mutating func giveUp() { (lines, step) = ([], .done) }

  private func lines(of allocation: Allocation) throws(ArgumentFlaw) -> [Line] {
    let amounts: [Int64]
    do throws(Allocation.Flaw) {
      amounts = try allocation.amounts(of: income)
    } catch {
      throw AllocationText.flaw(error)
    }
    var lines: [Line] = []
    for (part, minor) in zip(allocation.parts, amounts) {
      let (name, keys) = try meaning(of: part.name)
      for line in lines {
        guard let twice = keys.first(where: line.categories.contains) else { continue }
        throw ArgumentFlaw(
          "\(twice) would count in \(line.name.printable) and in \(name.printable). Name each category in one part only.",
          "\(twice) \(line.name.printable) और \(name.printable) दोनों में गिनी जाएगी। हर श्रेणी केवल एक हिस्से में लिखें।")
      }
      // What rounds to nothing is no budget.
      if minor > 0 { lines.append(Line(name: name, categories: keys, minor: minor)) }
    }
    return lines
  }

  /// The name of a budget and its categories: of a class, of a hint, or a single one.
  private func meaning(of part: String) throws(ArgumentFlaw) -> (name: String, categories: [String]) {
    let wanted = part.trimmingSpaces.lowercased()
    for kind in [CategoryClass.needs, .wants, .savings] where [kind.word, phrases.categoryClass(kind).lowercased()].contains(wanted) {
      let keys = categories.filter { $0.class == kind }.map(\.key)
      guard !keys.isEmpty else {
        throw ArgumentFlaw(
          "The group has no categories for \(phrases.categoryClass(kind)). Name single ones: rent=40,food=40,fun=20.",
          "समूह में \(phrases.categoryClass(kind)) की कोई श्रेणी नहीं है। अलग-अलग लिखें: rent=40,food=40,fun=20।")
      }
      let name = phrases.categoryClass(kind)
      return (name.prefix(1).uppercased() + name.dropFirst(), keys)
    }
    if let found = categories.first(where: { $0.key == wanted || [$0.name, phrases.category($0)].map { $0.lowercased() }.contains(wanted) })
    {
      return (phrases.category(found), [found.key])
    }
    for hint in SpendingHint.all where [hint.name, phrases.hint(hint)].map({ $0.lowercased() }).contains(wanted) {
      let keys = hint.categories.filter { key in categories.contains { $0.key == key } }
      if !keys.isEmpty { return (phrases.hint(hint), keys) }
    }
    let names = categories.map(\.key.printable).joined(separator: ", ")
    throw ArgumentFlaw(
      "\"\(part.printable)\" is no part of a budget. Name needs, wants, savings, or a category: \(names).",
      "\"\(part.printable)\" बजट का कोई हिस्सा नहीं है। needs, wants, savings या कोई श्रेणी लिखें: \(names)।")
  }

  /// "2=25000", "2=30%" or "2=0", which drops the line.
  private mutating func change(_ text: String) throws(ArgumentFlaw) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmingSpaces)
    guard sides.count == 2, let number = Int(sides[0]) else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no answer. Say yes, no, or which line to change, like 2=25000 or 2=30%.",
        "\"\(text.printable)\" कोई जवाब नहीं है। yes, no, या कौन सी पंक्ति बदलनी है लिखें, जैसे 2=25000 या 2=30%।")
    }
    guard lines.indices.contains(number - 1) else {
      throw ArgumentFlaw("There is no line \(number). There are 1 to \(lines.count).", "पंक्ति \(number) नहीं है। 1 से \(lines.count) तक हैं।")
    }
    let minor: Int64
    if sides[1].hasSuffix("%") {
      let points = Int128(try PercentText.basisPoints(sides[1].dropLast().trimmingSpaces))
      // At most the income.
      minor = Int64(clamping: Int128(income) * points / 10_000)
    } else {
      minor = try AmountText.minor(sides[1], currency)
    }
    if minor > 0 {
      lines[number - 1].minor = minor
    } else {
      guard lines.count > 1 else { throw ArgumentFlaw("That is the last line. Say no for no budgets.", "यह आख़िरी पंक्ति है। बिना बजट के लिए no लिखें।") }
      lines.remove(at: number - 1)
    }
  }
}

extension BudgetForm {
  /// The commands that set the budgets, and the income they divide.
  ///
  /// - Parameter id: makes a fresh id.
  func commands(_ id: () -> BudgetID) -> [Command.OneOf_Body] {
    guard !lines.isEmpty else { return [] }
    var update = UpdateGroup()
    update.monthlyIncome = Money(minor: income, currency: currency)
    return [.updateGroup(update)]
      + lines.map { line in
        var set = SetBudget()
        set.budgetID = id().description
        set.content.name = line.name
        set.content.limit = Money(minor: line.minor, currency: currency)
        set.content.period = .monthly
        set.content.categories = line.categories
        return .setBudget(set)
      }
  }
}

extension Screens {
  /// Budgets to be, with their part of the income.
  static func budgetLines(
    _ lines: [BudgetForm.Line], income: Int64, _ categories: [Category], _ currency: Currency, _ theme: Theme
  ) -> [String] {
    var table = Table()
    for (number, line) in lines.enumerated() {
      let whole = Int128(max(income, 1))
      let points = Int32(clamping: (Int128(line.minor) * 10_000 + whole / 2) / whole)
      let names = line.categories.map { key in categories.first { $0.key == key }.map(theme.phrases.category) ?? key }
      table.add(
        Cell("\(number + 1)", right: true), Cell(line.name, .strong),
        Cell(Amounts.text(AlertThreshold.percentText(points) + " %"), right: true),
        Cell(currency.text(line.minor), right: true), Cell(names.joined(separator: ", "), .faint))
    }
    return table.lines(theme)
  }
}
