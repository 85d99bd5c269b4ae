import ClientStore
import HearthProtocol
import Ledger

/// What waits on this machine to be sent, or was refused when it was: looked at and tidied up without a connection.
public struct OutboxSession {
  private let terminal: Terminal
  private let isJSON: Bool
  private let store: ClientStore

  /// Opens the outbox of the user.
  public init(terminal: Terminal, home: HomeFolder, isJSON: Bool) throws(ConsoleFailure) {
    self.terminal = terminal
    self.isJSON = isJSON
    let file = ProfileFile(home: home)
    store = try Session.store(of: try Session.profile(in: file), in: file)
  }

  /// `hearth outbox`: everything in it, oldest first.
  public func list() throws(ConsoleFailure) {
    let kept = try storing { store throws(ClientStoreFailure) in try store.commands() }
    let groups = try storing { store throws(ClientStoreFailure) in try store.groups() }
    let names = Dictionary(groups.map { ($0.id.description, $0.name) }, uniquingKeysWith: { first, _ in first })
    terminal.write(isJSON ? kept.flatMap(\.json) : Screens.outbox(kept, names: names, terminal.theme))
  }

  /// `hearth outbox drop`: takes one command out, which is then never sent again, or all that were refused.
  ///
  /// - Parameter name: its number or the end of its id; nil for all that were refused.
  public func drop(_ name: String?) throws(ConsoleFailure) {
    let kept = try storing { store throws(ClientStoreFailure) in try store.commands() }
    let dropped = try name.map { name throws(ConsoleFailure) in [try Self.find(name, in: kept)] } ?? kept.filter { $0.rejected != nil }
    for kept in dropped { try storing { store throws(ClientStoreFailure) in try store.settle(kept.command.id) } }
    let phrases = terminal.theme.phrases
    guard !isJSON else { return terminal.write(dropped.flatMap(\.json)) }
    terminal.write(dropped.isEmpty ? [phrases.nothingRefused()] : dropped.map { phrases.dropped($0.command.words(nil, phrases)) })
  }

  /// The command with this end of its id.
  static func find(_ name: String, in kept: [KeptCommand]) throws(ConsoleFailure) -> KeptCommand {
    // Limit: an end of fewer digits would often be that of several.
    let found = name.utf8.count >= 4 ? kept.filter { $0.command.id.hasSuffix(name.lowercased()) } : []
    guard found.count == 1 else {
      throw ConsoleFailure(
        ArgumentFault("No one command here is \"\(name.printable)\". Name it by the end of its id, at least four digits: hearth outbox."))
    }
    return found[0]
  }

  private func storing<Value>(_ body: (ClientStore) throws(ClientStoreFailure) -> Value) throws(ConsoleFailure) -> Value {
    do {
      return try body(store)
    } catch {
      throw ConsoleFailure(error)
    }
  }
}

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
    default: nil
    }
  }

  /// The command in a few words.
  ///
  /// - Parameter group: the group's name, where it is to be said.
  func words(_ group: String?, _ phrases: any Phrases) -> String {
    let entry = String((entryID ?? id).suffix(6))
    let text =
      switch body {
      case .addEntry(let wish): phrases.waitingEntry(wish.content.description_p.printable, wish.content.amount.text)
      case .editEntry: phrases.waitingChange(.edit, of: entry)
      case .voidEntry: phrases.waitingChange(.void, of: entry)
      case .restoreEntry: phrases.waitingChange(.restore, of: entry)
      case .disputeEntry: phrases.waitingChange(.dispute, of: entry)
      case .withdrawDispute: phrases.waitingChange(.withdraw, of: entry)
      case .settleUp(let wish): phrases.waitingPayment(Currency(code: wish.currency)?.text(wish.minor) ?? "")
      case .setRecurring(let wish): phrases.waitingRule(wish.content.template.description_p.printable)
      case .remindDebtor: phrases.waitingReminder()
      default: phrases.waitingCommand(String(id.suffix(6)))
      }
    return group.map { "\(text) (\($0.printable))" } ?? text
  }
}

/// What a waiting command does to an entry that is there.
enum WaitingChange: CaseIterable {
  case edit, void, restore, dispute, withdraw
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
