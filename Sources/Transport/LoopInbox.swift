import CLinux
import Locking

/// What reaches a loop from outside besides messages.
@usableFromInline enum LoopCommand: Sendable {
  /// Watch a listening socket, which the loop owns from now on.
  case listen(ListeningSocket)
  /// Give what is accepted to these loops in turn.
  case join([Sibling])
  /// Take connections that a sibling accepted, which the loop owns from now on.
  case takeIn([Arrival])
  /// Close everything and end the thread.
  case stop
}

/// Takes messages for an event loop from any thread. A burst costs one wake-up, however many messages it has.
///
/// Messages that arrive after the loop has stopped are dropped. It sets no limit: who posts bounds what is in flight.
public final class LoopInbox<Message: Sendable>: Sendable {
  @usableFromInline struct Contents: Sendable {
    @usableFromInline var messages: [Message] = []
    @usableFromInline var commands: [LoopCommand] = []
    @usableFromInline var isClosed = false
    @usableFromInline var isEmpty: Bool { messages.isEmpty && commands.isEmpty }
    @usableFromInline init() {}
  }

  @usableFromInline let contents = Locked(Contents())
  /// The eventfd, open as long as anybody can post.
  let fd: Int32

  init() throws(SystemError) {
    fd = try SystemCall.retrying { clinux_eventfd() }
  }

  deinit {
    SystemCall.close(fd)
  }

  /// Posts a message.
  @inlinable
  public func post(_ message: Message) {
    change { $0.messages.append(message) }
  }

  /// Posts messages, which are delivered in order and together.
  @inlinable
  public func post(_ messages: [Message]) {
    guard !messages.isEmpty else { return }
    change { $0.messages.append(contentsOf: messages) }
  }

  /// False when the loop has stopped.
  @discardableResult
  func post(_ command: LoopCommand) -> Bool {
    change { $0.commands.append(command) }
  }

  @discardableResult @usableFromInline
  func change(_ body: (inout Contents) -> Void) -> Bool {
    let (isOpen, wakes) = contents.withLock { contents in
      guard !contents.isClosed else { return (false, false) }
      let wasEmpty = contents.isEmpty
      body(&contents)
      return (true, wasEmpty)
    }
    if wakes { SystemCall.signal(fd) }
    return isOpen
  }

  /// Swaps what has arrived for the given empty arrays, whose storage is used again.
  @inlinable
  func drain(_ messages: inout [Message], _ commands: inout [LoopCommand]) {
    // Safety: the arrays are exchanged for the contents while the lock is held, and belong to the loop's thread alone.
    nonisolated(unsafe) var arrived = messages
    nonisolated(unsafe) var orders = commands
    messages = []
    commands = []
    contents.withLock { contents in
      swap(&contents.messages, &arrived)
      swap(&contents.commands, &orders)
    }
    messages = arrived
    commands = orders
  }

  /// Refuses everything from now on and gives back what was never delivered.
  func close() -> [LoopCommand] {
    contents.withLock { contents in
      contents.isClosed = true
      contents.messages = []
      let commands = contents.commands
      contents.commands = []
      return commands
    }
  }
}
