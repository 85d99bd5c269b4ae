// Rows H28 to H38: subprotocols and extensions.
extension CatalogueRow {
  static let negotiation: [CatalogueRow] = [
    CatalogueRow(
      "H28", "subprotocols",
      [
        .refused("without ours", offering("chat"), 400),
        .refused("not ASCII", offering("hearth.v1.json, h\u{E9}arth"), 400),
        .refused("an empty element", offering("hearth.v1.json,, chat"), 400),
        .granted("1,000 of them", offering(repeated("a,", 999) + "hearth.v1.json")),
      ]),
    CatalogueRow(
      "H29", "a wide gap in the subprotocols (CVE-2021-32640)", processorMax: .milliseconds(5),
      [
        .refused("7,000 spaces, past the limit of a line", offering("b" + repeated(" ", 7_000) + "x"), 431),
        .refused("as many as fit", offering("b" + repeated(" ", 4_000) + "x"), 400),
      ]),
    CatalogueRow(
      "H30", "extensions against the grammar",
      [";", "permessage-deflate;;", "=1", #"permessage-deflate; x="1"#, "permessage-deflate; =1", ","].map {
        .refused($0, extending($0), 400)
      }),
    CatalogueRow(
      "H31", "a quoted value of escapes (CVE-2020-7662)", processorMax: .milliseconds(5),
      [
        .refused("8 KiB, past the limit of a line", extending(#"a; b=""# + repeated(#"\c"#, 4_080)), 431),
        .refused("as many as fit", extending(#"a; b=""# + repeated(#"\c"#, 2_000)), 400),
      ]),
    CatalogueRow("H32", "an unknown extension", [declined("x-webkit-deflate-frame")]),
    CatalogueRow(
      "H33", "windows of the client that are none",
      ["7", "16", "08", "", "abc", "-1", "4294967304"].map { declined("permessage-deflate; client_max_window_bits=\($0)") }),
    CatalogueRow(
      "H34", "windows of the server that cannot be granted",
      ["server_max_window_bits", "server_max_window_bits=8", "server_max_window_bits=16"].map { declined("permessage-deflate; \($0)") }),
    CatalogueRow(
      "H35", "parameters that are unknown, doubled or have a value",
      [
        "server_no_context_takeover=1", "client_no_context_takeover; client_no_context_takeover",
        "client_max_window_bits; client_max_window_bits=10", "window_bits=10",
      ].map { declined("permessage-deflate; \($0)") }),
    CatalogueRow(
      "H36", "a quoted value",
      [accepted(#"permessage-deflate; client_max_window_bits="15""#, "client_max_window_bits=15")]),
    CatalogueRow(
      "H37", "two offers, the second good",
      [
        accepted(
          "permessage-deflate; client_max_window_bits=99, permessage-deflate; client_max_window_bits=10", "client_max_window_bits=10")
      ]),
    CatalogueRow("H38", "300 offers", [accepted(repeated("x, ", 299) + "permessage-deflate", "server_no_context_takeover")]),
  ]

  private static func offering(_ protocols: String) -> [UInt8] {
    Catalogue.upgrade(adding: ["Sec-WebSocket-Protocol: " + protocols])
  }

  private static func extending(_ offer: String) -> [UInt8] {
    Catalogue.upgrade(adding: ["Sec-WebSocket-Extensions: " + offer])
  }

  private static func declined(_ offer: String) -> CatalogueCase {
    CatalogueCase.granted(offer, extending(offer), [.absent("sec-websocket-extensions")]).on(.compressing)
  }

  private static func accepted(_ offer: String, _ parameter: String) -> CatalogueCase {
    CatalogueCase.granted(
      offer.count < 100 ? offer : "as many as that", extending(offer),
      [.listing("sec-websocket-extensions", "permessage-deflate"), .listing("sec-websocket-extensions", parameter)]
    ).on(.compressing)
  }
}
