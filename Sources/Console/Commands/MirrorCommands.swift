import HearthClient
import HearthProtocol
import Ledger

/// `hearth mirror`: the user's own shares of all their groups, from what is kept of these on this device.
public struct MirrorCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// What shares are written as.
  public enum Form: Sendable {
    /// Comma-separated values (SPEC CV-10).
    case csv
    /// OFX, which programs for private money read.
    case ofx
    /// A journal of ledger-cli and hledger.
    case ledger
    /// A ledger of beancount.
    case beancount
  }

  /// `hearth mirror list`.
  ///
  /// - Parameter group: only this one's; nil: all groups'.
  public func list(_ wish: MirrorWish, group: String?) throws(ConsoleFailure) {
    let checked = try reading { () throws(ArgumentFlaw) in try wish.checked(today: Present.today(in: Present.timeZone)) }
    let rows = try rows(in: wish.currency, group: group).filter { checked.days.contains($0.entry.date) }
    output.show(Screens.mirror(rows, limit: checked.limit, output.theme), json: Screens.mirrorJSON(rows, limit: checked.limit))
  }

  /// `hearth mirror export`.
  ///
  /// - Parameters:
  ///   - path: where to write; "-" is standard output.
  ///   - currency: as in `MirrorWish`.
  ///   - group: only this one's; nil: all groups'.
  public func export(_ form: Form, to path: String, in currency: String?, group: String?) throws(ConsoleFailure) {
    let rows = try rows(in: currency, group: group)
    let text =
      switch form {
      case .csv: MirrorFiles.csv(rows)
      case .ofx: MirrorOFX.text(rows)
      case .ledger: MirrorFiles.ledger(rows)
      case .beancount: MirrorFiles.beancount(rows)
      }
    // Names and descriptions come from others: a file has them as they are, a terminal does not.
    guard path != "-" else { return output.terminal.write(text: text.printableLines) }
    try UserFile.replace(Array(text.utf8), at: path)
    var json = JSONLine()
    json.add("file", path)
    json.add("shares", json: String(rows.count))
    output.tell(.wroteShares(rows.count, to: path.printable), json: [json.text])
  }

  /// The shares in the order of their days.
  private func rows(in code: String?, group: String?) throws(ConsoleFailure) -> [MirrorRow] {
    var target: Currency?
    if let code = code ?? sitting.profile.currency, code.lowercased() != "each" {
      target = try reading { () throws(ArgumentFlaw) in try Choices.currency(code) }
    }
    let ids = group == nil ? try sitting.groups().compactMap { GroupID($0.groupID) } : [try sitting.group(group)]
    guard !ids.isEmpty else { throw ConsoleFailure(ArgumentFlaw(.inNoGroup)) }
    var rows: [MirrorRow] = []
    for id in ids {
      do throws(ConsoleFailure) {
        rows += OwnShares.rows(of: try sitting.follow(id), in: target)
      } catch {
        // One group that cannot be shown is no reason to say nothing of the others.
        guard group == nil, error.isOfGroup || error.rejected != nil else { throw error }
        output.complain(error)
      }
    }
    return OwnShares.ordered(rows)
  }
}
