import Foundation
import HearthProtocol
import Ledger
import Page
import Testing

@testable import HearthServer

/// The description of the calls (SPEC HT-07) beside the table of calls, the refusals, and a server that is asked for
/// it.
struct DescriptionTests {
  private typealias Object = [String: Any]

  private let document: Object

  init() throws { document = try #require(try JSONSerialization.jsonObject(with: Data(PageFile.description.bytes)) as? Object) }

  /// The operations, by method and path, with `{}` in place of names.
  private var operations: [String: Object] {
    var found: [String: Object] = [:]
    for (path, item) in document["paths"] as? [String: Object] ?? [:] {
      for (method, operation) in item {
        found["\(method.uppercased()) \(path.replacing(/\{[a-z0-9_]+\}/, with: "{}"))"] = operation as? Object
      }
    }
    return found
  }

  /// What a reference or a schema says: the thing that it refers to.
  private func resolved(_ thing: Object) -> Object? {
    guard let reference = thing["$ref"] as? String else { return thing }
    let steps = reference.split(separator: "/").map(String.init)
    guard steps.first == "#" else { return nil }
    return steps.dropFirst().reduce(document as Any?) { place, step in (place as? Object)?[step] } as? Object
  }

  private func parameters(_ operation: Object) -> [(name: String, place: String)] {
    (operation["parameters"] as? [Object] ?? []).compactMap(resolved).map { ($0["name"] as? String ?? "", $0["in"] as? String ?? "") }
  }

  @Test("HT-07: every call of the table is described as the table has it")
  func everyCall() throws {
    let operations = operations
    for route in CallTable.routes {
      for method in route.methods {
        let name = "\(method.rawValue) \(route.pattern)"
        let operation = try #require(operations[name], "\(name) is missing: make protocol")
        #expect(operation["x-hearth-message"] as? String == route.messageName, "\(name)")
        let parameters = parameters(operation)
        #expect(parameters.filter { $0.place == "path" }.count == route.names.count, "\(name)")
        #expect(parameters.contains { $0.name == "Idempotency-Key" } == route.isCommand, "\(name)")
        #expect(parameters.contains { $0.name == "If-Match" } == route.hasBase, "\(name)")
        let (hasBody, hasQuery) = (operation["requestBody"] != nil, parameters.contains { $0.place == "query" })
        switch route.input {
        case .nothing: #expect(!hasBody && !hasQuery, "\(name)")
        case .body: #expect(hasBody && !hasQuery, "\(name)")
        case .query(let flags):
          #expect(!hasBody, "\(name)")
          let told = Set(parameters.filter { $0.place == "query" }.map(\.name))
          #expect(told.isSuperset(of: flags.filter { !$0.contains("_") }) || told == ["withStanding"], "\(name)")
        case .file(let flags):
          #expect(hasBody, "\(name)")
          let told = Set(parameters.filter { $0.place == "query" }.map(\.name))
          #expect(told.isSuperset(of: flags.filter { !$0.contains("_") }) && !told.contains("file"), "\(name)")
        }
        let security = operation["security"] as? [Object] ?? []
        #expect(security.contains { $0["token"] != nil } == (route.needsToken || route.takesToken), "\(name)")
        let answers = operation["responses"] as? Object ?? [:]
        let isCreated = if case .created = route.answer { true } else { false }
        #expect((answers["201"] != nil) == isCreated && (answers["200"] != nil) == !isCreated, "\(name)")
      }
    }
  }

  @Test("HT-07: nothing is described that is no call, door for receipts' files or the description itself")
  func nothingElse() {
    let calls = CallTable.routes.flatMap { route in route.methods.map { "\($0.rawValue) \(route.pattern)" } }
    let files = ["/v1/groups/{}/attachments/{}", "/v1/groups/{}/minors/{}/attachments/{}"].flatMap { ["GET \($0)", "PUT \($0)"] }
    #expect(Set(operations.keys) == Set(calls + files + ["GET /v1/openapi.json"]))
    let names = operations.values.compactMap { $0["operationId"] as? String }
    #expect(names.count == operations.count && Set(names).count == names.count)
  }

  @Test("HT-07: every reference leads to something, and everything that is kept for reference is referred to")
  func references() {
    var referred: Set<String> = []
    func look(_ value: Any) {
      if let object = value as? Object {
        if let reference = object["$ref"] as? String {
          referred.insert(reference)
          #expect(resolved(object) != nil, "\(reference)")
        }
        object.values.forEach(look)
      } else if let list = value as? [Any] {
        list.forEach(look)
      }
    }
    look(document)
    #expect(referred.count > 200)
    let components = document["components"] as? [String: Object] ?? [:]
    for (kind, things) in components where kind != "securitySchemes" {
      for name in things.keys { #expect(referred.contains("#/components/\(kind)/\(name)"), "\(kind) \(name)") }
    }
    #expect(resolved(["$ref": "#/components/schemas/Nothing"]) == nil, "the test would notice")
  }

  @Test("HT-07: every code of errors.json is told with its status, its cause and its remedy")
  func codes() throws {
    struct File: Decodable {
      struct Refusal: Decodable { var code, cause, remedy: String }
      var rejections: [Refusal]
    }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: root.appendingPathComponent("Protocol/errors.json")))
    let responses = (document["components"] as? Object)?["responses"] as? [String: Object] ?? [:]
    let told = responses.values.compactMap { $0["description"] as? String }
    for refusal in file.rejections {
      #expect(told.contains { $0.contains("`\(refusal.code)`: \(refusal.cause) \(refusal.remedy)") }, "\(refusal.code)")
    }
    let problem = resolved(["$ref": "#/components/schemas/Problem"])?["properties"] as? [String: Object]
    #expect(problem?["code"]?["enum"] as? [String] == RejectionCode.allCases.map(\.rawValue))
  }

  @Test("HT-07: a server answers with the description, with and without its page, and does not send it twice")
  func served() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = try Data(contentsOf: root.appendingPathComponent("Protocol/openapi.json"))
    for servesPage in [true, false] {
      let server = try TestServer { $0.servesPage = servesPage }
      func ask(_ method: String, _ fields: String = "") throws -> Answer {
        let socket = try BlockingSocket(server.address)
        socket.send(AttachmentServer.head(method, "/v1/openapi.json", token: nil, fields + "Connection: close\r\n"))
        return try Answer(socket)
      }
      let answer = try ask("GET")
      #expect(answer.status == 200 && answer.fields["content-type"] == "application/json" && answer.body == Array(file))
      #expect(answer.fields["cache-control"] == "no-cache")
      let tag = try #require(answer.fields["etag"])
      let again = try ask("GET", "If-None-Match: \(tag)\r\n")
      #expect(again.status == 304 && again.body.isEmpty)
      let head = try ask("HEAD")
      #expect(head.status == 200 && head.body.isEmpty && head.fields["content-length"] == String(file.count))
      #expect(try ask("GET", "Accept-Encoding: gzip\r\n").body == PageFile.description.compressed)
      let other = try ask("POST")
      #expect(other.status == 405 && other.fields["allow"] == "GET, HEAD")
    }
  }
}
