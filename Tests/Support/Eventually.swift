import Dispatch
import Testing

/// Waits until something becomes true that nothing announces: a timer looks again and again.
///
/// The test fails after a minute, a deadline that only a bug reaches.
public func eventually(_ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ isTrue: @escaping @Sendable () -> Bool) {
  if isTrue() { return }
  let came = DispatchSemaphore(value: 0)
  let timer = DispatchSource.makeTimerSource()
  timer.schedule(deadline: .now(), repeating: .milliseconds(5))
  timer.setEventHandler { if isTrue() { came.signal() } }
  timer.resume()
  let result = came.wait(timeout: .now() + 60)
  timer.cancel()
  #expect(result == .success, what, sourceLocation: sourceLocation)
}
