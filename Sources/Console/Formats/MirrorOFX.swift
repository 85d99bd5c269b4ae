import HearthProtocol
import Ledger

/// The user's own shares as OFX 2.1.1: one statement for each currency, in which a share's id names its transaction, so
/// that a program that reads the file again takes none twice. Source: OFX 2.1.1, §2.2, §11.4.
enum MirrorOFX {
  // Limit: characters of a transaction's name and memo (OFX 2.1.1, §11.4.4.1).
  private static let (nameMax, memoMax) = (32, 255)

  /// The file. Without shares it has no statement.
  static func text(_ rows: [MirrorRow]) -> String {
    let last = rows.last?.entry.date ?? CivilDate(daysSince1970: 0)
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<?OFX OFXHEADER=\"200\" VERSION=\"211\" SECURITY=\"NONE\" OLDFILEUID=\"NONE\" NEWFILEUID=\"NONE\"?>",
      "<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>"
        + "<DTSERVER>\(day(last))</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>",
    ]
    let statements = Set(rows.map(\.entry.currency)).sorted().flatMap { currency in
      statement(rows.filter { $0.entry.currency == currency }, currency)
    }
    if !statements.isEmpty { lines += ["<BANKMSGSRSV1>"] + statements + ["</BANKMSGSRSV1>"] }
    return (lines + ["</OFX>"]).joined(separator: "\n") + "\n"
  }

  /// - Parameter rows: at least one, in the order of their days.
  private static func statement(_ rows: [MirrorRow], _ currency: Currency) -> [String] {
    guard let first = rows.first?.entry.date, let last = rows.last?.entry.date else { return [] }
    // Limit: nothing leaves 64 bits that was not billions of the largest entries.
    let sum = Int64(clamping: rows.reduce(Int128(0)) { $0 + Int128($1.signed) })
    return [
      "<STMTTRNRS><TRNUID>0</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS><STMTRS><CURDEF>\(currency)</CURDEF>",
      "<BANKACCTFROM><BANKID>HEARTH</BANKID><ACCTID>HEARTH-\(currency)</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>",
      "<BANKTRANLIST><DTSTART>\(day(first))</DTSTART><DTEND>\(day(last))</DTEND>",
    ] + rows.map(transaction) + [
      "</BANKTRANLIST><LEDGERBAL><BALAMT>\(Money.plain(minor: sum, currency: currency))</BALAMT><DTASOF>\(day(last))</DTASOF></LEDGERBAL>",
      "</STMTRS></STMTTRNRS>",
    ]
  }

  private static func transaction(_ row: MirrorRow) -> String {
    let entry = row.entry
    let memo = [row.groupName, row.categoryName, entry.merchant, entry.content.place.text, entry.note].filter { !$0.isEmpty }
    return "<STMTTRN><TRNTYPE>\(entry.kind == .income ? "CREDIT" : "DEBIT")</TRNTYPE><DTPOSTED>\(day(entry.date))</DTPOSTED>"
      + "<TRNAMT>\(Money.plain(minor: row.signed, currency: entry.currency))</TRNAMT><FITID>\(row.id)</FITID>"
      + "<NAME>\(text(entry.description, nameMax))</NAME><MEMO>\(text(memo.joined(separator: " · "), memoMax))</MEMO></STMTTRN>"
  }

  private static func day(_ date: CivilDate) -> String { date.description.filter { $0 != "-" } }

  /// In one line, cut, and with nothing in it that means something to XML.
  private static func text(_ text: String, _ charactersMax: Int) -> String {
    // Limit: scalars and not characters, as a program of another language counts.
    let scalars = Journal.oneLine(text).unicodeScalars.prefix(charactersMax)
    var result = ""
    for scalar in scalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // XML 1.0 §2.2 has no place for these two.
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
