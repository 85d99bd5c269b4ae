import Testing

@testable import PostgresStore

@Suite("When a node asks which of its groups others have taken")
struct OvertakenQuestionTests {
  /// Which of so many signs, counted from 1, it asks at, each answered at once.
  private func asked(_ question: inout OvertakenQuestion, signs: Int, isKnown: Bool = true) -> [Int] {
    (1...signs).filter { _ in
      let asks = question.signed(isLate: false)
      if asks { question.answered(isKnown: isKnown) }
      return asks
    }
  }

  @Test("at every fifth sign of life")
  func nowAndThen() {
    var question = OvertakenQuestion()
    #expect(asked(&question, signs: 15) == [5, 10, 15])
  }

  @Test("at once after a late sign, and at each one after it until there is an answer")
  func late() {
    var question = OvertakenQuestion()
    let isAsked = question.signed(isLate: true)
    #expect(isAsked)
    // One question at a time.
    let isAskedTwice = question.signed(isLate: true)
    #expect(!isAskedTwice)
    question.answered(isKnown: false)
    #expect(asked(&question, signs: 2, isKnown: false) == [1, 2])
    #expect(asked(&question, signs: 5) == [1])
    #expect(asked(&question, signs: 5) == [1])
  }

  @Test("once more when a sign was late while the question was on its way")
  func lateMeanwhile() {
    var question = OvertakenQuestion()
    let isAsked = question.signed(isLate: true)
    let isAskedTwice = question.signed(isLate: true)
    question.answered(isKnown: true)
    #expect(isAsked && !isAskedTwice)
    #expect(asked(&question, signs: 2) == [1])
  }
}
