import Dispatch
import Testing

/// Waits until something becomes true that nothing announces: looked at again and again by a timer, with a deadline
/// that only a fault reaches.
func eventually(_ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ isTrue: @escaping @Sendable () -> Bool) {
  if isTrue() { return }
  let came = DispatchSemaphore(value: 0)
  let timer = DispatchSource.makeTimerSource()
  timer.schedule(deadline: .now(), repeating: .milliseconds(5))
  timer.setEventHandler { if isTrue() { came.signal() } }
  timer.resume()
  let result = came.wait(timeout: .now() + 20)
  timer.cancel()
  #expect(result == .success, what, sourceLocation: sourceLocation)
}
