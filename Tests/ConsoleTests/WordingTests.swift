import Foundation
import HearthClient
import Ledger
import Testing

@testable import Console

/// The sentences that the client says of its own accord, in every language.
@Suite struct WordingTests {
  /// Reads the literals of a Swift source, and in which calls they stand that say something in every language.
  private struct Reader {
    /// What is written in a literal: "There is no policy \"{1}\"." with the values that stand in it.
    struct Literal {
      let pattern: String
      let values: [String]
      /// What stands right before it.
      let before: String
      /// The call around it that says it.
      let saying: Int?
      /// Whether it is itself an argument of that call.
      let isArgument: Bool

      var isHindi: Bool { pattern.unicodeScalars.contains { (0x900...0x97F).contains($0.value) } }
    }

    static let saying: Set<String> = ["say", "Wording", "ArgumentFlaw"]

    private let saying: Set<String>
    private let text: [Character]
    private var place = 0
    private var calls: [(name: String, saying: Int?)] = []
    private(set) var literals: [Literal] = []
    /// Of each call that says something, whether it says that there is nothing to say in the other language.
    private var saysNothing: [Bool] = []

    /// - Parameter saying: the calls whose arguments are the same in every language.
    init(_ text: String, saying: Set<String> = Self.saying) {
      self.saying = saying
      self.text = Array(text)
      while place < self.text.count { step() }
    }

    /// The literals of each call that says something.
    var sayings: [(literals: [Literal], isHindi: Bool, saysNothing: Bool)] {
      saysNothing.indices.map { call in
        let literals = literals.filter { $0.saying == call }
        return (literals, literals.contains(where: \.isHindi), saysNothing[call])
      }
    }

    private mutating func step() {
      switch text[place] {
      case "/" where starts(with: "//"): while place < text.count, text[place] != "\n" { place += 1 }
      case "\"": literal()
      case "(":
        let name = String(text[..<place].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
        let isSaying = saying.contains(name) && !text[..<place].suffix(name.count + 5).starts(with: "func ")
        if isSaying { saysNothing.append(false) }
        calls.append((name, isSaying ? saysNothing.count - 1 : nil))
        place += 1
      case ")":
        if let call = calls.popLast()?.saying { saysNothing[call] = text[..<place].suffix(5).elementsEqual(", nil") }
        place += 1
      default: place += 1
      }
    }

    private mutating func literal() {
      let start = place
      let isLong = starts(with: "\"\"\"")
      place += isLong ? 3 : 1
      if isLong { skip(" \n") }
      var pattern = ""
      var values: [String] = []
      while place < text.count, isLong ? !starts(with: "\"\"\"") : text[place] != "\"" {
        guard text[place] == "\\" else {
          pattern.append(text[place])
          place += 1
          continue
        }
        place += 2
        switch text[place - 1] {
        case "(":
          let value = place
          calls.append(("", nil))
          let outside = calls.count - 1
          while calls.count > outside { step() }
          values.append(String(text[value..<(place - 1)]))
          pattern += "{\(values.count)}"
        case "\n": skip(" ")
        case let other: pattern.append(other)
        }
      }
      place += isLong ? 3 : 1
      literals.append(
        Literal(
          pattern: isLong ? pattern.trimmingCharacters(in: .whitespacesAndNewlines) : pattern, values: values,
          before: String(text[max(0, start - 40)..<start]), saying: calls.last { $0.saying != nil }?.saying,
          isArgument: calls.last?.saying != nil))
    }

    private mutating func skip(_ characters: String) {
      while place < text.count, characters.contains(text[place]) { place += 1 }
    }

    private func starts(with other: String) -> Bool { text[place...].starts(with: other) }
  }

  /// What is written in Swift below these folders, those of the client unless others are named, file by file.
  private func sources(_ folders: [String] = ["Sources/Console", "Sources/hearth"]) throws -> [(name: String, text: String)] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try folders.flatMap { folder in
      let files = try #require(FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil))
      return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
        (file.lastPathComponent, try String(contentsOf: file, encoding: .utf8))
      }
    }
  }

  @Test("product 191: what is said in English is said in Hindi beside it, of the same things")
  func complete() throws {
    #expect(try pairs(in: sources()) > 600)
    // The control.
    #expect(Reader(#"throw ArgumentFlaw("Nothing of \(name).")"#).sayings.map(\.isHindi) == [false])
  }

  /// The calls of the ledger that word a notice.
  private static let telling: Set<String> = ["say", "Told", "told"]

  @Test("product 191: what a notice tells in English it tells in Hindi, of the same things, and nothing in English alone")
  func notices() throws {
    #expect(try pairs(in: sources(["Sources/Ledger/Notices"]), saying: Self.telling) > 20)
    for (name, source) in try sources(["Sources/Ledger/Notices"]) {
      #expect(untranslated(source, saying: Self.telling) == [], "\(name)")
    }
    // The control.
    #expect(untranslated(#"return Told(.members, "\(author) left us", nobody)"#, saying: Self.telling) == ["{1} left us"])
  }

  /// Looks at what is said in both languages.
  ///
  /// - Returns: how many sentences there are.
  private func pairs(in sources: [(name: String, text: String)], saying: Set<String> = Reader.saying) -> Int {
    var pairs = 0
    for (name, source) in sources {
      for saying in Reader(source, saying: saying).sayings {
        // Signs and values alone are no language.
        guard let first = saying.literals.first(where: { $0.pattern.contains(/[A-Za-z]{2}/) })?.pattern, !saying.saysNothing else {
          continue
        }
        #expect(saying.isHindi, "\(name): \(first)")
        pairs += 1
        let arguments = saying.literals.filter(\.isArgument)
        guard arguments.count == 2, saying.literals.count == 2, let english = arguments.first, let hindi = arguments.last else { continue }
        #expect(!english.isHindi && hindi.isHindi, "\(name): \(first)")
        #expect(english.values.isEmpty == hindi.values.isEmpty, "\(name): \(first), which says of whom or what in one language alone")
      }
    }
    return pairs
  }

  /// What reads like a sentence and is none that a person is told: words of files of other programs, and words that
  /// English and JSON share.
  private static let toldNobody: Set<String> = [
    "; {1}, exported by Hearth", "unknown role", "unknown period", "every two weeks", "; shares, exported by Hearth",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
  ]

  /// Help is in English.
  private func isHelp(_ literal: Reader.Literal) -> Bool {
    literal.before.contains(/(abstract:|help:|discussion:|ArgumentHelp\(|ArgumentHelp =|valueName:|name:)\s*$/)
  }

  /// The literals of a source that say something in English alone.
  private func untranslated(_ source: String, saying: Set<String> = Reader.saying) -> [String] {
    // What is to be typed is the same in every language.
    let reader = Reader(source, saying: saying)
    let sayings = reader.sayings
    return reader.literals.filter { literal in
      let (pattern, isSaid) = (literal.pattern, literal.saying.map { sayings[$0].isHindi || sayings[$0].saysNothing } == true)
      let isSentence = pattern.contains(/[A-Za-z]{2,},?( \{[0-9]\})* (a|[a-z]{2,})\b/) || pattern.contains(/^[A-Z][a-z]+\.$/)
      let isTyped = ["hearth ", "/"].contains { pattern.trimmingCharacters(in: .whitespaces).hasPrefix($0) }
      return isSentence && !isSaid && !isTyped && !literal.isHindi && !isHelp(literal)
    }.map(\.pattern)
  }

  @Test("product 191: no sentence of the client is written in English alone")
  func noneBeside() throws {
    var found: [String] = []
    for (name, source) in try sources() {
      found += untranslated(source).map { Self.toldNobody.contains($0) ? $0 : "\(name): \($0)" }
    }
    #expect(Set(found).subtracting(Self.toldNobody).sorted() == [])
    #expect(Self.toldNobody.subtracting(found) == [], "written nowhere")
    // The control.
    #expect(untranslated(#"show([isNew ? "Nothing was kept." : "Kept \(name) for \(owner)."], json: []) // Not this one."#).count == 2)
    #expect(untranslated(#"say("Nothing was kept."); say("Kept for \(owner).", "\(owner) के लिए")"#) == ["Nothing was kept."])
    #expect(untranslated(#"@Flag(help: "Show all of them.") var all = false; write("hearth join CODE")"#) == [])
  }

  /// What stands in capitals in every language: formats, currencies, addresses and what else has no other name.
  private static let namesInCapitals: Set<String> = [
    "USD", "INR", "CSV", "HTTP", "UPI", "IBAN", "BIC", "JSON", "TLS", "IANA", "ISO", "OFX", "QIF", "CAMT", "MB",
  ]

  /// The words in capitals of a source's Hindi sentences: what is to be typed instead of them is not said in Hindi.
  private func placeholders(_ source: String) -> Set<String> {
    let words = Reader(source).literals.filter(\.isHindi).flatMap { $0.pattern.matches(of: /[A-Za-z0-9_-]+/).map { String($0.output) } }
    return Set(words.filter { $0.wholeMatch(of: /[A-Z]{2,}/) != nil })
  }

  /// The same of commands to type that are said in no language.
  private func commands(_ source: String) -> Set<String> {
    let patterns = Reader(source).literals.filter { $0.saying == nil && $0.pattern.hasPrefix("hearth ") && !isHelp($0) }.map(\.pattern)
    return Set(
      patterns.flatMap { $0.matches(of: /[A-Za-z0-9_-]+/).map { String($0.output) } }.filter { $0.wholeMatch(of: /[A-Z]{2,}/) != nil })
  }

  @Test("product 191: what a Hindi sentence has somebody put in is called by a Hindi word")
  func hindiPlaceholders() throws {
    var met: Set<String> = []
    for (name, source) in try sources() {
      let found = placeholders(source)
      #expect(found.subtracting(Self.namesInCapitals).sorted() == [], "\(name)")
      #expect(commands(source).subtracting(Self.namesInCapitals).sorted() == [], "\(name), in a command that is the same in every language")
      met.formUnion(found)
    }
    #expect(Self.namesInCapitals.subtracting(met) == [], "written nowhere")
    // The control.
    #expect(placeholders(#"say("Say NAME", "ऐसे: /settle NAME या \(OTHER), जैसे K7QM-3FXP और HEARTH_HOME")"#) == ["NAME"])
    #expect(commands(#"["hearth join CODE", "hearth rate USD"]; say("hearth join NAME", "hearth join नाम")"#) == ["CODE", "USD"])
  }

  @Test("What stands in a sentence is taken as it is, and a sentence in a sentence is said in the same language")
  func parts() throws {
    let names = MemberNames(Household().view.state.shared.members, me: Household().asha)
    let flaw = try #require(throws: ArgumentFlaw.self) { try names.find("{2}") }
    #expect(flaw.description == "Nobody here is called \"{2}\". The members are: Asha, Ravi, मीरा.")
    #expect(ConsoleFailure(flaw).lines(in: .hindi) == ["यहाँ \"{2}\" नाम का कोई नहीं है। सदस्य हैं: Asha, Ravi, मीरा।"])
    let outer = ArgumentFlaw("\(flaw) Say who it is.", "\(flaw) बताएँ कि वह कौन है।")
    #expect(outer.wording.text(in: .hindi).hasSuffix("मीरा। बताएँ कि वह कौन है।"))
    #expect(outer.description.hasPrefix(flaw.description + " Say"))
    #expect(Wording(said: "Of a later version.").text(in: .hindi) == "Of a later version.")
  }

  @Test("What a minor accepts is read in the language of the program, a paragraph a line")
  func notice() {
    let failure = ConsoleFailure.notice(command: "hearth join K7QM")
    #expect(failure.lines[1...7] == TransparencyNotice.text.map { "  \($0)" }[...])
    let hindi = failure.lines(in: .hindi)
    #expect(hindi.count == 9 && hindi[1...7].allSatisfy { $0.hasPrefix("  ") && !$0.contains(/[A-Za-z]/) }, "\(hindi)")
  }

  @Test(
    "A cause that is a sentence of its own leaves one stop, and in Hindi none but its own",
    arguments: ["The other side's certificate is not for localhost.", "The other side's certificate is not for localhost"])
  func stops(cause: String) throws {
    let failure = ConsoleFailure(ConnectionFailure.unreachable(try ServerURL("wss://localhost:7433"), .unreachable(cause)))
    #expect(failure.lines[0] == "wss://localhost:7433 cannot be reached: The other side's certificate is not for localhost.")
    let hindi = failure.lines(in: .hindi)[0]
    #expect(hindi == "wss://localhost:7433 तक पहुँचा नहीं जा सका: The other side's certificate is not for localhost।")
    let odd = ConsoleFailure(ConnectionFailure.stopped(try ServerURL("wss://localhost"), .incompatible(.protocolBroken(cause))))
    #expect(odd.lines[0].hasSuffix("not for localhost.") && !odd.lines[0].hasSuffix(".."))
  }

  @Test func authoritiesAreSaidInHindi() {
    let failure = ConsoleFailure(ConnectionFailure.trust(.authoritiesUnusable(file: "/etc/own.pem", reason: "no certificate")))
    #expect(failure.lines == ["The certificate authorities in /etc/own.pem cannot be used: no certificate.", "Check the file of --ca."])
    let hindi = failure.lines(in: .hindi)
    #expect(hindi == ["/etc/own.pem के प्रमाणपत्र काम के नहीं हैं: no certificate।", "--ca की फ़ाइल जाँचें।"])
  }

  @Test(
    "product 191: what is not understood is said in Hindi",
    arguments: [
      ("abc", "\"abc\" कोई राशि नहीं है। ऐसे लिखें: 450, 450.50 या 1.2L।"),
      ("1.234", "\"1.234\" में दशमलव के अंक ज़्यादा हैं: INR में ज़्यादा से ज़्यादा 2 होते हैं।"),
    ])
  func amounts(text: String, words: String) throws {
    let rupee = try Choices.currency("INR")
    let flaw = try #require(throws: ArgumentFlaw.self) { try AmountText.minor(text, rupee) }
    #expect(ConsoleFailure(flaw).lines(in: .hindi) == [words])
    #expect(ConsoleFailure(flaw).status == 64)
  }
}
