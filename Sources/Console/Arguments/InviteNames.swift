import HearthProtocol
import Ledger

/// Finds the invite that somebody means (product 28): by its number in `hearth invites`, its label, its id or the
/// beginning of that.
struct InviteNames {
  // Limit: fewer digits of an id name an invite by chance.
  private static let digitsMin = 4

  private let invites: [InviteState]

  /// - Parameter invites: all there ever were, in the order of creation: the first is number 1, for ever.
  init(_ invites: some Sequence<InviteState>) { self.invites = Array(invites) }

  func find(_ text: String) throws(ArgumentFlaw) -> InviteState {
    if let id = InviteID(text), let invite = invites.first(where: { $0.id == id }) { return invite }
    let wanted = text.lowercased()
    let named = invites.filter { !$0.isRevoked && !$0.label.isEmpty && $0.label.lowercased() == wanted }
    // A number is one as the list writes it: "01" may begin an id.
    let numbered = invites.indices.first { String($0 + 1) == text }.map { invites[$0] }
    let both = named + [numbered].compactMap(\.self).filter { invite in !named.contains { $0.id == invite.id } }
    if !both.isEmpty { return try only(both, text) }
    let begun = text.count < Self.digitsMin ? [] : invites.filter { $0.id.description.hasPrefix(wanted) }
    return try only(begun, text)
  }

  /// The one that is found; of several the numbers are said.
  private func only(_ found: [InviteState], _ text: String) throws(ArgumentFlaw) -> InviteState {
    if found.count == 1, let invite = found.first { return invite }
    guard !found.isEmpty else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no invite's id, number or label. Codes are not kept: revoke an invite by what hearth invites shows of it.",
        "\"\(text.printable)\" किसी न्योते की पहचान, गिनती या लेबल नहीं है। कोड सहेजे नहीं जाते: न्योता उससे वापस लें जो यहाँ दिखता है: hearth invites।"
      ).naming(.notFound)
    }
    // Where the text is itself a number, only ids tell them apart.
    guard !invites.indices.contains(where: { String($0 + 1) == text }) else {
      let ids = found.map(\.id.description).joined(separator: ", ")
      throw ArgumentFlaw(
        "\(found.count) invites go by \"\(text.printable)\". Name the one you mean by its id: \(ids).",
        "\"\(text.printable)\" से \(found.count) न्योते मिलते हैं। जो चाहिए उसकी पहचान लिखें: \(ids)।")
    }
    let numbers = invites.indices.filter { place in found.contains { $0.id == invites[place].id } }.map { String($0 + 1) }
    throw ArgumentFlaw(
      "\(found.count) invites go by \"\(text.printable)\". Name the one you mean by its number: \(numbers.joined(separator: ", ")).",
      "\"\(text.printable)\" से \(found.count) न्योते मिलते हैं। जो चाहिए उसकी गिनती लिखें: \(numbers.joined(separator: ", "))।")
  }
}
