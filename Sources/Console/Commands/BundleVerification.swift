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
    let name = shared?.settings.map { Wording(said: $0.name.printable) } ?? Wording("A group", "एक समूह")
    let whole = audit.scope == .group
    terminal.say([
      whole
        ? Wording("\(name): the whole history", "\(name): पूरा इतिहास")
        : Wording("\(name): one member's share of the history", "\(name): इतिहास का एक सदस्य को दिखने वाला भाग"),
      Wording(
        "\(count) events (\(lanes)), \(shared?.entries.count ?? 0) entries, \(audit.attachments) receipts",
        "\(count) घटनाएँ (\(lanes)), \(shared?.entries.count ?? 0) प्रविष्टियाँ, \(audit.attachments) रसीदें"),
      Wording("Order, hash chains, receipts and checksum hold.", "क्रम, हैश-शृंखलाएँ, रसीदें और जाँच-अंक ठीक हैं।"),
      voucher(of: audit),
    ])
    if audit.unknownEvents > 0 {
      terminal.say([
        Wording(
          "\(audit.unknownEvents) events are of a later version and were not looked into.",
          "\(audit.unknownEvents) घटनाएँ बाद के संस्करण की हैं और जाँची नहीं गईं।")
      ])
    }
  }

  /// Whose word the bundle is (SPEC BN-08).
  private static func voucher(of audit: BundleAudit) -> Wording {
    if let signer = audit.signer {
      return Wording(
        "The server with the key \(signer.description) has signed it and vouches for it.",
        "\(signer.description) कुंजी वाले सर्वर ने इस पर हस्ताक्षर किए हैं और वह इसकी पुष्टि करता है।")
    }
    return audit.scope == .member
      ? Wording(
        "It is the word of the member who exported it: nobody has signed it.", "यह उसी सदस्य का कथन है जिसने इसे निर्यात किया: इस पर किसी के हस्ताक्षर नहीं हैं।")
      : Wording("Nobody has signed it: who made its events cannot be told.", "इस पर किसी के हस्ताक्षर नहीं हैं: घटनाएँ किसने बनाईं, यह नहीं बताया जा सकता।")
  }

  private static func audit(_ path: String) throws(ConsoleFailure) -> BundleAudit {
    guard let file = ReadFile(path: path) else {
      throw ConsoleFailure([.couldNotRead(path.printable), .checkPath], status: 1)
    }
    defer { file.close() }
    var audit = BundleAudit()
    do throws(BundleFlaw) {
      while let bytes = file.next() { try audit.take(bytes) }
      try audit.finish()
    } catch {
      throw ConsoleFailure(
        [
          Wording("\(path.printable) does not verify: \(error)", "\(path.printable) सही नहीं निकली: \(error)"),
          Wording("Get the file anew from where it came from.", "फ़ाइल जहाँ से आई थी वहाँ से फिर लें।"),
        ], status: 1)
    }
    return audit
  }
}
