import Dispatch
import Foundation
import Testing

/// Waits until something becomes true that nothing announces: looked at again and again by a timer, with a deadline
/// that only a fault reaches.
func eventually(_ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ isTrue: @escaping @Sendable () -> Bool) {
  let came = DispatchSemaphore(value: 0)
  let timer = DispatchSource.makeTimerSource()
  timer.schedule(deadline: .now(), repeating: .milliseconds(5))
  timer.setEventHandler { if isTrue() { came.signal() } }
  timer.resume()
  let result = came.wait(timeout: .now() + 30)
  timer.cancel()
  #expect(result == .success, what, sourceLocation: sourceLocation)
}

/// A folder that is gone with the last reference to it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array((NSTemporaryDirectory() + "/hearth-server-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
