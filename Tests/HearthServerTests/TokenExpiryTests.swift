import EventStore
import Foundation
import HearthProtocol
import HearthServer
import JSONWebToken
import TestIssuer
import Testing

/// Tokens that run out while somebody is connected, and keys that change (SPEC ID-10, ID-12).
@Suite(.onOneAndThreeLoops) struct TokenExpiryTests {
  private static let now: Int64 = 1_790_000_000

  /// A server that trusts an issuer, and whose clock stands.
  private struct Home {
    let issuer: TrustedIssuer
    let server: TestServer
    let store = GatedStore()

    init() throws {
      let issuer = TrustedIssuer(
        TestIssuer.name, audience: TestIssuer.audience, keys: try WebTokenKeys(file: Array(TestIssuer.trusted.get().keySet().utf8)))
      self.issuer = issuer
      server = try TestServer(store) { $0.issuer = issuer }
    }

    /// Lets time pass until so many seconds have since the beginning.
    func pass(to seconds: Int64) { server.pass(milliseconds: seconds * 1_000 - server.elapsed) }
  }

  private func token(_ subject: String, _ seconds: Int64) throws -> String {
    try TestIssuer.trusted.get().token(.edDSA, subject: subject, expiry: Self.now + seconds)
  }

  @Test("ID-12: the connection lasts as long as its token, and closes with 4001 then; others go on", arguments: WireFormat.allCases)
  func expires(format: WireFormat) throws {
    let home = try Home()
    let asha = try home.server.logIn(token("asha", 600), format)
    let ravi = try home.server.logIn(token("ravi", 900), format)
    home.pass(to: 659)
    _ = try asha.ask(.listGroups(.init()))
    home.pass(to: 660)
    #expect(try asha.closeCode() == 4001)
    _ = try ravi.ask(.listGroups(.init()))
    // The same token lets in no more.
    let late = try home.server.connect(format)
    try late.send(.hello(token: token("asha", 600)))
    #expect(try late.closeCode() == 4401)
    #expect(IdentityID(try home.server.connect(format).hello(token("asha", 1_200)).identityID) != nil)
  }

  @Test(
    "ID-12: a jump of the system's clock cuts nobody off before their time, and keeps nobody longer", arguments: [-3_652, 3_652] as [Int64])
  func jump(byDays days: Int64) throws {
    let home = try Home()
    let asha = try home.server.logIn(token("asha", 600))
    let ravi = try home.server.logIn(token("ravi", 100))
    home.server.jump(milliseconds: days * 86_400_000)
    home.pass(to: 160)
    // Ravi's time is over by now, and not Asha's.
    #expect(try ravi.closeCode() == 4001)
    home.pass(to: 659)
    _ = try asha.ask(.listGroups(.init()))
    home.pass(to: 660)
    #expect(try asha.closeCode() == 4001)
  }

  @Test("ID-12: hello with a newer token of the same identity lets the connection last longer; what it follows goes on")
  func renews() throws {
    let home = try Home()
    let asha = try home.server.connect()
    let identity = try asha.hello(token("asha", 600)).identityID
    let group = try asha.createGroup()
    let welcome = try asha.ask(.hello(token: token("asha", 1_200))).welcome
    #expect(welcome.identityID == identity && welcome.serverTimeMs == Self.now * 1_000)
    home.pass(to: 1_259)
    _ = try asha.accepted(.addEntry(group))
    home.pass(to: 1_260)
    #expect(try asha.closeCode() == 4001)
  }

  @Test("ID-12: a newer token that does not hold, or is somebody else's, changes nothing")
  func renewsNobodyElse() throws {
    let home = try Home()
    let asha = try home.server.logIn(token("asha", 600))
    for wrong in [try token("ravi", 1_200), try token("asha", -600), "x", ""] {
      let refused = try asha.rejected(.hello(token: wrong))
      #expect(refused.code == "unauthorized" && !refused.remedy.isEmpty)
    }
    home.pass(to: 659)
    _ = try asha.ask(.listGroups(.init()))
    home.pass(to: 660)
    #expect(try asha.closeCode() == 4001)
  }

  @Test("ID-12: a token that says less than the one before ends the connection sooner")
  func shortens() throws {
    let home = try Home()
    let asha = try home.server.logIn(token("asha", 600))
    _ = try asha.ask(.hello(token: token("asha", 60)))
    home.pass(to: 120)
    #expect(try asha.closeCode() == 4001)
  }

  @Test("ID-12: a look-up that ends after its token does lets nobody in for long")
  func expiresMeanwhile() throws {
    let home = try Home()
    _ = try home.server.logIn(token("asha", 600))
    home.store.closeDirectory()
    let late = try home.server.connect()
    try late.send(.hello(token: token("asha", 600)))
    #expect(home.store.awaitLookUp())
    home.pass(to: 660)
    home.store.openDirectory()
    #expect(try late.closeCode() == 4001)
  }

  @Test("ID-10: with other keys the former tokens let nobody in, and connections that exist go on")
  func reloads() throws {
    let home = try Home()
    let asha = try home.server.logIn(token("asha", 600))
    let other = try TestIssuer.other.get()
    home.issuer.replace(keys: try WebTokenKeys(file: Array(other.keySet().utf8)))
    _ = try asha.ask(.listGroups(.init()))
    let late = try home.server.connect()
    try late.send(.hello(token: token("asha", 600)))
    #expect(try late.closeCode() == 4401)
    let identity = try home.server.connect().hello(other.token(subject: "asha", expiry: Self.now + 600)).identityID
    #expect(IdentityID(identity) != nil)
    // The person the issuer means follows from its name and not from its keys.
    home.issuer.replace(keys: try WebTokenKeys(file: Array(TestIssuer.trusted.get().keySet().utf8)))
    #expect(try home.server.connect().hello(token("asha", 600)).identityID == identity)
  }
}
