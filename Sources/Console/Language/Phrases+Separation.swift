import HearthProtocol

/// What is said where somebody keeps everything of theirs from a group.
extension Phrases {
  /// Before it is done.
  func askSeparation(from group: String) -> String {
    say(
      "From now on nothing of yours reaches \(group), and nobody is told. Accounts that you share stay shared until you end it, and are yours alone then. You can go on reading, and end it any time. yes or no: ",
      "अब से आपका कुछ भी \(group) तक नहीं पहुँचेगा, और किसी को बताया नहीं जाएगा। जो खाते आपने साझा किए हैं वे इसे समाप्त करने तक साझा रहते हैं, फिर केवल आपके हैं। आप पढ़ते रह सकते हैं और इसे कभी भी समाप्त कर सकते हैं। हाँ (yes) या नहीं (no): "
    )
  }
  func nothingSeparated() -> String { say("Nothing was changed.", "कुछ नहीं बदला।") }
  /// Where no answer came.
  ///
  /// - Parameter folder: where the exports are; nil: there are none.
  func separationUnanswered(_ folder: String?) -> [String] {
    say(
      (folder.map { ["Your exports are in \($0)."] } ?? [])
        + ["Without the server's answer it is not known whether it holds: see with hearth privacy."],
      (folder.map { ["आपकी प्रतियाँ \($0) में हैं।"] } ?? [])
        + ["सर्वर के उत्तर के बिना नहीं मालूम कि यह हुआ या नहीं: hearth privacy से देखें।"])
  }
  /// Who reads on.
  func readsInSilence() -> String {
    say(
      "You read in silence: nothing of yours reaches this group. End it: hearth privacy rejoin",
      "आप चुपचाप पढ़ रहे हैं: आपका कुछ भी इस समूह तक नहीं पहुँचता। समाप्त करें: hearth privacy rejoin")
  }
  func separatedSince(_ day: String) -> String {
    say(
      "Since \(day) nothing of yours reaches this group, and nobody was told. End it: hearth privacy rejoin",
      "\(day) से आपका कुछ भी इस समूह तक नहीं पहुँचता, और किसी को बताया नहीं गया। समाप्त करें: hearth privacy rejoin")
  }
  func separationBegan() -> String {
    say("Nothing of yours reaches this group from now on", "अब से आपका कुछ भी इस समूह तक नहीं पहुँचता")
  }
  func separationEnded() -> String { say("What you do reaches this group again", "आप जो करते हैं वह फिर इस समूह तक पहुँचता है") }
  func isSeparated() -> String {
    say(
      "Nothing of yours reaches the group for now. End it: hearth privacy rejoin",
      "अभी आपका कुछ भी समूह तक नहीं पहुँचता। समाप्त करें: hearth privacy rejoin")
  }
}

extension Outcome {
  static func separated(_ folder: String) -> Outcome {
    Outcome { phrases in
      phrases.say(
        [
          "From now on nothing of yours reaches the group, and nobody is told. Your exports are in \(folder).",
          "You can go on reading. End it: hearth privacy rejoin",
        ],
        [
          "अब से आपका कुछ भी समूह तक नहीं पहुँचता, और किसी को बताया नहीं जाता। आपकी प्रतियाँ \(folder) में हैं।",
          "आप पढ़ते रह सकते हैं। समाप्त करें: hearth privacy rejoin",
        ])
    }
  }
  static var rejoined: Outcome {
    Outcome { phrases in
      phrases.say(
        ["What you do reaches the group again, and you are shown when you are connected. Accounts that you had shared are yours alone."],
        ["आप जो करते हैं वह फिर समूह तक पहुँचता है, और जुड़े होने पर आप दिखते हैं। जो खाते आपने साझा किए थे वे अब केवल आपके हैं।"])
    }
  }
}
