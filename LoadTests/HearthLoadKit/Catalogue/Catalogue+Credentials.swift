// Row H39: credentials.
extension CatalogueRow {
  // A credential over HTTP is an Authorization field: on the upgrade, where it may be, and at the doors for receipts'
  // files, where it must be. An upgrade without one is granted all the same: H18 lets the credential follow, and A1 and
  // A2 say that it is the first message and what happens without: 4408, since nobody has said a wrong one (SPEC HS-06).
  static let credentials: [CatalogueRow] = [
    CatalogueRow(
      "H39", "a credential that is wrong or missing",
      [
        upgrade("nobody's, on the upgrade", ["Bearer \(nobodys)"], unauthorized),
        upgrade("of another form, on the upgrade", ["Bearer hearth_nobody"], unauthorized),
        upgrade("an empty one, on the upgrade", ["Bearer"], unauthorized),
        upgrade("of another scheme, on the upgrade", ["Basic \(Catalogue.token)"], unauthorized),
        upgrade("twice, on the upgrade", ["Bearer \(Catalogue.token)", "Bearer \(Catalogue.token)"], unauthorized),
        upgrade("nobody's, on an upgrade that is refused anyway", ["Bearer \(nobodys)"], forbidden, webOrigin: "https://evil.example"),
        CatalogueCase(
          "the right one, on the upgrade", .secured,
          [
            .sendTogether([.filled(upgrade(["Bearer \(Catalogue.token)"]))]), .expect(.upgraded([])), .expect(.login), .expect(.roundTrip),
          ]),
        CatalogueCase(
          "the right one, frames behind it", .secured,
          [
            .sendTogether([.filled(upgrade(["Bearer \(Catalogue.token)"])), .text(Catalogue.hello), .text(Catalogue.request(7))]),
            .expect(.upgraded([])), .expect(.answer(1)), .expect(.answer(7)), .expect(.roundTrip),
          ]),
        door("missing, at a door", "GET", nil, unauthorizedAtDoor),
        door("nobody's, at a door", "GET", "Bearer \(nobodys)", unauthorizedAtDoor),
        door("of another form, at a door", "GET", "Bearer hearth_nobody", unauthorizedAtDoor),
        door("missing, with a body", "PUT", nil, unauthorizedAtDoor),
        door("nobody's, with a body", "PUT", "Bearer \(nobodys)", unauthorizedAtDoor),
        door("the right one, at a door", "GET", "Bearer \(Catalogue.token)", notFoundAtDoor),
        call("missing, at a call", nil, "401 Unauthorized", unknown, "WWW-Authenticate: Bearer\r\n"),
        call("nobody's, at a call", "Bearer \(nobodys)", "401 Unauthorized", unknown, "WWW-Authenticate: Bearer\r\n"),
        call("of another scheme, at a call", "Basic \(Catalogue.token)", "401 Unauthorized", unknown, "WWW-Authenticate: Bearer\r\n"),
        call("the right one, at a call with a body that is none", "Bearer \(Catalogue.token)", "400 Bad Request", unreadable),
        CatalogueCase(
          "nobody's, in the first message", .open,
          [.send(Catalogue.text(#"{"request":1,"hello":{"token":"\#(nobodys)"}}"#)), .expect(.close(4401)), .expect(.end)]),
        CatalogueCase(
          "of another form, in the first message", .open,
          [.send(Catalogue.text(#"{"request":1,"hello":{"token":"hearth_nobody"}}"#)), .expect(.close(4401)), .expect(.end)]),
        CatalogueCase(
          "missing in the first message", .open, [.send(Catalogue.text(Catalogue.request(7))), .expect(.close(4401)), .expect(.end)]),
      ])
  ]

  private static let nobodys = repeated("0", 32) + "." + repeated("0", 64)
  private static let rest = "Connection: close\r\nContent-Length: 0\r\n\r\n"
  private static let unauthorized = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\n" + rest
  private static let forbidden = "HTTP/1.1 403 Forbidden\r\n" + rest
  private static let unauthorizedAtDoor = problem(
    "401 Unauthorized",
    #"{"code":"unauthorized","cause":"The request has no token, or one that does not hold.","remedy":"Send Authorization: Bearer with a token that does."}"#,
    "WWW-Authenticate: Bearer\r\n"
  )
  private static let notFoundAtDoor = problem(
    "404 Not Found",
    #"{"code":"not_found","cause":"There is nothing at this path, or nothing that you may know of.","remedy":"Check the path and the ids in it."}"#
  )

  /// A refusal that is explained.
  ///
  /// - Parameter more: lines of the head that not every refusal has.
  private static func problem(_ status: String, _ body: String, _ more: String = "") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: application/problem+json\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
      + "\(more)Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private static func upgrade(_ credentials: [String], webOrigin: String? = nil) -> String {
    let lines = credentials.map { "Authorization: " + $0 } + (webOrigin.map { ["Origin: " + $0] } ?? [])
    return String(decoding: Catalogue.upgrade(adding: lines), as: UTF8.self)
  }

  private static func upgrade(_ name: String, _ credentials: [String], _ answer: String, webOrigin: String? = nil) -> CatalogueCase {
    CatalogueCase(name, .secured, [.sendTogether([.filled(upgrade(credentials, webOrigin: webOrigin))]), .expect(.response(answer))])
  }

  private static let unknown =
    #"{"code":"unauthorized","cause":"The token is unknown or too old, or none was sent.","remedy":"Send Authorization: Bearer and the token that registering gave, or link the device again."}"#
  private static let unreadable =
    #"{"code":"bad_request","cause":"The text is not the JSON of this message.","remedy":"Correct the message; its schema is in Protocol/.","#
    + #""details":[{"key":"reason","value":"message_malformed"}]}"#

  /// A message over HTTP, the last of its connection.
  private static func call(
    _ name: String, _ credential: String?, _ status: String, _ problem: String, _ more: String = ""
  ) -> CatalogueCase {
    let request =
      "POST /v1/groups/\(Catalogue.group)/entries HTTP/1.1\r\nHost: localhost\r\n" + (credential.map { "Authorization: \($0)\r\n" } ?? "")
      + "Content-Type: application/json\r\nConnection: close\r\nContent-Length: 5\r\n\r\n[{}]\n"
    let answer = Self.problem(status, problem, more)
    return CatalogueCase(name, .secured, [.sendTogether([.filled(request)]), .expect(.response(answer))])
  }

  /// A request for a receipt's file that the group does not have.
  private static func door(_ name: String, _ method: String, _ credential: String?, _ answer: String) -> CatalogueCase {
    let request =
      "\(method) /v1/groups/\(Catalogue.group)/attachments/\(repeated("0", 64)) HTTP/1.1\r\nHost: localhost\r\n"
      + (credential.map { "Authorization: \($0)\r\n" } ?? "") + (method == "PUT" ? "Content-Length: 5\r\n\r\nabcde" : "\r\n")
    return CatalogueCase(name, .secured, [.sendTogether([.filled(request)]), .expect(.response(answer))])
  }
}
