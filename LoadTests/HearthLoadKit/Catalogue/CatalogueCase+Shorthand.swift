// The commonest scripts, so that a row reads like the catalogue's.
extension CatalogueCase {
  /// A request on a fresh connection, its refusal, and the end.
  static func refused(_ name: String, _ request: [UInt8], _ status: Int, _ demands: [FieldDemand] = []) -> CatalogueCase {
    CatalogueCase(name, .secured, [.send(request), .expect(.head(status, demands + [.listing("connection", "close")])), .expect(.end)])
  }

  static func refused(_ name: String, _ request: String, _ status: Int, _ demands: [FieldDemand] = []) -> CatalogueCase {
    refused(name, Array(request.utf8), status, demands)
  }

  /// An upgrade that is granted and works.
  static func granted(_ name: String, _ request: [UInt8], _ demands: [FieldDemand] = []) -> CatalogueCase {
    CatalogueCase(name, .secured, [.send(request), .expect(.upgraded(demands)), .expect(.login), .expect(.roundTrip)])
  }

  /// Frames after a login that fail the connection.
  static func failed(_ name: String, _ bytes: [UInt8], _ code: Int) -> CatalogueCase {
    CatalogueCase(name, .loggedIn, [.send(bytes), .expect(.close(code)), .expect(.end)])
  }

  /// Frames after a login that ask request 7 and are answered; the connection goes on.
  static func answered(_ name: String, _ bytes: [UInt8]) -> CatalogueCase {
    CatalogueCase(name, .loggedIn, [.send(bytes), .expect(.answer(7)), .expect(.roundTrip)])
  }

  /// The same case with something else.
  func with(_ change: (inout CatalogueCase) -> Void) -> CatalogueCase {
    var copy = self
    change(&copy)
    return copy
  }

  /// The same case, only over TLS.
  var onlySecure: CatalogueCase { leaving(out: [.plain, .bytewise], .needsTLS) }
  /// The same case, not played these ways.
  func leaving(out ways: [Way], _ reason: LeftOut) -> CatalogueCase { with { scene in for way in ways { scene.leftOut[way] = reason } } }
  /// The same case, whose outcome waits for a deadline.
  var atDeadline: CatalogueCase { with { $0.waitsForDeadline = true } }

  func on(_ setting: Setting) -> CatalogueCase { with { $0.setting = setting } }
}
