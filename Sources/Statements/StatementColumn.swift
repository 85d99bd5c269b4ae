import Ledger

/// What a column of a table holds.
public enum StatementColumn: String, CaseIterable, Sendable {
  /// The day of booking.
  case date
  /// The day from which interest counts; the day of booking where no column is that.
  case valueDate = "value_date"
  /// What moved.
  case amount
  /// What went out, beside a column of what came in.
  case out
  /// What came in.
  case `in`
  /// Whether it came in or went out: D and C, S and H, Af and Bij, Dr and Cr.
  case mark
  /// ISO-4217 code.
  case currency
  /// What was in the account behind the line.
  case balance
  /// What it was for.
  case description
  /// More words of it.
  case memo
  /// Who paid or was paid.
  case counterparty
  /// The bank's number for it.
  case reference
  /// What the bank took for it, beside the amount.
  case fee
  /// Whether it came about.
  case state
  /// The account.
  case account
  /// expense, income or transfer.
  case kind
  /// Its category.
  case category
  /// Who paid how much.
  case paid
  /// Who owes how much.
  case owed
  /// Anything else.
  case note
  /// Where it was bought.
  case merchant
  /// What one unit of the currency counts for in the group's.
  case rate
  /// Where that was read.
  case rateSource = "rate_source"
  /// The entry's id.
  case entry

  /// Whether several columns may hold it, one after the other.
  var mayRepeat: Bool { self == .memo || self == .description || self == .counterparty }
}

/// Finds columns by their titles.
enum TitleNames {
  /// A title as it is compared: letters and digits in small, one space between words; what stands in parentheses is
  /// left out.
  static func plain(_ title: String) -> String {
    var words = ""
    var depth = 0
    for character in title.lowercased() {
      if character == "(" || character == "[" { depth += 1 }
      if depth == 0 { words.append(character.isLetter || character.isNumber ? character : " ") }
      if (character == ")" || character == "]"), depth > 0 {
        depth -= 1
        words.append(" ")
      }
    }
    return words.split(separator: " ").joined(separator: " ")
  }

  /// What a title stands for in some language; the rank says which of several is taken, 0 first.
  ///
  /// Columns that are numbered, as Description 1 to 3, go on with one text. A currency behind an amount's title, as in
  /// Debit in CHF, is none of its words.
  static func meaning(_ title: String) -> (column: StatementColumn, rank: Int)? {
    let plain = plain(title)
    if let meaning = meanings[plain] { return meaning }
    if let last = plain.utf8.last, (0x30...0x39).contains(last) {
      let name = plain.dropLast()
      return meanings[String(name.last == " " ? name.dropLast() : name)].flatMap { $0.column.mayRepeat ? $0 : nil }
    }
    guard currency(in: title) != nil else { return nil }
    var words = plain.split(separator: " ")
    guard words.count > 1, let last = words.popLast(), currency(in: last.uppercased()) != nil else { return nil }
    if words.count > 1, words.last == "in" { words.removeLast() }
    guard let (column, rank) = meanings[words.joined(separator: " ")], [.amount, .in, .out, .balance].contains(column) else { return nil }
    return (column, rank)
  }

  /// The currency that a title names: "Bedrag (EUR)", "Debit in CHF", "Määrä EUROA".
  static func currency(in title: String) -> Currency? {
    for part in title.split(whereSeparator: { !$0.isLetter }) {
      if part.utf8.count == 3, let currency = Currency(code: String(part)) { return currency }
      if ["euro", "euros", "euroa"].contains(part.lowercased()) { return Currency(code: "EUR") }
    }
    return nil
  }

  /// The sign of a currency that the title of an amount or a balance names: "Bedrag (€)", "Money out (£)".
  static func sign(in title: String) -> String? {
    guard let (column, _) = meaning(title), [.amount, .in, .out, .balance].contains(column) else { return nil }
    return title.split { $0 == " " || "()[]".contains($0) }.lazy.map(String.init).first(where: FigureText.isSign)
  }

  /// Whether a title is in a language in which the day is written before the month wherever it is not behind the year.
  static func isDayFirst(_ plain: String) -> Bool {
    dayFirst.contains(plain) || plain.split(separator: " ").contains { dayFirstWords.contains(String($0)) }
  }

  private static let dayFirst: Set<String> = ["date valeur", "txn date", "tran date", "chq ref no"]
  private static let dayFirstWords: Set<String> = [
    "buchungstag", "buchungsdatum", "buchung", "datum", "wertstellung", "valuta", "betrag", "umsatz", "bedrag", "boekdatum", "montant",
    "libellé", "opération", "fecha", "importe", "importo", "operazione", "contabile", "kwota", "operacji", "dato", "beløb", "beløp", "pvm",
    "kirjauspäivä", "kuupäev", "दिनांक", "तारीख", "राशि", "дата", "narration", "particulars", "chqno",
  ]

  private static let meanings: [String: (column: StatementColumn, rank: Int)] = {
    var meanings: [String: (column: StatementColumn, rank: Int)] = [:]
    for (column, names) in names {
      for (rank, name) in names.split(whereSeparator: { $0 == "|" || $0 == "\n" }).enumerated() {
        let name = String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        if !name.isEmpty, meanings[name] == nil { meanings[name] = (column, rank) }
      }
    }
    return meanings
  }()

  /// The names of columns in English, German, French, Dutch, Swedish, Norwegian, Danish, Finnish, Spanish, Portuguese,
  /// Italian, Polish, Czech, Estonian, Latvian, Lithuanian, Hindi, Chinese and Russian, as banks and apps write them.
  /// The first of a column is taken where a table has several.
  private static let names: [(StatementColumn, String)] = [
    (
      .date,
      """
      date|transaction date|txn date|tran date|trans date|booking date|posting date|post date|posted date|date posted|booked on|booked|
      transaction posted date|completed date|date time|transaction date time|txn date time|created on|expense date|datetime|
      datum|buchungstag|buchungsdatum|buchung|bokföringsdag|bokföringsdatum|transaktionsdag|transaktionsdatum|boekdatum|transactiedatum|
      date opération|date de l opération|date d opération|date operation|date de comptabilisation|date comptable|
      fecha|fecha operación|fecha de operación|fecha contable|data|data operazione|data contabile|data operacji|data transakcji|data księgowania|
      data mov|data do movimento|data lançamento|datum zaúčtování|datum provedení|dato|bogføringsdato|bokført|bokføringsdato|
      kirjauspäivä|päivämäärä|pvm|kuupäev|datums|दिनांक|तारीख|तिथि|लेनदेन की तिथि|交易时间|дата операции|дата
      """
    ),
    (
      .valueDate,
      """
      value date|value dt|valuta|valutadatum|wertstellung|wertstellungstag|wertstellungsdatum|valutadag|rentedatum|date valeur|date de valeur|
      data valuta|data waluty|data valor|fecha valor|interest date|arvopäivä|मूल्य तिथि|started date|transaction time|wert|дата платежа
      """
    ),
    (
      .amount,
      """
      amount|amt|amount in account currency|transaction amount|txn amount|billing amount|amount in inr|betrag|umsatz|summe|bedrag|montant|belopp|importe|importo|kwota|valor|
      beløb|beløp|summa|määrä|částka|cost|kosten|coût|coste|costo|राशि|रक़म|objem|金额|gross|net|value|сумма платежа|сумма операции|сумма
      """
    ),
    (
      .out,
      """
      withdrawal|withdrawals|withdrawal amt|withdrawal amount|withdrawal dr|debit|debits|debit amount|debit amt|dr|dr amount|dr amt|
      paid out|money out|outflow|expense amount|expense|expenses|ut fra konto|spent|soll|lastschrift|belastung|ausgabe|ausgaben|débit|debet|uit|uttag|ut|cargo|cargos|dare|addebiti|uscite|obciążenia|
      débito|payments out|निकासी|आहरण|नामे
      """
    ),
    (
      .in,
      """
      deposit|deposits|deposit amt|deposit amount|deposit cr|credit|credits|credit amount|credit amt|cr|cr amount|cr amt|
      paid in|money in|inflow|income amount|income|inn på konto|received|haben|gutschrift|einnahme|einnahmen|crédit|kredit|insättning|inn|abono|abonos|avere|accrediti|entrate|
      uznania|crédito|payments in|जमा
      """
    ),
    (
      .mark,
      """
      debit credit|credit debit|dr cr|cr dr|d c|c d|d k|dc|drcr|crdr|debit or credit|credit debit indicator|debit credit indicator|
      af bij|soll haben|s h|收 支|sens|type of transaction|txn type|debet kredit
      """
    ),
    (
      .currency,
      "currency|ccy|curr|currency code|account currency|posted currency|payment currency|transaction currency|währung|waehrung|devise|valuutta|moneda|divisa|munt|waluta|měna|मुद्रा|валюта платежа|валюта операции|валюта"
    ),
    (
      .balance,
      """
      balance|closing balance|running balance|running bal|current balance|balance amount|available balance|account balance|bal|saldo|kontostand|saldo nach buchung|solde|
      bokfört saldo|saldo na mutatie|saldo na trn|saldo po operacji|saldo po transakcji|zůstatek|शेष|शेष राशि|बाक़ी|बाकी
      """
    ),
    (
      .description,
      """
      description|narration|particulars|transaction details|transaction remarks|transaction description|details|remarks|text|title|
      what|name of transaction|verwendungszweck|vorgang verwendungszweck|buchungstext|beschreibung|bezeichnung|titel|libellé|libelle|
      intitulé|omschrijving|mededelingen|beskrivning|transaktion|rubrik|concepto|descripción|descrizione|causale|opis|opis operacji|
      opis transakcji|tytuł|descrição|histórico|
      popis|selitys|selgitus|forklaring|tekst|विवरण|लेनदेन विवरण|notification text|avisierungstext|label|商品|商品说明|описание|назначение платежа
      """
    ),
    (
      .memo,
      """
      memo|payment reference|message|notes and tags|zusatz|informations|communication|vrije mededeling|mededeling|meddelande|opis dodatkowy|
      viesti|रिमार्क
      """
    ),
    (
      .counterparty,
      """
      payee|beneficiary|counterparty|counter party|counterparty name|partner name|payee name|name|merchant name|paid to|received from|
      empfänger zahlungspflichtiger|begünstigter zahlungspflichtiger|beguenstigter zahlungspflichtiger|name zahlungsbeteiligter|
      empfänger|auftraggeber empfänger|naam omschrijving|naam tegenpartij|tegenpartij|nom|nom du tiers|mottagare|avsändare mottagare|namn|
      beneficiario|nadawca odbiorca|odbiorca|saaja maksaja|saaja|modtager|mottaker|पाने वाला|प्राप्तकर्ता|begünstigter auftraggeber|
      zahlungsempfänger in|zahlungspflichtige r|交易对方
      """
    ),
    (
      .reference,
      """
      reference|reference no|reference number|ref no|chq ref no|chq ref number|ref no cheque no|cheque no|cheque number|chqno|chq no|ref|
      transaction id|transaction reference|utr|utr no|rrn|upi transaction id|upi ref no|order id|record id|transaction ref no|
      referenz|kundenreferenz|référence|referens|kenmerk|transactiereferentie|referencia|riferimento|viite|संदर्भ|संदर्भ संख्या
      """
    ),
    (.state, "state|status|zustand|statut|stav|stato|当前状态|स्थिति|статус"),
    (.account, "account no|account number|account|konto|kontonummer|iban auftragskonto|auftragskonto|rekening|compte|cuenta|rachunek"),
    (.kind, "kind"), (.paid, "paid|paid by|bezahlt von|payé par|betaald door|pagado por|pago por|pagato da|betald av|betalt av"),
    (.owed, "owed"), (.merchant, "merchant"), (.rate, "rate"), (.rateSource, "rate source"),
    (.entry, "entry"), (.note, "note|notes|notiz|comment|kommentar|टिप्पणी"),
    (
      .category,
      "category|category name|spending category|kategorie|catégorie|categorie|kategori|categoría|categoria|kategoria|श्रेणी|категория"
    ),
  ]
}
