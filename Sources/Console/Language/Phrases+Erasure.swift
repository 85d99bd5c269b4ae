extension Phrases {
  /// - Parameter member: whose words; nil: the user's.
  func askErasure(of member: String?, in group: String) -> String {
    let whose = member.map { say("\($0)'s words", "\($0) के शब्द") } ?? say("Your words", "आपके शब्द")
    return say(
      "\(whose) in \(group) are erased for ever: descriptions, notes, shops, places, comments and receipts. Amounts, days, categories and shares stay. Nobody can take it back. Copies that others have on their devices or have exported are out of reach. yes or no: ",
      "\(group) में \(whose) हमेशा के लिए मिटाए जाते हैं: विवरण, नोट, दुकानें, जगहें, टिप्पणियाँ और रसीदें। राशियाँ, दिन, श्रेणियाँ और हिस्से रहते हैं। इसे कोई वापस नहीं ला सकता। दूसरों के उपकरणों और निर्यातों की प्रतियाँ पहुँच से बाहर हैं। हाँ (yes) या नहीं (no): "
    )
  }
  /// Why somebody's words are not erased by another.
  func isStillThere(_ member: String) -> String {
    say("\(member) is there, and erases their own words.", "\(member) समूह में हैं और अपने शब्द ख़ुद मिटाते हैं।")
  }
  func nothingErased() -> String { say("Nothing was erased.", "कुछ नहीं मिटाया गया।") }
  func wordsErasing(_ author: String, of member: String) -> String {
    author == member
      ? say("\(author) has everything erased that they wrote", "\(author) अपना लिखा सब कुछ मिटवा रहे हैं")
      : say("\(author) has everything erased that \(member) wrote", "\(author), \(member) का लिखा सब कुछ मिटवा रहे हैं")
  }
  func wordsGone(_ member: String) -> String { say("What \(member) wrote is erased", "\(member) का लिखा सब कुछ मिट गया") }
}

extension Outcome {
  /// - Parameter keepsName: whether the member is there, and keeps the name they have.
  static func erasing(keepsName: Bool) -> Outcome {
    Outcome { phrases in
      let name = phrases.say(
        "Your name stays as it is now; choose another one with hearth member rename before you erase, if it is to go too.",
        "आपका नाम अभी जैसा है वैसा रहता है; उसे भी हटाना हो तो मिटाने से पहले hearth member rename से दूसरा चुनें।")
      return phrases.say(
        ["The server erases the words now. hearth feed says when they are gone."],
        ["सर्वर अब शब्द मिटा रहा है। मिट जाने पर hearth feed बताता है।"]) + (keepsName ? [name] : [])
    }
  }
}
