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
    let text = phrases.waiting(self)
    return group.map { "\(text) (\($0.printable))" } ?? text
  }
}

extension Phrases {
  /// What waits, by the end of its entry's id or of its own.
  func waiting(_ command: Command) -> String {
    let end = String((command.entryID ?? command.id).suffix(6))
    return switch command.body {
    case .addEntry(let wish): "\(wish.content.description_p.printable) \(wish.content.amount.text)"
    case .editEntry: say("edit of \(end)", "\(end) का बदलाव")
    case .voidEntry: say("voiding of \(end)", "\(end) को रद्द करना")
    case .restoreEntry: say("restoring of \(end)", "\(end) को वापस लाना")
    case .disputeEntry: say("dispute of \(end)", "\(end) पर आपत्ति")
    case .withdrawDispute: say("end of the dispute of \(end)", "\(end) पर आपत्ति का अंत")
    case .commentEntry: say("comment on \(end)", "\(end) पर बात")
    case .removeComment: say("removal of a comment on \(end)", "\(end) पर की बात हटाना")
    case .settleUp(let wish): payment(of: Currency(code: wish.currency)?.text(wish.minor) ?? "")
    case .setRecurring(let wish): rule(named: wish.content.template.description_p.printable)
    case .remindDebtor: say("reminder", "याद दिलाना")
    case .sendCoaching: say("coaching", "समझाने की बात")
    default: say("command \(end)", "निर्देश \(end)")
    }
  }

  private func payment(of amount: String) -> String { say("payment of \(amount)", "\(amount) का भुगतान") }
  private func rule(named name: String) -> String { say("rule \(name)", "नियम \(name)") }
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
