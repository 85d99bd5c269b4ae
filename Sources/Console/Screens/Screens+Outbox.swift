import ClientStore
import HearthProtocol
import Ledger

extension Screens {
  /// What waits to be sent, and what was refused with the reason.
  ///
  /// - Parameter names: of the groups, by id.
  public static func outbox(_ kept: [KeptCommand], names: [String: String], _ theme: Theme) -> [String] {
    guard !kept.isEmpty else { return [theme.phrases.nothingWaits()] }
    var table = Table()
    for item in kept {
      let words = item.command.words(names[item.command.groupID] ?? "", theme.phrases)
      let standing =
        item.rejected.map { Cell(theme.phrases.refusedWith($0.code), .bad) } ?? Cell(theme.phrases.waits(), .faint)
      table.add(Cell(String(item.command.id.suffix(6)), .faint), Cell(words), standing)
    }
    let refused = kept.contains { $0.rejected != nil }
    return table.lines(theme) + [refused ? theme.phrases.refusalHint() : theme.phrases.syncHint()]
  }
}
