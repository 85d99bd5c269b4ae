import Testing

@testable import Ledger

/// Where people take money, and the links and codes by which others pay them.
struct PaymentCodeTests {
  private func flaw(_ text: String) -> PaymentFlaw? {
    do throws(PaymentFlaw) {
      _ = try PaymentAddress(text)
      return nil
    } catch { return error }
  }

  private func code(
    _ address: String, _ minor: Int64, _ currency: String, name: String = "Asha Sharma", note: String = "", reference: String = ""
  ) throws -> PaymentCode {
    try PaymentCode(
      to: PaymentAddress(address), name: name, minor: minor, currency: #require(Currency(code: currency)), note: note, reference: reference)
  }

  // python-stdnum takes each of these; some are the examples of the registry of IBANs.
  @Test(
    "IBANs of several countries, as people write them",
    arguments: [
      ("DE02 1203 0000 0000 2020 51", "DE02120300000000202051", ""), ("de02120300000000202051", "DE02120300000000202051", ""),
      ("NL02-ABNA-0123-4567-89", "NL02ABNA0123456789", ""), ("FR14 2004 1010 0505 0001 3M02 606", "FR1420041010050500013M02606", ""),
      ("BE68539007547034", "BE68539007547034", ""), ("MT84MALT011000012345MTLCAST001S", "MT84MALT011000012345MTLCAST001S", ""),
      ("SE4550000000058398257466", "SE4550000000058398257466", ""),
      ("DE02120300000000202051 BYLADEM1001", "DE02120300000000202051", "BYLADEM1001"),
      ("GB29 NWBK 6016 1331 9268 19 NWBKGB2L", "GB29NWBK60161331926819", "NWBKGB2L"),
    ])
  func ibans(_ text: String, _ iban: String, _ bic: String) throws {
    #expect(try PaymentAddress(text) == .account(iban: iban, bic: bic))
    #expect(try PaymentAddress(PaymentAddress(text).text) == PaymentAddress(text))
  }

  @Test("What is no IBAN is refused with its cause")
  func badIBANs() {
    // One digit changed, two exchanged, one too few, one too many, no such country, letters for check digits.
    for text in [
      "DE02120300000000202052", "DE02120300000000205201", "DE0212030000000020205", "DE021203000000002020511", "QQ02120300000000202051",
      "DEAA120300000000202051", "", "DE", "DE02 1203 0000 0000 2020 5é", "4111111111111111",
    ] { #expect(flaw(text) == .ibanMalformed, "\(text)") }
    #expect(flaw("CH9300762011623852957") == .bicMissing && flaw("GB29NWBK60161331926819") == .bicMissing)
    #expect(flaw("AE070331234567890123456") == .notInSEPA)
    #expect(flaw("DE02120300000000202051 BYLA1EM1") == .bicMalformed && flaw("DE02120300000000202051 BYLADEM") == .bicMalformed)
  }

  @Test("Every digit of an IBAN that is another is noticed")
  func checkDigits() {
    let right = Array("DE02120300000000202051")
    #expect(IBAN.isValid(String(right)))
    for place in 2..<right.count {
      for digit in "0123456789" where digit != right[place] {
        var other = right
        other[place] = digit
        #expect(!IBAN.isValid(String(other)))
      }
    }
  }

  @Test("Addresses of UPI: letters, digits, points, hyphens and underscores, and one sign between name and bank")
  func upi() throws {
    for text in ["asha@examplebank", "asha.sharma-2_x@ybl", "9876500000@upi", "00123456@EXAM0001234.ifsc.npci", " asha@examplebank "] {
      #expect(flaw(text) == nil, "\(text)")
    }
    for text in ["@bank", "asha@", "asha@b", "asha@1bank", "as&am=1@bank", "asha@bank@bank", "आशा@bank", "asha@ba nk/x", "asha?@bank"] {
      #expect(flaw(text) == .upiMalformed, "\(text)")
    }
    let name = String(repeating: "a", count: PaymentAddress.upiCharactersMax - "@bank".count)
    #expect(flaw(name + "@bank") == nil && flaw(name + "a@bank") == .upiMalformed)
  }

  @Test("A link of UPI: two decimals, values that cannot add fields, a note that is cut, a reference of letters and digits")
  func upiLinks() throws {
    #expect(
      try code("asha@examplebank", 45_000, "INR", note: "Flat & milk=1?", reference: "0198-ab cd").payload
        == "upi://pay?pa=asha@examplebank&pn=Asha%20Sharma&am=450.00&cu=INR&tn=Flat%20%26%20milk%3D1%3F&tr=0198abcd")
    #expect(
      try code("asha@examplebank", 5, "INR", name: "आशा").payload
        == "upi://pay?pa=asha@examplebank&pn=%E0%A4%86%E0%A4%B6%E0%A4%BE&am=0.05&cu=INR")
    let long = try code("a@bank", 1, "INR", note: String(repeating: "न", count: 51), reference: String(repeating: "7", count: 36)).payload
    #expect(long.hasSuffix("&tn=" + String(repeating: "%E0%A4%A8", count: 50) + "&tr=" + String(repeating: "7", count: 35)))
    #expect(try code("a@bank", 1, "INR").isLink)
  }

  @Test("An EPC code: the lines of version 002, without a BIC where none is needed")
  func epcCodes() throws {
    // segno writes the same lines, but EUR12.3 for the amount.
    let plain = try code("DE02120300000000202051", 1_230, "EUR", note: "Flat\nNovember")
    #expect(plain.payload == "BCD\n002\n1\nSCT\n\nAsha Sharma\nDE02120300000000202051\nEUR12.30\n\n\nFlat November" && !plain.isLink)
    let british = try code("GB29NWBK60161331926819 NWBKGB2L", 1, "EUR").payload
    #expect(british == "BCD\n002\n1\nSCT\nNWBKGB2L\nAsha Sharma\nGB29NWBK60161331926819\nEUR0.01\n\n\n")
    let text = try code("DE02120300000000202051", 1, "EUR", note: String(repeating: "x", count: 141)).payload
    #expect(text.split(separator: "\n").last?.count == PaymentCode.epcNoteCharactersMax)
    // In Hindi the bytes run out before the characters.
    let hindi = try code("DE02120300000000202051", 1, "EUR", note: String(repeating: "न", count: 140)).payload
    #expect((PaymentCode.epcBytesMax - 2...PaymentCode.epcBytesMax).contains(hindi.utf8.count) && hindi.hasSuffix("न"))
  }

  @Test("Amounts and names at their limits and one past, and other money than the address takes")
  func limits() throws {
    func flaw(_ address: String, _ minor: Int64, _ currency: String, name: String = "A") -> PaymentFlaw? {
      do {
        _ = try code(address, minor, currency, name: name)
        return nil
      } catch { return error as? PaymentFlaw }
    }
    let iban = "DE02120300000000202051"
    #expect(flaw(iban, PaymentCode.epcMinorMax, "EUR") == nil && flaw(iban, PaymentCode.epcMinorMax + 1, "EUR") == .amountOutOfRange)
    #expect(flaw("a@bank", amountMinorMax, "INR") == nil && flaw("a@bank", amountMinorMax + 1, "INR") == .amountOutOfRange)
    for minor in [0, -1, Int64.min] {
      #expect(flaw(iban, minor, "EUR") == .amountOutOfRange && flaw("a@bank", minor, "INR") == .amountOutOfRange)
    }
    #expect(flaw(iban, 1, "INR") == .currencyDiffers && flaw("a@bank", 1, "EUR") == .currencyDiffers)
    for (address, currency, most) in [(iban, "EUR", PaymentCode.epcNameCharactersMax), ("a@bank", "INR", PaymentCode.upiNameCharactersMax)]
    {
      #expect(flaw(address, 1, currency, name: String(repeating: "n", count: most)) == nil)
      #expect(flaw(address, 1, currency, name: String(repeating: "n", count: most + 1)) == .nameLength(charactersMax: most))
      #expect(flaw(address, 1, currency, name: " \n") == .nameLength(charactersMax: most))
    }
    // 70 letters of six bytes do not fit the code.
    #expect(flaw(iban, 1, "EUR", name: String(repeating: "नी", count: 70)) == .nameLength(charactersMax: PaymentCode.epcNameCharactersMax))
  }
}
