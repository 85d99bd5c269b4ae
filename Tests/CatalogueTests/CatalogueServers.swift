import EventStore
import Foundation
import HearthLoadKit
import Locking
import Logging
import Support
import TLS
import TestCertificates
import Testing
import Transport

@testable import CatalogueRunner
@testable import HearthServer

/// A server that a case can be played against, plain or over TLS, with witnesses in it.
final class CatalogueServer {
  /// What the server is like.
  struct Kind: Hashable {
    var setting: CatalogueCase.Setting
    /// Whether its deadlines are short, so that cases that wait for one wait a little. That each is observed at its
    /// length is asserted elsewhere.
    var isHasty: Bool

    /// One that is patient.
    init(_ setting: CatalogueCase.Setting) {
      self.setting = setting
      isHasty = false
    }

    init(_ scene: CatalogueCase) {
      setting = scene.setting
      isHasty = scene.waitsForDeadline
    }
  }

  private let server: Server
  private let watch: ServerUnderTest
  /// Receipts' files are kept here, so that their doors are there.
  private let folder: String
  /// What is left in it.
  let inventory: Inventory
  private static let hastyMilliseconds: Int64 = 1_000
  private static let patientMilliseconds: Int64 = 60_000

  init(_ kind: Kind, _ way: CatalogueCase.Way) throws {
    folder = NSTemporaryDirectory() + "hearth-catalogue-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    server = try Self.server(kind, way.isSecure ? TestCertificates.shared.get().localhost : nil, folder)
    let target = CatalogueTarget(port: server.addresses[0].port, deadlineMilliseconds: Int(Self.hastyMilliseconds))
    do {
      watch = try ServerUnderTest(target, way, kind.setting)
    } catch {
      server.stop()
      throw error
    }
    inventory = Inventory(server)
  }

  deinit {
    server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func server(_ kind: Kind, _ files: TestCertificates.Files?, _ folder: String) throws -> Server {
    let milliseconds = kind.isHasty ? hastyMilliseconds : patientMilliseconds
    var configuration = ServerConfiguration(listen: [SocketAddress(ipv4: 0x7F00_0001, port: 0)])
    if let files {
      let identity = TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
      configuration.tls = TLSContextHolder(try TLSContext(server: TLSServerConfiguration(identities: [identity])))
    }
    configuration.webOrigins = .listed([Catalogue.webOrigin])
    configuration.messagesPerSecond = 1_000_000
    configuration.messagesBurst = 1_000_000
    configuration.identityMessagesPerSecond = 1_000_000
    configuration.identityMessagesBurst = 1_000_000
    configuration.registrationsPerHour = 1_000_000
    configuration.groupsPerHour = 1_000_000
    configuration.identityReadMillisecondsPerMinute = 1_000_000
    configuration.addressReadMillisecondsPerMinute = 1_000_000
    configuration.identityHistoryBytesPerHour = 1 << 40
    configuration.addressHistoryBytesPerHour = 1 << 40
    configuration.loginMilliseconds = milliseconds
    configuration.requestMilliseconds = milliseconds
    configuration.messageMilliseconds = milliseconds
    configuration.closeMilliseconds = milliseconds
    configuration.transport.handshakeMilliseconds = milliseconds
    switch kind.setting {
    case .usual: break
    case .compressing: configuration.compresses = true
    case .full: configuration.connectionsMax = Catalogue.crowd
    case .crowded: configuration.connectionsPerAddressMax = Catalogue.crowd
    case .familiar: configuration.connectionsPerIdentityMax = Catalogue.crowd
    case .narrow:
      configuration.controlFramesPerSecond = 10_000
      configuration.controlFramesBurst = 30_000
      configuration.pongsPendingMax = 255
      configuration.transport.queueMessagesMax = 10
      configuration.transport.socket.sendBufferBytes = 4_096
    }
    let attachments = AttachmentFolder(dataFolder: folder)
    try attachments.prepare()
    return try Server(
      configuration: configuration, store: InMemoryStore(), attachments: attachments, serverKey: [UInt8](0..<32),
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Plays a case; then the witnesses' room works, and nothing is left of it: no descriptor, no connection, and nothing
  /// else that is counted.
  func play(_ scene: CatalogueCase) throws {
    try watch.play(scene)
    eventually("connections are counted as before") { [server, quiet = watch.quietConnections] in server.connectionCount == quiet }
    let left = Locked(Set<String>())
    eventually("nothing else is left") { [inventory] in
      let now = inventory.leftovers()
      left.withLock { $0 = now }
      return now.isEmpty
    }
    #expect(left.withLock { $0 } == [])
  }

  /// Somebody who has come as far as the stage.
  func begin(_ stage: CatalogueCase.Stage, _ way: CatalogueCase.Way, bufferBytes: Int32? = nil) throws -> Peer {
    try Player(watch.target, way).begin(stage, bufferBytes: bufferBytes)
  }

  /// The text with the token and the group of the account that the witnesses have.
  func filled(_ text: String) -> String { Player(watch.target, .plain).filled(text) }
}
