/// The public keys of an issuer, one at least.
public struct WebTokenKeys: Sendable {
  /// Limit: bytes of a file with keys.
  public static let fileBytesMax = 65_536
  /// Limit: keys of an issuer.
  public static let keysMax = 32
  /// Limit: keys that a token without a `kid` is tried with.
  public static let triesMax = 4

  /// The keys, in the order of the files.
  public let keys: [WebTokenKey]

  /// Reads a file: a JWK set (RFC 7517 §5) or PEM with public keys (RFC 7468 §13).
  public init(file: [UInt8]) throws(WebTokenKeysFlaw) {
    guard file.count <= Self.fileBytesMax else { throw WebTokenKeysFlaw("has more than \(Self.fileBytesMax) bytes") }
    let isJSON = file.first { !(0x09...0x0D).contains($0) && $0 != 0x20 } == UInt8(ascii: "{")
    try self.init(isJSON ? JWKSet.keys(in: file) : PEMKeys.keys(in: file))
  }

  /// These keys and those of another file.
  public func adding(_ others: WebTokenKeys) throws(WebTokenKeysFlaw) -> WebTokenKeys { try WebTokenKeys(keys + others.keys) }

  private init(_ keys: [WebTokenKey]) throws(WebTokenKeysFlaw) {
    guard !keys.isEmpty else { throw WebTokenKeysFlaw("has no key for ES256, RS256 or EdDSA") }
    guard keys.count <= Self.keysMax else { throw WebTokenKeysFlaw("has a key too many: an issuer has at most \(Self.keysMax)") }
    let ids = keys.compactMap(\.id)
    guard Set(ids).count == ids.count else { throw WebTokenKeysFlaw("has a kid that another key has too") }
    self.keys = keys
  }

  /// The keys that a token may be signed with.
  ///
  /// - Parameters:
  ///   - id: the token's `kid`, which a key may have that has none in its file.
  ///   - algorithm: the token's `alg`: it excludes keys and never says how one is used.
  func candidates(id: String?, algorithm: String) throws(WebTokenFlaw) -> [WebTokenKey] {
    var named = keys
    if let id {
      named = keys.filter { $0.id.map { $0.utf8.elementsEqual(id.utf8) } ?? false }
      if named.isEmpty { named = keys.filter { $0.id == nil } }
    }
    let fitting = named.filter { $0.algorithm.rawValue == algorithm }
    if fitting.isEmpty { throw named.count == 1 ? WebTokenFlaw.algorithmNotTheKeys : WebTokenFlaw.keyUnknown }
    guard fitting.count <= Self.triesMax else { throw .keyAmbiguous }
    return fitting
  }
}

/// Why a file holds no keys that could be used: what is said of it behind its name.
public struct WebTokenKeysFlaw: Error, Sendable, Equatable, CustomStringConvertible {
  /// "has no key for ES256, RS256 or EdDSA".
  public let description: String

  init(_ description: String) { self.description = description }
}

/// JWK sets (RFC 7517).
enum JWKSet {
  static func keys(in file: [UInt8]) throws(WebTokenKeysFlaw) -> [WebTokenKey] {
    guard let members = JSONValue(file)?.object else { throw WebTokenKeysFlaw("is no JSON object whose names are all different") }
    guard let list = members["keys"]?.list else { throw WebTokenKeysFlaw("is no JWK set: it has no list \"keys\"") }
    var keys: [WebTokenKey] = []
    for (index, element) in list.enumerated() {
      guard let members = element.object else { throw WebTokenKeysFlaw("has something that is no JWK as key \(index + 1)") }
      if let key = try key(members, index + 1) { keys.append(key) }
    }
    return keys
  }

  /// RFC 7517 §5: keys that are for something else, or of types that are not known here, are passed over.
  private static func key(_ members: [String: JSONValue], _ number: Int) throws(WebTokenKeysFlaw) -> WebTokenKey? {
    guard let type = members["kty"]?.text else { throw WebTokenKeysFlaw("has no kty in key \(number)") }
    // RFC 7518 §6.2.2, §6.3.2, §6.4: a secret in this file is a mistake that must not go unnoticed.
    guard type != "oct", members["d"] == nil, members["k"] == nil else {
      throw WebTokenKeysFlaw("has a secret key as key \(number); only public keys belong there")
    }
    var id: String?
    if let member = members["kid"] {
      guard let text = member.text else { throw WebTokenKeysFlaw("has a kid that is no text in key \(number)") }
      id = text
    }
    if let use = members["use"], use != .text("sig") { return nil }
    if let uses = members["key_ops"]?.list, !uses.contains(.text("verify")) { return nil }
    func bytes(_ name: String) throws(WebTokenKeysFlaw) -> [UInt8] {
      guard let bytes = (members[name]?.text).flatMap({ Base64.url($0.utf8) }) else {
        throw WebTokenKeysFlaw("has no \(name) in base64url in key \(number)")
      }
      return bytes
    }
    let key: WebTokenKey?
    switch (type, members["crv"]) {
    case ("EC", .text("P-256")): key = .p256(id: id, x: try bytes("x"), y: try bytes("y"))
    case ("OKP", .text("Ed25519")): key = .ed25519(id: id, x: try bytes("x"))
    case ("RSA", _): key = .rsa(id: id, n: try bytes("n"), e: try bytes("e"))
    default: return nil
    }
    guard let key else {
      throw WebTokenKeysFlaw(
        "has a key \(number) that cannot be used; RSA has \(WebTokenKey.rsaBits.lowerBound) to \(WebTokenKey.rsaBits.upperBound) bits")
    }
    // RFC 7517 §4.4: a key for one algorithm is used with no other.
    if let algorithm = members["alg"], algorithm != .text(key.algorithm.rawValue) { return nil }
    return key
  }
}

/// Public keys in PEM (RFC 7468 §13). What stands between the blocks is passed over (§2).
enum PEMKeys {
  static func keys(in file: [UInt8]) throws(WebTokenKeysFlaw) -> [WebTokenKey] {
    guard let text = String(validating: file, as: UTF8.self) else { throw WebTokenKeysFlaw("is neither a JWK set nor PEM") }
    var keys: [WebTokenKey] = []
    // Of the block that is open.
    var block: [UInt8]?
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmingSpace
      if line.hasPrefix("-----BEGIN ") {
        guard line == "-----BEGIN PUBLIC KEY-----", block == nil else {
          throw WebTokenKeysFlaw(
            "has something other than whole blocks of PUBLIC KEY; openssl pkey -pubin and openssl x509 -pubkey -noout write those")
        }
        block = []
      } else if line.hasPrefix("-----END ") {
        let number = keys.count + 1
        guard line == "-----END PUBLIC KEY-----", let body = block, let key = Base64.padded(body).flatMap(WebTokenKey.der) else {
          throw WebTokenKeysFlaw(
            "has a block \(number) that is no public key of P-256, Ed25519 or RSA with \(WebTokenKey.rsaBits.lowerBound) to "
              + "\(WebTokenKey.rsaBits.upperBound) bits")
        }
        keys.append(key)
        block = nil
      } else {
        block?.append(contentsOf: line.utf8)
      }
    }
    guard block == nil else { throw WebTokenKeysFlaw("ends within a block") }
    return keys
  }
}

extension Substring {
  fileprivate var trimmingSpace: Substring {
    let front = drop(while: \.isWhitespace)
    return front.lastIndex { !$0.isWhitespace }.map { front[...$0] } ?? front
  }
}
