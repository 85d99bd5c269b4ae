import Foundation
import Glibc
import HearthProtocol
import Support
import Testing

@testable import HearthServer

/// What the disk has not taken yet of a receipt's file counts as memory, whoever is still there.
@Suite struct AttachmentMemoryTests {
  private static let content = [UInt8](repeating: 7, count: 300_000)
  /// What is written at once.
  private static let chunkBytes = AttachmentExchange.chunkBytes

  /// A file that takes bytes as slowly as the test reads them: a pipe in the place of the file that arrives.
  private final class SlowFile {
    private let fd: Int32

    init(_ home: AttachmentServer) throws {
      let incoming = home.folder.path + "/attachments/incoming"
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: incoming).first)
      let path = incoming + "/" + name
      try #require(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
      fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      try #require(fd >= 0)
    }

    deinit { close(fd) }

    /// Waits for bytes of whoever writes; false when none come, since nobody writes any more or for want of time.
    func awaitBytes() -> Bool {
      var wish = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
      return poll(&wish, 1, 30_000) == 1 && wish.revents & Int16(POLLIN) != 0
    }

    /// Takes all that is written, up to so many bytes.
    func take(_ count: Int) {
      var bytes = [UInt8](repeating: 0, count: count)
      var rest = count
      while rest > 0, awaitBytes() {
        let taken = read(fd, &bytes, rest)
        guard taken > 0 else { return }
        rest -= taken
      }
    }
  }

  /// Somebody who was told to go on and has sent the whole body, of which a chunk is being written.
  private func writing(_ home: AttachmentServer) throws -> (socket: BlockingSocket, file: SlowFile) {
    let socket = try BlockingSocket(home.server.address)
    let path = home.path(Self.content)
    socket.send(AttachmentServer.head("PUT", path, token: home.asha.token, length: Self.content.count, "Expect: 100-continue\r\n"))
    var answer = ""
    while !answer.hasSuffix("\r\n\r\n") { answer += String(decoding: try #require(try socket.receive()), as: UTF8.self) }
    let file = try SlowFile(home)
    // As much as makes a chunk: nothing of it is left in the exchange while it is written.
    socket.send(Array(Self.content.prefix(Self.chunkBytes)))
    try #require(file.awaitBytes())
    return (socket, file)
  }

  @Test("AT-02: what waits for the disk is charged until the disk has it")
  func charged() throws {
    let home = try AttachmentServer()
    let memory = home.server.server.limits.memory
    let before = memory.chargedBytes
    let (socket, file) = try writing(home)
    #expect(memory.chargedBytes - before >= Self.chunkBytes)
    file.take(Self.chunkBytes)
    eventually("the disk has it") { memory.chargedBytes <= before }
    withExtendedLifetime(socket) {}
  }

  @Test("AT-02: whoever goes meanwhile leaves the charge behind until the disk has the bytes")
  func abandoned() throws {
    let home = try AttachmentServer()
    let limits = home.server.server.limits
    let (before, connections) = (limits.memory.chargedBytes, limits.figures.connections)
    let file = try {
      let (socket, file) = try writing(home)
      socket.resetAtEnd()
      return file
    }()
    eventually("it is gone") { limits.figures.connections == connections }
    #expect(limits.memory.chargedBytes - before >= Self.chunkBytes)
    file.take(Self.chunkBytes)
    eventually("the disk has it") { limits.memory.chargedBytes <= before }
  }
}
