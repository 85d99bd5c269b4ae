import Dispatch
import Glibc
import Locking
import Testing

@testable import Transport

/// Each in a process of its own, since descriptors and their limit belong to the whole process.
@Suite(.serialized) struct DescriptorTests {
  @Test func aThousandConnectionsLeaveNoDescriptorBehind() async {
    await #expect(processExitsWith: .success) {
      let rig = try Rig(.echo)
      let before = openSockets()
      for number in 0..<1000 {
        let client = try BlockingClient(rig.address)
        if number % 3 == 0 { client.resetOnClose() }
        if number % 3 == 1 {
          try #require(client.send([1]))
          try #require(client.receive(1) == [1])
        }
      }
      var closed = 0
      while closed < 1000 {
        let event = try #require(rig.mailbox.take())
        if case .closed = event { closed += 1 }
      }
      let after = openSockets()
      #expect(after == before, "\(before) sockets before, \(after) after")
      #expect(rig.onLoop { $0.connectionCount } == 0)
      let slots = try #require(rig.onLoop { $0.slotsUsed })
      #expect(slots <= 128, "\(slots) slots used")
    }
  }

  @Test func withoutDescriptorsPeersAreRefusedWithoutSpinningAndLaterServed() async {
    await #expect(processExitsWith: .success) {
      let turns = Locked(0)
      var script = ScriptedHandler.Script.echo
      script.turnEnded = { _ in turns.withLock { $0 += 1 } }
      let rig = try Rig(script)
      let served = try BlockingClient(rig.address)
      _ = try #require(rig.mailbox.takeOpened())
      // Made beforehand, so that they need no descriptor when none is left.
      let clients = try (0..<50).map { _ in try BlockingClient() }
      // Above what the process was started with, which depends on what ran beside it.
      setDescriptorsMax(rlim_t(highestDescriptor() + 100))
      var filling: [Int32] = []
      let before = turns.withLock { $0 }
      for client in clients {
        while case let fd = dup(served.fd), fd >= 0 { filling.append(fd) }
        try client.connect(to: rig.address)
        // The end of the stream or a reset, but no waiting.
        #expect(client.receive(1)?.isEmpty ?? true)
      }
      #expect(rig.onLoop { $0.refusedCount } == 50)
      try #require(served.send([9]))
      #expect(served.receive(1) == [9])
      #expect(turns.withLock { $0 } - before < 500)
      for fd in filling { close(fd) }
      let later = try BlockingClient(rig.address)
      try #require(later.send([8]))
      #expect(later.receive(1) == [8])
    }
  }

  @Test func whenNotEvenRefusingIsPossibleThoseWhoComeWaitWithoutSpinningAndAreServedLater() async {
    await #expect(processExitsWith: .success) {
      let tally = Locked((looks: 0, timers: 0))
      var script = ScriptedHandler.Script.echo
      script.turnEnded = { loop in
        tally.withLock {
          $0.looks = loop.acceptTurnCount
          $0.timers += loop.timersFired
        }
      }
      let rig = try Rig(script)
      let served = try BlockingClient(rig.address)
      _ = try #require(rig.mailbox.takeOpened())
      let usual = descriptorsMax()
      var others: [BlockingClient] = []
      // As prlimit(1) does: the process may have fewer than it has, so that the spare one, once given up, cannot be had
      // again.
      for descriptors in [3, 0] as [rlim_t] {
        // Made beforehand, so that they need no descriptor.
        let clients = try (0..<50).map { _ in try BlockingClient() }
        // When this is back, the turn that accepted last has ended.
        try #require(served.send([9]) && served.receive(1) == [9])
        let before = tally.withLock { $0 }
        setDescriptorsMax(descriptors)
        for client in clients {
          try client.connect(to: rig.address)
          try #require(client.send([7]))
        }
        // A peer that is there already is served meanwhile, until the listener has been looked at five times.
        let deadline = DispatchTime.now() + 20
        while tally.withLock({ $0.looks }) < before.looks + 5 {
          try #require(DispatchTime.now() < deadline, "it does not go on by itself")
          try #require(served.send([9]) && served.receive(1) == [9])
        }
        let after = tally.withLock { $0 }
        let (looks, rests) = (after.looks - before.looks, after.timers - before.timers)
        // Nothing else has timers: each rest is followed by one look.
        #expect(looks <= rests + 1, "\(looks) looks, \(rests) rests with \(descriptors) descriptors")
        #expect(clients.allSatisfy { $0.hasNothingToRead })
        #expect(rig.onLoop { [$0.refusedCount, $0.connectionCount] } == [0, 1 + others.count])

        setDescriptorsMax(usual)
        for client in clients { #expect(client.receive(1) == [7]) }
        others += clients
        #expect(rig.onLoop { [$0.refusedCount, $0.connectionCount] } == [0, 1 + others.count])
        #expect(rig.onLoop { $0.spare >= 0 && !$0.listeners[0].isResting } == true)
      }
    }
  }

  @Test(
    arguments: [
      (EAGAIN, .nobodyWaits), (EMFILE, .noDescriptor), (ENFILE, .noDescriptor), (ENOBUFS, .noMemory), (ENOMEM, .noMemory),
      (EINVAL, .notListening), (ECONNABORTED, .ofThatConnection), (EPROTO, .ofThatConnection), (ENETDOWN, .ofThatConnection),
    ] as [(Int32, AcceptFailure)])
  func whatAFailureToAcceptSays(_ code: Int32, _ failure: AcceptFailure) {
    #expect(AcceptFailure(SystemError(code: code)) == failure)
  }

  @Test func aListenerThatAnotherProcessShutsDownIsSaidToBeGoneAndKeepsNobodyBusy() throws {
    let rig = try Rig(.echo)
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    try #require(client.send([1]) && client.receive(1) == [1])
    // As whoever has handed the socket over can.
    #expect(rig.onLoop { shutdown($0.listeners[0].fd, Int32(SHUT_RDWR)) } == 0)
    #expect(rig.mailbox.take(until: { if case .listenerEnded = $0 { true } else { false } }) == .listenerEnded(7))
    let looks = rig.onLoop { [$0.acceptTurnCount, Int($0.listeners[0].fd)] }
    // Each of these is a turn at least.
    for number in 0..<50 as Range<UInt8> { #expect(client.send([number]) && client.receive(1) == [number]) }
    #expect(rig.onLoop { [$0.acceptTurnCount, Int($0.listeners[0].fd)] } == looks)
    #expect(looks?.last == -1)
  }

  @Test func moreConnectionsThanSlotsAreRefused() throws {
    var configuration = LoopConfiguration()
    configuration.connectionsMax = 2
    let rig = try Rig(.echo, configuration)
    defer { rig.stop() }
    let first = try BlockingClient(rig.address)
    let second = try BlockingClient(rig.address)
    let third = try BlockingClient(rig.address)
    #expect(third.receive(1) == [])
    for client in [first, second] {
      #expect(client.send([1]))
      #expect(client.receive(1) == [1])
    }
    #expect(rig.onLoop { $0.refusedCount } == 1)
  }

  @Test(arguments: ["127.0.0.1", "127.0.0.1:", ":1", "1.2.3:4", "127.0.0.1:65536", "::1:80", "[::1]", "[127.0.0.1]:1", "host:1", "[::1:1"])
  func textThatIsNoAddress(_ text: String) {
    #expect(SocketAddress(text) == nil)
  }

  @Test(arguments: ["127.0.0.1:7433", "[::1]:7433", "[2001:db8::7]:0", "0.0.0.0:65535"])
  func addressesReadAsTheyAreWritten(_ text: String) {
    #expect(SocketAddress(text)?.description == text)
  }

  @Test func localhostResolves() throws {
    #expect(try SocketAddress.resolve(host: "localhost", port: 1) == [SocketAddress(ipv4: 0x7F00_0001, port: 1)])
  }
}
