/// Words of a message that may hurt, and softer words for them (product 153). A table finds them, no model does. Only
/// the writer changes the message.
struct SofterWords: Sendable {
  /// A word or words of a message, and what would be softer.
  struct Suggestion: Sendable, Equatable {
    /// The words as they stand in the message.
    let said: String
    /// The softer words.
    let softer: String
  }

  /// The pairs of both languages.
  static let standard = SofterWords(table)

  /// The pairs, with the hurting words in lower case; pairs of more words come first.
  private let pairs: [(words: [String], softer: String)]

  /// - Parameter table: a pair a line, "word = softer word".
  init(_ table: String) {
    pairs = table.split(separator: "\n").compactMap { line in
      let sides = line.split(separator: "=").map { $0.split(separator: " ").joined(separator: " ") }
      guard sides.count == 2 else { return nil }
      return (sides[0].lowercased().split(separator: " ").map(String.init), sides[1])
    }.sorted { $0.words.count > $1.words.count }
  }

  /// The suggestions for a text, in the order of the text, and the text with all of them.
  func suggestions(for text: String) -> (found: [Suggestion], softened: String) {
    let places = Self.words(of: text)
    var found: [Suggestion] = []
    var softened = ""
    var (end, place) = (text.startIndex, 0)
    while place < places.count {
      let pair = pairs.first { pair in
        place + pair.words.count <= places.count
          && zip(pair.words, places[place...]).allSatisfy { $0 == text[$1].lowercased() }
      }
      guard let pair else {
        place += 1
        continue
      }
      let range = places[place].lowerBound..<places[place + pair.words.count - 1].upperBound
      let softer = Self.softer(pair.softer, insteadOf: text[range])
      found.append(Suggestion(said: String(text[range]), softer: softer))
      softened += text[end..<range.lowerBound] + softer
      end = range.upperBound
      place += pair.words.count
    }
    return (found, softened + text[end...])
  }

  /// The softer words, with a capital where what was said begins with one and does not shout.
  private static func softer(_ words: String, insteadOf said: Substring) -> String {
    let letters = said.filter(\.isCased)
    guard letters.first?.isUppercase == true, !letters.allSatisfy(\.isUppercase) else { return words }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The places of the words, which are runs of letters, digits and apostrophes.
  private static func words(of text: String) -> [Range<String.Index>] {
    var words: [Range<String.Index>] = []
    var start: String.Index?
    for place in text.indices {
      let isPart = text[place].isLetter || text[place].isNumber || text[place] == "'" || text[place] == "’"
      if isPart, start == nil { start = place }
      if !isPart, let begun = start {
        words.append(begun..<place)
        start = nil
      }
    }
    if let start { words.append(start..<text.endIndex) }
    return words
  }

  /// The pairs as data: on the left what may hurt, on the right what is softer.
  private static let table = """
    you never = you do not often
    you always = you often
    never = seldom
    always = often
    you must = it would help if you would
    you should have = next time you could
    you have to = please try to
    or else = and I will help
    shut up = let us pause here
    waste of money = cost that we could do without
    wasted = spent
    waste = spend
    wasting = spending
    stupid = not well thought through
    idiot = dear
    dumb = not the best
    lazy = tired
    useless = not helpful yet
    careless = hurried
    selfish = thinking of other things
    greedy = keen
    irresponsible = still learning
    terrible = hard
    awful = hard
    ridiculous = surprising
    wrong = different from what I expected
    failed = did not manage yet
    failure = first try
    hate = find hard
    disappointed = a little worried
    ashamed = concerned
    punish = talk with
    punished = talked to
    punishment = talk
    fault = part in this
    blame = question
    liar = not open with me
    बेवकूफ़ = जल्दबाज़
    बेवकूफ = जल्दबाज़
    मूर्ख = जल्दबाज़
    आलसी = थके हुए
    लापरवाह = जल्दी में
    निकम्मा = अभी सीख रहे
    निकम्मे = अभी सीख रहे
    स्वार्थी = अपनी सोच में
    लालची = बहुत उत्सुक
    बेकार = कम काम का
    बर्बाद = ख़र्च
    बरबाद = ख़र्च
    फ़िज़ूल = कम ज़रूरी
    फ़ालतू = कम ज़रूरी
    कभी नहीं = कम ही
    हमेशा = अक्सर
    ग़लत = सोच से अलग
    गलत = सोच से अलग
    ग़लती = बात
    गलती = बात
    सज़ा = बातचीत
    सजा = बातचीत
    शर्म = चिंता
    नाराज़ = चिंतित
    झूठ = अधूरी बात
    झूठा = कम खुला
    चुप रहो = ज़रा रुकें
    वरना = और मैं मदद के लिए हूँ
    """
}
