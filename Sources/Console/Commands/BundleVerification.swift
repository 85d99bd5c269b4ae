import FoundationEssentials
import HearthClient
import HearthProtocol
import Ledger

/// `hearth verify-bundle`: what anybody can do with a bundle, without a server.
public enum BundleVerification {
  /// Reads a bundle and says what it has.
  public static func run(_ path: String, isJSON: Bool, _ terminal: Terminal) throws(ConsoleFailure) {
    let audit = try audit(path)
    let count = audit.events.values.reduce(0, +)
    var json = JSONLine()
    json.add("groupId", audit.state?.group.description ?? "")
    json.add("whole", json: audit.scope == .group ? "true" : "false")
    json.add("events", json: String(count))
    json.add("attachments", json: String(audit.attachments))
    json.add("checksum", audit.checksum?.description ?? "")
    if let signer = audit.signer { json.add("signer", signer.description) }
    guard !isJSON else { return terminal.write([json.text]) }
    let shared = audit.state?.shared
    let lanes = audit.events.keys.sorted().map { "\($0) \(audit.events[$0] ?? 0)" }.joined(separator: ", ")
    let name = shared?.settings.map { Wording("\($0.name.printable)") } ?? Wording("A group")
    let whole = audit.scope == .group
    terminal.say([
      whole ? Wording("\(name): the whole history") : Wording("\(name): one member's share of the history"),
      Wording("\(count) events (\(lanes)), \(shared?.entries.count ?? 0) entries, \(audit.attachments) receipts"),
      Wording("Order, hash chains, receipts and checksum hold."),
      voucher(of: audit),
    ])
    if audit.unknownEvents > 0 {
      terminal.say([Wording("\(audit.unknownEvents) events are of a later version and were not looked into.")])
    }
  }

  /// Whose word the bundle is (SPEC BN-08).
  private static func voucher(of audit: BundleAudit) -> Wording {
    if let signer = audit.signer { return Wording("The server with the key \(signer.description) has signed it and vouches for it.") }
    return audit.scope == .member
      ? Wording("It is the word of the member who exported it: nobody has signed it.")
      : Wording("Nobody has signed it: who made its events cannot be told.")
  }

  private static func audit(_ path: String) throws(ConsoleFailure) -> BundleAudit {
    guard let file = ReadFile(path: path) else {
      throw ConsoleFailure(["Could not read \(path.printable).", "Check the path, and that you may read the file."], status: 1)
    }
    defer { file.close() }
    var audit = BundleAudit()
    do throws(BundleFault) {
      while let bytes = file.next() { try audit.take(bytes) }
      try audit.finish()
    } catch {
      throw ConsoleFailure(["\(path.printable) does not verify: \(error)", "Get the file anew from where it came from."], status: 1)
    }
    return audit
  }
}
