import HearthProtocol
import Ledger

extension Screens {
  /// An entry's receipts with the numbers by which `hearth receipt get` and `remove` know them.
  ///
  /// - Parameter mayAdd: whether the viewer may put one there.
  public static func receipts(_ receipts: [Receipt], mayAdd: Bool, _ theme: Theme) -> [String] {
    guard !receipts.isEmpty else { return [theme.phrases.noReceipts(mayAdd: mayAdd)] }
    var table = Table()
    for (number, receipt) in zip(1..., receipts) {
      table.add(
        Cell("\(number)", right: true), Cell(receipt.text.printable), Cell(receipt.mediaType.printable, .faint),
        Cell(size(receipt.sizeBytes), right: true))
    }
    return table.lines(theme)
  }

  /// The same for a program: an object a receipt.
  static func json(_ receipts: [Receipt]) -> [String] {
    zip(1..., receipts).flatMap { number, receipt in
      var json = JSONLine()
      json.add("number", json: String(number))
      return WireFormat.line(receipt).map(json.added)
    }
  }

  /// "812 B", "48 KiB", "4.8 MiB": rounded down, with a decimal below 10.
  static func size(_ bytes: UInt64) -> String {
    var (shift, unit) = (0, "B")
    for (next, name) in [(10, "KiB"), (20, "MiB"), (30, "GiB")] where bytes >> UInt64(next) > 0 { (shift, unit) = (next, name) }
    let whole = bytes >> UInt64(shift)
    guard shift > 0, whole < 10 else { return "\(whole) \(unit)" }
    let tenths = ((bytes - whole << UInt64(shift)) * 10) >> UInt64(shift)
    return "\(whole).\(tenths) \(unit)"
  }
}

extension Receipt {
  /// What it is called; the start of its hash when it has no name.
  var text: String { name.isEmpty ? String(ContentHash(bytes: sha256)?.description.prefix(8) ?? "") : name }
}

extension Place {
  /// "Mumbai, India (19.076000, 72.877700)".
  var text: String {
    let names = [city, country].filter { !$0.isEmpty }.joined(separator: ", ")
    guard hasLatitudeMicro, hasLongitudeMicro else { return names }
    return (names.isEmpty ? "" : names + " ") + "(\(Self.degrees(latitudeMicro)), \(Self.degrees(longitudeMicro)))"
  }

  private static func degrees(_ micro: Int32) -> String {
    let (whole, rest) = micro.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let decimals = String(rest)
    return (micro < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: 6 - decimals.utf8.count) + decimals
  }
}
