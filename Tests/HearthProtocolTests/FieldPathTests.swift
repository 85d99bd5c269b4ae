import Foundation
import HearthProtocol
import Support
import SwiftProtobuf
import Testing

/// How refusals name fields: SPEC ER-07.
struct FieldPathTests {
  @Test("ER-07: every field of the schema has in a path the name that the protobuf library gives it in JSON, and back")
  func everyField() throws {
    let folder = VectorTests.root.appendingPathComponent("Protocol/hearth/v1")
    var names: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let schema = try String(contentsOf: file, encoding: .utf8)
      names.formUnion(schema.matches(of: /(?m)^ +(?:repeated |optional )?[A-Za-z0-9_.]+ ([a-z][a-z0-9_]*) = \d+/).map { String($0.1) })
    }
    #expect(names.count > 500 && names.contains("group_id"))
    for name in names.sorted() {
      let library = try JSONNames.library(name)
      #expect(FieldPath.json(name) == library && FieldPath.schema(library) == name, "\(name)")
    }
  }

  @Test(
    "ER-07: a path keeps its dots and places, and what is no name of a field stays",
    arguments: [
      ("add_entry.content.paid[1].member_id", "addEntry.content.paid[1].memberId"), ("", ""), ("limit", "limit"), ("sha256", "sha256"),
      ("If-Match", "If-Match"), ("X-Forwarded-For", "X-Forwarded-For"), ("Idempotency-Key", "Idempotency-Key"), ("_", "_"), ("a_", "a_"),
      ("a_1.b__", "a_1.b__"), ("राशि_क", "राशि_क"),
    ])
  func paths(schema: String, json: String) {
    #expect(FieldPath.json(schema) == json && FieldPath.schema(json) == schema)
    #expect(FieldPath.json(json) == json && FieldPath.schema(schema) == schema)
  }

  @Test("ER-07: in JSON a refusal and a plan's flaws have JSON's names, in protobuf the schema's, and both are read as the same")
  func formats() throws {
    let refusal = ServerMessage.with { $0.rejected.field = "set_member_email.email" }
    var plan = ServerMessage()
    plan.plannedImport.flaw.field = "plan_import.account_id"
    plan.plannedImport.lines = [.with { $0.number = 1 }, .with { $0.flaw.field = "add_entry.content.date" }]
    for (message, names) in [(refusal, ["setMemberEmail.email"]), (plan, ["planImport.accountId", "addEntry.content.date"])] {
      let json = try WireFormat.json.encode(message)
      let text = String(decoding: json, as: UTF8.self)
      for name in names { #expect(text.contains("\"field\":\"\(name)\""), "\(text)") }
      #expect(try WireFormat.json.decode(ServerMessage.self, from: json) == message)
      let bytes = try WireFormat.protobuf.encode(message)
      #expect(try WireFormat.protobuf.decode(ServerMessage.self, from: bytes) == message)
      #expect(bytes.elementsEqual(try message.serializedBytes() as [UInt8]))
    }
    let alone = try WireFormat.json.encode(refusal.rejected)
    #expect(String(decoding: alone, as: UTF8.self) == #"{"field":"setMemberEmail.email"}"#)
    #expect(try WireFormat.json.decode(Rejected.self, from: alone) == refusal.rejected)
  }
}
