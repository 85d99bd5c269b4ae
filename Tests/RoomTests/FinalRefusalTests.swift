import HearthProtocol
import Ledger
import Room
import Testing

/// Which refusals a room remembers.
struct FinalRefusalTests {
  @Test(
    "CM-05: a refusal is final when the command has to be corrected, and decides nothing when the state of the server stands against it")
  func finalRefusals() {
    for code in RejectionCode.allCases { #expect(code.row.isFinal == (code.row.action == .fix), "\(code)") }
    let temporary = RejectionCode.allCases.filter { !$0.row.isFinal }
    #expect(
      Set(temporary) == [
        .rateLimited, .unavailable, .overloaded, .storageFull, .unauthorized, .groupDamaged, .resync,
      ])
    #expect(RejectionCode.allCases.filter { $0.row.action == .retry }.allSatisfy { [429, 503, 507].contains($0.row.httpStatus) })
    #expect(Rejected.with { $0.code = "of_a_newer_server" }.row == nil)
  }

  @Test("ER-02: a bad request has a reason however it is made, and no other refusal has one")
  func reasons() {
    for code in RejectionCode.allCases {
      #expect(Rejected(code, cause: "a", remedy: "b").reason == (code == .badRequest ? .messageMalformed : nil), "\(code)")
    }
    for reason in BadRequestReason.allCases { #expect(Rejected.badRequest(reason, cause: "a").reason == reason) }
  }
}
