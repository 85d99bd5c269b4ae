import CatalogueRunner
import EventStore
import HearthLoadKit
import HearthServer
import Logging
import TLS
import TestCertificates
import Testing
import Transport

/// One server of this process in one of the catalogue's settings, plain or over TLS, with witnesses in it.
///
/// Its deadlines are short, so that rows that wait for one wait a little; that each is observed at its length is asserted elsewhere.
final class CatalogueServer {
  let server: Server
  private let witnesses: ServerUnderTest
  private static let deadlineMilliseconds: Int64 = 400
  /// Of the TLS handshake; no option of the server.
  private static let handshakeMilliseconds: Int64 = 5_000

  init(_ setting: CatalogueCase.Setting, _ way: CatalogueCase.Way) throws {
    var configuration = ServerConfiguration(listen: [SocketAddress(ipv4: 0x7F00_0001, port: 0)])
    if way == .secure { configuration.tls = try Self.context() }
    configuration.origins = [Catalogue.origin]
    configuration.messagesPerSecond = 1_000_000
    configuration.messagesBurst = 1_000_000
    configuration.identityMessagesPerSecond = 1_000_000
    configuration.identityMessagesBurst = 1_000_000
    configuration.loginMilliseconds = Self.deadlineMilliseconds
    configuration.requestMilliseconds = Self.deadlineMilliseconds
    configuration.messageMilliseconds = Self.deadlineMilliseconds
    if setting == .full { configuration.connectionsMax = Catalogue.crowd }
    if setting == .crowded { configuration.connectionsPerAddressMax = Catalogue.crowd }
    server = try Server(
      configuration: configuration, store: InMemoryStore(), serverKey: [UInt8](0..<32),
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let target = CatalogueTarget(
      port: server.addresses[0].port,
      deadlineMilliseconds: Int(way == .secure ? Self.handshakeMilliseconds : Self.deadlineMilliseconds))
    witnesses = try ServerUnderTest(target, way, setting)
  }

  deinit { server.stop() }

  private static func context() throws -> TLSContextHolder {
    let files = try TestCertificates.shared.get().localhost
    let identity = TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
    return TLSContextHolder(try TLSContext(server: TLSServerConfiguration(identities: [identity])))
  }

  /// Plays a case; then the witnesses' room works, and nothing is left of it: no descriptor and no connection object.
  func play(_ scene: CatalogueCase) throws {
    try witnesses.play(scene)
    eventually("connections are counted as before") { [server, quiet = witnesses.quietConnections] in server.connectionCount == quiet }
  }
}
