// What a flaw of an address says to whom it concerns.
extension PaymentFlaw {
  /// What is wrong, for a person.
  public var cause: String {
    switch self {
    case .upiMalformed: "This is no address of UPI: NAME@BANK, of letters, digits, points, hyphens and underscores."
    case .ibanMalformed: "This is neither an address of UPI nor an IBAN: the country, the length or the check digits are wrong."
    case .bicMalformed: "Behind the IBAN stands no BIC: that has 8 or 11 letters and digits."
    case .bicMissing: "Banks of this country need a BIC beside the IBAN."
    case .notInSEPA: "Euros by SEPA do not go to banks of this country."
    case .currencyDiffers: "The address takes money in another currency."
    case .amountOutOfRange: "The amount is nothing, or more than can be said."
    case .nameLength(let charactersMax): "The payee's name has no character, or more than \(charactersMax)."
    }
  }

  /// What to do about it, for a person.
  public var remedy: String {
    switch self {
    case .upiMalformed: "Write it like asha@examplebank."
    case .ibanMalformed: "Compare it with what the bank wrote, or give an address of UPI like asha@examplebank."
    case .bicMalformed, .bicMissing: "Write the BIC behind the IBAN, with a blank between them."
    case .notInSEPA: "Name an account that SEPA reaches, or an address of UPI."
    case .currencyDiffers, .amountOutOfRange, .nameLength: "Pay in another way."
    }
  }
}
