import HearthProtocol
import Importing
import Ledger
import Room
import Statements

extension ImportPlan.Step {
  /// The step as the protocol has it.
  var message: PlannedLine {
    var planned = PlannedLine()
    planned.number = UInt32(clamping: line)
    if let content {
      planned.figures = PlannedFigures(Figures(content), content.description_p)
    }
    switch outcome {
    case .new(let command):
      planned.outcome = .new
      planned.command = command
      if isUndirected { planned.flaw = ImportFlaw.directionUnsaid.message }
      planned.clearFigures()
    case .known: planned.outcome = .known
    case .differs(let there):
      planned.outcome = .differs
      planned.there = PlannedFigures(there, "")
    case .like(let text, let there):
      planned.outcome = .similar
      planned.there = PlannedFigures(there, text)
    case .nothing(let flaw):
      planned.outcome = .nothing
      planned.flaw = flaw.message
    case .problem(let flaw):
      planned.outcome = .problem
      planned.flaw = flaw.message
    }
    return planned
  }
}

extension PlannedFigures {
  fileprivate init(_ figures: Figures, _ text: String) {
    self.init()
    date = figures.day
    amount.minor = figures.minor
    amount.currency = figures.currency
    kind = EntryKind(word: figures.kind) ?? .unspecified
    self.text = text.shortened
  }
}

extension ImportFlaw {
  /// The flaw as the protocol has it (SPEC CV-13).
  var message: FileFlaw {
    switch self {
    case .statement(let flaw): flaw.message
    case .settingsMissing: FileFlaw("group_incomplete")
    case .unknownChoice(let name, let text): FileFlaw("choice_unknown", name, text)
    case .noEntryAtLine(let number): FileFlaw("choice_unknown", ImportOptions.addLinesField, String(number))
    case .noNames(let text): FileFlaw("no_names", text)
    case .member(let flaw): flaw.message
    case .memberInFile(let name, let flaw, _): flaw.message(name)
    case .newcomer(let name, let flaw): flaw.message(name)
    case .unknownKind(let text): FileFlaw("kind_unknown", text)
    case .unknownCurrency(let text): FileFlaw("currency_unknown", text)
    case .noNameAndAmount(let text): FileFlaw("no_name_and_amount", text)
    case .amount(let text, let flaw, let currency): FileFlaw(flaw.code, text, currency.code)
    case .directionUnsaid: FileFlaw("direction_unsaid")
    case .otherCurrency(let code, let currency): FileFlaw("other_currency", code, currency.code)
    case .importedTooOften: FileFlaw("imported_too_often")
    case .takesTooLong: FileFlaw("takes_too_long")
    case .refused(let flaw): flaw.message("")
    }
  }
}

extension FileFlaw {
  fileprivate init(_ code: String, _ details: String...) {
    self.init(code, [], details)
  }

  fileprivate init(_ code: String, _ first: [String], _ details: [String]) {
    self.init()
    self.code = code
    self.details = (first + details).prefix(ImportLimits.detailsMax).map(\.shortened)
  }
}

extension String {
  fileprivate var shortened: String {
    String(UnicodeScalarView(unicodeScalars.prefix(ImportLimits.detailScalarsMax)))
  }
}

extension MoneyTextFlaw {
  fileprivate var code: String {
    switch self {
    case .notANumber, .separatorMisplaced: "no_amount"
    case .multiplierInFile: "multiplier"
    case .otherCurrency: "currency_differs"
    case .twoReadings: "amount_unclear"
    case .tooManyDecimals: "too_many_decimals"
    case .tooLarge: "amount_too_large"
    }
  }
}

extension MemberFlaw {
  fileprivate var message: FileFlaw {
    switch self {
    case .nobody(let name, _), .several(let name, _): message(name)
    }
  }

  /// - Parameter name: as the file has it.
  fileprivate func message(_ name: String) -> FileFlaw {
    switch self {
    case .nobody: FileFlaw("member_unknown", name)
    case .several(_, let found): FileFlaw("member_ambiguous", [name], found.map(\.name))
    }
  }
}

extension RehearsalFlaw {
  fileprivate func message(_ name: String) -> FileFlaw {
    var flaw = name.isEmpty ? FileFlaw("refused") : FileFlaw("member_refused", name)
    switch self {
    case .refused(let rejection):
      let rejected = Rejected(rejection)
      (flaw.refusal, flaw.field, flaw.cause, flaw.remedy) = (rejected.code, rejected.field, rejected.cause, rejected.remedy)
    case .impossible: flaw.code = "group_full"
    }
    return flaw
  }
}

extension StatementFlaw {
  /// Texts are the file's own; figures are minor units.
  fileprivate var message: FileFlaw {
    let place = line.map { [String($0)] } ?? []
    return switch kind {
    case .fileTooLarge(let most): FileFlaw("file_too_large", String(most))
    case .tooManyLines(let most): FileFlaw("too_many_lines", String(most))
    case .lineTooLong(let most): FileFlaw("line_too_long", [String(most)], place)
    case .tooManyFields(let most): FileFlaw("too_many_fields", [String(most)], place)
    case .fileEmpty: FileFlaw("file_empty")
    case .notText(let encoding): FileFlaw("not_text", encoding)
    case .encodingUnknown(let name): FileFlaw("choice_unknown", "encoding", name)
    case .notATable(let form): FileFlaw("not_a_table", form)
    case .noTable: FileFlaw("no_table")
    case .columnMissing(let column, let titles): FileFlaw("column_missing", [column], titles)
    case .columnUnknown(let column, let titles): FileFlaw("column_unknown", [column], titles)
    case .fieldUnknown(let text): FileFlaw("choice_unknown", "columns", text)
    case .profileUnknown(let name): FileFlaw("choice_unknown", "profile", name)
    case .malformed(let format, let what): FileFlaw("malformed", [format, what], place)
    case .nestedTooDeep(let most): FileFlaw("nested_too_deep", String(most))
    case .declaresEntities: FileFlaw("declares_entities")
    case .format(let flaw): flaw.message
    case .noDay(let text): FileFlaw("no_day", text)
    case .dayUnclear(let text): FileFlaw("day_unclear", text)
    case .noAmount(let text): FileFlaw("no_amount", text)
    case .amountMissing: FileFlaw("amount_missing")
    case .amountUnclear(let text): FileFlaw("amount_unclear", text)
    case .directionUnclear(let text): FileFlaw("direction_unclear", text)
    case .directionsDiffer(let text): FileFlaw("directions_differ", text)
    case .belowZero(let text): FileFlaw("below_zero", text)
    case .tooManyDecimals(let text, let currency): FileFlaw("too_many_decimals", text, currency.code)
    case .amountTooLarge(let text): FileFlaw("amount_too_large", text)
    case .currencyUnknown(let text): FileFlaw("currency_unknown", text)
    case .currencyDiffers(let text, let currency): FileFlaw("currency_differs", text, currency.code)
    case .multiplier(let text): FileFlaw("multiplier", text)
    case .strayQuote: FileFlaw("stray_quote")
    case .openQuote: FileFlaw("open_quote")
    case .widerThanTitles: FileFlaw("too_wide")
    case .narrowerThanNeeded(let least): FileFlaw("too_narrow", String(least))
    case .shareUnclear(let text): FileFlaw("share_unclear", text)
    case .sharesDiffer, .sharesExceed: FileFlaw("shares_differ")
    case .balanceLine: FileFlaw("balance_line")
    case .turnoverLine: FileFlaw("sum_line")
    case .remark: FileFlaw("remark")
    case .noMovement: FileFlaw("no_movement")
    case .nobodyOwes: FileFlaw("nobody_owes")
    case .notCompleted(let state): FileFlaw("not_completed", state)
    case .balanceDiffers(let stated, let reckoned, let currency):
      FileFlaw("balance_differs", String(stated), String(reckoned), currency?.code ?? "")
    case .totalDiffers(let name, let stated, let reckoned, let currency):
      FileFlaw("total_differs", String(stated), String(reckoned), currency?.code ?? "", name)
    }
  }
}

extension FormatFlaw {
  fileprivate var message: FileFlaw {
    switch self {
    case .endsEarly: FileFlaw("ends_early")
    case .noStatement: FileFlaw("no_statement")
    case .otherMessage(let name): FileFlaw("other_message", name)
    case .tooManyElements: FileFlaw("too_many_elements")
    case .tagTooLong: FileFlaw("tag_too_long")
    case .pageMissing: FileFlaw("page_missing")
    case .partsDiffer(let parts, let minor, let currency): FileFlaw("parts_differ", String(minor), String(parts), currency.code)
    case .correctsEarlier(let reference): FileFlaw("corrects_earlier", reference)
    case .takenBack: FileFlaw("taken_back")
    case .noMoney: FileFlaw("no_money")
    }
  }
}
