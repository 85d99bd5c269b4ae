import Cryptography
import Page
import Testing
import Transport
import WebSocket

@testable import HearthServer

/// SPEC section 28: the page, as a browser and a stranger get it.
@Suite(.onOneAndThreeLoops) struct PageTests {
  /// An answer's head, field names in lower case, and its body.
  private struct Answer {
    var status: Int
    var fields: [String: String] = [:]
    var body: [UInt8]
  }

  /// What comes to requests on one connection.
  private func answers(_ server: TestServer, _ requests: String, count: Int = 1) throws -> [Answer] {
    let socket = try BlockingSocket(server.address)
    socket.send(requests)
    var bytes: [UInt8] = []
    var answers: [Answer] = []
    while answers.count < count {
      guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
        bytes += try #require(try socket.receive())
        continue
      }
      let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
      var answer = Answer(status: Int(lines[0].split(separator: " ")[1]) ?? 0, body: [])
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        answer.fields[parts[0].lowercased()] = parts[1].trimmingPrefix(" ").description
      }
      let isHead = requests.hasPrefix("HEAD")
      let length = isHead ? 0 : answer.fields["content-length"].flatMap(Int.init) ?? 0
      while bytes.count < end.upperBound + length { bytes += try #require(try socket.receive()) }
      answer.body = Array(bytes[end.upperBound..<end.upperBound + length])
      bytes.removeFirst(end.upperBound + length)
      answers.append(answer)
    }
    return answers
  }

  private func get(_ path: String, _ fields: String = "", method: String = "GET") -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: hearth.example\r\n\(fields)\r\n"
  }

  @Test(
    "PG-01, PG-04: the way in has two paths, loads nothing from elsewhere and stands in no other page",
    arguments: ["/", "/join", "/?from=a"])
  func wayIn(path: String) throws {
    let answer = try answers(try TestServer(), get(path))[0]
    #expect(answer.status == 200 && answer.fields["content-type"] == "text/html; charset=utf-8")
    #expect(answer.fields["content-security-policy"]?.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'") == true)
    #expect(answer.fields["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
    #expect(answer.fields["referrer-policy"] == "no-referrer" && answer.fields["x-content-type-options"] == "nosniff")
    #expect(answer.fields["cross-origin-opener-policy"] == "same-origin" && answer.fields["cross-origin-resource-policy"] == "same-origin")
    #expect(answer.fields["cache-control"] == "no-cache")
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.contains("<!doctype html>") && !text.contains("<style") && !text.contains("https://"))
  }

  @Test("PG-03: every file is there under a name that is its version's, and all that the page names is a file")
  func files() throws {
    let server = try TestServer()
    let fixed = PageFile.all.filter(\.isImmutable)
    #expect(fixed.count > 10 && Set(fixed.map { $0.path.split(separator: "/")[1] }).count == 1)
    for file in PageFile.all where file.path != "/index.html" {
      let answer = try answers(server, get(file.path))[0]
      #expect(answer.status == 200 && answer.body == file.bytes && answer.fields["content-type"] == file.type, "\(file.path)")
      let hash = SHA256.hash(file.bytes).bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      #expect(file.tag == hash, "\(file.path) is not as it was when the program was built")
      #expect(answer.fields["cache-control"] == (file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache"))
      guard file.type.hasPrefix("text/") || file.type.hasPrefix("application/") else { continue }
      for part in String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: { "\"'`() \n".contains($0) })
      where part.hasPrefix("/page/") {
        #expect(PageFile.all.contains { $0.path == part } || part.hasSuffix("/"), "\(file.path) names \(part)")
      }
    }
    #expect(try answers(server, get("/page/0000000000000000/main.js"))[0].status == 404)
  }

  @Test("PG-03: who takes gzip gets it, who has the file gets 304, and HEAD has no body")
  func kept() throws {
    let server = try TestServer()
    let file = try #require(PageFile.all.first { $0.path.hasSuffix("/main.js") })
    let packed = try answers(server, get(file.path, "Accept-Encoding: br;q=1.0, gzip;q=0.8\r\n"))[0]
    #expect(packed.fields["content-encoding"] == "gzip" && packed.body == file.compressed && packed.fields["vary"] == "Accept-Encoding")
    let plain = try answers(server, get(file.path, "Accept-Encoding: gzip;q=0, identity\r\n"))[0]
    #expect(plain.fields["content-encoding"] == nil && plain.body == file.bytes)
    let tag = try #require(packed.fields["etag"])
    #expect(tag != plain.fields["etag"])
    for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      let again = try answers(server, get(file.path, "Accept-Encoding: gzip\r\nIf-None-Match: \(known)\r\n"))[0]
      #expect(again.status == 304 && again.body.isEmpty && again.fields["etag"] == tag)
    }
    #expect(try answers(server, get(file.path, "If-None-Match: \"other\"\r\n"))[0].status == 200)
    let head = try answers(server, get(file.path, method: "HEAD"))[0]
    #expect(head.status == 200 && head.fields["content-length"] == String(file.bytes.count))
    #expect(try answers(server, get("/", method: "POST"))[0].fields["allow"] == "GET, HEAD")
  }

  @Test("PG-04: a file of any length may be the last of its connection, as behind every trusted proxy", arguments: [false, true])
  func longFilesAreLast(isProxied: Bool) throws {
    let server = try TestServer {
      if isProxied { $0.trustedProxies = CIDRRange("127.0.0.0/8").map { [.range($0)] } ?? [] }
    }
    #expect(try #require(PageFile.all.map(\.bytes.count).max()) > 16_384)
    for file in PageFile.all where file.path != "/index.html" {
      let last = try answers(server, get(file.path, isProxied ? "X-Forwarded-For: 192.0.2.1\r\n" : "Connection: close\r\n"))[0]
      #expect(last.status == 200 && last.body == file.bytes && last.fields["connection"] == "close", "\(file.path)")
    }
  }

  @Test("PG-04: a connection gets 100 files and not one more, one where that was said, and may make a call at last")
  func oneAfterTheOther() throws {
    let server = try TestServer()
    let all = try answers(server, String(repeating: get("/join"), count: 100), count: 100)
    #expect(all.allSatisfy { $0.status == 200 } && all.map { $0.fields["connection"] } == Array(repeating: nil, count: 99) + ["close"])
    #expect(try answers(server, get("/", "Connection: close\r\n"))[0].fields["connection"] == "close")
    #expect(try answers(server, get("/", "Content-Length: 0\r\n"))[0].fields["connection"] == "close")
    let mixed = try answers(server, get("/") + get("/v1/groups"), count: 2)
    #expect(mixed.map(\.status) == [200, 401] && mixed[1].fields["connection"] == "close")
    let proxied = try TestServer { $0.trustedProxies = CIDRRange("127.0.0.0/8").map { [.range($0)] } ?? [] }
    #expect(try answers(proxied, get("/", "X-Forwarded-For: 192.0.2.1\r\n"))[0].fields["connection"] == "close")
  }

  @Test("PG-01: without the page its paths are not found, whatever the method", arguments: ["GET", "POST"])
  func without(method: String) throws {
    let server = try TestServer { $0.servesPage = false }
    for path in ["/", "/join", "/service-worker.js"] { #expect(try answers(server, get(path, method: method))[0].status == 404) }
  }

  @Test("PG-02: welcome says where the page is")
  func told() throws {
    for (address, serves, told) in [(nil, true, "/"), ("https://hearth.example", true, "https://hearth.example"), (nil, false, "")]
      as [(String?, Bool, String)]
    {
      let server = try TestServer { ($0.publicURL, $0.servesPage) = (address, serves) }
      let token = try WireClient(server.address).register("Asha")
      #expect(try WireClient(server.address).hello(token).pageURL == told)
    }
  }

  @Test("PG-05: a page that the operator named may read answers and ask before; others are told nothing, and the server's own goes on")
  func others() throws {
    let server = try TestServer { $0.webOrigins = .listed(["https://app.example"]) }
    let named = "Origin: https://app.example\r\n"
    let preflight = try answers(
      server,
      get(
        "/v1/groups", named + "Access-Control-Request-Method: GET\r\nAccess-Control-Request-Headers: authorization\r\n", method: "OPTIONS"))[
        0]
    #expect(preflight.status == 204 && preflight.fields["access-control-allow-origin"] == "https://app.example")
    #expect(preflight.fields["access-control-allow-methods"] == "GET, POST, PUT, PATCH, DELETE")
    #expect(preflight.fields["access-control-allow-headers"]?.contains("Authorization") == true)
    let answer = try answers(server, get("/v1/groups", named))[0]
    #expect(answer.status == 401 && answer.fields["access-control-allow-origin"] == "https://app.example")
    #expect(answer.fields["access-control-expose-headers"] == "ETag, Location, Retry-After" && answer.fields["vary"] == "Origin")
    let foreign = "Origin: https://evil.example\r\nAccess-Control-Request-Method: GET\r\n"
    for method in ["OPTIONS", "GET"] {
      let refused = try answers(server, get("/v1/groups", foreign, method: method))[0]
      #expect(refused.status == 403 && !refused.fields.keys.contains { $0.hasPrefix("access-control") })
    }
    let own = try answers(server, get("/v1/groups", "Origin: http://hearth.example\r\n"))[0]
    #expect(own.status == 401 && own.fields["access-control-allow-origin"] == nil)
    #expect(try answers(server, get("/v1/groups", named, method: "OPTIONS"))[0].status == 405)
  }

  @Test(
    "RFC 9110 section 12.5.3: gzip is taken where it, or anything, has a weight",
    arguments: [
      (["gzip"], true), (["GZIP ; q=0.5"], true), (["*"], true), (["br", "gzip"], true), ([], false), (["identity"], false),
      (["gzip;q=0"], false), (["gzip;q=0.000, *;q=0"], false),
    ] as [([String], Bool)])
  func codings(values: [String], isTaken: Bool) { #expect(ContentCoding.takesGzip(values) == isTaken) }
}
