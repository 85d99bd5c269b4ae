import HearthProtocol

@testable import Ledger

/// The commands about where one takes money, and is told things, spoilt one by one and in order.
extension PrecedenceTests {
  static let paymentTables: [(String, Situation, [Flaw])] = [
    ("set_payment_address", Situation.valid("set_payment_address", by: 3), envelope + asker + paymentFlaws),
    ("set_notice_address", Situation.valid("set_notice_address", by: 3), envelope + asker + noticeAddressFlaws),
  ]

  private static let noticeAddressFlaws: [Flaw] = [
    archivedFlaw,
    Flaw(.choiceNotAllowed(field: "set_notice_address.channel")) { $0.command.setNoticeAddress.channel = .bell },
    Flaw(.textTooLong(field: "set_notice_address.address", charactersMax: Limits.emailBytes)) {
      $0.command.setNoticeAddress.address = String(repeating: "m", count: Limits.emailBytes + 1)
    },
    Flaw(.textNotAllowed(field: "set_notice_address.address", .controlCharacter)) { $0.command.setNoticeAddress.address = "m\nn" },
    Flaw(.emailMalformed(field: "set_notice_address.address")) {
      ($0.command.setNoticeAddress.channel, $0.command.setNoticeAddress.address) = (.mail, "example.org")
    },
    Flaw(.noticeAddressMalformed(field: "set_notice_address.address")) {
      ($0.command.setNoticeAddress.channel, $0.command.setNoticeAddress.address) = (.push, "-asha")
    },
    Flaw(.choiceNotAllowed(field: "set_notice_address.language")) { $0.command.setNoticeAddress.language = "fr" },
    Flaw(.nothingChanges) { $0.command.setNoticeAddress.address = "" },
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
