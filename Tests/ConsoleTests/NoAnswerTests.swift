import HearthClient
import HearthProtocol
import Ledger
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

  @Test(
    "A command that may stand is no refusal: the status says that no final answer came, and the words that it is not known",
    arguments: [Language.english, .hindi])
  func unconfirmed(language: Language) {
    var rejected = Rejected(Rejection.notFound(field: ""))
    let refused = ConsoleFailure(rejected).ofOpenOutcome()
    #expect(refused.status == 1 && refused.lines(in: language) == ConsoleFailure(rejected).lines(in: language))
    rejected.code = "unavailable"
    rejected.remedy = "Send the same command again."
    rejected.retryAfterMs = 1_000
    #expect(ConsoleFailure(rejected).status == 2)
    let failure = ConsoleFailure(rejected).ofOpenOutcome()
    let lines = failure.lines(in: language)
    #expect(failure.status == 2 && lines.count == 2, "\(lines)")
    #expect(lines[0].hasPrefix("unavailable: ") && lines[1].contains("hearth history"), "\(lines)")
    // A program decides by itself.
    #expect(failure.json == ConsoleFailure(rejected).json && failure.rejected?.retryAfterMs == 1_000)
  }
}
