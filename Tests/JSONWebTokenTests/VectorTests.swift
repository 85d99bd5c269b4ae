import JSONWebToken
import Testing

/// The examples of RFC 7515 appendix A and RFC 8037 appendix A. They lack what we ask for besides the signature, which
/// is looked at before.
struct VectorTests {
  /// A token, and the key that its RFC has for it.
  struct Vector: Sendable, CustomTestStringConvertible {
    var name: String
    var key: String
    var token: String
    /// What is wrong with it once its signature holds.
    var flaw: WebTokenFlaw
    var testDescription: String { name }
  }

  private static let joe = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

  static let rs256 = Vector(
    name: "RFC 7515 A.2",
    key: #"{"kty":"RSA","n":""#
      + "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b3"
      + "2690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5Ihl"
      + #"JH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ","e":"AQAB"}"#,
    token: "eyJhbGciOiJSUzI1NiJ9.\(joe)."
      + "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynR"
      + "FdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6"
      + "IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw",
    flaw: .audienceWrong)

  static let es256 = Vector(
    name: "RFC 7515 A.3",
    key: #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
    token: "eyJhbGciOiJFUzI1NiJ9.\(joe).DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q",
    flaw: .audienceWrong)

  static let edDSA = Vector(
    name: "RFC 8037 A.4 and A.5", key: #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
    token: "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc."
      + "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
    flaw: .claimsMalformed)

  static let all = [rs256, es256, edDSA]

  private func flaw(of token: String, by keys: [String]) throws -> WebTokenFlaw? {
    let set = try WebTokenKeys(file: Array(#"{"keys":[\#(keys.joined(separator: ","))]}"#.utf8))
    let verifier = WebTokenVerifier(WebTokenDemands(issuer: "joe", audience: "hearth"), keys: set)
    do throws(WebTokenFlaw) {
      _ = try verifier.verify(token, now: 0)
      return nil
    } catch {
      return error
    }
  }

  @Test("ID-10: the examples of the RFCs are signed as they say", arguments: all)
  func holds(_ vector: Vector) throws {
    #expect(try flaw(of: vector.token, by: [vector.key]) == vector.flaw)
    #expect(try flaw(of: vector.token, by: Self.all.map(\.key)) == vector.flaw)
  }

  @Test("ID-10: and with one letter otherwise they are not, wherever it stands", arguments: all)
  func doesNotHold(_ vector: Vector) throws {
    let token = Array(vector.token.utf8)
    for place in token.indices {
      var other = token
      other[place] = other[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let flaw = try flaw(of: String(decoding: other, as: UTF8.self), by: [vector.key])
      #expect(flaw != nil && flaw != vector.flaw, "letter \(place) passed for the other")
    }
  }

  @Test("ID-10: RFC 7515 A.1 and A.5, an HMAC and no signature, are none of a key of ours", arguments: all)
  func weak(_ vector: Vector) throws {
    let hmac = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(Self.joe).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    #expect(try flaw(of: hmac, by: [vector.key]) == .algorithmNotTheKeys)
    #expect(try flaw(of: "eyJhbGciOiJub25lIn0.\(Self.joe).", by: [vector.key]) == .algorithmNotTheKeys)
  }
}
