import Foundation
import Programs
import Support

/// A folder that the shim stands before: programs that are started in its environment work in it, and it keeps the log
/// of what they do to it.
final class WatchedFolder: Sendable {
  /// What the shim does besides watching.
  enum Sabotage {
    /// Kills the process instead of letting it make its n-th change.
    case exit(Int)
    /// Fails its n-th fsync, once.
    case sync(Int)
    /// From its n-th write on the disk is full, until `makeSpace`.
    case full(Int)
    /// From its n-th write on a quota is reached, until `makeSpace`; the file system says that there is space.
    case quota(Int)

    fileprivate var text: String {
      switch self {
      case .exit(let number): "exit:\(number)"
      case .sync(let number): "sync:\(number)"
      case .full(let number): "full:\(number)"
      case .quota(let number): "quota:\(number)"
      }
    }
  }

  private let folder: TemporaryFolder
  /// The folder's path, without links in it.
  let path: String

  /// An empty folder, or one that holds an image.
  init(holding image: DiskImage = DiskImage()) throws {
    folder = try TemporaryFolder()
    path = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().standardizedFileURL.path + "/disk"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try image.write(to: path)
  }

  /// The data folder in it.
  var data: String { path + "/data" }

  private var log: String { folder.path + "/log" }
  private var spaceFile: String { folder.path + "/space" }

  /// What a program is started with to be watched.
  func environment(_ sabotage: Sabotage? = nil, daysAhead: Int = 0) throws -> [String: String] {
    var environment = [
      "LD_PRELOAD": try Self.shim.get(), "HEARTH_DISK_FOLDER": path, "HEARTH_DISK_LOG": log, "HEARTH_DISK_SPACE": spaceFile,
      "HEARTH_DISK_DAYS": String(daysAhead),
    ]
    environment["HEARTH_DISK_SABOTAGE"] = sabotage?.text
    return environment
  }

  /// Starts hearthd on the data folder.
  ///
  /// - Parameter key: of an encrypted folder, as hexadecimal digits.
  func start(_ sabotage: Sabotage? = nil, daysAhead: Int = 0, key: String? = nil) throws -> Program {
    var environment = try environment(sabotage, daysAhead: daysAhead)
    environment["HEARTH_KEY"] = key
    // What it keeps free would have it refuse before the disk does.
    return try Program("hearthd", ServerProgram.arguments(data: data) + ["--free-bytes-min", "0"], environment: environment)
  }

  /// Bytes of the log: whatever is in it by now happened before now.
  var logSize: Int {
    var status = stat()
    return stat(log, &status) == 0 ? Int(status.st_size) : 0
  }

  /// What happened so far.
  func read() throws -> DiskLog { try DiskLog(contentsOf: log) }

  /// Ends the fullness of the disk.
  func makeSpace() throws { try Data().write(to: URL(fileURLWithPath: spaceFile)) }

  /// Whether it has space again.
  var hasSpace: Bool { FileManager.default.fileExists(atPath: spaceFile) }

  /// The shim, compiled beside the tests.
  private static let shim = Result {
    try ShimLibrary.compiled(
      "crash-shim", from: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/Shim/shim.c")
  }
}
