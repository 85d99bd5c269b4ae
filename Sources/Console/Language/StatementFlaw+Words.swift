import HearthProtocol
import Ledger
import Statements

extension ArgumentFlaw {
  /// What is wrong with a file as a whole.
  init(_ flaw: StatementFlaw) { self.init(flaw.wording) }
}

extension StatementFlaw {
  /// The sentence in every language: what is wrong, then what to do.
  var wording: Wording {
    guard let line, isOfFile else { return kind.wording }
    return Wording("Line \(line): \(kind.wording)", "पंक्ति \(line): \(kind.wording)")
  }

  private var isOfFile: Bool {
    switch kind {
    case .tooManyLines, .lineTooLong, .tooManyFields, .malformed, .declaresEntities: true
    default: false
    }
  }
}

extension StatementFlaw.Kind {
  fileprivate var wording: Wording { fileWording ?? lineWording ?? idleWording }

  /// What is wrong with a file as a whole; nil for anything else.
  private var fileWording: Wording? {
    switch self {
    case .fileTooLarge(let most): Wording("The file is larger than \(most >> 20) MiB.", "फ़ाइल \(most >> 20) MiB से बड़ी है।")
    case .tooManyLines(let most):
      Wording("The file has more than \(most) lines. Divide it.", "फ़ाइल में \(most) से ज़्यादा पंक्तियाँ हैं। उसे बाँटें।")
    case .lineTooLong(let most):
      Wording("It has more than \(most >> 10) KiB. Shorten its texts.", "यह \(most >> 10) KiB से लंबी है। उसके पाठ छोटे करें।")
    case .tooManyFields(let most): Wording("It has more than \(most) fields.", "इसमें \(most) से ज़्यादा ख़ाने हैं।")
    case .fileEmpty: ArgumentFlaw(.fileEmpty).wording
    case .notText(let encoding):
      encoding.isEmpty
        ? Wording("The file is no text. Say how it is written with --encoding.", "फ़ाइल पाठ नहीं है। --encoding से बताएँ कि वह कैसे लिखी है।")
        : Wording(
          "The file is no text of \(encoding.printable). Say how it is written with --encoding.",
          "फ़ाइल \(encoding.printable) का पाठ नहीं है। --encoding से बताएँ कि वह कैसे लिखी है।")
    case .encodingUnknown(let name):
      Wording(
        "\"\(name.printable)\" is no encoding. Choose one of: \(StatementEncoding.allCases.map(\.rawValue).joined(separator: ", ")).",
        "\"\(name.printable)\" कोई एन्कोडिंग नहीं है। इनमें से चुनें: \(StatementEncoding.allCases.map(\.rawValue).joined(separator: ", "))।")
    case .notATable(let form) where form == "xlsx" || form == "xls":
      Wording(
        "The file is a workbook (.\(form)). Open it in a spreadsheet, save it as \"CSV UTF-8\", and import that.",
        "फ़ाइल वर्कबुक (.\(form)) है। उसे स्प्रेडशीट में खोलें, \"CSV UTF-8\" के रूप में सहेजें, और वह आयात करें।")
    case .notATable(let form):
      Wording(
        "The file is \(form.uppercased()), not a table. Ask the bank for CSV, OFX, QIF, CAMT or MT940.",
        "फ़ाइल \(form.uppercased()) है, तालिका नहीं। बैंक से CSV, OFX, QIF, CAMT या MT940 माँगें।")
    case .noTable:
      Wording(
        "The file has no table with a day and an amount in each line. Say which columns these are: --map date=COLUMN.",
        "फ़ाइल में ऐसी तालिका नहीं है जिसकी हर पंक्ति में दिन और राशि हो। बताएँ कि ये कौन-से स्तंभ हैं: --map date=स्तंभ।")
    case .columnMissing(let column, let titles):
      Wording(
        "No column is the \(column). Say which with --map \(column)=COLUMN; there are: \(Self.list(titles)).",
        "\(column) का कोई स्तंभ नहीं है। --map \(column)=स्तंभ से बताएँ; ये हैं: \(Self.list(titles))।")
    case .columnUnknown(let column, let titles):
      Wording(
        "The file has no column \"\(column.printable)\". It has: \(Self.list(titles)).",
        "फ़ाइल में \"\(column.printable)\" नाम का स्तंभ नहीं है। ये हैं: \(Self.list(titles))।")
    case .fieldUnknown(let text):
      Wording(
        "\"\(text.printable)\" maps nothing. Write FIELD=COLUMN, like date=Booked; the fields are \(Self.fields).",
        "\"\(text.printable)\" कुछ नहीं जोड़ता। ख़ाना=स्तंभ लिखें, जैसे date=Booked; ख़ाने हैं: \(Self.fields)।")
    case .profileUnknown(let name):
      Wording(
        "There is no profile \"\(name.printable)\". There are: \(StatementProfile.builtIn.map(\.name).joined(separator: ", ")), and your own.",
        "\"\(name.printable)\" नाम की प्रोफ़ाइल नहीं है। ये हैं: \(StatementProfile.builtIn.map(\.name).joined(separator: ", ")), और आपकी अपनी।")
    case .malformed(let format, let what):
      Wording("This is no file of \(format.printable): \(what.printable).", "यह \(format.printable) की फ़ाइल नहीं है: \(what.printable)।")
    case .nestedTooDeep(let most): Wording("The file is nested more than \(most) deep.", "फ़ाइल \(most) से ज़्यादा परतों में है।")
    case .format(let flaw): flaw.wording
    case .declaresEntities:
      Wording("The file declares entities, which are not read.", "फ़ाइल में entity घोषणाएँ हैं, जो पढ़ी नहीं जातीं।")
    default: nil
    }
  }

  private static func list(_ titles: [String]) -> String { titles.map(\.printable).joined(separator: ", ") }

  private static let fields = StatementColumn.allCases.map(\.rawValue).joined(separator: ", ")

  /// What is wrong with a line; nil for anything else.
  private var lineWording: Wording? {
    switch self {
    case .noDay(let text):
      Wording(
        "\"\(text.printable)\" is no day like 2026-11-20. If days are written otherwise, say --dates dmy, mdy or ymd.",
        "\"\(text.printable)\" 2026-11-20 जैसा दिन नहीं है। दिन और तरह लिखे हों तो --dates dmy, mdy या ymd लिखें।")
    case .dayUnclear(let text):
      Wording(
        "\"\(text.printable)\" could be two days, and no line shows which. Say --dates dmy, mdy or ymd.",
        "\"\(text.printable)\" दो दिन हो सकते हैं, और कोई पंक्ति नहीं दिखाती कि कौन-सा। --dates dmy, mdy या ymd लिखें।")
    case .noAmount(let text):
      Wording(
        "\"\(Amounts.text(text.printable))\" is no amount. Write it like 450 or 450.50.",
        "\"\(Amounts.text(text.printable))\" कोई राशि नहीं है। इसे 450 या 450.50 जैसे लिखें।")
    case .amountMissing: Wording("The amount is missing.", "राशि नहीं है।")
    case .amountUnclear(let text):
      Wording(
        "\"\(Amounts.text(text.printable))\" could be two amounts, and no line shows which. Say --decimals point or comma.",
        "\"\(Amounts.text(text.printable))\" दो राशियाँ हो सकती हैं, और कोई पंक्ति नहीं दिखाती कि कौन-सी। --decimals point या comma लिखें।")
    case .directionUnclear(let text):
      Wording(
        "Nothing says whether \"\(Amounts.text(text.printable))\" came in or went out. Say --signed, --card or --map mark=COLUMN.",
        "कहीं नहीं लिखा कि \"\(Amounts.text(text.printable))\" आया या गया। --signed, --card या --map mark=स्तंभ लिखें।")
    case .directionsDiffer(let text):
      Wording(
        "The mark at \"\(Amounts.text(text.printable))\" says the opposite of its column. Correct the line, or leave it out with --skip-problems.",
        "\"\(Amounts.text(text.printable))\" का निशान उसके स्तंभ से उलटा है। पंक्ति ठीक करें, या --skip-problems से छोड़ दें।")
    case .belowZero(let text):
      Wording(
        "\"\(Amounts.text(text.printable))\" is below 0. If such amounts are expenses and others income, say --signed.",
        "\"\(Amounts.text(text.printable))\" 0 से कम है। अगर ऐसी रक़में ख़र्च हैं और बाक़ी आय, तो --signed लिखें।")
    case .tooManyDecimals(let text, let currency):
      currency.exponent == 0
        ? Wording(
          "\"\(Amounts.text(text.printable))\" has too many decimals: \(currency) has none.",
          "\"\(Amounts.text(text.printable))\" में दशमलव के अंक ज़्यादा हैं: \(currency) में वे नहीं होते।")
        : Wording(
          "\"\(Amounts.text(text.printable))\" has too many decimals: \(currency) has at most \(currency.exponent).",
          "\"\(Amounts.text(text.printable))\" में दशमलव के अंक ज़्यादा हैं: \(currency) में ज़्यादा से ज़्यादा \(currency.exponent) होते हैं।")
    case .amountTooLarge(let text):
      Wording(
        "\"\(Amounts.text(text.printable))\" is more than an entry can hold.", "\"\(Amounts.text(text.printable))\" प्रविष्टि की सीमा से ज़्यादा है।")
    case .currencyUnknown(let text):
      Wording(
        "\"\(text.printable)\" is no currency. Write a code of three letters, like INR.",
        "\"\(text.printable)\" कोई मुद्रा नहीं है। तीन अक्षरों का कोड लिखें, जैसे INR।")
    case .currencyDiffers(let text, let currency):
      Wording(
        "\"\(Amounts.text(text.printable))\" is not in \(currency): its sign is that of other currencies. Say which, like --currency USD.",
        "\"\(Amounts.text(text.printable))\" \(currency) में नहीं है: उसका चिह्न दूसरी मुद्राओं का है। बताएँ कि कौन-सी, जैसे --currency USD।")
    case .multiplier(let text):
      Wording(
        "\"\(Amounts.text(text.printable))\" has letters behind the figure that would multiply it. In files nothing does: write it like 450 or 450.50.",
        "\"\(Amounts.text(text.printable))\" में अंक के पीछे ऐसे अक्षर हैं जो उसे गुणा करते। फ़ाइलों में कुछ गुणा नहीं होता: इसे 450 या 450.50 जैसे लिखें।")
    case .strayQuote:
      Wording("It has a quotation mark at a wrong place.", "इसमें उद्धरण चिह्न ग़लत जगह है।")
    case .openQuote: Wording("It opens a quotation mark that is never closed.", "इसमें खुला उद्धरण चिह्न कहीं बंद नहीं होता।")
    case .widerThanTitles: Wording("It has more fields than the first line.", "इसमें पहली पंक्ति से ज़्यादा ख़ाने हैं।")
    case .narrowerThanNeeded(let least): Wording("It has fewer than \(least) fields.", "इसमें \(least) से कम ख़ाने हैं।")
    case .shareUnclear(let text):
      Wording(
        "The file does not say who paid or owes how much of \"\(text.printable)\". If the app exports JSON too, import that.",
        "फ़ाइल नहीं बताती कि \"\(text.printable)\" का किसने कितना दिया या किसे कितना देना है। अगर ऐप JSON भी देता है, तो वह आयात करें।")
    case .sharesDiffer: Wording("What people paid and owe does not add up to 0.", "लोगों ने जो दिया और जो देना है, उनका जोड़ 0 नहीं है।")
    case .sharesExceed: Wording("People get back more than it cost.", "लोगों को ख़र्च से ज़्यादा वापस मिलता है।")
    default: nil
    }
  }

  /// Why a line is no entry, or what a total differs from.
  private var idleWording: Wording {
    switch self {
    case .balanceLine: Wording("a balance, no entry", "शेष, प्रविष्टि नहीं")
    case .turnoverLine: Wording("a sum, no entry", "जोड़, प्रविष्टि नहीं")
    case .remark: Wording("a remark, no entry", "टिप्पणी, प्रविष्टि नहीं")
    case .noMovement: Wording("no money moved", "कोई पैसा नहीं चला")
    case .nobodyOwes: Wording("Nobody owes anybody for it.", "इसका किसी को कुछ देना नहीं है।")
    case .notCompleted(let state): Wording("it did not come about: \(state.printable)", "यह पूरा नहीं हुआ: \(state.printable)")
    case .balanceDiffers(let stated, let reckoned, let currency):
      Wording(
        "The balance is \(Self.figure(stated, currency)) here, but the lines come to \(Self.figure(reckoned, currency)). Perhaps lines are missing.",
        "शेष यहाँ \(Self.figure(stated, currency)) है, पर पंक्तियों से \(Self.figure(reckoned, currency)) बनता है। शायद पंक्तियाँ छूटी हैं।")
    case .totalDiffers(let name, let stated, let reckoned, let currency):
      Wording(
        "The total of \(name.printable) in \(currency?.code ?? "") is \(Self.figure(stated, currency)) here, but the lines above come to \(Self.figure(reckoned, currency)).",
        "\(currency?.code ?? "") में \(name.printable) का जोड़ यहाँ \(Self.figure(stated, currency)) है, पर ऊपर की पंक्तियों का \(Self.figure(reckoned, currency)) है।"
      )
    default: Wording("It cannot be read.", "इसे पढ़ा नहीं जा सका।")
    }
  }

  private static func figure(_ minor: Int64, _ currency: Currency?) -> String {
    Amounts.text(currency.map { Money.plain(minor: minor, currency: $0) } ?? String(minor))
  }
}
