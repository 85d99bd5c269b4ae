import Dispatch
import Foundation
import HearthLoadKit
import Synchronization

/// Throws hostile bytes at a port of this machine from several threads, each with one blocking connection at a time.
final class Attack: Sendable {
  // Limit: threads, and so hostile connections at once.
  private static let threads = 8

  private let port: UInt16
  private let strings: Int
  private let total: Int
  private let seed: UInt64
  private let next = Atomic<Int>(0)
  private let running = Atomic<Int>(0)
  private let refusedCount = Atomic<Int>(0)
  private let answeredCount = Atomic<Int>(0)

  init(port: UInt16, strings: Int, sessions: Int, seed: UInt64) {
    self.port = port
    self.strings = strings
    total = strings + sessions
    self.seed = seed
  }

  /// Whether all has been thrown.
  var isOver: Bool { running.load(ordering: .acquiring) == 0 }
  /// How many connections were not accepted.
  var refused: Int { refusedCount.load(ordering: .relaxed) }
  /// How many connections got any answer.
  var answered: Int { answeredCount.load(ordering: .relaxed) }

  /// Begins; returns at once.
  func start() {
    running.store(Self.threads, ordering: .releasing)
    for _ in 0..<Self.threads {
      Thread.detachNewThread {
        while let number = self.take() { self.strike(number) }
        self.running.subtract(1, ordering: .acquiringAndReleasing)
      }
    }
  }

  private func take() -> Int? {
    let number = next.add(1, ordering: .relaxed).oldValue
    return number < total ? number : nil
  }

  /// One connection: sends, perhaps listens for a moment, and leaves in one of three ways.
  private func strike(_ number: Int) {
    guard let fd = LoopbackPort.connect(port) else {
      refusedCount.add(1, ordering: .relaxed)
      return
    }
    defer { close(fd) }
    var hostility = Hostility(seed: seed, stream: UInt64(number))
    send(number < strings ? hostility.string() : hostility.session(), to: fd)
    switch number % 3 {
    case 0: shutdown(fd, Int32(SHUT_WR))
    case 1: break
    default:
      // A reset instead of an orderly end.
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }
    var patience = timeval(tv_sec: 0, tv_usec: 5_000)
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout.size(ofValue: patience)))
    var answer = [UInt8](repeating: 0, count: 4096)
    if recv(fd, &answer, answer.count, 0) > 0 { answeredCount.add(1, ordering: .relaxed) }
  }

  private func send(_ bytes: [UInt8], to fd: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Foundation.send(fd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      // The server may close as soon as it has seen enough.
      guard count > 0 else { return }
      sent += count
    }
  }
}
