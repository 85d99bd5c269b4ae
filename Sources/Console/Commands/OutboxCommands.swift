import ClientStore
import HearthProtocol
import Ledger

/// `hearth outbox`, without a connection: what waits on this machine to be sent, or was refused when it was.
public struct OutboxCommands {
  private let output: Output
  private let store: ClientStore

  /// Opens the outbox of the user.
  public init(_ terminal: Terminal, home: HomeFolder, isJSON: Bool) throws(ConsoleFailure) {
    output = Output(terminal: terminal, isJSON: isJSON)
    let file = ProfileFile(home: home)
    store = try Profile.registered(in: file).store(in: file)
  }

  /// `hearth outbox`: everything in it, oldest first.
  public func list() throws(ConsoleFailure) {
    let kept = try storing { store throws(ClientStoreFailure) in try store.commands() }
    let groups = try storing { store throws(ClientStoreFailure) in try store.groups() }
    let names = Dictionary(groups.map { ($0.id.description, $0.name) }, uniquingKeysWith: { first, _ in first })
    output.show(Screens.outbox(kept, names: names, output.theme), json: kept.flatMap(\.json))
  }

  /// `hearth outbox drop`: takes one command out, which is then never sent again, or all that were refused.
  ///
  /// - Parameter name: its number or the end of its id; nil for all that were refused.
  public func drop(_ name: String?) throws(ConsoleFailure) {
    let kept = try storing { store throws(ClientStoreFailure) in try store.commands() }
    let dropped = try name.map { name throws(ConsoleFailure) in [try Self.find(name, in: kept)] } ?? kept.filter { $0.rejected != nil }
    for kept in dropped { try storing { store throws(ClientStoreFailure) in try store.settle(kept.command.id) } }
    let phrases = output.phrases
    guard !output.isJSON else { return output.write(dropped.flatMap(\.json)) }
    output.write(dropped.isEmpty ? [phrases.nothingRefused()] : dropped.map { phrases.dropped($0.command.words(nil, phrases)) })
  }

  /// The command with this end of its id.
  static func find(_ name: String, in kept: [KeptCommand]) throws(ConsoleFailure) -> KeptCommand {
    // Limit: an end of fewer digits would often be that of several.
    let found = name.utf8.count >= 4 ? kept.filter { $0.command.id.hasSuffix(name.lowercased()) } : []
    guard found.count == 1 else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "No one command here is \"\(name.printable)\". Name it by the end of its id, at least four digits: hearth outbox.",
          "\"\(name.printable)\" नाम का ठीक एक आदेश यहाँ नहीं है। उसकी पहचान का अंत लिखें, कम से कम चार अंक: hearth outbox।"))
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
