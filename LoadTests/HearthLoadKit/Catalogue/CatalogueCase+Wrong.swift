extension CatalogueCase {
  /// Cases whose outcome is not what a sound server gives: whoever plays them must find out.
  public static let wrong: [CatalogueCase] = [
    .refused("another status", Catalogue.upgrade("/nowhere"), 400),
    .refused("a field that is not there", Catalogue.upgrade("/nowhere"), 404, [.exactly("allow", "GET")]),
    .failed("another code", Catalogue.frame(1, [0x7B], mask: nil), 1007),
    .failed("a fault where there is none", Catalogue.text(Catalogue.request(7)), 1002),
    .answered("an answer where there is none", Catalogue.frame(0x80, [0x7B])),
    CatalogueCase("an end where something is said", .loggedIn, [.send(Catalogue.frame(9, [1])), .expect(.end)]),
    CatalogueCase(
      "a cut where something is said", .loggedIn,
      [.send(Catalogue.text(Catalogue.request(7)) + Catalogue.close(1000)), .expect(.cut)]),
    CatalogueCase("an answer to a head of which too little has come", .secured, [.drip(Array("G".utf8)), .reset]),
    CatalogueCase("a cut where a request is answered", .secured, [.send(Catalogue.upgrade("/nowhere")), .expect(.cut)]),
    CatalogueCase(
      "a cut behind messages where a request is answered", .secured, [.send(Catalogue.upgrade("/nowhere")), .expect(.cutEventually)]),
  ]
}
