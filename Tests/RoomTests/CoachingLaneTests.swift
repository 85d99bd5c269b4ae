import Foundation
import HearthProtocol
import Ledger
import Support
import SwiftProtobuf
import Testing

@testable import Room

/// Coaching in a live room: who gets it, and that a mute is known to nobody but the muter (SPEC CO-01, CO-03; product
/// N7).
struct CoachingLaneTests {
  /// How many histories of each seed; `make leak` plays more.
  private static let histories = ProcessInfo.processInfo.environment["HEARTH_LEAK_HISTORIES"].flatMap(Int.init) ?? 150

  private static func coach(_ number: UInt64, to person: UInt64, _ text: String = "Well done!") -> Command {
    Cast.wish(number, .sendCoaching(.with { ($0.recipientID, $0.text, $0.anyway) = (Cast.member(person).description, text, true) }))
  }

  private static func mute(_ number: UInt64, _ person: UInt64) -> Command {
    Cast.wish(number, .muteCoaching(.with { $0.memberID = Cast.member(person).description }))
  }

  private static func lanes(_ shell: TestShell, _ person: UInt64) -> [Lane] {
    shell.sent(to: TestShell.peer(person)).compactMap { sent in if case .events(let lane, _) = sent { lane } else { nil } }
  }

  @Test("product 152, CO-01: the two get it live, each in their own inbox, and nobody else gets anything")
  func live() {
    var shell = TestShell.family()
    for person in 1...5 as ClosedRange<UInt64> { shell.subscribe(person) }
    shell.forget()
    shell.send(Self.coach(10, to: 5), by: 3)
    #expect(Self.lanes(shell, 3) == [.inbox(Cast.member(3))] && Self.lanes(shell, 5) == [.inbox(Cast.member(5))])
    #expect(shell.accepted(by: TestShell.peer(3)).map(\.lane) == [Lane.inbox(Cast.member(3)).name])
    for person in [1, 2, 4] as [UInt64] { #expect(shell.sent(to: TestShell.peer(person)).isEmpty) }
  }

  @Test("product 155, CO-03: what is muted never comes, also when the room was read again")
  func dropped() throws {
    var shell = TestShell.family()
    shell.send(Self.mute(10, 2), by: 3)
    try shell.restart()
    shell.subscribe(3)
    shell.forget()
    shell.send(Self.coach(11, to: 3), by: 2)
    shell.send(Self.coach(12, to: 3, "Of Asha"), by: 1)
    #expect(Self.lanes(shell, 3) == [.inbox(Cast.member(3))])
    shell.readHistory(3, lane: Lane.inbox(Cast.member(3)).name)
    #expect(shell.history.state.inbox(of: Cast.member(3)).coaching.messages.map(\.text) == ["Of Asha"])
  }

  // MARK: The property

  /// What is told wrongly on purpose, to see that it is found.
  enum Leak: CaseIterable {
    /// Answers say where the command stands in the group's log.
    case sequence
    /// A muted sender does not see their own message.
    case own
    /// A muted sender is told so.
    case told
    /// The sender is billed for what was stored.
    case bill
    /// The mute itself reaches everybody.
    case event
  }

  private typealias Told = [UInt64: [[UInt8]]]

  /// One step of a history: commands of one turn, each by somebody.
  private typealias Step = [(command: Command, by: UInt64)]

  private static func steps(_ random: inout SeededGenerator) -> [Step] {
    var number: UInt64 = 1_000
    return (0..<6).map { _ in
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        number += 10
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return (Cast.addEntry(number), UInt64.random(in: 1...3, using: &random))
        case 1: return (coach(number, to: 1), 3)
        case 2: return (coach(number, to: UInt64.random(in: 4...5, using: &random)), 1)
        case 3: return (Cast.createInvite(number), 1)
        default: return (coach(number, to: 3, "No. \(number)"), 2)
        }
      }
    }
  }

  /// Plays a history in which person 3 has muted person 2, or has not.
  ///
  /// - Returns: what all others got, and behind it what they were billed.
  private static func play(_ steps: [Step], isMuted: Bool, _ leak: Leak?) throws -> Told {
    var shell = TestShell.family()
    for person in 1...5 as ClosedRange<UInt64> { shell.subscribe(person, format: person % 2 == 0 ? .json : .protobuf) }
    shell.forget()
    var told: Told = [1: [], 2: [], 4: [], 5: []]
    if isMuted { shell.send(mute(800, 2), by: 3) }
    if leak == .event, let event = try shell.log().last, event.lane == .inbox(Cast.member(3)) { told[4]?.append(event.bytes) }
    for step in steps {
      let before = try shell.log().count
      for (command, by) in step { shell.submit(command, by: by) }
      shell.settle()
      let stored = try shell.log().dropFirst(before)
      let isDropped = stored.contains { $0.lane == .inbox(Cast.member(2)) } && !stored.contains { $0.lane == .inbox(Cast.member(3)) }
      for person in told.keys.sorted() {
        for sent in shell.sent(to: TestShell.peer(person)) {
          if leak == .own, isDropped, case .events(.inbox, _) = sent { continue }
          told[person]?.append(try spoilt(sent, leak, shell).bytes())
        }
      }
      if leak == .told, isDropped { told[2]?.append([1]) }
      for bill in shell.takeBills() where bill.identity != Cast.identity(3) {
        let bytes = leak == .bill ? stored.reduce(0) { $0 + $1.bytes.count } : bill.bytes
        for person in told.keys.sorted() where bill.identity == Cast.identity(person) { told[person]?.append(Array("\(bytes)".utf8)) }
      }
      shell.forget()
    }
    for person in told.keys.sorted() {
      shell.subscribe(person)
      for sent in shell.sent(to: TestShell.peer(person)) { told[person]?.append(try sent.bytes()) }
    }
    return told
  }

  private static func spoilt(_ sent: Sent, _ leak: Leak?, _ shell: TestShell) -> Sent {
    guard leak == .sequence, case .message(var message) = sent, case .accepted(var accepted) = message.body else { return sent }
    accepted.position = shell.history.sequence.rawValue
    message.accepted = accepted
    return .message(message)
  }

  @Test(
    "N7, CO-03: two runs that differ only in a mute give everybody else, the muted sender too, the same frames and the same bills",
    arguments: [1, 2] as [UInt64])
  func noLeak(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<Self.histories {
      let steps = Self.steps(&random)
      let (open, muted) = try (Self.play(steps, isMuted: false, nil), Self.play(steps, isMuted: true, nil))
      #expect(open == muted, "seed \(seed), history \(number)")
    }
  }

  @Test("N7, positive control: each seeded leak is found", arguments: Leak.allCases)
  func found(leak: Leak) throws {
    var random = SeededGenerator(seed: 7)
    let isFound = try (0..<60).contains { _ in
      let steps = Self.steps(&random)
      return try Self.play(steps, isMuted: false, leak) != Self.play(steps, isMuted: true, leak)
    }
    #expect(isFound, "\(leak)")
  }
}
