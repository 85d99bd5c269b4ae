import Foundation
import Testing

@testable import Ledger

/// `Protocol/errors.json` is what authors of clients read; it must list what the code can say.
struct ErrorsFileTests {
  struct File: Decodable {
    struct Refusal: Decodable {
      var code: String
      var cause: String
      var remedy: String
      var client: String
    }
    struct Close: Decodable {
      var code: Int
      var cause: String
      var remedy: String
      var client: String
    }
    struct Reason: Decodable {
      var reason: String
      var cause: String
    }
    var rejections: [Refusal]
    var badRequestReasons: [Reason]
    var closeCodes: [Close]

    enum CodingKeys: String, CodingKey {
      case rejections
      case badRequestReasons = "bad_request_reasons"
      case closeCodes = "close_codes"
    }
  }

  static func file() throws -> File {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: root.appendingPathComponent("Protocol/errors.json")))
  }

  @Test func listsTheSameCodes() throws {
    #expect(try Self.file().rejections.map(\.code) == RejectionCode.allCases.map(\.rawValue))
    #expect(try Self.file().badRequestReasons.map(\.reason) == BadRequestReason.allCases.map(\.rawValue))
  }

  @Test("Every refusal of a field as a bad request has a reason, and no other")
  func reasons() {
    for rejection in [.malformedID(field: "a"), .textMissing(field: "a"), .textTooLong(field: "a", charactersMax: 3)] as [Rejection] {
      #expect(rejection.code == .badRequest && rejection.details.first?.key == "reason")
      #expect(rejection.details.first?.value == rejection.reason?.rawValue)
    }
    #expect(Rejection.unknownCurrency(field: "a").reason == nil && Rejection.unknownCurrency(field: "a").details.isEmpty)
  }

  /// What the products before could say, and what stands for it: a rejection, or a close code where nobody is logged
  /// in.
  static let formerErrors = [
    ("Please sign in to iCloud", "4401"), ("iCloud storage is full", "storage_full"),
    ("CloudKit sharing isn't available yet", "unavailable"),
    ("Group not found", "not_found"), ("Share data is corrupted", "group_damaged"),
  ]

  @Test("product 198: each error of the products before has a code, a cause and a remedy", arguments: formerErrors)
  func formerErrorsAreThere(sentence: String, code: String) throws {
    let file = try Self.file()
    let refusals = file.rejections.map { ($0.code, $0.cause, $0.remedy) } + file.closeCodes.map { ("\($0.code)", $0.cause, $0.remedy) }
    let found = try #require(refusals.first { $0.0 == code }, "\(sentence)")
    #expect(found.1.hasSuffix(".") && found.2.hasSuffix("."))
  }

  @Test func saysWhatTheClientDoes() throws {
    let file = try Self.file()
    let clients: Set<String> = ["fix", "retry", "resync", "reconnect", "stop"]
    #expect(file.rejections.allSatisfy { clients.contains($0.client) && !$0.cause.isEmpty && !$0.remedy.isEmpty })
    #expect(file.closeCodes.allSatisfy { clients.contains($0.client) && !$0.cause.isEmpty && !$0.remedy.isEmpty })
    #expect(
      file.closeCodes.map(\.code) == [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1011, 1012, 1013, 4001, 4003, 4008, 4401, 4408, 4429])
  }
}
