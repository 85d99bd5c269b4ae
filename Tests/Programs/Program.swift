import Dispatch
import Foundation
import Locking

/// What a test did not expect, in words.
package struct Unexpected: Error, CustomStringConvertible {
  package let description: String
  /// Says it.
  package init(_ description: String) { self.description = description }
}

/// One of the project's programs as built, running as a process of its own. It is killed with the last reference to it.
package final class Program: Sendable {
  /// Lines of its standard output.
  package let output: Lines
  /// Lines of its standard error.
  package let errors: Lines
  /// Of the system.
  package let processID: Int32
  /// Foundation's process, whose state any thread may ask for.
  private let process: Locked<Process>
  private let ended = DispatchSemaphore(value: 0)

  /// Starts `name` of the folder where this test was built.
  package convenience init(_ name: String, _ arguments: [String], environment: [String: String] = [:], input: Pipe? = nil) throws {
    try self.init(path: Self.products + "/" + name, arguments, environment: environment, input: input)
  }

  /// Starts any program.
  ///
  /// - Parameter input: where it reads from; nil for nothing.
  package init(path: String, _ arguments: [String], environment: [String: String] = [:], input: Pipe? = nil) throws {
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw Unexpected("\(path) is missing. Build it first: make build")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input ?? FileHandle.nullDevice
    let (outputPipe, errorPipe) = (Pipe(), Pipe())
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    let ended = ended
    process.terminationHandler = { _ in ended.signal() }
    try Self.withoutBlockedSignals { try process.run() }
    // The program has its own.
    try? input?.fileHandleForReading.close()
    processID = process.processIdentifier
    let (output, errors) = (Lines(), Lines())
    output.read(outputPipe.fileHandleForReading)
    errors.read(errorPipe.fileHandleForReading)
    (self.output, self.errors) = (output, errors)
    self.process = Locked(process)
  }

  deinit { if process.withLock({ $0.isRunning }) { kill(processID, SIGKILL) } }

  /// Threads of a pool have signals blocked, and what they start would inherit that: SIGTERM would end no program that
  /// leaves it alone.
  private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var (none, former) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    try body()
  }

  /// Where the programs are: beside the tests.
  package static var products: String {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  /// Sends it a signal.
  package func send(_ signal: Int32) { kill(processID, signal) }

  /// Whether it has not ended.
  package var isRunning: Bool { process.withLock { $0.isRunning } }

  /// Limit: seconds until a program that goes on is a failure: it hangs. No sound one takes as long, not with a
  /// sanitizer on a busy machine.
  private static let hangSeconds = 300.0

  /// Waits for the end.
  ///
  /// - Returns: the exit status; a negative number is the signal that ended it.
  package func status() throws -> Int32 {
    guard ended.wait(timeout: .now() + Self.hangSeconds) == .success else { throw Unexpected("process \(processID) does not end") }
    ended.signal()
    return process.withLock { $0.terminationReason == .exit ? $0.terminationStatus : -$0.terminationStatus }
  }

  /// Open sockets of the process. Other descriptors come and go with the readers of the database.
  package var socketCount: Int {
    let folder = "/proc/\(processID)/fd/"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0))?.hasPrefix("socket:") ?? false }
  }

  /// Threads of the process whose name begins so.
  package func threadCount(named name: String) -> Int {
    let folder = "/proc/\(processID)/task/"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.count { (try? String(contentsOfFile: folder + $0 + "/comm", encoding: .utf8))?.hasPrefix(name) ?? false }
  }

  /// Runs a program to its end.
  package static func run(
    _ name: String, _ arguments: [String], environment: [String: String] = [:], input: String = ""
  ) throws -> (status: Int32, output: String, errors: String) {
    let pipe = Pipe()
    // Limit: what a pipe holds before anybody reads: 64 KiB.
    try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try pipe.fileHandleForWriting.close()
    let program = try Program(name, arguments, environment: environment, input: input.isEmpty ? nil : pipe)
    let status = try program.status()
    return (status, try program.output.all(), try program.errors.all())
  }
}

/// The lines of a stream, read by a thread of its own and waited for by the test's.
package final class Lines: Sendable {
  private struct State: Sendable {
    var lines: [String] = []
    var taken = 0
    var isAtEnd = false
  }

  private let state = Locked(State())
  private let arrivals = DispatchSemaphore(value: 0)

  fileprivate func read(_ handle: FileHandle) {
    let thread = Thread { [self] in
      var rest = Data()
      while true {
        let data = handle.availableData
        if data.isEmpty { break }
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
          add(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
          rest = Data(rest[rest.index(after: end)...])
        }
      }
      if !rest.isEmpty { add(String(decoding: rest, as: UTF8.self)) }
      // A test that starts hundreds of programs must not keep what each of them wrote to.
      try? handle.close()
      state.withLock { $0.isAtEnd = true }
      arrivals.signal()
    }
    thread.start()
  }

  private func add(_ line: String) {
    state.withLock { $0.lines.append(line) }
    arrivals.signal()
  }

  /// The next line; nil at the end.
  package func next() throws -> String? {
    guard arrivals.wait(timeout: .now() + 60) == .success else { throw Unexpected("no further line after: \(seen.suffix(5))") }
    let (line, isAtEnd) = state.withLock { state -> (String?, Bool) in
      guard state.taken < state.lines.count else { return (nil, state.isAtEnd) }
      state.taken += 1
      return (state.lines[state.taken - 1], false)
    }
    if isAtEnd { arrivals.signal() }
    return line
  }

  /// The next line that contains a text.
  package func next(containing text: String) throws -> String {
    while let line = try next() {
      if line.contains(text) { return line }
    }
    throw Unexpected("no line contains \"\(text)\": \(seen)")
  }

  /// Everything, once the stream has ended.
  package func all() throws -> String {
    while try next() != nil {}
    return seen.joined(separator: "\n")
  }

  /// What has come so far.
  package var seen: [String] { state.withLock { $0.lines } }
}
