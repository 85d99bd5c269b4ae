import TLS
import TestCertificates

/// What the fuzzed connections have in common, made once: certificates, contexts, the wires.
struct TLSParty: Sendable {
  let server: TLSContext
  let client: TLSContext

  static let shared: TLSParty = {
    do {
      let certificates = try TestCertificates.shared.get()
      let identities = [certificates.localhost, certificates.wildcard].map {
        TLSIdentity(certificateFile: $0.certificate, keyFile: $0.key)
      }
      let configuration = TLSServerConfiguration(
        identities: identities, clientCertificates: .optional(authoritiesFile: certificates.authority.certificate))
      return TLSParty(
        server: try TLSContext(server: configuration),
        client: try TLSContext(client: TLSClientConfiguration(authoritiesFile: certificates.authority.certificate)))
    } catch {
      preconditionFailure("no certificates: \(error)")
    }
  }()
}

/// What a connection under test has done with what it was given.
struct TLSTaker: ~Copyable {
  var connection: TLSConnection
  let wire: TLSWire
  private(set) var failure: TLSFailure?
  private(set) var plaintext: [UInt8] = []
  private var hasEndedOutput = false

  private init(_ connection: consuming TLSConnection, _ wire: TLSWire) {
    self.connection = connection
    self.wire = wire
  }

  /// Makes a server's side, or a client's that has said its hello.
  static func make(isServer: Bool) throws(Violation) -> TLSTaker {
    let party = TLSParty.shared
    do throws(TLSFailure) {
      let wire = try TLSWire()
      if isServer { return TLSTaker(try TLSConnection(accepting: party.server, wire: wire), wire) }
      return TLSTaker(try TLSConnection(to: TLSDestination(party.client, name: "localhost"), wire: wire), wire)
    } catch {
      throw Violation("a connection can be made, but: \(error)")
    }
  }

  /// Lets the connection take some bytes; after a failure they are dropped.
  mutating func take(_ ciphertext: UnsafeRawBufferPointer, now: Int64 = 0) throws(Violation) {
    guard failure == nil else { return }
    let hadEnded = connection.inputEnded
    let space = UnsafeMutableRawBufferPointer.allocate(byteCount: ciphertext.count + TLSConnection.heldBytesMax, alignment: 1)
    defer { space.deallocate() }
    var count = 0
    do throws(TLSFailure) {
      count = try withExactCopy(of: ciphertext) { piece throws(TLSFailure) in
        try connection.receive(UnsafeRawBufferPointer(piece), into: space, now: now)
      }
    } catch {
      failure = error
      // A sentence for operators, whatever the failure is.
      try expect(!"\(error)".isEmpty, "a failure can be told")
      return
    }
    let isEstablished = connection.isEstablished
    try expect(count == 0 || isEstablished && !hadEnded, "plaintext comes after the handshake and before the end")
    try expect(count <= space.count, "plaintext fits")
    plaintext += space[..<count]
  }

  /// Sends, if that may be called.
  mutating func send(_ plaintext: UnsafeRawBufferPointer) throws(Violation) {
    guard failure == nil, connection.isEstablished, !hasEndedOutput else { return }
    do throws(TLSFailure) {
      try connection.send(plaintext)
    } catch {
      throw Violation("what is established can send, but: \(error)")
    }
  }

  /// Ends the output, if that may be called.
  mutating func endOutput() {
    guard failure == nil else { return }
    hasEndedOutput = true
    connection.endOutput()
  }

  /// The output, which is then cleared.
  func takeOutput() -> [UInt8] {
    defer { wire.clear() }
    return Array(wire.output)
  }
}
