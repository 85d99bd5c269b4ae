/// What is said of the user's own shares.
extension Phrases {
  func noShares() -> String { say("You have no share of any entry there.", "वहाँ किसी प्रविष्टि में आपका हिस्सा नहीं है।") }
  /// Of a share that no rate converts.
  func noRateYet() -> String { say("no rate yet", "अभी दर नहीं") }
  /// - Parameters:
  ///   - figures: what was spent and received, by currency.
  func sharesTotal(_ figures: String) -> String { say("Your shares: \(figures)", "आपके हिस्से: \(figures)") }
  func sharesConverted(_ figures: String, _ code: String) -> String { say("In \(code): \(figures)", "\(code) में: \(figures)") }
  /// How many of them the sum in one currency leaves out.
  func sharesWithoutRate(_ count: Int) -> String {
    say(
      count == 1 ? "1 is left out: it has no rate yet." : "\(count) are left out: they have no rate yet.",
      "\(count) छोड़े गए: उनकी अभी दर नहीं है।")
  }
  func moreShares(_ count: Int) -> String {
    say(
      "… \(count) older ones: --limit 1000, or hearth mirror export",
      "… \(count) पुराने और: --limit 1000, या hearth mirror export")
  }
}
