import HearthProtocol

@testable import Ledger

/// The command about where one takes money, spoilt one by one and in order.
extension PrecedenceTests {
  static let paymentTables: [(String, Situation, [Flaw])] = [
    ("set_payment_address", Situation.valid("set_payment_address", by: 3), envelope + asker + paymentFlaws)
  ]

  private static let paymentFlaws: [Flaw] = [
    Flaw(.textTooLong(field: "set_payment_address.address", charactersMax: PaymentAddress.charactersMax)) {
      $0.command.setPaymentAddress.address = String(repeating: "m", count: 290) + "@examplebank"
    },
    Flaw(.textNotAllowed(field: "set_payment_address.address", .controlCharacter)) {
      $0.command.setPaymentAddress.address = "m\n@examplebank"
    },
    Flaw(.paymentAddressMalformed(field: "set_payment_address.address", .ibanMalformed)) {
      $0.command.setPaymentAddress.address = "examplebank"
    },
    Flaw(.nothingChanges) { $0.command.setPaymentAddress.address = "" },
  ]
}
