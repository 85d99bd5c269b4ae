import Ledger

/// An entry of a statement of ISO 20022, as texts.
struct CAMTEntry {
  var number = 0
  var line = 0
  var amount = CAMTAmount()
  var mark = ""
  var isReversal = false
  var status = ""
  var bookedOn = ""
  var valueOn = ""
  var reference = ""
  var information = ""
  var details: [CAMTDetail] = []

  mutating func take(_ place: String, _ text: String, _ currency: String) {
    switch place {
    case "Amt": amount = CAMTAmount(text: text, currency: currency)
    case "CdtDbtInd": mark = text
    case "RvslInd": isReversal = text == "true" || text == "1"
    // Version 2 to 7, and from version 8 on.
    case "Sts", "Sts/Cd": status = text
    case "BookgDt/Dt", "BookgDt/DtTm": bookedOn = text
    case "ValDt/Dt", "ValDt/DtTm": valueOn = text
    case "AcctSvcrRef": reference = text
    case "AddtlNtryInf": information = text
    default: break
    }
  }

  static func isCredit(_ mark: String) throws(StatementFlaw) -> Bool {
    switch mark {
    case "CRDT": return true
    case "DBIT": return false
    default: throw StatementFlaw(.directionUnclear(mark))
    }
  }

  /// Adds a line for the entry, or one for each of its transactions.
  func add(to draft: inout StatementDraft, _ own: Currency) {
    // Statements of some banks have no status; everything in them is booked.
    guard status.isEmpty || status == "BOOK" else { return draft.pass(number, .notCompleted(status)) }
    if let amounts = try? separateAmounts() {
      for (detail, minor) in zip(details, amounts) {
        draft.add(number, line) { () throws(StatementFlaw) in try statementLine(own, detail, minor) }
      }
    } else {
      draft.add(number, line) { () throws(StatementFlaw) in try statementLine(own, details.count == 1 ? details[0] : CAMTDetail(), nil) }
    }
  }

  /// The amounts of several transactions in the entry's currency; nil when they do not come to the entry's amount.
  private func separateAmounts() throws(StatementFlaw) -> [Int64]? {
    guard details.count > 1, let currency = Currency(code: amount.currency) else { return nil }
    let isCredit = try Self.isCredit(mark)
    var amounts: [Int64] = []
    var sum: Int64 = 0
    for detail in details {
      guard detail.amount.currency == amount.currency else { return nil }
      let minor = try detail.amount.minor(currency, isCredit: detail.mark.isEmpty ? isCredit : Self.isCredit(detail.mark))
      let (next, overflow) = sum.addingReportingOverflow(minor)
      guard !overflow else { return nil }
      sum = next
      amounts.append(minor)
    }
    return try sum == amount.minor(currency, isCredit: isCredit) ? amounts : nil
  }

  private func statementLine(_ own: Currency, _ detail: CAMTDetail, _ minor: Int64?) throws(StatementFlaw) -> StatementLine {
    guard let currency = Currency(code: amount.currency) else { throw StatementFlaw(.currencyUnknown(amount.currency)) }
    guard !amount.text.isEmpty else { throw StatementFlaw(.amountMissing) }
    let isCredit = try Self.isCredit(mark)
    let written = bookedOn.isEmpty ? valueOn : bookedOn
    // An instant has its day in front, in the bank's own zone.
    guard let day = CivilDate(iso8601: String(written.prefix(10))) else { throw StatementFlaw(.noDay(written)) }
    // Who pays an account is the debtor; a reversal names those of what it takes back.
    let counterparty = isCredit != isReversal ? detail.debtor : detail.creditor
    let references = [details.count > 1 ? "" : reference, detail.servicerReference, detail.endToEnd, detail.transaction, reference]
    let text = [detail.remittance, detail.reference, detail.information, information].joinedDistinct
    let whole = try amount.minor(currency, isCredit: isCredit)
    return StatementLine(
      number: number, day: day, minor: minor ?? whole, currency: currency == own ? nil : currency,
      text: text, reference: references.first { !$0.isEmpty && $0 != "NOTPROVIDED" } ?? "", counterparty: counterparty)
  }
}

/// One transaction of an entry, as texts.
struct CAMTDetail {
  var amount = CAMTAmount()
  var mark = ""
  var servicerReference = ""
  var endToEnd = ""
  var transaction = ""
  var debtor = ""
  var creditor = ""
  var remittance = ""
  var reference = ""
  var information = ""
  private var isAmountOwn = false
  private var isRemittanceFull = false

  mutating func take(_ place: String, _ text: String, _ currency: String) {
    switch place {
    // From version 4 on, and version 2.
    case "Amt": (amount, isAmountOwn) = (CAMTAmount(text: text, currency: currency), true)
    case "AmtDtls/TxAmt/Amt": if !isAmountOwn { amount = CAMTAmount(text: text, currency: currency) }
    case "CdtDbtInd": mark = text
    case "Refs/AcctSvcrRef": servicerReference = text
    case "Refs/EndToEndId": endToEnd = text
    case "Refs/TxId": transaction = text
    // Up to version 7, and from version 8 on.
    case "RltdPties/Dbtr/Nm", "RltdPties/Dbtr/Pty/Nm": debtor = text
    case "RltdPties/Cdtr/Nm", "RltdPties/Cdtr/Pty/Nm": creditor = text
    // Who stands behind them, where nobody else is named.
    case "RltdPties/UltmtDbtr/Nm", "RltdPties/UltmtDbtr/Pty/Nm": if debtor.isEmpty { debtor = text }
    case "RltdPties/UltmtCdtr/Nm", "RltdPties/UltmtCdtr/Pty/Nm": if creditor.isEmpty { creditor = text }
    case "RmtInf/Ustrd": addRemittance(text)
    case "RmtInf/Strd/CdtrRefInf/Ref": reference = text
    case "AddtlTxInf": information = text
    default: break
    }
  }
  /// A piece of 140 characters goes on within the word.
  private mutating func addRemittance(_ text: String) {
    if !remittance.isEmpty, !isRemittanceFull { remittance += " " }
    remittance += text
    isRemittanceFull = text.count >= 140
  }
}
