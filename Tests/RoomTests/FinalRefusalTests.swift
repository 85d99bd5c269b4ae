import Foundation
import HearthProtocol
import Ledger
import Testing

@testable import Room

/// Which refusals a room remembers, against what authors of clients read.
struct FinalRefusalTests {
  private struct File: Decodable {
    struct Refusal: Decodable {
      var code: String
      var client: String
    }
    var rejections: [Refusal]
  }

  @Test("CM-05: a refusal is final unless errors.json has the client try again")
  func finalRefusals() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: root.appendingPathComponent("Protocol/errors.json")))
    for refusal in file.rejections {
      var rejected = Rejected()
      rejected.code = refusal.code
      #expect(rejected.isFinal == (refusal.client != "retry"), "\(refusal.code)")
    }
    #expect(file.rejections.count == RejectionCode.allCases.count && file.rejections.count { $0.client == "retry" } > 0)
  }
}
