import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// What members tell of their own spending: a line for each category, and its totals.
  static func sharedCategories(_ view: GroupView, _ theme: Theme) -> [String] {
    let (phrases, shared) = (theme.phrases, view.state.shared)
    var lines: [String] = []
    for member in shared.members where member.isPresent && !member.sharedCategories.isEmpty {
      lines.append(theme.paint(name(member, view, phrases).printable.shortened(to: theme.width), .strong))
      var table = Table()
      for sharing in member.sharedCategories {
        let category = (shared.category(sharing.category).map(phrases.category) ?? sharing.category).printable
        let standing = sharing.isShared ? "" : phrases.notSharedAnyMore()
        if sharing.totals.isEmpty { table.add(Cell(category), Cell(phrases.noTotal(), .faint), Cell(""), Cell(standing, .faint)) }
        for total in sharing.totals {
          table.add(
            Cell(category), Cell(String(total.month.description.prefix(7)), .faint), Cell(total.currency.text(total.minor), right: true),
            Cell(standing, .faint))
        }
      }
      lines += table.lines(theme.indented(by: 3)).map { "   " + $0 }
    }
    return lines.isEmpty ? phrases.nothingShared(mayShare: view.offers(.categoriesShare)).wrapped(to: theme.width) : lines
  }

  /// The same for a program: a line for each category of each member.
  static func sharedCategoriesJSON(_ view: GroupView) -> [String] {
    view.state.shared.members.filter(\.isPresent).flatMap { member in
      member.message.sharedCategories.map { sharing in
        var json = JSONLine()
        json.add("memberId", member.id.description)
        json.add("sharedCategory", json: WireFormat.line(sharing).joined())
        return json.text
      }
    }
  }
}
