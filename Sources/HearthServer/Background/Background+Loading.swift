import EventStore
import Foundation
import HearthProtocol
import Ledger
import Room
import Transport

/// How groups come into memory.
extension Background {
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - identity: who pays for the time that it takes; nil: nobody, since it is not in memory.
  func load(_ group: GroupID, now: Int64, for identity: IdentityID? = nil) {
    let purges = canPurge
    let home = router.loop(of: group)
    read(for: home) { [self] in
      let began = Stopwatch.now
      defer { if let identity { charge(identity, Stopwatch.now - began, at: home) } }
      let result = Result { () throws(LoadFailure) in
        let mayBeNew: Bool
        do throws(StoreFailure) { mayBeNew = try store.own(group) } catch { throw LoadFailure.store(error) }
        let history = try GroupHistory.load(group, from: store)
        if asksNodes { try takeOver(group) }
        if store.mayBeAway { webhooks?.opened(group) }
        // What another server took away while it had the group, it has told the sessions of its own.
        if mayBeNew { endLostTokens(history) }
        return history
      }
      if asksNodes, case .failure(.store(.elsewhere(let name))) = result, let place = Self.place(ofNode: name, in: store) {
        return .elsewhere(group, place)
      }
      // It may not be listed: after a repair, or a change that a server made which knew less. Nothing is committed for
      // it before it is loaded.
      if let due = (try? result.get()).flatMap({ DueNote($0.state, purges: purges).instant }) {
        try? directory.noteDue(group, at: due, now: now, addsMissing: true)
      }
      return .loaded(group, result)
    }
  }

  private func charge(_ identity: IdentityID, _ nanoseconds: Int, at loop: Int) {
    router.post(.sequel { $0.limits.reading.spend(Double(nanoseconds) / 1_000_000, of: identity) }, to: loop)
  }

  /// Has the room, which is made next, remember what the one of the server before did.
  private func takeOver(_ group: GroupID) throws(LoadFailure) {
    let memory: [UInt8]
    do throws(StoreFailure) { memory = try store.memory(of: group) } catch { throw LoadFailure.store(error) }
    if !memory.isEmpty { router.post(.sequel { $0.host.remembered(memory, of: group) }, to: router.loop(of: group)) }
  }

  private func endLostTokens(_ history: GroupHistory) {
    let endings = history.lostTokens.map { AccessEnding.tokens($0.holder, readersStay: $0.readersStay) }
    if !endings.isEmpty { router.postToAll(.ended(endings)) }
  }

  /// Asks whether another node lives. A database that cannot be asked does not say that it has gone.
  func lookForNode(_ name: String, _ number: RelayNumber, _ group: GroupID) {
    read(for: router.loop(of: group)) { [store] in
      let isGone: Bool
      do throws(StoreFailure) { isGone = try store.address(ofNode: name) == nil } catch { isGone = false }
      return .lookedForNode(number, group, isGone: isGone)
    }
  }

  /// Where another node is reached. Blocks, for seconds when a name is looked up in vain.
  private static func place(ofNode name: String, in store: any EventStore) -> NodePlace? {
    guard let text = try? store.address(ofNode: name), let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    let host = text[..<colon].trimmingCharacters(in: ["[", "]"])
    guard let addresses = try? SocketAddress.resolve(host: host, port: port), !addresses.isEmpty else { return nil }
    return NodePlace(name: name, addresses: addresses)
  }
}
