import HearthClient
import HearthProtocol
import Ledger

/// `hearth diff`.
public struct DifferenceCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth diff`: what lies between two moments.
  public func show(_ text: String, group: String?) throws(ConsoleFailure) {
    let span = try reading { () throws(ArgumentFlaw) in try MomentSpan(text) }
    let group = try sitting.group(group)
    var view = try sitting.follow(group)
    let shared = view.state.shared
    let first = Present.last(span.from, shared)
    let last = span.to.map { Present.last($0, shared) } ?? Int64.max
    guard first <= last else { throw ConsoleFailure(ArgumentFlaw("Say the earlier moment first.", "पहले वाला क्षण पहले लिखें।")) }
    HistoryReading(sitting).warn(of: text.split(separator: "..").last.map(String.init) ?? text, ending: span.to == nil ? first : last)
    var replay = Replay(group: group)
    var pace = SendingPace()
    try HistoryReading(sitting).take(&replay, on: view, until: first, &pace)
    let before = replay.state.shared
    try HistoryReading(sitting).take(&replay, on: view, until: last, &pace)
    let days = (Present.day(first, shared), span.to == nil ? view.today : Present.day(last, shared))
    let difference = GroupDifference(from: before, on: days.0, to: replay.state.shared, on: days.1)
    view.state = replay.state
    view = sitting.named(view)
    output.show(Screens.difference(difference, view, output.theme), json: Self.json(difference))
  }

  private static func json(_ difference: GroupDifference) -> [String] {
    let entries = difference.entries.map { change in
      var json = JSONLine()
      json.add("change", "entry")
      json.add("kind", change.kind.word)
      json.add("entry", json: WireFormat.line(change.entry.message).joined())
      if let before = change.before { json.add("before", json: WireFormat.line(before.message).joined()) }
      return json.text
    }
    let balances = difference.balances.map { change in
      var json = JSONLine()
      json.add("change", "balance")
      json.add("memberId", change.member.description)
      json.add("currency", change.currency.code)
      json.add("beforeMinor", String(change.beforeMinor))
      json.add("afterMinor", String(change.afterMinor))
      return json.text
    }
    let members = difference.members.map { change in
      var json = JSONLine()
      json.add("change", "member")
      json.add("kind", change.kind.word)
      json.add("memberId", change.member.id.description)
      json.add("displayName", change.member.displayName)
      json.add("role", change.member.role.text)
      return json.text
    }
    let budgets = difference.budgets.map { change in
      var json = JSONLine()
      json.add("change", "budget")
      json.add("kind", change.kind.word)
      json.add("budgetId", change.budget.id.description)
      json.add("name", change.budget.name)
      for (key, progress) in [("before", change.before), ("after", change.after)] {
        guard let progress else { continue }
        var figures = JSONLine()
        figures.add("periodStart", progress.period.lowerBound.description)
        figures.add("spentMinor", String(progress.spentMinor))
        figures.add("limitMinor", String(progress.limitMinor))
        figures.add("basisPoints", String(progress.basisPoints))
        json.add(key, json: figures.text)
      }
      return json.text
    }
    return entries + balances + members + budgets
  }
}

extension GroupDifference.EntryChange.Kind {
  /// The kind in one word.
  var word: String {
    switch self {
    case .added: "added"
    case .changed: "changed"
    case .voided: "voided"
    case .restored: "restored"
    }
  }
}

extension GroupDifference.MemberChange.Kind {
  /// The kind in one word.
  var word: String {
    switch self {
    case .added: "added"
    case .joined: "joined"
    case .left: "left"
    case .removed: "removed"
    case .replaced: "replaced"
    case .returned: "returned"
    case .roleChanged: "role"
    case .renamed: "renamed"
    }
  }
}

extension GroupDifference.BudgetChange.Kind {
  /// The kind in one word.
  var word: String {
    switch self {
    case .added: "added"
    case .changed: "changed"
    case .removed: "removed"
    case .reactivated: "reactivated"
    case .spent: "spent"
    }
  }
}
