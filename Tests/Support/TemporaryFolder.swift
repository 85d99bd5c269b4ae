import Foundation

/// A folder that is gone with the last reference to it.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Makes it.
  public init() throws {
    var template = Array((NSTemporaryDirectory() + "/hearth-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Copies the files as they lie, without closing anything: what a crash would leave.
  public func copied() throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try FileManager.default.copyItem(atPath: path + "/" + name, toPath: copy.path + "/" + name)
    }
    return copy
  }
}
