import Ledger

/// Reads groups that apps export as JSON: Spliit's, and ihatemoney's list of bills.
enum SharedJSON {
  /// The book of a file; nil when it is no JSON.
  static func read(_ text: StatementText, _ options: StatementOptions) throws(StatementFlaw) -> SharedBook? {
    guard let first = text.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    let value = try JSONText.read(text.utf8)
    if case .object = value, case .array(let expenses)? = value["expenses"], case .array(let people)? = value["participants"] {
      return spliit(value, expenses, people, options)
    }
    if case .array(let bills) = value, bills.isEmpty || bills[0]["payer_name"] != nil {
      return bills.isEmpty ? nil : self.bills(bills, options)
    }
    throw StatementFlaw(.malformed(format: "JSON", "expenses, participants"))
  }

  private static func spliit(_ group: JSONText, _ expenses: [JSONText], _ people: [JSONText], _ options: StatementOptions) -> SharedBook {
    var names: [String: String] = [:]
    for person in people { names[person["id"]?.string ?? ""] = person["name"]?.string ?? "" }
    let code = Currency(code: group["currencyCode"]?.string ?? "")
    var book = SharedBook(app: "spliit", people: people.compactMap { $0["name"]?.string })
    for (place, expense) in expenses.enumerated() {
      book.records.append(
        SharedRecord(
          number: place + 1,
          outcome: outcome(place + 1) { () throws(StatementFlaw) in
            let named = code == nil ? try Currency(named: group["currency"]?.string ?? "", among: options) : code
            return try self.expense(expense, place + 1, names, named)
          }))
    }
    return book
  }

  private static func outcome(_ number: Int, _ read: () throws(StatementFlaw) -> SharedLine) -> SharedRecord.Outcome {
    do throws(StatementFlaw) {
      let line = try read()
      return line.minor == 0 ? .nothing(StatementFlaw(.noMovement, line: number)) : .line(line)
    } catch {
      return .problem(StatementFlaw(error.kind, line: number))
    }
  }

  private static func expense(_ expense: JSONText, _ number: Int, _ names: [String: String], _ currency: Currency?) throws(StatementFlaw)
    -> SharedLine
  {
    let title = expense["title"]?.string ?? ""
    guard let amount = expense["amount"]?.integer, (-amountMinorMax...amountMinorMax).contains(amount) else {
      throw StatementFlaw(.noAmount(expense["amount"]?.string ?? ""))
    }
    let date = expense["expenseDate"]?.string ?? ""
    guard let day = CivilDate(iso8601: date.prefix(10)) else { throw StatementFlaw(.noDay(date)) }
    guard let payer = names[expense["paidById"]?.string ?? ""], case .array(let parts)? = expense["paidFor"] else {
      throw StatementFlaw(.shareUnclear(title))
    }
    var (owers, weights): ([String], [Int64]) = ([], [])
    for part in parts {
      let weight = part["shares"]?.integer ?? 0
      guard let name = names[part["participantId"]?.string ?? ""], (0...1_000_000_000_000).contains(weight) else {
        throw StatementFlaw(.shareUnclear(title))
      }
      owers.append(name)
      weights.append(weight)
    }
    guard weights.contains(where: { $0 > 0 }) else { throw StatementFlaw(.shareUnclear(title)) }
    var line = SharedLine(
      number: number, day: day, kind: amount < 0 ? .income : .expense, minor: abs(amount), currency: currency, text: title.collapsed,
      category: expense["category"]?["name"]?.string ?? "", note: (expense["notes"]?.string ?? "").collapsedLines,
      reference: expense["id"]?.string ?? "", paid: [SharedPart(payer, abs(amount))], owed: [])
    line.owed = zip(owers, abs(amount).divided(by: weights)).compactMap { $1 > 0 ? SharedPart($0, $1) : nil }
    if expense["isReimbursement"]?.isTrue == true, line.owed.count == 1, line.owed[0].name != payer, amount > 0 { line.kind = .transfer }
    return line
  }

  private static func bills(_ bills: [JSONText], _ options: StatementOptions) -> SharedBook {
    var book = SharedBook(app: "ihatemoney", people: [])
    var weights: [String: Int64] = [:]
    for bill in bills { weights[bill["payer_name"]?.string ?? ""] = bill["payer_weight"]?.thousandths }
    let hasOthers = weights.values.contains { $0 != 1_000 }
    for (place, bill) in bills.enumerated() {
      book.records.append(
        SharedRecord(
          number: place + 1,
          outcome: outcome(place + 1) { () throws(StatementFlaw) in
            let (title, payer) = (bill["what"]?.string ?? "", bill["payer_name"]?.string ?? "")
            let currency = Currency(code: bill["currency"]?.string ?? "")
            let text = bill["amount"]?.string ?? ""
            guard let figure = FigureText(text) else { throw StatementFlaw(.noAmount(text)) }
            let minor = try FigureReader(mark: .point).minor(figure, text, currency ?? options.currency)
            guard let day = CivilDate(iso8601: bill["date"]?.string ?? "") else { throw StatementFlaw(.noDay(bill["date"]?.string ?? "")) }
            guard case .array(let owers)? = bill["owers"], !owers.isEmpty, !payer.isEmpty else { throw StatementFlaw(.shareUnclear(title)) }
            let names = owers.compactMap(\.string)
            let shares = try names.map { name throws(StatementFlaw) -> Int64 in
              guard let weight = weights[name] ?? (hasOthers ? nil : 1_000), (0...1_000_000_000).contains(weight) else {
                throw StatementFlaw(.shareUnclear(name))
              }
              return weight
            }
            guard shares.contains(where: { $0 > 0 }) else { throw StatementFlaw(.shareUnclear(title)) }
            let isBack = bill["bill_type"]?.string?.lowercased() == "reimbursement" && names.count == 1 && names[0] != payer
            return SharedLine(
              number: place + 1, day: day, kind: figure.isNegative ? .income : isBack ? .transfer : .expense, minor: minor,
              currency: currency,
              text: title.collapsed, paid: [SharedPart(payer, minor)],
              owed: zip(names, minor.divided(by: shares)).compactMap { $1 > 0 ? SharedPart($0, $1) : nil })
          }))
    }
    for name in bills.flatMap({ bill in [bill["payer_name"]?.string ?? ""] + (bill["owers"]?.texts ?? []) })
    where !name.isEmpty && !book.people.contains(name) && book.people.count < StatementLimits.fieldsMax {
      book.people.append(name)
    }
    return book
  }
}
