import ArgumentParser
import CatalogueRunner
import Foundation

/// Which hearth-echo is tested.
struct EchoTargetOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Start this hearth-echo on a free port, and end it afterwards.", valueName: "path"))
  var spawn: String?

  @Option(help: ArgumentHelp("With --spawn: one more argument for it, repeatable: --server-argument=--loops=2", valueName: "argument"))
  var serverArgument: [String] = []

  @Option(help: ArgumentHelp("Instead of --spawn: the port of 127.0.0.1 where a hearth-echo --rooms listens.", valueName: "port"))
  var port: UInt16?

  @Option(help: "With --port: its process; left out, the one that listens there.")
  var serverPid: Int32?

  func validate() throws {
    guard (spawn == nil) != (port == nil) else { throw ValidationError("Give either --spawn or --port.") }
  }

  /// Starts the server if one is to be started, and waits until it answers.
  ///
  /// - Parameter ports: a port in the server's arguments, and another that stands there instead: of a second server.
  func open(arguments: [String], instead ports: (UInt16, UInt16)? = nil) throws -> EchoTarget {
    var serverArgument = serverArgument
    if let ports {
      serverArgument = serverArgument.map { $0.hasSuffix(":\(ports.0)") ? "\($0.dropLast("\(ports.0)".count))\(ports.1)" : $0 }
    }
    if let port {
      guard let pid = serverPid ?? ServerSockets.listener(port) else {
        throw CannotRun(description: "Who listens on port \(port) cannot be found out; give --server-pid.")
      }
      return EchoTarget(port: port, pid: pid, server: nil)
    }
    let port = try LoopbackPort.free()
    let path = spawn ?? ""
    let all = ["--listen", "127.0.0.1:\(port)"] + arguments + serverArgument
    let server = try SpawnedServer(path: path, arguments: all)
    guard LoopbackPort.waitUntilOpen(port, seconds: 20) else {
      server.kill()
      throw CannotRun(description: "\(spawn ?? "") does not listen after 20 s.")
    }
    return EchoTarget(port: port, pid: server.pid, server: server)
  }
}

/// A hearth-echo under test.
struct EchoTarget {
  /// What it counts, by GET /stats.
  struct Counts: Decodable {
    var connections: Int
    var peers: Int
    var rooms: Int
    var backlogBytes: Int
    var accepted: Int
    var refused: Int
    var slow: Int
    var stalled: Int
    var unfinished: Int
    var faults: Int
  }

  var port: UInt16
  var pid: Int32
  /// If it was started here.
  var server: SpawnedServer?

  /// Asks it what is alive; the connection that asks is among it.
  func counts() throws -> Counts {
    guard let fd = LoopbackPort.connect(port) else { throw CannotRun(description: "The server does not accept connections any more.") }
    defer { close(fd) }
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout.size(ofValue: patience)))
    guard LoopbackSocket.send(Array("GET /stats HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), to: fd) else {
      throw CannotRun(description: "The server does not take a request.")
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(fd, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let start = PlainFrames.answerEnd(answer[...]), let counts = try? decoder.decode(Counts.self, from: Data(answer[start...])) else {
      throw CannotRun(description: "The server does not say what is alive: it must be hearth-echo.")
    }
    return counts
  }
}
