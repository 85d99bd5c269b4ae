import ArgumentParser
import Dispatch
import EventStore
import Foundation
import HearthServer
import Logging
import PostgresStore
import TLS
import Transport

/// Links to the other servers that share a store.
struct NodeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Address for the other servers that share the --store, repeatable; left out, groups of theirs are answered unavailable here.",
      valueName: "address"))
  var nodeListen: [SocketAddress] = []

  @Option(
    help: ArgumentHelp(
      "Host and port at which the others reach it: node-1.internal:7435. Left out: the first --node-listen.", valueName: "host"))
  var nodeAddress: String?

  @Option(help: ArgumentHelp("PEM file with the certificate of this server for the others; it is for the name --node.", valueName: "file"))
  var nodeCert: String?

  @Option(help: ArgumentHelp("PEM file with the private key of --node-cert.", valueName: "file"))
  var nodeKey: String?

  @Option(
    help: ArgumentHelp(
      "PEM file with the authority that vouches for the servers that share the --store, and for nobody else.", valueName: "file"))
  var nodeCa: String?

  private var isAny: Bool { nodeAddress != nil || nodeCert != nil || nodeKey != nil || nodeCa != nil }

  func validate() throws {
    guard !nodeListen.isEmpty else {
      if isAny { throw ValidationError("--node-address, --node-cert, --node-key and --node-ca need --node-listen.") }
      return
    }
    guard nodeCert != nil, nodeKey != nil, nodeCa != nil else {
      throw ValidationError("--node-listen needs --node-cert, --node-key and --node-ca: the servers show one another certificates.")
    }
    for address in nodeListen where address.path != nil {
      throw ValidationError("--node-listen \(address) is no address that other machines reach. Name a host's address and a port.")
    }
    if let nodeAddress {
      guard Self.isPlace(nodeAddress) else {
        throw ValidationError("--node-address \"\(nodeAddress)\" is no host with a port. Write it like node-1.internal:7435.")
      }
    } else if nodeListen[0].high == 0, nodeListen[0].low == 0 || nodeListen[0].isIPv4 && nodeListen[0].low & 0xFFFF_FFFF == 0 {
      throw ValidationError("--node-listen \(nodeListen[0]) says not where the others reach it. Say so with --node-address.")
    }
  }

  private static func isPlace(_ text: String) -> Bool {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else { return false }
    let host = text[..<colon]
    // Limit: bytes of a host's name (RFC 1035).
    return (1...253).contains(host.utf8.count) && host.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") }
  }

  /// Reads the files; nil when there are none.
  func load(_ node: String) throws(TLSFailure) -> NodeLinks? {
    guard !nodeListen.isEmpty, let nodeCert, let nodeKey, let nodeCa else { return nil }
    let certificates = try NodeCertificates(TLSIdentity(certificateFile: nodeCert, keyFile: nodeKey), authoritiesFile: nodeCa)
    return NodeLinks(name: node, listen: nodeListen, certificates: certificates)
  }

  /// Reads the files again at each SIGHUP, as long as the result is kept.
  func reloadAtHangup(_ links: NodeLinks, _ log: Logger) -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
    source.setEventHandler {
      do throws(TLSFailure) {
        try links.certificates.reload()
        log.info("certificates of links reloaded")
      } catch {
        log.error("certificates of links not reloaded; the former ones stay", metadata: ["cause": "\(error)"])
      }
    }
    source.resume()
    return source
  }

  /// Tells the other servers where this one is.
  func announce(_ server: Server, in store: any ServedStore, _ log: Logger) {
    guard let first = server.nodeAddresses.first, let store = store as? PostgresStore else { return }
    let place = nodeAddress ?? "\(first)"
    for address in server.nodeAddresses { log.info("serving nodes", metadata: ["address": "\(address)", "reached_at": "\(place)"]) }
    do throws(StoreFailure) {
      try store.announce(place)
    } catch {
      log.warning("the other servers are told later where this one is", metadata: ["cause": "\(error.sentence)"])
    }
  }
}
