import Foundation
import HearthClient
import Support
import Testing

@testable import hearthd

/// What hearthd tells the service manager that has started it (sd_notify(3)).
@Suite struct ServiceManagerTests {
  /// Waits at a socket as systemd does, starts what it is given, and prints each thing that it is told on a line.
  ///
  /// Arguments: the socket, the watchdog's microseconds, whom it means (`child` for the process), the program and its
  /// arguments. SIGTERM goes to the program.
  private static let manager = """
    import os, signal, socket, sys, threading
    path, microseconds, meant = sys.argv[1:4]
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind("\\0" + path[1:] if path[0] == "@" else path)
    ready, begin = os.pipe()
    child = os.fork()
    if child == 0:
        os.environ.update(NOTIFY_SOCKET=path, WATCHDOG_USEC=microseconds, WATCHDOG_PID=str(os.getpid()) if meant == "child" else meant)
        os.execv(sys.argv[4], sys.argv[4:])
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
    status = []
    def wait():
        status.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        listener.sendto(b"ended", "\\0" + path[1:] if path[0] == "@" else path)
    threading.Thread(target=wait).start()
    while not status:
        for line in listener.recv(4096).decode().split("\\n"):
            print(line, flush=True)
    sys.exit(status[0])
    """

  private func start(_ folder: TemporaryFolder, socket: String, watchdog: Int = 0, meant: String = "child") throws -> Program {
    try Program(
      path: "/usr/bin/python3",
      [
        "-c", Self.manager, socket, "\(watchdog)", meant, Program.products + "/hearthd", "serve", "--listen", "127.0.0.1:0", "--data",
        folder.path + "/data",
      ])
  }

  @Test("It says that it is ready, where, that it lives, and that it stops")
  func tells() throws {
    let folder = try TemporaryFolder()
    let program = try start(folder, socket: folder.path + "/notify", watchdog: 200_000)
    _ = try program.output.next(containing: "READY=1")
    _ = try program.output.next(containing: "STATUS=Serving members at 127.0.0.1:")
    for _ in 0..<3 { _ = try program.output.next(containing: "WATCHDOG=1") }
    program.send(SIGTERM)
    _ = try program.output.next(containing: "STOPPING=1")
    #expect(try program.status() == 0)
  }

  @Test("A socket without a file is understood, and a watchdog of another process hears nothing")
  func abstractSocket() throws {
    let folder = try TemporaryFolder()
    let program = try start(folder, socket: "@hearth-\(UUID().uuidString)", watchdog: 1_000, meant: "1")
    _ = try program.output.next(containing: "READY=1")
    program.send(SIGTERM)
    #expect(try program.status() == 0)
    #expect(try !program.output.all().contains("WATCHDOG=1"))
  }

  @Test(
    "What the environment says is read with care",
    arguments: [
      ("/run/notify", "30000000", nil, 30_000_000), ("/run/notify", "30000000", "7", 30_000_000), ("/run/notify", "30000000", "8", nil),
      ("/run/notify", "0", nil, nil), ("/run/notify", "-5", nil, nil), ("/run/notify", "soon", nil, nil), (nil, "30000000", nil, nil),
      ("notify", "30000000", nil, nil), ("/" + String(repeating: "a", count: 106), "5", nil, 5),
      ("/" + String(repeating: "a", count: 107), "5", nil, nil),
    ] as [(String?, String, String?, Int?)])
  func environment(_ socket: String?, _ microseconds: String, _ process: String?, _ expected: Int?) {
    let manager = ServiceManager(socket: socket, watchdogMicroseconds: microseconds, watchdogProcess: process, ownProcess: 7)
    #expect(manager.watchdogMicroseconds == expected)
  }

  @Test("A key that the service manager hands over may be read by its group, and no other may")
  func credential() throws {
    let folder = try TemporaryFolder()
    let credentials = folder.path + "/credentials"
    try FileManager.default.createDirectory(atPath: credentials, withIntermediateDirectories: false)
    #expect(try Program.run("hearthd", ["keys", "create", credentials + "/key"]).status == 0)
    func complaint(_ mode: Int, _ environment: [String: String] = ["CREDENTIALS_DIRECTORY": credentials]) throws -> String {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: credentials + "/key")
      let result = try Program.run(
        "hearthd", ["audit", "--data", folder.path + "/none", "--key-file", credentials + "/key"], environment: environment)
      #expect(result.status != 0)
      return result.errors
    }
    #expect(try complaint(0o440).contains("There is no folder"))
    for mode in [0o460, 0o444, 0o441] { #expect(try complaint(mode).contains("chmod 600")) }
    #expect(try complaint(0o440, [:]).contains("chmod 600"))
    #expect(try complaint(0o440, ["CREDENTIALS_DIRECTORY": credentials + "/other"]).contains("chmod 600"))
    #expect(try complaint(0o440, ["CREDENTIALS_DIRECTORY": ""]).contains("chmod 600"))
  }
}
