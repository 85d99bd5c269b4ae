/// What is said of words of encouragement between members.
extension Phrases {
  /// - Parameter recipient: nil for the viewer.
  func said(_ sender: String, to recipient: String?) -> String {
    say(
      "\(sender) to \(recipient ?? "you")",
      "\(sender) की ओर से \(recipient.map { "\($0) को" } ?? "आपको")")
  }
  func coachingMuted(_ member: String, isUnmuted: Bool) -> String {
    say(
      isUnmuted ? "Coaching from \(member) reaches you again" : "Coaching from \(member) reaches you no more; \(member) is not told",
      isUnmuted ? "\(member) की बातें अब फिर आप तक आएँगी" : "\(member) की बातें अब आप तक नहीं आएँगी; \(member) को बताया नहीं जाता")
  }
  func coachingRestricted(_ actor: String, _ minor: String, isLifted: Bool) -> String {
    say(
      isLifted ? "\(actor) lets other adults coach \(minor) again" : "\(actor) alone coaches \(minor) from now on",
      isLifted ? "\(actor) ने दूसरे बड़ों को फिर से \(minor) को समझाने दिया" : "अब से केवल \(actor) \(minor) को समझाते हैं")
  }
  func noCoaching(maySend: Bool) -> String {
    offer(
      say("No messages yet.", "अभी कोई बात नहीं।"),
      maySend ? say("Say something kind: hearth coach NAME \"…\"", "कुछ अच्छा कहें: hearth coach नाम \"…\"") : nil)
  }
  func notHeard(_ names: String, mayUnmute: Bool) -> String {
    offer(
      say("You do not hear: \(names).", "इनकी बातें आप तक नहीं आतीं: \(names)।"),
      mayUnmute ? say("Hear them again: hearth coach unmute NAME", "फिर सुनें: hearth coach unmute नाम") : nil)
  }
  func coachingTitle() -> String { say("Said to you", "आपसे कहा गया") }
  func coachedBy(ownerAlone: Bool) -> String {
    say(
      ownerAlone ? "Coaching: by the owner alone" : "Coaching: by the owner, admins and adults",
      ownerAlone ? "समझाना: केवल मालिक" : "समझाना: मालिक, प्रबंधक और वयस्क")
  }
  func toneBanner() -> String {
    say(
      "AI tone adjustment is unavailable: no model reads this. A list of words judges, and it suggests softer ones:",
      "लहजे के लिए कोई एआई नहीं है: इसे कोई मॉडल नहीं पढ़ता। शब्दों की एक सूची देखती है, और नरम शब्द सुझाती है:")
  }
  func softerWhole() -> String { say("With all of them:", "सबके साथ:") }
  /// What was done, and what to do.
  func notSentForTone() -> [String] {
    say(
      ["Nothing was sent.", "Change the words, or send them as they are: --as-written."],
      ["कुछ नहीं भेजा गया।", "शब्द बदलें, या जैसे हैं वैसे भेजें: --as-written।"])
  }
}
