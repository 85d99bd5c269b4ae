import Foundation
import HearthProtocol
import Ledger
import Testing

/// Which commands a program may send by a token for a group (SPEC ID-21).
struct TokenReachTests {
  @Test("ID-21: SPEC lists the commands that a person sends alone, and no other is among them")
  func listed() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("Protocol/SPEC.md"), encoding: .utf8)
    let list = try #require(page.split(separator: "Commands that a person sends alone", maxSplits: 1).last?.split(separator: "\n\n").first)
    let told = list.split(separator: "`").map(String.init).filter { $0.allSatisfy { $0 == "_" || $0.isLetter } }
    let alone = CommandKind.allCases.filter { $0.tokenReach == .person }.map(\.name)
    #expect(Set(told) == Set(alone) && told.count == alone.count)
    // The control: entries are a program's to make.
    #expect(CommandKind.addEntry.tokenReach == .program && !alone.isEmpty)
  }

  @Test("ID-19, PM-01: who may have which token, by role and policy")
  func roles() throws {
    var household = Household.family
    func may(_ number: UInt64) -> String {
      let member = household.state.shared.member(Household.member(number))
      return [false, true].map { writing in member.map { household.state.mayHaveToken($0, writing: writing) } == true ? "+" : "-" }.joined()
    }
    #expect((1...5 as ClosedRange<UInt64>).map(may) == ["++", "--", "++", "+-", "--"])
    try household.perform(.setPolicy(PrecedenceTests.policy(.adminsMakeTokens, true)))
    #expect(may(2) == "++")
    #expect(throws: Rejection.forbidden(right: .policiesDelegate, role: .admin)) {
      try household.perform(.setPolicy(PrecedenceTests.policy(.adminsMakeTokens, false)), by: 2)
    }
  }
}
