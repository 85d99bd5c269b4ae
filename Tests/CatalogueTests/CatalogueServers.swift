import CatalogueRunner
import EventStore
import HearthLoadKit
import HearthServer
import Logging
import TLS
import TestCertificates
import Testing
import Transport

/// A server that a case can be played against, plain or over TLS, with witnesses in it.
final class CatalogueServer {
  /// What the server is like.
  struct Kind: Hashable {
    var setting: CatalogueCase.Setting
    /// Whether its deadlines are short, so that cases that wait for one wait a little. That each is observed at its length is asserted elsewhere.
    var isHasty: Bool

    init(_ scene: CatalogueCase) {
      setting = scene.setting
      isHasty = scene.waitsForDeadline
    }
  }

  private let server: Server
  private let watch: ServerUnderTest
  private static let hastyMilliseconds: Int64 = 1_000
  private static let patientMilliseconds: Int64 = 60_000

  init(_ kind: Kind, _ way: CatalogueCase.Way) throws {
    server = try Self.server(kind, way == .secure ? TestCertificates.shared.get().localhost : nil)
    let target = CatalogueTarget(port: server.addresses[0].port, deadlineMilliseconds: Int(Self.hastyMilliseconds))
    do {
      watch = try ServerUnderTest(target, way, kind.setting)
    } catch {
      server.stop()
      throw error
    }
  }

  deinit { server.stop() }

  private static func server(_ kind: Kind, _ files: TestCertificates.Files?) throws -> Server {
    let milliseconds = kind.isHasty ? hastyMilliseconds : patientMilliseconds
    var configuration = ServerConfiguration(listen: [SocketAddress(ipv4: 0x7F00_0001, port: 0)])
    if let files {
      let identity = TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
      configuration.tls = TLSContextHolder(try TLSContext(server: TLSServerConfiguration(identities: [identity])))
    }
    configuration.origins = [Catalogue.origin]
    configuration.messagesPerSecond = 1_000_000
    configuration.messagesBurst = 1_000_000
    configuration.identityMessagesPerSecond = 1_000_000
    configuration.identityMessagesBurst = 1_000_000
    configuration.loginMilliseconds = milliseconds
    configuration.requestMilliseconds = milliseconds
    configuration.messageMilliseconds = milliseconds
    configuration.transport.handshakeMilliseconds = milliseconds
    configuration.compresses = kind.setting == .compressing
    if kind.setting == .full { configuration.connectionsMax = Catalogue.crowd }
    if kind.setting == .crowded { configuration.connectionsPerAddressMax = Catalogue.crowd }
    return try Server(
      configuration: configuration, store: InMemoryStore(), serverKey: [UInt8](0..<32),
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Plays a case; then the witnesses' room works, and nothing is left of it: no descriptor and no connection object.
  func play(_ scene: CatalogueCase) throws {
    try watch.play(scene)
    eventually("connections are counted as before") { [server, quiet = watch.quietConnections] in server.connectionCount == quiet }
  }
}
