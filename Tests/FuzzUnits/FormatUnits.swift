import Ledger
import Statements

/// OFX: any text is statements or a flaw, and what is described is read as it was described.
func fuzzOFX(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  try fuzzFormat(bytes, .ofx) { lines in
    let records = lines.map {
      "<STMTTRN><DTPOSTED>\($0.compactDay)<TRNAMT>\($0.decimal("."))<FITID>\($0.reference)<NAME>\($0.text)</STMTTRN>"
    }
    return "OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>\(records.joined())</BANKTRANLIST></STMTRS></OFX>"
  }
}

/// QIF, in the same way.
func fuzzQIF(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  try fuzzFormat(bytes, .qif) { lines in
    let records = lines.map { "D\($0.day)\nT\($0.decimal("."))\nN\($0.reference)\nP\($0.text)\n^\n" }
    return "!Type:Bank\n" + records.joined()
  }
}

/// Statements of ISO 20022, in the same way.
func fuzzCAMT(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  try fuzzFormat(bytes, .camt) { lines in
    let entries = lines.map {
      "<Ntry><Amt Ccy=\"EUR\">\($0.decimal(".", isSigned: false))</Amt><CdtDbtInd>\($0.minor < 0 ? "DBIT" : "CRDT")</CdtDbtInd>"
        + "<BookgDt><Dt>\($0.day)</Dt></BookgDt><AcctSvcrRef>\($0.reference)</AcctSvcrRef><AddtlNtryInf>\($0.text)</AddtlNtryInf></Ntry>"
    }
    return "<Document><BkToCstmrStmt><Stmt><Acct><Ccy>EUR</Ccy></Acct>\(entries.joined())</Stmt></BkToCstmrStmt></Document>"
  }
}

/// MT940, in the same way.
func fuzzMT940(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  try fuzzFormat(bytes, .mt940) { lines in
    let entries = lines.map {
      ":61:\($0.compactDay.dropFirst(2))\($0.minor < 0 ? "D" : "C")\($0.decimal(",", isSigned: false))NTRF//\($0.reference)\n:86:\($0.text)\n"
    }
    return ":20:S\n:25:1\n:60F:C260101EUR0,00\n\(entries.joined()):62F:C260101EUR0,00\n"
  }
}

/// A line that the fuzzer describes.
private struct DescribedLine {
  var day: CivilDate
  var minor: Int64
  var reference: String
  var text: String

  init(_ input: inout FuzzInput) {
    day = CivilDate(daysSince1970: 20_000 + Int(input.byte()) + Int(input.byte() & 3) << 8)
    minor = Int64(input.byte()) << 16 + Int64(input.byte()) << 8 + Int64(input.byte())
    if minor == 0 { minor = 1 }
    if input.byte() & 1 != 0 { minor = -minor }
    let letters = Array("abcdefghijklmnop")
    // A letter in front and no blank, so that nothing takes it for a mark of the format.
    reference = "r" + String(input.take(Int(input.byte() & 7)).map { letters[Int($0 & 15)] })
    text = "t" + String(input.take(Int(input.byte() & 15)).map { letters[Int($0 & 15)] })
  }

  var compactDay: String { String(day.description.filter { $0 != "-" }) }

  func decimal(_ mark: String, isSigned: Bool = true) -> String {
    let (whole, rest) = minor.magnitude.quotientAndRemainder(dividingBy: 100)
    return (isSigned && minor < 0 ? "-" : "") + "\(whole)\(mark)" + (rest < 10 ? "0" : "") + "\(rest)"
  }
}

private func fuzzFormat(
  _ bytes: UnsafeRawBufferPointer, _ format: StatementFormat, _ write: ([DescribedLine]) -> String
) throws(Violation) {
  guard let currency = Currency(code: "EUR") else { throw Violation("there are euros") }
  var options = StatementOptions(currency: currency)
  options.dayOrder = .dmy
  var input = FuzzInput(bytes)
  guard input.byte() & 1 != 0 else {
    guard let text = try? StatementText(Array(input.takeRest())) else { return }
    _ = StatementFormat.detect(text)
    let read = try? format.read(text, options)
    for statement in read ?? [] {
      _ = statement.balanceFlaw
      try expect(statement.lines.allSatisfy { $0.minor.magnitude <= UInt64(amountMinorMax) }, "no line has more than an entry can have")
    }
    return try expect(read == (try? format.read(text, options)), "a text is read the same twice")
  }
  var lines: [DescribedLine] = []
  while !input.isAtEnd, lines.count < 20 { lines.append(DescribedLine(&input)) }
  guard let text = try? StatementText(Array(write(lines).utf8)) else { throw Violation("what is written is text") }
  try expect(StatementFormat.detect(text) == format, "what is written is found to be what it is")
  guard let read = try? format.read(text, options), let statement = read.first else { throw Violation("what is written is read") }
  try expect(statement.records.count == lines.count, "no record is lost")
  for (line, described) in zip(statement.lines, lines) {
    try expect(line.day == described.day && line.minor == described.minor, "days and amounts are read as they were written")
    try expect(line.reference == described.reference && line.text.contains(described.text), "so are texts")
  }
  try expect(statement.lines.count == lines.count, "no line is a problem")
}
