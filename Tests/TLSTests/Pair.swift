import Support
import TestCertificates
import Testing

@testable import TLS

/// A client and a server that talk in memory, cut up as a test wishes.
struct Pair: ~Copyable {
  /// How ciphertext is cut on its way.
  enum Cut: Sendable {
    case whole
    case bytes(Int)
    /// Pieces of up to 100 bytes, from a seed.
    case random(seed: UInt64)
  }

  var client: TLSConnection
  var server: TLSConnection
  let clientWire: TLSWire
  let serverWire: TLSWire
  var now: Int64 = 0
  private var random: SeededGenerator
  private let cut: Cut
  private(set) var clientPlaintext: [UInt8] = []
  private(set) var serverPlaintext: [UInt8] = []

  init(_ context: TLSContext, _ destination: TLSDestination, cut: Cut = .whole) throws {
    let clientWire = try TLSWire()
    let serverWire = try TLSWire()
    let client = try TLSConnection(to: destination, wire: clientWire)
    let server = try TLSConnection(accepting: context, wire: serverWire)
    self.clientWire = clientWire
    self.serverWire = serverWire
    self.client = client
    self.server = server
    self.cut = cut
    random = if case .random(let seed) = cut { SeededGenerator(seed: seed) } else { SeededGenerator(seed: 1) }
  }

  /// Carries what both have to say until nobody has anything left.
  mutating func settle() throws {
    while !clientWire.output.isEmpty || !serverWire.output.isEmpty {
      try deliverToServer()
      try deliverToClient()
    }
  }

  mutating func deliverToServer() throws {
    let bytes = clientWire.take()
    for piece in pieces(bytes) { serverPlaintext += try server.receive(piece, now: now) }
  }

  mutating func deliverToClient() throws {
    let bytes = serverWire.take()
    for piece in pieces(bytes) { clientPlaintext += try client.receive(piece, now: now) }
  }

  private mutating func pieces(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count =
        switch cut {
        case .whole: rest.count
        case .bytes(let count): count
        case .random: Int(random.next() % 100) + 1
        }
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}

extension TLSWire {
  /// The output, which is then cleared.
  func take() -> [UInt8] {
    defer { clear() }
    return Array(output)
  }
}

extension TLSConnection {
  mutating func receive(_ bytes: some Collection<UInt8>, now: Int64 = 0) throws(TLSFailure) -> [UInt8] {
    let ciphertext = Array(bytes)
    var plaintext = [UInt8](repeating: 0, count: ciphertext.count + Self.heldBytesMax)
    var count = 0
    do {
      count = try ciphertext.withUnsafeBytes { input throws in
        try plaintext.withUnsafeMutableBytes { output throws in try receive(input, into: output, now: now) }
      }
    } catch let failure as TLSFailure {
      throw failure
    } catch {
      throw .unavailable(reason: "\(error)")
    }
    return Array(plaintext.prefix(count))
  }

  mutating func send(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try send($0) }
  }
}

func makeServer(_ files: TestCertificates.Files...) throws -> TLSContext {
  try TLSContext(server: TLSServerConfiguration(identities: files.map(\.identity)))
}

func makeDestination(_ name: String = "localhost") throws -> TLSDestination {
  let certificates = try TestCertificates.shared.get()
  return TLSDestination(try TLSContext(client: TLSClientConfiguration(authoritiesFile: certificates.authority.certificate)), name: name)
}

extension TestCertificates.Files {
  var identity: TLSIdentity { TLSIdentity(certificateFile: certificate, keyFile: key) }
}
