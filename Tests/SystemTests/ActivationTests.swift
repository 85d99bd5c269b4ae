import Foundation
import HearthClient
import HearthProtocol
import Support
import Testing

/// `hearthd serve` with sockets that it was started with, as systemd would.
@Suite struct ActivationTests {
  /// Binds, puts the sockets where systemd does, and becomes the server: the process stays the same. The address goes
  /// to the errors.
  private static let activator = """
    import os, socket, sys
    family, address = (socket.AF_INET, ("127.0.0.1", 0))
    made = [socket.socket(family, socket.SOCK_STREAM), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)]
    made[0].bind(address)
    made[1].bind(sys.argv[1])
    for number, one in enumerate(made):
        one.listen(16)
        os.dup2(one.fileno(), 50 + number)
    for number in range(len(made)):
        os.dup2(50 + number, 3 + number, inheritable=True)
        os.close(50 + number)
    os.environ.update(LISTEN_PID=str(os.getpid() + int(sys.argv[2])), LISTEN_FDS="2", LISTEN_FDNAMES="members:local")
    os.execv(sys.argv[3], sys.argv[3:])
    """

  private func start(_ folder: TemporaryFolder, processIDIsOffBy offset: Int) throws -> Program {
    let hearthd = Program.products + "/hearthd"
    return try Program(
      path: "/usr/bin/python3",
      [
        "-c", Self.activator, folder.path + "/s", "\(offset)", hearthd, "serve", "--listen", "127.0.0.1:0", "--data", folder.path + "/data",
      ])
  }

  private func address(_ program: Program) throws -> String {
    let line = try program.errors.next(containing: "/v1/socket")
    guard let start = line.range(of: "ws://") else { throw Unexpected(line) }
    return String(line[start.upperBound...].prefix { $0 != " " })
  }

  @Test func inheritedSocketsStandInForTheAddresses() throws {
    let folder = try TemporaryFolder()
    let program = try start(folder, processIDIsOffBy: 0)
    let first = try address(program)
    #expect(try address(program) == "unix:\(folder.path)/s/v1/socket")
    let asha = try HearthConnection(
      SyncConfiguration(credentials: .register(displayName: "Asha")), server: ServerURL("ws://\(first.prefix { $0 != "/" })"))
    _ = try asha.open(within: .seconds(60))
    _ = try asha.send(.createGroup())
    program.send(SIGTERM)
    #expect(try program.status() == 0)
    #expect(try !program.errors.all().contains("127.0.0.1:0/"))
    // The file belongs to whoever made it.
    #expect(FileManager.default.fileExists(atPath: folder.path + "/s"))
  }

  @Test func whatIsMeantForAnotherProcessIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let program = try start(folder, processIDIsOffBy: 1)
    #expect(try address(program).hasPrefix("127.0.0.1:"))
    program.send(SIGTERM)
    #expect(try program.status() == 0)
    #expect(try !program.errors.all().contains("unix:"))
  }

  /// Says who it is, as a proxy does, or does not, and prints the first line of the answer.
  private static let proxy = """
    import socket, sys
    host, port = sys.argv[1].split(":")
    connection = socket.create_connection((host, int(port)), timeout=20)
    header = b"\\r\\n\\r\\n\\0\\r\\nQUIT\\n\\x21\\x11\\0\\x0c" + bytes([192, 0, 2, 7, 127, 0, 0, 1, 0, 9, 0, 9])
    connection.sendall((header if sys.argv[2] == "v2" else b"") + b"GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
    try:
        print(connection.recv(100).split(b" ")[0].decode() or "nothing")
    except ConnectionResetError:
        print("nothing")
    """

  @Test(arguments: [("v2", "HTTP/1.1"), ("none", "nothing")])
  func aProxyHasToSayWhoComes(_ header: String, _ answer: String) throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path, ["--proxy-protocol-from", "127.0.0.0/8"])
    let client = try Program(path: "/usr/bin/python3", ["-c", Self.proxy, server.url.authority, header])
    #expect(try client.status() == 0)
    let output = try client.output.all()
    #expect(output == answer)
  }

  @Test func aRangeThatIsNoneIsRefused() throws {
    let result = try Program.run("hearthd", ["serve", "--listen", "127.0.0.1:0", "--proxy-protocol-from", "10.0.0.1/8"])
    #expect(result.status != 0 && result.errors.contains("10.0.0.1/8"), "\(result.errors)")
  }

  @Test func anAddressMayBeAUnixSocket() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/hearthd.sock"
    let program = try Program("hearthd", ["serve", "--listen", "unix:" + path, "--data", folder.path + "/data"])
    #expect(try address(program) == "unix:\(path)/v1/socket")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o660)
    program.send(SIGTERM)
    #expect(try program.status() == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
