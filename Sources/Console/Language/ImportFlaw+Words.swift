import HearthProtocol
import Importing
import Ledger

extension ArgumentFlaw {
  /// What is wrong with a name of a member.
  init(_ flaw: MemberFlaw) {
    switch flaw {
    case .nobody(let wanted, let there):
      let names = there.map(\.printable).joined(separator: ", ")
      self = ArgumentFlaw(
        "Nobody here is called \"\(wanted.printable)\". The members are: \(names).",
        "यहाँ \"\(wanted.printable)\" नाम का कोई नहीं है। सदस्य हैं: \(names)।"
      ).naming(.unknownMember)
    case .several(let wanted, let found):
      let ids = found.map { "\($0.name.printable) \($0.id)" }.joined(separator: ", ")
      self = ArgumentFlaw(
        "\(found.count) members are called \"\(wanted.printable)\". Name the one you mean by id: \(ids).",
        "\"\(wanted.printable)\" नाम के \(found.count) सदस्य हैं। जो चाहिए उसकी पहचान लिखें: \(ids)।")
    }
  }

  /// What is wrong with a file or a line of it, or with how it is to be read.
  init(_ flaw: ImportFlaw) {
    switch flaw {
    case .statement(let flaw): self = ArgumentFlaw(flaw)
    case .settingsMissing: self = ArgumentFlaw(.groupIncomplete)
    case .unknownChoice(let name, let text):
      self = ArgumentFlaw(
        "\"\(text.printable)\" is nothing that --\(name) may be.", "\"\(text.printable)\" ऐसा कुछ नहीं है जो --\(name) में लिखा जा सके।")
    case .noEntryAtLine(let number):
      self = ArgumentFlaw(
        "Line \(number) of the file is no entry. --add-line takes the number of a line that the preview shows.",
        "फ़ाइल की पंक्ति \(number) कोई प्रविष्टि नहीं है। --add-line में वह संख्या लिखें जो पूर्वावलोकन में दिखती है।")
    case .noNames(let text):
      self = ArgumentFlaw(
        "\"\(text.printable)\" names nobody. Write NAME IN THE FILE=NAME HERE.",
        "\"\(text.printable)\" में कोई नाम नहीं है। ऐसे लिखें: फ़ाइल में नाम=यहाँ का नाम।")
    case .member(let flaw): self = ArgumentFlaw(flaw)
    case .memberInFile(let name, let flaw, let canJoin):
      let (cause, said) = (ArgumentFlaw(flaw).wording, name.printable)
      let isNobody = if case .nobody = flaw { canJoin } else { false }
      self = ArgumentFlaw(
        Wording(
          "\(cause.text(in: .english)) Say who it is with --member \"\(said)=NAME\"\(isNobody ? ", or add --add-members" : "").",
          "\(cause.text(in: .hindi)) --member \"\(said)=नाम\" से बताएँ कि वह कौन है\(isNobody ? ", या --add-members जोड़ें" : "")।"))
    case .newcomer(let name, let flaw):
      self = ArgumentFlaw(Wording("\(name.printable): \(flaw.wording)", "\(name.printable): \(flaw.wording)"))
    case .unknownKind(let text): self = Choices.noKind(text)
    case .unknownCurrency(let text): self = Choices.noCurrency(text)
    case .noNameAndAmount(let text):
      let said = Amounts.text(text.printable)
      self = ArgumentFlaw("\"\(said)\" is not NAME=AMOUNT.", "\"\(said)\" नाम=राशि नहीं है।")
    case .amount(let text, let flaw, let currency): self = AmountText.flaw(flaw, text, currency, inFile: true)
    case .directionUnsaid:
      self = ArgumentFlaw(
        "Nothing says whether it came in or went out. Say --signed or --card.", "कहीं नहीं लिखा कि यह आया या गया। --signed या --card लिखें।")
    case .otherCurrency(let code, let currency):
      self = ArgumentFlaw(
        "It is in \(code.printable), but the account is in \(currency).", "यह \(code.printable) में है, पर खाता \(currency) में है।")
    case .importedTooOften: self = ArgumentFlaw("It was imported and voided too often.", "यह बहुत बार आयात और रद्द हुई।")
    case .takesTooLong: self = ArgumentFlaw("The file takes too long. Divide it.", "फ़ाइल में बहुत समय लगता है। उसे बाँटें।")
    case .refused(let flaw): self = ArgumentFlaw(flaw.wording)
    }
  }
}

extension ImportFlaw {
  /// The sentence in every language.
  var wording: Wording { ArgumentFlaw(self).wording }
}

extension RehearsalFlaw {
  /// The sentence in every language.
  var wording: Wording {
    switch self {
    case .refused(let rejection): .refusal(rejection)
    case .impossible(let cause): .cannotTakeIt(cause)
    }
  }
}

extension Figures {
  /// "2026-11-20, ₹450.50".
  private var text: String { "\(day), \(Amounts.text(Currency(code: currency)?.text(minor) ?? ""))" }

  /// That an entry stands there with these figures, and not with those of the line.
  var difference: Wording { Wording("it stands there as \(text)", "वहाँ यह \(text) है") }

  /// That an entry with these figures is much like the line.
  func likeness(_ description: String) -> Wording {
    let said = "\"\(description.printable)\", \(text)"
    return Wording("like \(said)", "\(said) जैसी")
  }
}
