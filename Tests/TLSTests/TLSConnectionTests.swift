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

  @Test func aTicketResumesOnce() throws {
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

  /// The name of a second hello is heeded as that of the first: the client begins with a curve that the server has not
  /// (RFC 8446 §4.1.4).
  @Test(arguments: ["localhost", "a.example.org"]) func theNameChoosesAfterARetriedHelloToo(_ name: String) throws {
    let server = try makeServer(certificates.localhost, certificates.wildcard)
    let destination = try makeDestination(name)
    #expect(copenssl_set_curves(destination.context.first, "P-521:P-256") == 1)
    for round in 0..<2 {
      var pair = try Pair(server, destination)
      try pair.settle()
      #expect(subject(pair.client.ssl) == subject(ofFile: name == "localhost" ? certificates.localhost : certificates.wildcard))
      #expect(pair.client.isResumed == (round == 1) && pair.server.isResumed == (round == 1))
    }
  }

  /// RFC 9525 §2. The control is a certificate that differs in its subjectAltName.
  @Test func aCommonNameChoosesNoCertificate() throws {
    for (files, isChosen) in [(certificates.nameless, false), (certificates.serverOnly, true)] {
      var pair = try Pair(makeServer(certificates.wildcard, files), makeDestination())
      if isChosen {
        try pair.settle()
        #expect(subject(pair.client.ssl) == subject(ofFile: files))
      } else {
        // The first certificate was shown, which is for somebody else.
        #expect(throws: TLSFailure.nameMismatch(expected: "localhost")) { try pair.settle() }
      }
    }
  }

  /// 128 bits first, in both versions, as client and as server.
  @Test(arguments: [(TLS1_2_VERSION, "ECDHE-ECDSA-AES128-GCM-SHA256"), (TLS1_3_VERSION, "TLS_AES_128_GCM_SHA256")])
  func bothChooseTheCheaperSuite(_ version: Int32, _ suite: String) throws {
    let destination = try makeDestination()
    SSL_CTX_ctrl(destination.context.first, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(version), nil)
    var pair = try Pair(makeServer(certificates.localhost), destination)
    try pair.settle()
    for ssl in [pair.client.ssl, pair.server.ssl] { #expect(String(cString: SSL_CIPHER_get_name(SSL_get_current_cipher(ssl))) == suite) }
  }

  @Test func onlyAWholeRequestForOneNameIsRead() {
    func name(_ request: [UInt8]) -> String? {
      request.withUnsafeBytes { bytes in TLSContext.requestedName(bytes).map { String(decoding: $0, as: UTF8.self) } }
    }
    func request(_ name: [UInt8], listed: Int = 0, type: UInt8 = 0, length: Int = 0) -> [UInt8] {
      let (list, count) = (name.count + 3 + listed, name.count + length)
      return [UInt8(list >> 8 & 255), UInt8(list & 255), type, UInt8(count >> 8 & 255), UInt8(count & 255)] + name
    }
    let good = Array("a.test".utf8)
    #expect(name(request(good)) == "a.test")
    #expect(name(request([0x61])) == "a")
    // Limit: 255 bytes.
    #expect(name(request([UInt8](repeating: 0x61, count: 255)))?.utf8.count == 255)
    #expect(name(request([UInt8](repeating: 0x61, count: 256))) == nil)
    let wrong: [[UInt8]] = [
      [], [0], request([]), request(good, type: 1), request(good, listed: 1), request(good, listed: -1), request(good, length: 1),
      request(good, length: -1), request(good) + [0], Array(request(good).dropLast()), request(good) + request(good), request([0x61, 0]),
      request([0xC3, 0xA9]), request([0x61, 0x20, 0x62]),
    ]
    for bytes in wrong { #expect(name(bytes) == nil, "\(bytes)") }
    let whole = request(good)
    for count in whole.indices { #expect(name(Array(whole[..<count])) == nil) }
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
