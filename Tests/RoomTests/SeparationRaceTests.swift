import Foundation
import HearthProtocol
import Ledger
import Support
import Testing

@testable import Room

/// Separation against presence, subscriptions and commands in flight (SPEC SE-01, as SB-08).
struct SeparationRaceTests {
  /// Limit: races; the heavy run has more.
  private static let races = ProcessInfo.processInfo.environment["HEARTH_SEPARATION_RACES"].flatMap(Int.init) ?? 1_000
  private static let who: UInt64 = 3
  private static let peers = [TestShell.peer(3), PeerID(33)]

  /// One race: what was told to the others behind the turn in which it became durable.
  private struct Race {
    var shell = TestShell.family()
    var random: SeededGenerator
    private var number: UInt64 = 1_000
    /// How much had been sent when it held.
    private(set) var mark: Int?
    private(set) var isAsked = false

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      for person in [1, 2] as [UInt64] { shell.subscribe(person, format: person == 1 ? .json : .protobuf) }
      shell.holdsAppends = true
      shell.holdsGathers = true
    }

    private var none: Separations { Separations(GroupState(group: Cast.group)) }

    mutating func run(steps: Int) {
      for step in 0..<steps {
        number += 10
        if step == steps / 3 {
          shell.submit(Cast.wish(7, .separate(Separate())), by: who, peer: peers[Int.random(in: 0...1, using: &random)])
          isAsked = true
        } else {
          act()
        }
        note()
      }
      settle()
    }

    mutating func settle() {
      shell.holdsAppends = false
      shell.holdsGathers = false
      shell.settle()
      while !shell.streams.isEmpty { shell.answerStream() }
      shell.settle()
      note()
    }

    private mutating func note() { if mark == nil, shell.box.room.separations != none { mark = shell.sent.count } }

    private mutating func act() {
      let peer = peers[Int.random(in: 0...1, using: &random)]
      switch Int.random(in: 0..<15, using: &random) {
      case 0, 1: shell.subscribe(who, peer: peer, cursors: Bool.random(using: &random) ? [.shared: 2] : [:])
      case 2: shell.subscribe(who, peer: peer, quiet: true)
      case 3: shell.unsubscribe(peer)
      case 4, 5: shell.submit(Cast.addEntry(number), by: who, peer: peer)
      case 6: shell.submit(Cast.setPolicy(number, .adultsSeeIncome, Bool.random(using: &random)), by: 1)
      case 7: shell.submit(Cast.addEntry(number), by: 1)
      case 8:
        shell.now += 60_000
        shell.tell(
          .with {
            ($0.groupID, $0.epoch) = (Cast.group.description, 1)
            $0.heads = [.with { ($0.lane, $0.position, $0.hash) = ("shared", 3, .init(repeating: 7, count: 32)) }]
          }, from: peer)
      case 9:
        switch Int.random(in: 0..<6, using: &random) {
        case 0: shell.answerAppend(failing: .broken("race"))
        case 1: shell.answerAppendWithUnknownOutcome()
        default: shell.answerAppend()
        }
      case 10: shell.answerGather()
      case 11 where !shell.streams.isEmpty: shell.answerStream()
      // What closes a gap is never sent in pieces.
      case 11: if shell.heldGathers.first?.work.wanted != nil { shell.openGather() }
      case 12: shell.answerAppend()
      default: shell.turn()
      }
    }
  }

  /// What of who separated was told to others from there on.
  private static func later(_ shell: TestShell, from mark: Int, behind separated: GroupSequence) -> [String] {
    let name = Cast.member(who).description
    return shell.sent[mark...].compactMap { peer, what in
      guard !peers.contains(peer) else { return nil }
      switch what {
      case .message(let message):
        switch message.body {
        case .presenceChanged(let change) where change.memberID == name && change.online: return "online"
        case .headTold(let told) where told.memberID == name: return "head"
        default: return nil
        }
      case .begin(let start, _): return start.subscribed.online.contains(name) ? "listed" : nil
      case .events(_, let events):
        return events.contains { $0.event.memberID == name && $0.stored.sequence > separated } ? "event" : nil
      case .ended, .page: return nil
      }
    }
  }

  /// The members that the peer takes for online at the end.
  private static func online(_ shell: TestShell, to peer: PeerID) -> Set<String> {
    shell.sent(to: peer).reduce(into: []) { online, sent in
      switch sent {
      case .begin(let start, _): online = Set(start.subscribed.online)
      case .message(let message):
        guard case .presenceChanged(let change) = message.body else { return }
        if change.online { online.insert(change.memberID) } else { online.remove(change.memberID) }
      case .events, .ended, .page: return
      }
    }
  }

  @Test("SE-01: nothing of theirs is told behind the turn in which it holds, however it meets what is in flight")
  func races() throws {
    var (durable, shown) = (0, 0)
    for seed in 1...UInt64(Self.races) {
      var race = Race(seed: seed)
      race.run(steps: 40)
      let log = try race.shell.log()
      let separated = log.first { $0.lane == .inbox(Cast.member(Self.who)) }
      guard let separated, let mark = race.mark else {
        // The store refused it.
        #expect(separated == nil && race.mark == nil, "seed \(seed)")
        continue
      }
      durable += 1
      #expect(Self.later(race.shell, from: mark, behind: separated.sequence) == [], "seed \(seed)")
      let events = try log.drop { $0.sequence <= separated.sequence }.map { try Event(serializedBytes: $0.bytes) }
      #expect(!events.contains { $0.memberID == Cast.member(Self.who).description }, "seed \(seed)")
      for person in [1, 2] as [UInt64] {
        #expect(!Self.online(race.shell, to: TestShell.peer(person)).contains(Cast.member(Self.who).description), "seed \(seed)")
      }
      // With its end they are shown if a connection of theirs asks for that.
      let isShown = race.shell.box.room.subscriptions.values.contains { Self.peers.contains($0.origin.peer) && !$0.isQuiet }
      race.shell.send(Cast.wish(8, .endSeparation(EndSeparation())), by: Self.who)
      race.shell.settle()
      for person in [1, 2] as [UInt64] {
        let isOnline = Self.online(race.shell, to: TestShell.peer(person)).contains(Cast.member(Self.who).description)
        #expect(isOnline == isShown, "seed \(seed)")
      }
      if isShown { shown += 1 }
    }
    #expect(durable > Self.races / 2 && shown > Self.races / 20, "\(durable) \(shown)")
  }
}
