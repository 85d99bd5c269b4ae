import HearthClient
import Testing

@testable import Console

/// What is said when a server does not answer.
@Suite struct NoAnswerTests {
  @Test(
    "Of what only reads it is known that nothing was changed; of everything else it is not known", arguments: [Language.english, .hindi])
  func words(language: Language) throws {
    let server = try ServerURL("ws://127.0.0.1:7433")
    func lines(isRead: Bool) -> [String] {
      ConsoleFailure(ConnectionFailure.noAnswer(server, after: .seconds(10), isRead: isRead)).lines(in: language)
    }
    let (read, other) = (lines(isRead: true), lines(isRead: false))
    #expect(read.first == other.first && read.first?.contains("10") == true)
    let nothing = language == .english ? "Nothing was changed." : "कुछ नहीं बदला।"
    #expect(read.last?.contains(nothing) == true && other.last?.contains(nothing) == false, "\(read) \(other)")
    #expect(other.last?.contains("hearth history") == true && read.last?.contains("hearth history") == false)
  }
}
