import Foundation
import HearthClient
import Testing

@testable import Console

/// The sentences that the client says of its own accord, in every language.
@Suite struct WordingTests {
  /// The sentences of the sources as patterns, and what is written where only a sentence may be.
  private struct Sentences {
    var patterns: Set<String> = []
    var others: [String] = []
  }

  /// Reads Swift literals in a text.
  private struct Reader {
    let text: [Character]
    var place: Int

    mutating func skip(_ characters: String) {
      while place < text.count, characters.contains(text[place]) { place += 1 }
    }

    /// The literal that begins here as a pattern; nil when none does.
    mutating func literal() -> String? {
      guard place < text.count, text[place] == "\"" else { return nil }
      let isLong = starts(with: "\"\"\"")
      place += isLong ? 3 : 1
      if isLong { skip(" \n") }
      var pattern = ""
      var parts = 0
      while place < text.count, isLong ? !starts(with: "\"\"\"") : text[place] != "\"" {
        guard text[place] == "\\" else {
          pattern.append(text[place])
          place += 1
          continue
        }
        place += 2
        switch text[place - 1] {
        case "(":
          parts += 1
          pattern += "{\(parts)}"
          var depth = 1
          while depth > 0 {
            if literal() != nil { continue }
            if text[place] == "(" { depth += 1 }
            if text[place] == ")" { depth -= 1 }
            place += 1
          }
        case "\n": skip(" ")
        case let other: pattern.append(other)
        }
      }
      place += isLong ? 3 : 1
      return isLong ? pattern.trimmingCharacters(in: .whitespacesAndNewlines) : pattern
    }

    private func starts(with other: String) -> Bool { text[place...].starts(with: other) }
  }

  private func sentences() throws -> Sentences {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var sentences = Sentences()
    for folder in ["Sources/Console", "Sources/hearth"] {
      let files = try #require(FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" && !file.lastPathComponent.contains("+Refusals") {
        let source = try String(contentsOf: file, encoding: .utf8)
        let begins = /(ArgumentFault\(|Wording\(|\.problem\("|ConsoleFailure\(\s*\[|self\.init\(\s*\[|\b(?:cause|remedy): ")/
        for match in source.matches(of: begins) {
          let start = source.distance(from: source.startIndex, to: match.range.upperBound)
          var reader = Reader(text: Array(source), place: match.output.1.hasSuffix("\"") ? start - 1 : start)
          reader.skip(" \n")
          let isOne = match.output.1.hasSuffix("t(") || match.output.1.hasSuffix("g(")
          guard let first = reader.literal() else {
            if isOne { sentences.others.append("\(file.lastPathComponent): \(source[match.range.lowerBound...].prefix(60))") }
            continue
          }
          sentences.patterns.insert(first)
          // A list has more.
          while match.output.1.hasSuffix("[") {
            reader.skip(" \n,")
            guard let next = reader.literal() else { break }
            sentences.patterns.insert(next)
          }
        }
      }
    }
    // What is in the user's language already.
    sentences.patterns.remove("{1}")
    return sentences
  }

  @Test("product 191: every sentence that the client says of its own accord has one in Hindi, and there is none too many")
  func complete() throws {
    let sentences = try sentences()
    let hindi = Language.hindi.phrases.wordings
    #expect(sentences.patterns.count > 180)
    #expect(sentences.others.filter { !$0.hasPrefix("Wording.swift") } == [], "not written where it is said, so no table can have it")
    #expect(sentences.patterns.subtracting(hindi.keys).sorted() == [], "without Hindi")
    #expect(Set(hindi.keys).subtracting(sentences.patterns).sorted() == [], "said nowhere")
    for (pattern, sentence) in hindi {
      let isHindi = sentence.unicodeScalars.contains { (0x900...0x97F).contains($0.value) }
      #expect(isHindi, "\(pattern)")
      let places = { (text: String) in Set(text.matches(of: /\{[0-9]+\}/).map { String($0.0) }) }
      let lost = places(pattern).symmetricDifference(places(sentence))
      // A currency that stands twice in the one may stand once in the other.
      #expect(places(sentence).isSubset(of: places(pattern)) && !lost.contains("{1}"), "\(pattern)")
    }
  }

  @Test("What stands in a sentence is taken as it is, and a sentence in a sentence is said in the same language")
  func parts() throws {
    let names = MemberNames(Household().view.state.shared.members, me: Household().asha)
    let fault = try #require(throws: ArgumentFault.self) { try names.find("{2}") }
    #expect(fault.description == "Nobody here is called \"{2}\". The members are: Asha, Ravi, मीरा.")
    #expect(ConsoleFailure(fault).lines(in: .hindi) == ["यहाँ \"{2}\" नाम का कोई नहीं है। सदस्य हैं: Asha, Ravi, मीरा।"])
    let outer = ArgumentFault("\(fault) Say who it is with --member \"\("Bob")=NAME\".")
    #expect(outer.wording.text(in: .hindi).hasSuffix("मीरा। --member \"Bob=NAME\" से बताएँ कि वह कौन है।"))
    #expect(outer.description.hasPrefix(fault.description + " Say"))
    #expect(Wording("Of a later version.").text(in: .hindi) == "Of a later version.")
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

  @Test(
    "product 191: what is not understood is said in Hindi",
    arguments: [
      ("abc", "\"abc\" कोई राशि नहीं है। ऐसे लिखें: 450, 450.50 या 1.2L।"),
      ("1.234", "\"1.234\" में दशमलव के अंक ज़्यादा हैं: INR में ज़्यादा से ज़्यादा 2 होते हैं।"),
    ])
  func amounts(text: String, words: String) throws {
    let rupee = try Choices.currency("INR")
    let fault = try #require(throws: ArgumentFault.self) { try AmountText.minor(text, rupee) }
    #expect(ConsoleFailure(fault).lines(in: .hindi) == [words])
    #expect(ConsoleFailure(fault).status == 64)
  }
}
