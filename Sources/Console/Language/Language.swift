/// A language that the client speaks. Figures stay in Latin digits in every one.
public enum Language: String, CaseIterable, Sendable {
  /// English.
  case english = "en"
  /// Hindi.
  case hindi = "hi"

  /// The language that is wanted: as said on the command line, otherwise as kept in the profile, otherwise as the
  /// environment has it.
  ///
  /// - Parameters:
  ///   - said: "hi"; nil when nothing was said.
  ///   - kept: the same of the profile.
  ///   - environment: LC_ALL, LC_MESSAGES and LANG count, in this order, by the letters before "_" (POSIX.1-2024 §8.2).
  public init(said: String?, kept: String?, environment: [String: String]) throws(ArgumentFlaw) {
    if let said {
      self = try Self.named(said)
    } else if let kept = kept.flatMap(Language.init(rawValue:)) {
      self = kept
    } else {
      let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
      self = Language(rawValue: String(locale.prefix { $0.isLetter })) ?? .english
    }
  }

  /// The language with this code.
  public static func named(_ text: String) throws(ArgumentFlaw) -> Language {
    guard let language = Language(rawValue: text.lowercased()) else {
      let codes = allCases.map(\.rawValue).joined(separator: ", ")
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no language that hearth speaks. Choose one of: \(codes).",
        "\"\(text.printable)\" ऐसी भाषा नहीं है जो Hearth बोलता है। इनमें से चुनें: \(codes)।")
    }
    return language
  }

  /// What is said in it.
  var phrases: Phrases { Phrases(language: self) }
}
