import Foundation

/// A folder that is gone with the last reference to it.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let path: String

  /// Makes it.
  package init() throws {
    var template = Array((NSTemporaryDirectory() + "/hearth-system-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
