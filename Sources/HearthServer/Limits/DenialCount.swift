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
    var origin: AuditOrigin?
    var group: GroupID?
  }

  // Limit: kinds counted apart in an interval; what is refused in further groups is counted together.
  static let kindsMax = 256

  private let counts = Locked<[Key: Int64]>([:])

  func note(_ act: AuditAct, from origin: AuditOrigin? = nil, in group: GroupID? = nil) {
    add(1, to: Key(act: act, origin: origin, group: group))
  }

  /// Counts an answer that refuses a right, a code or a token; others touch nobody's security.
  ///
  /// - Parameter origin: where whoever is answered came from; nil when they have gone.
  func note(_ answer: Rejected, from origin: AuditOrigin?) {
    guard let denial = RejectionCode(rawValue: answer.code)?.denial else { return }
    switch denial {
    case .inGroup(let act): note(act, in: GroupID(answer.groupID))
    case .fromNetwork(let act): note(act, from: origin)
    case .aboutGroup(let act):
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
    let notes = taken.map { AuditNote($0.key.act, at: now, group: $0.key.group, origin: $0.key.origin, count: $0.value) }
    return notes.sorted { ($0.act.rawValue, $0.origin?.rawValue ?? "", $0.count) < ($1.act.rawValue, $1.origin?.rawValue ?? "", $1.count) }
  }

  /// What was taken could not be noted.
  func giveBack(_ notes: [AuditNote]) {
    for note in notes { add(note.count, to: Key(act: note.act, origin: note.origin, group: note.group)) }
  }
}

extension ServerLoop {
  /// Counts a refusal for the audit log.
  func deny(_ act: AuditAct, _ session: Session) { denials.note(act, from: AuditOrigin(session.address)) }

  /// Counts an answer if it is a denial, also when nobody is there any more to hear it.
  func noteDenial(in answer: Rejected, to session: Session?) { denials.note(answer, from: session.map { AuditOrigin($0.address) }) }
}

extension RejectionCode {
  /// A refusal that the audit log counts, and by what it is told apart from others of its kind.
  enum Denial: Equatable {
    /// By the group, whose member was refused.
    case inGroup(AuditAct)
    /// By the network: the group of the answer is what the asker said, or there is none.
    case fromNetwork(AuditAct)
    /// By nothing: whether there is such a group the log does not say, either.
    case aboutGroup(AuditAct)
  }

  /// What the audit log counts the code as (SPEC AU-02); nil: it denies no right, code or token.
  var denial: Denial? {
    switch self {
    case .forbidden: .inGroup(.forbidden)
    case .notNamed: .inGroup(.notNamed)
    case .ownerMustTransfer: .inGroup(.ownerMustTransfer)
    case .notFound: .aboutGroup(.groupUnknown)
    case .inviteInvalid: .fromNetwork(.inviteRefused)
    case .claimNotAllowed: .fromNetwork(.claimNotAllowed)
    case .memberRemoved: .fromNetwork(.removedJoinRefused)
    case .creationRestricted: .fromNetwork(.creationRestricted)
    case .accountsElsewhere: .fromNetwork(.accountsElsewhere)
    case .unauthorized: .fromNetwork(.loginRefused)
    // Codes for devices and limits are counted where they are decided: a wrong code before it is known whether the
    // answer is that it is wrong.
    case .linkInvalid, .rateLimited: nil
    case .badRequest, .unknownCommand, .groupArchived, .alreadyMember, .groupFull, .alreadyExists, .unknownCurrency, .unknownCategory,
      .categoryRetired, .categoryDoesNotFit, .dateOutOfRange, .unknownMember, .paidDoesNotAddUp, .splitDoesNotAddUp,
      .transferNeedsTwoMembers, .entryVoided, .nothingToUndo, .conflict, .incomeUnknown, .possibleDuplicate, .currencyFixed,
      .groupNotArchived, .exportMissing, .categoryInUse, .outOfRange, .budgetRemoved, .recurringEnded, .instalmentDoesNotFit,
      .noOccurrence, .loanFixed, .nothingOwed, .moreThanOwed, .remindedRecently, .nothingChanges, .tooManyInvites, .joinPending,
      .tooManyJoinRequests, .tooManyBudgets, .tooManyRecurring, .tooManyFestivals, .tooManyCategories, .alreadyClaimed, .claimNotPossible,
      .memberNotActive, .memberLeft, .nothingPending, .transparencyNotAccepted, .tooManyRates, .unavailable, .overloaded, .storageFull,
      .historyFull, .idempotencyConflict, .groupDamaged, .resync, .tooManyDevices:
      nil
    }
  }
}

extension AuditOrigin {
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
