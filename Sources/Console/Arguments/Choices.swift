import HearthProtocol
import Importing
import Ledger

/// Reads words that stand for one of a few things.
public enum Choices {
  /// A role that can be given; "member" is what an Indian family calls adults.
  public static func role(_ text: String) throws(ArgumentFlaw) -> Role {
    switch text.lowercased() {
    case "admin": .admin
    case "adult", "member": .adult
    case "viewer": .viewer
    case "minor": .minor
    default:
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no role. Choose admin, adult, viewer or minor.",
        "\"\(text.printable)\" कोई भूमिका नहीं है। admin, adult, viewer या minor चुनें।")
    }
  }

  /// A colour as six hexadecimal digits; "none" takes it away.
  public static func color(_ text: String) throws(ArgumentFlaw) -> String {
    if text.lowercased() == "none" { return "" }
    guard text.hasPrefix("#"), text.utf8.count == 7, text.dropFirst().allSatisfy(\.isHexDigit) else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no colour. Write red, green and blue in hexadecimal digits, like #4F8A10, or none.",
        "\"\(text.printable)\" कोई रंग नहीं है। लाल, हरा और नीला सोलह-आधारी अंकों में लिखें, जैसे #4F8A10, या none।")
    }
    return text
  }

  /// What a group starts with.
  public static func template(_ text: String) throws(ArgumentFlaw) -> GroupTemplate {
    switch text.lowercased() {
    case "family": .family
    case "indian-family": .indianFamily
    case "split-group": .splitGroup
    default:
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no template. Choose family, indian-family or split-group.",
        "\"\(text.printable)\" कोई साँचा नहीं है। family, indian-family या split-group चुनें।")
    }
  }

  /// A day of the week.
  public static func weekday(_ text: String) throws(ArgumentFlaw) -> Weekday {
    switch text.lowercased() {
    case "monday": .monday
    case "tuesday": .tuesday
    case "wednesday": .wednesday
    case "thursday": .thursday
    case "friday": .friday
    case "saturday": .saturday
    case "sunday": .sunday
    default:
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no day of the week. Write it like monday.", "\"\(text.printable)\" हफ़्ते का कोई दिन नहीं है। ऐसे लिखें: monday।")
    }
  }

  /// Yes or no.
  public static func yes(_ text: String) throws(ArgumentFlaw) -> Bool {
    switch text.lowercased() {
    case "yes", "on", "true": true
    case "no", "off", "false": false
    default: throw ArgumentFlaw("\"\(text.printable)\" is neither yes nor no.", "\"\(text.printable)\" न yes है, न no।")
    }
  }

  /// A policy by its key.
  public static func policy(_ text: String) throws(ArgumentFlaw) -> Policy {
    if let found = Policy.all.first(where: { $0.key == text.lowercased().replacing("-", with: "_") }) { return found }
    throw ArgumentFlaw(
      "There is no policy \"\(text.printable)\". There are: \(Policy.all.map(\.key).joined(separator: ", ")).",
      "\"\(text.printable)\" नाम की कोई नीति नहीं है। ये हैं: \(Policy.all.map(\.key).joined(separator: ", "))।")
  }

  /// What a category is for: needs, wants or savings.
  public static func categoryClass(_ text: String) throws(ArgumentFlaw) -> CategoryClass {
    switch text.lowercased() {
    case "needs": .needs
    case "wants": .wants
    case "savings": .savings
    default:
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no class. Choose needs, wants or savings.", "\"\(text.printable)\" कोई वर्ग नहीं है। needs, wants या savings चुनें।"
      )
    }
  }

  /// An action of the permission matrix: its name, or its last word where that names one only.
  public static func right(_ text: String) throws(ArgumentFlaw) -> Right {
    let wanted = text.lowercased().replacing("-", with: "_")
    if let right = Right(rawValue: wanted) { return right }
    let found = Right.allCases.filter { $0.rawValue.hasSuffix("." + wanted) }
    if found.count == 1, let right = found.first { return right }
    // "void" and "edit" are said of entries, as most actions are.
    if let right = Right(rawValue: "entries." + wanted) { return right }
    // "invite" is part of the names of some: those are meant.
    let near = found.isEmpty ? Right.allCases.filter { $0.rawValue.contains(wanted) } : found
    let names = (near.isEmpty ? Right.allCases : near).map(\.rawValue).joined(separator: ", ")
    throw ArgumentFlaw(
      "There is no single action \"\(text.printable)\". There are: \(names).", "\"\(text.printable)\" नाम का ठीक एक काम नहीं है। ये हैं: \(names)।")
  }

  /// Expense or income.
  public static func kind(_ text: String) throws(ArgumentFlaw) -> EntryKind {
    switch text.lowercased() {
    case "expense": .expense
    case "income": .income
    default:
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no kind of entry. Choose expense or income; hearth pay records payments.",
        "\"\(text.printable)\" प्रविष्टि का कोई प्रकार नहीं है। expense या income चुनें; भुगतान के लिए: hearth pay।")
    }
  }

  /// A kind of entry of those that there are.
  public static func anyKind(_ text: String) throws(ArgumentFlaw) -> EntryKind {
    // What people read of such an entry is "payment"; files and JSON say "transfer".
    if text.lowercased() == "payment" { return .transfer }
    guard let kind = EntryKind(word: text) else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no kind of entry. Choose expense, income or payment.",
        "\"\(text.printable)\" प्रविष्टि का कोई प्रकार नहीं है। expense, income या payment चुनें।")
    }
    return kind
  }

  /// Of a file's line.
  static func noKind(_ text: String) -> ArgumentFlaw {
    ArgumentFlaw(
      "\"\(text.printable)\" is no kind of entry. Choose expense, income or transfer.",
      "\"\(text.printable)\" प्रविष्टि का कोई प्रकार नहीं है। expense, income या transfer चुनें।")
  }

  /// Whether somebody shares entries that do not say who owes; nil: as their role has it.
  public static func sharing(_ text: String) throws(ArgumentFlaw) -> Bool? {
    switch text.lowercased() {
    case "in": true
    case "out": false
    case "default": nil
    default:
      throw ArgumentFlaw(
        "\"\(text.printable)\" does not say whether they share. Choose in, out or default.",
        "\"\(text.printable)\" से पता नहीं चलता कि वे हिस्सेदार हैं या नहीं। in, out या default चुनें।")
    }
  }

  /// A budget's period.
  public static func period(_ text: String) throws(ArgumentFlaw) -> BudgetPeriod {
    switch text.lowercased() {
    case "weekly": .weekly
    case "biweekly": .biweekly
    case "monthly": .monthly
    case "yearly": .yearly
    default:
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no period. Choose weekly, biweekly, monthly or yearly.",
        "\"\(text.printable)\" कोई अवधि नहीं है। weekly, biweekly, monthly या yearly चुनें।")
    }
  }

  /// The period of a minor's limit or allowance: one of those that the server takes.
  public static func minorPeriod(_ text: String) throws(ArgumentFlaw) -> BudgetPeriod {
    switch text.lowercased() {
    case "weekly": .weekly
    case "biweekly": .biweekly
    case "monthly": .monthly
    default:
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no period of a limit or allowance. Choose weekly, biweekly or monthly.",
        "\"\(text.printable)\" सीमा या भत्ते की अवधि नहीं है। weekly, biweekly या monthly चुनें।")
    }
  }

  /// What a budget carries from one period into the next.
  public static func rollover(_ text: String) throws(ArgumentFlaw) -> Rollover {
    switch text.lowercased() {
    case "none": Rollover.none
    case "surplus": .surplus
    case "both": .both
    default:
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no rollover. Choose none, surplus or both.",
        "\"\(text.printable)\" आगे ले जाने का कोई तरीक़ा नहीं है। none, surplus या both चुनें।")
    }
  }

  /// "80,100,over" as thresholds of alerts; "none" for no alerts.
  public static func thresholds(_ text: String) throws(ArgumentFlaw) -> BudgetAlerts {
    var alerts = BudgetAlerts()
    guard text.lowercased() != "none" else { return alerts }
    for item in text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingSpaces) {
      if item.lowercased() == "over" {
        alerts.over = true
      } else {
        alerts.basisPoints.append(UInt32(clamping: try PercentText.basisPoints(item, percentMax: 1_000)))
      }
    }
    return alerts
  }

  /// One of the group's budgets, by name or id. Of several of a name the active one is meant.
  public static func budget(_ text: String, of budgets: some Sequence<BudgetState>) throws(ArgumentFlaw) -> BudgetState {
    let named = budgets.filter { $0.name.lowercased() == text.lowercased() || $0.id.description == text.lowercased() }
    if let found = named.first(where: \.isActive) ?? named.first { return found }
    let names = budgets.map(\.name.printable).joined(separator: ", ")
    throw names.isEmpty
      ? ArgumentFlaw(
        "There is no budget \"\(text.printable)\". There are none yet.", "\"\(text.printable)\" नाम का कोई बजट नहीं है। अभी एक भी नहीं है।"
      ).naming(.notFound)
      : ArgumentFlaw(
        "There is no budget \"\(text.printable)\". There are: \(names).", "\"\(text.printable)\" नाम का कोई बजट नहीं है। ये हैं: \(names)।"
      ).naming(.notFound)
  }

  /// The key of one of the group's categories, by key or name.
  public static func category(_ text: String, of categories: [Category]) throws(ArgumentFlaw) -> String {
    if let key = categories.key(named: text) { return key }
    let keys = categories.map(\.key.printable).joined(separator: ", ")
    throw ArgumentFlaw(
      "There is no category \"\(text.printable)\". There are: \(keys).", "\"\(text.printable)\" नाम की कोई श्रेणी नहीं है। ये हैं: \(keys)।"
    ).naming(.unknownCategory)
  }

  /// A currency, by its code.
  public static func currency(_ text: String) throws(ArgumentFlaw) -> Currency {
    guard let currency = Currency(code: text.uppercased()) else { throw noCurrency(text) }
    return currency
  }

  static func noCurrency(_ text: String) -> ArgumentFlaw {
    ArgumentFlaw(
      "\"\(text.printable)\" is no currency. Write a code of three letters, like INR.",
      "\"\(text.printable)\" कोई मुद्रा नहीं है। तीन अक्षरों का कोड लिखें, जैसे INR।"
    ).naming(.unknownCurrency)
  }

  /// A currency by its code, or the group's own.
  static func currency(_ text: String?, in shared: SharedState) throws(ArgumentFlaw) -> Currency {
    if let text { return try currency(text) }
    guard let currency = shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
    return currency
  }

  /// What one unit of a currency is worth, checked to be a rate.
  public static func rate(_ text: String) throws(ArgumentFlaw) -> DecimalRate {
    guard let rate = DecimalRate(text) else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no rate. Write a decimal with at most \(DecimalRate.digitsMax) digits, like 83.1525.",
        "\"\(text.printable)\" कोई दर नहीं है। ज़्यादा से ज़्यादा \(DecimalRate.digitsMax) अंकों की संख्या लिखें, जैसे 83.1525।")
    }
    return rate
  }

  /// A day, checked to be one: "2026-11-20", "today" or "yesterday".
  ///
  /// - Parameter today: in the group's time zone.
  public static func date(_ text: String, today: @autoclosure () -> CivilDate) throws(ArgumentFlaw) -> String {
    if let date = CivilDate(iso8601: text) { return date.description }
    guard let date = SpokenDay.day(text, today: today()) else { throw noDay(text) }
    return date.description
  }

  static func noDay(_ text: String) -> ArgumentFlaw {
    ArgumentFlaw(
      "\"\(text.printable)\" is no day. Write it like 2026-11-20, today or yesterday.",
      "\"\(text.printable)\" कोई दिन नहीं है। ऐसे लिखें: 2026-11-20, today या yesterday।")
  }

  /// The first day of a month, "2026-11".
  public static func month(_ text: String) throws(ArgumentFlaw) -> CivilDate {
    guard text.utf8.count == 7, let day = CivilDate(iso8601: text + "-01") else {
      throw ArgumentFlaw("\"\(text.printable)\" is no month. Write it like 2026-11.", "\"\(text.printable)\" कोई महीना नहीं है। ऐसे लिखें: 2026-11।")
    }
    return day
  }

  /// Weekly or monthly, for a digest.
  public static func digest(_ text: String) throws(ArgumentFlaw) -> DashboardPeriod {
    switch text.lowercased() {
    case "weekly": .week
    case "monthly": .month
    default:
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no digest. Choose weekly or monthly.", "\"\(text.printable)\" कोई सार नहीं है। weekly या monthly चुनें।")
    }
  }

  /// A kind of notice by its key, or all.
  public static func noticeKinds(_ text: String) throws(ArgumentFlaw) -> [NoticeKind] {
    let found = NoticeKind.all.filter { text.lowercased() == "all" || $0.key == text.lowercased() }
    guard found.isEmpty else { return found }
    throw ArgumentFlaw(
      "There are no notices called \"\(text.printable)\". There are: \(NoticeKind.all.map(\.key).joined(separator: ", ")), all.",
      "\"\(text.printable)\" नाम की कोई सूचना नहीं है। ये हैं: \(NoticeKind.all.map(\.key).joined(separator: ", ")), all।")
  }

  /// A channel of notices by its key, or all.
  public static func noticeChannels(_ text: String) throws(ArgumentFlaw) -> [NoticeChannel] {
    let found = NoticeChannel.all.filter { text.lowercased() == "all" || $0.key == text.lowercased() }
    guard found.isEmpty else { return found }
    throw ArgumentFlaw(
      "There is no channel \"\(text.printable)\". There are: \(NoticeChannel.all.map(\.key).joined(separator: ", ")), all.",
      "\"\(text.printable)\" नाम का कोई रास्ता नहीं है। ये हैं: \(NoticeChannel.all.map(\.key).joined(separator: ", ")), all।")
  }
}
