import Foundation
import Glibc
import Locking

/// A PostgreSQL of Debian's package in a temporary folder, reached by a socket in it and by nothing else.
///
/// A shell stands between: it ends the server and removes the folder when its input ends, also when the tests crash.
public final class PostgresServer: Sendable {
  /// The folder; the server's socket, data and log are in it.
  public let folder: String
  private let port: String
  private let shell: Process
  private let input: FileHandle

  private static let programs = "/usr/lib/postgresql/15/bin"

  /// The one that most tests share, each with schemas of its own.
  public static let shared = Result { try PostgresServer() }
  private static let schemas = Locked(0)

  /// Makes a database and starts the server. It takes about a second.
  ///
  /// - Parameter port: of 127.0.0.1, where it listens, too; nil: it is reached by its socket alone.
  public init(port: UInt16? = nil) throws {
    self.port = port.map { "\($0)" } ?? "5432"
    let listening = port == nil ? "" : "127.0.0.1"
    guard FileManager.default.isExecutableFile(atPath: Self.programs + "/postgres") else {
      throw Missing(what: "PostgreSQL 15 is missing: deploy/dependencies.sh installs it")
    }
    var template = Array("/tmp/hearth-pg-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Missing(what: "no temporary folder") }
    folder = String(cString: made)
    shell = Process()
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = ["-c", Self.script, "bash", folder, Self.programs, self.port, listening]
    let pipe = Pipe()
    shell.standardInput = pipe
    shell.standardOutput = FileHandle(forWritingAtPath: "/dev/null")
    shell.standardError = shell.standardOutput
    input = pipe.fileHandleForWriting
    try shell.run()
    try waitUntilReady()
  }

  deinit { stop() }

  /// What the shell does. It starts the server, and starts it again when it was killed, while there is a file `run`.
  private static let script = """
    folder=$1 programs=$2 port=$3 listening=$4
    as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
    if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
    cd "$folder" || exit 1
    as "$programs/initdb" -D "$folder/data" -U hearth -A trust -E UTF8 --locale=C --no-sync >"$folder/initdb.log" 2>&1
    touch "$folder/run"
    while [ ! -e "$folder/end" ]; do
      # A server that was killed leaves children, which end soon: until then the next one does not start.
      [ -e "$folder/run" ] && as "$programs/postgres" -D "$folder/data" -k "$folder" -p "$port" -c listen_addresses="$listening" \
        -c max_connections=300 -c shared_buffers=32MB -c log_min_messages=warning >>"$folder/log" 2>&1 </dev/null
      sleep 0.05
    done &
    read -r line
    touch "$folder/end"
    server=$(head -1 "$folder/data/postmaster.pid" 2>/dev/null)
    [ -n "$server" ] && kill -INT "$server"
    wait
    rm -rf "$folder"
    """

  /// The address for libpq.
  public var address: String { "host=\(folder) port=\(port) user=hearth dbname=postgres" }

  /// Makes a database that no other test has; its address, as `hearthd --store` takes it.
  public func freshDatabase() throws -> String {
    let name = Self.freshSchema()
    try psql("CREATE DATABASE \(name)")
    return "postgres://hearth@/\(name)?host=\(folder)&port=\(port)"
  }

  /// A schema that no other test has.
  public static func freshSchema() -> String {
    let number = schemas.withLock { last in
      last += 1
      return last
    }
    return "s\(number)"
  }

  private static let idle = Locked<[String: [String]]>([:])

  /// A schema of the shared server for one test; it is emptied and given to the next, since to make tables takes much
  /// longer than to empty them.
  public final class EmptiedSchema: Sendable {
    /// What it is called.
    public let name: String
    private let kind: String

    /// Takes one that is idle, or a fresh one.
    ///
    /// - Parameter kind: those of different kinds are never mixed.
    public init(of kind: String) throws {
      self.kind = kind
      let idle = PostgresServer.idle.withLock { $0[kind]?.popLast() }
      name = idle ?? PostgresServer.freshSchema()
      guard idle != nil else { return }
      // What says which version and which key the tables have stays. Rows go whatever refers to them.
      try PostgresServer.shared.get().psql(
        """
        SET session_replication_role = replica;
        DO $$ DECLARE name text; BEGIN
          FOR name IN SELECT relname FROM pg_class WHERE relnamespace = '\(name)'::regnamespace AND relkind = 'r' AND NOT relispartition
            AND relname NOT IN ('schema_version', 'encryption') UNION ALL SELECT 'event'
          LOOP EXECUTE format('DELETE FROM \(name).%I', name); END LOOP;
        END $$
        """)
    }

    deinit { PostgresServer.idle.withLock { $0[kind, default: []].append(name) } }
  }

  /// Runs a statement as its own client and returns what it printed, without the last line's end.
  @discardableResult
  public func psql(_ sql: String) throws -> String {
    let client = Process()
    client.executableURL = URL(filePath: Self.programs + "/psql")
    client.arguments = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", sql]
    let pipe = Pipe()
    client.standardOutput = pipe
    client.standardError = FileHandle(forWritingAtPath: "/dev/null")
    try client.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    client.waitUntilExit()
    guard client.terminationStatus == 0 else { throw Missing(what: "psql ended with \(client.terminationStatus): \(sql)") }
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Has the server take TLS connections with a password, and no others over TCP.
  ///
  /// - Parameters:
  ///   - certificate: a PEM file.
  ///   - key: a PEM file.
  ///   - password: of the role `hearth`.
  public func secure(certificate: String, key: String, password: String) throws {
    // The server writes them itself, so that they are its user's.
    let files = [
      ("server.crt", try String(contentsOfFile: certificate, encoding: .utf8)),
      ("server.key", try String(contentsOfFile: key, encoding: .utf8)),
      ("pg_hba.conf", "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256"),
    ]
    for (name, text) in files {
      let lines = "SELECT line FROM unnest(string_to_array('\(text)', E'\\n')) AS line"
      try psql("COPY (\(lines)) TO PROGRAM 'umask 077; cat >\(folder)/data/\(name)'")
    }
    try psql("ALTER ROLE hearth PASSWORD '\(password)'")
    try psql("ALTER SYSTEM SET ssl = on")
    try kill()
    try start()
  }

  /// A port of 127.0.0.1 that nobody has now.
  public static func freePort() throws -> UInt16 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Safety: both calls read and write an address of this length alone, and keep no pointer to it.
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0 }
    }
    guard isBound else { throw Missing(what: "no free port") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Starts a client that runs a statement, and does not wait for it.
  ///
  /// - Parameter name: what it is called in `pg_stat_activity`.
  public func client(_ sql: String, called name: String) throws -> Process {
    let client = Process()
    client.executableURL = URL(filePath: Self.programs + "/psql")
    client.arguments = ["-X", "-q", "-d", "\(address) application_name=\(name)", "-c", sql]
    client.standardOutput = FileHandle(forWritingAtPath: "/dev/null")
    client.standardError = client.standardOutput
    try client.run()
    return client
  }

  private func waitUntilReady() throws {
    let check = Process()
    check.executableURL = URL(filePath: "/bin/bash")
    // Bounded: 60 s.
    check.arguments = [
      "-c", "for try in {1..1200}; do \"$1/pg_isready\" -q -h \"$2\" -p \"$3\" -d postgres && exit 0; sleep 0.05; done; exit 1", "bash",
      Self.programs, folder, port,
    ]
    try check.run()
    check.waitUntilExit()
    guard check.terminationStatus == 0 else { throw Missing(what: "PostgreSQL did not start: see \(folder)/log") }
  }

  /// The server's own process: the first line of its file.
  private var server: pid_t? {
    (try? String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8))?
      .split(separator: "\n").first.flatMap { pid_t($0) }
  }

  /// Kills the server's process where it stands; when this returns its children have followed, and nobody answers.
  public func kill() throws {
    try FileManager.default.removeItem(atPath: folder + "/run")
    guard let server else { throw Missing(what: "no server to kill") }
    let children = Self.text("/proc/\(server)/task/\(server)/children").split(separator: " ").compactMap { pid_t($0) }
    guard Glibc.kill(server, SIGKILL) == 0 else { throw Missing(what: "no server to kill") }
    for child in children {
      // Bounded by the server, whose processes end when the first one has. A dead one may wait for somebody to notice.
      while case let state = Self.text("/proc/\(child)/stat"), !state.isEmpty, !state.contains(") Z ") { sched_yield() }
    }
  }

  private static func text(_ file: String) -> String {
    FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Starts the server again after it was killed, and returns when it takes connections.
  public func start() throws {
    guard FileManager.default.createFile(atPath: folder + "/run", contents: nil) else { throw Missing(what: "no file in \(folder)") }
    try waitUntilReady()
  }

  /// Kills the server, and has it take writes again as a standby does that becomes the primary: on the next timeline.
  public func promote() throws {
    try kill()
    guard FileManager.default.createFile(atPath: folder + "/data/standby.signal", contents: nil) else {
      throw Missing(what: "no file in \(folder)")
    }
    try start()
    try psql("SELECT pg_promote()")
  }

  /// Ends the server and removes its folder.
  public func stop() {
    try? input.close()
    shell.waitUntilExit()
  }

  /// What a test lacks.
  public struct Missing: Error, CustomStringConvertible {
    let what: String
    /// A sentence.
    public var description: String { what }
  }
}
