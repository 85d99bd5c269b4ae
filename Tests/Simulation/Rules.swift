import HearthProtocol
import Ledger

// What holds in every group at every event, said without the ledger's own words for it (invariants I9, I11 and I13).
extension Event {
  /// The name of what it is.
  var kind: String { body.flatMap { Mirror(reflecting: $0).children.first?.label } ?? "nothing" }

  /// The person it makes a member, or whose wish to be one it is.
  var joiningMember: String? {
    switch body {
    case .memberJoined(let joined): joined.memberID
    case .memberRestored(let restored): restored.memberID
    case .joinRequested(let requested): requested.memberID
    default: nil
    }
  }

  /// Whether it lets somebody in who has asked for that.
  func isApproval(in state: GroupState) -> Bool {
    guard let member = joiningMember.flatMap({ MemberID($0) }), member.description != memberID else { return false }
    return state.admin.joinRequest(member) != nil
  }

  /// Whether somebody who is not in the group joins it with it, or asks to, in their own name.
  func isJoining(of holder: HolderID, in state: GroupState) -> Bool {
    guard joiningMember == memberID, state.member(holding: holder) == nil else { return false }
    switch body {
    case .memberJoined(let joined): return joined.holder.elementsEqual(holder.bytes)
    case .joinRequested(let requested): return requested.holder.elementsEqual(holder.bytes)
    case .memberRestored: return state.shared.members.first { $0.holder == holder }?.id.description == memberID
    default: return false
    }
  }
}

extension GroupState {
  /// There is an owner, nobody too many, and no money comes from nowhere.
  func requireSound() throws {
    guard shared.settings != nil else { return }
    let present = shared.members.filter { shared.members.presentIDs.contains($0.id) }
    // Between a group's first event and its owner's joining there is nobody.
    guard present.isEmpty || present.contains(where: { $0.role == .owner }) else { throw Broken(description: "nobody owns the group") }
    guard present.count <= shared.settings?.membersMax ?? 0 else { throw Broken(description: "there are \(present.count) members") }
    for currency in shared.balances.currencies {
      let total = shared.members.reduce(Int64(0)) { $0 + shared.balances[$1.id, currency] }
      guard total == 0 else { throw Broken(description: "the balances in \(currency) total \(total)") }
    }
  }

  /// Everybody's balance is what the entries come to, added up anew.
  func requireBalances() throws {
    var totals: [Currency: [MemberID: Int64]] = [:]
    for entry in shared.entries where !entry.isVoided {
      for portion in entry.paid { totals[entry.currency, default: [:]][portion.member, default: 0] += portion.minor }
      for portion in entry.owed { totals[entry.currency, default: [:]][portion.member, default: 0] -= portion.minor }
    }
    for (currency, balances) in totals {
      for member in shared.members where shared.balances[member.id, currency] != balances[member.id] ?? 0 {
        throw Broken(
          description:
            "\(member.id) has \(shared.balances[member.id, currency]) \(currency), and the entries come to \(balances[member.id] ?? 0)")
      }
    }
  }
}
