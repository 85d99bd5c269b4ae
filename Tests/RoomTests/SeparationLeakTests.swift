import Foundation
import HearthProtocol
import Ledger
import Support
import SwiftProtobuf
import Testing

@testable import Room

/// Two runs of a room: in one a member separates and goes on reading and trying, in the other they disconnect at that
/// moment and never come back. Everybody else gets the same bytes (SPEC SE-03; product N7, C10).
struct SeparationLeakTests {
  /// What is told wrongly on purpose, to see that it is found.
  enum Leak: CaseIterable {
    /// The room forgets who is separated: their connections are told.
    case presence
    /// Where they stand is passed on, which says that they were there.
    case lastSeen
    /// What they are entering is shown.
    case draft
    /// Their inbox's events reach everybody.
    case event
    /// An event stands in lane shared besides.
    case shared
    /// Answers say where the command stands in the group's log.
    case sequence
    /// A turn is divided where they separate or are refused.
    case batch
  }

  private typealias Told = [UInt64: [[UInt8]]]

  private enum Act {
    /// By somebody else.
    case other(Command, by: UInt64)
    /// By who separates, before or behind it.
    case own(Command)
    case subscribe(PeerID, quiet: Bool, resumes: Bool)
    case unsubscribe(PeerID)
    case tell(PeerID)
    /// What they are entering; nil: nothing any more.
    case draft(PeerID, String?)
    case read
    case reconnect(UInt64)
  }

  private struct Script {
    /// Who separates.
    var who: UInt64
    /// What happens until then, in turns.
    var before: [[Act]]
    /// What is sent in the turn of the separation: in front of it, and behind it.
    var beside: (front: [Act], back: [Act])
    var behind: [[Act]]
  }

  private static func script(_ random: inout SeededGenerator) -> Script {
    let who = UInt64.random(in: 1...5, using: &random)
    var number: UInt64 = 1_000
    func turn(_ random: inout SeededGenerator, isBehind: Bool) -> [Act] {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        number += 10
        return Bool.random(using: &random) ? own(number, who, &random) : other(number, who, isBehind: isBehind, &random)
      }
    }
    func plain(_ random: inout SeededGenerator) -> [Act] {
      (0..<Int.random(in: 0...2, using: &random)).map { _ in
        number += 10
        return .other(Cast.addEntry(number), by: pick([1, 2, 3].filter { $0 != who }, &random))
      }
    }
    return Script(
      who: who, before: (0..<2).map { _ in turn(&random, isBehind: false) }, beside: (plain(&random), plain(&random)),
      behind: (0..<5).map { _ in turn(&random, isBehind: true) })
  }

  private static func pick<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private static func own(_ number: UInt64, _ who: UInt64, _ random: inout SeededGenerator) -> Act {
    let peer = pick([TestShell.peer(who), PeerID(30 + who)], &random)
    switch Int.random(in: 0..<11, using: &random) {
    case 8, 9: return .draft(peer, "Groceries")
    case 10: return .draft(peer, nil)
    case 0: return .unsubscribe(peer)
    case 1: return .tell(peer)
    case 2: return .read
    case 3: return .own(Cast.setIncome(number))
    case 4: return .own(Cast.addEntry(number))
    default: return .subscribe(peer, quiet: Int.random(in: 0..<4, using: &random) == 0, resumes: Bool.random(using: &random))
    }
  }

  /// - Parameter isBehind: whether they have separated, so that they may be removed: somebody who is no member cannot.
  private static func other(_ number: UInt64, _ who: UInt64, isBehind: Bool, _ random: inout SeededGenerator) -> Act {
    let by = pick([1, 2, 3].filter { $0 != who }, &random)
    var owing = Cast.addEntry(number)
    owing.addEntry.content.split.equal.memberIds = [Cast.member(who).description]
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: return .other(owing, by: by)
    case 2: return .other(Cast.changeRole(number, who, to: pick([.adult, .viewer], &random)), by: by)
    case 3: return .other(Cast.remind(number, who), by: by)
    case 4: return .other(Cast.setPolicy(number, .adultsSeeIncome, Bool.random(using: &random)), by: by)
    case 5 where isBehind: return .other(pick([Cast.remove(number, who), Cast.restore(number, who)], &random), by: by)
    case 6: return .reconnect(pick([1, 2, 3, 4, 5].filter { $0 != who }, &random))
    default: return .other(Cast.addEntry(number), by: by)
    }
  }

  /// Plays a script.
  ///
  /// - Parameter isSilent: whether they separate; otherwise they disconnect then, and nothing later is theirs.
  /// - Returns: what the others got, in order, as bytes.
  private static func play(_ script: Script, isSilent: Bool, _ leak: Leak?) throws -> Told {
    var shell = TestShell.family()
    let (who, others) = (script.who, (1...5 as ClosedRange<UInt64>).filter { $0 != script.who })
    for person in 1...5 as ClosedRange<UInt64> { shell.subscribe(person, format: person % 2 == 0 ? .json : .protobuf) }
    var told = Told(uniqueKeysWithValues: others.map { ($0, []) })
    func take(_ shell: inout TestShell, from before: Int, isBehind: Bool) throws {
      let written = try shell.log().dropFirst(before).filter { $0.lane == .inbox(Cast.member(who)) }
      for person in others {
        for sent in shell.sent(to: TestShell.peer(person)) { told[person]?.append(try spoilt(sent, leak, shell).bytes()) }
        if leak == .event, isBehind { for event in written { told[person]?.append(event.bytes) } }
        if leak == .shared, isBehind, !written.isEmpty { told[person]?.append([0]) }
      }
      shell.forget()
    }
    func turn(_ acts: [Act], _ shell: inout TestShell, isBehind: Bool) throws {
      let before = try shell.log().count
      for act in acts { perform(act, of: script, in: &shell, isLeft: isBehind && !isSilent, isBehind ? leak : nil) }
      shell.settle()
      if leak == .presence, isBehind { shell.box.room.separations = Separations(GroupState(group: Cast.group)) }
      try take(&shell, from: before, isBehind: isBehind)
    }
    for acts in script.before { try turn(acts, &shell, isBehind: false) }

    let before = try shell.log().count
    for act in script.beside.front { perform(act, of: script, in: &shell, isLeft: false, nil) }
    if isSilent { shell.submit(Cast.wish(7, .separate(Separate())), by: who) }
    if leak == .batch, isSilent { shell.turn() }
    for act in script.beside.back { perform(act, of: script, in: &shell, isLeft: false, nil) }
    shell.settle()
    if !isSilent { for peer in [TestShell.peer(who), PeerID(30 + who)] { shell.unsubscribe(peer) } }
    try take(&shell, from: before, isBehind: true)

    for acts in script.behind { try turn(acts, &shell, isBehind: true) }
    return told
  }

  private static func perform(_ act: Act, of script: Script, in shell: inout TestShell, isLeft: Bool, _ leak: Leak?) {
    let who = script.who
    switch act {
    case .other(let command, let by): shell.submit(command, by: by)
    case .reconnect(let person):
      shell.unsubscribe(TestShell.peer(person))
      shell.subscribe(person, cursors: [.shared: 3], format: person % 2 == 0 ? .json : .protobuf)
    case _ where isLeft: break
    case .own(let command):
      shell.submit(command, by: who)
      if leak == .batch { shell.turn() }
    case .subscribe(let peer, let quiet, let resumes):
      shell.subscribe(who, peer: peer, cursors: resumes ? [.shared: 2] : [:], quiet: quiet)
    case .unsubscribe(let peer): shell.unsubscribe(peer)
    case .tell(let peer):
      shell.now += 60_000
      if leak == .lastSeen { shell.box.room.separations = Separations(GroupState(group: Cast.group)) }
      shell.tell(
        .with {
          ($0.groupID, $0.epoch) = (Cast.group.description, 1)
          $0.heads = [.with { ($0.lane, $0.position, $0.hash) = ("shared", 3, .init(repeating: 7, count: 32)) }]
        }, from: peer)
      if leak == .lastSeen { shell.box.room.separations = Separations(shell.history.state) }
      shell.now -= 60_000
    case .draft(let peer, let text):
      if leak == .draft { shell.box.room.separations = Separations(GroupState(group: Cast.group)) }
      shell.tell(Cast.draft(text), from: peer)
      if leak == .draft { shell.box.room.separations = Separations(shell.history.state) }
    case .read: shell.readHistory(who)
    }
  }

  private static func spoilt(_ sent: Sent, _ leak: Leak?, _ shell: TestShell) -> Sent {
    guard leak == .sequence, case .message(var message) = sent, case .accepted(var accepted) = message.body else { return sent }
    accepted.position = shell.history.sequence.rawValue
    message.accepted = accepted
    return .message(message)
  }

  /// Histories of each seed; the heavy run has more.
  private static let histories = ProcessInfo.processInfo.environment["HEARTH_SEPARATION_HISTORIES"].flatMap(Int.init) ?? 100

  @Test(
    "product N7, C10, SE-03: whoever separates, reconnects, reads and tries commands is to every other member one who disconnected then and never came back",
    arguments: [1, 2, 3, 4] as [UInt64])
  func noLeak(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var told = 0
    for number in 0..<Self.histories {
      let script = Self.script(&random)
      let (left, silent) = try (Self.play(script, isSilent: false, nil), Self.play(script, isSilent: true, nil))
      let differing = left.keys.filter { left[$0] != silent[$0] }.sorted()
      #expect(differing == [], "seed \(seed), history \(number)")
      told += silent.values.reduce(0) { $0 + $1.count }
    }
    #expect(told > Self.histories * 10)
  }

  @Test("N7, positive control: each seeded leak is found", arguments: Leak.allCases)
  func found(leak: Leak) throws {
    var random = SeededGenerator(seed: 7)
    let isFound = try (0..<40).contains { _ in
      let script = Self.script(&random)
      return try Self.play(script, isSilent: false, leak) != Self.play(script, isSilent: true, leak)
    }
    #expect(isFound, "\(leak)")
  }
}
