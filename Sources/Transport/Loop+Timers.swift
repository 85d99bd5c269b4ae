extension Loop {
  /// Lets the handler's `timer` be called with the token after so many milliseconds, up to a tick later.
  @discardableResult
  public func schedule(afterMilliseconds delay: Int64, token: UInt64) -> TimerID {
    schedule(after: delay, .handler(token))
  }

  /// Forgets a timer; nothing happens when it has fired or been cancelled before.
  public func cancel(_ timer: TimerID) {
    wheel.pointee.cancel(timer)
  }

  func schedule(after delay: Int64, _ timer: Timer) -> TimerID {
    let tick = configuration.tickMilliseconds
    // Limit: 2⁴⁸ ms, or 8,900 years, so that no sum overflows.
    let deadline = now + min(max(delay, 0), 1 << 48)
    // Rounded up, so that no timer fires early.
    return wheel.pointee.schedule(at: UInt64((deadline + tick - 1) / tick), timer)
  }

  /// Finds what is due, and how much of it fires in this turn.
  func advanceTimers() {
    wheel.pointee.advance(to: UInt64(now / configuration.tickMilliseconds))
    timersOfTurn = min(wheel.pointee.dueCount, configuration.timersOfTurn(due: wheel.pointee.dueCount))
  }

  /// Fires what is due: the loop's own timers here, the next one of the handler's by returning its token. Nil when all
  /// have fired, or as many as may in this turn; the others are due still, so that the next turn does not wait.
  @usableFromInline
  func takeDueTimer() -> UInt64? {
    while timersFired < timersOfTurn, let timer = wheel.pointee.takeDue() {
      timersFired += 1
      switch timer {
      case .handler(let token): return token
      case .connection(let connection): connectionTimerFired(connection)
      case .acceptAgain(let listener): acceptAgain(listener: listener)
      case .trimBlocks: trimBlocks()
      }
    }
    return nil
  }
}
