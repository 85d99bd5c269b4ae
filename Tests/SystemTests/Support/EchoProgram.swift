import Foundation
import HearthLoadKit

@testable import CatalogueRunner

/// `hearth-echo` on ports of the system's choosing, and the raw peers that talk to it.
struct EchoProgram {
  let program: Program
  /// Of `--listen`.
  let port: UInt16

  init(_ options: [String] = []) throws {
    program = try Program("hearth-echo", ["--listen", "127.0.0.1:0"] + options)
    port = try Self.port(program)
  }

  /// The port that the program says next that it listens on.
  static func port(_ program: Program) throws -> UInt16 {
    let line = try program.output.next(containing: "listening on 127.0.0.1:")
    guard let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) else { throw Unexpected(line) }
    return port
  }

  /// Somebody whose upgrade was granted.
  ///
  /// - Parameters:
  ///   - extensions: what is offered; nil for nothing.
  ///   - port: another than that of `--listen`.
  func join(
    _ target: String = "/", offering extensions: String? = nil, _ way: CatalogueCase.Way = .plain, port: UInt16? = nil
  ) throws -> Peer {
    let peer = try connect(way, port: port)
    if way.isSecure { try peer.secure(newestIsOld: false) }
    peer.send(Catalogue.upgrade(target, adding: extensions.map { ["Sec-WebSocket-Extensions: " + $0] } ?? []))
    try Judgement(peer).upgraded(extensions == nil ? [.absent("sec-websocket-extensions")] : [])
    return peer
  }

  /// A connection that has said nothing.
  func connect(_ way: CatalogueCase.Way = .plain, port: UInt16? = nil) throws -> Peer {
    try Peer(way, CatalogueTarget(port: port ?? self.port, deadlineMilliseconds: 0))
  }

  /// What `GET /stats` says.
  struct Stats: Decodable {
    var connections: Int
    var rooms: Int
    var faults: Int
    var slow: Int
    var stalled: Int
    var peersByLoop: [Int]
  }

  func stats() throws -> Stats {
    let peer = try connect()
    peer.send(Array("GET /stats HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    let body = try Judgement(peer).head(200, [.exactly("content-type", "application/json")])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Stats.self, from: Data(body))
  }
}
