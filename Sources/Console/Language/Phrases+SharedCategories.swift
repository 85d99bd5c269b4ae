/// What is said of totals that members share of their own spending.
extension Phrases {
  func categoryShared(_ actor: String, _ member: String?, _ category: String, isShared: Bool) -> String {
    let whose = member ?? actor
    return say(
      isShared
        ? "\(whose) shares \(category): totals of months, no entries" + (member == nil ? "" : " (\(actor))")
        : "\(whose) shares \(category) no more; this month's total is gone" + (member == nil ? "" : " (\(actor))"),
      isShared
        ? "\(whose) \(category) साझा करते हैं: महीनों के जोड़, प्रविष्टियाँ नहीं" + (member == nil ? "" : " (\(actor))")
        : "\(whose) अब \(category) साझा नहीं करते; इस महीने का जोड़ हटा" + (member == nil ? "" : " (\(actor))"))
  }
  /// - Parameter figure: nil: the total was taken away.
  func categoryTotal(_ member: String, _ category: String, _ month: String, _ figure: String?) -> String {
    say(
      figure.map { "\(member) spent \($0) on \(category) in \(month)" } ?? "\(member) took back the total of \(category) in \(month)",
      figure.map { "\(member) ने \(month) में \(category) पर \($0) ख़र्च किए" } ?? "\(member) ने \(month) का \(category) का जोड़ हटाया")
  }
  /// - Parameter leftOut: how many are in other currencies.
  func addedUp(_ entries: Int, _ category: String, _ month: String, _ figure: String, leftOut: Int) -> String {
    let count = say(entries == 1 ? "1 entry" : "\(entries) entries", entries == 1 ? "1 प्रविष्टि" : "\(entries) प्रविष्टियों")
    let counted = say(
      "Added up, \(count) of \(category) in \(month): \(figure).", "\(month) में \(category) की \(count) का जोड़: \(figure)।")
    guard leftOut > 0 else { return counted }
    return counted + " " + say("Not counted, in other currencies: \(leftOut).", "नहीं गिनी गईं, दूसरी मुद्राओं में: \(leftOut)।")
  }
  func noTotal() -> String { say("no total yet", "अभी कोई जोड़ नहीं") }
  func notSharedAnyMore() -> String { say("not shared any more", "अब साझा नहीं") }
  func nothingShared(mayShare: Bool) -> String {
    let line = "hearth share-category dining on"
    return offer(
      say("Nobody shares totals of their own spending.", "कोई अपने ख़र्च के जोड़ साझा नहीं करता।"),
      mayShare ? say("Share one: \(line)", "साझा करें: \(line)") : nil)
  }
  /// - Parameter categories: nil for none.
  func youShare(_ categories: String?) -> String {
    say(
      categories.map { "Totals of your own spending, month by month: \($0)" } ?? "No totals of your own spending",
      categories.map { "आपके अपने ख़र्च के महीने-महीने के जोड़: \($0)" } ?? "आपके अपने ख़र्च का कोई जोड़ नहीं")
  }
}
