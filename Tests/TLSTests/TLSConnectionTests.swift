import COpenSSL
import TestCertificates
import Testing

@testable import TLS

struct TLSConnectionTests {
  private let certificates: TestCertificates

  init() throws { certificates = try TestCertificates.shared.get() }

  @Test(arguments: [Pair.Cut.whole, .bytes(1), .bytes(7), .random(seed: 1), .random(seed: 2), .random(seed: 3)])
  func carriesDataBothWays(_ cut: Pair.Cut) throws {
    var pair = try Pair(makeServer(certificates.localhost), makeDestination(), cut: cut)
    try pair.settle()
    #expect(pair.client.isEstablished && pair.server.isEstablished)
    #expect(pair.server.version == "TLSv1.3")
    // One record, many records, and an empty one, which is none.
    let sent = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 / 13) }
    try pair.client.send([1, 2, 3])
    try pair.client.send([])
    try pair.client.send(sent)
    try pair.server.send(sent.reversed())
    try pair.settle()
    let serverHasAll = pair.serverPlaintext == [1, 2, 3] + sent
    let clientHasAll = pair.clientPlaintext == sent.reversed()
    #expect(serverHasAll && clientHasAll)
  }

  @Test(arguments: [Pair.Cut.whole, .bytes(1)]) func endsWithCloseNotify(_ cut: Pair.Cut) throws {
    var pair = try Pair(makeServer(certificates.localhost), makeDestination(), cut: cut)
    try pair.settle()
    try pair.client.send([9])
    pair.client.endOutput()
    try pair.settle()
    #expect(pair.server.inputEnded && !pair.client.inputEnded && pair.serverPlaintext == [9])
    // The other direction stays open.
    try pair.server.send([8])
    pair.server.endOutput()
    pair.server.endOutput()
    try pair.settle()
    #expect(pair.client.inputEnded && pair.clientPlaintext == [8])
  }

  @Test func whatAPartOfARecordHoldsIsCountedUntilTheRecordIsWhole() throws {
    var pair = try Pair(makeServer(certificates.localhost), makeDestination())
    #expect(pair.server.memoryBytes == TLSConnection.handshakeMemoryBytes)
    let hello = pair.clientWire.take()
    _ = try pair.server.receive(hello.dropLast(100))
    let collecting = pair.server.memoryBytes
    #expect(collecting > TLSConnection.handshakeMemoryBytes && collecting < TLSConnection.handshakeMemoryBytesMax)
    _ = try pair.server.receive(hello.suffix(100))
    try pair.settle()
    #expect(pair.server.memoryBytes == TLSConnection.idleMemoryBytes)
    try pair.client.send([1, 2, 3])
    let record = pair.clientWire.take()
    let waiting = TLSConnection.idleMemoryBytes + TLSConnection.recordMemoryBytes
    // Part of the header, the header alone, part of the rest.
    for place in record.indices.dropLast() {
      #expect(try pair.server.receive(record[place...place]).isEmpty)
      #expect(pair.server.memoryBytes == waiting, "after \(place + 1) bytes")
    }
    #expect(try pair.server.receive(record.suffix(1)) == [1, 2, 3])
    #expect(pair.server.memoryBytes == TLSConnection.idleMemoryBytes)
  }

  @Test("S7: whoever must speaks TLS 1.2, and does not renegotiate") func speaksTLS12WithThoseWhoMust() throws {
    let destination = try makeDestination()
    SSL_CTX_ctrl(destination.context.first, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
    var pair = try Pair(makeServer(certificates.localhost), destination)
    try pair.settle()
    try pair.client.send([1])
    try pair.settle()
    #expect(pair.server.version == "TLSv1.2" && pair.serverPlaintext == [1])
    // RFC 5746 §4.5: a wish to renegotiate gets a warning.
    SSL_clear_options(pair.client.ssl, 1 << 30)
    SSL_renegotiate(pair.client.ssl)
    SSL_do_handshake(pair.client.ssl)
    try pair.deliverToServer()
    #expect(pair.serverWire.take().first == 21)
  }

  @Test func keysMayChangeButNotAllTheTime() throws {
    var pair = try Pair(makeServer(certificates.localhost), makeDestination())
    try pair.settle()
    for second in 0..<3 {
      pair.now = Int64(second) * 1000
      for _ in 0..<TLSConnection.keyChangesPerSecondMax {
        SSL_key_update(pair.client.ssl, SSL_KEY_UPDATE_NOT_REQUESTED)
        SSL_do_handshake(pair.client.ssl)
      }
      try pair.client.send([UInt8(second)])
      try pair.settle()
    }
    #expect(pair.serverPlaintext == [0, 1, 2])
    SSL_key_update(pair.client.ssl, SSL_KEY_UPDATE_REQUESTED)
    SSL_do_handshake(pair.client.ssl)
    #expect(throws: TLSFailure.tooManyKeyChanges) { try pair.deliverToServer() }
  }

  @Test func aFloodInOneDeliveryIsNoticedBeforeAllOfItIsHandled() throws {
    var pair = try Pair(makeServer(certificates.localhost), makeDestination())
    try pair.settle()
    for _ in 0..<1000 {
      SSL_key_update(pair.client.ssl, SSL_KEY_UPDATE_NOT_REQUESTED)
      SSL_do_handshake(pair.client.ssl)
    }
    #expect(throws: TLSFailure.tooManyKeyChanges) { try pair.deliverToServer() }
  }

  @Test func aSessionIsResumedWithItsTicketOnce() throws {
    let server = try makeServer(certificates.localhost)
    let destination = try makeDestination()
    for round in 0..<3 {
      var pair = try Pair(server, destination)
      try pair.settle()
      // The ticket arrives with what is read after the handshake. The end without close_notify must not spoil it.
      #expect(pair.client.isResumed == (round > 0) && pair.server.isResumed == (round > 0))
    }
    var first = try Pair(server, destination)
    var second = try Pair(server, destination)
    try first.settle()
    try second.settle()
    #expect(first.client.isResumed && !second.client.isResumed)
  }

  @Test func aReloadConcernsNewConnectionsOnly() throws {
    let holder = TLSContextHolder(try makeServer(certificates.localhost))
    let destination = try makeDestination()
    var older = try Pair(holder.current, destination)
    try older.settle()
    holder.replace(with: try makeServer(certificates.renewed))
    var newer = try Pair(holder.current, destination)
    try newer.settle()
    try older.server.send([1])
    try newer.server.send([2])
    try older.settle()
    try newer.settle()
    #expect(older.clientPlaintext == [1] && newer.clientPlaintext == [2])
    // The ticket was made with the old context's key.
    #expect(newer.client.isResumed == false)
    #expect(subject(older.client.ssl) != subject(newer.client.ssl))
  }

  @Test(arguments: [("localhost", true), ("a.example.org", false)])
  func theClientsNameChoosesTheCertificate(_ name: String, _ isLocal: Bool) throws {
    let server = try makeServer(certificates.localhost, certificates.wildcard)
    var pair = try Pair(server, makeDestination(name))
    try pair.settle()
    #expect(subject(pair.client.ssl) == subject(ofFile: isLocal ? certificates.localhost : certificates.wildcard))
  }

  private func subject(_ ssl: OpaquePointer) -> UInt {
    let certificate = SSL_get1_peer_certificate(ssl)
    defer { X509_free(certificate) }
    return X509_subject_name_hash(certificate)
  }

  private func subject(ofFile files: TestCertificates.Files) -> UInt {
    let bio = BIO_new_file(files.certificate, "r")
    let certificate = PEM_read_bio_X509(bio, nil, nil, nil)
    defer {
      X509_free(certificate)
      BIO_free(bio)
    }
    return X509_subject_name_hash(certificate)
  }
}
