import EventStore
import HearthProtocol
import Ledger
import Locking
import Transport

/// Counts logins and what is refused, so that the audit log gets a row a kind and interval however often it happens.
/// Any thread may note.
final class DenialCount: Sendable {
  private struct Key: Hashable, Sendable {
    var act: AuditAct
    var network: AuditNetwork?
    var group: GroupID?
  }

  // Limit: kinds counted apart in an interval; what is refused in further groups is counted together.
  static let kindsMax = 256

  private let counts = Locked<[Key: Int64]>([:])
  /// Since the start, by act.
  private let totals = Locked<[AuditAct: Int64]>([:])

  func note(_ act: AuditAct, from network: AuditNetwork? = nil, in group: GroupID? = nil) {
    add(1, to: Key(act: act, network: network, group: group))
    totals.withLock { $0[act, default: 0] &+= 1 }
  }

  /// How often each act was noted since the start.
  var sinceStart: [AuditAct: Int64] { totals.withLock { $0 } }

  /// Counts an answer that refuses a right, a code or a token; others touch nobody's security.
  ///
  /// - Parameter network: where whoever is answered came from; nil when they have gone.
  func note(_ answer: Rejected, from network: AuditNetwork?) {
    guard let audit = answer.row?.audit, let act = AuditAct(rawValue: audit.act) else { return }
    switch audit.scope {
    case .group: note(act, in: GroupID(answer.groupID))
    // The group of the answer is what the sender said, or there is none.
    case .network: note(act, from: network)
    case .none:
      // Where it is something else that is not found, as a device, nobody is denied a group.
      if answer.field.isEmpty || answer.field == "group_id" { note(act) }
    }
  }

  private func add(_ count: Int64, to key: Key) {
    counts.withLock { counts in
      var key = key
      if counts[key] == nil, counts.count >= Self.kindsMax { key.group = nil }
      counts[key, default: 0] += count
    }
  }

  /// What has been counted since the last time, in an order of its own.
  ///
  /// - Parameter now: milliseconds since 1970.
  func take(at now: Int64) -> [AuditNote] {
    let taken = counts.withLock { counts in
      defer { counts = [:] }
      return counts
    }
    let notes = taken.map { AuditNote($0.key.act, at: now, group: $0.key.group, network: $0.key.network, count: $0.value) }
    return notes.sorted {
      ($0.act.rawValue, $0.network?.rawValue ?? "", $0.count) < ($1.act.rawValue, $1.network?.rawValue ?? "", $1.count)
    }
  }

  /// What was taken could not be noted.
  func giveBack(_ notes: [AuditNote]) {
    for note in notes { add(note.count, to: Key(act: note.act, network: note.network, group: note.group)) }
  }
}

extension ServerLoop {
  /// Counts a refusal for the audit log.
  func deny(_ act: AuditAct, _ session: Session) { denials.note(act, from: AuditNetwork(session.address)) }

  /// Counts an answer if it is a denial, also when nobody is there any more to hear it.
  func noteDenial(in answer: Rejected, to session: Session?) { denials.note(answer, from: session.map { AuditNetwork($0.address) }) }
}

extension AuditNetwork {
  /// What may be known of an address: the kind of its network.
  init(_ address: SocketAddress) {
    if address.path != nil {
      self = .unix
    } else if Self.loopback.contains(where: { $0.contains(address) }) {
      self = .loopback
    } else if Self.local.contains(where: { $0.contains(address) }) {
      self = .local
    } else {
      self = address.isIPv4 ? .ipv4 : .ipv6
    }
  }

  private static let loopback = ["127.0.0.0/8", "::1"].compactMap(CIDRRange.init)
  // RFC 1918, RFC 4193, RFC 3927, RFC 4291 §2.5.6.
  private static let local = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "169.254.0.0/16", "fe80::/10"].compactMap(
    CIDRRange.init)
}
