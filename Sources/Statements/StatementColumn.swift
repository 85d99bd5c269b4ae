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
  static func meaning(_ title: String) -> (column: StatementColumn, rank: Int)? { meanings[plain(title)] }

  /// Titles in languages in which the day is written before the month wherever it is not behind the year.
  static let dayFirst: Set<String> = [
    "buchungstag", "buchungsdatum", "buchung", "datum", "wertstellung", "valuta", "betrag", "umsatz", "bedrag", "boekdatum", "montant",
    "libellé",
    "date opération", "date de l opération", "date valeur", "fecha", "importe", "importo", "data operazione", "data contabile", "kwota",
    "data operacji", "dato", "beløb", "beløp", "pvm", "kirjauspäivä", "kuupäev", "दिनांक", "तारीख", "राशि", "txn date", "tran date", "narration",
    "particulars", "chqno", "chq ref no",
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
  /// Italian, Polish, Czech, Estonian, Latvian, Lithuanian and Hindi, as banks and apps write them. The first of a
  /// column is taken where a table has several.
  private static let names: [(StatementColumn, String)] = [
    (
      .date,
      """
      date|transaction date|txn date|tran date|trans date|booking date|posting date|post date|posted date|date posted|booked on|booked|
      transaction posted date|completed date|date time|transaction date time|txn date time|created on|expense date|
      datum|buchungstag|buchungsdatum|buchung|bokföringsdag|bokföringsdatum|transaktionsdag|transaktionsdatum|boekdatum|transactiedatum|
      date opération|date de l opération|date d opération|date operation|date de comptabilisation|date comptable|
      fecha|fecha operación|fecha de operación|data|data operazione|data contabile|data operacji|data transakcji|data księgowania|
      data mov|data do movimento|data lançamento|datum zaúčtování|datum provedení|dato|bogføringsdato|bokført|bokføringsdato|
      kirjauspäivä|päivämäärä|pvm|kuupäev|datums|दिनांक|तारीख|तिथि|लेनदेन की तिथि
      """
    ),
    (
      .valueDate,
      """
      value date|value dt|valuta|valutadatum|wertstellung|wertstellungstag|wertstellungsdatum|valutadag|rentedatum|date valeur|date de valeur|
      data valuta|data waluty|data valor|fecha valor|interest date|arvopäivä|मूल्य तिथि|started date|transaction time
      """
    ),
    (
      .amount,
      """
      amount|amt|transaction amount|txn amount|billing amount|amount in inr|betrag|umsatz|summe|bedrag|montant|belopp|importe|importo|kwota|valor|
      beløb|beløp|summa|määrä|částka|cost|kosten|coût|coste|costo|राशि|रक़म
      """
    ),
    (
      .out,
      """
      withdrawal|withdrawals|withdrawal amt|withdrawal amount|withdrawal dr|debit|debits|debit amount|debit amt|dr|dr amount|dr amt|
      paid out|money out|spent|soll|lastschrift|ausgabe|ausgaben|débit|debet|uit|uttag|ut|cargo|cargos|dare|addebiti|uscite|obciążenia|
      débito|payments out|निकासी|आहरण|नामे
      """
    ),
    (
      .in,
      """
      deposit|deposits|deposit amt|deposit amount|deposit cr|credit|credits|credit amount|credit amt|cr|cr amount|cr amt|
      paid in|money in|received|haben|gutschrift|einnahme|einnahmen|crédit|kredit|insättning|inn|abono|abonos|avere|accrediti|entrate|
      uznania|crédito|payments in|जमा
      """
    ),
    (
      .mark,
      """
      debit credit|credit debit|dr cr|cr dr|d c|c d|d k|dc|drcr|crdr|debit or credit|credit debit indicator|debit credit indicator|
      af bij|soll haben|s h|sens|type of transaction|txn type|debet kredit
      """
    ),
    (.currency, "currency|ccy|curr|currency code|transaction currency|währung|waehrung|devise|valuutta|moneda|divisa|munt|waluta|měna|मुद्रा"),
    (
      .balance,
      """
      balance|closing balance|running balance|balance amount|available balance|account balance|bal|saldo|kontostand|saldo nach buchung|solde|
      bokfört saldo|saldo na mutatie|saldo po operacji|zůstatek|शेष|शेष राशि|बाक़ी|बाकी
      """
    ),
    (
      .description,
      """
      description|narration|particulars|transaction details|transaction remarks|transaction description|details|remarks|text|title|
      what|name of transaction|verwendungszweck|vorgang verwendungszweck|buchungstext|beschreibung|bezeichnung|titel|libellé|libelle|
      intitulé|omschrijving|mededelingen|beskrivning|transaktion|concepto|descripción|descrizione|causale|opis|opis operacji|tytuł|descrição|
      popis|selitys|selgitus|forklaring|tekst|विवरण|लेनदेन विवरण
      """
    ),
    (.memo, "memo|payment reference|message|notes and tags|zusatz|informations|communication|meddelande|opis dodatkowy|viesti|रिमार्क"),
    (
      .counterparty,
      """
      payee|beneficiary|counterparty|counterparty name|partner name|payee name|name|merchant name|paid to|received from|
      empfänger zahlungspflichtiger|begünstigter zahlungspflichtiger|beguenstigter zahlungspflichtiger|name zahlungsbeteiligter|
      empfänger|auftraggeber empfänger|naam omschrijving|naam tegenpartij|tegenpartij|nom|nom du tiers|mottagare|avsändare mottagare|
      beneficiario|nadawca odbiorca|odbiorca|saaja maksaja|saaja|modtager|mottaker|पाने वाला|प्राप्तकर्ता
      """
    ),
    (
      .reference,
      """
      reference|reference no|reference number|ref no|chq ref no|chq ref number|ref no cheque no|cheque no|cheque number|chqno|chq no|ref|
      transaction id|transaction reference|utr|utr no|rrn|upi transaction id|upi ref no|order id|record id|transaction ref no|
      referenz|kundenreferenz|référence|referens|kenmerk|referencia|riferimento|viite|संदर्भ|संदर्भ संख्या
      """
    ),
    (.state, "state|status|zustand|statut|स्थिति"),
    (.account, "account no|account number|account|konto|kontonummer|iban auftragskonto|auftragskonto|rekening|compte|cuenta|rachunek"),
    (.kind, "kind"), (.paid, "paid"), (.owed, "owed"), (.merchant, "merchant"), (.rate, "rate"), (.rateSource, "rate source"),
    (.entry, "entry"), (.note, "note|notes|notiz|comment|kommentar|टिप्पणी"),
    (.category, "category|kategorie|catégorie|categorie|kategori|categoría|categoria|kategoria|श्रेणी"),
  ]
}
