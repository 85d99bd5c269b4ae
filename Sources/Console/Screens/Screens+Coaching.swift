import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// What was said to the viewer and by them, the newest last, and whom they do not hear.
  static func coaching(_ book: CoachingBook, _ view: GroupView, _ theme: Theme) -> [String] {
    let (phrases, shared) = (theme.phrases, view.state.shared)
    var lines = book.messages.flatMap { coaching($0, shared, me: view.member, theme) }
    if lines.isEmpty { lines = [phrases.noCoaching(maySend: view.offers(.coachingSend))] }
    // SPEC CO-03: a minor hears everybody, whom they muted before they were one, too.
    guard !book.muted.isEmpty, shared.member(view.member)?.role != .minor else { return lines }
    let names = phrases.list(book.muted.map { shared.name(shared.members.current($0)).printable })
    return lines + phrases.notHeard(names, mayUnmute: view.offers(.coachingMute)).wrapped(to: theme.width).map { theme.paint($0, .faint) }
  }

  /// A message: when, from whom and to whom, and below all of it.
  static func coaching(_ record: CoachingRecord, _ shared: SharedState, me: MemberID, _ theme: Theme) -> [String] {
    func name(_ member: MemberID) -> String { shared.name(shared.members.current(member)).printable }
    let (sender, recipient) = (shared.members.current(record.sender), shared.members.current(record.recipient))
    let who = theme.phrases.said(name(sender), to: recipient == me ? nil : name(recipient))
    let head = "\(Present.day(record.at, shared))  \(who)".shortened(to: theme.width)
    return [theme.paint(head, .faint)] + record.text.printable.wrapped(to: theme.width - 3).map { "   " + $0 }
  }

  /// The same for a program.
  static func coachingJSON(_ book: CoachingBook) -> [String] {
    book.messages.map { coachingJSON("coaching", WireFormat.line($0.message)) }
      + book.muted.map { member in
        var json = JSONLine()
        json.add("mutedMemberId", member.description)
        return json.text
      }
  }

  static func coachingJSON(_ key: String, _ lines: [String]) -> String {
    var json = JSONLine()
    json.add(key, json: lines.joined())
    return json.text
  }

  /// What could be said more softly, before anything is sent.
  static func tone(_ found: [SofterWords.Suggestion], _ softened: String, _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    var table = Table()
    for suggestion in found { table.add(Cell(suggestion.said), Cell("→"), Cell(suggestion.softer, .good, prose: true)) }
    let softer = "“\(softened.printable)”".wrapped(to: theme.width - 3).map { "   " + $0 }
    return phrases.toneBanner().wrapped(to: theme.width).map { theme.paint($0, .faint) }
      + table.lines(theme.indented(by: 3)).map { "   " + $0 } + [phrases.softerWhole()] + softer
  }

  /// The same for a program.
  static func toneJSON(_ found: [SofterWords.Suggestion], _ softened: String) -> [String] {
    let suggestions = found.map { suggestion in
      var json = JSONLine()
      json.add("said", suggestion.said)
      json.add("softer", suggestion.softer)
      return json.text
    }
    var whole = JSONLine()
    whole.add("softened", softened)
    return suggestions + [whole.text]
  }
}
