import ClientStore
import HearthProtocol
import Ledger

extension Command {
  /// The entry that it is about, for commands that may wait; nil for others.
  var entryID: String? {
    switch body {
    case .addEntry(let wish): wish.entryID
    case .editEntry(let wish): wish.entryID
    case .voidEntry(let wish): wish.entryID
    case .restoreEntry(let wish): wish.entryID
    case .disputeEntry(let wish): wish.entryID
    case .withdrawDispute(let wish): wish.entryID
    case .commentEntry(let wish): wish.entryID
    case .removeComment(let wish): wish.entryID
    default: nil
    }
  }

  /// The command in a few words.
  ///
  /// - Parameter group: the group's name, where it is to be said.
  func words(_ group: String?, _ phrases: Phrases) -> String {
    let entry = String((entryID ?? id).suffix(6))
    let text =
      switch body {
      case .addEntry(let wish): phrases.waitingEntry(wish.content.description_p.printable, wish.content.amount.text)
      case .editEntry: phrases.waitingChange(.edit, of: entry)
      case .voidEntry: phrases.waitingChange(.void, of: entry)
      case .restoreEntry: phrases.waitingChange(.restore, of: entry)
      case .disputeEntry: phrases.waitingChange(.dispute, of: entry)
      case .withdrawDispute: phrases.waitingChange(.withdraw, of: entry)
      case .commentEntry: phrases.waitingChange(.comment, of: entry)
      case .removeComment: phrases.waitingChange(.uncomment, of: entry)
      case .settleUp(let wish): phrases.waitingPayment(Currency(code: wish.currency)?.text(wish.minor) ?? "")
      case .setRecurring(let wish): phrases.waitingRule(wish.content.template.description_p.printable)
      case .remindDebtor: phrases.waitingReminder()
      case .sendCoaching: phrases.waitingCoaching()
      default: phrases.waitingCommand(String(id.suffix(6)))
      }
    return group.map { "\(text) (\($0.printable))" } ?? text
  }
}

/// What a waiting command does to an entry that is there.
enum WaitingChange: CaseIterable {
  case edit, void, restore, dispute, withdraw, comment, uncomment
}

extension Money {
  /// The amount for a person; as it came where the currency is not known.
  fileprivate var text: String { Currency(code: currency)?.text(minor) ?? Amounts.text("\(minor) \(currency.printable)") }
}

extension KeptCommand {
  /// The command for a program: the message, since when it is kept, and why it was refused.
  var json: [String] {
    var line = JSONLine()
    line.add("id", command.id)
    line.add("command", json: Self.text(try? WireFormat.json.encode(command)))
    line.add("keptAtMs", String(keptAt))
    if let rejected { line.add("rejected", json: Self.text(try? WireFormat.json.encode(rejected))) }
    return [line.text]
  }

  private static func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self).escapedJSON } ?? "{}" }
}
