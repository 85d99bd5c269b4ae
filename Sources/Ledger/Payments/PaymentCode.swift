import HearthProtocol

/// A payment to one person, as a link or as the text of a QR code that apps of banks read.
public struct PaymentCode: Hashable, Sendable {
  // Limit: characters of the payee's name (UPI's `pn`; EPC069-12, the beneficiary's name), of the note (UPI's `tn`, of
  // which apps take 50 or 80; EPC069-12, the unstructured remittance), and of the reference (UPI's `tr`).
  static let upiNameCharactersMax = 99
  static let epcNameCharactersMax = 70
  static let upiNoteCharactersMax = 50
  static let epcNoteCharactersMax = 140
  static let upiReferenceCharactersMax = 35
  // Limit: bytes of an EPC code, which is what version 13 of a QR code with error correction M holds.
  static let epcBytesMax = 331
  // Limit: 0.01 to 999999999.99 euros (EPC069-12, the amount).
  static let epcMinorMax: Int64 = 99_999_999_999

  /// `upi://pay?…` for UPI; the lines of an EPC code for an account.
  public let payload: String
  /// Whether the payload is a link that a phone opens; otherwise it is read from a QR code alone.
  public let isLink: Bool
  /// The note as the payload has it.
  public let note: String

  /// Makes the code. A note that is too long is cut between characters, since nobody reads an amount from it.
  ///
  /// - Parameters:
  ///   - name: the payee's, as the bank shows it before money leaves.
  ///   - minor: above 0.
  ///   - note: what the payment is for; may be empty.
  ///   - reference: letters and digits by which the payee finds it again; others are left out. UPI alone has it.
  public init(
    to address: PaymentAddress, name: String, minor: Int64, currency: Currency, note: String = "", reference: String = ""
  ) throws(PaymentFlaw) {
    guard currency.code == address.currencyCode else { throw .currencyDiffers }
    guard minor > 0, minor <= amountMinorMax else { throw .amountOutOfRange }
    let name = Self.line(name)
    let whole = Self.line(note)
    let amount = Money.plain(minor: minor, currency: currency)
    switch address {
    case .upi(let payee):
      guard (1...Self.upiNameCharactersMax).contains(name.count) else { throw .nameLength(charactersMax: Self.upiNameCharactersMax) }
      let short = String(whole.prefix(Self.upiNoteCharactersMax))
      self.note = short
      let number = String(reference.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(Self.upiReferenceCharactersMax))
      let fields = [
        ("pa", payee), ("pn", name), ("am", amount), ("cu", currency.code), ("tn", short),
        ("tr", number),
      ]
      payload = "upi://pay?" + fields.filter { !$0.1.isEmpty }.map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
      isLink = true
    case .account(let iban, let bic):
      guard (1...Self.epcNameCharactersMax).contains(name.count) else { throw .nameLength(charactersMax: Self.epcNameCharactersMax) }
      guard minor <= Self.epcMinorMax else { throw .amountOutOfRange }
      // Service, version, UTF-8, kind, BIC, name, IBAN, amount, purpose, reference, note.
      let lines = ["BCD", "002", "1", "SCT", bic, name, iban, currency.code + amount, "", "", ""].joined(separator: "\n")
      // A name in letters of several bytes leaves less for the note.
      var short = whole.prefix(Self.epcNoteCharactersMax)
      while lines.utf8.count + short.utf8.count > Self.epcBytesMax, !short.isEmpty { short.removeLast() }
      guard lines.utf8.count + short.utf8.count <= Self.epcBytesMax else { throw .nameLength(charactersMax: Self.epcNameCharactersMax) }
      payload = lines + short
      self.note = String(short)
      isLink = false
    }
  }

  /// The text on one line, since a line of an EPC code is a field.
  private static func line(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// RFC 3986 §2.1; the sign within an address stays, as apps write it.
  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var encoded = ""
    for byte in text.utf8 {
      if PaymentAddress.isLetterOrDigit(byte) || "-._~@".utf8.contains(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      }
    }
    return encoded
  }
}
