// Rows H1 to H6, H20 to H27, H40 to H45: the request itself, its size, its body, and who may come.
extension CatalogueRow {
  static let requests: [CatalogueRow] = [
    CatalogueRow(
      "H1", "no request line",
      ["hello there\r\n\r\n", "GET\r\n\r\n", "GET /v1/socket\r\n\r\n", "GET  /v1/socket HTTP/1.1\r\n\r\n", "\r\n\r\n\r\n"].map {
        .refused(String(reflecting: $0), $0, 400)
      }),
    CatalogueRow(
      "H2", "another method than GET",
      ["POST", "HEAD", "PUT"].map { .refused($0, Catalogue.upgrade(method: $0), 405, [.exactly("allow", "GET")]) }),
    CatalogueRow(
      "H3", "GET without Upgrade",
      [
        .refused(
          "a plain request", "GET \(Catalogue.path) HTTP/1.1\r\nHost: localhost\r\n\r\n", 426,
          [.exactly("upgrade", "websocket"), .listing("connection", "upgrade")])
      ]),
    CatalogueRow("H4", "HTTP/1.0 with Upgrade", [.refused("1.0", Catalogue.upgrade(version: "HTTP/1.0"), 400)]),
    CatalogueRow("H5", "the preface of HTTP/2", [.refused("RFC 9113 §3.4", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505)]),
    CatalogueRow(
      "H6", "unknown paths, all answered the same",
      ["/index.html", "/v1", "/v1/socket/", "/v1/sockets", "/.env", "/v1/group/1"].map { path in
        let notFound = "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        return CatalogueCase(path, .secured, [.send(Catalogue.upgrade(path)), .expect(.response(notFound))])
      }),
    CatalogueRow("H20", "a request line at 2 KiB and one past it", [longLine(2_048, 404), longLine(2_049, 414)]),
    CatalogueRow(
      "H21", "headers at their limits and past them",
      [
        .granted("64 headers", upgrade(count: 64)),
        .refused("65 headers", upgrade(count: 65), 431),
        .granted("8 KiB in all", upgrade(bytes: 8_192)),
        .refused("8 KiB and one byte in all", upgrade(bytes: 8_193), 431),
        .granted("a line of 4 KiB", Catalogue.upgrade(adding: ["X: " + letters(4_093)])),
        .refused("a line of 4 KiB and one byte", Catalogue.upgrade(adding: ["X: " + letters(4_094)]), 431),
        .refused("100,000 headers of one byte", Array(("GET \(Catalogue.path) HTTP/1.1\r\n" + repeated("a:\r\n", 100_000)).utf8), 431),
      ]),
    CatalogueRow(
      "H22", "a head that is never finished",
      [
        CatalogueCase(
          "byte by byte", .secured,
          [.drip(Array(Catalogue.upgrade().dropLast(2))), .expect(.head(408, [.listing("connection", "close")])), .expect(.end)]
        ).atDeadline
      ]),
    CatalogueRow(
      "H23", "a head of 8 KiB in segments of one byte", processorMax: .milliseconds(5),
      [.granted("8 KiB", upgrade(bytes: 8_192)).with { $0.isAboutSegments = true }]),
    CatalogueRow(
      "H25", "a body on the upgrade",
      [
        ["Transfer-Encoding: chunked"], ["Content-Length: 5"], ["Content-Length: 5", "Content-Length: 6"],
        ["Transfer-Encoding: chunked", "Content-Length: 5"],
      ].map { .refused($0.joined(separator: ", "), Catalogue.upgrade(adding: $0), 400) }),
    CatalogueRow(
      "H26", "a second request behind the upgrade is frames",
      [
        CatalogueCase(
          "GET", .secured,
          [.send(Catalogue.upgrade() + Catalogue.upgrade()), .expect(.upgraded([])), .expect(.close(1002)), .expect(.end)])
      ]),
    CatalogueRow(
      "H27", "frames before the 101",
      [
        CatalogueCase(
          "a login and a request", .secured,
          [
            .sendTogether([.bytes(Catalogue.upgrade()), .text(Catalogue.hello), .text(Catalogue.request(7))]), .expect(.upgraded([])),
            .expect(.answer(1)), .expect(.answer(7)), .expect(.roundTrip),
          ]),
        CatalogueCase(
          "more than 16 KiB", .secured,
          [
            .sendTogether([.bytes(Catalogue.upgrade()), .text(Catalogue.hello), .text(Catalogue.request(7, padding: letters(17_000)))]),
            .expect(.head(400, [.listing("connection", "close")])), .expect(.end),
          ]
        ).leaving(out: [.bytewise, .secureBytewise], .comesTooLate),
      ]),
    CatalogueRow("H40", "a token in the query", [.refused("token", Catalogue.upgrade(Catalogue.path + "?token=secret"), 400)]),
    CatalogueRow(
      "H41", "more connections of one address than allowed",
      [crowded("one more", Catalogue.upgrade(), .crowded, 429, [.within("retry-after", 1...3_600)])]),
    // Of H42 a server that drains or that has found its disk full at the start has no space for the witnesses:
    // ShutdownTests and FullDiskTests play those.
    CatalogueRow("H42", "a full server", [crowded("one more", Catalogue.upgrade(), .full, 503, [.within("retry-after", 1...10)])]),
    CatalogueRow("H43", "an expectation", [.refused("100-continue", Catalogue.upgrade(adding: ["Expect: 100-continue"]), 400)]),
    CatalogueRow(
      "H44", "targets that hide something",
      ["http://evil.example/v1/socket", "/v1/socket%00", "/v1/../v1/socket", "/v1/socket%zz", "/v1/%2e%2e/v1/socket", "v1/socket"].map {
        .refused($0, Catalogue.upgrade($0), 400)
      }),
    CatalogueRow(
      "H45", "X-Forwarded-For of a stranger",
      [
        crowded(
          "another address claimed", Catalogue.upgrade(adding: ["X-Forwarded-For: 198.51.100.7"]), .crowded, 429,
          [.within("retry-after", 1...3_600)])
      ]),
  ]

  private static func crowded(
    _ name: String, _ request: [UInt8], _ setting: CatalogueCase.Setting, _ status: Int, _ demands: [FieldDemand]
  ) -> CatalogueCase {
    CatalogueCase.refused(name, request, status, demands).on(setting)
  }

  private static func longLine(_ count: Int, _ status: Int) -> CatalogueCase {
    let frame = "GET / HTTP/1.1".utf8.count
    return .refused("\(count) bytes", Catalogue.upgrade("/" + letters(count - frame)), status)
  }

  /// An upgrade with so many header lines.
  private static func upgrade(count: Int) -> [UInt8] {
    Catalogue.upgrade(adding: (Catalogue.upgradeFields.count..<count).map { "X-\($0): y" })
  }

  /// An upgrade whose header lines have so many bytes, line ends included.
  private static func upgrade(bytes: Int) -> [UInt8] {
    let bare = Catalogue.upgrade().count - "GET \(Catalogue.path) HTTP/1.1\r\n\r\n".utf8.count
    let rest = bytes - bare - 2 * "X: \r\n".utf8.count
    return Catalogue.upgrade(adding: ["X: " + letters(rest / 2), "X: " + letters(rest - rest / 2)])
  }

  static func letters(_ count: Int) -> String { repeated("a", count) }
  static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
}
